"""What a site is built with: one frozen value, checked once, from the vault's configuration and the flags."""

import re
from collections.abc import Mapping
from typing import Literal

import msgspec

from napkin_site.builder.settings.project import ProjectExtras
from napkin_site.core.model import ObsidianSettings
from napkin_site.core.values import Value
from napkin_site.errors import ConfigError
from napkin_site.vault.config import Config

_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")
_ACCENT = re.compile(r"[A-Za-z0-9#(),.% -]{1,40}")


class SiteSettings(Value):
    """Everything a page may depend on besides the vault, the plan and the theme."""

    name: str = "Notes"
    """The site's name, in the header and on the home page."""
    url: str = ""
    """Absolute address of the site, ending in `/`; empty when unknown: then sitemap and feed begin at the root."""
    description: str = ""
    language: str = "en"
    """BCP 47 tag."""
    publish_mode: Literal["all", "flagged"] = "all"
    """`flagged`: only notes with `publish: true`."""
    include: tuple[str, ...] = ()
    """Folders and globs; empty means everything."""
    exclude: tuple[str, ...] = ()
    home: str = ""
    """Vault path or name of the note that is the home page; empty for the usual search."""
    keywords: Literal["tfidf", "proven"] = "tfidf"
    trusted_html: tuple[str, ...] = ()
    """Folders whose raw HTML is not sanitised."""
    edit_uri: str = ""
    """Address to which a note's path is appended, or which holds `{path}`; empty for no edit links."""
    remote_images: Literal["load", "click"] = "load"
    search_engine: Literal["lunr"] = "lunr"
    indexing: bool = True
    """False asks search engines to stay away."""
    feed: bool = True
    source_markdown: bool = True
    """Each note's Markdown stands beside its page, and `llms.txt` lists them."""
    show_properties: Literal["visible", "hidden", "source"] = "visible"
    logo: str = ""
    favicon: str = ""
    copyright: str = ""
    accent: str = ""
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
    if not _LANGUAGE.fullmatch(settings.language):
        raise _bad("language", settings.language, "Write a language tag such as `en` or `pt-BR`.")
    if settings.accent and not _ACCENT.fullmatch(settings.accent):
        raise _bad("accent", settings.accent, "Write a CSS colour or a colour name of Material.")
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
    return check_settings(
        SiteSettings(
            name=site.name or vault_name,
            url=site.url,
            description=site.description,
            language=site.language,
            publish_mode=site.publish_mode,
            include=site.include,
            exclude=site.exclude,
            home=site.home,
            keywords=site.keywords,
            trusted_html=site.trusted_html,
            edit_uri=site.edit_uri,
            remote_images=site.remote_images,
            indexing=site.indexing,
            feed=site.feed,
            source_markdown=site.source_markdown,
            show_properties=_shown(site.show_properties, obsidian),
            logo=site.logo,
            favicon=site.favicon,
            copyright=site.copyright,
            accent=site.accent,
            templates_folders=tuple(sorted({obsidian.templates_folder, config.templates.folder} - {""})),
            strict_line_breaks=obsidian.strict_line_breaks,
            show_inline_title=obsidian.show_inline_title,
            daily_folder=obsidian.daily_folder,
            daily_format=obsidian.daily_format if obsidian.has_daily_notes else "",
        )
    )


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
