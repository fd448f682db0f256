"""Which files come along: those that published notes show or link to, and no others (decision 21)."""

import re
from collections.abc import Collection, Iterator, Mapping
from urllib.parse import urlsplit

from napkin_site.builder.planning.excluded_docs import excluded_docs
from napkin_site.builder.planning.path_lists import PathList
from napkin_site.builder.settings.site_settings import SiteSettings
from napkin_site.core.links import LinkIndex, LinkResolver
from napkin_site.core.model import Note, Vault
from napkin_site.core.paths import VaultPath, vault_path
from napkin_site.core.problems import Problem, Severity

_ACTIVE = frozenset(
    {"hta", "htm", "html", "mht", "mhtml", "shtml", "svgz", "swf", "xht", "xhtml", "xml", "xsl", "xslt"}
)
"""Files a browser may run as a page of this site (decision 17); SVG is sanitised instead."""
_STYLE_SHEET = VaultPath("publish.css")
_FAVICON = re.compile(r"favicon(-\d+(x\d+)?)?\.(svg|png|ico)")
_COVERS = frozenset({"image", "cover"})


def reachable_files(
    vault: Vault,
    resolver: LinkResolver,
    link_index: LinkIndex,
    published: Collection[VaultPath],
    settings: SiteSettings,
) -> tuple[tuple[VaultPath, ...], tuple[Problem, ...]]:
    """Find the files that published notes need, sorted, with a problem for each that is kept back all the same.

    Links inside comments do not count here: what an author took out of the page takes no file along.
    """
    extra, problems = extra_files(vault, settings)
    problems += _missing_dress(vault, settings)
    wanted = {*site_files(vault, settings).values(), *extra}
    for path in published:
        note = vault.notes[path]
        wanted.update(
            found.target
            for found in link_index.out.get(path, ())
            if found.target is not None and found.link.place != "comment" and found.target in vault.files
        )
        for text in cover_texts(note):
            target = resolver.resolve_path(text, path).path
            if target is not None and target in vault.files:
                wanted.add(target)
    exclude = PathList(settings.exclude)
    is_excluded = excluded_docs(settings)
    trusted = PathList(settings.trusted_html)
    files: list[VaultPath] = []
    for path in sorted(wanted):
        if exclude.match(path):
            problems.append(_kept_back(path, "it is in `site.exclude`", "Move it, or drop the entry."))
        elif is_excluded(path):
            problems.append(_kept_back(path, "`exclude_docs` in mkdocs.yml covers it", "Move it, or drop the pattern."))
        elif extension_of(path) in _ACTIVE and not trusted.match(path):
            problems.append(_kept_back(path, "a browser could run it", "Put its folder into `site.trusted_html`."))
        else:
            files.append(path)
    return tuple(files), tuple(problems)


def site_files(vault: Vault, settings: SiteSettings) -> Mapping[str, VaultPath]:
    """Find the files that dress the site itself: `logo`, `favicon`, and the owner's style sheet as `css`.

    Source: obsidian-spec §13; `publish.css` stands at the vault's root, a favicon anywhere (the nearest to the root
    counts). Names that mean nothing here are left out.
    """
    found: dict[str, VaultPath] = {}
    logo = VaultPath(settings.logo.strip("/"))
    if logo in vault.files:
        found["logo"] = logo
    if _STYLE_SHEET in vault.files:
        found["css"] = _STYLE_SHEET
    favicon = VaultPath(settings.favicon.strip("/"))
    icons = (
        [favicon]
        if favicon in vault.files
        else [path for path in vault.files if _FAVICON.fullmatch(path.rpartition("/")[2].lower())]
    )
    if icons:
        found["favicon"] = min(icons, key=lambda path: (path.count("/"), not path.lower().endswith(".svg"), path))
    return found


def _missing_dress(vault: Vault, settings: SiteSettings) -> Iterator[Problem]:
    for key, text in (("logo", settings.logo), ("favicon", settings.favicon)):
        if text and VaultPath(text.strip("/")) not in vault.files:
            yield Problem(
                severity=Severity.WARNING,
                code="missing-site-file",
                message=f"`{text}`, which `site.{key}` names, is not in the vault",
                hint="Write its path from the vault's root.",
            )


def extra_files(vault: Vault, settings: SiteSettings) -> tuple[set[VaultPath], list[Problem]]:
    """Find the owner's style sheets and scripts and what the sheets ask for; a problem for each that is not there."""
    extras = settings.project
    found = {path for text in extras.extra_files if (path := VaultPath(text)) in vault.files}
    problems: list[Problem] = []
    for text in (*extras.extra_css, *(script.path for script in extras.extra_javascript)):
        address = urlsplit(text)
        if address.scheme or address.netloc:
            message = f"pages ask {address.netloc or 'another host'} for `{text}`"
            problems.append(
                Problem(
                    severity=Severity.INFO,
                    code="remote-extra-file",
                    message=message,
                    hint="Put the file into the vault, and the site works without other hosts.",
                )
            )
        elif (path := vault_path(text)) in vault.files:
            found.add(path)
        else:
            problems.append(
                Problem(
                    severity=Severity.WARNING,
                    code="missing-extra-file",
                    message=f"`{text}` is not in the vault",
                    hint="Correct `extra_css` or `extra_javascript` in mkdocs.yml.",
                )
            )
    return found, problems


def cover_texts(note: Note) -> Iterator[str]:
    """Yield what the properties `image` and `cover` name, wikilink brackets dropped; web addresses left out."""
    for name, value in note.facts.properties.items():
        if name.casefold() not in _COVERS:
            continue
        for text in value if isinstance(value, list | tuple) else (value,):
            if isinstance(text, str) and (bare := bare_target(text)) and "://" not in bare:
                yield bare


def bare_target(text: str) -> str:
    """Give the path in `[[path|shown]]` or `![[path#part]]`, or the text itself when it is no wikilink."""
    bare = text.strip()
    if bare.lstrip("!").startswith("[[") and bare.endswith("]]"):
        bare = bare.lstrip("!")[2:-2].partition("|")[0].partition("#")[0].strip()
    return bare


def extension_of(path: VaultPath) -> str:
    """Give a file's extension in lower case, without the dot; empty when it has none."""
    name = path.rpartition("/")[2]
    return name.rpartition(".")[2].lower() if "." in name else ""


def _kept_back(path: VaultPath, reason: str, hint: str) -> Problem:
    return Problem(
        severity=Severity.WARNING,
        code="attachment-kept-back",
        message=f"a published note uses this file, but {reason}",
        path=path,
        hint=hint,
    )
