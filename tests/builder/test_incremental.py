"""Builds after the first: the same site as a clean build gives, with only what changed made again."""

import json
import os
import shutil
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from napkin_site.bench.kill import kill_at_random_points
from napkin_site.bench.soak import differences, read_tree, try_sequence
from napkin_site.builder import site
from napkin_site.builder.output import digests
from napkin_site.builder.report import BuildReport
from napkin_site.builder.site import build_site
from napkin_site.builder.site_theme import Theme
from napkin_site.vault.reader import OUTPUT_MARKER
from tests.builder.sites import PNG, write_vault

NOW = datetime(2024, 5, 1, tzinfo=UTC)
NOW_OR_LATER_NS = 10**18
SEQUENCES = int(os.environ.get("NAPKIN_TEST_SEQUENCES", "200"))
PORTION = 10
VAULT: Mapping[str, str | bytes] = {
    "Home.md": "See [[Roses]] and ![[Soil#Loam]].\n\n![[pic.png]]\n",
    "Roses.md": "---\ntags: [plant/rose]\n---\n# Roses\n\nThey like [[Soil]].\n",
    "Soil.md": "## Loam\n\nSand, silt, [[Clay]].\n\n## Peat\n\nDark.\n",
    "Beds/One.md": "First bed, with [[Roses]].\n",
    "Beds/Two.md": "Second bed.\n",
    "pic.png": PNG,
}


@pytest.fixture(scope="module")
def theme() -> Theme:
    return Theme()


class Built:
    """A vault, its site, and what building remembers."""

    def __init__(self, root: Path, theme: Theme, files: Mapping[str, str | bytes] = VAULT) -> None:
        self.vault = write_vault(root / "vault", files)
        self.site = root / "site"
        self.state = root / "state"
        self.state.mkdir()
        self._clean = root / "clean"
        self._theme = theme
        self.first = self.build()

    def build(self, **options: object) -> BuildReport:
        usual: dict[str, object] = {"state_dir": self.state, "workers": 1, "now": NOW, "environ": {}}
        return build_site(self.vault, self.site, theme=self._theme, **{**usual, **options})  # type: ignore[arg-type]  # checked at run time

    def changed(self) -> set[str]:
        """Build, and give the pages whose files were written."""
        before = {path: (self.site / path).stat().st_ino for path in read_tree(self.site)}
        self.build()
        after = {path: (self.site / path).stat().st_ino for path in read_tree(self.site)}
        return {path for path, inode in after.items() if before.get(path) != inode and path.endswith(".html")}

    def differences(self) -> list[str]:
        return differences(self.vault, self.site, self._clean, theme=self._theme)


@pytest.fixture
def built(tmp_path: Path, theme: Theme) -> Built:
    return Built(tmp_path, theme)


@pytest.mark.parametrize("first", range(0, SEQUENCES, PORTION))
def test_random_edits_build_to_what_a_clean_build_gives(tmp_path: Path, theme: Theme, first: int) -> None:
    for seed in range(first, first + PORTION):
        try_sequence(tmp_path / str(seed), seed, theme)
        shutil.rmtree(tmp_path / str(seed))


def test_a_second_build_touches_nothing_and_says_so(built: Built) -> None:
    before = {path: (built.site / path).stat().st_mtime_ns for path in read_tree(built.site) if path != OUTPUT_MARKER}
    report = built.build()
    after = {path: (built.site / path).stat().st_mtime_ns for path in before}
    assert before == after
    assert report.counts["written"] == 0
    assert report.counts["unchanged"] == built.first.counts["written"]
    assert report.problems == built.first.problems


def test_when_nothing_changed_nothing_is_read(built: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(digests, "_RACY_NS", -NOW_OR_LATER_NS)  # the files are younger than is usually trusted
    built.build()

    def fail(*_: object, **__: object) -> None:
        raise AssertionError("there is nothing to be read")

    monkeypatch.setattr(site, "load_snapshot", fail)
    report = built.build()
    assert report.counts["written"] == report.counts["removed"] == 0
    assert report.counts["unchanged"] == built.first.counts["written"]
    assert report.problems == built.first.problems


def test_an_unfinished_list_of_files_is_finished_though_nothing_else_changed(
    built: Built, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(digests, "_RACY_NS", -NOW_OR_LATER_NS)
    built.build()
    marker = built.site / OUTPUT_MARKER
    whole = marker.read_bytes()
    marker.write_bytes(whole.replace(b'"files": {', b'"files": {"late.json": "",'))
    built.build()
    assert marker.read_bytes() == whole


def test_a_changed_text_changes_only_its_own_page(built: Built) -> None:
    write_vault(built.vault, {"Beds/Two.md": "Second bed, and that is all of it.\n"})
    assert built.changed() == {"Beds/Two/index.html"}
    assert built.differences() == []


def test_a_new_link_changes_the_page_it_leads_to(built: Built) -> None:
    write_vault(built.vault, {"Beds/Two.md": "Second bed. [[Soil]]\n"})
    assert {"Beds/Two/index.html", "Soil/index.html"} <= built.changed()
    assert built.differences() == []


def test_an_embed_of_an_embed_carries_a_change_along(tmp_path: Path, theme: Theme) -> None:
    built = Built(tmp_path, theme, {"a.md": "![[b]]", "b.md": "![[c#P]]", "c.md": "## P\n\nold\n", "d.md": "no"})
    write_vault(built.vault, {"c.md": "## P\n\nnew\n"})
    assert {"a/index.html", "b/index.html", "c/index.html"} <= built.changed()
    assert b"new" in (built.site / "a/index.html").read_bytes()
    assert built.differences() == []


def test_what_somebody_did_to_the_site_is_mended(built: Built) -> None:
    page = built.site / "Soil/index.html"
    right = page.read_bytes()
    page.write_bytes(right.replace(b"Loam", b"Lime"))
    built.build()
    assert page.read_bytes() == right
    page.unlink()
    built.build()
    assert page.read_bytes() == right


def test_a_site_restored_with_other_times_is_known_again(built: Built) -> None:
    for path in read_tree(built.site):
        os.utime(built.site / path, ns=(10, 10))
    for note in built.vault.rglob("*.md"):
        os.utime(note, ns=(20, 20))
    report = built.build()
    assert report.counts["written"] == 0
    assert built.build().counts["written"] == 0
    assert built.differences() == []


def test_a_damaged_or_foreign_memory_costs_nothing_but_time(built: Built) -> None:
    (memory,) = built.state.glob("site-*.msgpack")
    for content in (b"", b"\x00garbage", memory.read_bytes()[:-100]):
        memory.write_bytes(content)
        assert built.build().counts["written"] == 0
    assert built.differences() == []


def test_without_a_state_folder_everything_is_made_and_nothing_is_written_twice(built: Built) -> None:
    report = built.build(state_dir=None)
    assert report.counts["written"] == 0
    assert built.differences() == []


def test_clean_makes_everything_anew(built: Built) -> None:
    (built.site / "mine.txt").write_text("mine")
    report = built.build(clean=True)
    assert report.counts["unchanged"] == 0
    assert (built.site / "mine.txt").read_text() == "mine"
    (built.site / "mine.txt").unlink()
    assert built.differences() == []


def test_two_sites_of_one_vault_are_remembered_apart(built: Built, tmp_path: Path) -> None:
    one, other = built.site, tmp_path / "other"
    built.site = other
    built.build()
    write_vault(built.vault, {"Beds/Two.md": "Second bed, as before.\n"})
    assert built.changed() == {"Beds/Two/index.html"}
    built.site = one
    assert built.changed() == {"Beds/Two/index.html"}


def test_another_setting_makes_all_pages_anew(built: Built) -> None:
    write_vault(built.vault, {".napkin/config.json": json.dumps({"site": {"name": "Other"}})})
    assert "Soil/index.html" in built.changed()
    assert built.differences() == []


def test_processes_share_the_work_of_a_large_change(tmp_path: Path, theme: Theme) -> None:
    texts = {f"F{number % 7}/n{number}.md": f"Text {number}, [[n{number + 1}]].\n" for number in range(120)}
    built = Built(tmp_path, theme, texts)
    write_vault(built.vault, {path: text + "More.\n" for path, text in texts.items()})
    report = built.build(workers=2)
    assert report.counts["written"] >= len(texts)
    assert built.differences() == []


def test_a_build_that_is_killed_is_repaired_by_the_next(tmp_path: Path, theme: Theme) -> None:
    kill_at_random_points(tmp_path, points=3, seed=1, theme=theme)
