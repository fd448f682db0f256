"""Links that lead nowhere, to a part that is not there, or to one of several files (obsidian-spec §2.4 to §2.6)."""

from collections.abc import Collection, Iterator, Mapping

from napkin_site.builder.checks.found import Found, finding
from napkin_site.builder.checks.suggestions import Suggestions
from napkin_site.core.links import LinkIndex, ResolvedLink
from napkin_site.core.model import Vault
from napkin_site.core.paths import VaultPath, folder_of, nfc
from napkin_site.core.problems import Severity
from napkin_site.core.subpaths import is_block_subpath, segments_of, target_of
from napkin_site.core.syntax.headings import normalise_heading
from napkin_site.core.syntax.tree import Link
from napkin_site.vault.reader import file_kind

_NAMED = 3
"""Files listed in a message; the rest are counted."""
_NOTES = frozenset({"note", "other"})
"""Kinds of a path that may be a note's; names with dots, such as `v1.2 plan`, are `other`."""
_PART_HINTS = {
    "heading": "Mend the heading after the `#`.",
    "block": "Mend the id after the `#^`; in the note it must stand at the end of its block.",
    "place": "Mend what stands after the `#`.",
}


class LinkRules:
    """The rules about links, over one vault."""

    def __init__(self, vault: Vault, index: LinkIndex) -> None:
        self._vault = vault
        self._index = index
        self._suggestions = Suggestions(vault)
        self._aliases = _aliases(vault)
        self._by_lower_path = {path.lower(): path for path in (*vault.notes, *vault.files)}
        self._repeated: dict[VaultPath, Mapping[str, list[int]]] = {}

    def find(self, sources: Collection[VaultPath]) -> Iterator[Found]:
        """Look at the links of these notes, in their order."""
        for source in sources:
            for link in self._index.out.get(source, ()):
                found = self._look_at(link)
                if found is not None:
                    yield found

    def _look_at(self, found: ResolvedLink) -> Found | None:
        """Tell what is wrong with a link; of several things the worst."""
        if found.link.place == "comment":
            return _in_comment(found) if found.target is None or found.is_part_missing else None
        if found.target is None:
            owners = self._aliases.get(nfc(found.link.path).casefold())
            return self._alias(found, owners) if owners else self._unresolved(found)
        if found.is_part_missing:
            return self._missing_part(found, found.target)
        others = found.others or self._beside(found)
        if others:
            return self._ambiguous(found, found.target, others)
        return self._repeated_part(found, found.target)

    def _alias(self, found: ResolvedLink, owners: list[VaultPath]) -> Found:
        link = found.link
        names = [f"`{self._suggestions.link_text(owner)}`" for owner in owners]
        return _finding(
            found,
            "alias-link",
            f"`{link.path}` is no note, but an alias of {_listed(names)}; aliases do not resolve",
            hint=f"Name the note: {self._rewritten(link, owners[0], shown=link.path)}.",
            files=tuple(owners),
        )

    def _unresolved(self, found: ResolvedLink) -> Found:
        link = found.link
        near = self._suggestions.file(link.path)
        if near is not None:
            hint = f"Did you mean {self._rewritten(link, near)}?"
        else:
            missing = "Add the file" if link.is_embed or file_kind(link.path) not in _NOTES else "Write the note"
            hint = f"{missing}, or mend the {'embed' if link.is_embed else 'link'}."
        return _finding(
            found,
            "missing-embed" if link.is_embed else "unresolved-link",
            f"`{link.path}` is not in the vault",
            hint=hint,
        )

    def _missing_part(self, found: ResolvedLink, target: VaultPath) -> Found:
        link = found.link
        path, subpath = target_of(link)
        near = self._suggestions.part(self._vault.notes[target].facts, subpath)
        what = "place" if link.syntax == "html" else "block" if is_block_subpath(subpath) else "heading"
        return _finding(
            found,
            "missing-embed" if link.is_embed else "missing-part",
            f"{f'`{path}`' if path else 'this note'} has no {what} `{subpath}`",
            hint=f"Did you mean `#{near}`?" if near else _PART_HINTS[what],
            files=(target,),
        )

    def _ambiguous(self, found: ResolvedLink, target: VaultPath, others: tuple[VaultPath, ...]) -> Found:
        link = found.link
        return _finding(
            found,
            "ambiguous-link",
            f"`{link.path}` is taken for `{target}`, and could be {_listed([f'`{path}`' for path in others])}",
            hint="Write a longer path, so that one file is meant.",
            files=(target, *others),
        )

    def _repeated_part(self, found: ResolvedLink, target: VaultPath) -> Found | None:
        """Tell of a link to a heading that the note has several times."""
        path, subpath = target_of(found.link)
        if not subpath or target not in self._vault.notes or is_block_subpath(subpath):
            return None
        segments = segments_of(subpath)
        if len(segments) != 1:
            return None
        lines = self._lines_of(target).get(normalise_heading(segments[0]), [])
        if len(lines) < 2:
            return None
        return _finding(
            found,
            "ambiguous-part",
            f"{f'`{path}`' if path else 'this note'} has the heading `{segments[0]}` {len(lines)} times"
            f" (lines {', '.join(map(str, lines))}); the first is meant",
            hint="Name the heading above it too, as in `#Above#Heading`, or rename one.",
            files=(target,),
        )

    def _lines_of(self, note: VaultPath) -> Mapping[str, list[int]]:
        lines = self._repeated.get(note)
        if lines is None:
            lines = {}
            for heading in self._vault.notes[note].facts.headings:
                lines.setdefault(heading.key, []).append(heading.line)
            self._repeated[note] = lines
        return lines

    def _beside(self, found: ResolvedLink) -> tuple[VaultPath, ...]:
        """Find a file of the link's name beside the note, where one at the vault's root was taken instead.

        A whole path wins over a neighbour (obsidian-spec §2.4, step 5); on other hosts of Markdown the neighbour wins.
        """
        if found.target is not None and "/" in found.target and "/" not in found.link.path:
            return ()  # what most links are: a name, and a file in some folder
        text = nfc(found.link.path).lower()
        folder = folder_of(found.source)
        if not folder or not text or text.startswith((".", "/")) or found.target is None:
            return ()
        if found.target.lower() not in {text, f"{text}.md"}:
            return ()
        beside = self._by_lower_path.get(f"{folder.lower()}/{found.target.lower()}")
        return () if beside is None or beside == found.source else (beside,)

    def _rewritten(self, link: Link, target: VaultPath, *, shown: str = "") -> str:
        """Write a link anew so that it names `target`."""
        bang = "!" if link.is_embed else ""
        subpath = f"#{link.subpath}" if link.subpath else ""
        if link.syntax != "wikilink":
            return f"`{target}{subpath}`"
        text = self._suggestions.link_text(target)
        display = "" if link.is_embed else link.display or shown
        return f"{bang}[[{text}{subpath}{f'|{display}' if display else ''}]]"


def _finding(
    found: ResolvedLink,
    code: str,
    message: str,
    *,
    hint: str,
    files: tuple[VaultPath, ...] = (),
    severity: Severity = Severity.WARNING,
) -> Found:
    """Make a finding about a link: where it stands, and how it is written."""
    link = found.link
    return finding(
        severity,
        code,
        message,
        path=found.source,
        line=link.line,
        hint=hint,
        about=f"{link.path}#{link.subpath}" if link.subpath else link.path,
        link_path=link.path,
        files=files,
    )


def _in_comment(found: ResolvedLink) -> Found:
    """Tell of a link that no reader sees, which counts in the graph and in lists all the same (decision 13)."""
    link = found.link
    path, subpath = target_of(link)
    if found.target is None:
        message = f"`{link.path}` is not in the vault"
    else:
        message = f"{f'`{path}`' if path else 'this note'} has no `#{subpath}`"
    return _finding(
        found,
        "broken-comment-link",
        f"inside a comment: {message}",
        hint="Mend the link, or take it out of the comment.",
        severity=Severity.INFO,
        files=(found.target,) if found.target is not None else (),
    )


def _aliases(vault: Vault) -> dict[str, list[VaultPath]]:
    found: dict[str, list[VaultPath]] = {}
    for path, note in vault.notes.items():
        for alias in note.aliases:
            owners = found.setdefault(nfc(alias).casefold(), [])
            if path not in owners:
                owners.append(path)
    return found


def _listed(names: list[str]) -> str:
    if len(names) > _NAMED:
        names = [*names[: _NAMED - 1], f"{len(names) - _NAMED + 1} more"]
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
