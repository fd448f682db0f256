"""Operations as they are written: JSON Lines, names and keywords of the library."""

import re
from pathlib import Path
from typing import Any

import pytest

from napkin_site import AmbiguousError, NotFoundError, StalePreconditionError, UsageError, Vault
from napkin_site.services.library.batches import operation_names, read_operations
from tests.vault.files import write_files


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    write_files(tmp_path / "v", {".napkin/config.json": "{}", "Leek.md": "# Leek\n", "Plan.canvas": "{}"})
    (tmp_path / "state").mkdir()
    return Vault(tmp_path / "v", state_dir=tmp_path / "state", actor="gardener", kind="agent")


def test_a_batch_is_one_entry_that_one_undo_takes_back(vault: Vault) -> None:
    done = vault.batch(
        [
            {"op": "append", "note": "Leek", "text": "one"},
            {"op": "append", "note": "Leek", "text": "two", "join": "block"},
            {"op": "add_canvas_node", "canvas": "Plan", "type": "text", "text": "dig", "x": 40},
        ],
        reason="spring",
    )
    assert vault.read("Leek").content == "# Leek\none\n\ntwo\n"
    (entry,) = vault.log(actor="gardener")
    assert (entry.id, entry.op, entry.kind, entry.reason) == (done.id, "batch", "agent", "spring")
    assert [result.path for result in done.results] == ["Leek.md", "Leek.md", "Plan.canvas"]
    assert done.results[0].etag == vault.read("Leek").etag
    assert done.results[2].entry == done.id
    assert vault.undo().undone == done.id
    assert vault.read("Leek").content == "# Leek\n"
    assert vault.read("Plan.canvas").content == "{}"


def test_the_names_are_those_of_methods_that_change_files(vault: Vault) -> None:
    assert {"append", "add_bookmark", "create_canvas"} <= set(operation_names())
    assert not {"undo", "batch", "restore", "purge_history", "purge_trash", "set_setting", "read"} & set(
        operation_names()
    )
    assert all(callable(getattr(vault, name)) for name in operation_names())


@pytest.mark.parametrize(
    ("operation", "said"),
    [
        ("append", "operation 1: an operation is an object"),
        ({}, "operation 1: `op` is missing"),
        ({"op": "apend"}, "operation 1: there is no operation `apend`"),
        ({"op": "undo"}, "operation 1: there is no operation `undo`"),
        ({"op": ["append"]}, "operation 1: there is no operation"),
        ({"op": "append", "note": "Leek"}, r"operation 1 \(append\): `text` is missing"),
        ({"op": "append", "note": "Leek", "text": "x", "txt": 1}, r"operation 1 \(append\): `txt` is no field of it"),
        ({"op": "append", "note": 7, "text": "x"}, r"operation 1 \(append\): `note`: Expected `str`"),
        ({"op": "append", "note": "Leek", "text": "x", "join": "glue"}, r"operation 1 \(append\): `join`: Invalid"),
        ({"op": "append", "note": "Leek", "text": "x", "reason": "y"}, "`reason` is said of the whole batch"),
        ({"op": "append", "note": "Leek", "text": "x", "if_match": 1}, "`if_match` is text"),
    ],
)
def test_what_is_wrong_with_an_operation_is_said(vault: Vault, operation: Any, said: str) -> None:
    with pytest.raises(UsageError, match=f"^.*{said}"):
        vault.batch([operation])
    assert vault.log() == ()


def test_a_wrong_name_is_told_with_the_nearest(vault: Vault) -> None:
    with pytest.raises(UsageError) as caught:
        vault.batch([{"op": "apend"}])
    assert caught.value.suggestions[0] == "append"


def test_an_operation_may_name_the_etag_of_its_file(vault: Vault) -> None:
    etag = vault.read("Leek").etag
    vault.batch([{"op": "append", "note": "Leek", "text": "x", "if_match": etag}])
    with pytest.raises(StalePreconditionError, match=r"^operation 1 \(append\)"):
        vault.batch([{"op": "append", "note": "Leek", "text": "x", "if_match": etag}])


def test_what_a_verb_refuses_is_refused_with_its_place(vault: Vault) -> None:
    with pytest.raises(NotFoundError, match=r"^operation 2 \(append\): File not found: Pea"):
        vault.batch([{"op": "append", "note": "Leek", "text": "x"}, {"op": "append", "note": "Pea", "text": "x"}])
    write_files(vault.location.root, {"a/Twin.md": "", "b/Twin.md": ""})
    with pytest.raises(AmbiguousError):
        vault.batch([{"op": "append", "note": "Twin", "text": "x"}])
    assert vault.read("Leek").content == "# Leek\n"


def test_lines_are_counted_as_an_editor_does() -> None:
    found = read_operations('\n{"op": "append", "note": "a", "text": "\\u2028"}\r\n\n{"op": "append"}\n')
    assert [operation.place for operation in found] == ["line 2", "line 4"]
    assert found[0].arguments == {"note": "a", "text": "\u2028"}
    with pytest.raises(UsageError, match=r"^line 2: this is no JSON"):
        read_operations('{"op": "append"}\n{"op": \n')
    with pytest.raises(UsageError, match=r"^line 1: an operation is an object"):
        read_operations("[]")
    assert read_operations(" \n") == ()


_NOTE = "---\ntags: [a]\nsow: 1\n---\n# Leek\n\n- [ ] dig ^dig\n- [x] sow\n"
_PLAN = '{"nodes": [{"id": "n1", "type": "text", "text": "a"}, {"id": "n2", "type": "text", "text": "b"}], "edges": []}'
_VAULT = {
    ".napkin/config.json": '{"vault": {"root": "..", "obsidian": "../.obsidian"}}',
    "Leek.md": _NOTE,
    "Pea.md": "See [[Leek#Leek]] and [[Leek#^dig]].\n",
    "Plan.canvas": _PLAN,
    "Templates/Bed.md": "# {{title}}\n",
    "daily/2026-03-01.md": "old\n",
}
_DAY = "2026-03-01T08:00:00"
_CALLS: dict[str, dict[str, Any]] = {
    "add_bookmark": {"folder": "daily"},
    "add_canvas_edge": {"canvas": "Plan", "start": "n1", "end": "n2", "id": "e9"},
    "add_canvas_node": {"canvas": "Plan", "file": "Leek", "x": 3, "id": "n9"},
    "add_to_property": {"note": "Leek", "name": "tags", "values": ["b"]},
    "append": {"note": "Leek#Leek", "text": "x", "join": "block"},
    "append_daily": {"text": "x", "moment": _DAY},
    "create": {"name": "Onion", "content": "x", "template": "Bed"},
    "create_canvas": {"name": "New", "folder": "Maps"},
    "daily": {"moment": "2026-03-02T08:00:00"},
    "delete": {"file": "daily/", "recursive": True},
    "insert_template": {"template": "Bed", "note": "Pea"},
    "move": {"file": ["Leek", "Plan.canvas"], "to": "Beds/"},
    "patch": {"note": "Leek", "heading": "Leek", "rename": "Porree"},
    "prepend": {"note": "Leek", "text": "x"},
    "prepend_daily": {"text": "x", "moment": _DAY},
    "remove_canvas_edge": {"canvas": "Edged", "edge": "e1"},
    "remove_canvas_node": {"canvas": "Plan", "node": "n2"},
    "remove_from_property": {"note": "Leek", "name": "tags", "values": "a"},
    "remove_property": {"note": "Leek", "name": "sow"},
    "rename": {"file": "Leek", "name": "Porree"},
    "rename_property": {"note": "Leek", "name": "sow", "new": "planted"},
    "replace": {"note": "Leek", "find": "sow", "new": "reap", "count": None},
    "set_property": {"note": "Leek", "name": "when", "value": "2026-03-01", "type": "date"},
    "set_task": {"note": "Leek", "line": 8, "mark": "-"},
    "toggle_task": {"note": "Leek", "line": 7},
    "update_canvas_node": {"canvas": "Plan", "node": "n1", "text": "c"},
}
"""Method -> keywords, as plain data."""
_EDGED = '{"nodes": [], "edges": [{"id": "e1", "fromNode": "a", "toNode": "b"}]}'


def _opened(folder: Path) -> Vault:
    write_files(folder / "v", {**_VAULT, "Edged.canvas": _EDGED})
    (folder / "state").mkdir()
    return Vault(folder / "v", state_dir=folder / "state", actor="gardener")


def _files(vault: Vault) -> dict[str, bytes]:
    found = {path.relative_to(vault.location.root).as_posix(): path for path in vault.location.root.rglob("*")}
    return {name: re.sub(rb'"ctime":\s*\d+', b"", path.read_bytes()) for name, path in found.items() if path.is_file()}


def test_every_operation_is_tried() -> None:
    assert set(_CALLS) == set(operation_names())


@pytest.mark.parametrize("name", _CALLS)
def test_an_operation_does_the_same_alone_and_in_a_batch_behind_others(tmp_path: Path, name: str) -> None:
    alone, together = _opened(tmp_path / "alone"), _opened(tmp_path / "together")
    before = _files(together)
    first = {"op": "append", "note": "Pea", "text": "Once more."}
    alone.batch([first])
    single = alone.batch([{"op": name, **_CALLS[name]}])
    both = together.batch([first, {"op": name, **_CALLS[name]}])
    assert single.id
    assert both.id
    assert _files(together) == _files(alone)
    assert {type(result) for result in single.results} == {type(both.results[1])}
    assert both.results[1].path == single.results[0].path
    assert both.results[1].etag == single.results[0].etag or name == "add_bookmark"
    together.undo()
    assert _files(together) == before
