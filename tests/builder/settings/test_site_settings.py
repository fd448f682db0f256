import pytest

from napkin_site.builder.settings.site_settings import SiteSettings, settings_from, site_settings
from napkin_site.core.model import ObsidianSettings
from napkin_site.errors import ConfigError
from napkin_site.vault.config import Config, SiteSection, TemplatesSection


def test_addresses_come_into_one_shape() -> None:
    settings = settings_from({"url": "https://e.org/x", "edit_uri": "https://e.org/edit", "name": "  "})
    assert (settings.url, settings.edit_uri, settings.name) == (
        "https://e.org/x/",
        "https://e.org/edit/{path}",
        "Notes",
    )
    assert settings_from({"edit_uri": "https://e.org/{path}?x"}).edit_uri == "https://e.org/{path}?x"


@pytest.mark.parametrize(
    ("values", "key"),
    [
        ({"url": "e.org"}, "url"),
        ({"language": "?"}, "language"),
        ({"accent": "red;}"}, "accent"),
        ({"edit_uri": "x"}, "edit_uri"),
        ({"nmae": "x"}, "nmae"),
        ({"feed": "x"}, "feed"),
    ],
)
def test_a_wrong_setting_is_named(values: dict[str, object], key: str) -> None:
    with pytest.raises(ConfigError, match=key):
        settings_from(values)


def test_the_configuration_and_obsidian_are_put_together() -> None:
    config = Config(
        site=SiteSection(show_properties=None, exclude=("x",)),
        templates=TemplatesSection(folder="T"),
        obsidian=ObsidianSettings(properties_in_document="hidden", has_daily_notes=True, daily_folder="d"),
    )
    settings = site_settings(config, "Vault")
    assert settings.name == "Vault"
    assert settings.show_properties == "hidden"
    assert settings.templates_folders == ("T",)
    assert (settings.daily_folder, settings.daily_format) == ("d", "YYYY-MM-DD")
    assert site_settings(Config(), "Vault").daily_format == ""


@pytest.mark.parametrize(("asked", "shown"), [(True, "visible"), (False, "hidden"), ("source", "source")])
def test_properties_are_shown_as_the_configuration_says(asked: bool | str, shown: str) -> None:
    section = SiteSection(show_properties=asked)  # type: ignore[arg-type] # one of the values the field takes
    assert site_settings(Config(site=section), "Vault").show_properties == shown


def test_an_engine_that_is_not_built_is_refused() -> None:
    with pytest.raises(ConfigError, match="search_engine"):
        site_settings(Config(site=SiteSection(search_engine="pagefind")), "Vault")


def test_the_defaults_publish_everything() -> None:
    assert settings_from({}) == SiteSettings()
