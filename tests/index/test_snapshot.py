"""A vault as a snapshot: complete, of one moment, and the same whatever the store is worth."""

import os
import pickle
import shutil
import sqlite3
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from napkin_site.core.paths import VaultPath
from napkin_site.core.problems import Severity
from napkin_site.core.syntax.tree import NoteSyntax, SyntaxOptions
from napkin_site.index.parsing import Hands
from napkin_site.index.snapshot import Snapshot, load_snapshot
from napkin_site.index.store import FILE_NAME
from napkin_site.vault.config import load_config
from napkin_site.vault.locate import find_vault
from tests.index.small_parse import small_parse
from tests.vault.files import located, write_files

FILES: dict[str, str | bytes] = {
    "a.md": "---\ntags: [one]\naliases: A\nwhen: 2020-01-01\n---\nfirst\nsecond\n",
    "b/c.md": "---\nbroken: [\n---\nthird\n",
    "b/d.md": "fourth\nODD\n",
    "b/pic.png": b"\x89PNG",
    "e.md": b"caf\xe9\n",
}


class Parser:
    """Parses, and keeps count of what it was given."""

    def __init__(self) -> None:
        self.seen: list[bytes] = []

    def __call__(self, source: bytes, options: SyntaxOptions) -> NoteSyntax:
        self.seen.append(source)
        return small_parse(source, options)


def load(root: Path, state: Path | None, parse: Any = small_parse, **arguments: Any) -> Snapshot:
    location = find_vault(None, named=root, environ={})
    if state is not None:
        state.mkdir(parents=True, exist_ok=True)
    return load_snapshot(location, load_config(location, environ={}), state_dir=state, parse=parse, **arguments)


def stored(root: Path, state: Path) -> Snapshot:
    """Load what the store has of every note: nothing is parsed anew, and so nothing is still in memory."""
    load(root, state)
    return load(root, state)


def everything(snapshot: Snapshot) -> Any:
    """Return all a snapshot tells, order included."""
    vault = snapshot.vault
    notes = [
        (note, snapshot.body(path), snapshot.units(path), snapshot.source(path)) for path, note in vault.notes.items()
    ]
    return vault.name, vault.settings, notes, list(vault.files.items()), vault.folders, vault.problems


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return located(tmp_path / "vault", FILES).root


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


def wait_until_nothing_is_racy() -> None:
    time.sleep(0.03)


def test_a_snapshot_tells_all_about_notes_and_files(root: Path, state: Path) -> None:
    snapshot = load(root, state)
    vault = snapshot.vault

    assert list(vault.notes) == ["a.md", "b/c.md", "b/d.md", "e.md"]
    note = vault.notes[VaultPath("a.md")]
    assert (note.name, note.tags, note.aliases) == ("a", ("one",), ("A",))
    assert [(found.name, found.type) for found in note.properties] == [
        ("tags", "tags"),
        ("aliases", "aliases"),
        ("when", "date"),
    ]
    assert note.times.size == len(FILES["a.md"])
    assert list(vault.files) == ["b/pic.png"]
    assert vault.files[VaultPath("b/pic.png")].kind == "image"
    assert vault.folders == ("b",)
    assert snapshot.body(VaultPath("a.md")).blocks[0].pieces == ("first<br>second",)
    assert [unit.text for unit in snapshot.units(VaultPath("a.md"))] == ["first", "second"]
    assert snapshot.source(VaultPath("b/d.md")) == b"fourth\nODD\n"
    assert snapshot.root == root
    assert snapshot.file(VaultPath("b/pic.png")) == str(root / "b/pic.png")


def test_what_is_wrong_becomes_problems_with_path_and_line(root: Path, state: Path) -> None:
    write_files(root, {".obsidian/app.json": "{", ".napkinignore": "!\n", "z.md": "BOOM"})
    (root / "link.md").symlink_to("nowhere")

    found = [(p.severity, p.code, p.path, p.line) for p in load(root, state).vault.problems]

    assert found == [
        (Severity.WARNING, "unreadable-settings", ".obsidian/app.json", 0),
        (Severity.WARNING, "bad-ignore-rule", ".napkinignore", 0),
        (Severity.WARNING, "unreadable-file", "link.md", 0),
        (Severity.ERROR, "unreadable-front-matter", "b/c.md", 3),
        (Severity.WARNING, "odd", "b/d.md", 2),
        (Severity.WARNING, "invalid-utf8", "e.md", 1),
        (Severity.ERROR, "parse-failed", "z.md", 1),
    ]


def test_the_second_load_parses_nothing_and_is_the_same(root: Path, state: Path) -> None:
    wait_until_nothing_is_racy()
    first, parser = load(root, state), Parser()

    second = load(root, state, parser)

    assert parser.seen == []
    assert everything(second) == everything(first)


def test_only_what_changed_is_parsed(root: Path, state: Path) -> None:
    load(root, state)
    write_files(root, {"a.md": "changed", "new.md": "new"})
    (root / "b/d.md").unlink()
    parser = Parser()

    snapshot = load(root, state, parser)

    assert parser.seen == [b"changed", b"new"]
    assert list(snapshot.vault.notes) == ["a.md", "b/c.md", "e.md", "new.md"]
    assert everything(snapshot) == everything(load(root, None))


def test_an_edit_that_keeps_time_and_size_is_seen(root: Path, state: Path) -> None:
    wait_until_nothing_is_racy()
    load(root, state)
    status = (root / "e.md").stat()
    (root / "e.md").write_bytes(b"CAFE\n\n"[: status.st_size])
    os.utime(root / "e.md", ns=(status.st_atime_ns, status.st_mtime_ns))

    assert load(root, state).source(VaultPath("e.md")).startswith(b"CAFE")


def test_a_file_changed_just_before_the_walk_is_read_again(root: Path, state: Path) -> None:
    load(root, state)  # the files are a few milliseconds old
    wait_until_nothing_is_racy()
    with sqlite3.connect(state / FILE_NAME) as database:
        before = database.execute("SELECT count(*) FROM note WHERE is_racy").fetchone()[0]
    database.close()

    load(root, state)

    with sqlite3.connect(state / FILE_NAME) as database:
        after = database.execute("SELECT count(*) FROM note WHERE is_racy").fetchone()[0]
    database.close()
    assert before > 0
    assert after == 0


def test_a_touched_file_is_read_but_not_parsed(root: Path, state: Path) -> None:
    load(root, state)
    os.utime(root / "a.md")
    parser = Parser()

    snapshot = load(root, state, parser)

    assert parser.seen == []
    assert snapshot.vault.notes[VaultPath("a.md")].times.modified_ns == (root / "a.md").stat().st_mtime_ns


def test_a_moved_note_and_one_that_comes_back_are_not_parsed(root: Path, state: Path) -> None:
    load(root, state)
    parser = Parser()
    (root / "a.md").rename(root / "moved.md")
    load(root, state, parser)
    content = (root / "moved.md").read_bytes()
    (root / "moved.md").unlink()
    load(root, state, parser)
    write_files(root, {"again.md": content})

    snapshot = load(root, state, parser)

    assert parser.seen == []
    assert snapshot.body(VaultPath("again.md")).blocks[0].pieces == ("first<br>second",)


def test_notes_of_equal_content_share_a_parse(root: Path, state: Path) -> None:
    write_files(root, {"x.md": "same", "y.md": "same"})
    load(root, state)
    (root / "x.md").unlink()

    snapshot = load(root, state)

    assert snapshot.body(VaultPath("y.md")).blocks[0].pieces == ("same",)


def test_settings_that_change_the_parse_change_the_body(root: Path, state: Path) -> None:
    load(root, state)
    write_files(root, {".obsidian/app.json": '{"strictLineBreaks": true}'})

    assert load(root, state).body(VaultPath("a.md")).blocks[0].pieces == ("first second",)


@pytest.mark.parametrize(
    ("trusted", "expected"), [("b", ["b/c.md", "b/d.md"]), ("b/", ["b/c.md", "b/d.md"]), ("/", None)]
)
def test_raw_html_is_trusted_by_folder(root: Path, state: Path, trusted: str, expected: list[str] | None) -> None:
    write_files(root, {".napkin/config.json": f'{{"site": {{"trusted_html": ["{trusted}"]}}}}', "bb/x.md": ""})

    notes = load(root, state).vault.notes

    assert [path for path, note in notes.items() if note.facts.features] == (expected or list(notes))


def test_state_and_output_inside_the_vault_are_no_part_of_it(root: Path) -> None:
    write_files(root, {"out/x.md": ""})

    snapshot = load(root, root / "state", prune=[root / "out"])

    assert list(snapshot.vault.notes) == ["a.md", "b/c.md", "b/d.md", "e.md"]
    assert list(snapshot.vault.files) == ["b/pic.png"]


def test_names_are_opened_as_the_disk_spells_them(root: Path, state: Path) -> None:
    write_files(root, {"e\N{COMBINING ACUTE ACCENT}.md": "accent"})

    snapshot = load(root, state)

    assert snapshot.source(VaultPath("\N{LATIN SMALL LETTER E WITH ACUTE}.md")) == b"accent"


def test_properties_of_odd_shapes_survive_the_store(root: Path, state: Path) -> None:
    write_files(root, {"p.md": f"---\nbig: {2**70}\nnest: [[1, {{a: [b]}}]]\n1: x\ninf: .inf\n---\n"})

    warm = [load(root, state) for _ in range(2)][1]

    assert everything(warm) == everything(load(root, None))


# Whatever the store is worth --------------------------------------------------------------------


def overwrite(path: Path) -> None:
    path.write_bytes(b"not a database" * 1_000)


def truncate(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def empty(path: Path) -> None:
    path.write_bytes(b"")


def scribble(path: Path) -> None:
    with path.open("r+b") as file:
        for page in range(1, path.stat().st_size // 4096):
            file.seek(page * 4096 + 100)
            file.write(b"\xde\xad\xbe\xef" * 200)


def sql(*statements: str) -> Callable[[Path], None]:
    def run(path: Path) -> None:
        database = sqlite3.connect(path)
        for statement in statements:
            database.execute(statement)
        database.commit()
        database.close()

    return run


def foreign(path: Path) -> None:
    path.unlink()
    sql("CREATE TABLE theirs(x)")(path)


def a_folder(path: Path) -> None:
    path.unlink()
    (path / "inside").mkdir(parents=True)


DAMAGES = {
    "overwritten": overwrite,
    "truncated": truncate,
    "empty": empty,
    "scribbled": scribble,
    "foreign": foreign,
    "a folder": a_folder,
    "gone": Path.unlink,
    "older schema": sql("PRAGMA user_version = 0"),
    "other code": sql("UPDATE meta SET value = x'00'"),
    "no meta": sql("DROP TABLE meta"),
    "no parses": sql("DELETE FROM parsed"),
    "damaged facts": sql("UPDATE parsed SET facts = x'0000000080'"),
    "no facts": sql("UPDATE parsed SET facts = x''"),
    "damaged bodies": sql("UPDATE content SET body = x'00', units = x'00'"),
    "no bodies": sql("DELETE FROM content"),
    "wrong types": sql("UPDATE content SET body = 5, units = 'x'"),
    "wrong keys": sql("UPDATE note SET key = x'00112233445566778899aabbccddeeff00' WHERE path = 'a.md'"),
    "short keys": sql("UPDATE note SET key = x'00'"),
    "no table": sql("DROP TABLE content"),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damaged_store_costs_time_only(root: Path, state: Path, damage: Callable[[Path], None]) -> None:
    expected = everything(load(root, state))
    damage(state / FILE_NAME)

    assert everything(load(root, state)) == expected
    assert everything(load(root, state)) == expected


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_a_store_that_is_lost_while_in_use_costs_time_only(
    root: Path, state: Path, damage: Callable[[Path], None]
) -> None:
    snapshot = stored(root, state)
    expected = everything(load(root, None))
    damage(state / FILE_NAME)

    assert everything(snapshot) == expected


def test_what_was_just_parsed_need_not_be_read_back(root: Path, state: Path) -> None:
    snapshot = load(root, state)
    expected = bodies(load(root, None))
    shutil.rmtree(state)
    for name in ("a.md", "e.md"):
        (root / name).unlink()

    assert bodies(snapshot) == expected


def test_without_state_everything_is_kept_in_memory(root: Path) -> None:
    snapshot = load(root, None)

    assert snapshot.body(VaultPath("a.md")).blocks[0].pieces == ("first<br>second",)


def test_a_state_folder_that_is_missing_is_no_harm(root: Path, tmp_path: Path) -> None:
    location = find_vault(None, named=root, environ={})

    snapshot = load_snapshot(
        location, load_config(location, environ={}), state_dir=tmp_path / "no/where", parse=small_parse
    )

    assert everything(snapshot) == everything(load(root, None))


def test_a_locked_store_is_read_and_what_is_new_stays_in_memory(root: Path, state: Path) -> None:
    load(root, state)
    write_files(root, {"new.md": "new"})
    other = sqlite3.connect(state / FILE_NAME, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    parser = Parser()

    snapshot = load(root, state, parser)

    assert b"new" in parser.seen
    assert everything(snapshot) == everything(load(root, None))
    other.execute("ROLLBACK")
    other.close()


class Interrupted(BaseException):
    """Ctrl-C, say."""


def interrupt(source: bytes, options: SyntaxOptions) -> NoteSyntax:
    if source == b"stop":
        raise Interrupted
    return small_parse(source, options)


def test_an_interrupted_refresh_leaves_the_store_as_it_was(root: Path, state: Path) -> None:
    load(root, state)
    write_files(root, {"a.md": "changed", "stop.md": "stop"})

    with pytest.raises(Interrupted):
        load(root, state, interrupt)

    parser = Parser()
    snapshot = load(root, state, parser)
    assert parser.seen == [b"changed", b"stop"]
    assert everything(snapshot) == everything(load(root, None))


def test_content_nobody_uses_is_dropped_after_a_while(root: Path, state: Path) -> None:
    load(root, state)
    write_files(root, {"a.md": "changed"})
    load(root, state)
    sql("UPDATE parsed SET unused_ns = 1 WHERE unused_ns IS NOT NULL")(state / FILE_NAME)
    write_files(root, {"a.md": "changed again"})
    load(root, state)

    database = sqlite3.connect(state / FILE_NAME)
    counts = [
        database.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("parsed", "content", "note")
    ]
    database.close()
    assert counts == [5, 5, 4]  # "changed" is still kept, what stood before it is not


# At the same time --------------------------------------------------------------------------------


def test_an_old_snapshot_still_has_its_bodies_after_an_edit(root: Path, state: Path) -> None:
    old = stored(root, state)
    write_files(root, {"a.md": "changed"})
    load(root, state)

    assert old.body(VaultPath("a.md")).blocks[0].pieces == ("first<br>second",)
    assert old.source(VaultPath("a.md")) == b""


def test_a_note_that_vanished_with_the_store_has_nothing_to_show(root: Path, state: Path) -> None:
    snapshot = stored(root, state)
    shutil.rmtree(state)
    (root / "a.md").unlink()

    assert snapshot.body(VaultPath("a.md")).blocks == ()
    assert snapshot.units(VaultPath("a.md")) == ()
    assert snapshot.source(VaultPath("a.md")) == b""


def test_a_note_the_vault_does_not_have_is_an_error(root: Path, state: Path) -> None:
    with pytest.raises(KeyError):
        load(root, state).body(VaultPath("nothing.md"))


def test_a_note_that_cannot_be_read_is_left_out_with_a_problem(root: Path, state: Path) -> None:
    load(root, state)

    def vanish(source: bytes, options: SyntaxOptions) -> NoteSyntax:
        (root / "zz.md").unlink(missing_ok=True)
        return small_parse(source, options)

    write_files(root, {"aa.md": "text", "zz.md": "text"})
    snapshot = load(root, state, vanish)

    assert VaultPath("zz.md") not in snapshot.vault.notes
    assert [p.path for p in snapshot.vault.problems if p.code == "unreadable-file"] == ["zz.md"]


def load_and_tell(root: Path, state: Path) -> Any:
    return everything(load(root, state))


def test_two_processes_may_make_the_store_at_once(root: Path, state: Path) -> None:
    expected = everything(load(root, None))

    with ProcessPoolExecutor(4, mp_context=get_context("fork")) as executor:
        found = [future.result() for future in [executor.submit(load_and_tell, root, state) for _ in range(12)]]

    assert found == [expected] * 12


def bodies(snapshot: Snapshot) -> list[Any]:
    return [snapshot.body(path) for path in snapshot.vault.notes]


@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.parametrize("with_store", [True, False])
def test_other_processes_read_the_same_snapshot(root: Path, state: Path, method: str, *, with_store: bool) -> None:
    snapshot = stored(root, state) if with_store else load(root, None)
    expected = bodies(snapshot)

    with ProcessPoolExecutor(1, mp_context=get_context(method)) as executor:
        assert executor.submit(bodies, snapshot).result() == expected


_inherited: list[Snapshot] = []


def inherited_bodies() -> list[Any]:
    found = bodies(_inherited[0])
    _inherited[0].close()
    return found


def test_a_forked_process_reads_a_snapshot_it_inherited(root: Path, state: Path) -> None:
    snapshot = stored(root, state)
    expected = bodies(snapshot)
    _inherited[:] = [snapshot]

    with ProcessPoolExecutor(2, mp_context=get_context("fork")) as executor:
        found = [executor.submit(inherited_bodies).result() for _ in range(4)]

    assert found == [expected] * 4
    assert bodies(snapshot) == expected


def test_a_snapshot_survives_pickling_and_closing(root: Path, state: Path) -> None:
    snapshot = stored(root, state)
    snapshot.close()

    assert everything(pickle.loads(pickle.dumps(snapshot))) == everything(snapshot)


def test_threads_share_a_snapshot(root: Path, state: Path) -> None:
    snapshot = stored(root, state)
    expected, found = bodies(snapshot), []
    threads = [threading.Thread(target=lambda: found.append(bodies(snapshot))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert found == [expected] * 4


def test_many_notes_are_parsed_by_several_processes(tmp_path: Path, state: Path) -> None:
    root = located(tmp_path / "many", {f"{n}.md": f"note {n}\n" * 200 for n in range(120)}).root

    snapshot = load(root, state, hands=Hands(3))

    assert everything(snapshot) == everything(load(root, None))


# Any edits ---------------------------------------------------------------------------------------

NAMES = st.sampled_from(["a.md", "b.md", "f/a.md", "f/b.md", "f/g/c.md", "x.png", "é.md"])
CONTENTS = st.sampled_from([b"", b"one", b"two", b"ODD\n", b"BOOM", b"---\nt: 1\n---\nx", b"---\nt: [\n---\n", b"\xff"])
EDITS = st.lists(
    st.one_of(
        st.tuples(st.just("write"), NAMES, CONTENTS),
        st.tuples(st.just("write in place"), NAMES, CONTENTS),
        st.tuples(st.just("delete"), NAMES, st.just(b"")),
        st.tuples(st.just("move"), NAMES, NAMES.map(str.encode)),
        st.tuples(st.just("ignore"), NAMES, st.just(b"")),
        st.tuples(st.just("strict"), st.sampled_from(["true", "false"]), st.just(b"")),
        st.tuples(st.just("load"), st.just(""), st.just(b"")),
    ),
    max_size=12,
)


def apply_edit(root: Path, kind: str, name: str, argument: bytes) -> None:
    path = root / name
    if kind == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = root / ".temporary"
        temporary.write_bytes(argument)
        temporary.rename(path)
    elif kind == "write in place" and path.exists():
        status = path.stat()
        path.write_bytes(argument)
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    elif kind == "delete":
        path.unlink(missing_ok=True)
    elif kind == "move" and path.exists():
        target = root / argument.decode()
        target.parent.mkdir(parents=True, exist_ok=True)
        path.rename(target)
    elif kind == "ignore":
        (root / ".napkinignore").write_text(f"/{name}\n", encoding="utf-8")
    elif kind == "strict":
        write_files(root, {".obsidian/app.json": f'{{"strictLineBreaks": {name}}}'})


@pytest.fixture(scope="module")
def workshop() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


@settings(max_examples=60, deadline=None)
@given(edits=EDITS)
def test_any_edits_and_a_refresh_equal_a_cold_load(workshop: Path, edits: list[tuple[str, str, bytes]]) -> None:
    with tempfile.TemporaryDirectory(dir=workshop) as folder:
        root, state = Path(folder, "vault"), Path(folder, "state")
        root.mkdir()
        for kind, name, argument in edits:
            if kind == "load":
                load(root, state).close()
            else:
                apply_edit(root, kind, name, argument)

        warm = load(root, state)

        assert everything(warm) == everything(load(root, Path(folder, "fresh"))) == everything(load(root, None))
        warm.close()
