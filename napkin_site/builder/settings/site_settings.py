"""What a site is built with: one frozen value, checked once, from the vault's configuration and the flags."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from napkin_site.builder.settings.colours import css_colour
from napkin_site.builder.settings.languages import is_language, meant_language
from napkin_site.builder.settings.project import ProjectExtras
from napkin_site.core.model import ObsidianSettings
from napkin_site.core.wildcards import TOO_MANY_WILDCARDS, has_too_many_wildcards
from napkin_site.errors import ConfigError
from napkin_site.vault.config import Config, SiteSection


class SiteSettings(SiteSection):
    """Everything a page may depend on besides the vault, the plan and the theme.

    The settings of the section `site`, those of them filled in that may be left open there, and what else counts.
    """

    name: str = "Notes"
    """The site's name, in the header and on the home page."""
    search_engine: Literal["lunr"] = "lunr"
    show_properties: Literal["visible", "hidden", "source"] = "visible"
    project: ProjectExtras = ProjectExtras()
    """What only a `mkdocs.yml` can say."""
    templates_folders: tuple[str, ...] = ()
    """Folders of note templates, never published."""
    strict_line_breaks: bool = False
    show_inline_title: bool = True
    daily_folder: str = ""
    daily_format: str = ""
    """Format of daily notes' names; empty when the daily-notes plugin is off: dates then link nowhere."""


def check_settings(settings: SiteSettings) -> SiteSettings:
    """Check what types cannot, and put addresses into one shape.

    Raises:
        ConfigError: naming the key at fault.
    """
    if not is_language(settings.language):
        meant = meant_language(settings.language)
        hint = f"Did you mean `{meant}`?" if meant else "Write a language tag such as `en` or `pt-BR`."
        raise _bad("language", settings.language, hint)
    if settings.accent.strip():
        try:
            css_colour(settings.accent)
        except ConfigError as error:
            raise _bad("accent", settings.accent, error.hint) from None
    for key in ("include", "exclude", "trusted_html"):
        for entry in getattr(settings, key):
            if has_too_many_wildcards(entry):
                raise _bad(key, entry, f"It has {TOO_MANY_WILDCARDS}. Write it with fewer.")
    url = settings.url.strip()
    if url:
        if not url.startswith(("http://", "https://")):
            raise _bad("url", url, "Write the whole address, such as `https://example.org/notes/`.")
        url = url.rstrip("/") + "/"
    edit_uri = settings.edit_uri.strip()
    if edit_uri and not edit_uri.startswith(("http://", "https://")):
        raise _bad("edit_uri", edit_uri, "Write the whole address, such as `https://host/you/vault/edit/main/`.")
    if edit_uri and "{path}" not in edit_uri:
        edit_uri = edit_uri.rstrip("/") + "/{path}"
    name = settings.name.strip() or "Notes"
    return msgspec.structs.replace(settings, url=url, edit_uri=edit_uri, name=name)


def site_settings(config: Config, vault_name: str) -> SiteSettings:
    """Make the settings of a site from its vault's configuration.

    Raises:
        ConfigError: naming the key at fault.
    """
    site, obsidian = config.site, config.obsidian
    if site.search_engine != "lunr":
        raise _bad("search_engine", site.search_engine, "This version builds `lunr` indexes only.")
    given = msgspec.structs.asdict(site)
    given.update(
        name=site.name or vault_name,
        show_properties=_shown(site.show_properties, obsidian),
        templates_folders=tuple(sorted({obsidian.templates_folder, config.templates.folder} - {""})),
        strict_line_breaks=obsidian.strict_line_breaks,
        show_inline_title=obsidian.show_inline_title,
        daily_folder=obsidian.daily_folder,
        daily_format=obsidian.daily_format if obsidian.has_daily_notes else "",
    )
    return check_settings(SiteSettings(**given))


def settings_from(values: Mapping[str, object]) -> SiteSettings:
    """Make settings from plain values, as the command line and tests have them; unknown names are errors.

    Raises:
        ConfigError: naming the key at fault.
    """
    known = set(SiteSettings.__struct_fields__)
    unknown = sorted(set(values) - known)
    if unknown:
        raise ConfigError(f"`site.{unknown[0]}` is not a setting", hint=f"Known: {', '.join(sorted(known))}.")
    try:
        return check_settings(msgspec.convert(dict(values), SiteSettings))
    except msgspec.ValidationError as error:
        raise ConfigError(f"a setting of the site is wrong: {error}") from None


def _shown(
    asked: Literal["visible", "hidden", "source"] | bool | None, obsidian: ObsidianSettings
) -> Literal["visible", "hidden", "source"]:
    if asked is None:
        return obsidian.properties_in_document
    if isinstance(asked, bool):
        return "visible" if asked else "hidden"
    return asked


def _bad(key: str, value: str, hint: str) -> ConfigError:
    return ConfigError(f"`site.{key}` is wrong: `{value}`", hint=hint)
