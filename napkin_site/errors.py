"""Every exception of the package.

    NapkinError
    ├── VaultNotFoundError      no vault was named and none encloses the folder
    ├── NotFoundError           a note, folder or other thing that was asked for is not there
    ├── ConfigError             a settings file is unreadable, or has an unknown key or bad value
    ├── UsageError              what the caller asked for makes no sense
    ├── OutputError             the site cannot be written where it was asked
    └── ThemeError              the theme cannot be loaded

`cli` and `server` hold the tables from class to exit code and HTTP status.
"""


class NapkinError(Exception):
    """Base of all errors of this package.

    Example:
        try:
            build_site(...)
        except NapkinError as error:
            print(error, error.hint)
    """

    def __init__(self, message: str, *, path: str = "", line: int = 0, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        """What was wrong."""
        self.path = path
        """The file or folder at fault, as the user knows it; empty when there is none."""
        self.line = line
        """Line in that file, counted from 1; 0 when there is none."""
        self.hint = hint
        """What to do about it; empty when nothing useful can be said."""


class VaultNotFoundError(NapkinError):
    """No vault was named, and no folder upward holds `.napkin/` or `.obsidian/`."""


class NotFoundError(NapkinError):
    """A thing that was asked for by name is not there."""


class ConfigError(NapkinError):
    """A settings file is unreadable, or has an unknown key or a bad value; the message names the key."""


class UsageError(NapkinError):
    """The request itself is wrong: options that exclude each other, a file where a folder is needed."""


class OutputError(NapkinError):
    """The output cannot be written: not ours, not writable, or the disk is full."""


class ThemeError(NapkinError):
    """The theme cannot be loaded or a template of it fails."""
