import json
from datetime import UTC, datetime

import pytest

from napkin_site.errors import ConfigError, NotFoundError, UsageError
from napkin_site.services.bookmarks import list_bookmarks
from napkin_site.services.canvases import list_canvases, read_canvas
from napkin_site.services.settings import get_setting, show_settings
from napkin_site.services.templating import daily_path, list_templates, now, read_daily, read_template
from tests.services.conftest import MakeVault

MOMENT = datetime(2026, 1, 15, 9, 5, tzinfo=UTC)
FILES = {
    "Templates/Daily Note.md": "# {{date}}\n\n## Tasks\n",
    "Templates/Meeting Note.md": "# {{title}}\n{{time}}\n",
    "Templates/Work/Report.md": "report\n",
    "Loose.md": "loose {{title}}\n",
    "Inbox/Daily/2026-01-15.md": "- [ ] Task 1\n",
    ".napkin/config.json": '{"daily": {"folder": "Inbox/Daily"}}',
}


def test_templates_are_listed_by_name(opened: MakeVault) -> None:
    assert list_templates(opened(FILES)).templates == ("Daily Note", "Meeting Note", "Work/Report")


def test_a_template_is_read_as_it_is_or_filled_in(opened: MakeVault) -> None:
    access = opened(FILES)
    assert read_template(access, "daily note.md").content == "# {{date}}\n\n## Tasks\n"
    filled = read_template(access, "Meeting Note", resolve=True, title="Standup", moment=MOMENT)
    assert (filled.template, filled.path, filled.content) == (
        "Meeting Note",
        "Templates/Meeting Note.md",
        "# Standup\n09:05\n",
    )
    assert read_template(access, "Loose", resolve=True).content == "loose Untitled\n"


def test_obsidian_says_what_date_and_time_look_like(opened: MakeVault) -> None:
    templates = '{"folder": "T", "dateFormat": "DD.MM.YYYY", "timeFormat": "HH[h]mm"}'
    access = opened({"T/t.md": "{{date}} {{time}}", ".obsidian/templates.json": templates})
    assert list_templates(access).templates == ("t",)
    assert read_template(access, "t", resolve=True, moment=MOMENT).content == "15.01.2026 09h05"


def test_a_template_that_is_not_there_is_told_with_those_that_are(opened: MakeVault) -> None:
    with pytest.raises(NotFoundError, match=r"Template not found: zz\. Available: Daily Note, Meeting Note, W"):
        read_template(opened(FILES), "zz")


def test_without_templates_the_error_says_so(opened: MakeVault) -> None:
    with pytest.raises(NotFoundError, match="Available: none"):
        read_template(opened({"a.md": ""}), "zz")


def test_the_note_of_a_day_is_where_the_settings_say(opened: MakeVault) -> None:
    access = opened(FILES)
    assert daily_path(access, moment=MOMENT).path == "Inbox/Daily/2026-01-15.md"
    assert daily_path(access).path == f"Inbox/Daily/{now():%Y-%m-%d}.md"
    assert read_daily(access, moment=MOMENT).content == "- [ ] Task 1\n"
    with pytest.raises(NotFoundError, match=r"Daily note not found: Inbox/Daily/2025-01-03\.md"):
        read_daily(access, moment=datetime(2025, 1, 3, tzinfo=UTC))


def test_bookmarks_are_read_flat_or_as_a_tree(opened: MakeVault) -> None:
    items = [{"type": "group", "title": "G", "items": [{"type": "file", "path": "a.md"}]}]
    found = list_bookmarks(opened({".obsidian/bookmarks.json": json.dumps({"items": items})}))
    assert [bookmark.type for bookmark in found.bookmarks] == ["group"]
    assert [bookmark.target for bookmark in found.flat] == ["a.md"]


def test_no_bookmarks_are_none_and_unreadable_ones_an_error(opened: MakeVault) -> None:
    assert list_bookmarks(opened({"a.md": ""})).bookmarks == ()
    access = opened({".obsidian/bookmarks.json": "{bad"})
    with pytest.raises(ConfigError) as caught:
        list_bookmarks(access)
    assert caught.value.path == ".obsidian/bookmarks.json"
    (access.location.obsidian_dir / "bookmarks.json").unlink()
    (access.location.obsidian_dir / "bookmarks.json").mkdir()
    with pytest.raises(ConfigError):
        list_bookmarks(access)


CANVAS = {
    "nodes": [
        {"id": "aabb11223344", "type": "text", "text": "hello"},
        {"id": "eeff99001122", "type": "group", "label": "G"},
        7,
    ],
    "edges": [{"id": "e", "fromNode": "aabb11223344", "toNode": "eeff99001122"}],
}


def test_a_canvas_is_found_by_name_and_read(opened: MakeVault) -> None:
    access = opened({"Boards/board.canvas": json.dumps(CANVAS), "empty.canvas": "", "board.md": ""})
    assert list_canvases(access).canvases == ("Boards/board.canvas", "empty.canvas")
    found = read_canvas(access, "board")
    assert (found.path, len(found.nodes), len(found.edges)) == ("Boards/board.canvas", 2, 1)
    assert [node["type"] for node in read_canvas(access, "board", kind="text").nodes] == ["text"]
    assert read_canvas(access, "empty.canvas").nodes == ()


def test_what_is_no_canvas_is_an_error(opened: MakeVault) -> None:
    access = opened({"bad.canvas": "{", "list.canvas": "[]", "a.md": "{}", "odd.canvas": '{"nodes": 3}'})
    with pytest.raises(NotFoundError, match="Canvas not found: zz") as caught:
        read_canvas(access, "zz")
    assert caught.value.suggestions == ("bad.canvas", "list.canvas", "odd.canvas")
    with pytest.raises(UsageError, match="not JSON"):
        read_canvas(access, "bad")
    for name in ("list", "a.md"):
        with pytest.raises(UsageError, match="not a canvas"):
            read_canvas(access, name)
    assert read_canvas(access, "odd").nodes == ()


def test_settings_are_shown_with_their_defaults_and_got_by_key(opened: MakeVault) -> None:
    access = opened(FILES)
    assert show_settings(access)["daily"]["folder"] == "Inbox/Daily"
    assert "obsidian" not in show_settings(access)
    assert get_setting(access, "search.limit").value == 30
    assert get_setting(access, "search.snippetLines").value == 0
    assert get_setting(access, "daily").value == {"folder": "Inbox/Daily", "format": "YYYY-MM-DD"}


def test_an_unknown_setting_has_no_value_and_a_near_name(opened: MakeVault) -> None:
    access = opened(FILES)
    found = get_setting(access, "search.limits")
    assert (found.is_known, found.near) == (False, "search.limit")
    assert get_setting(access, "search.limit.more").is_known is False
    assert get_setting(access, "zz").near == ""
