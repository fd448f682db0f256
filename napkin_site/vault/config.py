"""The settings of a vault: `.napkin/config.json`, `NAPKIN_…` variables and `.obsidian`, checked and typed.

Precedence: `NAPKIN_<SECTION>_<KEY>` > `config.json` > `mkdocs.yml` > `.obsidian` > default. Flags, and reading
`mkdocs.yml`, are the business of commands and of the builder.
"""

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec.structs import fields, replace

from napkin_site.core.model import ObsidianSettings
from napkin_site.core.problems import Problem
from napkin_site.core.values import Value
from napkin_site.errors import ConfigError
from napkin_site.vault.config_file import read_config_file
from napkin_site.vault.locate import VaultLocation
from napkin_site.vault.obsidian import read_obsidian


class Section(Value):
    """A part of the settings; its keys are its fields, in snake or camel case."""


class VaultSection(Section):
    """Where things lie, relative to the `.napkin` folder (memory-spec §1.3)."""

    root: str = ""
    obsidian: str = ""


class SiteSection(Section):
    """The website."""

    name: str = ""
    """Empty: the vault's name."""
    url: str = ""
    """Address the site is published at, for feeds and the sitemap; empty when unknown."""
    description: str = ""
    language: str = "en"
    publish_mode: Literal["all", "flagged"] = "all"
    """`flagged`: only notes with `publish: true`."""
    include: tuple[str, ...] = ()
    """Folders or globs of notes to publish; empty means all."""
    exclude: tuple[str, ...] = ()
    home: str = ""
    """Vault path of the home page's note; empty: NAPKIN.md, index.md or README.md."""
    keywords: Literal["tfidf", "proven"] = "tfidf"
    trusted_html: tuple[str, ...] = ()
    """Folders whose raw HTML is passed through as written."""
    edit_uri: str = ""
    """Address a note's vault path is added to; empty: no edit links."""
    remote_images: Literal["load", "click"] = "load"
    search_engine: Literal["lunr", "pagefind"] = "lunr"
    indexing: bool = True
    """False: ask search engines to stay away."""
    feed: bool = True
    source_markdown: bool = True
    show_properties: Literal["visible", "hidden", "source"] | bool | None = None
    """None: what Obsidian's `propertiesInDocument` says."""
    logo: str = ""
    favicon: str = ""
    """Vault path; empty: the file `favicon.svg`, `.png` or `.ico` that is nearest to the vault's root."""
    copyright: str = ""
    accent: str = ""


class OverviewSection(Section):
    """The folder map (memory-spec §1.5)."""

    depth: int = 3
    keywords: int = 0
    """Most keywords a row; 0: no cap."""
    collapse: bool = True
    collapse_depth: int = 2
    max_rows: int = 100


class SearchSection(Section):
    """Searching on the command line."""

    limit: int = 30
    snippet_lines: int = 0
    context_lines: int = 5
    results_per_page: int = 10


class DailySection(Section):
    """Daily notes."""

    folder: str = "daily"
    format: str = "YYYY-MM-DD"


class TemplatesSection(Section):
    """Note templates."""

    folder: str = "Templates"


class GraphSection(Section):
    """The graph."""

    renderer: Literal["auto", "glimpse", "browser"] = "auto"


class IgnoreSection(Section):
    """Which files are no part of the vault (memory-spec §1.4)."""

    respect_gitignore: bool = True
    dotfiles: bool = True
    """True: files and folders whose name starts with a dot are ignored."""
    outside_links: Literal["report", "follow", "skip"] = "report"
    """Symbolic links to what is no part of the vault: read, with a warning unless `follow`; or left out."""


class LinksSection(Section):
    """Links between notes."""

    resolve_aliases: bool = False
    """True: a link may name an alias, unlike in Obsidian (decision 11)."""


class CheckSection(Section):
    """`napkin check`."""

    rules: dict[str, Literal["error", "warning", "info", "off"]] = {}
    """Code of a problem -> how much it counts; a code that is not named keeps its own level."""


class ModelChoice(Section):
    """A language model, by provider and name."""

    provider: str = "anthropic"
    id: str = "claude-sonnet-4-6"


class DistillSection(Section):
    """Distilling conversations into notes (decision 40)."""

    enabled: bool = False
    command: str = ""
    interval: int = 60
    """Minutes between two runs."""
    max_minutes: int = 10
    templates: tuple[str, ...] = ()
    model: ModelChoice = ModelChoice()
    on_shutdown: bool = True


class Config(Value):
    """All settings of a vault, with their defaults filled in."""

    vault: VaultSection = VaultSection()
    site: SiteSection = SiteSection()
    overview: OverviewSection = OverviewSection()
    search: SearchSection = SearchSection()
    daily: DailySection = DailySection()
    templates: TemplatesSection = TemplatesSection()
    graph: GraphSection = GraphSection()
    ignore: IgnoreSection = IgnoreSection()
    links: LinksSection = LinksSection()
    check: CheckSection = CheckSection()
    distill: DistillSection = DistillSection()
    show_status: bool = False
    obsidian: ObsidianSettings = ObsidianSettings()
    """What `.obsidian` says; folders and formats that `config.json` sets too stand here as they are set there."""
    problems: tuple[Problem, ...] = ()
    """What was wrong with files of `.obsidian`, which never stops anything."""


# What a key was called elsewhere: by upstream's background distilling, and in our own reports.
_OTHER_NAMES = {
    "distill.interval_minutes": "distill.interval",
    "distill.max_duration_minutes": "distill.max_minutes",
    "search.engine": "site.search_engine",
}
_GIVEN = "the settings given by the program"
_NOT_SETTABLE = frozenset({"obsidian", "problems"})
_KIND = re.compile(r"`(str|int|bool|array|object|null|float)( \| null)?`")
_KIND_WORDS = {
    "str": "text",
    "int": "a number",
    "float": "a number with a fraction",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
_CONTAINER_VARIABLE = re.compile(r"(?:PORT|SERVICE_HOST|SERVICE_PORT)(?:_|$)")
"""What Kubernetes adds to the environment for a service that happens to be called `napkin-site`."""


def load_config(
    location: VaultLocation,
    *,
    environ: Mapping[str, str] | None = None,
    project: Mapping[str, object] | None = None,
    project_path: str = "",
) -> Config:
    """Read and check all settings of a vault.

    Args:
        location: where it is.
        environ: the environment; None for the process's own.
        project: what a `mkdocs.yml` says about `site`, by key; it counts where the environment and `config.json` say
            nothing.
        project_path: that file, for messages.

    Raises:
        ConfigError: `config.json` is unreadable, or a key is unknown or has a wrong value; the message names the
            key and the nearest known one. Faults in `.obsidian` are problems in the result instead.
    """
    environ = os.environ if environ is None else environ
    path = str(location.config_dir / "config.json")
    data = _known_keys(read_config_file(location.config_dir / "config.json"), path)
    _overlay_environment(data, environ)
    _underlay_project(data, project or {}, project_path)
    return _checked(data, location, path, environ)


def given_config(location: VaultLocation, settings: Mapping[str, Any], *, path: str = _GIVEN) -> Config:
    """Check settings that a program gives instead of those in `config.json` and the environment.

    Args:
        location: the vault; what its `.obsidian` says still counts where `settings` say nothing.
        settings: in the shape of `config.json`.
        path: where they stand, for messages.

    Raises:
        ConfigError: a key is unknown or has a wrong value.
    """
    return _checked(_known_keys(settings, path), location, path, {})


def _checked(data: dict[str, Any], location: VaultLocation, path: str, environ: Mapping[str, str]) -> Config:
    """Fill in what Obsidian says and the defaults, and check every value."""
    obsidian, problems = read_obsidian(location.obsidian_dir)
    _underlay_obsidian(data, obsidian)
    try:
        config = msgspec.convert(data, Config)
    except msgspec.ValidationError as error:
        raise _value_error(error, path, environ) from error
    _check_numbers(config, path)
    obsidian = replace(
        obsidian,
        daily_folder=config.daily.folder,
        daily_format=config.daily.format,
        templates_folder=config.templates.folder,
    )
    return replace(config, obsidian=obsidian, problems=problems)


def check_site(values: Mapping[str, object], path: str) -> Mapping[str, Any]:
    """Check values of the section `site` that stand in another file, and give them with their keys in snake case.

    Raises:
        ConfigError: a key is unknown, or a value wrong.
    """
    known: Mapping[str, Any] = _known_keys({"site": dict(values)}, path).get("site", {})
    try:
        msgspec.convert(known, SiteSection)
    except msgspec.ValidationError as error:
        raise _value_error(error, path, {}, prefix="site.") from error
    return known


def setting_names() -> tuple[str, ...]:
    """List every key that can be set, dotted, sorted."""
    return tuple(sorted(_setting_types()))


def canonical_key(written: str) -> str:
    """Give the dotted key that a spelling of it means: in snake case, and by its present name."""
    key = snake_case(written)
    return _OTHER_NAMES.get(key, key)


def read_setting(written: str, text: str) -> tuple[str, Any]:
    """Read a setting as it is typed: texts as they are, everything else as JSON.

    Args:
        written: the dotted key, in snake or camel case; for a setting that is an object, a key in it too, such as
            `check.rules.broken-link`.
        text: the value; a text may stand in quotes.

    Returns:
        The key by its present name, and the value, which is still to be checked.

    Raises:
        ConfigError: there is no such setting.
    """
    types = _setting_types()
    key = canonical_key(written)
    if key not in types and not any(key.startswith(f"{name}.") and _is_mapping(kind) for name, kind in types.items()):
        inside = sorted(name for name in types if name.startswith(f"{key}."))
        if inside:
            raise ConfigError(f"`{written}` is a section", hint=f"Name one of its settings, such as `{inside[0]}`.")
        raise _unknown(written, key, types)
    try:
        value = json.loads(text)
    except ValueError:
        return key, text
    return key, text if types.get(key) is str and not isinstance(value, str) else value


def _is_mapping(kind: Any) -> bool:
    return get_origin(kind) is dict


def _unknown(written: str, key: str, known: Iterable[str], *, path: str = "") -> ConfigError:
    from difflib import get_close_matches  # noqa: PLC0415  # every command reads the settings

    near = get_close_matches(key, known, n=1, cutoff=0.0)
    return ConfigError(f"unknown setting `{written}`", path=path, hint=f"Did you mean `{near[0]}`?")


@cache
def _setting_types() -> Mapping[str, Any]:
    """Map each settable key, dotted and in snake case, to its type."""
    found: dict[str, Any] = {}

    def collect(struct: type[Value], prefix: str) -> None:
        for field in fields(struct):
            key = f"{prefix}{field.name}"
            if isinstance(field.type, type) and issubclass(field.type, Section):
                collect(field.type, f"{key}.")
            elif key not in _NOT_SETTABLE:
                found[key] = field.type

    collect(Config, "")
    return found


def _known_keys(raw: Mapping[str, Any], path: str) -> dict[str, Any]:
    """Give the settings with every key in snake case; refuse keys nobody knows."""
    types = _setting_types()
    sections = {key.rpartition(".")[0] for key in types}
    data: dict[str, Any] = {}
    for written, value in _leaves(raw, "", sections):
        key = canonical_key(written)
        if key in types:
            _put(data, key, value)
        elif key in sections:
            raise ConfigError(f"`{written}` must be an object, `{{…}}`", path=path)
        else:
            error = _unknown(written, key, [*types, *sections, *_OTHER_NAMES], path=path)
            error.hint += " Else remove it."
            raise error
    return data


def _leaves(raw: Mapping[str, Any], prefix: str, sections: set[str]) -> Iterator[tuple[str, Any]]:
    for name, value in raw.items():
        key = f"{prefix}{name}"
        if snake_case(key) in sections and isinstance(value, dict):
            yield from _leaves(value, f"{key}.", sections)
        else:
            yield key, value


def snake_case(key: str) -> str:
    """Write a key as the settings have it: `resolveAliases` is `resolve_aliases`."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in key)


def _put(data: dict[str, Any], key: str, value: Any) -> None:
    *sections, name = key.split(".")
    for section in sections:
        data = data.setdefault(section, {})
    data[name] = value


def _overlay_environment(data: dict[str, Any], environ: Mapping[str, str]) -> None:
    """Let variables such as `NAPKIN_SITE_URL` win; texts as they are, everything else as JSON."""
    types = _setting_types()
    variables = {variable_of(key): key for key in types}
    _refuse_unknown_variables(variables, environ)
    for name, key in variables.items():
        if name not in environ or key.startswith("vault."):  # where the vault lies is settled before
            continue
        text = environ[name]
        try:
            value = text if types[key] is str else json.loads(text)
        except ValueError:
            value = text  # one of a few words, such as `flagged`; anything else is refused with the other values
        _put(data, key, value)


def _refuse_unknown_variables(known: Mapping[str, str], environ: Mapping[str, str]) -> None:
    """Refuse a variable that names a section and a key nobody knows: a slip might publish what was to be held back."""
    sections = {key.partition(".")[0] for key in known.values() if "." in key}
    for name in sorted(environ):
        section, _, key = name.removeprefix("NAPKIN_").partition("_")
        if not name.startswith("NAPKIN_") or section.lower() not in sections or name in known:
            continue
        if key and not _CONTAINER_VARIABLE.match(key):
            from difflib import get_close_matches  # noqa: PLC0415  # every command reads the settings

            near = get_close_matches(name, known, n=1, cutoff=0.0)
            raise ConfigError("it names no setting", path=name, hint=f"Did you mean `{near[0]}`? Else unset it.")


def variable_of(key: str) -> str:
    """Name the environment variable that wins over a setting in `config.json`."""
    return "NAPKIN_" + key.replace(".", "_").upper()


def _underlay_project(data: dict[str, Any], site: Mapping[str, object], path: str) -> None:
    """Let a project's values stand where nothing above says anything; they are checked by themselves first."""
    for key, value in check_site(site, path).items():
        data.setdefault("site", {}).setdefault(key, value)


def _underlay_obsidian(data: dict[str, Any], obsidian: ObsidianSettings) -> None:
    """Let Obsidian's folders and formats stand where `config.json` says nothing."""
    if obsidian.daily_format:  # there is a daily-notes.json, so an empty folder is the vault's root
        daily = data.setdefault("daily", {})
        daily.setdefault("folder", obsidian.daily_folder)
        daily.setdefault("format", obsidian.daily_format)
    if obsidian.templates_folder:
        data.setdefault("templates", {}).setdefault("folder", obsidian.templates_folder)


def _value_error(
    error: msgspec.ValidationError, path: str, environ: Mapping[str, str], *, prefix: str = ""
) -> ConfigError:
    """Say in words what is wrong with a value, and what it may be."""
    message, _, place = str(error).partition(" - at `$.")
    key = prefix + place.rstrip("`").partition("[")[0] or "settings"
    path = variable_of(key) if variable_of(key) in environ else path
    message = _KIND.sub(lambda kind: _KIND_WORDS[kind[1]], message[:1].lower() + message[1:])
    message = message.replace("invalid enum value", "it cannot be")
    words = sorted(_words(_setting_types().get(key)))
    hint = f"Write one of {', '.join(f'`{word}`' for word in words)}." if words else "Correct the value."
    return ConfigError(f"`{key}`: {message}", path=path, hint=hint)


def _words(kind: Any) -> Iterator[str]:
    """List the words that a setting of some type may be."""
    for part in get_args(kind):
        if isinstance(part, str):
            yield part
        else:
            yield from _words(part)


def _check_numbers(config: Config, path: str) -> None:
    """Refuse numbers that mean nothing; 0 is "no cap" for `overview.keywords` and "none" for lines (decision 34)."""
    lowest = {
        "overview.depth": (config.overview.depth, 1),
        "overview.keywords": (config.overview.keywords, 0),
        "overview.collapse_depth": (config.overview.collapse_depth, 0),
        "overview.max_rows": (config.overview.max_rows, 1),
        "search.limit": (config.search.limit, 1),
        "search.snippet_lines": (config.search.snippet_lines, 0),
        "search.context_lines": (config.search.context_lines, 0),
        "search.results_per_page": (config.search.results_per_page, 1),
        "distill.interval": (config.distill.interval, 1),
        "distill.max_minutes": (config.distill.max_minutes, 1),
    }
    for key, (value, least) in lowest.items():
        if value < least:
            raise ConfigError(f"`{key}` is {value}; it must be at least {least}", path=path)
