"""Several changes as one: each is decided on what the earlier ones made of the vault, and all are published at once.

A verb does not know that it is part of a batch. It hands its plan to a session as always; this session lays the plan's
changes over a draft of the vault, where the next verb finds them. In the end the draft is one change set, and so one
entry of the history, which one `undo` takes back.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from napkin_site.core.changes import ChangeSet
from napkin_site.core.paths import VaultPath
from napkin_site.core.values import Value
from napkin_site.errors import NapkinError, UsageError
from napkin_site.services.access import VaultAccess
from napkin_site.services.writing.draft_access import DraftAccess
from napkin_site.services.writing.draft_files import DraftFiles
from napkin_site.services.writing.session import Draft, Outcome, Plan, WriteSession
from napkin_site.vault.writer import Writer

OP = "batch"
"""The verb for the history."""

_Told = TypeVar("_Told")


class Operation(Value):
    """One change of a batch."""

    name: str
    """The verb, as the library names it."""
    arguments: Mapping[str, Any] = {}
    """Its keywords, as plain data."""
    if_match: str = ""
    """The etag that the changed file must have: as it is before the batch, or as earlier operations made it."""
    place: str = ""
    """How it is told of in an error, such as `line 3`."""


Result = Any
"""What a verb tells: a `Written`, or a value that has `path`, `etag`, `diff` and `warnings` as that has."""


class Batch(Value, omit_defaults=True):
    """What became of several changes."""

    results: tuple[Result, ...]
    """What the verb of each operation tells, in order; each `etag` is of the file as it is after all of them."""
    id: str = ""
    """The entry of the history, one for all; empty when nothing had to change, and for a preview."""
    diff: str = ""
    """For a preview: what would change, as a unified diff."""
    warnings: tuple[str, ...] = ()
    """Those of all operations, each with its place."""


Perform = Callable[[WriteSession, Operation], Result]
"""Carries an operation out in a session."""


def run_batch(session: WriteSession, operations: Sequence[Operation], perform: Perform) -> Batch:
    """Carry out several operations, all or none.

    Args:
        session: who asks, and how.
        operations: in order; each sees what the earlier ones did.
        perform: calls the verb.

    Raises:
        NapkinError: what an operation raises, with its place in front; what the writer raises.
    """
    told_of: list[NapkinError] = []
    makers: dict[VaultPath, Operation] = {}

    def plan(draft: Draft) -> tuple[ChangeSet, tuple[Result, ...]]:
        vault = _DraftVault(session, draft)
        makers.clear()
        results = []
        for operation in operations:
            try:
                results.append(vault.perform(operation, perform))
            except NapkinError as error:
                told_of.append(_placed(error, operation))
                raise
            makers.update(dict.fromkeys(vault.latest, operation))
        return vault.files.combined(OP), tuple(vault.settled(result) for result in results)

    try:
        done, results = session.commit(plan)
    except NapkinError as error:
        maker = makers.get(VaultPath(error.path))
        if error not in told_of and maker is not None:
            _placed(error, maker)
        raise
    warnings = tuple(
        f"{operation.place}: {warning}" if operation.place else warning
        for operation, result in zip(operations, results, strict=True)
        for warning in result.warnings
    )
    final = tuple(_completed(result, done) for result in results)
    return Batch(results=final, id=done.id, diff=done.diff, warnings=warnings)


class _DraftVault:
    """The vault as one attempt of a batch sees it."""

    def __init__(self, outer: WriteSession, draft: Draft) -> None:
        self._outer = outer
        self._base = draft.access
        self.files = DraftFiles(draft.disk)
        self._parsed: dict[Any, Any] = {}
        self.latest: list[VaultPath] = []
        """What the latest operation changed, each file where it is now."""

    @property
    def access(self) -> DraftAccess:
        """The vault as it is now."""
        return DraftAccess(self._base, self.files, self._parsed)

    def perform(self, operation: Operation, perform: Perform) -> Result:
        """Carry out one operation."""
        self.latest.clear()
        result = perform(_DraftSession(self._outer, self, self._base, operation.if_match), operation)
        # An entry is made at the end; until then, that there is something to tell stands in its place.
        return _with_entry(replace(result, diff=""), OP if self.latest else "")

    def lay(self, changes: ChangeSet) -> None:
        """Take over what an operation decided."""
        self.files.lay(changes)
        self.latest += [change.to or change.path for change in changes.changes]

    def settled(self, result: Result) -> Result:
        """Give a result with the etag that its file has after all operations."""
        path = VaultPath(result.path)
        is_there = self.files.changes_at(path)
        if is_there is None:
            return replace(result, etag="") if self._outer.is_dry_run else result
        is_told = is_there and not self._outer.is_dry_run
        return replace(result, etag=(self.files.digest(path) or "") if is_told else "")


class _DraftSession(WriteSession):
    """A request inside a batch."""

    def __init__(self, outer: WriteSession, vault: _DraftVault, base: VaultAccess, if_match: str) -> None:
        super().__init__(
            outer.location,
            state_dir=outer.state_dir,
            config=base.config,
            origin=outer.origin,
            dry_run=outer.is_dry_run,
            if_match=if_match,
            clock=outer.now,
        )
        self._vault = vault

    @property
    def access(self) -> VaultAccess:
        """The vault as the earlier operations made it."""
        return self._vault.access

    @property
    def publishes(self) -> bool:
        """Nothing is on the disk before the last operation is decided."""
        return False

    def open_writer(self) -> Writer:
        """Refuse: what does not go through a plan cannot be part of a batch."""
        raise UsageError("this cannot be part of a batch", hint="Run it as a command of its own.")

    def commit(self, plan: Plan[_Told]) -> tuple[Outcome, _Told]:
        """Decide, and lay the changes over the draft."""
        draft = Draft(self._vault.access, self._vault.files, self._if_match)
        changes, told = plan(draft)
        self._vault.lay(changes)
        etags = {path: digest for path in draft.digests if (digest := self._vault.files.digest(path)) is not None}
        for change in changes.changes:
            target = change.to or change.path
            if not change.is_removal and (digest := self._vault.files.digest(target)) is not None:
                etags[target] = digest
        return Outcome(id="" if changes.is_empty else OP, etags=etags), told


def _with_entry(result: Result, entry: str) -> Result:
    """Give a result with its entry of the history; where `id` is something else, it is called `entry`."""
    return replace(result, **{"entry" if "entry" in result.__struct_fields__ else "id": entry})


def _completed(result: Result, done: Outcome) -> Result:
    """Give a result with what only the end of the batch can tell: the entry, and where a deleted file lies."""
    result = _with_entry(result, done.id if result.id else "")
    place = done.trash.get(VaultPath(result.path))
    return replace(result, trash=place) if place and getattr(result, "trash", None) == "" else result


def _placed(error: NapkinError, operation: Operation) -> NapkinError:
    """Say in an error which operation it is about."""
    if operation.place:
        error.message = f"{operation.place} ({operation.name}): {error.message}"
        error.args = (error.message,)
    return error
