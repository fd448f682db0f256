"""The kinds of path, and the only place that converts between them.

A vault path names a file in the vault, a URL path names a page or file of the site, a relative
URL stands in an `href`, an anchor is an element's `id`. They never mix.
"""

from typing import NewType

VaultPath = NewType("VaultPath", str)
"""A file in the vault: `/` between parts, no leading slash, NFC, letter case as on disk."""

FolderPath = NewType("FolderPath", str)
"""A folder in the vault, like a `VaultPath`; the empty string is the vault's root."""

UrlPath = NewType("UrlPath", str)
"""A place on the site, from its root, not percent-encoded, no leading slash.

A page ends in `/` (`Company/About+us/`; the home page is the empty string), a file does not.
"""

RelUrl = NewType("RelUrl", str)
"""A percent-encoded reference from one page to another place on the site, fit for an `href`."""

Anchor = NewType("Anchor", str)
"""The `id` of an element on a page, without the `#`, not percent-encoded."""
