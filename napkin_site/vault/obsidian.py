"""What Obsidian's settings folder says; read with goodwill, since its files are not ours (obsidian-spec §1.10)."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from napkin_site.core.model import ObsidianSettings
from napkin_site.core.problems import Problem, Severity

_T = TypeVar("_T")


def read_obsidian(folder: Path) -> tuple[ObsidianSettings, tuple[Problem, ...]]:
    """Read the settings that matter to a reader of the vault.

    Unknown keys are ignored; a file that cannot be read is a problem and counts as absent, a value of the wrong
    kind counts as absent.

    Returns:
        The settings, where `daily_folder` and `daily_format` are Obsidian's own, defaults included, only if there
        is a `daily-notes.json`; and the problems.
    """
    problems: list[Problem] = []

    def read(name: str) -> Mapping[str, Any]:
        data = _read_json(folder / name, f"{folder.name}/{name}", problems)
        if isinstance(data, list):  # core-plugins.json was a list of ids once
            return {item: True for item in data if isinstance(item, str)}
        return data if isinstance(data, dict) else {}

    app = read("app.json")
    daily = read("daily-notes.json")
    filters: list[Any] = _get(app, "userIgnoreFilters", default=[])
    types = read("types.json").get("types")
    templates = read("templates.json")
    in_document = app.get("propertiesInDocument")
    link_format = app.get("newLinkFormat")
    settings = ObsidianSettings(
        strict_line_breaks=_get(app, "strictLineBreaks", default=False),
        show_inline_title=_get(app, "showInlineTitle", default=True),
        readable_line_length=_get(app, "readableLineLength", default=True),
        properties_in_document=in_document if in_document in ("hidden", "source") else "visible",
        show_unsupported_files=_get(app, "showUnsupportedFiles", default=False),
        ignore_filters=tuple(text for text in filters if isinstance(text, str)),
        link_format=link_format if link_format in ("relative", "absolute") else "shortest",
        property_types=_property_types(types),
        daily_folder=_get(daily, "folder", default="").strip("/"),
        daily_format=_get(daily, "format", default="") or ("YYYY-MM-DD" if daily else ""),
        has_daily_notes=_get(read("core-plugins.json"), "daily-notes", default=False),
        daily_template=_get(daily, "template", default="").strip("/"),
        templates_folder=_get(templates, "folder", default="").strip("/"),
        template_date_format=_get(templates, "dateFormat", default="") or "YYYY-MM-DD",
        template_time_format=_get(templates, "timeFormat", default="") or "HH:mm",
    )
    return settings, tuple(problems)


def _read_json(path: Path, shown: str, problems: list[Problem]) -> Any:
    try:
        return json.loads(path.read_bytes().decode("utf-8-sig"))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        reason = error.strerror or str(error)
    except (ValueError, RecursionError) as error:
        reason = str(error)
    problems.append(
        Problem(
            severity=Severity.WARNING,
            code="unreadable-settings",
            message=f"Obsidian's settings in {path.name} cannot be read: {reason}",
            path=shown,
            hint="Mend the file or let Obsidian write it again; until then its defaults apply.",
        )
    )
    return None


def _get(data: Mapping[str, Any], key: str, *, default: _T) -> _T:
    value = data.get(key)
    return value if isinstance(value, type(default)) else default


def _property_types(types: object) -> dict[str, str]:
    """Give lower-case name -> type; names are compared without letter case (obsidian-spec §7.4)."""
    if not isinstance(types, dict):
        return {}
    return {str(name).lower(): kind for name, kind in types.items() if isinstance(kind, str)}
