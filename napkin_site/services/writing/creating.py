"""Making notes, from a template where one is named."""

from msgspec.structs import replace

from napkin_site.core.changes import ChangeSet, creation_of, digest_of, edit_of
from napkin_site.core.edits.text import fit_text
from napkin_site.core.path_rules import ATTACHMENTS, new_path, twin_key, unlinkable
from napkin_site.core.paths import FolderPath, VaultPath, folder_of, name_of, nfc
from napkin_site.errors import ExistsError, UsageError
from napkin_site.services.templating import UNTITLED
from napkin_site.services.writing.places import extension_of, into_folder
from napkin_site.services.writing.session import Draft, WriteSession, Written
from napkin_site.services.writing.templates import from_template

_NO_NOTES = frozenset({".canvas", ".base", *(f".{extension}" for extension in ATTACHMENTS - {"txt", "csv"})})


class Created(Written, kw_only=True):
    """A note that was made."""

    created: bool
    """False for a preview."""
    template: str = ""
    """The template it was made from."""
    overwritten: bool = False
    """There was a note of that name; the history has what it held."""


def create_note(
    session: WriteSession,
    name: str = "",
    content: str = "",
    *,
    path: str = "",
    template: str = "",
    overwrite: bool = False,
) -> Created:
    """Make a note, and the folders it lies in (repairs 1 and 2).

    Args:
        session: who asks, and how.
        name: the note's name; may have folders before it. `Untitled` where neither name nor file is given.
        content: its text.
        path: a folder to put it in, if it ends in `/`, is one, or a name is given too; else the file itself. `.md` at
            the end always says that it is the file.
        template: a template to fill in: with date, time and title, and with the content, where it has `{{content}}`,
            or else behind it. Properties of both are joined; those of the content come first.
        overwrite: put it in the place of one that is there; the history keeps that.

    Raises:
        ExistsError: there is such a note.
        NotFoundError: there is no such template.
        UsageError, PathRefusedError: the name is none that every system takes, or is not a note's.
        EditError: the properties of content or template cannot be read.
        NapkinError: what `WriteSession.commit` raises.
    """

    def plan(draft: Draft) -> tuple[ChangeSet, Created]:
        place = new_note_path(draft, name, path)
        draft.expect(place)
        existing = draft.disk.read(place)
        if existing is not None and not overwrite:
            raise ExistsError(
                f"File already exists: {place}. Use --overwrite to replace.",
                existing=place,
                path=place,
                hint="The history keeps what it holds now.",
            )
        if existing is None:
            _refuse_twin(draft, place)
        warnings, shown = _warnings(draft, place), ""
        made = fit_text(content, b"\n")
        if template:
            filled = from_template(draft, template, title=name_of(place), moment=session.now(), content=content)
            made, shown, warnings = filled.note, filled.name, [*warnings, *filled.warnings]
        changes = creation_of("create", place, made)
        if existing is not None:
            changes = edit_of("create", place, existing, made)
            draft.digests[place] = digest_of(existing)
        told = Created(
            path=place,
            created=not session.is_dry_run,
            template=shown,
            overwritten=existing is not None,
            warnings=tuple(warnings),
        )
        return changes, told

    done, told = session.commit(plan)
    return replace(told, **done.of(told.path))


def new_note_path(draft: Draft, name: str, path: str) -> VaultPath:
    """Give the path of a note to be made, as `create_note` says; folders that are there keep their spelling.

    Raises:
        UsageError, PathRefusedError: it is no path of a note, or one that does not work everywhere.
    """
    if path:
        text = nfc(path).removeprefix("./")
        if not text.endswith("/") and text[-3:].lower() == ".md" and not draft.disk.is_folder(FolderPath(text)):
            if name and _without_extension(nfc(name)).lower() != name_of(VaultPath(text)).lower():
                raise UsageError(
                    f"the note is to be called `{name}`, and to be the file `{path}`", hint="Give one of the two."
                )
            name = text
        elif name or text.endswith("/") or draft.disk.is_folder(FolderPath(text.strip("/"))):
            folder = into_folder(draft, text)
            name = f"{folder}/{name or UNTITLED}" if folder else name or UNTITLED
        else:
            name = text
    bare = nfc(name or UNTITLED).removeprefix("./")
    extension = extension_of(bare).lower()
    if extension in _NO_NOTES:
        verb = {".canvas": "napkin canvas create", ".base": "napkin base create"}.get(extension)
        hint = f"See: {verb} --help" if verb else "Notes end in `.md`."
        raise UsageError(f"`{name}` is not a note", path=name, hint=hint)
    file = new_path(bare if extension == ".md" else f"{bare}.md")
    folder = into_folder(draft, folder_of(file)) if "/" in file else FolderPath("")
    return VaultPath(f"{folder}/{file.rpartition('/')[2]}" if folder else file)


def _without_extension(name: str) -> str:
    return name[:-3] if name[-3:].lower() == ".md" else name


def _refuse_twin(draft: Draft, place: VaultPath) -> None:
    """See, for previews too, that no file differs from a new one by letter case alone; the writer sees to it again."""
    key = twin_key(place)
    for path in draft.access.paths:
        if path != place and twin_key(path) == key:
            raise ExistsError(
                f"File already exists: {path}, which differs from {place} only in letter case or Unicode form",
                existing=path,
                path=place,
                hint=f"Use `{path}`, or another name.",
            )


def _warnings(draft: Draft, place: VaultPath) -> list[str]:
    """Say what may not be meant: a name that links cannot hold, or that another note has already."""
    name = name_of(place)
    warnings = []
    if marks := unlinkable(name):
        warnings.append(f"links to `{name}` do not work: a link cannot hold `{marks[0]}`")
    if draft.access.is_ignored(place):
        warnings.append("ignore rules hide this note: it is found by its path only")
    others = [
        path
        for path in draft.access.paths
        if path != place and path[-3:].lower() == ".md" and name_of(path).lower() == name.lower()
    ]
    if others:
        warnings.append(f"`[[{name}]]` may mean this note or another one of that name now: {', '.join(others[:3])}")
    return warnings
