"""Expectations about what the verbs of the library answer: templates, daily notes, bookmarks."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from napkin_site.core.bookmarks import Bookmark
from napkin_site.services import bookmarks as bookmarking
from napkin_site.services import templating
from napkin_site.services.access import VaultAccess
from tests.conformance.cases import Case, Expectation


def template(case: Case, vault: VaultAccess, expect: Expectation) -> str:
    moment = datetime.fromisoformat(case.now).replace(tzinfo=UTC)
    found = templating.read_template(vault, expect["template"], resolve=True, title=expect["title"], moment=moment)
    return "" if found.content == expect["text"] else f"text is {found.content!r}"


def daily_path(case: Case, vault: VaultAccess, expect: Expectation) -> str:
    moment = datetime.fromisoformat(expect["date"]).replace(tzinfo=UTC)
    path = templating.daily_path(vault, moment=moment).path
    return "" if path == expect["path"] else f"path is {path!r}"


def bookmarks(case: Case, vault: VaultAccess, expect: Expectation) -> str:
    found = _plain(bookmarking.list_bookmarks(vault).bookmarks)
    return "" if found == expect["items"] else f"bookmarks are {found}"


def _plain(items: Sequence[Bookmark]) -> list[dict[str, Any]]:
    return [
        {"type": item.type, "title": item.title}
        | ({"items": _plain(item.items)} if item.type == "group" else {"target": item.target})
        for item in items
    ]
