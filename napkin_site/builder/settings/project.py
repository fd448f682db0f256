"""What a `mkdocs.yml` says about a vault's site, as plain values; `mkdocs_file.py` reads it."""

from collections.abc import Mapping

from napkin_site.core.problems import Problem
from napkin_site.core.values import Value


class ExtraScript(Value):
    """A script that pages load besides the theme's own."""

    path: str
    """Vault path, or an address of another host."""
    type: str = ""
    """The tag's `type`, such as `module`; empty for none."""
    is_deferred: bool = False
    is_async: bool = False


class NavEntry(Value):
    """One entry of a navigation that the owner wrote."""

    title: str = ""
    """Empty: the page's own title."""
    target: str = ""
    """Vault path of a note, or an address; empty for a section."""
    children: "tuple[NavEntry, ...]" = ()
    """What a section holds."""


class ProjectExtras(Value):
    """What a `mkdocs.yml` can say about a site and `config.json` cannot."""

    nav: tuple[NavEntry, ...] | None = None
    """None: the navigation follows the folders."""
    exclude_docs: tuple[str, ...] = ()
    """Lines of a `.gitignore`, for the paths of notes and files that are not published."""
    extra_css: tuple[str, ...] = ()
    """Style sheets: vault paths, or addresses of other hosts."""
    extra_javascript: tuple[ExtraScript, ...] = ()
    extra_files: tuple[str, ...] = ()
    """Vault paths of what those style sheets ask for."""
    overrides: str = ""
    """A folder with page templates that win over the theme's own; empty for none."""
    extra_json: str = "{}"
    """The section `extra`, for templates of the owner."""
    scheme: str = ""
    """`light` or `dark` when a reader who has not chosen is to see that; empty: as the reader's system is."""
    text_font: str = ""
    code_font: str = ""
    """Font families that come first where the reader has them; empty for the theme's own."""


class Project(Value):
    """A `mkdocs.yml` as far as it means something to us."""

    path: str
    """The file."""
    docs_dir: str
    """Absolute path of the notes it speaks of; the file counts only for that vault (decision 3)."""
    site: Mapping[str, object] = {}
    """Settings of `site`, by key; those it does not speak of are missing."""
    extras: ProjectExtras = ProjectExtras()
    problems: tuple[Problem, ...] = ()
    """What it asks for and cannot have."""
