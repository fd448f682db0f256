"""Every exception of the package.

    NapkinError
    ├── VaultNotFoundError      no vault was named and none encloses the folder
    ├── NotFoundError           a note, folder or other thing that was asked for is not there
    ├── ConfigError             a settings file is unreadable, or has an unknown key or bad value
    ├── UsageError              what the caller asked for makes no sense
    │   └── AmbiguousError      a name fits several files, headings or blocks
    ├── EditError               a note is such that the edit that was asked for cannot be made
    ├── ExistsError             something of that name is there already
    ├── PathRefusedError        a path leads out of the vault, or a name would not work everywhere
    ├── StalePreconditionError  what is there is not what the caller said it would replace
    ├── LockedError             another process holds the vault or the note for too long
    ├── WriteError              the disk does not take a change; nothing was lost
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

    def __init__(
        self, message: str, *, path: str = "", line: int = 0, hint: str = "", suggestions: tuple[str, ...] = ()
    ) -> None:
        super().__init__(message)
        self.message = message
        """What was wrong."""
        self.path = path
        """The file or folder at fault, as the user knows it; empty when there is none."""
        self.line = line
        """Line in that file, counted from 1; 0 when there is none."""
        self.hint = hint
        """What to do about it; empty when nothing useful can be said."""
        self.suggestions = suggestions
        """What may have been meant, best first: each can stand in the request as it is."""


class VaultNotFoundError(NapkinError):
    """No vault was named, and no folder upward holds `.napkin/` or `.obsidian/`."""


class NotFoundError(NapkinError):
    """A thing that was asked for by name is not there."""


class ConfigError(NapkinError):
    """A settings file is unreadable, or has an unknown key or a bad value; the message names the key."""


class UsageError(NapkinError):
    """The request itself is wrong: options that exclude each other, a file where a folder is needed."""


class AmbiguousError(UsageError):
    """A name fits several files, headings or blocks; `suggestions` lists them."""


class EditError(NapkinError):
    """The edit cannot be made in this note: its front matter is unreadable, it is no text, it has no such part."""


class ExistsError(NapkinError):
    """A file or folder of that name is there already; `existing` is how it is spelt."""

    def __init__(self, message: str, *, existing: str = "", path: str = "", hint: str = "") -> None:
        super().__init__(message, path=path, hint=hint)
        self.existing = existing
        """The path that is in the way, as spelt in the vault."""


class PathRefusedError(NapkinError):
    """A path that is not taken: it would leave the vault, is reserved, or would not work on every system."""

    def __init__(self, message: str, *, reason: str, path: str = "", hint: str = "") -> None:
        super().__init__(message, path=path, hint=hint)
        self.reason = reason
        """Stable kebab-case name of the rule, such as `leaves-vault`, `reserved-path`, `is-symlink`."""


class StalePreconditionError(NapkinError):
    """What is there is not what the caller said it would replace, so nothing was changed."""

    def __init__(self, message: str, *, current: str = "", diff: str = "", path: str = "", hint: str = "") -> None:
        super().__init__(message, path=path, hint=hint)
        self.current = current
        """Hex digest of what is there now; empty when nothing is."""
        self.diff = diff
        """What stands in the way, as a unified diff; empty when it cannot be said."""


class LockedError(NapkinError):
    """Another process holds the vault, or goes on writing the note, for longer than one should wait."""


class WriteError(NapkinError):
    """The disk does not take the change: it is full, read-only, or permission is missing. Nothing was lost."""


class OutputError(NapkinError):
    """The output cannot be written: not ours, not writable, or the disk is full."""


class ThemeError(NapkinError):
    """The theme cannot be loaded or a template of it fails."""
