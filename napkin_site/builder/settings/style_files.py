"""Which files of a vault its own style sheets ask for: imported sheets, fonts, pictures."""

import re
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

from napkin_site.core.paths import VaultPath, vault_path

_REFERENCE = re.compile(r"""url\(\s*(?:"([^"]*)"|'([^']*)'|([^"')\s]*))\s*\)|@import\s+(?:"([^"]*)"|'([^']*)')""")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def style_files(root: Path, sheets: Iterable[str]) -> tuple[VaultPath, ...]:
    """List the files that style sheets name, and those that imported ones name, sorted; what is not there is left out.

    Args:
        root: the vault's folder.
        sheets: vault paths; addresses of other hosts are passed over.
    """
    found: set[VaultPath] = set()
    waiting = [vault_path(sheet) for sheet in sheets if not urlsplit(sheet).scheme]
    while waiting:
        sheet = waiting.pop()
        for target in _targets(root, sheet):
            if target not in found:
                found.add(target)
                if target.lower().endswith(".css"):
                    waiting.append(target)
    return tuple(sorted(found))


def _targets(root: Path, sheet: VaultPath) -> list[VaultPath]:
    try:
        text = (root / sheet).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    found: list[VaultPath] = []
    for match in _REFERENCE.finditer(_COMMENT.sub("", text)):
        address = urlsplit(next((part for part in match.groups() if part), ""))
        if address.scheme or address.netloc or not address.path:
            continue
        path = _resolve(PurePosixPath(sheet).parent, unquote(address.path))
        if path and (root / path).is_file():
            found.append(vault_path(path))
    return found


def _resolve(folder: PurePosixPath, reference: str) -> str:
    """Resolve a reference inside the vault; empty when it leads out of it."""
    parts = [] if reference.startswith("/") else [part for part in folder.parts if part != "."]
    for part in reference.strip("/").split("/"):
        if part == "..":
            if not parts:
                return ""
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    return "/".join(parts)
