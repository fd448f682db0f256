"""graph.json: what is in it, and that it is what its reference page and schema say."""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from napkin_site.builder.data.graph_data import graph_json, site_graph
from napkin_site.core.graph_text import GRAPH_VERSION
from napkin_site.core.paths import VaultPath
from tests.builder.made_site import make_link_index, make_note, make_plan, make_vault
from tests.core.made_notes import make_link


def written_graph() -> dict[str, Any]:
    vault = make_vault(
        make_note("Beds/Herb bed é.md", make_link("Thyme"), make_link("Secret"), make_link("Old"), tags=("bed",)),
        make_note("Home.md", make_link("Herb bed é", is_embed=True), make_link("Lavender")),
        make_note("Thyme.md", make_link("Home")),
        make_note("Secret.md", make_link("Thyme"), make_link("canary")),
        make_note("Old.md", make_link("Thyme"), is_excluded=True),
    )
    plan = make_plan(vault, hidden=("Secret.md",), home="Home.md")
    loaded: dict[str, Any] = json.loads(graph_json(site_graph(vault, plan, make_link_index(vault))))
    return loaded


@pytest.fixture
def schema(checkout: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((checkout / "tests/data/graph.schema.json").read_text(encoding="utf-8"))
    return loaded


def test_graph_keeps_to_its_schema(schema: dict[str, Any]) -> None:
    jsonschema.validate(written_graph(), schema)


def test_example_of_the_reference_page_keeps_to_the_schema(schema: dict[str, Any], checkout: Path) -> None:
    page = (checkout / "docs/reference/graph-json.md").read_text(encoding="utf-8")
    example = re.search(r"```json\n(.*?)```", page, re.DOTALL)
    assert example is not None
    graph = json.loads(example.group(1))

    jsonschema.validate(graph, schema)
    assert graph["version"] == GRAPH_VERSION


def test_reference_page_names_every_key(schema: dict[str, Any], checkout: Path) -> None:
    page = (checkout / "docs/reference/graph-json.md").read_text(encoding="utf-8")

    for part in (schema, *(schema["properties"][name]["items"] for name in ("nodes", "edges"))):
        for key in part["properties"]:
            assert f"\n| `{key}` |" in page


def test_published_notes_and_unresolved_targets_are_nodes() -> None:
    nodes = written_graph()["nodes"]

    assert [(node["id"], node["path"], node["title"], node["url"]) for node in nodes] == [
        (0, "Beds/Herb bed é.md", "Title of Herb bed é", "Beds/Herb+bed+%C3%A9/"),
        (1, "Home.md", "made", ""),
        (2, "Thyme.md", "Title of Thyme", "Thyme/"),
        (3, "", "Lavender", ""),
    ]


def test_unpublished_and_excluded_notes_leave_no_trace() -> None:
    text = json.dumps(written_graph())

    for word in ("Secret", "canary", "Old"):
        assert word not in text


def test_edges_join_ids() -> None:
    assert written_graph()["edges"] == [
        {"source": 0, "target": 2, "kind": "link", "count": 1},
        {"source": 1, "target": 0, "kind": "embed", "count": 1},
        {"source": 1, "target": 3, "kind": "link", "count": 1},
        {"source": 2, "target": 1, "kind": "link", "count": 1},
    ]


def test_centrality_is_rounded_so_that_files_do_not_depend_on_the_machine() -> None:
    assert {node["path"]: node["centrality"] for node in written_graph()["nodes"]} == {
        "Beds/Herb bed é.md": 0.666667,
        VaultPath("Home.md"): 1.0,
        "Thyme.md": 0.666667,
        "": 0.333333,
    }


def test_names_and_tags_that_utf8_cannot_hold_are_no_obstacle() -> None:
    vault = make_vault(make_note("caf\udce9/x\udce9.md", make_link("\udce9"), tags=("t\ud800",)))

    nodes = json.loads(graph_json(site_graph(vault, make_plan(vault), make_link_index(vault))))["nodes"]

    assert [(node["path"], node["folder"], node["tags"]) for node in nodes] == [
        ("caf?/x?.md", "caf?", ["t?"]),
        ("", "", []),
    ]
