"""The picture of the graph as one HTML file that needs nothing else: no server, no other file, no other host."""

import json
from html import escape
from pathlib import Path

from napkin_site.core.graph_text import graph_document
from napkin_site.core.paths import VaultPath
from napkin_site.resources import theme_dir
from napkin_site.services.access import VaultAccess
from napkin_site.services.graphs import vault_graph

_PAGE = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
script-src 'unsafe-inline'; worker-src blob:; img-src data:; font-src data:">
<title>{title}</title>
<style>{style}
html, body {{ margin: 0; height: 100%; font-family: system-ui, sans-serif; }}
.napkin-graph {{ height: 100vh; margin: 0; border: 0; border-radius: 0; }}</style>
<body class="md-typeset">
<div class="napkin-graph" id="napkin-graph" aria-label="{title}"></div>
<script type="application/json" id="napkin-graph-data">{data}</script>
<script>{script}</script>
"""


def graph_page(access: VaultAccess, *, around: str = "", depth: int = 1) -> str:
    """Make the page; a click on a note opens its file.

    Args:
        access: the vault.
        around: a note; only what lies near it is shown. Empty for the whole vault.
        depth: how many links away.

    Raises:
        NotFoundError, AmbiguousError, UsageError: `around` does not fit one note of the graph.
        ThemeError: the installation is damaged.
    """
    document = graph_document(vault_graph(access, around=around, depth=depth))
    for node in document["nodes"]:
        if node["path"]:
            node["url"] = Path(access.file(VaultPath(node["path"]))).as_uri()
    assets = theme_dir() / "assets"
    data = json.dumps(document, ensure_ascii=False).replace("<", "\\u003c")
    return _PAGE.format(
        title=escape(f"Graph of {access.location.name}"),
        style=(assets / "napkin.css").read_text(encoding="utf-8").replace("</", "<\\/"),
        data=data,
        script=(assets / "graph.js").read_text(encoding="utf-8").replace("</script", "<\\/script"),
    )
