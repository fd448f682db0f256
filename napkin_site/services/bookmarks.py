"""What is bookmarked in Obsidian."""

from napkin_site.core.bookmarks import Bookmark, flatten, parse_bookmarks
from napkin_site.core.values import Value
from napkin_site.errors import ConfigError
from napkin_site.services.access import VaultAccess
from napkin_site.vault.reader import read_file

BOOKMARKS_FILE = "bookmarks.json"


class BookmarkList(Value):
    """The bookmarks of a vault."""

    bookmarks: tuple[Bookmark, ...]
    """The tree, with its groups."""

    @property
    def flat(self) -> tuple[Bookmark, ...]:
        """Every bookmark that is no group, in the order of the tree."""
        return flatten(self.bookmarks)


def list_bookmarks(access: VaultAccess) -> BookmarkList:
    """Read the bookmarks; a missing file holds none.

    Raises:
        ConfigError: the file is there and cannot be read (repair 4).
    """
    file = access.location.obsidian_dir / BOOKMARKS_FILE
    shown = f"{access.location.obsidian_dir.name}/{BOOKMARKS_FILE}"
    try:
        source = read_file(str(file))
    except (FileNotFoundError, NotADirectoryError):
        return BookmarkList(bookmarks=())
    except OSError as error:
        raise ConfigError(f"the bookmarks cannot be read: {error.strerror or error}", path=shown) from error
    return BookmarkList(bookmarks=parse_bookmarks(source, path=shown))
