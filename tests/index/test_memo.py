"""Texts remembered from run to run."""

import pickle
import sqlite3
from pathlib import Path

import pytest

from napkin_site.index.contents import StoreReader
from napkin_site.index.memo import TextMemo
from napkin_site.index.store import FILE_NAME, open_store


@pytest.fixture
def file(tmp_path: Path) -> Path:
    open_store(tmp_path).close()
    return tmp_path / FILE_NAME


def change(file: Path, statement: str) -> None:
    database = sqlite3.connect(file)
    database.execute(statement)
    database.commit()
    database.close()


def test_texts_that_were_flushed_are_there_in_the_next_run(file: Path) -> None:
    memo = TextMemo(StoreReader(file))
    memo["one"] = "<b>é</b>"
    memo["two"] = ""
    memo.flush()

    again = TextMemo(StoreReader(file))

    assert again["one"] == "<b>é</b>"
    assert again.get_many(["one", "two", "three"]) == {"one": "<b>é</b>", "two": ""}
    assert again.get("three") is None


def test_what_was_not_flushed_is_known_here_only(file: Path) -> None:
    memo = TextMemo(StoreReader(file))
    memo["one"] = "text"

    assert memo["one"] == "text"
    assert "one" not in TextMemo(StoreReader(file))


def test_many_texts_are_put_at_once_and_the_last_one_counts(file: Path) -> None:
    TextMemo(StoreReader(file)).put_many({"one": "old", "two": "2"})
    TextMemo(StoreReader(file)).put_many({"one": "new"})

    assert TextMemo(StoreReader(file)).get_many(["one", "two"]) == {"one": "new", "two": "2"}


def test_a_text_can_be_forgotten_before_it_is_flushed(file: Path) -> None:
    memo = TextMemo(StoreReader(file))
    memo["one"] = "text"
    memo["two"] = "text"
    del memo["one"]
    memo.flush()

    assert list(memo) == ["two"]
    assert len(memo) == 1
    assert "one" not in TextMemo(StoreReader(file))


@pytest.mark.parametrize(
    "statement", ["UPDATE memo SET value = x'0011223344'", "UPDATE memo SET value = 5", "DROP TABLE memo"]
)
def test_a_damaged_store_has_nothing_and_takes_nothing_amiss(file: Path, statement: str) -> None:
    TextMemo(StoreReader(file)).put_many({"one": "text"})
    change(file, statement)
    memo = TextMemo(StoreReader(file))

    assert memo.get("one") is None
    memo.put_many({"two": "text"})
    assert memo["two"] == "text"


@pytest.mark.parametrize("place", [None, "no/where/index.sqlite"])
def test_without_a_store_texts_live_as_long_as_the_process(tmp_path: Path, place: str | None) -> None:
    memo = TextMemo(StoreReader(tmp_path / place if place else None))
    memo["one"] = "text"
    memo.flush()

    assert memo["one"] == "text"
    assert list(tmp_path.iterdir()) == []


def test_another_process_gets_what_was_flushed(file: Path) -> None:
    memo = TextMemo(StoreReader(file))
    memo.put_many({"one": "text"})
    memo["two"] = "text"

    copy = pickle.loads(pickle.dumps(memo))

    assert copy.get_many(["one", "two"]) == {"one": "text"}
