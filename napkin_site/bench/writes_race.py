"""`writes-race`: processes, threads and an editor write the same notes at the same time; nothing that was told is lost.

Three contests: processes append to one note; an editor that knows no locks saves a note beside us, by rename and by
truncating; two servers' worth of writers, each several threads, append to twenty notes.
"""

import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Literal

from napkin_site.bench.verbs import read_files
from napkin_site.bench.writes_random import WritesError, state_of
from napkin_site.core.changes import ChangeSet, Origin, creation_of, edit_of
from napkin_site.core.path_rules import TEMPORARY_PREFIX
from napkin_site.core.paths import VaultPath
from napkin_site.core.values import Value
from napkin_site.errors import LockedError, StalePreconditionError
from napkin_site.services.library.vault import Vault
from napkin_site.services.writing.notes import append_to_note
from napkin_site.services.writing.session import WriteSession
from napkin_site.vault.disk import Disk
from napkin_site.vault.history import open_history
from napkin_site.vault.journal import Journal
from napkin_site.vault.locate import find_vault
from napkin_site.vault.writer import Applied, Plan, Writer

SaveWay = Literal["rename", "truncate"]

_ME = Origin(actor="bench", kind="tool")
_NOTE = VaultPath("Note.md")
_END = b"\nend\n"
_SAVED_BYTES = 200_000
_SAVE_EVERY_S = 0.003
_SETTLE_S = 2.0
"""So long a save may be away from its place while ours is taken back."""


class Appended(Value):
    """Processes that appended to one note."""

    acknowledged: int
    found: int
    seconds: float


class Beside(Value):
    """An editor that saved a note beside our writer."""

    way: SaveWay
    saves: int
    lost_saves: int
    """Saves that were not there when the editor looked again."""
    appends: int
    """Ours that were acknowledged."""
    lost_appends: int
    """Of these, not in the history on top of a whole save."""
    detections: int
    """How often a save came in the middle of a write of ours, which was then made anew."""
    refusals: int
    """How often ours was refused, since the editor went on and on."""


class Crowd(Value):
    """Servers' worth of writers on many notes."""

    processes: int
    threads: int
    seconds: float
    acknowledged: int
    found: int
    refused: int
    """How often a writer had to wait too long for the others."""


def append_together(folder: Path, *, processes: int = 4, appends: int = 50) -> Appended:
    """Let processes append to one note at the same time.

    Raises:
        WritesError: a line is lost, doubled or mixed.
    """
    root, state = _make(folder, {_NOTE: b""})
    start = time.perf_counter()
    crew = [_start("append_lines", root, state, name, appends) for name in range(processes)]
    told = [line for process in crew for line in _finish(process).split()]
    seconds = time.perf_counter() - start
    found = (root / _NOTE).read_text(encoding="utf-8").split()
    if sorted(found) != sorted(told):
        raise WritesError(f"lines differ: {set(found) ^ set(told) or 'some are there twice'}")
    _check_calm(root, state)
    return Appended(acknowledged=len(told), found=len(found), seconds=seconds)


def append_lines(root: str, state: str, name: str, appends: str) -> None:
    """Append so many lines to the note, by the library, and print each."""
    vault = Vault(Path(root), state_dir=Path(state), actor=f"writer {name}")
    for number in range(int(appends)):
        line = f"{name}-{number}"
        vault.append(_NOTE, line)
        _print(line)


def write_beside_editor(folder: Path, *, way: SaveWay, seconds: float) -> Beside:
    """Append to a note while an editor saves it over and over.

    The editor writes the whole note each time, never looking what is there, and then looks whether its save is still
    what the note begins with. Ours must be in the history, each on top of a whole save.

    Raises:
        WritesError: something was lost.
    """
    root, state = _make(folder, {_NOTE: b"save-0" + _END})
    editor = _start("save_on", root, way, seconds)
    give_up = time.perf_counter() + seconds
    done: list[Applied] = []
    refusals = 0
    with Writer(root, state) as writer:
        while time.perf_counter() < give_up:
            try:
                done.append(writer.run(_adding(_NOTE, f"ours-{len(done)}\n".encode()), origin=_ME))
            except (StalePreconditionError, LockedError):
                refusals += 1
        saves, lost_saves = map(int, _finish(editor).split())
        recovered = writer.recovered
    history = open_history(state)
    contents = [(history.content(one.files[0].before), history.content(one.files[0].after)) for one in done]
    whole = [
        before is not None and after == before + f"ours-{number}\n".encode() and _is_whole(before)
        for number, (before, after) in enumerate(contents)
    ]
    beside = Beside(
        way=way,
        saves=saves,
        lost_saves=lost_saves,
        appends=len(done),
        lost_appends=whole.count(False),
        detections=sum(one.collisions for one in done),
        refusals=refusals,
    )
    if beside.lost_saves or beside.lost_appends or recovered:
        raise WritesError(f"{beside} {recovered}")
    _check_calm(root, state)
    return beside


def save_on(root: str, way: SaveWay, seconds: str) -> None:
    """Save the note over and over as an editor does; print how many times, and how many of the saves got lost."""
    file = Path(root) / _NOTE
    give_up = time.perf_counter() + float(seconds)
    number = lost = 0
    while time.perf_counter() < give_up:
        number += 1
        text = f"save-{number}\n".encode() + b"x" * _SAVED_BYTES + _END
        if way == "rename":
            other = file.with_name(".saver.swp")
            other.write_bytes(text)
            other.replace(file)
        else:
            with file.open("r+b") as stream:
                stream.truncate(0)
                for place in range(0, len(text), _SAVED_BYTES // 4):
                    stream.write(text[place : place + _SAVED_BYTES // 4])
                    stream.flush()
        time.sleep(_SAVE_EVERY_S)
        lost += not _is_there(file, text)
    _print(f"{number} {lost}")


def crowd_notes(folder: Path, *, processes: int, threads: int, notes: int, seconds: float) -> Crowd:
    """Let several servers' worth of writers append to many notes; every append that was told must be there, once.

    Raises:
        WritesError: one is not.
    """
    root, state = _make(folder, {VaultPath(f"Note {number}.md"): b"# Note\n" for number in range(notes)})
    crew = [_start("serve_appends", root, state, name, threads, notes, seconds) for name in range(processes)]
    told = [line.split() for process in crew for line in _finish(process).splitlines()]
    wanted = Counter((note, line) for kind, note, line in told if kind == "done")
    found = Counter(
        (name.removeprefix("Note ").removesuffix(".md"), line)
        for name, content in read_files(root).items()
        if name.startswith("Note ")
        for line in content.decode().splitlines()[1:]
    )
    missing = wanted - found
    if missing or any(count > 1 for count in found.values()):
        raise WritesError(f"lost: {sorted(missing)[:5]}; doubled: {[line for line, n in found.items() if n > 1][:5]}")
    _check_calm(root, state)
    return Crowd(
        processes=processes,
        threads=threads,
        seconds=seconds,
        acknowledged=wanted.total(),
        found=found.total(),
        refused=sum(kind == "refused" for kind, _, _ in told),
    )


def serve_appends(root: str, state: str, name: str, threads: str, notes: str, seconds: str) -> None:
    """Append to many notes from several threads that share a writer, as a server does; print each line that is in."""
    location = find_vault(None, named=Path(root), environ={})
    give_up = time.perf_counter() + float(seconds)

    def work(thread: int) -> None:
        chance = random.Random(f"{name} {thread}")  # noqa: S311 -- repeatable, not secret
        number = 0
        while time.perf_counter() < give_up:
            number += 1
            note, line = chance.randrange(int(notes)), f"{name}-{thread}-{number}"
            session = WriteSession(location, state_dir=Path(state), origin=_ME, writer=writer)
            try:
                append_to_note(session, f"Note {note}.md", line)
            except LockedError:
                _print(f"refused {note} {line}")
            else:
                _print(f"done {note} {line}")

    with Writer(location.root, Path(state)) as writer, ThreadPoolExecutor(int(threads)) as pool:
        for thread in [pool.submit(work, number) for number in range(int(threads))]:
            thread.result()


def race(folder: Path, *, seconds: float, tell: Callable[[str], None]) -> tuple[Appended, Sequence[Beside], Crowd]:
    """Hold all three contests; the editors share half of the time that the crowd has.

    Raises:
        WritesError: something was lost.
    """
    appended = append_together(folder / "appends")
    tell(f"{appended.found} of {appended.acknowledged} appends of 4 processes are there")
    ways: tuple[SaveWay, ...] = ("rename", "truncate")
    beside = [write_beside_editor(folder / way, way=way, seconds=seconds / 4) for way in ways]
    for one in beside:
        tell(f"an editor that saves by {one.way}: {one.saves} saves, {one.appends} appends of ours, none lost")
    crowd = crowd_notes(folder / "crowd", processes=2, threads=4, notes=20, seconds=seconds)
    tell(f"{crowd.found} of {crowd.acknowledged} appends of the crowd are there")
    return appended, beside, crowd


def _make(folder: Path, files: dict[VaultPath, bytes]) -> tuple[Path, Path]:
    root = folder / "vault"
    (root / ".napkin").mkdir(parents=True)
    (root / ".napkin" / "config.json").write_text("{}")
    for name, content in files.items():
        (root / name).write_bytes(content)
    return root, state_of(root, folder / "state")


def _start(function: str, *arguments: object) -> "subprocess.Popen[str]":
    """Start a function of this module in a process of its own."""
    code = f"import sys; from napkin_site.bench.writes_race import {function}; {function}(*sys.argv[1:])"
    return subprocess.Popen([sys.executable, "-c", code, *map(str, arguments)], stdout=subprocess.PIPE, text=True)


def _finish(process: "subprocess.Popen[str]") -> str:
    out, _ = process.communicate()
    if process.returncode:
        raise WritesError("a writer failed")
    return out


def _adding(path: VaultPath, text: bytes) -> Plan:
    def plan(disk: Disk) -> ChangeSet:
        before = disk.read(path)
        return creation_of("create", path, text) if before is None else edit_of("append", path, before, before + text)

    return plan


def _is_whole(content: bytes) -> bool:
    """Tell whether a note is a whole save, with lines of ours behind it."""
    head, end, tail = content.partition(_END)
    return bool(end) and head.startswith(b"save-") and all(line.startswith(b"ours-") for line in tail.split(b"\n")[:-1])


def _is_there(file: Path, text: bytes) -> bool:
    """Tell whether a note begins with a save; while ours is taken back, it may be another for a moment."""
    give_up = time.perf_counter() + _SETTLE_S
    while time.perf_counter() < give_up:
        try:
            if file.read_bytes().startswith(text):
                return True
        except FileNotFoundError:
            pass
        time.sleep(_SAVE_EVERY_S)
    return False


def _check_calm(root: Path, state: Path) -> None:
    """See that nothing is left over, and that the journal is whole."""
    left = [name for name in read_files(root) if TEMPORARY_PREFIX in name]
    left += [path.name for path in (state / "txn").glob("*")]
    if left or Journal(state / "journal.jsonl").broken_line() is not None:
        raise WritesError(f"left over: {left}, or a broken journal")


def _print(line: str) -> None:
    """Print a line in one piece, whatever other threads print."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
