"""Walking a vault."""

import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest

from napkin_site.core.model import ObsidianSettings
from napkin_site.vault.config import IgnoreSection
from napkin_site.vault.ignore import load_ignore_rules
from napkin_site.vault.reader import OUTPUT_MARKER, Scan, file_kind, read_file, scan_vault
from tests.vault.files import located, write_files


def scan(
    root: Path,
    *,
    prune: tuple[Path, ...] = (),
    filters: tuple[str, ...] = (),
    outside_links: Literal["report", "follow", "skip"] = "report",
) -> Scan:
    location = located(root)
    rules, _ = load_ignore_rules(location, IgnoreSection(outside_links=outside_links))
    return scan_vault(location, rules, ObsidianSettings(ignore_filters=filters), prune=prune)


def paths(found: Scan) -> list[str]:
    return [file.path for file in found.files]


def test_files_and_folders_come_in_order(tmp_path: Path) -> None:
    write_files(tmp_path, {"b/c/z.md": "", "b/a.png": "", "a.md": "", "B.md": "", "empty/": "", ".hidden/x.md": ""})

    found = scan(tmp_path)

    assert paths(found) == ["B.md", "a.md", "b/a.png", "b/c/z.md"]
    assert found.folders == ("b", "b/c")
    assert found.problems == ()


def test_a_folder_that_holds_only_folders_is_listed(tmp_path: Path) -> None:
    write_files(tmp_path, {"a/b/c/n.md": ""})

    assert scan(tmp_path).folders == ("a", "a/b", "a/b/c")


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.md", "note"), ("a.MD", "note"), ("a.base", "base"), ("a.canvas", "canvas"), ("a.b.PNG", "image"),
        ("a.webm", "video"), ("a.3gp", "audio"), ("a.pdf", "pdf"), ("a.txt", "other"), ("md", "other"), ("a.", "other"),
    ],
)  # fmt: skip
def test_the_extension_tells_the_kind(name: str, kind: str) -> None:
    assert file_kind(name) == kind


def test_times_and_size_are_those_of_the_file(tmp_path: Path) -> None:
    write_files(tmp_path, {"a.md": "12345"})
    os.utime(tmp_path / "a.md", ns=(1_000, 1_500_000_000_123_456_789))

    (file,) = scan(tmp_path).files

    assert file.times.size == 5
    assert file.times.modified_ns == 1_500_000_000_123_456_789
    assert file.times.created_ns <= file.fingerprint.ctime_ns


def test_filters_mark_files_but_keep_them(tmp_path: Path) -> None:
    write_files(tmp_path, {"Archive/a.md": "", "b.md": ""})

    assert [(file.path, file.is_excluded) for file in scan(tmp_path, filters=("Archive/",)).files] == [
        ("Archive/a.md", True),
        ("b.md", False),
    ]


def test_a_bad_filter_is_a_problem(tmp_path: Path) -> None:
    assert [problem.code for problem in scan(tmp_path, filters=("/(/",)).problems] == ["bad-ignore-rule"]


def test_a_built_site_is_no_part_of_the_vault(tmp_path: Path) -> None:
    write_files(tmp_path, {"site/index.md": "", f"site/{OUTPUT_MARKER}": "", "deep/out/x.md": "", "a.md": ""})
    write_files(tmp_path, {f"deep/out/{OUTPUT_MARKER}": ""})

    assert paths(scan(tmp_path)) == ["a.md"]


def test_a_vault_inside_a_folder_of_ours_is_still_read(tmp_path: Path) -> None:
    write_files(tmp_path, {OUTPUT_MARKER: "", "a.md": ""})

    assert paths(scan(tmp_path)) == ["a.md"]


def test_folders_to_prune_are_left_out_however_they_are_spelt(tmp_path: Path) -> None:
    write_files(tmp_path, {"vault/out/x.md": "", "vault/output/y.md": ""})
    (tmp_path / "link").symlink_to("vault/out")

    assert paths(scan(tmp_path / "vault", prune=(tmp_path / "link",))) == ["output/y.md"]


def test_names_are_shown_composed_and_opened_as_they_are(tmp_path: Path) -> None:
    decomposed = "Cafe\N{COMBINING ACUTE ACCENT}/re\N{COMBINING ACUTE ACCENT}sume\N{COMBINING ACUTE ACCENT}.md"
    write_files(tmp_path, {decomposed: "text"})

    (file,) = scan(tmp_path).files

    assert file.path == "Café/résumé.md"
    assert (tmp_path / file.disk_path).read_text(encoding="utf-8") == "text"


def test_two_spellings_of_one_path_are_one_file_and_a_problem(tmp_path: Path) -> None:
    write_files(
        tmp_path, {"e\N{COMBINING ACUTE ACCENT}.md": "decomposed", "\N{LATIN SMALL LETTER E WITH ACUTE}.md": "composed"}
    )

    found = scan(tmp_path)

    (file,) = found.files
    assert read_file(str(tmp_path / file.disk_path)) == b"decomposed"
    assert [problem.code for problem in found.problems] == ["twin-file"]


def test_every_legal_name_is_listed(tmp_path: Path) -> None:
    names = [
        "".join(map(chr, range(33, 47))) + ".md",
        "a\nb.md",
        "tab\t.md",
        "back\\slash.md",
        "quote\"'.md",
        "  .md",
        "%20.md",
    ]
    for name in names:
        (tmp_path / name).write_bytes(b"x")

    found = scan(tmp_path)

    assert paths(found) == sorted(names)
    assert found.problems == ()


def test_a_name_that_is_no_utf8_is_shown_with_a_replacement(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"caf\xe9.md")).write_bytes(b"x")

    (file,) = scan(tmp_path).files

    assert file.path == "caf\N{REPLACEMENT CHARACTER}.md"
    assert read_file(str(tmp_path / file.disk_path)) == b"x"


def test_a_linked_file_is_read_and_a_broken_link_is_a_problem(tmp_path: Path) -> None:
    write_files(tmp_path, {"outside.md": "text", "vault/": ""})
    (tmp_path / "vault/in.md").symlink_to("../outside.md")
    (tmp_path / "vault/broken.md").symlink_to("nowhere.md")
    (tmp_path / "vault/self.md").symlink_to("self.md")

    found = scan(tmp_path / "vault")

    assert [(file.path, file.times.size) for file in found.files] == [("in.md", 4)]
    assert [(problem.path, problem.code) for problem in found.problems] == [
        ("broken.md", "unreadable-file"),
        ("in.md", "link-leaves-vault"),
        ("self.md", "unreadable-file"),
    ]


def test_a_linked_folder_outside_the_vault_is_entered(tmp_path: Path) -> None:
    write_files(tmp_path, {"outside/deep/n.md": "", "vault/a.md": ""})
    (tmp_path / "vault/link").symlink_to("../outside")

    found = scan(tmp_path / "vault")

    assert paths(found) == ["a.md", "link/deep/n.md"]
    assert [(problem.path, problem.code) for problem in found.problems] == [("link", "link-leaves-vault")]


@pytest.mark.parametrize(
    ("mode", "read", "severities"),
    [
        ("report", ["config.md", "file.md", "link/n.md"], ["warning"] * 3),
        ("follow", ["config.md", "file.md", "link/n.md"], []),
        ("skip", [], ["info"] * 3),
    ],
)
def test_links_to_what_is_no_part_of_the_vault_are_treated_as_the_setting_says(
    tmp_path: Path, mode: Literal["report", "follow", "skip"], read: list[str], severities: list[str]
) -> None:
    write_files(tmp_path, {"outside/n.md": "", "secret.txt": "", "vault/in.md": "", "vault/.git/config": ""})
    (tmp_path / "vault/link").symlink_to("../outside")
    (tmp_path / "vault/file.md").symlink_to("../secret.txt")
    (tmp_path / "vault/config.md").symlink_to(".git/config")
    (tmp_path / "vault/same.md").symlink_to("in.md")

    found = scan(tmp_path / "vault", outside_links=mode)

    assert paths(found) == sorted([*read, "in.md", "same.md"])
    assert [str(problem.severity) for problem in found.problems] == severities
    assert {problem.code for problem in found.problems} <= {"link-leaves-vault"}


@pytest.mark.parametrize("target", [".", "..", "../vault/notes"])
def test_a_linked_folder_that_overlaps_the_vault_is_not_entered(tmp_path: Path, target: str) -> None:
    write_files(tmp_path, {"vault/notes/a.md": ""})
    (tmp_path / "vault/link").symlink_to(target)

    found = scan(tmp_path / "vault")

    assert paths(found) == ["notes/a.md"]
    assert [(problem.path, problem.code) for problem in found.problems] == [("link", "overlapping-link")]


def test_two_links_to_overlapping_folders_are_entered_once(tmp_path: Path) -> None:
    write_files(tmp_path, {"outside/deep/n.md": "", "vault/": ""})
    (tmp_path / "vault/one").symlink_to("../outside")
    (tmp_path / "vault/two").symlink_to("../outside/deep")

    found = scan(tmp_path / "vault", outside_links="follow")

    assert paths(found) == ["one/deep/n.md"]
    assert [problem.path for problem in found.problems] == ["two"]


def test_a_name_that_only_begins_like_the_vault_does_not_overlap_it(tmp_path: Path) -> None:
    write_files(tmp_path, {"vault2/n.md": "", "vault/": ""})
    (tmp_path / "vault/link").symlink_to("../vault2")

    assert paths(scan(tmp_path / "vault")) == ["link/n.md"]


def make_pipe(path: Path) -> None:
    os.mkfifo(path)


def make_socket(path: Path) -> None:
    # Bound by a short name: the whole path may exceed what a socket's address holds.
    back = Path.cwd()
    os.chdir(path.parent)
    try:
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(path.name)
    finally:
        os.chdir(back)


@pytest.mark.parametrize("make", [make_pipe, make_socket])
def test_what_is_no_file_is_left_out_with_a_problem(tmp_path: Path, make: Callable[[Path], None]) -> None:
    make(tmp_path / "odd.md")
    (tmp_path / "link.md").symlink_to("odd.md")
    make(tmp_path / ".hidden")
    write_files(tmp_path, {"a.md": ""})

    found = scan(tmp_path)

    assert paths(found) == ["a.md"]
    assert [(problem.path, problem.code) for problem in found.problems] == [
        ("link.md", "special-file"),
        ("odd.md", "special-file"),
    ]


def test_a_pipe_that_took_a_files_place_is_never_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "odd.md")

    with pytest.raises(OSError, match="no regular file"):
        read_file(str(tmp_path / "odd.md"))


def test_a_hidden_link_is_no_problem_even_when_broken(tmp_path: Path) -> None:
    (tmp_path / ".broken").symlink_to("nowhere")

    assert scan(tmp_path).problems == ()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_may_not_be_read_is_a_problem(tmp_path: Path) -> None:
    write_files(tmp_path, {"closed/a.md": "", "b.md": ""})
    (tmp_path / "closed").chmod(0)

    found = scan(tmp_path)
    (tmp_path / "closed").chmod(0o700)

    assert paths(found) == ["b.md"]
    assert [(problem.path, problem.code) for problem in found.problems] == [("closed", "unreadable-folder")]


def test_a_vault_that_vanished_is_a_problem(tmp_path: Path) -> None:
    location = located(tmp_path / "vault")
    rules, _ = load_ignore_rules(location, IgnoreSection())
    location.root.rmdir()

    found = scan_vault(location, rules, ObsidianSettings())

    assert [problem.code for problem in found.problems] == ["unreadable-folder"]


def test_deep_folders_are_walked(tmp_path: Path) -> None:
    deep = "/".join(["d"] * 500)
    write_files(tmp_path, {f"{deep}/n.md": ""})

    assert paths(scan(tmp_path)) == [f"{deep}/n.md"]
