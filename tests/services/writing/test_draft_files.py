"""Changes laid one over the other are published as one, and come to the same."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from napkin_site.core.changes import Change, ChangeSet, Digest, digest_of
from napkin_site.core.paths import FolderPath, VaultPath
from napkin_site.errors import ExistsError, PathRefusedError, StalePreconditionError, UsageError
from napkin_site.services.writing.draft_files import DraftFiles
from napkin_site.vault.disk import Disk
from napkin_site.vault.writer import Writer
from tests.vault.files import write_files
from tests.vault.writers import ME, open_writer, tree

START = {"a.md": "A\n", "b.md": "B\n", "c/c.md": "C\n"}


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[Writer]:
    write_files(tmp_path / "vault", START)
    with open_writer(tmp_path) as writer:
        yield writer


def make(path: str, content: bytes) -> Change:
    return Change(path=VaultPath(path), before=None, after=content)


def edit(draft: DraftFiles, path: str, content: bytes) -> Change:
    return Change(path=VaultPath(path), before=draft.digest(VaultPath(path)), after=content)


def move(draft: DraftFiles, path: str, to: str, content: bytes | None = None) -> Change:
    return Change(path=VaultPath(path), before=draft.digest(VaultPath(path)), to=VaultPath(to), after=content)


def remove(draft: DraftFiles, path: str, *, is_permanent: bool = False) -> Change:
    return Change(path=VaultPath(path), before=draft.digest(VaultPath(path)), is_permanent=is_permanent)


def lay(draft: DraftFiles, *changes: Change) -> None:
    draft.lay(ChangeSet(op="x", changes=changes))


def combined(writer: Writer, *steps: str) -> tuple[Change, ...]:
    """Give what `a>b`, `a>b=new`, `a=new`, `+a=new` and `-a` come to; names have no `.md` here."""
    found: list[Change] = []

    def plan(disk: Disk) -> ChangeSet:
        draft = DraftFiles(disk)
        for step in steps:
            name, _, content = step.partition("=")
            new = content.encode() if content else None
            path, _, to = name.lstrip("+-").partition(">")
            if step.startswith("+"):
                lay(draft, make(f"{path}.md", content.encode()))
            elif step.startswith("-"):
                lay(draft, remove(draft, f"{path}.md"))
            elif to:
                lay(draft, move(draft, f"{path}.md", f"{to}.md", new))
            else:
                lay(draft, edit(draft, f"{path}.md", content.encode()))
        found.extend(draft.combined("batch").changes)
        return ChangeSet(op="batch", changes=())

    writer.preview(plan)
    return tuple(found)


def shown(changes: tuple[Change, ...]) -> list[str]:
    """Write changes as `combined` takes them."""
    texts = []
    for change in changes:
        mark = "+" if change.before is None else "-" if change.is_removal else ""
        to = f">{change.to[:-3]}" if change.to else ""
        content = f"={change.after.decode()}" if change.after is not None else ""
        texts.append(f"{mark}{change.path[:-3]}{to}{content}")
    return texts


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        (["a=1", "a=2"], ["a=2"]),
        (["+n=1", "n=2", "n>m"], ["+m=2"]),
        (["+n=1", "-n"], []),
        (["a=1", "a>x", "x>y", "y=2"], ["a>y=2"]),
        (["a>x", "x>a"], []),
        (["a=1", "a=A\n"], []),
        (["a=1", "-a"], ["-a"]),
        (["-a", "+a=new"], ["a=new"]),
        (["a>x", "+a=new"], ["a=new", "+x=A\n"]),
        (["a>x", "b>a"], ["a>x", "b>a"]),
        (["b>x", "a>b"], ["b>x", "a>b"]),
        (["-b", "a>b"], ["-b", "a>b"]),
        (["a>x", "b>a", "x>b"], ["a=B\n", "b=A\n"]),
        (["a>x", "b>y", "c/c>a", "x>b", "y>c/c"], ["a=C\n", "b=A\n", "c/c=B\n"]),
        (["a>x=1", "b>a=2", "+b=3"], ["a=2", "b=3", "+x=1"]),
    ],
)
def test_each_file_is_changed_once_whatever_happened_on_the_way(
    writer: Writer, steps: list[str], expected: list[str]
) -> None:
    assert sorted(shown(combined(writer, *steps))) == sorted(expected)


def test_what_leaves_a_place_goes_before_what_comes_to_it(writer: Writer) -> None:
    assert shown(combined(writer, "b>x", "a>b", "+y=1", "c/c>a")) == ["b>x", "a>b", "c/c>a", "+y=1"]


def test_a_draft_is_read_as_if_it_were_the_disk(writer: Writer) -> None:
    def plan(disk: Disk) -> ChangeSet:
        draft = DraftFiles(disk)
        lay(draft, make("d/e/new.md", b"new"), move(draft, "a.md", "c/a.md"), remove(draft, "b.md"))
        assert draft.read(VaultPath("c/a.md")) == b"A\n"
        assert draft.digest(VaultPath("c/a.md")) == digest_of(b"A\n")
        assert draft.read(VaultPath("a.md")) is draft.read(VaultPath("b.md")) is None
        assert draft.digest(VaultPath("b.md")) is None
        assert draft.files_below(FolderPath("")) == ("c/a.md", "c/c.md", "d/e/new.md")
        assert draft.files_below(FolderPath("d")) == ("d/e/new.md",)
        assert draft.folders_below(FolderPath("d")) == ("d/e", "d")
        assert [draft.exists(VaultPath(path)) for path in ("a.md", "c/a.md", "c/c.md", "d/e")] == [
            False,
            True,
            True,
            True,
        ]
        assert [draft.is_folder(FolderPath(path)) for path in ("d", "c", "z")] == [True, True, False]
        assert draft.trash() == ()
        with pytest.raises(PathRefusedError):
            draft.read(VaultPath("../x.md"))
        return ChangeSet(op="x", changes=())

    writer.preview(plan)


def test_an_etag_is_of_the_file_before_the_batch_or_as_it_is_now(writer: Writer) -> None:
    def plan(disk: Disk) -> ChangeSet:
        draft = DraftFiles(disk)
        path = VaultPath("a.md")
        draft.expect(path, digest_of(b"A\n"))
        lay(draft, edit(draft, "a.md", b"1"))
        draft.expect(path, digest_of(b"A\n"))
        draft.expect(path, f'"{digest_of(b"1")}"')
        with pytest.raises(StalePreconditionError):
            draft.expect(path, digest_of(b"2"))
        lay(draft, remove(draft, "a.md"))
        with pytest.raises(StalePreconditionError):
            draft.expect(path, digest_of(b"A\n"))
        return ChangeSet(op="x", changes=())

    writer.preview(plan)


def test_what_is_in_the_way_is_refused_where_it_is_met(writer: Writer) -> None:
    def plan(disk: Disk) -> ChangeSet:
        draft = DraftFiles(disk)
        for change in (make("a.md", b""), move(draft, "a.md", "b.md")):
            with pytest.raises(ExistsError):
                lay(DraftFiles(disk), change)
        with pytest.raises(PathRefusedError):
            lay(draft, make("con.md", b""))
        return ChangeSet(op="x", changes=())

    writer.preview(plan)


def test_what_is_deleted_for_good_is_not_made_anew(writer: Writer) -> None:
    def plan(disk: Disk) -> ChangeSet:
        draft = DraftFiles(disk)
        lay(draft, remove(draft, "a.md", is_permanent=True))
        lay(draft, make("a.md", b"new"))
        return draft.combined("batch")

    with pytest.raises(UsageError, match="deleted for good"):
        writer.preview(plan)


@pytest.mark.parametrize("seed", range(40))
def test_a_batch_of_anything_comes_to_the_same_and_is_taken_back_whole(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    write_files(tmp_path / "vault", START)
    names = ["a.md", "b.md", "c/c.md", "d.md", "c/e.md"]
    wanted = {path: content.encode() for path, content in START.items()}

    def plan(disk: Disk) -> ChangeSet:
        draft = DraftFiles(disk)
        for number in range(chance.randint(2, 12)):
            path = chance.choice(names)
            content = b"%d\n" % number
            free = [name for name in names if name not in wanted]
            if path not in wanted:
                lay(draft, make(path, content))
                wanted[path] = content
            elif (what := chance.choice(("edit", "move", "move and edit", "remove"))) == "edit":
                lay(draft, edit(draft, path, content))
                wanted[path] = content
            elif what == "remove":
                lay(draft, remove(draft, path))
                del wanted[path]
            elif free:
                to = chance.choice(free)
                new = content if what == "move and edit" else None
                lay(draft, move(draft, path, to, new))
                wanted[to] = wanted.pop(path) if new is None else (wanted.pop(path), new)[1]
            assert {name: draft.read(VaultPath(name)) for name in names} == {name: wanted.get(name) for name in names}
        return draft.combined("batch")

    with open_writer(tmp_path) as writer:
        writer.survey()
        applied = writer.run(plan, origin=ME)
        assert _files(tmp_path) == wanted
        states: dict[str, Digest | None] = dict(writer.history.states())
        assert {path: digest for path, digest in states.items() if digest is not None} == {
            path: digest_of(content) for path, content in wanted.items()
        }
        if applied.id:
            writer.undo(applied.id, origin=ME)
        assert _files(tmp_path) == {path: content.encode() for path, content in START.items()}


def _files(tmp_path: Path) -> dict[str, bytes]:
    found = tree(tmp_path / "vault")
    return {path: content for path, content in found.items() if not path.startswith(".")}
