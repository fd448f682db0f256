from pathlib import Path

from napkin_site.services.library.vault import Vault
from tests.vault.files import write_files


def test_programs_make_and_fill_canvases(tmp_path: Path) -> None:
    write_files(tmp_path, {"notes/.napkin/": "", "notes/Leek.md": "# Leek\n"})
    vault = Vault(tmp_path / "notes", state_dir=tmp_path, actor="gardener", kind="agent")
    assert vault.create_canvas("Plan", folder="Boards").path == "Boards/Plan.canvas"
    one = vault.add_canvas_node("Plan", text="Dig", id="one")
    two = vault.add_canvas_node("Plan", type="file", file="Leek", x=400.4, width=200, reason="show it")
    edge = vault.add_canvas_edge("Plan", one.node, two.node, label="for", to_end="none")
    assert vault.update_canvas_node("Plan", "one", color="red").updated
    canvas = vault.canvas("Plan")
    assert [(node["type"], node["x"]) for node in canvas.nodes] == [("text", 0), ("file", 400)]
    assert (canvas.nodes[0]["color"], canvas.edges[0]["label"]) == ("1", "for")
    assert vault.remove_canvas_edge("Plan", edge.node).removed
    assert not vault.remove_canvas_node("Plan", "one", dry_run=True).removed
    assert vault.remove_canvas_node("Plan", "one", if_match=vault.update_canvas_node("Plan", "one", y=1).etag).removed
    assert len(vault.canvas("Plan").nodes) == 1
    assert [entry.reason for entry in vault.log() if entry.id == two.id] == ["show it"]
