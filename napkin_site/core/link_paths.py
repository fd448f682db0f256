"""Where a link's path leads: the file that a text means, in a vault whose files are known.

Rules: obsidian-spec §2.4. Everything that needs a look at all files is indexed once; resolving one link costs a few
dictionary look-ups.
"""

from collections.abc import Iterable, Mapping

from napkin_site.core.paths import FolderPath, VaultPath, folder_of, nfc
from napkin_site.core.values import Value

_FEW = 8
"""Up to this many files of one name are looked through; of more, the nearest are indexed by folder."""


class Resolution(Value):
    """Where a link's path leads."""

    path: VaultPath | None
    """The file, or None when there is none."""
    others: tuple[VaultPath, ...] = ()
    """Other files with as good a claim, sorted, at most a handful; not empty means the link is ambiguous."""


_UNRESOLVED = Resolution(path=None)


class LinkResolver:
    """Finds the file that a link means, in a vault whose files are known."""

    def __init__(self, paths: Iterable[VaultPath], *, aliases: Mapping[str, VaultPath] | None = None) -> None:
        """Index the files.

        Args:
            paths: every file of the vault, notes and others.
            aliases: alias -> note, tried last; Obsidian itself resolves none (decision 11).
        """
        self._whole: dict[str, list[VaultPath]] = {}
        self._endings: dict[str, list[VaultPath]] = {}
        for path in sorted(paths):
            folded = path.lower()
            self._whole.setdefault(folded, []).append(path)
            ending = folded
            while ending:
                self._endings.setdefault(ending, []).append(path)
                ending = ending.partition("/")[2]
        for found in self._endings.values():
            if len(found) > 1:
                found.sort(key=len)
        self._aliases = {nfc(alias).lower(): path for alias, path in (aliases or {}).items()}
        self._nearest: dict[str, dict[str, list[VaultPath]]] = {}
        self._known: dict[str, Resolution] = {}
        """Text of a link -> where it leads from everywhere, as far as anyone asked."""

    def exact(self, path: str) -> VaultPath | None:
        """Find a file by its whole vault path, letter case aside; None when there is none."""
        wanted = nfc(path)
        found = self._whole.get(wanted.lower())
        return None if found is None else _choose(found, wanted).path

    def resolve_path(self, text: str, source: VaultPath) -> Resolution:
        """Find the file that `text`, a link's path as typed, means in the note `source`."""
        if not text:
            return Resolution(path=source)
        known = self._known.get(text)
        if known is not None:
            return known
        wanted = nfc(text)
        for spelling in (wanted, wanted + ".md"):
            found = self._resolve_spelling(spelling, source)
            if found.path is not None:
                if len(self._endings.get(spelling.lower(), ())) == 1:
                    self._known[text] = found
                return found
        alias = self._aliases.get(wanted.lower()) if self._aliases else None
        return _UNRESOLVED if alias is None else Resolution(path=alias)

    def _resolve_spelling(self, wanted: str, source: VaultPath) -> Resolution:
        """Apply steps 3 to 6 of obsidian-spec §2.4 to one spelling."""
        if wanted.startswith(("./", "../")):
            beside = join_path(folder_of(source), wanted)
            return _UNRESOLVED if beside is None else Resolution(path=self.exact(beside))
        if wanted.startswith("/"):
            return Resolution(path=self.exact(wanted[1:]))
        folded = wanted.lower()
        found = self._endings.get(folded)
        if found is None:
            return _UNRESOLVED
        if len(found) == 1:
            return Resolution(path=found[0])
        whole = self._whole.get(folded)
        return _choose(whole or self._preferred(folded, found, folder_of(source)), wanted)

    def _preferred(self, ending: str, found: list[VaultPath], folder: FolderPath) -> list[VaultPath]:
        """Keep those of `found`, shortest first, that lie inside `folder`, or all when none does."""
        if not folder:
            return found
        if len(found) <= _FEW:
            inside = folder.lower() + "/"
            return [path for path in found if path.lower().startswith(inside)] or found
        nearest = self._nearest.get(ending)
        if nearest is None:
            nearest = self._nearest[ending] = _by_folder(found)
        return nearest.get(folder.lower()) or found[:_FEW]


def link_name(path: str) -> str:
    """Give what a link's path, or a file's, must share with the other to mean it: its last part, letter case aside."""
    return nfc(path).rpartition("/")[2].lower()


def _choose(found: list[VaultPath], wanted: str) -> Resolution:
    """Take the first; of files that differ from it only by letter case, the one spelled like the link."""
    best = found[0]
    if len(found) == 1:
        return Resolution(path=best)
    folded = best.lower()
    twin = next((path for path in found if path.endswith(wanted) and path.lower() == folded), None)
    others = sorted(path for path in found if path != (twin or best) and (twin is None or path.lower() != folded))
    return Resolution(path=twin or best, others=tuple(others))


def _by_folder(found: list[VaultPath]) -> dict[str, list[VaultPath]]:
    """Map each folder, lower case, to the first few of `found` that lie anywhere inside it."""
    nearest: dict[str, list[VaultPath]] = {}
    for path in found:
        above = path.lower().rpartition("/")[0]
        while above:
            kept = nearest.setdefault(above, [])
            if len(kept) < _FEW:
                kept.append(path)
            above = above.rpartition("/")[0]
    return nearest


def join_path(folder: FolderPath, relative: str) -> str | None:
    """Follow a path, with `./` and `../` in it, from a folder; None when that leaves the vault."""
    parts = folder.split("/") if folder else []
    for part in relative.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)
