import json
import re
from pathlib import Path

from napkin_site.core.paths import VaultPath
from napkin_site.services.graph_page import graph_page
from tests.services.conftest import MakeVault


def test_the_page_is_one_file_that_asks_no_other_for_anything(opened: MakeVault) -> None:
    access = opened({"a <!--<script>.md": "[[b]] [[ghost]]", "b.md": ""})
    page = graph_page(access)
    assert "default-src 'none'" in page
    assert re.findall(r"<(?:script|link|img|iframe)[^>]*\b(?:src|href)=", page) == []
    assert page.count("</script>") == 2
    (data,) = re.findall(r'id="napkin-graph-data">(.*?)</script>', page)
    document = json.loads(data)
    assert [node["title"] for node in document["nodes"]] == ["a <!--<script>", "b", "ghost"]
    assert document["nodes"][1]["url"] == Path(access.file(VaultPath("b.md"))).as_uri()
    assert document["nodes"][2]["url"] == ""


def test_the_page_may_show_what_lies_around_a_note(opened: MakeVault) -> None:
    page = graph_page(opened({"a.md": "[[b]]", "b.md": "", "far away.md": ""}), around="a")
    assert "far away" not in page
