"""Cutting out of a note the part that an embed shows: a section or a block (obsidian-spec §3.2, §4.9)."""

from napkin_site.core.subpaths import SubpathIndex, is_block_subpath, section_end
from napkin_site.core.syntax.tree import FragmentEnd, FragmentStart, NoteBody, NoteFacts, Piece


def cut_part(facts: NoteFacts, body: NoteBody, subpath: str) -> list[Piece] | None:
    """Cut out of a note what an embed of that subpath shows; None when there is no such part."""
    blocks = body.blocks
    if not subpath:
        return [piece for block in blocks for piece in block.pieces]
    index = SubpathIndex(facts)
    if is_block_subpath(subpath):
        found = index.block(subpath)
        return None if found is None else _fragment(facts, body, found)
    heading = index.heading(subpath)
    if heading is None:
        return None
    start = facts.headings[heading].block
    stop = start + 1 if facts.headings[heading].is_nested else section_end(facts.headings, heading)
    return [piece for block in blocks[start:stop] for piece in block.pieces]


def _fragment(facts: NoteFacts, body: NoteBody, index: int) -> list[Piece]:
    """Cut out the block that an id names: from its start mark to its end mark, or the whole top-level block."""
    marked = facts.block_ids[index]
    name = marked.name.lower()
    pieces = body.blocks[marked.block].pieces
    start = next((i for i, p in enumerate(pieces) if isinstance(p, FragmentStart) and p.name.lower() == name), None)
    if start is None:
        return list(pieces)
    first = pieces[start]
    assert isinstance(first, FragmentStart)
    depth = 0
    stop = len(pieces)
    for place in range(start, len(pieces)):  # a list and an item of it may, by mistake, share an id
        piece = pieces[place]
        if isinstance(piece, FragmentStart | FragmentEnd) and piece.name.lower() == name:
            depth += 1 if isinstance(piece, FragmentStart) else -1
            if not depth:
                stop = place
                break
    return [first.open, *pieces[start + 1 : stop], first.close]
