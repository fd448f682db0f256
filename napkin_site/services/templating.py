"""Templates of notes, and where the note of a day is."""

from datetime import datetime

from napkin_site.core.dates import daily_note_path
from napkin_site.core.paths import VaultPath, name_of, nfc
from napkin_site.core.templates import TemplateFormats, expand_template
from napkin_site.core.values import Value
from napkin_site.errors import NotFoundError
from napkin_site.services.access import VaultAccess
from napkin_site.services.reading import NoteText, read_note

UNTITLED = "Untitled"


class TemplateList(Value):
    """The templates of a vault."""

    templates: tuple[str, ...]
    """Names, without `.md`; those in subfolders with the folder, sorted."""


class TemplateText(Value):
    """A template."""

    template: str
    """Its name, as `TemplateList` has it."""
    path: str
    content: str


class DailyPath(Value):
    """Where the note of a day is, or would be."""

    path: str


def list_templates(access: VaultAccess) -> TemplateList:
    """List the templates: the notes in the folder that the settings name."""
    return TemplateList(templates=tuple(_templates(access)))


def read_template(
    access: VaultAccess, name: str, *, resolve: bool = False, title: str = "", moment: datetime | None = None
) -> TemplateText:
    """Read a template.

    Args:
        access: the vault.
        name: its name in the templates folder, or any note.
        resolve: fill in its variables.
        title: what `{{title}}` becomes; `Untitled` when empty.
        moment: what `{{date}}` and `{{time}}` are of; the local time when None.

    Raises:
        NotFoundError: there is no such template.
        AmbiguousError, UsageError: the name fits several notes, or none can be of that name.
    """
    shown, path = find_template(access, name)
    text = access.read(path).text
    if resolve:
        moment = moment if moment is not None else now()
        text = expand_template(text, title=title or UNTITLED, moment=moment, formats=formats_of(access)).text
    return TemplateText(template=shown, path=path, content=text)


def find_template(access: VaultAccess, name: str) -> tuple[str, VaultPath]:
    """Find a template by name: in the templates folder first, then as any note.

    Raises:
        NotFoundError: there is none; `suggestions` has up to three that are there.
        AmbiguousError, UsageError: as for every reference.
    """
    known = _templates(access)
    wanted = nfc(name).strip().removesuffix(".md").lower()
    for shown, path in known.items():
        if shown.lower() == wanted:
            return shown, path
    try:
        path, _ = access.find_note(name)
    except NotFoundError:
        message = f"Template not found: {name}. Available: {', '.join([*known][:3]) or 'none'}"
        raise NotFoundError(message, path=name, suggestions=tuple(known)[:3]) from None
    return name_of(path), path


def formats_of(access: VaultAccess) -> TemplateFormats:
    """Give the formats that `{{date}}` and `{{time}}` have in this vault."""
    obsidian = access.config.obsidian
    return TemplateFormats(date=obsidian.template_date_format, time=obsidian.template_time_format)


def daily_path(access: VaultAccess, *, moment: datetime | None = None) -> DailyPath:
    """Say where the note of a day is, whether there is one or not.

    Args:
        access: the vault.
        moment: the day; today when None.
    """
    daily = access.config.daily
    path = daily_note_path(moment if moment is not None else now(), folder=daily.folder, form=daily.format)
    return DailyPath(path=path)


def read_daily(access: VaultAccess, *, moment: datetime | None = None) -> NoteText:
    """Read the note of a day.

    Args:
        access: the vault.
        moment: the day; today when None.

    Raises:
        NotFoundError: there is none.
    """
    path = daily_path(access, moment=moment).path
    if VaultPath(path) not in access.paths:
        raise NotFoundError(f"Daily note not found: {path}", path=path)
    return read_note(access, path)


def now() -> datetime:
    """Give the local time, with its zone."""
    return datetime.now().astimezone()


def _templates(access: VaultAccess) -> dict[str, VaultPath]:
    """Map the name of each template to its path, sorted by name."""
    folder = access.config.templates.folder.strip("/")
    inside = f"{folder}/".lower() if folder else ""
    return {
        path[len(inside) : -3]: path
        for path in access.paths
        if path.lower().startswith(inside) and path[-3:].lower() == ".md"
    }
