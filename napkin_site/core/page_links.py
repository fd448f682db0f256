"""What rendering asks about links and embeds, and the answers: the line between `html` and the site."""

from collections.abc import Sequence
from typing import Literal, Protocol

from napkin_site.core.paths import VaultPath
from napkin_site.core.syntax.tree import Link, NoteBody, NoteFacts
from napkin_site.core.values import Value


class LinkDestination(Value):
    """Where a link leads from the page being rendered."""

    state: Literal["resolved", "unresolved", "hidden"]
    """`hidden`: the target exists but is not published; the link is shown as plain text, without a mark."""
    href: str = ""
    """Percent-encoded, relative to the page being rendered, fragment included; empty unless resolved."""
    path: VaultPath = VaultPath("")
    """The target's vault path; empty unless resolved."""


class NoteEmbed(Value):
    """An embed that shows a note, or the part of it that `start:stop` or `fragment` cuts out."""

    path: VaultPath
    href: str
    title: str
    facts: NoteFacts
    body: NoteBody
    subpath: str
    """The embed's subpath, empty for the whole note."""


class FileEmbed(Value):
    """An embed that shows a file."""

    path: VaultPath
    href: str
    """Percent-encoded, relative to the page being rendered, without a fragment."""
    kind: Literal["image", "audio", "video", "pdf", "base", "canvas", "other"]
    fragment: str
    """The embed's subpath, kept for `#page=3`, `#height=400` and styling hooks."""


class MissingEmbed(Value):
    """An embed of something not there (`unresolved`), without the named part (`part`), or not published (`hidden`)."""

    reason: Literal["unresolved", "part", "hidden"]
    name: str
    """What the note's author typed, for the placeholder."""
    href: str = ""
    """Link to the note when only the part is missing; empty otherwise."""


Embed = NoteEmbed | FileEmbed | MissingEmbed


class PageLinks(Protocol):
    """Answers, for one page of the site, where links go and what embeds show."""

    def link(self, source: VaultPath, link: Link) -> LinkDestination:
        """Resolve `link`, which stands in the note `source`, as seen from the page being rendered."""

    def links_of(self, source: VaultPath, facts: NoteFacts) -> Sequence[LinkDestination]:
        """Resolve all links of the note `source`, in their order."""

    def embed(self, source: VaultPath, link: Link) -> Embed:
        """Find what the embed `link` of the note `source` shows."""

    def tag_href(self, name: str) -> str:
        """Give the relative URL of a tag's page; empty when there is none."""

    def highlight(self, code: str, language: str) -> str:
        """Give the inner HTML of `<code>` for a code block, escaped or highlighted."""
