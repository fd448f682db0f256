"""Which notes the nodes of a Mermaid diagram name (obsidian-spec §4.13).

Nodes of the class `internal-link` link to the note that their text names. Only Mermaid itself can say
what a node's text is, and it runs in the browser: here every text that could be one is collected, and
the page is told where each leads. As in Obsidian, such nodes count neither as links nor as backlinks.
"""

import re

_CLASS = "internal-link"
_TEXT = re.compile(
    r'"([^"\n]+)"'  # A["text"], A@{ label: "text" }
    r"|[\[({>/\\|]([^\[\](){}<>\"/\\|\n]+)[\])}/\\|]"  # A[text], A([text]), A{text}, A[/text/], A>text]
)
_STATEMENT = re.compile(r"[;\n]")
_MARK = re.compile(":::[ \\t]?" + _CLASS)
_ID = re.compile(r"[\w.-]+")
_MAX_SOURCE = 50_000
"""Characters of a source above which Mermaid draws nothing (its `maxTextSize`)."""
_MAX_NAMES = 200


def node_texts(source: str) -> tuple[str, ...]:
    """Give the texts in a diagram that its linked nodes may show, each once, in order.

    Args:
        source: the Mermaid source.

    Returns:
        At most 200 texts, white space collapsed; none when no node has the class.
    """
    if _CLASS not in source or len(source) > _MAX_SOURCE:
        return ()
    found: dict[str, None] = {}
    for match in _TEXT.finditer(source):
        found[" ".join((match[1] or match[2]).split())] = None
    for statement in _STATEMENT.split(source):
        words = statement.split()
        if len(words) > 2 and words[0] == "class" and words[-1] == _CLASS:  # class A,B internal-link
            found.update(dict.fromkeys(name.strip() for name in " ".join(words[1:-1]).split(",")))
        for match in _MARK.finditer(statement):  # A:::internal-link
            name = _ID.match(statement[max(0, match.start() - 200) : match.start()][::-1])
            found[name[0][::-1] if name else ""] = None
    found.pop("", None)
    return tuple(found)[:_MAX_NAMES]
