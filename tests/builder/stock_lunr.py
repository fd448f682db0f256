"""Stock lunr.js and the theme's own tokeniser in Node, asked from a test."""

import json
import os
import shutil
import subprocess
from typing import Any

import pytest

from tests.conftest import CHECKOUT

# Read once at import: the clean environment of a test hides it.
_MUST_RUN = bool(os.environ.get("CI"))
_LUNR = CHECKOUT / "theme" / "node_modules" / "lunr"


def ask_stock_lunr(**request: Any) -> Any:
    """Send a request to `tests/data/stock_lunr.mjs`; skip the test without Node or lunr, unless CI is set."""
    node = shutil.which("node")
    if node is None or not _LUNR.is_dir():
        message = "needs Node.js and `npm ci` in theme/"
        if _MUST_RUN:
            pytest.fail(message)
        pytest.skip(message)
    done = subprocess.run(
        [node, str(CHECKOUT / "tests" / "data" / "stock_lunr.mjs")],
        input=json.dumps(request),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
