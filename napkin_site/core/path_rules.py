"""Which paths a writer takes (write-api C7): of files that are there, and, more strictly, of names we create.

Pure rules on text. Whether a path leads through a link, or has a twin on disk, is seen by `vault.containment`.
"""

import re
import unicodedata

from napkin_site.core.paths import FolderPath, VaultPath, nfc
from napkin_site.errors import PathRefusedError

TEMPORARY_PREFIX = ".nap-"
"""Our files that stand beside a note while it is written begin so."""

TRASH_FOLDER = ".trash"
"""Obsidian's own place for what was deleted."""

INTERNAL_FILES = frozenset({".obsidian/bookmarks.json", ".napkin/config.json", ".obsidian/.napkin/config.json"})
"""The only files in hidden folders that are ever written (decision 6); the trash has rules of its own."""

MOST_SEGMENT_BYTES = 255
MOST_PATH_BYTES = 1024
MOST_SEGMENTS = 32

ATTACHMENTS = frozenset(
    "avif bmp gif jpeg jpg png webp flac m4a mp3 ogg wav 3gp mkv mov mp4 ogv webm pdf txt csv".split()
)
"""Extensions of files that may be made besides notes, canvases and bases: nothing a browser would run (C7)."""

_WRITTEN = frozenset({"md", "canvas", "base"})
_DEVICE = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])[ ]*(?:\.|$)", re.IGNORECASE
)
_NOT_PORTABLE = frozenset('<>:"|?*')
_PERCENT = re.compile(r"%[0-9A-Fa-f]{2}")
_ZERO_WIDTH_JOINER = "\u200d"
_EMOJI_SELECTOR = "\ufe0f"


def known_path(text: str) -> VaultPath:
    """Check the path of a file that may be there, and give it in one form.

    Odd names are fine, since they exist; what could lead out of the vault or into a hidden folder is not.

    Raises:
        PathRefusedError: see `reason`.
    """
    path = contained_path(text)
    if path not in INTERNAL_FILES and any(part.startswith(".") for part in path.split("/")):
        raise _refusal(text, "reserved-path", "names that begin with a dot are hidden and are not touched")
    return path


def new_path(text: str, *, attachments: frozenset[str] = ATTACHMENTS, was: str = "") -> VaultPath:
    """Check the path of a file to be made, and give it as it will be on disk (NFC).

    Args:
        text: the path, with `/` between parts.
        attachments: extensions, lower case, that may be made besides `md`, `canvas` and `base`.
        was: the path a file is moved from: what it is called there may be kept, whatever it is.

    Raises:
        PathRefusedError: see `reason`.
    """
    path = known_path(text)
    if path in INTERNAL_FILES:
        return path
    _check_parts(path, kept=was)
    extension = _extension(path)
    if extension not in _WRITTEN and extension not in attachments and not (was and extension == _extension(was)):
        shown = f".{extension}" if extension else "without an extension"
        raise _refusal(text, "extension", f"files {shown} are not made here", hint="Notes end in `.md`.")
    return path


def new_folder(text: str, *, was: str = "") -> FolderPath:
    """Check the path of a folder to be made, and give it as it will be on disk; the root is the empty path.

    Args:
        text: the path, with `/` between parts.
        was: a path that is there: its parts may be kept, whatever they are.

    Raises:
        PathRefusedError: see `reason`.
    """
    if text.strip("/") in ("", "."):
        return FolderPath("")
    path = known_path(text.rstrip("/"))
    _check_parts(path, kept=was)
    return FolderPath(path)


def unlinkable(path: str) -> str:
    """Give the characters of a path that links cannot hold, or not safely; such a name is told of, not refused (C7)."""
    return "".join(mark for mark in "#^[]" if mark in path)


def twin_key(name: str) -> str:
    """Give the form in which two names are the same for some file system: composed, letter case aside."""
    return nfc(nfc(name).casefold())


def is_internal(path: str) -> bool:
    """Tell whether a path lies in a hidden place that the writer itself uses."""
    return (
        path == TRASH_FOLDER
        or path.startswith(f"{TRASH_FOLDER}/")
        or path in INTERNAL_FILES
        or any(file.startswith(f"{path}/") for file in INTERNAL_FILES)
    )


def contained_path(text: str) -> VaultPath:
    """Check what holds for every path: it stays inside, and each part is a name.

    Raises:
        PathRefusedError: see `reason`.
    """
    if not text:
        raise _refusal(text, "empty-path", "the path is empty")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise _refusal(ascii(text), "bad-encoding", "the path is not valid Unicode") from None
    if text.startswith(("/", "\\")) or re.match(r"[A-Za-z]:[/\\]", text):
        raise _refusal(text, "absolute-path", "the path must be relative to the vault")
    for part in text.split("/"):
        if not part:
            raise _refusal(text, "empty-segment", "the path has an empty part")
        if "\0" in part:
            raise _refusal(text, "control-character", "the path holds a NUL")
        dots = unicodedata.normalize("NFKC", part)
        if dots.strip(" ").strip(".") == "" or any(piece.strip() in ("..", ".") for piece in re.split(r"[/\\]", dots)):
            raise _refusal(text, "leaves-vault", "`.` and `..` are not taken in a path", hint="Name it from the root.")
    return VaultPath(nfc(text))


def _check_parts(path: VaultPath, *, kept: str) -> None:
    """Check that the names work on every system, those aside that are kept; the lengths too."""
    parts = path.split("/")
    known = frozenset(kept.split("/"))
    if len(path.encode()) > MOST_PATH_BYTES or len(parts) > MOST_SEGMENTS:
        raise _refusal(path, "too-long", f"a path has at most {MOST_PATH_BYTES} bytes and {MOST_SEGMENTS} parts")
    for part in parts:
        if part in known:
            continue
        if len(part.encode()) > MOST_SEGMENT_BYTES:
            raise _refusal(path, "too-long", f"a name has at most {MOST_SEGMENT_BYTES} bytes")
        _check_characters(path, part)
        if part != part.lstrip() or part != part.rstrip(" ."):
            raise _refusal(path, "unportable-name", "a name neither begins with a blank nor ends in a blank or dot")
        if _DEVICE.match(part):
            raise _refusal(path, "unportable-name", f"`{part}` is the name of a device on Windows")


def _check_characters(path: VaultPath, part: str) -> None:
    if "\\" in part or any(mark in unicodedata.normalize("NFKC", part) for mark in "/\\"):
        raise _refusal(path, "separator", "a name holds no slash or backslash, in no form of it")
    if _PERCENT.search(part):
        raise _refusal(path, "percent-escape", "a name holds no percent-escape such as `%20`", hint="Write it plain.")
    if found := sorted(_NOT_PORTABLE.intersection(part)):
        raise _refusal(path, "unportable-name", f"`{found[0]}` in a name does not work on every system")
    for index, character in enumerate(part):
        category = unicodedata.category(character)
        if category == "Cc":
            raise _refusal(path, "control-character", "a name holds no control characters")
        if category in ("Cf", "Cs", "Co", "Cn", "Zl", "Zp") and not _joins_emoji(part, index):
            raise _refusal(path, "invisible-character", f"U+{ord(character):04X} in a name is not visible")


def _joins_emoji(part: str, index: int) -> bool:
    """Tell whether a character is the joiner between two pictures, as in a family or a flag."""
    if part[index] != _ZERO_WIDTH_JOINER:
        return False
    before = part[:index].rstrip(_EMOJI_SELECTOR)[-1:]
    after = part[index + 1 : index + 2]
    return all(side and unicodedata.category(side) in ("So", "Sk") for side in (before, after))


def _extension(path: str) -> str:
    name = path.rpartition("/")[2]
    stem, dot, extension = name.rpartition(".")
    return extension.lower() if dot and stem else ""


def _refusal(path: str, reason: str, message: str, *, hint: str = "") -> PathRefusedError:
    shown = path.encode("unicode_escape").decode() if not path.isprintable() else path
    return PathRefusedError(f"{shown!r}: {message}", reason=reason, path=shown, hint=hint)
