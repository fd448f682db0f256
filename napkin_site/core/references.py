"""Which file a person or an agent means: a name, a path or a wikilink, as typed in a command.

A name is looked up as a wikilink would be, and must fit one file only; a path is exact. Unlike a link, a reference
stands in no note, so nothing is "nearer". Rules: memory-spec §4.1 and §4.2, its repairs 5 and 12.
"""

from collections.abc import Collection, Iterable, Sequence

from napkin_site.core.paths import VaultPath, name_of, nfc
from napkin_site.core.values import Value
from napkin_site.errors import AmbiguousError, NotFoundError, UsageError

MOST_SUGGESTIONS = 3


class Reference(Value):
    """A reference taken apart."""

    text: str
    """The name or path, without brackets, display text and subpath."""
    subpath: str = ""
    """What stands after the first `#`: a heading, `Outer#Inner` or `^id`; empty when absent."""
    is_link: bool = False
    """True when it was written as a wikilink, so that the end of a path is enough."""


def parse_reference(text: str) -> Reference:
    """Take a reference apart: `Note`, `folder/Note.md`, `Note#Heading`, `[[Note#^id|shown]]`.

    Raises:
        UsageError: it names nothing.
    """
    bare = text.strip()
    is_link = bare.startswith(("[[", "![[")) and bare.endswith("]]")
    if is_link:
        bare = bare.removeprefix("!")[2:-2].partition("|")[0].removesuffix("\\")
    path, _, subpath = bare.partition("#")
    path = path.strip()
    if not path:
        raise UsageError(f"`{text}` names no file", hint="Name a note, such as `Note` or `folder/Note.md`.")
    return Reference(text=path, subpath=subpath.strip(), is_link=is_link)


def resolve_reference(text: str, paths: Iterable[VaultPath], *, extension: str = ".md") -> tuple[VaultPath, str]:
    """Find the file, and the part of it, that a reference as typed means.

    Args:
        text: `Note`, `folder/Note.md`, `Note#Heading`, `[[Note#^id|shown]]`.
        paths: every file of the vault.
        extension: what may be left out at the end of a file's name.

    Returns:
        The file, and the subpath without `#`, empty for the whole file.

    Raises:
        UsageError: it names nothing, or the path leaves the vault.
        NotFoundError: no file fits.
        AmbiguousError: several files fit.
    """
    known = paths if isinstance(paths, Sequence) else tuple(paths)
    if "#" in text and (found := _same(_spellings(nfc(text), extension), known)):
        return found[0], ""  # a `#` in a file's own name
    reference = parse_reference(text)
    return find_file(reference.text, known, is_link=reference.is_link, extension=extension), reference.subpath


def check_inside(text: str) -> None:
    """Refuse a path that leaves the vault, before anything is read (repair 12).

    Raises:
        UsageError: it is absolute, or climbs with `..`.
    """
    parts = text.split("/")
    if text.startswith("/") or ".." in parts or parts[0][1:] == ":":
        raise UsageError(
            f"`{text}` is not a path inside the vault",
            path=text,
            hint="Give it relative to the vault's folder, with `/` between its parts.",
        )


def find_file(text: str, paths: Iterable[VaultPath], *, is_link: bool = False, extension: str = ".md") -> VaultPath:
    """Find the one file that a name or path means.

    Args:
        text: as `Reference.text`.
        paths: every file of the vault.
        is_link: the end of a path is enough, as in a wikilink.
        extension: what may be left out at its end.

    Raises:
        UsageError: the path leaves the vault.
        NotFoundError: no file fits; `suggestions` has up to three notes like it.
        AmbiguousError: several files fit.
    """
    check_inside(text)
    wanted = nfc(text).removeprefix("./")
    known = paths if isinstance(paths, Sequence) else tuple(paths)
    looks_like_path = "/" in wanted or wanted.lower().endswith(extension)
    if looks_like_path and not is_link:
        found = _same(_spellings(wanted, extension), known)
    else:
        found = _ending(_spellings(wanted, extension), known)
    if not found:
        raise not_found(text, known)
    if len(found) == 1:
        return found[0]
    raise AmbiguousError(
        f"`{text}` fits {len(found)} files: {', '.join(found[:5])}{', …' if len(found) > 5 else ''}",
        hint="Name one by its path.",
        suggestions=tuple(found[:5]),
    )


def not_found(text: str, paths: Collection[VaultPath], *, what: str = "File") -> NotFoundError:
    """Make the error for a reference that fits nothing."""
    near = suggest(text, paths)
    hint = "" if near else "List what there is: napkin file list"
    return NotFoundError(f"{what} not found: {text}", path=text, hint=hint, suggestions=near)


def suggest(text: str, paths: Iterable[VaultPath]) -> tuple[VaultPath, ...]:
    """Give up to three notes whose names are like a name, best first.

    Three points where one name contains the other, and one for each letter they both begin with (memory-spec §4.2).
    """
    wanted = name_of(VaultPath(nfc(text))).lower()
    scored = []
    for path in paths:
        if path[-3:].lower() == ".md":
            name = name_of(path).lower()
            score = _common_start(name, wanted) + (3 if wanted in name or name in wanted else 0)
            if score:
                scored.append((-score, len(path), path))
    return tuple(path for _, _, path in sorted(scored)[:MOST_SUGGESTIONS])


def _spellings(wanted: str, extension: str) -> tuple[str, ...]:
    has_extension = wanted.lower().endswith(extension)
    return (wanted,) if has_extension else (wanted + extension, wanted)


def _same(spellings: Sequence[str], paths: Sequence[VaultPath]) -> list[VaultPath]:
    """Find the file of exactly this path, else those that differ from it by letter case only."""
    for spelling in spellings:
        folded = spelling.lower()
        found = [path for path in paths if path.lower() == folded]
        if found:
            return [path for path in found if path == spelling] or found
    return []


def _ending(spellings: Sequence[str], paths: Sequence[VaultPath]) -> list[VaultPath]:
    """Find the files whose path is, or ends in, one of these; a note before other files."""
    for spelling in spellings:
        folded = spelling.lower()
        inside = "/" + folded
        found = [path for path in paths if (lower := path.lower()) == folded or lower.endswith(inside)]
        if len(found) > 1:
            # Files of one folder that differ by letter case only: the one spelled like the reference.
            exact = [path for path in found if path.endswith(spelling)]
            twins = len({path.lower() for path in found}) == 1
            return exact if twins and exact else sorted(found, key=lambda path: (path.count("/"), path))
        if found:
            return found
    return []


def _common_start(one: str, other: str) -> int:
    length = 0
    for ours, theirs in zip(one, other, strict=False):
        if ours != theirs:
            break
        length += 1
    return length
