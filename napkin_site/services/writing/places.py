"""What a moved or deleted thing is, as typed: a file or a folder; and where it goes (memory-spec §7.3)."""

from typing import NamedTuple

from napkin_site.core.path_rules import contained_path, new_folder, new_path
from napkin_site.core.paths import FolderPath, VaultPath, file_name, folder_of, name_of, nfc
from napkin_site.errors import AmbiguousError, NotFoundError, UsageError
from napkin_site.services.access import VaultAccess
from napkin_site.services.writing.session import Draft


class Thing(NamedTuple):
    """A file or a folder of the vault."""

    path: str
    is_folder: bool

    @property
    def shown(self) -> str:
        """How it is told of: a folder with a slash."""
        return f"{self.path}/" if self.is_folder else self.path


def find_thing(draft: Draft, reference: str) -> Thing:
    """Find the file or folder that is meant: `Note`, `folder/pic.png`, `folder` or `folder/`.

    A file of that path comes before a folder of that path, and that before a file of that name elsewhere, which must
    be named by its path then.

    Raises:
        UsageError: it names nothing, leaves the vault, or names a part of a note.
        NotFoundError: there is neither.
        AmbiguousError: several fit.
    """
    if reference.endswith("/"):
        return Thing(_folder(draft, reference), is_folder=True)
    try:
        path, subpath = draft.access.find(reference)
    except NotFoundError:
        try:
            return Thing(_folder(draft, reference), is_folder=True)
        except NotFoundError:
            pass
        raise
    if subpath:
        raise UsageError(f"`{reference}` names a part of a note", path=path, hint="Name the whole note.")
    wanted = nfc(reference).removeprefix("./").lower()
    if path.lower() not in (wanted, f"{wanted}.md") and _is_known_folder(draft, wanted):
        raise AmbiguousError(
            f"`{reference}` is a folder, and the name of a file elsewhere",
            hint="A folder is named with a slash at its end.",
            suggestions=(path, f"{reference}/"),
        )
    return Thing(path, is_folder=False)


def place_for(draft: Draft, thing: Thing, to: str) -> Thing:
    """Give where something goes: into a folder, or, of a file, where `to` ends as its name does, to that very path.

    Args:
        draft: the vault.
        thing: what moves.
        to: the folder, which is made if need be, or the new path.

    Raises:
        PathRefusedError: the path leaves the vault, is hidden, or would not work everywhere.
    """
    text = nfc(to)
    if not is_path_for(draft, thing, text):
        folder = into_folder(draft, text)
        name = file_name(VaultPath(thing.path))
        return thing._replace(path=f"{folder}/{name}" if folder else name)
    path = contained_path(text.removeprefix("./"))
    folder = into_folder(draft, folder_of(path)) if "/" in path else FolderPath("")
    name = file_name(path)
    return thing._replace(path=new_path(f"{folder}/{name}" if folder else name, was=f"{folder}/{thing.path}"))


def is_path_for(draft: Draft, thing: Thing, to: str) -> bool:
    """Tell whether a destination is the new path of a file, rather than a folder to put it in.

    Raises:
        UsageError: it is the path of a note, and the file is none.
        PathRefusedError: the path leaves the vault, or is hidden.
    """
    if thing.is_folder or to.endswith("/"):
        return False
    extension = extension_of(thing.path).lower()
    own = extension_of(to).lower()
    if own not in (".md", extension) or not own or draft.disk.is_folder(FolderPath(to.removeprefix("./"))):
        return False
    if own != extension:
        raise UsageError(f"`{thing.path}` does not become a note by its name", path=thing.path)
    return True


def into_folder(draft: Draft, text: str) -> FolderPath:
    """Give the folder that a destination names, spelt as those of it that are there.

    Raises:
        PathRefusedError: the path leaves the vault, is hidden, or would not work everywhere.
    """
    bare = text.removeprefix("./")
    if bare.strip("/") in ("", "."):
        return FolderPath("")
    parts = contained_path(bare.rstrip("/")).split("/")
    for count in range(len(parts), 0, -1):
        try:
            known = draft.access.find_folder("/".join(parts[:count]))
        except NotFoundError:
            continue
        rest = parts[count:]
        # A name that is there may be odd; one that we make may not.
        return new_folder("/".join([known, *rest]), was=known) if rest else FolderPath(known)
    return new_folder("/".join(parts))


def renamed(thing: Thing, name: str) -> Thing:
    """Give a file or folder another name in its folder; a file keeps its extension, which may be left out.

    Raises:
        UsageError: it is a path, or nothing.
        PathRefusedError: the name would not work everywhere.
    """
    text = nfc(name).strip()
    if not text or "/" in text:
        raise UsageError(f"`{name}` is not a name", hint="A path is what `napkin move` takes.")
    above = folder_of(VaultPath(thing.path))
    extension = "" if thing.is_folder else extension_of(thing.path)
    if extension and not text.lower().endswith(extension.lower()):
        text += extension
    path = f"{above}/{text}" if above else text
    return thing._replace(path=new_folder(path) if thing.is_folder else new_path(path, was=thing.path))


def extension_of(path: str) -> str:
    """Give a file's extension with its dot, as it is written; empty where there is none."""
    stem, dot, extension = file_name(VaultPath(path)).rpartition(".")
    return f".{extension}" if dot and stem else ""


def note_folder(access: VaultAccess, thing: Thing) -> str:
    """Give the folder that bears a note's name and lies beside it; empty where there is none."""
    if thing.is_folder or extension_of(thing.path).lower() != ".md":
        return ""
    above = folder_of(VaultPath(thing.path))
    name = name_of(VaultPath(thing.path))
    folder = f"{above}/{name}" if above else name
    return folder if any(path.startswith(f"{folder}/") for path in access.paths) else ""


def _is_known_folder(draft: Draft, text: str) -> bool:
    try:
        return bool(draft.access.find_folder(text))
    except NotFoundError:
        return False


def _folder(draft: Draft, reference: str) -> FolderPath:
    """Find a folder, be it one that holds nothing that is shown; not the vault itself."""
    try:
        folder = draft.access.find_folder(reference)
    except NotFoundError:
        folder = contained_path(nfc(reference).removeprefix("./").strip("/"))
        if not draft.disk.is_folder(FolderPath(folder)):
            raise
    if not folder:
        raise UsageError("the vault itself is not moved or deleted")
    return FolderPath(folder)
