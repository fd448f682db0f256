"""The vault's files as a plan of the writer sees them: read only, contained, with the lock held."""

import time

from napkin_site.core.changes import Digest, diff_text
from napkin_site.core.path_rules import known_path
from napkin_site.core.paths import FolderPath, VaultPath
from napkin_site.errors import EditError, ExistsError, NotFoundError, StalePreconditionError
from napkin_site.vault.atoms import settled_bytes, settled_digest
from napkin_site.vault.containment import Ground, Place
from napkin_site.vault.history import History
from napkin_site.vault.journal import Journal
from napkin_site.vault.trash import TrashItem, list_trash

_PAUSE_S = 0.005
_MISSING_PATIENCE_S = 0.1
"""Some editors save by moving the old file away first: a note we know is waited for this long."""


class Disk:
    """The vault's files as a plan sees them: read only, contained, with the lock held."""

    def __init__(self, ground: Ground, journal: Journal, history: History) -> None:
        self._ground = ground
        self._journal = journal
        self._history = history

    def read(self, path: VaultPath) -> bytes | None:
        """Read a file; None when there is none.

        Raises:
            PathRefusedError: the path is not taken, or leads through a link.
        """
        known_path(path)
        content = read_at(self._ground, path)
        if content is not None or not self._journal.heads([path]).get(path):
            return content
        give_up = time.monotonic() + _MISSING_PATIENCE_S
        while content is None and time.monotonic() < give_up:
            time.sleep(_PAUSE_S)
            content = read_at(self._ground, path)
        return content

    def need(self, path: VaultPath) -> bytes:
        """Read a file that must be there.

        Raises:
            NotFoundError: it is not.
        """
        content = self.read(path)
        if content is None:
            raise NotFoundError(f"there is no file `{path}`", path=path)
        return content

    def need_text(self, path: VaultPath) -> bytes:
        """Read a file that must be there and be UTF-8 (decision 7).

        Raises:
            NotFoundError: it is not there.
            EditError: it is no UTF-8; editing it would damage it.
        """
        content = self.need(path)
        try:
            content.decode()
        except UnicodeDecodeError as error:
            line = content.count(b"\n", 0, error.start) + 1
            raise EditError(
                f"`{path}` is not UTF-8 text, so it is not edited", path=path, line=line, hint="Save it as UTF-8."
            ) from None
        return content

    def digest(self, path: VaultPath) -> Digest | None:
        """Give a file's digest without holding its bytes; None when there is none."""
        known_path(path)
        return digest_in(self._ground, path)

    def holds(self, path: VaultPath, digest: Digest) -> bool:
        """Tell whether a file, be it in the trash, has that digest."""
        return self.digest_of_trash(path) == digest

    def digest_of_trash(self, path: VaultPath) -> Digest | None:
        """Give the digest of a file in the trash; None when there is none."""
        return digest_in(self._ground, path)

    def expect(self, path: VaultPath, digest: str) -> None:
        """See that a file is the one the caller read (`--if-match`); quotes around the digest are dropped.

        Raises:
            StalePreconditionError: it is not.
        """
        wanted = Digest(digest.strip().strip('"').lower())
        current = self.digest(path)
        if current != wanted:
            base = self._history.content(wanted)
            now = self.read(path) if current and base is not None else None
            raise StalePreconditionError(
                f"`{path}` changed since it was read" if current else f"`{path}` is not there any more",
                current=current or "",
                diff=diff_text(base, now, old_name=path, new_name=path) if now is not None else "",
                path=path,
                hint="Read it again and decide anew.",
            )

    def exists(self, path: VaultPath) -> bool:
        """Tell whether a name is taken, be it by a folder or a link.

        Raises:
            PathRefusedError: the path is not taken, or leads through a link.
        """
        known_path(path)
        with self._ground.place(path) as place:
            return place is not None and place.exists()

    def is_folder(self, path: FolderPath) -> bool:
        """Tell whether there is a folder of that name.

        Raises:
            PathRefusedError: the path is not taken, or leads through a link.
        """
        try:
            with self._ground.place(VaultPath(f"{path}/_")) as place:
                return place is not None
        except ExistsError:  # a file
            return False

    def trash(self) -> tuple[TrashItem, ...]:
        """List what is in the trash, by path."""
        return list_trash(self._ground, self._journal)

    def files_below(self, folder: FolderPath) -> tuple[VaultPath, ...]:
        """List every file below a folder, sorted; hidden ones and what links lead to are left out."""
        found: list[VaultPath] = []
        pending = [folder]
        while pending:
            above = pending.pop()
            for name, is_folder in self._ground.names(above):
                path = f"{above}/{name}" if above else name
                if name.startswith("."):
                    continue
                if is_folder:
                    pending.append(FolderPath(path))
                else:
                    found.append(VaultPath(path))
        return tuple(sorted(found))

    def folders_below(self, folder: FolderPath) -> tuple[FolderPath, ...]:
        """List a folder and every folder below it, deepest first."""
        found = [folder]
        for above in found:
            found += [
                FolderPath(f"{above}/{name}" if above else name)
                for name, is_folder in self._ground.names(above)
                if is_folder and not name.startswith(".")
            ]
        return tuple(sorted(found, key=lambda path: (-path.count("/"), path)))


def read_at(ground: Ground, path: VaultPath) -> bytes | None:
    """Read a file, once nobody writes it; None when there is none."""
    with ground.place(path) as place:
        return None if place is None else settled_bytes(place)


def digest_in(ground: Ground, path: VaultPath) -> Digest | None:
    """Give the digest of a file; None when there is none."""
    with ground.place(path) as place:
        return None if place is None else digest_at(place)


def digest_at(place: Place) -> Digest | None:
    """Give the digest of the file at an open place, once nobody writes it; None when there is none."""
    return settled_digest(place, place.name)
