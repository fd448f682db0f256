"""Text and addresses as safe HTML: the only place of the parser that escapes."""

import re
from urllib.parse import quote

ALLOWED_SCHEMES = frozenset(
    "http https mailto tel sms obsidian ftp ftps sftp file xmpp irc ircs news nntp geo magnet matrix zotero things"
    " message webcal feed evernote vscode".split()
)
"""Schemes an `href` may have; any other address is left out of the page."""

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
# Browsers ignore these inside an address, so that they could hide a scheme.
_CONTROLS = re.compile(r"[\x00-\x1f\x7f]")
_HREF_SAFE = "-_.+!*'(),%#@?=;:/&$~"


def escape_text(text: str) -> str:
    """Escape text that stands between tags."""
    if "&" in text:
        text = text.replace("&", "&amp;")
    if "<" in text:
        text = text.replace("<", "&lt;")
    if ">" in text:
        text = text.replace(">", "&gt;")
    return text


def escape_attribute(text: str) -> str:
    """Escape the value of an attribute in double quotes."""
    return escape_text(text).replace('"', "&quot;")


def scheme_of(address: str) -> str:
    """Give an address's URI scheme in lower case; empty when it has none and so means a place in the vault."""
    match = _SCHEME.match(clean_address(address))
    return match[1].lower() if match else ""


def clean_address(address: str) -> str:
    """Drop what browsers drop from an address: control characters, and spaces around it."""
    return _CONTROLS.sub("", address).strip()


def external_href(address: str) -> str:
    """Make an external address fit for an `href`, escaped; empty when its scheme is not allowed."""
    address = clean_address(address)
    if scheme_of(address) not in ALLOWED_SCHEMES:
        return ""
    return quote_href(address)


def quote_href(address: str) -> str:
    """Percent-encode what may not stand in an address, leave what is encoded, and escape it for an attribute."""
    return escape_text(quote(address, safe=_HREF_SAFE, errors="replace")).replace("'", "&#x27;")
