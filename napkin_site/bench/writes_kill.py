"""`writes-kill`: writers killed at random points; the vault is as before a change or as after it, never between."""

import os
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path

from napkin_site.bench.verbs import Operation, Verbs, read_files
from napkin_site.bench.writes_random import WritesError, state_of
from napkin_site.core.changes import digest_of
from napkin_site.core.path_rules import TEMPORARY_PREFIX, TRASH_FOLDER
from napkin_site.core.values import Value
from napkin_site.vault.journal import Journal
from napkin_site.vault.writer import Writer

_NOTES = 40
_MEASURED = 4
"""So many changes of the twin are timed; a writer lives as long as these at most."""
_FEW = 40
"""So many changes a writer makes before it stops by itself."""

Files = dict[str, bytes]


class Kills(Value):
    """What came of killing writers."""

    points: int
    in_the_middle: int
    """How many died with a change under way."""
    ended_forward: int
    """How many of these changes the next start carried out."""
    changes: int
    """How many were acknowledged, all together."""


def kill_writers(folder: Path, *, points: int, seed: int, tell: Callable[[str], None] | None = None) -> Kills:
    """Let a process change a vault, kill it at a random moment, start again, and compare with a twin vault.

    The process is forked, so call this where there are no threads.

    Args:
        folder: for the vault, its twin and their state; made new.
        points: how many times.
        seed: which changes, and which moments.
        tell: told now and then how far it is.

    Raises:
        WritesError: a file is mixed, a change is half made, or something is left over.
    """
    chance = random.Random(f"kill writers {seed}")  # noqa: S311 -- repeatable, not secret
    vault, twin = _Vault(folder / "one"), _Vault(folder / "twin")
    place = middle = forward = 0
    trees = {0: twin.files()}
    start = time.perf_counter()
    for number in range(_MEASURED):
        twin.change(number)
        trees[number + 1] = twin.files()
    longest = time.perf_counter() - start
    for number in range(points):
        acknowledged, is_killed = _killed(vault, place, chance.uniform(0, longest))
        now = place + acknowledged
        while now + 1 not in trees:
            twin.change(len(trees) - 1)
            trees[len(trees)] = twin.files()
        before, after = trees[now], trees[now + 1]
        is_middle = any((vault.state / "txn").glob("*"))
        _check_bytes(vault.files(), before, after)
        with Writer(vault.root, vault.state) as writer, writer.hold():
            if writer.unfinished() or writer.recovered:
                raise WritesError(f"point {number}: {writer.unfinished()} {writer.recovered}")
        place = _check_recovered(vault, before, after, now)
        middle += is_middle and is_killed
        forward += is_middle and is_killed and place > now
        if tell is not None and number % 50 == 49:
            tell(f"{number + 1} of {points} writers killed: all old or all new each time")
    return Kills(points=points, in_the_middle=middle, ended_forward=forward, changes=place)


class _Vault:
    """A vault whose changes are counted: the n-th is the same in every one of them."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "vault"
        (self.root / ".napkin").mkdir(parents=True)
        (self.root / ".napkin" / "config.json").write_text("{}")
        for number in range(_NOTES):
            link = f"[[Centre]] [[Note {(number + 1) % _NOTES}]]"
            (self.root / f"Note {number}.md").write_text(f"# {number}\n\n{link}\n" + "text\n" * number * 20)
        (self.root / "Centre.md").write_text("# Centre\n")
        self.state = state_of(self.root, folder / "state")
        with Writer(self.root, self.state) as writer:
            writer.survey()

    def change(self, number: int) -> None:
        """Make the n-th change. What it is depends on the files alone, so twins agree."""
        chance = random.Random(f"change {number}")  # noqa: S311 -- repeatable, not secret
        verbs = Verbs(self.root, self.state, chance)
        operation: Operation = verbs.operation()
        if number % 3 == 0:  # a change of many files
            centre = next((name for name in verbs.files() if "Centre" in name), "")
            operation = {"op": "rename", "file": centre, "name": f"Centre {number}"}
        if operation["op"] in ("append_daily", "add_bookmark"):  # these hold the day and the hour
            operation = {"op": "append", "note": "Note 1.md", "text": "x"}
        verbs.do(operation)

    def files(self) -> Files:
        """Give all files, those in the trash and the bookmarks too; not ours under way, nor settings."""
        found = read_files(self.root)
        return {
            name: content
            for name, content in found.items()
            if TEMPORARY_PREFIX not in name and not name.startswith(".napkin/")
        }


def _killed(vault: _Vault, place: int, delay: float) -> tuple[int, bool]:
    """Let a process make changes from the n-th on, and kill it; give how many it acknowledged, and whether it lived."""
    out, into = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(out)
            os.write(into, b"r")
            for number in range(place, place + _FEW):
                vault.change(number)
                os.write(into, b".")
        finally:
            os._exit(0)
    os.close(into)
    os.read(out, 1)
    time.sleep(delay)
    os.kill(child, signal.SIGKILL)
    told = b""
    while data := os.read(out, 1 << 16):
        told += data
    os.close(out)
    _, status = os.waitpid(child, 0)
    return len(told), os.WIFSIGNALED(status)


def _check_bytes(found: Files, before: Files, after: Files) -> None:
    """See that no file holds anything else than its old or its new bytes, even before anybody starts again."""
    for name, content in found.items():
        if content not in (before.get(name), after.get(name)):
            raise WritesError(f"`{name}` holds neither its old nor its new bytes: {content[:200]!r}")


def _check_recovered(vault: _Vault, before: Files, after: Files, now: int) -> int:
    """See that all is old or all is new, and nothing left over; give how many changes are made."""
    found = vault.files()
    if found not in (before, after):
        differing = [name for name in found | after if found.get(name) != after.get(name)]
        raise WritesError(f"change {now} is half made: {differing} are not new")
    left = [name for name in read_files(vault.root) if TEMPORARY_PREFIX in name]
    left += [path.name for path in (vault.state / "txn").glob("*")]
    if left:
        raise WritesError(f"left over after change {now}: {left}")
    journal = Journal(vault.state / "journal.jsonl")
    known = {path: digest for path, digest in journal.states().items() if digest is not None}
    shown = {name: digest_of(content) for name, content in found.items() if not name.startswith(TRASH_FOLDER)}
    if known != shown:
        raise WritesError(f"the journal is wrong after change {now}: {set(known.items()) ^ set(shown.items())}")
    if (line := journal.broken_line()) is not None:
        raise WritesError(f"line {line} of the journal does not follow")
    return now + 1 if found == after and before != after else now
