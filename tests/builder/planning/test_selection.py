"""The publishing filter: decisions 19 to 22 and obsidian-spec §13."""

from typing import Any

import pytest

from napkin_site.builder.settings.site_settings import SiteSettings
from tests.builder.fakes import codes, make_note, make_plan, make_vault


def published(settings: SiteSettings | None = None, **properties: Any) -> bool:
    plan = make_plan(make_vault(make_note("A/n.md", properties=properties)), settings)
    assert ("A/n.md" in plan.published) != ("A/n.md" in plan.held_back)
    return "A/n.md" in plan.published


def test_every_note_is_published_by_default() -> None:
    assert published()


@pytest.mark.parametrize("value", [False, None, "yes", "true", "", 1, ["a"], {"a": 1}])
def test_publish_other_than_true_holds_back(value: object) -> None:
    assert not published(publish=value)


@pytest.mark.parametrize("value", [True, "true", "no", 0, ["x"]])
def test_draft_other_than_false_or_empty_holds_back(value: object) -> None:
    assert not published(draft=value)


@pytest.mark.parametrize("value", [False, None, ""])
def test_draft_false_or_empty_says_nothing(value: object) -> None:
    assert published(draft=value)


def test_draft_wins_over_publish() -> None:
    assert not published(publish=True, draft=True)


def test_property_names_are_compared_without_case_and_the_strictest_counts() -> None:
    assert not published(Publish=False)
    assert not published(publish=True, PUBLISH=False)


def test_a_plain_wish_is_no_problem_but_an_unclear_one_is_reported() -> None:
    plain = make_plan(make_vault(make_note("n.md", properties={"publish": False})))
    unclear = make_plan(make_vault(make_note("n.md", properties={"publish": "maybe"})))
    assert codes(plain) == []
    assert codes(unclear) == ["publish-unclear"]


@pytest.mark.parametrize(
    ("source", "is_published"),
    [
        (b"---\nfoo: [\n---\n", True),
        (b"---\npublish: [\n---\n", False),
        (b"---\n: DRAFT\n---\n", False),
        (b"", False),
    ],
)
def test_unreadable_front_matter_holds_back_when_it_may_say_so(source: bytes, is_published: bool) -> None:
    plan = make_plan(make_vault(make_note("n.md", error="bad")), sources={"n.md": source})
    assert ("n.md" in plan.published) is is_published


def test_flagged_mode_publishes_only_what_says_so() -> None:
    flagged = SiteSettings(publish_mode="flagged")
    assert not published(flagged)
    assert published(flagged, publish=True)


def test_excluded_folder_holds_back_and_publish_true_wins_over_it() -> None:
    for entry in ("A", "A/", "/A", "a", "A/**"):
        assert not published(SiteSettings(exclude=(entry,)))
        assert published(SiteSettings(exclude=(entry,)), publish=True)


def test_excluded_file_wins_over_publish_true() -> None:
    for entry in ("A/n.md", "A/n", "n*", "**/n.md", "A/?.md"):
        assert not published(SiteSettings(exclude=(entry,)), publish=True)


def test_exclusion_wins_over_inclusion() -> None:
    assert not published(SiteSettings(include=("A",), exclude=("A",)))
    assert not published(SiteSettings(include=("A/n.md",), exclude=("A",)))


def test_include_list_leaves_out_the_rest_but_not_what_says_publish_true() -> None:
    elsewhere = SiteSettings(include=("B", "A"), exclude=("A",))
    assert not published(SiteSettings(include=("B",)))
    assert published(SiteSettings(include=("B",)), publish=True)
    assert not published(elsewhere)


def test_an_entry_that_matches_nothing_is_reported() -> None:
    plan = make_plan(make_vault(make_note("A/n.md")), SiteSettings(exclude=("Privat",), include=("A",)))
    assert codes(plan) == ["pattern-matches-nothing"]


@pytest.mark.parametrize(
    ("settings", "hint"),
    [
        (SiteSettings(exclude=("Diari",)), "Did you mean `Diary`?"),
        (SiteSettings(trusted_html=("diary/",)), "Did you mean `Diary`?"),
        (SiteSettings(trusted_html=("Elsewhere",)), "Write the path from the vault's root, or a glob."),
    ],
)
def test_what_an_entry_most_likely_meant_is_named(settings: SiteSettings, hint: str) -> None:
    plan = make_plan(make_vault(make_note("Diary/n.md")), settings)
    assert [problem.hint for problem in plan.problems] == [hint]


@pytest.mark.parametrize("entry", ["Diary", "Diary/", "/Diary", ".", ""])
def test_a_trusted_folder_that_is_there_is_not_reported(entry: str) -> None:
    assert codes(make_plan(make_vault(make_note("Diary/n.md")), SiteSettings(trusted_html=(entry,)))) == []


def test_templates_are_held_back_whatever_they_say() -> None:
    settings = SiteSettings(templates_folders=("a",))
    assert not published(settings)
    assert not published(settings, publish=True)
