"""How transactions end: closed, taken back, or, after a crash, whichever the journal says. Needs the vault's lock.

What cannot be reached at that moment (a folder became a link, a permission is gone, the disk refuses) is left on record
as a rest. It stops no write of other files, and is tried again before each write; the files it is about are refused
until then, so that nothing is built on half a change.
"""

import contextlib
from pathlib import Path

from napkin_site.core.changes import ChangeSet
from napkin_site.core.paths import VaultPath
from napkin_site.errors import PathRefusedError, WriteError
from napkin_site.vault.atoms import BusyFileError
from napkin_site.vault.blobs import Blobs
from napkin_site.vault.containment import Ground
from napkin_site.vault.history import UNDO
from napkin_site.vault.journal import FileRecord, Journal, Line
from napkin_site.vault.outside import Outside
from napkin_site.vault.records import Record, RecordFile, Step, load_records
from napkin_site.vault.steps import CollisionError, Fault
from napkin_site.vault.transaction import Transaction
from napkin_site.vault.upkeep import forget_files


class Endings:
    """Ends the transactions of one vault."""

    def __init__(self, folder: Path, journal: Journal, blobs: Blobs, outside: Outside, fault: Fault) -> None:
        self._folder = folder
        self._journal = journal
        self._outside = outside
        self._blobs = blobs
        self._fault = fault
        self.conflicts: list[VaultPath] = []
        """Files in which recovery found another program's bytes, and left them."""
        self.unreached: dict[VaultPath, tuple[str, str]] = {}
        """Files that an earlier change could not be ended for -> id of that change, and what is in the way."""

    def begin(self, ground: Ground, entry_id: str, steps: tuple[Step, ...]) -> Transaction:
        """Give a new transaction."""
        file = RecordFile(self._folder, Record(id=entry_id, steps=steps))
        return Transaction(ground, file, self._blobs, self._fault)

    def refuse_unreached(self, changes: ChangeSet) -> None:
        """See that no file is written that an earlier change still has to be ended for.

        Raises:
            WriteError: one is.
        """
        for change in changes.changes:
            for path in (change.path, change.to):
                if path is not None and path in self.unreached:
                    raise self._unreached_error(path)

    def publish(self, transaction: Transaction) -> None:
        """Publish, or take it all back.

        Raises:
            CollisionError, BusyFileError, PathRefusedError, OSError: what stood in the way; all is as it was.
            WriteError: the same, and a file could not be reached to take it back.
        """
        try:
            transaction.publish()
            # Late, since an editor may save while we wait for the disk; until then the old bytes lie beside the new.
            self._fault("flush")
            self._blobs.flush()
        except (CollisionError, BusyFileError, PathRefusedError, OSError) as error:
            # Whatever the disk refuses now, recovery will do: the record stays until all is as it was.
            with contextlib.suppress(OSError):
                transaction.turn_back()
            with contextlib.suppress(OSError):
                self.abort(transaction)
            if transaction.unreached:
                path, why = next(iter(transaction.unreached.items()))
                raise WriteError(
                    f"`{path}` could not be changed, and could not be put back as it was yet: {why}",
                    path=path,
                    hint="Put that right and try again: the file is put back first.",
                ) from error
            raise

    def discard(self, transaction: Transaction) -> None:
        """Take away what was prepared for a transaction that is in no journal.

        Raises:
            OSError: the disk refuses; the record stays.
        """
        try:
            transaction.discard()
        finally:
            self._note(transaction)

    def abort(self, transaction: Transaction) -> None:
        """Take a transaction back.

        Raises:
            OSError: the disk refuses; the record stays.
        """
        try:
            transaction.roll_back()
            transaction.finish()
            transaction.drop_folders()
            transaction.keep_rest()
            self._blobs.flush()
            self._fault("aborted line")
            self._journal.append(Line(t="aborted", id=transaction.record.id))
            self._tell_replaced(transaction)
            transaction.close()
        finally:
            self._note(transaction)

    def close(self, transaction: Transaction, intent: Line) -> None:
        """End a transaction that is published.

        Raises:
            OSError: the disk refuses; the record stays, and the change counts.
        """
        try:
            transaction.finish()
            transaction.drop_folders(intent.emptied)
            transaction.keep_rest()
            try:
                self._fault("done line")
                self._journal.append(Line(t="done", id=intent.id))
            except OSError:
                transaction.file.note("taken")
                raise
            self._tell_replaced(transaction)
            self._forget(intent)
            transaction.close()
        finally:
            self._note(transaction)

    def recover(self, ground: Ground) -> None:
        """End what a crash left under way, and try the rests again.

        Forward when the intent is in the journal, else as if it never began.

        Raises:
            OSError: the state folder refuses, so no write could be recorded either.
        """
        self.unreached.clear()
        for file in load_records(self._folder):
            self._end(Transaction(ground, file, self._blobs, self._fault))

    def temporary_names(self) -> frozenset[str]:
        """Give the names of temporary files that are still of use.

        Raises:
            OSError: a record cannot be read.
        """
        return frozenset(step.temporary for file in load_records(self._folder) for step in file.record.steps)

    def _end(self, transaction: Transaction) -> None:
        entry_id = transaction.record.id
        stage = transaction.file.stage
        if stage == "rest":
            try:
                transaction.end_rest()
                self._tell_replaced(transaction)
            finally:
                self._note(transaction)
            return
        outcome = self._journal.outcome(entry_id)
        if outcome in (None, "aborted"):
            self.discard(transaction)
        else:
            intent = self._journal.find(entry_id)
            assert intent is not None
            if outcome == "done":
                transaction.finish()
                transaction.keep_rest()
                self._forget(intent)
                transaction.close()
            elif stage == "taken" or (stage == "under-way" and transaction.roll_forward()):
                self.close(transaction, intent)
            else:
                self.abort(transaction)
        self._note(transaction)

    def _tell_replaced(self, transaction: Transaction) -> None:
        """Have saves of others in the history that are nowhere else any more."""
        heads = self._journal.heads(transaction.replaced)
        records = tuple(
            FileRecord(path=path, before=heads.get(path), after=digest, is_first=path not in heads)
            for path, digest in sorted(transaction.replaced.items())
            if heads.get(path) != digest
        )
        if records:
            self._blobs.flush()
            self._journal.append(self._outside.line_of(records))

    def _forget(self, intent: Line) -> None:
        """Forget what was deleted for good."""
        if intent.op != UNDO and (gone := [record.path for record in intent.files if record.is_end]):
            forget_files(self._journal, self._blobs, gone)

    def _note(self, transaction: Transaction) -> None:
        for path in transaction.conflicts:
            if path not in self.conflicts:
                self.conflicts.append(path)
        for path, why in transaction.unreached.items():
            self.unreached[path] = (transaction.record.id, why)

    def _unreached_error(self, path: VaultPath) -> WriteError:
        entry_id, why = self.unreached[path]
        return WriteError(
            f"an earlier change of `{path}`, number {entry_id}, is not ended yet: {why}",
            path=path,
            hint="Put that right and try again: the earlier change is ended first.",
        )
