"""The links of a canvas: its file nodes, and the links in its texts (obsidian-spec §2.6)."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from napkin_site.core.syntax.tree import Link

Parse = Callable[[bytes], Sequence[Link]]
"""Gives the links of a Markdown text."""


def canvas_links(source: bytes, parse: Parse) -> tuple[Link, ...]:
    """Give the links of a canvas, in the order of its nodes; what is no canvas has none.

    Args:
        source: the file.
        parse: is asked for the links of a text that may have some.

    Returns:
        A file node is an embed of an exact path, from the root. Lines and spans mean nothing here.
    """
    try:
        data = json.loads(source.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return ()
    nodes = data.get("nodes") if isinstance(data, dict) else None
    if not isinstance(nodes, list):
        return ()
    return tuple(link for node in nodes if isinstance(node, dict) for link in _links(node, parse))


def _links(node: Mapping[str, Any], parse: Parse) -> Iterator[Link]:
    kind, text, file = node.get("type"), node.get("text"), node.get("file")
    if kind == "file" and isinstance(file, str) and file:
        subpath = node.get("subpath")
        part = subpath.removeprefix("#") if isinstance(subpath, str) else ""
        yield Link(
            syntax="wikilink",
            is_embed=True,
            path=f"/{file.removeprefix('/')}",
            subpath=part,
            display=None,
            place="body",
            span=(0, 0),
            target_span=(0, 0),
            line=1,
        )
    elif kind == "text" and isinstance(text, str) and ("[[" in text or "](" in text or "]:" in text or "<a" in text):
        for link in parse(text.encode("utf-8", "surrogatepass")):
            yield replace(link, line=1, passage=-1)
