"""What the exit code of every command means, and which error gives which."""

from enum import IntEnum

from napkin_site.errors import (
    AmbiguousError,
    ConfigError,
    EditError,
    ExistsError,
    LockedError,
    NapkinError,
    NotFoundError,
    OutputError,
    PathRefusedError,
    StalePreconditionError,
    ThemeError,
    UsageError,
    VaultNotFoundError,
    WriteError,
)


class ExitCode(IntEnum):
    """The exit codes, the same for every command."""

    SUCCESS = 0
    FAILURE = 1
    """Errors that `check` found, findings that were asked to count (`--strict`), or an unexpected failure."""
    USAGE = 2
    """The request or the settings are wrong; the command line's own parser errors too."""
    NOT_FOUND = 3
    """The note, folder or thing that was named is not there."""
    NO_VAULT = 4
    """No vault was named and none encloses the folder."""
    CONFLICT = 5
    """The vault changed since the caller last read it, or another process holds the lock."""


EXIT_CODES: dict[type[NapkinError], ExitCode] = {
    VaultNotFoundError: ExitCode.NO_VAULT,
    NotFoundError: ExitCode.NOT_FOUND,
    ConfigError: ExitCode.USAGE,
    UsageError: ExitCode.USAGE,
    AmbiguousError: ExitCode.USAGE,
    EditError: ExitCode.USAGE,
    ExistsError: ExitCode.USAGE,
    PathRefusedError: ExitCode.USAGE,
    StalePreconditionError: ExitCode.CONFLICT,
    LockedError: ExitCode.CONFLICT,
    WriteError: ExitCode.FAILURE,
    OutputError: ExitCode.USAGE,
    ThemeError: ExitCode.FAILURE,
}
"""Error class -> exit code. A test holds that every class of `errors.py` stands here."""


def exit_code_for(error: NapkinError) -> ExitCode:
    """Give the exit code of an error: that of its nearest class in the table."""
    for kind in type(error).__mro__:
        if kind in EXIT_CODES:
            return EXIT_CODES[kind]
    return ExitCode.FAILURE
