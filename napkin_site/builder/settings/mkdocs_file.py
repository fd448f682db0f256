"""Read `mkdocs.yml` with MkDocs' own loader and checks (`INHERIT`, `!ENV`), as data only.

No plugin, theme or extension it names is loaded, and tags that would run Python are read as nothing.
"""

import json
import re
from collections.abc import Iterator, Mapping
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import yaml
from mkdocs.config import config_options as option
from mkdocs.config.base import Config
from mkdocs.exceptions import MkDocsException
from mkdocs.utils.yaml import get_yaml_loader, yaml_load

from napkin_site.builder.settings.project import ExtraScript, NavEntry, Project, ProjectExtras
from napkin_site.builder.settings.style_files import style_files
from napkin_site.core.paths import vault_path
from napkin_site.core.problems import Problem, Severity
from napkin_site.errors import ConfigError

PLUGIN_NAME = "napkin"
_TAG = re.compile(r"<[^>]*>")
_FAMILY = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _-]{0,60}")
_PLAIN_COLOURS = frozenset({"", "black", "white", "custom"})
_EDIT_FEATURE = "content.action.edit"


class _Options(Config):  # type: ignore[no-untyped-call]  # a hook of the library without types
    """The options of MkDocs we read, checked by MkDocs' own rules."""

    site_name = option.Optional(option.Type(str))
    site_url = option.Optional(option.URL(is_dir=True))
    site_description = option.Optional(option.Type(str))
    docs_dir = option.Type(str, default="docs")
    copyright = option.Optional(option.Type(str))
    repo_url = option.Optional(option.URL())
    edit_uri = option.Optional(option.EditURI("repo_url"))
    edit_uri_template = option.Optional(option.EditURITemplate("edit_uri"))
    nav = option.Optional(option.Nav())
    exclude_docs = option.Optional(option.PathSpec())
    draft_docs = option.Optional(option.PathSpec())
    extra_css = option.Type(list, default=[])
    extra_javascript = option.ListOfItems(option.ExtraScript(), default=[])  # type: ignore[no-untyped-call]  # the same
    extra = option.Type(dict, default={})


def read_mkdocs_file(path: Path) -> Project:
    """Read a `mkdocs.yml`.

    Raises:
        ConfigError: it cannot be read, or a value is wrong; the message names the key.
    """
    data = _load(path)
    options = _Options(config_file_path=str(path))
    known = {key for key, _ in _Options._schema}  # noqa: SLF001 -- the way MkDocs itself asks for it
    options.load_dict({key: value for key, value in data.items() if key in known})
    errors, warnings = options.validate()
    for key, error in errors:
        raise ConfigError(f"`{key}` in {path.name}: {error}", path=str(path), hint="Correct the value.")
    theme = _theme_of(data, path)
    if "edit_uri" not in data and _EDIT_FEATURE not in (theme.get("features") or ()):
        options.edit_uri = (
            None  # what MkDocs guesses for a known host counts where a button is asked for, as in Material
        )
    problems = [_problem("mkdocs-setting", f"`{key}` in {path.name}: {text}") for key, text in warnings]
    site = _site_values(options, theme, problems)
    return Project(
        path=str(path),
        docs_dir=str((path.parent / options.docs_dir).resolve()),
        site=site | dict(_plugin_options(data.get("plugins"), path)),
        extras=_extras(
            options, theme, path.parent, [*_lines(data.get("exclude_docs")), *_lines(data.get("draft_docs"))]
        ),
        problems=tuple(problems),
    )


def _site_values(options: Any, theme: Mapping[str, Any], problems: list[Problem]) -> dict[str, object]:
    """Give the settings that `config.json` has a key for, those that say nothing left out."""
    name = theme.get("name", "material")
    if name not in ("material", None):
        message = f"`theme.name` is `{name}`, and `napkin build` knows only its own look, made of Material"
        problems.append(_problem("mkdocs-theme", message, "Remove it, or build with `mkdocs build` and our plugin."))
    site: dict[str, object] = {
        "name": options.site_name,
        "url": options.site_url,
        "description": options.site_description,
        "copyright": unescape(_TAG.sub("", options.copyright or "")).strip(),
        "edit_uri": _edit_address(options, problems),
        "language": _text(theme, "language"),
        "logo": _text(theme, "logo"),
        "favicon": _text(theme, "favicon"),
        "accent": _accent(theme.get("palette")),
    }
    return {key: value for key, value in site.items() if value}


def _extras(options: Any, theme: Mapping[str, Any], folder: Path, excluded: list[str]) -> ProjectExtras:
    custom = _text(theme, "custom_dir")
    sheets = tuple(str(path) for path in options.extra_css)
    return ProjectExtras(
        nav=tuple(_nav_entries(options.nav)) if options.nav else None,
        exclude_docs=tuple(excluded),
        extra_css=sheets,
        extra_files=style_files(folder / options.docs_dir, sheets),
        extra_javascript=tuple(_script(value) for value in options.extra_javascript),
        overrides=str((folder / custom).resolve()) if custom else "",
        extra_json=json.dumps(options.extra, default=str, sort_keys=True),
        scheme=_scheme(theme.get("palette")),
        text_font=_font(theme, "text"),
        code_font=_font(theme, "code"),
    )


def _load(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            data = yaml_load(file, _loader())
    except (OSError, UnicodeDecodeError, MkDocsException, yaml.YAMLError) as error:
        raise ConfigError(f"cannot read {path.name}: {error}", path=str(path)) from error
    except (TypeError, AttributeError) as error:  # MkDocs asks a list or a text for its keys
        raise ConfigError(f"cannot read {path.name}: it holds no settings", path=str(path)) from error
    if not isinstance(data, dict):
        raise ConfigError(f"cannot read {path.name}: it holds no settings", path=str(path))
    return data


def _loader() -> Any:
    class Loader(get_yaml_loader(yaml.SafeLoader)):  # type: ignore[misc]  # the library makes its class at run time
        """MkDocs' loader that makes plain data only."""

    for prefix in ("tag:yaml.org,2002:python/", "!"):
        Loader.add_multi_constructor(prefix, _nothing)
    return Loader


def _nothing(_loader: object, _suffix: str, _node: object) -> None:
    """Read a tagged value we do not know."""


def _theme_of(data: Mapping[str, Any], path: Path) -> Mapping[str, Any]:
    theme = data.get("theme")
    if theme is None:
        return {}
    if isinstance(theme, str):
        return {"name": theme}
    if not isinstance(theme, dict):
        raise ConfigError(f"`theme` in {path.name} must be a name or a mapping", path=str(path))
    return theme


def _plugin_options(plugins: Any, path: Path) -> Mapping[str, Any]:
    """Find the options of our plugin, which say the same to `napkin build`."""
    entries = [*plugins.items()] if isinstance(plugins, dict) else []
    for item in plugins if isinstance(plugins, list) else ():
        entries += [*item.items()] if isinstance(item, dict) else [(item, None)]
    for name, options in entries:
        if name == PLUGIN_NAME and options is not None:
            if not isinstance(options, dict):
                raise ConfigError(
                    f"the options of the plugin `{name}` in {path.name} must be a mapping", path=str(path)
                )
            return options
    return {}


def _lines(value: Any) -> list[str]:
    return value.splitlines() if isinstance(value, str) else []


def _text(section: Any, key: str) -> str:
    value = section.get(key) if isinstance(section, Mapping) else None
    return value.strip() if isinstance(value, str) else ""


def _edit_address(options: Any, problems: list[Problem]) -> str:
    """Give the address where a note is edited, with `{path}`; empty for none."""
    repository = options.repo_url or ""
    if options.edit_uri_template:
        template = str(options.edit_uri_template).replace("{path!q}", "{path}")
        if "{path}" not in template:
            message = f"`edit_uri_template` is `{template}`, and only `{{path}}` can be filled in"
            problems.append(_problem("mkdocs-setting", message, "Write it with `{path}`."))
            return ""
    elif options.edit_uri:
        template = options.edit_uri + "{path}"
    else:
        return ""
    if repository and not repository.endswith("/") and not template.startswith(("?", "#")):
        repository += "/"
    address = urljoin(repository, template) if repository else template
    if not address.startswith(("http://", "https://")):
        message = f"`edit_uri` is `{template}`, which is no whole address without `repo_url`"
        problems.append(_problem("mkdocs-setting", message, "Set `repo_url`."))
        return ""
    return address


def _palettes(palette: Any) -> list[Mapping[str, Any]]:
    return [item for item in (palette if isinstance(palette, list) else [palette]) if isinstance(item, Mapping)]


def _accent(palette: Any) -> str:
    """Give the colour of links: the primary colour, as in Material, or else the accent."""
    for choice in _palettes(palette)[:1]:
        names = (_text(choice, key) for key in ("primary", "accent"))
        return next((name for name in names if name not in _PLAIN_COLOURS), "")
    return ""


def _scheme(palette: Any) -> str:
    """Give the fixed scheme; where readers may choose between two, ours follows their system first."""
    choices = _palettes(palette)
    if len(choices) != 1 or _text(choices[0], "media"):
        return ""
    return {"slate": "dark", "default": "light"}.get(_text(choices[0], "scheme"), "")


def _font(theme: Mapping[str, Any], key: str) -> str:
    family = _text(theme.get("font"), key)
    return family if _FAMILY.fullmatch(family) else ""


def _script(value: Any) -> ExtraScript:
    if isinstance(value, str):
        return ExtraScript(path=value)
    return ExtraScript(path=value.path, type=value.type, is_deferred=value.defer, is_async=value.async_)


def _nav_entries(nav: Any) -> Iterator[NavEntry]:
    """Read a navigation as MkDocs does: a path, `{title: path}`, or `{title: [entries]}`."""
    for item in nav if isinstance(nav, list) else [nav]:
        for title, value in item.items() if isinstance(item, dict) else [("", item)]:
            if isinstance(value, list | dict):
                yield NavEntry(title=str(title), children=tuple(_nav_entries(value)))
            elif isinstance(value, str):
                target = value if urlsplit(value).scheme or value.startswith("/") else vault_path(value)
                yield NavEntry(title=str(title), target=target)


def _problem(code: str, message: str, hint: str = "") -> Problem:
    return Problem(severity=Severity.WARNING, code=code, message=message, hint=hint)
