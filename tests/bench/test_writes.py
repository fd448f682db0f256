"""The long runs of the writer, in short: what they hold to is what users are promised."""

import subprocess
import sys
from pathlib import Path

import pytest

from napkin_site.bench.__main__ import main
from napkin_site.bench.writes_kill import _check_bytes
from napkin_site.bench.writes_race import append_together, crowd_notes, write_beside_editor
from napkin_site.bench.writes_random import WritesError, write_at_random


def test_random_changes_through_every_door_are_all_told_and_all_undone(tmp_path: Path) -> None:
    found = write_at_random(tmp_path, steps=90, seed=5)
    assert set(found.steps) == {"library", "command", "batch", "outside"}
    assert found.undone == found.entries - 1
    assert found.index_checks > 3


@pytest.mark.slow
def test_writers_killed_at_random_points_leave_all_old_or_all_new(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "napkin_site.bench", "writes-kill", "--points", "15", "--folder", tmp_path],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("15 writers killed")


@pytest.mark.slow
def test_what_several_processes_and_threads_append_is_all_there(tmp_path: Path) -> None:
    appended = append_together(tmp_path / "one")
    assert (appended.acknowledged, appended.found) == (200, 200)
    crowd = crowd_notes(tmp_path / "many", processes=2, threads=3, notes=20, seconds=2)
    assert crowd.found >= crowd.acknowledged > 0


@pytest.mark.slow
@pytest.mark.parametrize("way", ["rename", "truncate"])
def test_neither_we_nor_an_editor_beside_us_lose_a_save(tmp_path: Path, way: str) -> None:
    beside = write_beside_editor(tmp_path, way="rename" if way == "rename" else "truncate", seconds=3)
    assert beside.saves > 0
    assert (beside.lost_saves, beside.lost_appends) == (0, 0)


def test_the_runs_are_told_in_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["writes-random", "--steps", "5", "--seed", "2"]) == 0
    assert main(["writes-race", "--seconds", "1"]) == 0
    told = capsys.readouterr().out
    assert "entries undone gave the first bytes" in told
    assert "4 processes x 50 appends: 200 of 200" in told
    assert "0 lost" in told


def test_a_mixed_file_is_seen() -> None:
    _check_bytes({"a": b"new", "b": b"b"}, {"a": b"old", "b": b"b"}, {"a": b"new", "b": b"b"})
    with pytest.raises(WritesError, match="neither"):
        _check_bytes({"a": b"olnew"}, {"a": b"old"}, {"a": b"new"})
