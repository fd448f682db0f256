import pytest

from napkin_site.errors import NotFoundError, UsageError
from napkin_site.services.access import VaultAccess
from napkin_site.services.graphs import (
    graph_centrality,
    graph_components,
    graph_path,
    graph_text,
    vault_graph,
)
from napkin_site.services.linking import dead_end_notes, links_back, links_out, orphan_notes, unresolved_links
from tests.services.conftest import MakeVault

NOTES = {
    "index.md": "[[Alpha]] and [[Beta|b]] and [[Alpha#Part]]\n",
    "Alpha.md": "[[Beta]] [[Missing]] [[#Here]] [web](https://example.com) [mail](mailto:a@b.example)\n",
    "Beta.md": "[a](Alpha.md) ![[pic.png]] [x](50%.md) [[Beta]]\n",
    "orphan.md": "alone\n",
    "deadend.md": "`[[Alpha]]`\n\n```\n[[Beta]]\n```\n",
    "pic.png": "png",
}


def test_the_links_of_a_note_are_listed_once_as_typed_and_counted(opened: MakeVault) -> None:
    access = opened(NOTES)
    found = links_out(access, "index")
    assert found.targets == ("Alpha", "Beta")
    assert found.counts == {"Alpha": 2, "Beta": 1}
    assert [(link.target, link.subpath, link.file, link.line, link.embed) for link in found.links] == [
        ("Alpha", "", "Alpha.md", 1, False),
        ("Beta", "", "Beta.md", 1, False),
        ("Alpha", "Part", "Alpha.md", 1, False),
    ]


def test_addresses_of_the_web_are_no_links_and_a_broken_escape_stops_nothing(opened: MakeVault) -> None:
    access = opened(NOTES)
    assert links_out(access, "Alpha").targets == ("Beta", "Missing")
    assert links_out(access, "Beta").targets == ("Alpha.md", "pic.png", "50%.md", "Beta")


def test_backlinks_count_links_and_embeds_of_both_syntaxes_by_note(opened: MakeVault) -> None:
    access = opened(NOTES)
    assert links_back(access, "Alpha").backlinks == {"Beta.md": 1, "index.md": 2}
    assert links_back(access, "pic.png").backlinks == {"Beta.md": 1}
    assert links_back(access, "Beta").backlinks == {"Alpha.md": 1, "index.md": 1}


def test_unresolved_links_come_with_their_notes_parts_included(opened: MakeVault) -> None:
    found = unresolved_links(opened({**NOTES, "x/Twin.md": "[[Twin]]", "y/Twin.md": "", "to twins.md": "[[Twin]]"}))
    assert found.unresolved == {
        "#Here": ("Alpha.md",),
        "50%.md": ("Beta.md",),
        "Alpha#Part": ("index.md",),
        "Missing": ("Alpha.md",),
    }
    assert found.ambiguous == {"Twin": ("x/Twin.md", "y/Twin.md")}


def test_orphans_and_dead_ends(opened: MakeVault) -> None:
    access = opened(NOTES)
    assert orphan_notes(access).notes == ("deadend.md", "index.md", "orphan.md")
    assert dead_end_notes(access).notes == ("deadend.md", "orphan.md")


def test_aliases_resolve_only_where_the_settings_say_so(opened: MakeVault) -> None:
    files = {"a.md": "[[Nick]]", "b.md": "---\naliases: [Nick]\n---\n"}
    assert links_back(opened(files), "b").backlinks == {}
    access = opened({**files, ".napkin/config.json": '{"links": {"resolve_aliases": true}}'})
    assert links_back(access, "b").backlinks == {"a.md": 1}
    assert links_out(access, "a").links[0].file == "b.md"


def test_the_graph_has_no_templates_and_can_be_a_neighbourhood(opened: MakeVault) -> None:
    access = opened({**NOTES, "Templates/T.md": "[[Alpha]]", "far.md": "[[orphan]]"})
    whole = vault_graph(access)
    assert "Templates/T.md" not in {node.path for node in whole.nodes}
    assert {node.title for node in whole.nodes if node.is_unresolved} == {"50%", "Missing"}
    near = vault_graph(access, around="index", depth=1)
    assert {node.path for node in near.nodes} == {"index.md", "Alpha.md", "Beta.md"}
    with pytest.raises(NotFoundError, match="not in the graph"):
        vault_graph(access, around="Templates/T.md")
    with pytest.raises(UsageError, match="depth"):
        vault_graph(access, around="index", depth=0)


@pytest.mark.parametrize(
    ("form", "start"), [("json", "{"), ("graphml", "<?xml"), ("gexf", "<gexf"), ("dot", "digraph")]
)
def test_a_graph_is_written_in_each_format(opened: MakeVault, form: str, start: str) -> None:
    text = graph_text(vault_graph(opened(NOTES)), form)  # type: ignore[arg-type]  # one of the formats
    assert text.startswith(start)
    assert "Alpha.md" in text


def test_ways_parts_and_ranks(opened: MakeVault) -> None:
    access = opened({**NOTES, "lone.md": "[[orphan]]"})
    assert graph_path(access, "index", "Beta").path == ("index.md", "Beta.md")
    assert graph_path(access, "index", "orphan").path == ()
    assert graph_path(access, "Beta", "index").path == ("Beta.md", "index.md")
    assert graph_components(access).components == (
        ("Alpha.md", "Beta.md", "index.md"),
        ("lone.md", "orphan.md"),
        ("deadend.md",),
    )
    for kind in ("degree", "pagerank", "betweenness"):
        ranked = graph_centrality(access, kind, limit=2)
        assert len(ranked) == 2
        assert ranked[0].path in {"Alpha.md", "Beta.md"}
        assert ranked[0].score >= ranked[1].score
    with pytest.raises(UsageError, match="limit"):
        graph_centrality(access, "degree", limit=0)


def test_a_way_over_a_target_nobody_wrote_names_it_as_a_link(opened: MakeVault) -> None:
    access = opened({"a.md": "[[ghost]]", "b.md": "[[ghost]]"})
    assert graph_path(access, "a", "b").path == ("a.md", "[[ghost]]", "b.md")


def test_canvases_link_to_what_lies_on_them_and_what_their_texts_name(opened: MakeVault) -> None:
    nodes = (
        '{"type":"file","file":"Leek.md"},{"type":"file","file":"beds/Leek.md","subpath":"#Sow"},'
        '{"type":"text","text":"[[Soil]] [[Nowhere]] [[Board.canvas]]"},{"type":"file","file":"Gone.md"}'
    )
    files = {
        "Board.canvas": f'{{"nodes":[{nodes}],"edges":[]}}',
        "Broken.canvas": "{",
        "Leek.md": "",
        "beds/Leek.md": "",
        "Soil.md": "[[Leek]]\n",
        "Alone.md": "",
    }
    in_memory = opened(files)
    indexed = VaultAccess(in_memory.location, state_dir=in_memory.location.root.parent / "state")
    for access in (in_memory, indexed):
        assert links_back(access, "Soil").backlinks == {"Board.canvas": 1}
        assert links_back(access, "Leek.md").backlinks == {"Board.canvas": 1, "Soil.md": 1}
        assert links_back(access, "Board.canvas").backlinks == {}
        assert orphan_notes(access).notes == ("Alone.md",)
        found = unresolved_links(access)
        assert found.unresolved == {
            "/Gone.md": ("Board.canvas",), "/beds/Leek.md#Sow": ("Board.canvas",), "Nowhere": ("Board.canvas",)
        }  # fmt: skip
        assert dead_end_notes(access).notes == ("Alone.md", "Leek.md", "beds/Leek.md")
        assert {node.path for node in vault_graph(access).nodes} >= {"Leek.md", "Alone.md"}
