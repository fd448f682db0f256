"""Addresses, folder pages, redirects and what comes along."""

from napkin_site.builder.planning.site_plan import PlannedPage, SitePlan
from napkin_site.builder.settings.site_settings import SiteSettings
from napkin_site.core.paths import FolderPath, VaultPath
from tests.builder.fakes import codes, make_note, make_plan, make_vault


def url(plan: SitePlan, path: str) -> str:
    return plan.urls[VaultPath(path)]


def page(plan: SitePlan, url: str) -> PlannedPage:
    return next(page for page in plan.pages if page.url == url)


def test_addresses_are_those_of_obsidian_publish() -> None:
    plan = make_plan(make_vault(make_note("Company/About us.md"), make_note("v1.2 plan.md")))
    assert plan.urls == {"Company/About us.md": "Company/About+us/", "v1.2 plan.md": "v1.2+plan/"}


def test_every_folder_with_something_published_has_a_page_and_no_other() -> None:
    vault = make_vault(make_note("a/b/n.md"), make_note("private/x.md", properties={"publish": False}))
    assert dict(make_plan(vault).folders) == {"": "", "a": "a/", "a/b": "a/b/"}


def test_notes_about_a_folder_are_the_body_of_its_page() -> None:
    for body in ("Stuff.md", "stuff.md", "Stuff/_about.md", "Stuff/NAPKIN.md", "Stuff/index.md", "Stuff/Readme.md"):
        plan = make_plan(make_vault(make_note(body), make_note("Stuff/n.md")))
        assert page(plan, "Stuff/").source == body
        assert url(plan, body) == "Stuff/"


def test_of_several_bodies_one_wins_and_the_others_stay_notes() -> None:
    plan = make_plan(make_vault(make_note("Stuff.md"), make_note("Stuff/_about.md"), make_note("Stuff/index.md")))
    assert dict(plan.urls) == {
        "Stuff.md": "Stuff/",
        "Stuff/_about.md": "Stuff/_about/",
        "Stuff/index.md": "Stuff/index/",
    }


def test_a_folder_body_can_still_be_found_at_its_own_path() -> None:
    plan = make_plan(make_vault(make_note("Stuff/index.md")))
    assert plan.redirects == {"Stuff/index/": "Stuff/"}


def test_home_is_the_setting_then_napkin_then_index_then_readme() -> None:
    notes = [make_note(path) for path in ("README.md", "index.md", "NAPKIN.md", "deep/Start.md")]
    assert page(make_plan(make_vault(*notes), SiteSettings(home="deep/Start.md")), "").source == "deep/Start.md"
    assert page(make_plan(make_vault(*notes), SiteSettings(home="Start")), "").source == "deep/Start.md"
    assert page(make_plan(make_vault(*notes)), "").source == "NAPKIN.md"
    assert page(make_plan(make_vault(*notes[:2])), "").source == "index.md"
    assert page(make_plan(make_vault(*notes[:1])), "").source == "README.md"
    assert page(make_plan(make_vault(make_note("n.md"))), "").source == ""


def test_a_home_page_that_is_not_published_is_reported() -> None:
    vault = make_vault(make_note("Start.md", properties={"publish": False}), make_note("n.md"))
    plan = make_plan(vault, SiteSettings(home="Start.md"))
    assert codes(plan) == ["home-not-found"]
    assert page(plan, "").source == ""


def test_a_permalink_replaces_the_path_and_the_old_path_redirects() -> None:
    plan = make_plan(make_vault(make_note("a/Old name.md", properties={"permalink": "/new place/"})))
    assert url(plan, "a/Old name.md") == "new+place/"
    assert plan.redirects == {"a/Old+name/": "new+place/"}


def test_a_permalink_yields_to_a_note_that_stands_there() -> None:
    plan = make_plan(make_vault(make_note("a.md", properties={"permalink": "B"}), make_note("b.md")))
    assert dict(plan.urls) == {"a.md": "a/", "b.md": "b/"}
    assert codes(plan) == ["permalink-taken"]


def test_a_permalink_that_is_no_address_is_reported() -> None:
    for text in ("-/tags", "..", "robots.txt", "x" * 300):
        plan = make_plan(make_vault(make_note("a.md", properties={"permalink": text})))
        assert url(plan, "a.md") == "a/", text
        assert codes(plan) == (["permalink-bad"])


def test_a_permalink_of_a_folder_body_moves_the_folder_page() -> None:
    plan = make_plan(
        make_vault(make_note("Stuff/_about.md", properties={"permalink": "things"}), make_note("Stuff/n.md"))
    )
    assert plan.folders[FolderPath("Stuff")] == "things/"
    assert plan.redirects == {"Stuff/": "things/", "Stuff/_about/": "things/"}


def test_an_alias_that_is_a_path_redirects_and_a_bare_one_does_not() -> None:
    plan = make_plan(make_vault(make_note("n.md", properties={"aliases": ["Old/Place.md", "Bare", "https://x/y"]})))
    assert plan.redirects == {"Old/Place/": "n/"}


def test_a_redirect_never_takes_a_page() -> None:
    plan = make_plan(make_vault(make_note("a/b.md"), make_note("n.md", properties={"aliases": ["A/B"]})))
    assert plan.redirects == {}
    assert codes(plan) == ["redirect-taken"]


def test_addresses_that_differ_by_case_are_told_apart_and_reported() -> None:
    plan = make_plan(make_vault(make_note("Note.md"), make_note("note.md"), make_note("a b.md"), make_note("a+b.md")))
    assert dict(plan.urls) == {"Note.md": "Note/", "a b.md": "a+b/", "a+b.md": "a+b-2/", "note.md": "note-2/"}
    assert codes(plan) == ["url-collision", "url-collision"]


def test_held_back_notes_take_no_address_from_others() -> None:
    plan = make_plan(make_vault(make_note("Note.md", properties={"publish": False}), make_note("note.md")))
    assert dict(plan.urls) == {"note.md": "note/"}


def test_the_reserved_folder_is_never_a_notes() -> None:
    plan = make_plan(make_vault(make_note("-/tags.md"), make_note("robots.txt.md")))
    assert url(plan, "-/tags.md") == "--2/tags/"
    assert url(plan, "robots.txt.md") == "robots.txt-2/"


def test_only_files_that_published_notes_need_come_along() -> None:
    vault = make_vault(
        make_note("n.md", "![[a.png]] [[b.pdf]]", properties={"cover": "img/c.png", "image": ["[[d.png]]"]}),
        make_note("secret.md", "![[s.png]]", properties={"publish": False}),
        files=("a.png", "b.pdf", "img/c.png", "d.png", "s.png", "lost.png"),
    )
    assert make_plan(vault).attachments == ("a.png", "b.pdf", "d.png", "img/c.png")


def test_a_file_in_the_exclude_list_stays_and_is_reported() -> None:
    vault = make_vault(make_note("n.md", "![[x/a.png]]"), files=("x/a.png",))
    plan = make_plan(vault, SiteSettings(exclude=("x",)))
    assert plan.attachments == ()
    assert codes(plan) == ["attachment-kept-back"]


def test_files_a_browser_would_run_stay_unless_trusted() -> None:
    vault = make_vault(make_note("n.md", "[[x/a.HTML]]"), files=("x/a.HTML",))
    assert make_plan(vault).attachments == ()
    assert make_plan(vault, SiteSettings(trusted_html=("x",))).attachments == ("x/a.HTML",)


def test_tags_and_their_parents_have_pages_in_the_spelling_first_met() -> None:
    vault = make_vault(
        make_note("a.md", properties={"tags": ["Area/Topic"]}),
        make_note("b.md", properties={"tags": ["area/other", "AREA"]}),
        make_note("c.md", properties={"tags": ["secret"], "publish": False}),
        make_note("d.md", properties={"tags": ["hidden"]}, is_excluded=True),
    )
    assert dict(make_plan(vault).tags) == {"area": "Area", "area/other": "area/other", "area/topic": "Area/Topic"}


def test_a_note_of_endless_tags_brings_no_endless_pages() -> None:
    many = make_note("many.md", properties={"tags": [f"t{number}" for number in range(3000)]})
    plan = make_plan(make_vault(many, make_note("z.md", properties={"tags": ["after"]})))
    assert len(plan.tags) == 1001
    assert "after" in plan.tags
    assert codes(plan) == ["tag-without-page"]


def test_a_tag_too_deep_for_a_disk_has_no_page() -> None:
    plan = make_plan(make_vault(make_note("n.md", properties={"tags": ["a/" * 3000 + "b", "good"]})))
    assert dict(plan.tags) == {"good": "good"}
    assert codes(plan) == ["tag-without-page"]


def test_a_note_of_endless_old_paths_brings_no_endless_redirects() -> None:
    plan = make_plan(make_vault(make_note("n.md", properties={"aliases": [f"old/{number}" for number in range(3000)]})))
    assert len(plan.redirects) == 1000
    assert codes(plan) == ["redirect-taken"]


def test_more_than_fifty_backlinks_get_a_page_of_their_own() -> None:
    notes = [make_note(f"n{number}.md", "[[Target]]") for number in range(51)]
    vault = make_vault(make_note("Target.md"), make_note("Target/backlinks.md"), *notes)
    plan = make_plan(vault)
    assert plan.backlink_pages == {"Target.md": "Target/backlinks-2/"}
    assert make_plan(make_vault(make_note("Target.md"), *notes[1:])).backlink_pages == {}


def test_a_canvas_is_a_page_when_a_published_note_uses_it() -> None:
    vault = make_vault(
        make_note("n.md", "![[Plan.canvas]]"),
        make_note("s.md", "![[Secret.canvas]]", properties={"draft": True}),
        files=("Plan.canvas", "Secret.canvas"),
    )
    plan = make_plan(vault)
    assert url(plan, "Plan.canvas") == "Plan.canvas/"
    assert dict(plan.copies) == {"Plan.canvas": "Plan.canvas/Plan.canvas"}
    assert codes(plan) == []
    assert "Secret.canvas" not in plan.urls
