"""Which files a site takes along, and what is said of those it cannot."""

from pathlib import Path

from tests.builder.sites import PNG, build


def test_a_logo_or_favicon_that_is_not_there_is_told(tmp_path: Path) -> None:
    config = '{"site": {"logo": "logo.png", "favicon": "/Pictures/icon.png"}}'
    files: dict[str, str | bytes] = {
        ".napkin/config.json": config,
        "n.md": "x",
        "Pictures/logo.png": PNG,
        "Pictures/icon.png": PNG,
    }
    _, report = build(tmp_path, files)
    found = [problem for problem in report.problems if problem.code == "missing-site-file"]
    assert [problem.message for problem in found] == ["`logo.png`, which `site.logo` names, is not in the vault"]
