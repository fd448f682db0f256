"""Find the files that ship with the package: the theme, note templates and agent skills.

A wheel carries them under `napkin_site/_data/`; a checkout has them beside the package.
"""

from pathlib import Path

from napkin_site.errors import ThemeError

_PACKAGE = Path(__file__).resolve().parent
_PLACES = (_PACKAGE / "_data", _PACKAGE.parent)
"""A wheel first: in a checkout `_data` does not exist."""


def theme_dir() -> Path:
    """Give the folder of templates and assets the site is dressed in.

    Raises:
        ThemeError: the installation is damaged.
    """
    return _find("theme", "main.html")


def templates_dir() -> Path:
    """Give the folder of vault templates that `init` copies; `ThemeError` when the installation is damaged."""
    return _find("templates", "")


def skills_dir() -> Path:
    """Give the folder of skills for agents; `ThemeError` when the installation is damaged."""
    return _find("skills", "")


def _find(name: str, proof: str) -> Path:
    for place in _PLACES:
        folder = place / name
        if (folder / proof).exists():
            return folder
    raise ThemeError(
        f"the files of `{name}/` are missing from this installation",
        path=str(_PLACES[-1] / name),
        hint="install the package again: pip install --force-reinstall napkin-site",
    )
