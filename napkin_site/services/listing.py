"""What files and folders a vault has."""

from collections.abc import Iterable

from napkin_site.core.paths import VaultPath, file_name, nfc
from napkin_site.core.references import check_inside
from napkin_site.core.values import Value
from napkin_site.services.access import VaultAccess


class VaultInfo(Value):
    """A vault at a glance."""

    name: str
    path: str
    """The folder of its notes, absolute."""
    files: int
    folders: int
    size: int
    """Bytes of all files."""


class FileInfo(Value):
    """A file at a glance."""

    path: str
    name: str
    """Without the extension."""
    extension: str
    """Without the dot; empty when there is none."""
    size: int
    """Bytes."""
    created: int
    """Milliseconds since the epoch; the earliest time the system tells."""
    modified: int


class FileList(Value):
    """Files of a vault."""

    files: tuple[str, ...]
    """Vault paths, sorted."""


class FolderList(Value):
    """Folders of a vault."""

    folders: tuple[str, ...]
    """Vault paths, sorted; those that hold no file at all are not listed."""


class FolderInfo(Value):
    """A folder at a glance, with all it holds at any depth."""

    path: str
    files: int
    folders: int
    size: int
    """Bytes."""


def vault_info(access: VaultAccess) -> VaultInfo:
    """Say where the vault is and how much it holds; broken links are no part of it (repair 46)."""
    scan = access.scan
    return VaultInfo(
        name=access.location.name,
        path=str(access.location.root),
        files=len(scan.files),
        folders=len(scan.folders),
        size=sum(file.fingerprint.size for file in scan.files),
    )


def file_info(access: VaultAccess, reference: str) -> FileInfo:
    """Say what is known of a file without reading it.

    Raises:
        NotFoundError, AmbiguousError, UsageError: the reference does not fit one file.
    """
    path, _ = access.find(reference)
    found = next((file for file in access.scan.files if file.path == path), None)
    if found is None:  # one that ignore rules hide
        file = access.read(path)
        size, created_ns, modified_ns = len(file.source), file.modified_ns, file.modified_ns
    else:
        size, created_ns, modified_ns = found.fingerprint.size, found.created_ns, found.fingerprint.mtime_ns
    name, dot, extension = file_name(path).rpartition(".")
    return FileInfo(
        path=path,
        name=name or file_name(path),
        extension=extension if dot and name else "",
        size=size,
        created=created_ns // 1_000_000,
        modified=modified_ns // 1_000_000,
    )


def list_files(access: VaultAccess, *, folder: str = "", extension: str = "") -> FileList:
    """List the files of the vault, or of a folder with all it holds; a folder that is not there holds none.

    Args:
        access: the vault.
        folder: a vault path; empty for the whole vault.
        extension: list those with this extension only, such as `md`; letter case makes no difference.

    Raises:
        UsageError: the folder is outside the vault.
    """
    inside = _prefix(folder)
    wanted = "." + extension.lower().removeprefix(".") if extension else ""
    return FileList(
        files=tuple(path for path in access.paths if path.startswith(inside) and path.lower().endswith(wanted))
    )


def list_folders(access: VaultAccess, *, parent: str = "") -> FolderList:
    """List the folders of the vault, or those inside a folder.

    Raises:
        UsageError: the folder is outside the vault.
    """
    inside = _prefix(parent)
    return FolderList(folders=tuple(folder for folder in _folders(access.paths) if folder.startswith(inside)))


def folder_info(access: VaultAccess, folder: str) -> FolderInfo:
    """Count what a folder holds.

    Raises:
        NotFoundError: there is no such folder.
        UsageError: it is outside the vault.
    """
    path = access.find_folder(folder)
    inside = f"{path}/" if path else ""
    files = [file for file in access.scan.files if file.path.startswith(inside)]
    return FolderInfo(
        path=path or "/",
        files=len(files),
        folders=sum(name.startswith(inside) for name in _folders(file.path for file in files)),
        size=sum(file.fingerprint.size for file in files),
    )


def _prefix(folder: str) -> str:
    check_inside(folder.rstrip("/"))
    path = nfc(folder).removeprefix("./").strip("/")
    return f"{path}/" if path and path != "." else ""


def _folders(paths: Iterable[VaultPath]) -> tuple[str, ...]:
    found: set[str] = set()
    for path in paths:
        folder = path.rpartition("/")[0]
        while folder and folder not in found:
            found.add(folder)
            folder = folder.rpartition("/")[0]
    return tuple(sorted(found))
