"""Raw HTML made safe (decision 17): an allow-list as wide as Obsidian's documented HTML, and nothing that runs.

Pieces of ours that stand among raw HTML pass as markers. A marker is made of Unicode noncharacters,
which `source.py` takes out of every note, so that no note can write one.
"""

import re
from collections.abc import Sequence

import nh3

from napkin_site.core.syntax.escaping import ALLOWED_SCHEMES
from napkin_site.core.syntax.source import MARK_END, MARK_START

_TAGS = frozenset(
    "a abbr acronym address article aside audio b bdi bdo big blockquote br caption center cite code col colgroup"
    " data dd del details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins"
    " kbd li main mark meter nav ol p picture pre progress q rp rt ruby s samp section small source span strike"
    " strong sub summary sup table tbody td tfoot th thead time tr track tt u ul var video wbr".split()
)
_EVERYWHERE = {"align", "class", "dir", "lang", "style", "title"}
_SIZE = {"height", "width"}
_CELL = {"bgcolor", "colspan", "headers", "rowspan", "scope", "valign", *_SIZE}
_ATTRIBUTES = {
    "*": _EVERYWHERE,
    "a": {"href", "hreflang", "target"},
    "abbr": set(),
    "audio": {"controls", "loop", "muted", "preload", "src"},
    "bdo": {"dir"},
    "col": {"span", "width"},
    "colgroup": {"span", "width"},
    "data": {"value"},
    "del": {"datetime"},
    "details": {"open"},
    "font": {"color", "face", "size"},
    "hr": {"color", "noshade", "size", "width"},
    "img": {"alt", "border", "hspace", "loading", "src", "vspace", *_SIZE},
    "ins": {"datetime"},
    "li": {"type", "value"},
    "meter": {"high", "low", "max", "min", "optimum", "value"},
    "ol": {"reversed", "start", "type"},
    "progress": {"max", "value"},
    "source": {"media", "sizes", "src", "type"},
    "table": {"bgcolor", "border", "cellpadding", "cellspacing", "rules", "summary", *_SIZE},
    "td": _CELL,
    "th": _CELL | {"abbr"},
    "time": {"datetime"},
    "tr": {"bgcolor", "valign"},
    "track": {"default", "kind", "label", "src", "srclang"},
    "ul": {"type"},
    "video": {"autoplay", "controls", "loop", "muted", "playsinline", "poster", "preload", "src", *_SIZE},
}
_DROPPED_WHOLE = {"script", "style", "template", "noscript", "object", "embed", "applet"}
_ADDRESSES = frozenset(("href", "src", "poster"))

# What a style may say without reaching beyond its element, asking another host, or hiding the page's own parts.
_PROPERTIES = frozenset(
    "background-color border border-bottom border-bottom-color border-bottom-style border-bottom-width border-collapse"
    " border-color border-left border-left-color border-left-style border-left-width border-radius border-right"
    " border-right-color border-right-style border-right-width border-spacing border-style border-top border-top-color"
    " border-top-style border-top-width border-width box-shadow caption-side clear color column-count column-gap"
    " column-width columns display flex flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap float font"
    " font-family font-size font-style font-variant font-weight gap grid-column grid-gap grid-row grid-template-columns"
    " grid-template-rows height justify-content justify-items align-content align-items align-self letter-spacing"
    " line-height list-style-type margin margin-bottom margin-left margin-right margin-top max-height max-width"
    " min-height min-width object-fit opacity order overflow overflow-wrap overflow-x overflow-y padding"
    " padding-bottom padding-left padding-right padding-top row-gap tab-size table-layout text-align text-decoration"
    " text-indent text-overflow text-shadow text-transform vertical-align white-space width word-break word-spacing"
    " writing-mode background".split()
)
_STYLE_VALUE = re.compile(r"[\w\s#%.,()'\"!/*+-]*")
_FUNCTION = re.compile(r"([a-z-]+)\s*\(", re.IGNORECASE)
_FUNCTIONS = frozenset(
    "rgb rgba hsl hsla hwb lab lch oklab oklch color-mix calc min max clamp var repeat minmax fit-content"
    " linear-gradient radial-gradient".split()
)
_NEGATIVE = re.compile(r"(?:^|[\s(,])-[\d.]")
_OWN_CLASSES = ("md-", "napkin-", "remote-embed")
_MARKER = re.compile(f"{MARK_START}(\\d+){MARK_END}")


def marker(index: int) -> str:
    """Give the text that stands for piece `index` while HTML is cleaned."""
    return f"{MARK_START}{index}{MARK_END}"


def clean(html: str) -> str:
    """Make HTML safe and balanced; markers pass."""
    return _CLEANER.clean(html)


def split_markers(html: str) -> Sequence[str]:
    """Split cleaned HTML at its markers: text, index, text, index, … text."""
    return _MARKER.split(html)


def filter_style(style: str) -> str:
    """Keep the harmless declarations of a `style`."""
    kept = []
    for declaration in style.split(";"):
        name, _, value = declaration.partition(":")
        name, value = name.strip().lower(), value.strip()
        if not value or (name not in _PROPERTIES and not name.startswith("--")) or not _STYLE_VALUE.fullmatch(value):
            continue
        if any(call.lower() not in _FUNCTIONS for call in _FUNCTION.findall(value)):
            continue
        if name.startswith("margin") and _NEGATIVE.search(value):
            continue
        kept.append(f"{name}: {value}")
    return "; ".join(kept)


def _filter_attribute(tag: str, name: str, value: str) -> str | None:
    if MARK_START in value or MARK_END in value:  # ours only where an address stands, and alone
        return value if name in _ADDRESSES and _MARKER.fullmatch(value) else None
    if name == "style":
        return filter_style(value) or None
    if name == "class":
        return " ".join(word for word in value.split() if not word.startswith(_OWN_CLASSES)) or None
    if name == "target":
        return value if value == "_blank" else None
    if name in {"src", "poster"}:  # what an address inside the vault was, is a marker by now
        return None
    if name == "href" and tag == "a" and ":" not in value:
        return None
    return value


_CLEANER = nh3.Cleaner(
    tags=set(_TAGS),
    clean_content_tags=_DROPPED_WHOLE,
    attributes=_ATTRIBUTES,
    attribute_filter=_filter_attribute,
    strip_comments=True,
    link_rel="noopener",
    url_schemes=set(ALLOWED_SCHEMES),
)
