"""The site benchmark: what it runs, measures and prints."""

import json
import sys
from pathlib import Path

import pytest

from napkin_site.bench.__main__ import main
from napkin_site.bench.clock import Run, Timing, time_tools, work_folder
from napkin_site.bench.peers import PEERS, Command, MkDocs, ToolMissingError, tool_cache
from napkin_site.bench.site import BenchedVault, SiteBench, as_json, table


class FakeTool:
    """Runs a line of Python that may write `out/page.html`."""

    version = "1"
    gives = "little"

    def __init__(
        self,
        name: str,
        program: str = "import pathlib; p = pathlib.Path('out'); p.mkdir(); (p / 'x').write_text('four')",
    ) -> None:
        self.name = name
        self._program = program

    def command(self, vault: Path, work: Path, output: Path) -> Command:
        assert list(work.iterdir()) == []
        return Command(arguments=(sys.executable, "-c", self._program), environment={"WHO": self.name}, directory=work)


def timing(tool: str, *seconds: float, error: str = "") -> Timing:
    runs = tuple(Run(seconds=value, cpu_seconds=1.0, files=3, size=2_000_000, error=error) for value in seconds)
    return Timing(tool=tool, version="1", gives="pages", runs=runs)


def bench(*timings: Timing, skipped: tuple[str, ...] = ()) -> SiteBench:
    return SiteBench(
        vault=BenchedVault(name="seeded", notes=5, size=1000), machine="1 core", timings=timings, skipped=skipped
    )


def test_tools_take_turns_in_fresh_folders(tmp_path: Path) -> None:
    told: list[str] = []

    timings = time_tools([FakeTool("a"), FakeTool("b")], tmp_path, tmp_path, runs=2, tell=told.append)

    assert [line.split()[4] for line in told] == ["a", "b", "a", "b"]
    assert [[(run.files, run.size, run.error) for run in found.runs] for found in timings] == [[(1, 4, "")] * 2] * 2
    assert all(run.seconds > 0 for found in timings for run in found.runs)
    assert list(tmp_path.iterdir()) == []


def test_a_failed_tool_says_why_and_stops_nobody(tmp_path: Path) -> None:
    broken = FakeTool("broken", "import sys; print('no such thing', file=sys.stderr); sys.exit(3)")

    failed, fine = time_tools([broken, FakeTool("fine")], tmp_path, tmp_path, runs=1, tell=lambda _: None)

    assert failed.is_failed
    assert failed.runs[0].error == "no such thing"
    assert not fine.is_failed


def test_a_tool_that_writes_nothing_has_failed(tmp_path: Path) -> None:
    (silent,) = time_tools([FakeTool("silent", "pass")], tmp_path, tmp_path, runs=1, tell=lambda _: None)

    assert silent.runs[0].error == "it wrote nothing"


def test_work_folder_is_gone_afterwards() -> None:
    with work_folder() as work:
        (work / "x").mkdir()

    assert not work.exists()


def test_table_and_json_give_minimum_median_maximum_and_ratio() -> None:
    result = bench(timing("napkin", 1.0, 3.0, 2.0), timing("mkdocs", 8.0, 12.0, 10.0), skipped=("hugo: no",))

    lines = table(result).splitlines()
    row = next(line for line in lines if line.startswith("mkdocs ")).split()
    summary = json.loads(as_json(result))["summary"]

    assert row[1:6] == ["8.00", "10.00", "12.00", "1.00", "0.200"]
    assert "skipped: hugo: no" in lines
    assert summary["napkin"] == {"min": 1.0, "median": 2.0, "max": 3.0, "ratio": 1.0, "failed": False}
    assert summary["mkdocs"]["ratio"] == 0.2


def test_a_failed_build_has_no_ratio_and_its_message_is_shown() -> None:
    text = table(bench(timing("napkin", 1.0), timing("mkdocs", 0.1, error="boom")))

    assert "mkdocs FAILED  0.10" in text
    assert "mkdocs: boom" in text
    assert "10.0" not in text


def test_mkdocs_builds_the_notes_it_is_given(tmp_path: Path) -> None:
    vault, work = tmp_path / "vault", tmp_path / "work"
    vault.mkdir()
    work.mkdir()
    (vault / "index.md").write_text("# Hello\n", encoding="utf-8")

    (built,) = time_tools([MkDocs()], vault, work, runs=1, tell=lambda _: None)

    assert built.runs[0].error == ""
    assert built.runs[0].files > 5


def test_missing_tools_are_kept_under_the_users_cache() -> None:
    assert tool_cache({"XDG_CACHE_HOME": "/c", "HOME": "/h"}) == Path("/c/napkin-bench")
    assert tool_cache({"HOME": "/h"}) == Path("/h/.cache/napkin-bench")


def test_a_tool_that_cannot_be_installed_is_said_to_be_missing(tmp_path: Path) -> None:
    from napkin_site.bench.peers import Hugo

    blocked = tmp_path / "a file"
    blocked.write_text("", encoding="utf-8")

    with pytest.raises(ToolMissingError, match="hugo could not be installed"):
        Hugo(blocked)


@pytest.mark.parametrize(
    "arguments",
    [["site", "--against", "jekyll"], ["site", "--runs", "0"], ["vault"], ["vault", "--notes", "x", "d"], ["nonsense"]],
)
def test_bad_arguments_are_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)

    assert stopped.value.code == 2
    assert "error:" in capsys.readouterr().err


def test_a_vault_that_is_not_there_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["site", "--vault", str(tmp_path / "none"), "--against", ""]) == 2
    assert "there is no folder" in capsys.readouterr().err


def installed(cache: Path, name: str, config: str, key: str) -> Path:
    """Make a program that writes one page where its settings file says."""
    program = cache / name / "bin" / name
    program.parent.mkdir(parents=True)
    (program.parent / "python").symlink_to(sys.executable)
    program.write_text(
        f"#!{sys.executable}\n"
        "import pathlib, re\n"
        f"settings = pathlib.Path({config!r}).read_text()\n"
        f"place = re.search('{key}[ :=\"]+([^\"\\\\n]+)', settings).group(1)\n"
        "output = pathlib.Path(place)\n"
        "output.mkdir(parents=True)\n"
        "(output / 'index.html').write_text('page')\n",
        encoding="utf-8",
    )
    program.chmod(0o755)
    return cache


@pytest.mark.parametrize(
    ("name", "config", "key"), [("hugo", "hugo.toml", "publishDir"), ("zensical", "mkdocs.yml", "site_dir")]
)
def test_an_installed_tool_gets_settings_that_name_its_output(name: str, config: str, key: str, tmp_path: Path) -> None:
    vault, work = tmp_path / "vault", tmp_path / "work"
    vault.mkdir()
    work.mkdir()
    (vault / "a.md").write_text("text", encoding="utf-8")
    tool = PEERS[name](installed(tmp_path / "cache", name, config, key))

    (built,) = time_tools([tool], vault, work, runs=1, tell=lambda _: None)

    assert (built.tool, built.version) == (name, "unknown")
    assert [(run.files, run.error) for run in built.runs] == [(1, "")]


def test_command_builds_the_seeded_vault_and_writes_the_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    figures = tmp_path / "figures.json"

    code = main(["site", "--notes", "3", "--runs", "1", "--against", "", "--json", str(figures)])

    said = capsys.readouterr()
    assert code == 0, said
    assert "run 1 of 1: napkin" in said.err
    assert "seeded, 3 notes, seed 1: 3 notes" in said.out
    result = json.loads(figures.read_bytes())
    assert result["vault"]["notes"] == 3
    assert result["summary"]["napkin"]["failed"] is False
    assert result["timings"][0]["runs"][0]["files"] > 10


def test_a_real_vault_is_only_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "Note.md").write_text("# Note\n", encoding="utf-8")

    assert main(["site", "--vault", str(tmp_path), "--runs", "1", "--against", ""]) == 0

    assert f"{tmp_path.name}: 1 notes" in capsys.readouterr().out
    assert [path.name for path in tmp_path.iterdir()] == ["Note.md"]


def test_a_tool_that_cannot_be_had_is_skipped_with_a_note(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "napkin-bench").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "vault").mkdir()

    assert main(["site", "--vault", str(tmp_path / "vault"), "--runs", "1", "--against", "hugo"]) == 0

    assert "skipped: hugo could not be installed" in capsys.readouterr().out


@pytest.mark.slow
def test_a_failed_installation_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")

    with pytest.raises(ToolMissingError, match="zensical could not be installed: ERROR: No matching distribution"):
        PEERS["zensical"](tmp_path)
