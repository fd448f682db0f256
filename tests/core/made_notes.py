"""Parsed notes made by hand, for tests of what works on them."""

from typing import Any

from napkin_site.core.syntax.headings import normalise_heading
from napkin_site.core.syntax.tree import BlockId, Heading, Link, NoteFacts


def make_link(path: str, subpath: str = "", **changes: Any) -> Link:
    """Make a wikilink in the body, or what the changes say."""
    values: dict[str, Any] = {
        "syntax": "wikilink",
        "is_embed": False,
        "path": path,
        "subpath": subpath,
        "display": None,
        "place": "body",
        "span": (0, 0),
        "target_span": (0, 0),
        "line": 1,
    }
    return Link(**(values | changes))


def make_facts(
    *links: Link, headings: tuple[tuple[int, str], ...] = (), nested: tuple[str, ...] = (), ids: tuple[str, ...] = ()
) -> NoteFacts:
    """Make the facts of a note with one block a heading, and after those one block an id."""
    outline = tuple(
        Heading(
            level=level,
            text=text,
            raw=text,
            key=normalise_heading(text),
            anchor=f"h{number}",
            span=(0, 0),
            line=1,
            block=number,
            is_nested=text in nested,
        )
        for number, (level, text) in enumerate(headings)
    )
    return NoteFacts(
        properties={},
        properties_span=(0, 0),
        properties_error="",
        body_start=0,
        links=links,
        tags=(),
        headings=outline,
        tasks=(),
        block_ids=tuple(
            BlockId(name=name, block=len(headings) + number, span=(0, 0), line=1) for number, name in enumerate(ids)
        ),
        passages=(),
        excerpt="",
        comments=(),
        words=0,
        features=(),
        findings=(),
    )
