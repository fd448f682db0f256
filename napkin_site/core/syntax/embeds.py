"""Embeds (obsidian-spec §3.1, §3.3, §3.4): `![[target|alt|size]]`, `![alt|size](address)`."""

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from napkin_site.core.syntax.escaping import clean_address, escape_attribute, escape_text, quote_href, scheme_of
from napkin_site.core.syntax.leaf import ATOM, EMBED, HOLD, PLAYER, Token
from napkin_site.core.syntax.links import WikiTarget, add_source_text, decode_target, default_text, markdown_target
from napkin_site.core.syntax.tree import EmbedHole, RemoteHole

if TYPE_CHECKING:
    from napkin_site.core.syntax.walk import Walk

_SIZE = re.compile(r"(\d{1,5})(?:x(\d{1,5}))?")
_PICTURE_DATA = re.compile(r"data:image/(?:png|jpe?g|gif|webp|avif|bmp)[;,]", re.IGNORECASE)
# The hosts whose addresses in image syntax become players and posts (obsidian-spec §3.4).
_PLAYER_HOSTS = ("youtube.com", "youtu.be", "youtube-nocookie.com", "twitter.com", "x.com")


def split_size(display: str) -> tuple[str, int | None, int | None]:
    """Split `A cat|200x100` into alternative text, width and height; a size alone has no text."""
    alt, bar, size = display.rpartition("|")
    match = _SIZE.fullmatch(size.strip())
    if match is None:
        return display.strip(), None, None
    return alt.strip() if bar else "", int(match[1]), int(match[2]) if match[2] else None


def is_player(url: str) -> bool:
    """Tell whether a URL in image syntax may be shown as a player or post, which is a block."""
    try:
        host = (urlsplit(url).hostname or "").lower()
    except ValueError:
        return False
    return host.endswith(_PLAYER_HOSTS)


def end_image(walk: "Walk", _: Any, start: int, end: int) -> None:
    """Write an embed, or a picture of another host."""
    outer, data, _start = walk.leaves[-1]
    kind = data["link_type"]
    children_end = walk.leaf.end
    inline = walk.end_leaf()
    walk.leaves.pop()
    walk.leaf = outer
    if kind.__class__ is dict:
        _end_wiki_embed(walk, start, end)
        return
    address = data["dest_url"]
    if walk.is_plain:
        title = f' title="{escape_attribute(data["title"])}"' if data["title"] else ""
        tag = f'<img src="{quote_href(address)}" alt="{escape_attribute(inline.text)}"{title} />'
        outer.add_token(Token(tag, inline.text, ATOM), start, end)
        return
    alt, width, height = split_size(inline.text)
    scheme = scheme_of(address)
    if scheme:
        outer.add_token(remote_picture(address, alt, data["title"], (width, height)), start, end)
        return
    target = decode_target(address)
    target_span = markdown_target(walk, data, start, end, children_end)
    index = walk.add_link("markdown", target, (start, end), target_span, display=alt or None, is_embed=True)
    hole = EmbedHole(link=index, alt=alt, width=width, height=height, is_block=False)
    outer.add_token(Token(HOLD, alt or default_text(*target), EMBED, (index,), (hole,)), start, end)


def remote_picture(address: str, alt: str, title: str, size: tuple[int | None, int | None]) -> Token:
    """Show a picture (or player) of another host; of other schemes than the web's, inline data only."""
    address = clean_address(address)
    width, height = size
    if scheme_of(address) in {"http", "https"}:
        hole = RemoteHole(url=address, alt=alt, title=title, width=width, height=height, kind="image")
        return Token(HOLD, alt, PLAYER if is_player(address) else ATOM, (), (hole,))
    if _PICTURE_DATA.match(address):
        sizes = "".join(f' {name}="{value}"' for name, value in (("width", width), ("height", height)) if value)
        tag = f'<img class="internal-embed" src="{escape_attribute(address)}" alt="{escape_attribute(alt)}"{sizes}>'
        return Token(tag, alt, ATOM)
    return Token(escape_text(alt), alt, ATOM)


def _end_wiki_embed(walk: "Walk", start: int, end: int) -> None:
    target = WikiTarget(walk.body[start + 3 : end - 2], start + 3)
    if not target.is_link:
        add_source_text(walk, start, end)
        return
    alt, width, height = split_size(target.display)
    index = walk.add_link(
        "wikilink",
        (target.path, target.subpath),
        (start, end),
        (target.start, target.end),
        display=alt or None,
        is_embed=True,
    )
    hole = EmbedHole(link=index, alt=alt, width=width, height=height, is_block=False)
    shown = alt or default_text(target.path, target.subpath)
    walk.leaf.add_token(Token(HOLD, shown, EMBED, (index,), (hole,)), start, end)
