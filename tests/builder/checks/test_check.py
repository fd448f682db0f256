"""A vault with each problem planted in it: all of them are found, on their lines, and nothing else."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from napkin_site.builder.checks.check import CheckReport, check_vault, report_of
from napkin_site.builder.site import build_site
from napkin_site.core.problems import Problem, Severity
from napkin_site.errors import ConfigError, NotFoundError
from napkin_site.vault.locate import find_vault
from tests.builder.sites import PNG, write_vault

PLANTED: Mapping[str, str | bytes] = {
    ".napkin/config.json": '{"templates": {"folder": "Forms"}, "site": {"exclude": ["Nowhere/"]}}',
    ".obsidian/app.json": "{",
    ".napkinignore": "",
    "NAPKIN.md": "# Garden\n\n" + "word " * 201,
    "Plants/Onion.md": "---\naliases: [Bulb]\n---\n# Onion\n\n## Sowing\n\n## Sowing\n\nBlock. ^one\n\nAnother. ^ONE\n",
    "Plants/Leek.md": "# Leek\n\nAll is: [[Onion#Onion]], [[Onion#^one]], [[#Leek]], ![[onion.png]], [o](Onion.md).\n",
    "Plants/onion.png": PNG,
    "Plants/orphan.png": PNG,
    "Plants/banner.png": PNG,
    "Plants/drawn.png": PNG,
    "Plants/notes.txt": "no attachment\n",
    "Plants/Bed.canvas": '{"nodes": [{"id": "a", "type": "file", "file": "Plants/drawn.png"}], "edges": []}',
    "A/Log.md": "Log.\n",
    "B/Log.md": "Log.\n",
    "Inbox.md": "Root.\n",
    "A/Inbox.md": "Beside.\n",
    "A/Mixed.md": "One: [[Inbox]].\n\nTwo: [[Log]] and [[B/Log]].\n",
    "Links.md": (
        "---\n"
        "related: '[[Nobody]]'\n"
        "banner: Plants/banner.png\n"
        "---\n"
        "[[Onoin]] and [[Onion#Sowng]]\n"
        "\n"
        "![[gone.png]] ![[Onion#^two]] ![[Onion#Lost]]\n"
        "\n"
        "[text](Missing%20note.md) [[Bulb]] [[Log]]\n"
        "\n"
        "%% [[Hidden]] %%\n"
        "\n"
        "`[[code]]` [[Onion#Sowing]] [web](https://example.org/)\n"
        "\n"
        "<!-- ![[Onion#Nope]] -->\n"
        "\n"
        "> [!note]\n"
        "> | a |\n"
        "> |---|\n"
        "> | [[Deep]] |\n"
    ),
    "Broken.md": "---\ntitle: Fine\npublish: [\n---\nText.\n",
    "Twice.md": "---\na: 1\na: 2\n---\nText.\n",
    "Case.md": "---\ncolour: red\nColour: blue\n---\nText.\n",
    "Tags.md": "---\ntitle: x\ntags: a, b\n---\nText.\n",
    "Doubt.md": "---\ntitle: x\nPublish: maybe\n---\nText.\n",
    "Draft.md": "---\ndraft: true\n---\nHeld back, and checked all the same: [[Void]].\n",
    "Bad.md": "---\ntitle: x\npermalink: '..'\n---\nText.\n",
    "Old.md": "---\naliases:\n  - Plants/Leek\n---\nText.\n",
    "Taken one.md": "---\npermalink: here\n---\nText.\n",
    "Taken two.md": "---\ntitle: x\npermalink: here\n---\nText.\n",
    "Same.md": "Text.\n",
    "SAME.md": "Text.\n",
    "Latin.md": b"One.\n\nCaf\xe9.\n",
    "Forms/Daily.md": "---\ndate: {{date}}\n---\n[[{{title}}]] ^x\n\nText. ^x\n",
}

FOUND = {
    ("unreadable-settings", ".obsidian/app.json", 0),
    ("napkin-too-long", "NAPKIN.md", 0),
    ("duplicate-block-id", "Plants/Onion.md", 12),
    ("orphan-attachment", "Plants/orphan.png", 0),
    ("ambiguous-link", "A/Mixed.md", 1),
    ("unresolved-link", "Links.md", 2),
    ("unresolved-link", "Links.md", 5),
    ("missing-part", "Links.md", 5),
    ("missing-embed", "Links.md", 7),
    ("unresolved-link", "Links.md", 9),
    ("alias-link", "Links.md", 9),
    ("ambiguous-link", "Links.md", 9),
    ("broken-comment-link", "Links.md", 11),
    ("ambiguous-part", "Links.md", 13),
    ("broken-comment-link", "Links.md", 15),
    ("unresolved-link", "Links.md", 20),
    ("unreadable-front-matter", "Broken.md", 4),
    ("publish-unclear", "Broken.md", 1),
    ("unreadable-front-matter", "Twice.md", 3),
    ("duplicate-property", "Case.md", 3),
    ("invalid-tag", "Tags.md", 3),
    ("publish-unclear", "Doubt.md", 3),
    ("unresolved-link", "Draft.md", 4),
    ("permalink-bad", "Bad.md", 3),
    ("redirect-taken", "Old.md", 2),
    ("permalink-taken", "Taken two.md", 3),
    ("url-collision", "Same.md", 0),
    ("invalid-utf8", "Latin.md", 3),
    ("pattern-matches-nothing", "", 0),
}


def check(root: Path, **options: Any) -> CheckReport:
    return report_of(check_vault(find_vault(None, named=root, environ={}), environ={}, **options))


def places(problems: tuple[Problem, ...]) -> list[tuple[str, str, int]]:
    return [(problem.code, problem.path, problem.line) for problem in problems]


@pytest.fixture
def planted(tmp_path: Path) -> Path:
    return write_vault(tmp_path / "vault", PLANTED)


def test_each_planted_problem_is_found_on_its_line_and_nothing_else(planted: Path) -> None:
    report = check(planted)
    assert set(places(report.problems)) == FOUND
    assert len(report.problems) == len(FOUND) + 2  # line 7 of the note of links has three embeds


def test_problems_stand_in_order_and_are_counted_by_level(planted: Path) -> None:
    report = check(planted)
    keys = [(found.path, found.line, found.code, found.message) for found in report.problems]
    assert keys == sorted(set(keys))
    assert sum(report.counts.values()) == len(keys)
    assert report.counts["error"] == sum(found.severity is Severity.ERROR for found in report.problems)
    assert report.notes == sum(path.endswith(".md") for path in PLANTED)


def test_links_that_lead_nowhere_are_errors_and_what_only_may_be_wrong_is_not(planted: Path) -> None:
    levels = {found.code: found.severity.value for found in check(planted).problems}
    errors = {code for code, level in levels.items() if level == "error"}
    assert errors == {"alias-link", "missing-embed", "missing-part", "unreadable-front-matter", "unresolved-link"}
    infos = {code for code, level in levels.items() if level == "info"}
    assert infos == {"broken-comment-link", "napkin-too-long", "orphan-attachment"}


def test_a_build_finds_the_same_in_the_notes_it_publishes(planted: Path, tmp_path: Path) -> None:
    built = build_site(planted, tmp_path / "site", state_dir=None, workers=1, environ={"SOURCE_DATE_EPOCH": "0"})
    only_check = {"duplicate-block-id", "napkin-too-long", "orphan-attachment"}
    only_build = {"no-site-url"}
    held_back = {"Draft.md"}
    of_build = {place for place in places(built.problems) if place[0] not in only_build}
    of_check = {place for place in FOUND if place[0] not in only_check and place[1] not in held_back}
    assert {place for place in of_build if not place[1].startswith("Forms/")} == of_check
    assert {found.severity for found in built.problems if found.code == "unresolved-link"} == {Severity.WARNING}


@pytest.mark.parametrize("path", ["Links.md", "A", "A/Mixed.md", "Plants"])
def test_paths_limit_what_is_reported_and_not_what_is_read(planted: Path, path: str) -> None:
    found = {place for place in FOUND if place[1] == path or place[1].startswith(f"{path}/")}
    assert set(places(check(planted, paths=[path]).problems)) == found


def test_a_path_that_is_not_there_is_refused(planted: Path) -> None:
    with pytest.raises(NotFoundError, match=r"Plants/Garlic\.md"):
        check(planted, paths=["Plants/Garlic.md"])


def test_settings_change_the_level_of_a_code(tmp_path: Path) -> None:
    rules = '{"check": {"rules": {"unresolved-link": "info", "invalid-tag": "error", "missing-part": "off"}}}'
    notes = {"a.md": "---\ntags: a, b\n---\n[[b]] [[#c]]\n", ".napkin/config.json": rules}
    report = check(write_vault(tmp_path / "vault", notes))
    assert [(found.code, found.severity.value) for found in report.problems] == [
        ("invalid-tag", "error"),
        ("unresolved-link", "info"),
    ]


def test_a_rule_that_nobody_knows_is_refused_with_the_nearest(tmp_path: Path) -> None:
    vault = write_vault(
        tmp_path / "vault", {".napkin/config.json": '{"check": {"rules": {"unresolved-links": "off"}}}'}
    )
    with pytest.raises(ConfigError, match="unresolved-links") as caught:
        check(vault)
    assert "`unresolved-link`" in caught.value.hint


def test_where_aliases_resolve_a_link_by_alias_is_right(tmp_path: Path) -> None:
    notes = {"a.md": "[[Bulb]]\n", "Onion.md": "---\naliases: Bulb\n---\n"}
    settings = {".napkin/config.json": '{"links": {"resolve_aliases": true}}'}
    assert places(check(write_vault(tmp_path / "one", notes)).problems) == [("alias-link", "a.md", 1)]
    assert check(write_vault(tmp_path / "two", {**notes, **settings})).problems == ()


def test_an_index_that_is_kept_changes_nothing(planted: Path, tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.mkdir()
    reports = [check(planted, state_dir=state, workers=workers) for workers in (2, 1)]
    assert reports[0] == reports[1] == check(planted)
