"""The bytes of `config.json` -> a JSON object."""

import json
from pathlib import Path
from typing import Any

from napkin_site.errors import ConfigError


def read_config_file(path: Path) -> dict[str, Any]:
    """Read a settings file; a missing one is empty.

    Raises:
        ConfigError: it cannot be read, or is not a JSON object. Nothing falls back silently (decision 3).
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise ConfigError(f"cannot read the settings: {error.strerror}", path=str(path)) from error
    except UnicodeDecodeError as error:
        raise ConfigError("the settings are not UTF-8 text", path=str(path)) from error
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise ConfigError(
            f"the settings are not JSON: {error.msg}", path=str(path), line=error.lineno, hint="Mend that line."
        ) from error
    except RecursionError:
        raise ConfigError("the settings are nested too deep", path=str(path)) from None
    if not isinstance(data, dict):
        raise ConfigError("the settings must be a JSON object, `{…}`", path=str(path))
    return data
