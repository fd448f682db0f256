"""Where a canvas or a bookmark is to lead, and which of our own files a change may be about."""

from pathlib import Path

from napkin_site.core.path_rules import ATTACHMENTS, INTERNAL_FILES, known_path
from napkin_site.core.paths import FolderPath, VaultPath, nfc
from napkin_site.errors import NotFoundError, PathRefusedError
from napkin_site.services.access import VaultAccess
from napkin_site.vault.locate import VaultLocation

_EXTENSIONS = ATTACHMENTS | {"md", "canvas", "base", "svg"}
"""What may follow the last dot of a file that is not there yet, without being a part of a note's name."""


def known_file(access: VaultAccess, reference: str) -> tuple[VaultPath, str, tuple[str, ...]]:
    """Find the file that a canvas or bookmark is to lead to.

    Returns:
        Its path, the subpath that stood behind it, and a warning where the file is not there yet.

    Raises:
        UsageError, AmbiguousError: it leaves the vault, or fits several files.
        PathRefusedError: it is no path.
    """
    try:
        path, subpath = access.find(reference)
    except NotFoundError as error:
        text, _, subpath = reference.partition("#")
        has_extension = text.rpartition(".")[2].lower() in _EXTENSIONS
        path = known_path(text if has_extension else f"{text}.md")
        near = f"; did you mean {' or '.join(error.suggestions)}?" if error.suggestions else ""
        return path, subpath, (f"there is no file {path} yet{near}",)
    return path, subpath, ()


def known_folder(access: VaultAccess, folder: str) -> tuple[FolderPath, tuple[str, ...]]:
    """Find the folder that a bookmark is to lead to; the vault itself is `/`.

    Returns:
        Its path, and a warning where nothing is in it yet.

    Raises:
        UsageError, PathRefusedError: it leaves the vault, or is no path.
    """
    try:
        return FolderPath(access.find_folder(folder) or "/"), ()
    except NotFoundError:
        path = known_path(nfc(folder).removeprefix("./").strip("/"))
        return FolderPath(path), (
            () if access.location.root.joinpath(path).is_dir() else (f"there is no folder {path} yet",)
        )


def internal_file(location: VaultLocation, folder: Path, name: str) -> VaultPath:
    """Give the vault path of a file of settings that the writer takes.

    Args:
        location: the vault.
        folder: where the file lies.
        name: what it is called.

    Raises:
        PathRefusedError: it lies outside of the vault, where nothing is changed.
    """
    file = folder / name
    if file.is_relative_to(location.root):
        path = file.relative_to(location.root).as_posix()
        if path in INTERNAL_FILES or folder == location.root:
            return VaultPath(path)
    raise PathRefusedError(
        f"{file} lies outside of the folder of the notes, where nothing is changed",
        reason="outside-vault",
        path=str(file),
        hint="Edit that file itself.",
    )
