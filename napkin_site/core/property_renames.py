"""New targets for links in front matter, written as its YAML needs it.

The same text may stand in a comment, or in brackets that make it a list, so what counts is what is read afterwards:
the same values, with other targets in their links. Where replacing the targets alone does not give that, the values
are written anew, each in its own quotes.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from napkin_site.core.edits.text import apply_edits
from napkin_site.core.edits.yaml_text import yaml_scalar
from napkin_site.core.frontmatter import split_front_matter
from napkin_site.core.syntax.property_links import links_of_text
from napkin_site.core.syntax.tree import Link, Span

NewTarget = Callable[[Link, bytes], bytes | None]
"""Gives the new target of a link, as written, from the text that it stands in; None when it may stay."""

_NODE_MARKS = re.compile(r"(?:[&!]\S*\s+)*")
"""Anchors and tags, which stand before a value."""


def property_edits(source: bytes, edits: Mapping[Span, bytes], new_target: NewTarget) -> dict[Span, bytes] | None:
    """Give the edits of a note that give the links of its properties other targets, and change nothing else.

    Args:
        source: the note.
        edits: new targets by their span; tried first, since they keep every other byte.
        new_target: gives the new target of any link in a value.

    Returns:
        The edits; None when there are none after which the values would be read as meant.
    """
    front = split_front_matter(source)
    meant = _mapped(front.data, new_target)
    if meant == front.data:
        return {}
    attempts: list[Callable[[], dict[Span, bytes]]] = [
        lambda: dict(edits),
        lambda: {span: new.replace(b"'", b"''") for span, new in edits.items()},
        lambda: _value_edits(source, front.span, new_target),
    ]
    for attempt in attempts:
        found = attempt()
        if split_front_matter(apply_edits(source, found)).data == meant:
            return found
    return None


def _mapped(value: Any, new_target: NewTarget) -> Any:
    """Give property values with other targets in their links."""
    if isinstance(value, str):
        return _new_text(value, new_target)
    if isinstance(value, dict):
        return {name: _mapped(part, new_target) for name, part in value.items()}
    if isinstance(value, list):
        return [_mapped(part, new_target) for part in value]
    return value


def _new_text(text: str, new_target: NewTarget) -> str:
    if "[" not in text:
        return text
    try:
        encoded = text.encode()
    except UnicodeEncodeError:
        return text  # an escape stands for half a character
    edits = {}
    for link in links_of_text(encoded):
        new = new_target(link, encoded)
        if new is not None:
            edits[link.target_span] = new
    return apply_edits(encoded, edits).decode() if edits else text


def _value_edits(source: bytes, span: Span, new_target: NewTarget) -> dict[Span, bytes]:
    """Write each value that holds such a link anew."""
    start = source.find(b"\n", span[0]) + 1
    text = source[start : source.rfind(b"---", start, span[1])].decode("utf-8", "replace")
    edits: dict[Span, bytes] = {}
    for node, is_flow in _values(text):
        new = _new_text(node.value, new_target)
        if new == node.value:
            continue
        begin, end = node.start_mark.index, node.end_mark.index
        marks = _NODE_MARKS.match(text, begin, end)
        begin = begin if marks is None else marks.end()
        if node.style in ("|", ">"):
            written = _new_text(text[begin:end], new_target)  # nothing is escaped there
        else:
            written = yaml_scalar(new, quote=node.style if node.style in ("'", '"') else "", is_flow=is_flow)
        place = start + len(text[:begin].encode())
        edits[(place, place + len(text[begin:end].encode()))] = written.encode()
    return edits


def _values(text: str) -> Iterator[tuple[ScalarNode, bool]]:
    """Give the single values in a front matter, and whether they stand in brackets; each once, for all its aliases."""
    pending: list[tuple[Node | None, bool]] = [(yaml.compose(text, Loader=yaml.CSafeLoader), False)]
    seen: set[int] = set()
    while pending:
        node, is_flow = pending.pop()
        if node is None or id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, ScalarNode):
            yield node, is_flow
        elif isinstance(node, SequenceNode | MappingNode):
            is_flow = is_flow or bool(node.flow_style)
            parts = node.value if isinstance(node, SequenceNode) else [value for _, value in node.value]
            pending += [(part, is_flow) for part in parts]
