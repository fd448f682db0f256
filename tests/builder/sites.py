"""Vaults on disk and sites built from them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from napkin_site.builder.report import BuildReport
from napkin_site.builder.site import build_site

PINNED = {"SOURCE_DATE_EPOCH": "1700000000"}
PNG = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89"
    b"\x00\x00\x00\nIDATx\x9cc\x00\x01\x00\x00\x05\x00\x01\r\n-\xb4\x00\x00\x00\x00IEND\xaeB`\x82"
)


def write_vault(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write a vault; give its folder."""
    for path, content in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def build(tmp_path: Path, files: Mapping[str, str | bytes], **options: Any) -> tuple[Path, BuildReport]:
    """Write a vault into `vault` and build it into `site`; give the output folder and the report."""
    vault = write_vault(tmp_path / "vault", files)
    output = tmp_path / options.pop("output", "site")
    options = {"state_dir": None, "workers": 1, "environ": PINNED, **options}
    return output, build_site(vault, output, **options)


def read_site(output: Path) -> dict[str, bytes]:
    """Read every file of a site."""
    return {
        path.relative_to(output).as_posix(): path.read_bytes() for path in sorted(output.rglob("*")) if path.is_file()
    }
