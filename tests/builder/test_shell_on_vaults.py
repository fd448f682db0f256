"""Every page of whole vaults, filled from pieces and by the full template."""

from pathlib import Path

import pytest

from napkin_site.builder.gather import make_context
from napkin_site.builder.pages.table import view_page
from napkin_site.builder.settings.site_settings import site_settings
from napkin_site.builder.site_theme import make_shell
from napkin_site.index.snapshot import load_snapshot
from napkin_site.vault.config import load_config
from napkin_site.vault.locate import find_vault
from tests.conftest import CHECKOUT
from tests.shared import shared_path


def assert_filled_pages_equal_whole_ones(vault: Path) -> None:
    location = find_vault(None, named=vault, environ={})
    config = load_config(location, environ={})
    snapshot = load_snapshot(location, config, state_dir=None)
    context, _ = make_context(snapshot, config, site_settings(config, location.name), pinned=None)
    shell = make_shell(context)

    for page in context.plan.pages:
        view = view_page(context, page)
        assert shell.render(view) == shell.render_full(view), page.url

    assert len(context.plan.pages) > 50
    snapshot.close()


def test_filled_pages_of_the_example_equal_whole_ones() -> None:
    assert_filled_pages_equal_whole_ones(CHECKOUT / "examples" / "garden")


@pytest.mark.slow
def test_filled_pages_of_a_real_vault_equal_whole_ones() -> None:
    assert_filled_pages_equal_whole_ones(shared_path("vaults/kepano"))
