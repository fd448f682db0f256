"""HTML of pictures, players, viewers and boxes for other hosts: text in, safe HTML out.

Everything is escaped here, and an address of another host gets in only with an allowed scheme
(decisions 16 and 17). Rules: obsidian-spec §3.2 to §3.4, §3.8.
"""

import re
from collections.abc import Iterable
from html import escape
from typing import Literal
from urllib.parse import parse_qs, urlsplit

from napkin_site.core.values import Value

Provider = Literal["youtube", "twitter", "iframe"]

_YOUTUBE_HOSTS = frozenset({"youtube.com", "www.youtube.com", "m.youtube.com", "www.youtube-nocookie.com", "youtu.be"})
_POST_HOSTS = frozenset({"twitter.com", "www.twitter.com", "mobile.twitter.com", "x.com", "www.x.com"})
_KNOWN_NAME = re.compile(r"youtu|twitter\.com|//(?:www\.)?x\.com", re.IGNORECASE)
_VIDEO_ID = re.compile(r"[A-Za-z0-9_-]{6,}\Z")
_POST_PATH = re.compile(r"/[^/]+/status(?:es)?/([0-9]+)")
_SECONDS = re.compile(r"(?:([0-9]+)h)?(?:([0-9]+)m)?(?:([0-9]+)s?)?\Z")
_DATA_IMAGE = re.compile(r"data:image/(?:png|gif|jpeg|webp|avif|bmp)[;,]", re.IGNORECASE)


class RemoteFrame(Value):
    """A page of another host that can be framed."""

    provider: Provider
    source: str
    """Address to load into the frame."""


def image(src: str, *, alt: str, width: int | None, height: int | None) -> str:
    """Write the `<img>` of a file in the vault."""
    return (
        f'<img class="internal-embed" src="{escape(src)}" alt="{escape(alt)}"{_size(width, height)}'
        f'{_shape(width, height)} loading="lazy">'
    )


def remote_image(url: str, *, alt: str, title: str, width: int | None, height: int | None) -> str:
    """Write the `<img>` of another host's picture; its alternative text alone when the address is not allowed."""
    if not is_web_address(url) and not _DATA_IMAGE.match(url):
        return escape(alt)
    titled = f' title="{escape(title)}"' if title else ""
    return (
        f'<img src="{escape(url)}" alt="{escape(alt)}"{titled}{_size(width, height)}{_shape(width, height)} '
        'loading="lazy" referrerpolicy="no-referrer">'
    )


def player(kind: Literal["audio", "video"], src: str, *, width: int | None, height: int | None) -> str:
    """Write the player of a sound or film in the vault."""
    size = _size(width, height) + _pixels(width=width, height=height) if kind == "video" else ""
    return f'<{kind} class="internal-embed" src="{escape(src)}"{size} controls preload="metadata"></{kind}>'


def pdf_viewer(href: str, fragment: str, *, name: str, width: int | None, height: int | None) -> str:
    """Write the viewer of a PDF; `height=400` in the fragment is its height, the rest goes to the viewer (`page=3`)."""
    kept = []
    for part in re.split("[&#]", fragment):
        key, _, value = part.partition("=")
        if key == "height" and value.isdecimal():
            height = int(value)
        elif part:
            kept.append(part)
    source = href + ("#" + "&".join(kept) if kept else "")
    return (
        f'<iframe class="internal-embed pdf-embed" src="{escape(source)}" title="{escape(name)}"'
        f'{_size(width, height)}{_pixels(width=width, height=height)} loading="lazy"></iframe>'
    )


def remote_frame(frame: RemoteFrame, url: str, *, label: str, width: int | None, height: int | None) -> str:
    """Write the box that loads another host's page only when clicked; it holds a link to the original."""
    return (
        f'<span class="remote-embed" data-provider="{frame.provider}" data-src="{escape(frame.source)}"'
        f"{_pixels(width=width, height=height)}>"
        f'<a class="external-link" href="{escape(url)}" rel="noopener">{escape(label or url)}</a></span>'
    )


def remote_picture_box(url: str, *, alt: str, width: int | None, height: int | None) -> str:
    """Write the box that loads another host's picture only when clicked."""
    size = _size(width, height)
    return (
        f'<span class="remote-embed" data-provider="image" data-src="{escape(url)}" data-alt="{escape(alt)}"{size}>'
        f'<a class="external-link" href="{escape(url)}" rel="noopener">{escape(alt or url)}</a></span>'
    )


def is_web_address(url: str) -> bool:
    """Tell whether an address is plain http or https, or starts with `//`."""
    return url[:8].lower().startswith(("https://", "http://", "//"))


def known_frame(url: str) -> RemoteFrame | None:
    """Recognise the address of a YouTube video or a Twitter/X post; None for any other address."""
    if not _KNOWN_NAME.search(url) or not is_web_address(url):
        return None
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").lower()
    except ValueError:
        return None
    if host in _YOUTUBE_HOSTS:
        return _youtube(host, parts.path, parse_qs(parts.query))
    if host in _POST_HOSTS and (post := _POST_PATH.match(parts.path)):
        return RemoteFrame(provider="twitter", source=f"https://platform.twitter.com/embed/Tweet.html?id={post[1]}")
    return None


def any_frame(url: str) -> RemoteFrame | None:
    """Frame whatever address an author wrote into `<iframe src>`; None when it is not a web address."""
    return RemoteFrame(provider="iframe", source=url) if is_web_address(url) else None


def _youtube(host: str, path: str, query: dict[str, list[str]]) -> RemoteFrame | None:
    segments = [part for part in path.split("/") if part]
    if host == "youtu.be":
        video = segments[0] if segments else ""
    elif segments[:1] == ["watch"]:
        video = _first(query, ("v",))
    elif len(segments) > 1 and segments[0] in ("embed", "shorts", "live", "v"):
        video = segments[1]
    else:
        video = ""
    if not _VIDEO_ID.match(video):
        return None
    start = _seconds(_first(query, ("t", "start")))
    tail = f"?start={start}" if start else ""
    return RemoteFrame(provider="youtube", source=f"https://www.youtube-nocookie.com/embed/{video}{tail}")


def _first(query: dict[str, list[str]], names: Iterable[str]) -> str:
    return next((query[name][0] for name in names if name in query), "")


def _seconds(text: str) -> int:
    found = _SECONDS.match(text)
    if not found:
        return 0
    hours, minutes, seconds = (int(part or 0) for part in found.groups())
    return hours * 3600 + minutes * 60 + seconds


def _size(width: int | None, height: int | None) -> str:
    return (f' width="{width}"' if width is not None else "") + (f' height="{height}"' if height is not None else "")


def _shape(width: int | None, height: int | None) -> str:
    """Hold a picture to both its measures, where a style sheet lets its height follow from its width."""
    return f' style="aspect-ratio:{width}/{height}"' if width and height else ""


def _pixels(**sides: int | None) -> str:
    """Give measures that hold against a style sheet's own."""
    style = [f"{side}:{size}px" for side, size in sides.items() if size is not None]
    if sides.get("width") is not None:
        style.append("max-width:100%")
    return f' style="{";".join(style)}"' if style else ""
