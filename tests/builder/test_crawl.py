"""Every reference inside a built site leads somewhere."""

from pathlib import Path

import pytest

from napkin_site.builder.site import build_site
from tests.builder.crawl import broken_references
from tests.builder.sites import PNG, build, read_site
from tests.shared import shared_path

VAULT: dict[str, str | bytes] = {
    "NAPKIN.md": "# Garden\n\nStart at [[Beds/Rose bed]] or [[Nowhere]].\n",
    "Beds/_about.md": "All beds.\n",
    "Beds/Rose bed.md": (
        "---\ntags: [plant/rose]\ncover: pics/ä b.png\nrelated: '[[Tools#Käfer & Co]]'\n---\n"
        "Uses [[Tools#Käfer & Co]], [[Tools#^id1|the spade]], [[Tools#No such part]], [m](../Tools.md#Spade).\n\n"
        "![[Tools#Spade]] ![[pics/ä b.png|100]] ![[Plan.canvas]] [[What? 100% #1]] #plant/herb\n\n"
        "Twice[^1] and ^[inline].\n\n[^1]: A note.\n\n![[Rose bed]]\n"
    ),
    "Tools.md": "# Tools\n\n## Käfer & Co\n\n## Spade\n\nA spade. ^id1\n\n## Spade\n\n[[Beds/Rose bed]] [[#Spade]]\n",
    "What? 100%.md": "Odd name. [[Tools]]\n",
    "Old/Moved.md": "---\npermalink: new/place\naliases: [Older/Path]\n---\n[[Tools]]\n",
    "pics/ä b.png": PNG,
    "Plan.canvas": '{"nodes":[],"edges":[]}',
    **{f"Many/n {number}.md": "To [[Tools]].\n" for number in range(55)},
}


@pytest.mark.parametrize("url", ["", "https://example.org/deep/site/"])
def test_every_reference_of_a_small_site_resolves(tmp_path: Path, url: str) -> None:
    files = {**VAULT, ".napkin/config.json": f'{{"site": {{"url": "{url}"}}}}'}
    output, _ = build(tmp_path, files)
    assert broken_references(output, base_path="/deep/site/" if url else "/") == []
    assert (output / "Tools/backlinks/index.html").is_file()


@pytest.mark.parametrize("name", ["kepano", "hub"])
@pytest.mark.slow
def test_every_reference_of_a_real_vault_resolves(tmp_path: Path, name: str) -> None:
    vault = shared_path(f"vaults/{name}")
    build_site(vault, tmp_path / "site", state_dir=None)
    assert broken_references(tmp_path / "site") == []


def test_the_crawler_finds_what_is_broken(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a/index.html").write_text(
        '<p id="x"><p id="x"><a href="../b/"></a><a href="#y"></a><img src="../../z">'
    )
    assert broken_references(tmp_path) == [
        "a/index.html: #y: no such id",
        "a/index.html: ../../z: leads out of the site",
        "a/index.html: ../b/: no such file",
        "a/index.html: id 'x' stands twice",
    ]


def test_no_page_asks_another_host(tmp_path: Path) -> None:
    output, _ = build(tmp_path, VAULT)
    for name, data in read_site(output).items():
        if name.endswith(".html"):
            assert b'src="http' not in data
            assert b'<link rel="stylesheet" href="http' not in data
