"""Cases as values, read from a file of JSON lines."""

import base64
import json
from pathlib import Path
from typing import Any

import msgspec

Expectation = dict[str, Any]

UNSUPPORTED_AREAS = frozenset({"bases", "canvas", "search-query"})
"""Areas whose features are not built yet."""


class Stat(msgspec.Struct, frozen=True):
    """Pinned times and size of a file."""

    ctime: str = ""
    mtime: str = ""
    size: int | None = None


class Case(msgspec.Struct, frozen=True):
    """One vault, one page, and what must hold."""

    id: str
    area: str
    tier: str
    files: dict[str, str]
    page: str
    expect: list[Expectation]
    source: str = ""
    why: str = ""
    now: str = ""
    stat: dict[str, Stat] = {}
    site: dict[str, Any] = {}


def read_cases(path: Path, area: str | None = None) -> list[Case]:
    """Read the cases of a file, all or those of one area."""
    lines = path.read_text(encoding="utf-8").splitlines()
    cases = [msgspec.convert(json.loads(line), Case) for line in lines if line.strip()]
    return [case for case in cases if area is None or case.area == area]


def write_vault(case: Case, root: Path) -> None:
    """Write the files of a case below `root`."""
    for name, content in case.files.items():
        target = root / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if content == "@binary":
            target.write_bytes(_sample(target.suffix.lower().lstrip(".")))
        else:
            target.write_bytes(content.encode("utf-8", "surrogatepass"))


_PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
_GIF = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
_JPEG = (
    "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////"
    "////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA="
)
_WEBP = "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA"
_SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><path d="M0 0h1v1z"/></svg>'
_PDF = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj "
    b"3 0 obj<</Type/Page/MediaBox[0 0 3 3]/Parent 2 0 R>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
)
_WAV = (
    b"RIFF$\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00"
    b"D\xac\x00\x00\x88X\x01\x00\x02\x00\x10\x00data\x00\x00\x00\x00"
)


def _sample(extension: str) -> bytes:
    """Make a small file that is valid for its type; bytes without meaning for a type that is not known."""
    text = {"png": _PNG, "gif": _GIF, "jpg": _JPEG, "jpeg": _JPEG, "webp": _WEBP}.get(extension)
    if text is not None:
        return base64.b64decode(text)
    return {"svg": _SVG, "pdf": _PDF, "wav": _WAV}.get(extension, b"\x00\x01\x02\x03")
