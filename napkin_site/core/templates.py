"""Templates of notes: their variables, and their properties joined to a note's (obsidian-spec §11.1)."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from napkin_site.core.dates import format_date
from napkin_site.core.values import Value

_VARIABLE = re.compile(r"\{\{(title|date|time|content)(?::([^{}\n]*))?\}\}", re.IGNORECASE)
_LISTS = frozenset({"tags", "aliases", "cssclasses"})
"""Properties whose single value stands for a list of one (obsidian-spec §7.7)."""


class TemplateFormats(Value):
    """What `{{date}}` and `{{time}}` mean where the template says no format."""

    date: str = "YYYY-MM-DD"
    time: str = "HH:mm"


USUAL_FORMATS = TemplateFormats()


class Expanded(Value):
    """A template filled in."""

    text: str
    has_content: bool
    """True when the template had a place for the content, `{{content}}`."""


def expand_template(
    text: str, *, title: str, moment: datetime, formats: TemplateFormats = USUAL_FORMATS, content: str | None = None
) -> Expanded:
    """Fill in the variables of a template, every one of them.

    Args:
        text: the template.
        title: for `{{title}}`: the name of the note that gets it.
        moment: for `{{date}}` and `{{time}}`, with or without a format behind a colon.
        formats: those that are meant where none is said.
        content: for `{{content}}`; None leaves that as it is, as everything else in braces.

    Source: obsidian-spec §11.1. Names ignore letter case. Values are not looked into again.
    """
    has_content = False

    def value(found: re.Match[str]) -> str:
        nonlocal has_content
        name, form = found[1].lower(), found[2]
        if name in {"date", "time"}:
            return format_date(moment, form or (formats.date if name == "date" else formats.time))
        if form is not None:
            return found[0]
        if name == "title":
            return title
        if content is None:
            return found[0]
        has_content = True
        return content

    return Expanded(text=_VARIABLE.sub(value, text), has_content=has_content)


def merge_properties(note: Mapping[str, Any], template: Mapping[str, Any]) -> dict[str, Any]:
    """Join a template's properties to a note's: values of the note stay, lists are united.

    Args:
        note: the note's properties; a value of nothing takes the template's.
        template: the template's, its variables filled in; names are compared without letter case.

    Returns:
        The note's properties in their order, then those that only the template has.
    """
    merged = dict(note)
    names = {name.lower(): name for name in reversed(merged)}
    for name, value in template.items():
        ours = names.get(name.lower())
        if ours is None:
            merged[name] = value
        elif merged[ours] is None:
            merged[ours] = value
        elif isinstance(merged[ours], list) or isinstance(value, list) or name.lower() in _LISTS:
            merged[ours] = _united(merged[ours], value)
    return merged


def _united(ours: Any, theirs: Any) -> Any:
    if isinstance(ours, Mapping) or isinstance(theirs, Mapping):
        return ours
    first = ours if isinstance(ours, list) else [ours]
    more = theirs if isinstance(theirs, list) else [] if theirs is None else [theirs]
    return [*first, *(item for item in more if item not in first)]
