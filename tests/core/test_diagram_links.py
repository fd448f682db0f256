"""Which notes the nodes of a diagram name."""

import pytest

from napkin_site.core.diagram_links import node_texts


def test_diagram_without_the_class_names_no_note() -> None:
    assert node_texts("flowchart LR\n  A[Tomato] --> B[Kale]") == ()


@pytest.mark.parametrize(
    "node",
    [
        "A[Green house]",
        'A["Green house"]',
        "A(Green house)",
        "A([Green house])",
        "A[[Green house]]",
        "A{{Green house}}",
        "A>Green house]",
        "A[/Green house/]",
        'A@{ shape: rect, label: "Green  house" }',
    ],
)
def test_text_of_a_node_is_found_in_every_shape(node: str) -> None:
    assert "Green house" in node_texts(f"flowchart LR\n  {node}\n  class A internal-link;")


def test_nodes_without_text_are_named_by_their_id() -> None:
    source = "flowchart LR\n Kale-->Leek:::internal-link\n class Kale, Mint internal-link"

    assert node_texts(source) == ("Leek", "Kale", "Mint")


def test_diagram_too_long_for_mermaid_names_no_note() -> None:
    assert node_texts("A[Tomato]:::internal-link\n" + "%" * 50_000) == ()
