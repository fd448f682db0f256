"""Search data: documents, sections, shards, manifest."""

import json
import random
import zlib
from typing import Any, Literal

import msgspec
import pytest

from napkin_site.builder.data.search_data import (
    FIELDS,
    SearchData,
    SearchEntry,
    build_search,
    manifest_json,
    search_entries,
)
from napkin_site.core.paths import FolderPath, UrlPath, VaultPath
from napkin_site.core.syntax.tree import Unit
from tests.builder.made_site import make_note, make_plan, make_vault
from tests.builder.stock_lunr import ask_stock_lunr
from tests.core.made_notes import make_facts


def unit(text: str, *, heading: int = -1, kind: Literal["heading", "text", "item"] = "text") -> Unit:
    return Unit(heading=heading, kind=kind, span=(0, 0), line=1, text=text)


def entry(title: str, *texts: str, **changes: Any) -> SearchEntry:
    values: dict[str, Any] = {
        "url": UrlPath(f"{title.replace(' ', '+')}/"),
        "title": title,
        "folder": FolderPath(""),
        "units": tuple(unit(text) for text in texts),
    }
    return SearchEntry(**(values | changes))


def load(data: SearchData, name: str) -> Any:
    return json.loads(data.files[name])


def search(data: SearchData, text: str) -> list[str]:
    """Give the titles that stock lunr.js finds, best first."""
    hits = ask_stock_lunr(
        index=load(data, data.manifest.index[0]), rules=msgspec.to_builtins(data.manifest.tokens), texts=[text]
    )[0]
    documents = load(data, data.manifest.documents)
    return [documents[int(ref)][1] for ref, _ in hits]


def test_documents_are_numbered_in_order_with_address_title_and_folder() -> None:
    data = build_search([entry("Ärger"), entry("Home", url=UrlPath(""), folder=FolderPath("A/B"))])

    assert load(data, data.manifest.documents) == [["%C3%84rger/", "Ärger", ""], ["", "Home", "A/B"]]
    assert data.manifest.count == 2


@pytest.mark.node
def test_a_word_counts_most_in_the_title_and_least_in_the_body() -> None:
    headings = make_facts(headings=((1, "rye"),)).headings
    data = build_search(
        [
            entry("body", "rye"),
            entry("tag", tags=("rye",)),
            entry("heading", headings=headings),
            entry("alias", aliases=("rye",)),
            entry("rye"),
        ]
    )

    assert search(data, "Rye") == ["rye", "alias", "heading", "tag", "body"]


@pytest.mark.node
def test_a_note_named_by_a_stop_word_is_found_and_text_full_of_it_is_not() -> None:
    data = build_search([entry("Who"), entry("Other", "who is who")])

    assert search(data, "who") == ["Who"]


@pytest.mark.node
def test_nested_tags_are_found_by_each_part() -> None:
    assert search(build_search([entry("A", tags=("area/deep-work",))]), "work") == ["A"]


def test_sections_follow_the_outline_and_start_with_what_stands_before_it() -> None:
    facts = make_facts(headings=((1, "One"), (2, "Two")))
    units = (
        unit("lead"),
        unit("One", heading=0, kind="heading"),
        unit("first", heading=0),
        unit("item", heading=0, kind="item"),
        unit("Two", heading=1, kind="heading"),
    )
    data = build_search([entry("A", headings=facts.headings, units=units)])

    assert load(data, data.manifest.sections[0].file) == [
        [["", "", "lead"], ["h0", "One", "first\nitem"], ["h1", "Two", ""]]
    ]


def test_heading_text_counts_as_heading_alone() -> None:
    facts = make_facts(headings=((1, "Zebra"),))
    units = (unit("Zebra", heading=0, kind="heading"),)
    data = build_search([entry("A", headings=facts.headings, units=units)])

    postings = dict(load(data, data.manifest.index[0])["invertedIndex"])
    assert [name for name, found in postings["zebra"].items() if found and name != "_index"] == ["headings"]


def test_shards_hold_consecutive_documents_and_stay_small() -> None:
    data = build_search([entry(f"n{number}", f"{number} " + "word " * 4000) for number in range(10)])

    shards = data.manifest.sections
    assert len(shards) > 2
    ends = [*(shard.first for shard in shards[1:]), data.manifest.count]
    for shard, end in zip(shards, ends, strict=True):
        sections = load(data, shard.file)
        assert len(sections) == end - shard.first
        assert sections[0][0][2].startswith(f"{shard.first} ")
        assert len(data.files[shard.file]) < 70_000


def test_a_note_larger_than_a_shard_has_one_of_its_own() -> None:
    data = build_search([entry("a", "x"), entry("b", "y " * 100_000), entry("c", "z")])

    assert [shard.first for shard in data.manifest.sections] == [0, 1, 2]


def test_equal_entries_give_equal_bytes_and_a_change_gives_new_names() -> None:
    first, again = (build_search([entry("A", "one two")]) for _ in range(2))
    changed = build_search([entry("A", "one three")])

    assert first == again
    assert first.manifest.index != changed.manifest.index
    assert first.manifest.sections != changed.manifest.sections
    assert first.manifest.documents == changed.manifest.documents


def test_no_entries_make_an_empty_search() -> None:
    data = build_search([])

    assert load(data, data.manifest.documents) == []
    assert data.manifest.sections == ()


def test_a_file_name_in_another_encoding_is_no_obstacle() -> None:
    data = build_search([entry("caf\udce9", url=UrlPath("caf\udce9/"), folder=FolderPath("\udce9"))])

    assert load(data, data.manifest.documents) == [["caf%E9/", "caf?", "?"]]


def test_sizes_are_those_of_the_index() -> None:
    data = build_search([entry("A", "word " * 1000 + " ".join(f"w{number}" for number in range(500)))])

    assert data.index_size == len(data.files[data.manifest.index[0]])
    assert 0 < data.compressed_index_size() < data.index_size


def test_the_compressed_size_of_a_large_index_is_estimated_from_samples() -> None:
    chance = random.Random(1)
    words = [f"word{number}" for number in range(3_000)]
    data = build_search([entry(f"N{number}", " ".join(chance.choices(words, k=100))) for number in range(800)])
    (index,) = [data.files[name] for name in data.manifest.index]

    assert len(index) > 600_000
    assert data.compressed_index_size() == pytest.approx(len(zlib.compress(index, 1)), rel=0.15)


def test_manifest_names_every_search_file() -> None:
    data = build_search([entry("A", "text")])

    manifest = json.loads(manifest_json(data.manifest, {}))

    search = manifest["search"]
    named = {*search["index"], search["documents"], *(shard["file"] for shard in search["sections"])}
    assert named == set(data.files)
    assert search["fields"] == [field.name for field in FIELDS]
    assert search["language"] == "en"


def test_manifest_gives_files_of_fixed_name_an_address_that_changes_with_them() -> None:
    one, same, two = (json.loads(manifest_json(None, {"graph": data}))["files"] for data in (b"1", b"1", b"2"))

    assert one == same != two
    assert one["graph"].startswith("-/data/graph.json?v=")


def test_entries_are_the_published_notes_that_no_filter_hides() -> None:
    vault = make_vault(
        make_note("A/b.md", headings=((1, "Top"),), tags=("t",), aliases=("Bee",)),
        make_note("Home.md"),
        make_note("Secret.md"),
        make_note("Old.md", is_excluded=True),
    )
    asked: list[str] = []

    def units(path: VaultPath) -> tuple[Unit, ...]:
        asked.append(path)
        return (unit(f"text of {path}"),)

    entries = list(search_entries(vault, make_plan(vault, hidden=("Secret.md",), home="Home.md"), units))

    assert [(found.url, found.title, found.folder) for found in entries] == [
        ("A/b/", "Title of b", "A"),
        ("", "made", ""),
    ]
    assert (entries[0].tags, entries[0].aliases, entries[0].headings[0].text) == (("t",), ("Bee",), "Top")
    assert entries[0].units[0].text == "text of A/b.md"
    assert asked == ["A/b.md", "Home.md"]
