"""What the library can do with whole files and folders, each verb a method: move, rename, delete, bring back."""

from collections.abc import Collection, Sequence
from typing import Unpack

from napkin_site.services.library.opening import How, OpenVault
from napkin_site.services.writing import deleting, moving, trashing
from napkin_site.services.writing.deleting import Deleted
from napkin_site.services.writing.moving import Links, Moved
from napkin_site.services.writing.trashing import Ended, Restored
from napkin_site.vault.trash import TrashItem


class FileVerbs(OpenVault):
    """The verbs that change where files are. A folder may end in a slash, which tells it from a note of its name."""

    def move(
        self,
        file: str | Sequence[str],
        to: str,
        *,
        links: Links = "rewrite",
        overwrite: bool = False,
        **how: Unpack[How],
    ) -> Moved:
        """Move a file or folder, or several, into a folder; or one file to a path that ends as its name does.

        Args:
            file: what moves.
            to: the folder, made if need be, or the path.
            links: `keep` leaves links as they are, though they break.
            overwrite: what is in the way goes to the trash.
            how: see `How`.
        """
        files = [file] if isinstance(file, str) else file
        return moving.move_files(self._session(how), files, to, links=links, overwrite=overwrite)

    def rename(
        self, file: str, name: str, *, links: Links = "rewrite", overwrite: bool = False, **how: Unpack[How]
    ) -> Moved:
        """Give a file or folder another name where it is; a file keeps its extension, which may be left out."""
        return moving.rename_file(self._session(how), file, name, links=links, overwrite=overwrite)

    def delete(self, file: str, *, permanent: bool = False, recursive: bool = False, **how: Unpack[How]) -> Deleted:
        """Delete a file, or with `recursive` a folder: to the trash, or for good and forgotten."""
        return deleting.delete_file(self._session(how), file, permanent=permanent, recursive=recursive)

    def restore(self, file: str, *, to: str = "", **how: Unpack[How]) -> Restored:
        """Bring a file or folder back from the trash, by where it was, its name, or where it lies in the trash."""
        return trashing.restore_file(self._session(how), file, to=to)

    def trash(self) -> tuple[TrashItem, ...]:
        """List what is in the trash, by path."""
        return trashing.list_trash(self._session({})).trash

    def purge_trash(self, files: Collection[str] | None = None, **how: Unpack[How]) -> Ended:
        """End files in the trash for good, named as for `restore`, and forget them; None is all."""
        return trashing.purge_trash(self._session(how), files)
