"""What is under way, on record in the state folder: what a crash, or a folder that cannot be reached, left to do.

A record is on the disk before the first file that it names is made. How far it got is in the name of its file, since a
full disk still renames.
"""

import contextlib
import os
import secrets
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

import msgspec

from napkin_site.core.changes import Change, Digest
from napkin_site.core.path_rules import TEMPORARY_PREFIX
from napkin_site.core.paths import VaultPath
from napkin_site.core.values import Value

StepKind = Literal["swap", "create", "remove", "move"]

Due = Literal["take", "take-back", "clean"]
"""What is left to do about a step: take it, take it back, or only clear its temporary file away."""

Stage = Literal["under-way", "turned-back", "taken", "rest"]
"""How far a record got: its steps are being taken; or taken back; all are taken, and the journal is not told yet;
or the journal knows how it ended, and only what could not be reached is left."""

_SUFFIXES: Mapping[Stage, str] = {"under-way": ".json", "turned-back": ".back", "taken": ".taken", "rest": ".rest"}
_STAGES: Mapping[str, Stage] = {suffix: stage for stage, suffix in _SUFFIXES.items()}


class Step(Value, omit_defaults=True):
    """What is done to one name."""

    kind: StepKind
    path: VaultPath
    before: Digest | None = None
    after: Digest | None = None
    temporary: str = ""
    """Name beside the target: of the new content, and afterwards of the old one."""
    to: VaultPath | None = None
    due: Due = "take"
    """What is left to do; all there is, until it is a rest."""
    why: str = ""
    """Of a rest: what was in the way."""

    @property
    def paths(self) -> tuple[VaultPath, ...]:
        """The file, and where it goes."""
        return (self.path,) if self.to is None else (self.path, self.to)

    @property
    def key(self) -> tuple[str, ...]:
        """What tells it from every other step that is under way."""
        return (self.kind, self.path, self.to or "", self.temporary)


class Record(Value, omit_defaults=True):
    """What recovery needs to know."""

    id: str
    """Of the entry in the history."""
    steps: tuple[Step, ...]
    folders: tuple[str, ...] = ()
    """Folders that were made for it, each listed before it is made."""


_NOTHING = Record(id="0", steps=())


class Unfinished(Value):
    """A file that a change could not be ended for yet; each write tries again, and refuses the file until then."""

    id: str
    """Of the change, an entry of the history."""
    path: VaultPath
    why: str
    """What is in the way."""


class RecordFile:
    """The file of one record."""

    def __init__(self, folder: Path, record: Record, file: Path | None = None) -> None:
        self.record = record
        self.has_rest_to_take = False
        """Some of its steps are to be taken yet, and in a rest."""
        self._folder = folder
        self._file = file or folder / f"{record.id}{_SUFFIXES['under-way']}"

    @property
    def stage(self) -> Stage:
        """How far it got."""
        return _STAGES[self._file.suffix]

    def set_aside(self, apart: Mapping[tuple[str, ...], Due]) -> None:
        """Leave out the steps that are in a rest already."""
        steps = self.record.steps
        self.record = msgspec.structs.replace(self.record, steps=tuple(one for one in steps if one.key not in apart))
        self.has_rest_to_take = any(apart.get(one.key) == "take" for one in steps)

    def save(self, record: Record) -> None:
        """Write it, and have its bytes on the disk; its name goes there with the journal's next line at the latest.

        Raises:
            OSError: it could not be written; the old one stays.
        """
        self._folder.mkdir(exist_ok=True, mode=0o700)
        temporary = self._file.with_suffix(".tmp")
        with temporary.open("wb") as stream:
            stream.write(msgspec.json.encode(record))
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(self._file)
        self.record = record

    def note(self, stage: Stage) -> None:
        """Note how far it got.

        Raises:
            OSError: it could not be noted.
        """
        self._file = self._file.replace(self._file.with_suffix(_SUFFIXES[stage]))

    def keep_rest(self, steps: tuple[Step, ...], folders: tuple[str, ...]) -> None:
        """Put on record, apart, what could not be reached; a rest itself shrinks to that, or goes.

        Raises:
            OSError: the disk refuses; the old record stays.
        """
        left = Record(id=self.record.id, steps=steps, folders=folders)
        if self.stage == "rest":
            if not steps and not folders:
                self.forget()
            elif left != self.record:
                self.save(left)
        elif steps or folders:
            # Named apart: should the journal never have met this id, another entry gets it.
            name = f"{self.record.id}-{secrets.token_hex(4)}{_SUFFIXES['rest']}"
            RecordFile(self._folder, left, self._folder / name).save(left)

    def forget(self) -> None:
        """Take it away: nothing is under way any more.

        Raises:
            OSError: the disk refuses.
        """
        self._file.unlink(missing_ok=True)


def load_records(folder: Path) -> list[RecordFile]:
    """Read what was left under way: rests first, then by id. A record that was never finished has done nothing.

    A step that is in a rest is left out of the record it comes from, which a crash may have left there, too.

    Raises:
        OSError: one of them cannot be read.
    """
    found = []
    for file in _files(folder):
        record = _decode(file)
        if record is not None:
            found.append(RecordFile(folder, record, file))
        else:
            file.unlink(missing_ok=True)
    found.sort(key=lambda one: (one.stage != "rest", int(one.record.id)))
    apart = {step.key: step.due for one in found if one.stage == "rest" for step in one.record.steps}
    for one in found:
        if one.stage != "rest":
            one.set_aside(apart)
    return found


def list_unfinished(folder: Path) -> tuple[Unfinished, ...]:
    """List the files that changes could not be ended for, by change and path; needs no lock."""
    found: set[tuple[str, VaultPath, str]] = set()
    for file in _files(folder):
        if file.suffix != _SUFFIXES["rest"]:
            continue
        with contextlib.suppress(OSError):  # it may have been ended at this moment
            record = _decode(file) or _NOTHING
            for step in record.steps:
                if step.due != "clean":
                    found.update((record.id, path, step.why) for path in step.paths)
    return tuple(Unfinished(id=one, path=path, why=why) for one, path, why in sorted(found))


def plan_steps(
    changes: tuple[Change, ...], trash: Mapping[VaultPath, VaultPath], digests: Mapping[VaultPath, Digest]
) -> tuple[Step, ...]:
    """Give the steps of a set of changes.

    Args:
        changes: what is wanted.
        trash: where removed files go in the trash; those not listed are removed for good.
        digests: of the new contents, by the path they will have.
    """
    steps: list[Step] = []
    for change in changes:
        target = change.to or change.path
        after = digests.get(target)
        if change.is_removal:
            if change.path in trash:
                steps.append(Step(kind="move", path=change.path, before=change.before, to=trash[change.path]))
            else:
                steps.append(Step(kind="remove", path=change.path, before=change.before, temporary=_temporary()))
        elif change.to is not None and after is None:
            steps.append(Step(kind="move", path=change.path, before=change.before, to=change.to))
        elif change.to is not None:
            steps.append(Step(kind="create", path=change.to, after=after, temporary=_temporary()))
            steps.append(Step(kind="remove", path=change.path, before=change.before, temporary=_temporary()))
        elif change.before is None:
            steps.append(Step(kind="create", path=change.path, after=after, temporary=_temporary()))
        else:
            steps.append(Step(kind="swap", path=change.path, before=change.before, after=after, temporary=_temporary()))
    # What goes away makes room for what comes: a chain of moves works in one transaction.
    order: Mapping[StepKind, int] = {"swap": 0, "remove": 1, "move": 2, "create": 3}
    return tuple(sorted(_in_turn(steps), key=lambda step: order[step.kind]))


def _in_turn(steps: list[Step]) -> list[Step]:
    """Put each move behind the one that makes its place free; a ring of moves has no such order and stays."""
    pending = {step.path: step for step in steps if step.kind == "move"}
    found = [step for step in steps if step.kind != "move"]
    while pending:
        free = [step for step in pending.values() if step.to not in pending or step.to == step.path]
        found.extend(pending.pop(step.path) for step in free or [*pending.values()])
    return found


def _files(folder: Path) -> Iterator[Path]:
    yield from sorted(folder.glob("*"))


def _decode(file: Path) -> Record | None:
    """Read a record; None when it is none, or was never finished."""
    if file.suffix not in _STAGES:
        return None
    with contextlib.suppress(msgspec.MsgspecError, FileNotFoundError):
        return msgspec.json.decode(file.read_bytes(), type=Record)
    return None


def _temporary() -> str:
    return f"{TEMPORARY_PREFIX}{secrets.token_hex(8)}.tmp"
