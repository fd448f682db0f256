"""The one table of constructs: who masks, who handles an event, who looks at text, and in which order.

Order matters in two of the three tables. Maskers run one after the other, each on what the earlier
ones left: what is hidden in a comment or in math is no task. Finders run over each leaf's text, and
what an earlier one took is out of sight for a later one (obsidian-spec §4.1).
"""

from collections.abc import Mapping

from napkin_site.core.syntax import (
    autolinks,
    block_ids,
    blocks,
    callouts,
    code,
    embeds,
    footnotes,
    headings,
    highlights,
    links,
    lists,
    math,
    raw_html,
    scan,
    tables,
    tags,
    tasks,
)
from napkin_site.core.syntax.inline import FinderEntry, FinishLeaf, make_finisher
from napkin_site.core.syntax.tree import SyntaxOptions
from napkin_site.core.syntax.walk import Handler, Handlers

MASKERS = (scan.mask_comments_and_math, callouts.mask_callouts, tasks.mask_tasks, block_ids.mask_block_ids)

FINDERS = (
    FinderEntry("^", block_ids.find_id, in_links=False, in_notes=False),
    FinderEntry("^[", footnotes.find_inline_notes, in_links=False, in_notes=False),
    FinderEntry("://", autolinks.find_urls, in_links=False),
    FinderEntry("@", autolinks.find_emails, in_links=False),
    FinderEntry("#", tags.find_tags, in_links=False),
    FinderEntry("==", highlights.find_highlights, in_links=True),
)


_TRIGGERS = [(entry, entry.trigger[:1].encode(), entry.trigger.encode()) for entry in FINDERS]
"""Each with the first byte of its trigger, which is found in no time, and with all of it."""


def finisher_of(body: bytes, options: SyntaxOptions) -> FinishLeaf:
    """Make the function that finishes the leaves of a body, with those finders that may find something in it."""
    if options.commonmark:
        return make_finisher(())
    if b"&" in body or b"\\" in body:  # a text may then hold what its source does not
        return make_finisher(FINDERS)
    return make_finisher([entry for entry, first, trigger in _TRIGGERS if first in body and trigger in body])


_open_emphasis, _close_emphasis = blocks.make_mark("em")
_open_strong, _close_strong = blocks.make_mark("strong")

_CONSTRUCTS: Mapping[str, tuple[Handler, Handler]] = {
    "Paragraph": (blocks.start_paragraph, blocks.end_paragraph),
    "Heading": (headings.start_heading, headings.end_heading),
    "BlockQuote": (blocks.start_quote, blocks.end_quote),
    "CodeBlock": (code.start_code, code.end_code),
    "HtmlBlock": (raw_html.start_html, raw_html.end_html),
    "List": (lists.start_list, lists.end_list),
    "Item": (lists.start_item, lists.end_item),
    "FootnoteDefinition": (footnotes.start_definition, footnotes.end_definition),
    "Table": (tables.start_table, tables.end_table),
    "TableHead": (tables.start_head, tables.end_head),
    "TableRow": (tables.start_row, tables.end_row),
    "TableCell": (tables.start_cell, tables.end_cell),
    "Emphasis": (_open_emphasis, _close_emphasis),
    "Strong": (_open_strong, _close_strong),
    "Strikethrough": (blocks.start_strikethrough, blocks.end_strikethrough),
    "Link": (links.start_link, links.end_link),
    "Image": (links.start_link, embeds.end_image),
}


HANDLERS = Handlers(
    start={name: pair[0] for name, pair in _CONSTRUCTS.items()},
    end={name: pair[1] for name, pair in _CONSTRUCTS.items()},
    single={
        "Text": blocks.add_text,
        "Code": code.add_code,
        "SoftBreak": blocks.add_soft_break,
        "HardBreak": blocks.add_hard_break,
        "Rule": blocks.add_rule,
        "InlineHtml": raw_html.add_inline_html,
        "Html": raw_html.add_html,
        "InlineMath": math.add_inline_math,
        "DisplayMath": math.add_display_math,
        "FootnoteReference": footnotes.add_reference,
        "TaskListMarker": tasks.add_task,
    },
)
