"""`writes-random`: whatever is changed, by whom and how, the index, the journal and `undo` tell the truth."""

import random
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from napkin_site.bench.verbs import Operation, Verbs, read_files
from napkin_site.core.changes import Origin, digest_of
from napkin_site.core.path_rules import TEMPORARY_PREFIX
from napkin_site.core.values import Value
from napkin_site.index.snapshot import load_snapshot
from napkin_site.vault.config import load_config
from napkin_site.vault.history import open_history
from napkin_site.vault.journal import Journal
from napkin_site.vault.locate import find_vault
from napkin_site.vault.state import state_dir
from napkin_site.vault.writer import Writer

_ME = Origin(actor="bench", kind="tool")
_INDEX_EVERY = 25
_PURGE_EVERY = 700
_LOOKS = 0.3
"""Share of changes after which all files are looked at; before the others, the writer itself must see what is new."""
_SINGLE = ("undo", "restore")
"""What does not go with other changes in one."""


class WritesError(AssertionError):
    """Something was lost, mixed, or told wrongly; the text says what, and after which changes."""


def state_of(root: Path, base: Path) -> Path:
    """Make the state folder of a vault, below a folder for all state."""
    state = state_dir(find_vault(None, named=root, environ={}), environ={"NAPKIN_STATE_DIR": str(base)})
    assert state is not None
    return state


class RandomWrites(Value):
    """What a run of random changes did."""

    steps: Mapping[str, int]
    """Door -> how many changes went through it."""
    refused: int
    entries: int
    undone: int
    """How many entries were taken back in the end."""
    index_checks: int
    journal_checks: int


def write_at_random(folder: Path, *, steps: int, seed: int, tell: Callable[[str], None] | None = None) -> RandomWrites:
    """Change a vault at random, look whether all agree, and take everything back.

    Args:
        folder: for the vault and its state; made new.
        steps: how many changes.
        seed: which ones.
        tell: told now and then how far it is.

    Raises:
        WritesError: index, journal or `undo` disagree with the files.
    """
    run = _Run(folder, seed)
    for number in range(steps):
        run.step()
        if run.is_time_to_look():
            run.check_journal()
        if number % _INDEX_EVERY == _INDEX_EVERY - 1:
            run.check_index()
        if number % _PURGE_EVERY == _PURGE_EVERY - 1:
            run.check_journal()
            run.purge()
        if tell is not None and number % 200 == 199:
            tell(f"{number + 1} of {steps} changes: index and journal agree with the files")
    run.check_journal()
    run.check_index()
    entries = len(run.history.entries())
    undone = run.undo_everything()
    run.check_index()
    return RandomWrites(
        steps=dict(sorted(run.doors.items())),
        refused=run.verbs.refused,
        entries=entries,
        undone=undone,
        index_checks=run.index_checks,
        journal_checks=run.journal_checks,
    )


class _Run:
    def __init__(self, folder: Path, seed: int) -> None:
        root = folder / "vault"
        (root / ".napkin").mkdir(parents=True)
        (root / ".napkin" / "config.json").write_text("{}")
        self._state = state = state_of(root, folder / "state")
        self._chance = random.Random(f"writes {seed}")  # noqa: S311 -- repeatable, not secret
        self.verbs = Verbs(root, state, self._chance)
        for _ in range(8):
            self.verbs.edit_outside()
        (root / "picture.png").write_bytes(bytes(range(256)))
        (root / "Latin.md").write_bytes(b"caf\xe9\n")
        self._writer = Writer(root, state)
        self._writer.survey()
        self._first = self.verbs.files()
        self._first_entry = 1
        self._recent: list[str] = []
        self.history = open_history(state)
        self.doors: Counter[str] = Counter()
        self.index_checks = self.journal_checks = 0

    def step(self) -> None:
        """Make one change, through a door drawn at random; commands are slow, so they are drawn less often."""
        door = self._chance.choices(("library", "command", "batch", "outside"), (60, 8, 4, 28))[0]
        self.doors[door] += 1
        if door == "outside":
            self._note(door, self.verbs.edit_outside())
            return
        operations: list[Operation] = [self.verbs.operation() for _ in range(3 if door == "batch" else 1)]
        self._note(door, operations)
        if door == "library":
            self.verbs.do(operations[0])
        elif door == "command":
            self.verbs.do_by_command(operations[0])
        else:
            self.verbs.do_by_command(*[one for one in operations if one["op"] not in _SINGLE] or operations[:1])

    def is_time_to_look(self) -> bool:
        """Draw whether to look at all files now."""
        return self._chance.random() < _LOOKS

    def check_journal(self) -> None:
        """See that the journal, read on and read whole, says what the files hold."""
        self.journal_checks += 1
        self._writer.survey()
        files = {path: digest_of(content) for path, content in self.verbs.files().items()}
        for told in (self._writer.history.states(), self.history.states(), open_history(self._state).states()):
            known = {path: digest for path, digest in told.items() if digest is not None and path[0] != "."}
            if known != files:
                self._fail("the journal", set(known.items()) ^ set(files.items()))
        left = [name for name in read_files(self.verbs.root) if TEMPORARY_PREFIX in name]
        left += [path.name for path in (self._state / "txn").glob("*")]
        if left:
            self._fail("what is under way", left)

    def check_index(self) -> None:
        """See that the index, as it was kept up, equals one that is made new; and that the journal is whole."""
        self.index_checks += 1
        location = find_vault(None, named=self.verbs.root, environ={})
        config = load_config(location, environ={})
        warm = load_snapshot(location, config, state_dir=self._state)
        cold = load_snapshot(location, config, state_dir=None)
        try:
            if warm.vault != cold.vault:
                self._fail("the index", "facts")
            for path in cold.vault.notes:
                if warm.body(path) != cold.body(path) or warm.units(path) != cold.units(path):
                    self._fail("the index", path)
        finally:
            warm.close()
            cold.close()
        if (line := Journal(self._state / "journal.jsonl").broken_line()) is not None:
            self._fail("the journal's chain", f"line {line}")

    def purge(self) -> None:
        """Forget all entries: a checkpoint takes their place, and is what is gone back to."""
        self._writer.purge_history()
        self._first = self.verbs.files()
        self.check_journal()

    def undo_everything(self) -> int:
        """Take back every entry, newest first; the first bytes must be there again. Give how many there were."""
        entries = [entry for entry in self.history.newest_first() if entry.id != str(self._first_entry)]
        for entry in entries:
            self._writer.undo(entry.id, origin=_ME)
        if self.verbs.files() != self._first:
            found = self.verbs.files()
            self._fail("undo", [path for path in found | self._first if found.get(path) != self._first.get(path)])
        self.check_journal()
        return len(entries)

    def _note(self, door: str, what: Any) -> None:
        self._recent = [*self._recent[-9:], f"{door}: {what}"]

    def _fail(self, what: str, where: object) -> None:
        raise WritesError(f"{what} is wrong about {where} after\n  " + "\n  ".join(self._recent))
