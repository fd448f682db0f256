"""The benchmarks of our own builds, on the smallest vaults they take."""

from pathlib import Path

import pytest

from napkin_site.bench.__main__ import main
from napkin_site.bench.builds import bench_builds, builds_table
from napkin_site.bench.shares import measure_shares, shares_chart


def test_each_scenario_is_built_and_told() -> None:
    told: list[str] = []
    bench = bench_builds(sizes=(12,), seed=1, runs=1, memory=True, tell=told.append)
    by_scenario = {builds.scenario: builds.median for builds in bench.builds}
    assert by_scenario["cold"].written > by_scenario["one note edited"].written > 0
    assert by_scenario["unchanged"].written == 0
    assert len(told) == len(by_scenario)
    assert "one note edited" in builds_table(bench)


def test_growth_is_told_between_sizes() -> None:
    bench = bench_builds(sizes=(5, 10), seed=1, runs=1, memory=False, tell=lambda _: None)
    assert "10 notes take" in builds_table(bench)


def test_shares_of_a_build_add_up() -> None:
    shares = measure_shares(notes=40, seed=1)
    assert sum(shares.values()) == pytest.approx(1)
    assert "reading Markdown" in shares_chart(shares, 40)


def test_soak_and_kill_run_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["soak", "--sequences", "1", "--seed", "7"]) == 0
    assert main(["kill", "--points", "1"]) == 0
    assert "repaired" in capsys.readouterr().out


def test_a_wrong_size_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        main(["builds", "--notes", "0", "--json", str(tmp_path / "x.json")])
