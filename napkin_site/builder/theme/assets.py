"""The files every page of a site needs: Material's style sheet and our own styles, scripts and fonts."""

from collections.abc import Collection, Mapping
from importlib.util import find_spec
from pathlib import Path

import msgspec

from napkin_site.core.paths import UrlPath
from napkin_site.core.values import Value
from napkin_site.errors import OutputError, ThemeError
from napkin_site.index.identity import files_below
from napkin_site.resources import theme_dir

ASSETS_URL = "-/assets/"
"""Where the files stand on the site."""

_MATERIAL_URL = ASSETS_URL + "material.css"
_FEATURE_OF = {"katex": "math", "math.js": "math", "mermaid.js": "mermaid", "graph.js": "graph"} | dict.fromkeys(
    ("notes.css", "notes.js"), "mkdocs"
)
"""First part of a file's path below the assets -> the page feature that alone needs it; `mkdocs` is our plugin."""
_VERSIONS = "versions.json"
"""Written by the theme's build: the hash of each file that a page names."""


class AssetFile(Value):
    """One file of the theme and its place on the site."""

    url: UrlPath
    source: Path

    def read(self) -> bytes:
        """Read its bytes as they go to the site.

        Material's style sheet is put in a cascade layer, so that ours and the vault owner's win over it without
        outdoing its selectors; it loses its pointer to a source map that is not there.
        """
        data = self.source.read_bytes()
        if self.url == _MATERIAL_URL:
            data = data.removeprefix(b'@charset "UTF-8";').partition(b"/*# sourceMappingURL")[0]
            data = b'@charset "UTF-8";@layer material{' + data.strip() + b"}\n"
        return data


def list_assets(features: Collection[str] | None = None) -> tuple[AssetFile, ...]:
    """List the files of the theme, sorted by URL.

    Args:
        features: page features that occur on the site; files only other features need are left out. `None` keeps all.
    """
    folder = str(theme_dir() / "assets")
    found = [AssetFile(url=UrlPath(_MATERIAL_URL), source=_material_css())]
    for source in files_below(folder):
        name = source[len(folder) + 1 :]
        first = name.partition("/")[0]
        if first in ("src", _VERSIONS):
            continue
        feature = _FEATURE_OF.get(first)
        if feature is None or features is None or feature in features:
            found.append(AssetFile(url=UrlPath(ASSETS_URL + name), source=Path(source)))
    return tuple(sorted(found, key=lambda asset: asset.url))


def note_assets(features: Collection[str]) -> tuple[AssetFile, ...]:
    """List the files that notes need on pages of another shell, sorted by URL.

    Args:
        features: as for `list_assets`.
    """
    wanted = {"mkdocs", *features}
    first = len(ASSETS_URL)
    return tuple([asset for asset in list_assets() if _FEATURE_OF.get(asset.url[first:].partition("/")[0]) in wanted])


def copy_assets(output: Path, features: Collection[str] | None = None) -> tuple[UrlPath, ...]:
    """Write the theme's files into a site; a file that is there with the same bytes is left alone.

    Args:
        output: the folder of the site.
        features: as for `list_assets`.

    Returns:
        The URL of every file, sorted.

    Raises:
        OutputError: a file cannot be written.
    """
    assets = list_assets(features)
    for asset in assets:
        target = output / asset.url
        data = asset.read()
        try:
            if target.is_file() and target.stat().st_size == len(data) and target.read_bytes() == data:
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        except OSError as error:
            raise OutputError(f"cannot write {asset.url}: {error.strerror}", path=str(target)) from error
    return tuple([asset.url for asset in assets])


def asset_addresses() -> Mapping[str, str]:
    """Give the address, from the site's root, of each file that a page or a script names; it changes with the content.

    Returns:
        Path below the assets (`napkin.css`) -> address (`-/assets/napkin.css?h=0a1b2c3d`), sorted.

    Raises:
        ThemeError: the theme was not built, or Material is not installed.
    """
    versions = theme_dir() / "assets" / _VERSIONS
    try:
        hashes = msgspec.json.decode(versions.read_bytes(), type=dict[str, str])
    except (OSError, msgspec.DecodeError) as error:
        raise ThemeError(
            f"the theme was not built: {error}", path=str(versions), hint="run `npm ci && npm run build` in theme/"
        ) from error
    hashes["material.css"] = _material_css().name.split(".")[1]
    return {name: f"{ASSETS_URL}{name}?h={version}" for name, version in sorted(hashes.items())}


def material_templates() -> Path:
    """Find the templates of Material for MkDocs.

    Raises:
        ThemeError: it is not installed.
    """
    spec = find_spec("material")
    for place in (spec.submodule_search_locations if spec else None) or ():
        templates = Path(place) / "templates"
        if (templates / "base.html").is_file():
            return templates
    raise ThemeError("Material for MkDocs is not installed", hint="pip install 'mkdocs-material>=9.5,<10'")


def _material_css() -> Path:
    sheets = sorted((material_templates() / "assets" / "stylesheets").glob("main.*.css"))
    if not sheets:
        raise ThemeError("this version of Material for MkDocs has no main style sheet we know of")
    return sheets[0]
