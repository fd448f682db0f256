"""SVG pictures, cleaned: opened by itself, such a file is a page of this site and must run nothing (decision 17)."""

import re

from napkin_site.builder.data.xml_text import escape_xml, quote_xml

_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
_XML = "http://www.w3.org/XML/1998/namespace"
# fmt: off
_ELEMENTS = frozenset({
    "a", "animate", "animateMotion", "animateTransform", "circle", "clipPath", "defs", "desc", "ellipse", "feBlend",
    "feColorMatrix", "feComponentTransfer", "feComposite", "feConvolveMatrix", "feDiffuseLighting",
    "feDisplacementMap", "feDistantLight", "feDropShadow", "feFlood", "feFuncA", "feFuncB", "feFuncG", "feFuncR",
    "feGaussianBlur", "feImage", "feMerge", "feMergeNode", "feMorphology", "feOffset", "fePointLight",
    "feSpecularLighting", "feSpotLight", "feTile", "feTurbulence", "filter", "g", "image", "line", "linearGradient",
    "marker", "mask", "mpath", "path", "pattern", "polygon", "polyline", "radialGradient", "rect", "set", "stop",
    "style", "svg", "switch", "symbol", "text", "textPath", "title", "tspan", "use", "view",
})
# fmt: on
_SAFE_ADDRESS = re.compile(r"\s*(#|data:image/(png|jpe?g|gif|webp|avif);base64,)", re.IGNORECASE)
_UNSAFE_STYLE = re.compile(
    r"@import|url\s*\(\s*[\"']?\s*(?!#|data:image/(?:png|jpe?g|gif|webp))|expression|\\"
    # These name pictures without `url`.
    r"|\b(?:-webkit-)?(?:image|image-set|cross-fade|src)\s*\(",
    re.IGNORECASE,
)
_RUNS = re.compile(r"\s*(javascript|vbscript|data)\s*:", re.IGNORECASE)
_ENTITY = b"<!ENTITY"
_XML_NAMES = frozenset({"lang", "space"})
_CLARK = re.compile(r"\{([^}]*)\}(.*)", re.DOTALL)


class UnsafeSvgError(ValueError):
    """The file is not well-formed, or declares what a picture has no need of."""


def clean_svg(data: bytes) -> bytes:
    """Give the picture without scripts, event handlers, foreign content and requests to other hosts.

    Raises:
        UnsafeSvgError: it cannot be read as SVG.
    """
    for declared in data.split(_ENTITY)[1:]:
        entity = declared.partition(b">")[0]
        if b"&" in entity or b"SYSTEM" in entity or b"PUBLIC" in entity or entity.lstrip().startswith(b"%"):
            raise UnsafeSvgError("it declares entities that grow or point elsewhere")
    from xml.etree.ElementTree import ParseError, XMLParser  # noqa: PLC0415 -- only who has such pictures pays

    cleaner = _Cleaner()
    parser = XMLParser(target=cleaner)  # noqa: S314 -- entities are looked at above, and expat bounds their growth
    try:
        parser.feed(data)
        parser.close()
    except (ParseError, ValueError, LookupError) as error:
        raise UnsafeSvgError(f"it is not well-formed: {error}") from None
    if not cleaner.is_svg:
        raise UnsafeSvgError("its root element is not <svg>")
    return "".join(cleaner.out).encode()


class _Cleaner:
    """Writes down what is allowed while the parser reads."""

    def __init__(self) -> None:
        self.out = ['<?xml version="1.0" encoding="UTF-8"?>\n']
        self.is_svg = False
        self._skipped = 0
        self._depth = 0
        self._style: list[str] | None = None

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """Begin an element."""
        namespace, name = _split(tag)
        if (
            self._skipped
            or self._style is not None
            or namespace not in {"", _SVG}
            or name not in _ELEMENTS
            or (not self._depth and name != "svg")
        ):
            self._skipped += 1
            return
        kept = [f" {key}={quote_xml(value)}" for key, value in _kept(attributes)]
        if not self._depth:
            self.is_svg = True
            kept.insert(0, f' xmlns="{_SVG}" xmlns:xlink="{_XLINK}"')
        if name in {"animate", "set", "animateTransform", "animateMotion"}:
            target = attributes.get("attributeName", "").rpartition(":")[2].lower()
            if target == "href" or target.startswith("on"):
                self._skipped += 1
                return
        self._depth += 1
        self.out.append(f"<{name}{''.join(kept)}>")
        if name == "style":
            self._style = []

    def end(self, tag: str) -> None:
        """End an element."""
        if self._skipped:
            self._skipped -= 1
            return
        if self._style is not None:
            style = "".join(self._style)
            self.out.append("" if _UNSAFE_STYLE.search(style) else escape_xml(style))
            self._style = None
        self._depth -= 1
        self.out.append(f"</{_split(tag)[1]}>")

    def data(self, text: str) -> None:
        """Take text."""
        if self._skipped or not self._depth:
            return
        if self._style is not None:
            self._style.append(text)
        else:
            self.out.append(escape_xml(text))

    def close(self) -> None:
        """End the document."""


def _split(tag: str) -> tuple[str, str]:
    match = _CLARK.fullmatch(tag)
    return (match[1], match[2]) if match else ("", tag)


def _kept(attributes: dict[str, str]) -> list[tuple[str, str]]:
    kept: list[tuple[str, str]] = []
    for key, value in attributes.items():
        namespace, name = _split(key)
        lower = name.lower()
        if namespace not in {"", _XLINK, _XML} or lower.startswith("on") or (_RUNS.match(value) and lower != "href"):
            continue
        if lower in {"href", "src"} and not _SAFE_ADDRESS.match(value):
            continue
        if namespace == _XML and lower not in _XML_NAMES:
            continue
        if ("(" in value or lower == "style") and _UNSAFE_STYLE.search(value):
            continue
        prefix = {_XLINK: "xlink:", _XML: "xml:"}.get(namespace, "")
        kept.append((prefix + name, value))
    return kept
