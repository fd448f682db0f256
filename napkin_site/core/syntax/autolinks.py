"""Bare addresses (obsidian-spec §2.2): `https://…` and `name@host.tld` become links; a bare domain does not."""

import re

from napkin_site.core.syntax.escaping import ALLOWED_SCHEMES, escape_text
from napkin_site.core.syntax.inline import TAKEN, Edit, InlineText
from napkin_site.core.syntax.leaf import ATOM, HOLD, Token
from napkin_site.core.syntax.links import external_tag

_SCHEME = re.compile(r"(?:^|(?<=[^A-Za-z0-9+.-]))[A-Za-z][A-Za-z0-9+.-]*$")
_ADDRESS = re.compile(rf"[^\s<{HOLD}{TAKEN}]+")
_LOCAL_PART = re.compile(r"[A-Za-z0-9._+-]+$")
_DOMAIN = re.compile(r"[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+")
_LONGEST_SCHEME = 24
_LONGEST_LOCAL_PART = 64


def find_urls(text: InlineText) -> list[Edit]:
    """Find bare URLs; punctuation at their end is not part of them (GFM's rule)."""
    edits: list[Edit] = []
    shown = text.shown
    place = shown.find("://")
    done = 0
    while place >= 0:
        behind = place + 3
        # one character more than a scheme may have, so that the middle of a longer word is seen as such
        before = shown[max(done, place - _LONGEST_SCHEME - 1) : place]
        scheme = _SCHEME.search(before)
        if scheme is not None and scheme[0].lower() in ALLOWED_SCHEMES:
            rest = _ADDRESS.match(shown, behind)
            end = _trimmed_end(shown, behind, rest.end()) if rest is not None else behind
            if end > behind:
                start = place - len(scheme[0])
                edits.append(Edit(start, end, _link(text.joined[start:end], "")))
                done = behind = end
        place = shown.find("://", behind)
    return edits


def find_emails(text: InlineText) -> list[Edit]:
    """Find bare e-mail addresses."""
    edits: list[Edit] = []
    shown = text.shown
    place = shown.find("@")
    done = 0
    while place >= 0:
        behind = place + 1
        local = _LOCAL_PART.search(shown[max(done, place - _LONGEST_LOCAL_PART) : place])
        domain = _DOMAIN.match(shown, behind)
        if local is not None and domain is not None and domain[0][-1] != "-":
            start, end = place - len(local[0]), domain.end()
            edits.append(Edit(start, end, _link(text.joined[start:end], "mailto:")))
            done = behind = end
        place = shown.find("@", behind)
    return edits


def _link(shown: str, scheme: str) -> Token:
    return Token(f"{external_tag(scheme + shown)}{escape_text(shown)}</a>", shown, ATOM)


def _trimmed_end(shown: str, start: int, end: int) -> int:
    surplus = shown.count(")", start, end) - shown.count("(", start, end)
    while end > start:
        last = shown[end - 1]
        if last == ")" and surplus > 0:
            surplus -= 1
        elif last not in "?!.,:;*_~'\"":
            break
        end -= 1
    return end
