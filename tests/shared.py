"""The one way to large test data that does not live in this repository: vaults, cases, specifications."""

import os
from pathlib import Path

import pytest

_CHECKOUT = Path(__file__).resolve().parent.parent
# Read once at import: the clean environment of a test hides every NAPKIN_ variable.
_ROOT = Path(os.environ.get("NAPKIN_SHARED") or _CHECKOUT.parent / "shared")


def shared_path(relative: str) -> Path:
    """Return a file or folder of the shared test data, or skip the calling test where it is absent.

    Args:
        relative: the place inside the data, with `/` between parts, such as `vaults/hub`.
    """
    path = _ROOT / relative
    if not path.exists():
        pytest.skip(f"shared test data {relative!r} is not here; name its folder in NAPKIN_SHARED")
    return path
