"""What happened to a vault, and how to take it back: reads the journal and the kept contents, writes nothing itself."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Protocol

from msgspec.structs import replace

from napkin_site.core.changes import ActorKind, Change, ChangeSet, Digest, Origin, diff_text, digest_of
from napkin_site.core.merge import merge_lines
from napkin_site.core.paths import FolderPath, VaultPath
from napkin_site.core.values import Value
from napkin_site.errors import EditError, NotFoundError, StalePreconditionError
from napkin_site.vault.blobs import Blobs
from napkin_site.vault.journal import EXTERNAL, FileRecord, Journal, Line, encoded_name, open_journal, replay

UNDO = "undo"
RESTORE = "restore"
PURGE = "purge"

BLOBS = "blobs"
"""Where the contents lie in a vault's state folder, beside the journal."""


class Now(Protocol):
    """The vault's files as they are."""

    def read(self, path: VaultPath) -> bytes | None:
        """Read a file; None when there is none."""
        ...

    def holds(self, path: VaultPath, digest: Digest) -> bool:
        """Tell whether a file, be it in the trash, has that digest."""
        ...


class Entry(Value):
    """One change of the vault, finished."""

    id: str
    """Counts from 1 for each vault."""
    at: str
    """When, ISO 8601 in UTC."""
    op: str
    origin: Origin
    files: tuple[FileRecord, ...]
    folders: tuple[FolderPath, ...] = ()
    """Folders that were made for it."""
    emptied: tuple[FolderPath, ...] = ()
    """Folders that were taken away after it."""
    undoes: str = ""
    """The entry that this one takes back; empty when none."""
    is_undone: bool = False
    """A later entry took it back, and was not taken back itself."""

    @property
    def is_external(self) -> bool:
        """Tell whether another program made the change."""
        return self.op == EXTERNAL


class NetChange(Value):
    """What became of one file over several entries."""

    path: VaultPath
    """Where it was."""
    before: Digest | None
    to: VaultPath
    """Where it is; where it was when it is gone."""
    after: Digest | None


def net_changes(entries: Iterable[Entry]) -> tuple[NetChange, ...]:
    """Add up what entries did to each file, oldest first, whatever it was called meanwhile.

    Of a file that the journal met in one of them, the change begins with what it held then.
    """
    found: dict[str, NetChange] = {}
    for entry in entries:
        earlier = dict(found)
        for record in entry.files:
            target = VaultPath(record.to or record.path)
            before = record.after if record.is_first else record.before
            start = NetChange(path=VaultPath(record.path), before=before, to=target, after=before)
            was = earlier.get(record.path, start)
            if record.to and found.get(record.path) is was:
                del found[record.path]
            if record.to and (gone := found.get(target)) is not None and gone.after is None:
                found[f"{target}\0{entry.id}"] = gone  # its place was taken
            found[target] = replace(was, to=target, after=record.after)
    return tuple(found.values())


class History:
    """The entries of a vault's journal."""

    def __init__(self, journal: Journal, blobs: Blobs) -> None:
        self._journal = journal
        self._blobs = blobs

    def entries(self) -> list[Entry]:
        """Give all entries that took effect, oldest first."""
        return list(self.newest_first())[::-1]

    def newest_first(self) -> Iterator[Entry]:
        """Give the entries that took effect; no more of the journal is read than is asked for."""
        finished: set[str] = set()
        undone: set[str] = set()
        for line in self._journal.lines_backwards():
            if line.t == "done":
                finished.add(line.id)
            elif line.t == "external" or (line.t == "intent" and line.id in finished):
                if line.undoes and line.id not in undone:
                    undone.add(line.undoes)
                yield _entry(line, is_undone=line.id in undone)

    def log(self, path: VaultPath | None = None, *, limit: int | None = None) -> list[Entry]:
        """Give entries, newest first: all, or those of one file, followed back through its moves."""
        entries = self.newest_first() if path is None else (entry for entry, _ in self.log_of(path))
        return list(islice(entries, limit))

    def log_of(self, path: VaultPath) -> Iterator[tuple[Entry, VaultPath]]:
        """Give the entries that touched a file, newest first, and how it was called before each."""
        name = path
        wanted = [encoded_name(name)]
        for entry in self._newest_with(wanted):
            touching = [record for record in entry.files if name in (record.path, record.to, record.trash)]
            if touching:
                name = VaultPath(next((record.path for record in touching if record.to == name), name))
                wanted[0] = encoded_name(name)
                yield entry, name

    def entry(self, entry_id: str) -> Entry:
        """Give one entry.

        Raises:
            NotFoundError: there is none of that id.
        """
        line = self._journal.find(entry_id)
        if line is not None and self._journal.is_finished(entry_id):
            return _entry(line, is_undone=self._journal.is_undone(entry_id))
        raise NotFoundError(f"the history has no entry `{entry_id}`", hint="See: napkin log")

    def last_of(self, actor: str) -> Entry:
        """Give the newest entry of an actor that is not undone and undoes nothing.

        Raises:
            NotFoundError: there is none.
        """
        for entry in self._newest_with([b'"actor":' + encoded_name(actor)]):
            if entry.origin.actor == actor and not entry.is_undone and not entry.undoes:
                return entry
        raise NotFoundError(f"there is nothing of `{actor}` to undo", hint="Name an entry; see: napkin log")

    def _newest_with(self, wanted: Sequence[bytes]) -> Iterator[Entry]:
        """Give the entries that took effect and hold one of these byte strings; see `Journal.lines_backwards`."""
        for line in self._journal.lines_backwards(wanted=wanted):
            if line.t in ("intent", "external") and self._journal.is_finished(line.id):
                yield _entry(line, is_undone=self._journal.is_undone(line.id))

    def content(self, digest: Digest | None) -> bytes | None:
        """Give a kept content; None when there is none, or for no digest."""
        return None if digest is None else self._blobs.read(digest)

    def content_at(self, path: VaultPath, entry_id: str) -> bytes | None:
        """Give what a file held right after an entry; None when it was not there, or is not kept."""
        return self.content(self.states_at(entry_id).get(path))

    def states_at(self, entry_id: str) -> Mapping[str, Digest | None]:
        """Replay the journal up to an entry: path -> digest of what the file held right after it, None for gone."""
        number = int(entry_id)
        return replay(line for line in self._journal.lines() if int(line.id) <= number)

    def diff(self, *entries: Entry, path: VaultPath | None = None) -> str:
        """Show what entries changed together, as a unified diff; of what was never seen before, nothing is shown.

        Args:
            entries: oldest first.
            path: only this file, by its old or its new name; None is all.
        """
        shown = []
        for change in net_changes(entries):
            if path not in (None, change.path, change.to):
                continue
            old, new = self.content(change.before), self.content(change.after)
            if change.before == change.after and change.path == change.to:
                continue
            if old is None and change.before is not None:
                shown.append(f"{change.path}: the old content is not kept\n")
            elif new is None and change.after is not None:
                shown.append(f"{change.to}: the new content is not kept\n")
            else:
                shown.append(diff_text(old, new, old_name=change.path, new_name=change.to))
        return "".join(shown)

    def states(self) -> dict[str, Digest | None]:
        """Replay the journal: path -> digest of what it should hold now, None for gone."""
        return self._journal.states()

    def reversal(self, entry: Entry, now: Now) -> ChangeSet:
        """Give the change set that takes an entry back, later changes of other lines kept.

        Args:
            entry: what to take back.
            now: the files as they are.

        Raises:
            StalePreconditionError: later changes are in the way; `diff` is what there is now against what was left.
            EditError: what was before is not kept any more.
        """
        moved_in = {record.to for record in entry.files if record.to}
        changes = tuple(change for record in reversed(entry.files) for change in self._reverse(record, now, moved_in))
        emptied = tuple(sorted(entry.folders, key=lambda folder: (-folder.count("/"), folder)))
        return ChangeSet(op=UNDO, changes=changes, emptied=emptied)

    def _reverse(self, record: FileRecord, now: Now, moved_in: Collection[str]) -> Iterator[Change]:
        path = VaultPath(record.path)
        if record.is_first:
            raise EditError(f"what `{path}` held before is not known, so it is not undone", path=path)
        now_at = VaultPath(record.to) or path
        if record.after is None:
            yield from self._bring_back(record, path, now, is_vacated=path in moved_in)
            return
        current = now.read(now_at)
        if current is None:
            raise _in_the_way(now_at, self.content(record.after), None)
        digest = digest_of(current)
        if record.before is None:
            if digest != record.after:
                raise _in_the_way(now_at, self.content(record.after), current)
            yield Change(path=path, before=digest, is_permanent=not record.trash)
            return
        content = self._without(record, current) if record.before != record.after else None
        if record.to:
            yield Change(path=now_at, before=digest, to=path, after=content)
        elif content is not None and content != current:
            yield Change(path=path, before=digest, after=content)

    def _bring_back(self, record: FileRecord, path: VaultPath, now: Now, *, is_vacated: bool) -> Iterator[Change]:
        if not is_vacated and (current := now.read(path)) is not None:
            raise _in_the_way(path, None, current)
        content = self.content(record.before)
        if record.trash and record.before and now.holds(VaultPath(record.trash), record.before):
            yield Change(path=VaultPath(record.trash), before=record.before, to=path)
        elif content is not None:
            yield Change(path=path, before=None, after=content)
        else:
            raise EditError(f"what `{path}` held is not kept, so it does not come back", path=path)

    def _without(self, record: FileRecord, current: bytes) -> bytes:
        """Take the change of a record out of what a file holds now."""
        old, new = self.content(record.before), self.content(record.after)
        if old is None:
            raise EditError(f"what `{record.path}` held before is not kept, so it is not undone", path=record.path)
        if digest_of(current) == record.after:
            return old
        merged = merge_lines(new, old, current) if new is not None else None
        if merged is None:
            raise _in_the_way(VaultPath(record.to or record.path), new, current)
        return merged


def open_history(state: Path) -> History:
    """Open the history of a vault to read it; one that was never written is empty.

    Args:
        state: the vault's state folder.
    """
    return History(open_journal(state), Blobs(state / BLOBS))


def _entry(line: Line, *, is_undone: bool) -> Entry:
    kind: ActorKind = line.kind
    return Entry(
        id=line.id,
        at=line.at,
        op=line.op,
        origin=Origin(actor=line.actor, kind=kind, reason=line.reason, source=line.source, request=line.request),
        files=line.files,
        folders=tuple(FolderPath(folder) for folder in line.folders),
        emptied=tuple(FolderPath(folder) for folder in line.emptied),
        undoes=line.undoes,
        is_undone=is_undone,
    )


def _in_the_way(path: VaultPath, left: bytes | None, current: bytes | None) -> StalePreconditionError:
    return StalePreconditionError(
        f"`{path}` was changed again since, so it is not undone",
        current=digest_of(current) if current is not None else "",
        diff=diff_text(left, current, old_name=path, new_name=path),
        path=path,
        hint="Undo the later changes first.",
    )
