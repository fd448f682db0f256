import pytest

from napkin_site.builder.settings.languages import theme_language
from napkin_site.builder.settings.site_settings import SiteSettings, settings_from, site_settings
from napkin_site.builder.theme.assets import material_templates
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


@pytest.mark.parametrize(
    ("values", "hint"),
    [
        ({"language": "english"}, "Did you mean `en`?"),
        ({"language": "pt_br"}, "Did you mean `pt-BR`?"),
        ({"language": "?"}, "Write a language tag such as `en` or `pt-BR`."),
        ({"accent": "seagren"}, "Did you mean `seagreen`?"),
        ({"accent": "deep-purpel"}, "Did you mean `deep purple`?"),
        ({"accent": "qqqq"}, "Write it as `#3f7d58`, as a CSS colour, or as `deep purple`."),
        ({"exclude": ["a*b*c*d*e*f"]}, "It has more than 4 `*` in one name or more than 4 `**`. Write it with fewer."),
    ],
)
def test_a_wrong_value_comes_with_the_nearest_right_one(values: dict[str, object], hint: str) -> None:
    with pytest.raises(ConfigError) as caught:
        settings_from(values)
    assert caught.value.hint == hint


def test_the_theme_has_words_for_the_languages_of_material() -> None:
    names = {path.stem for path in (material_templates() / "partials" / "languages").glob("*.html")}
    assert {theme_language(name) for name in names} == names
    assert [theme_language(tag) for tag in ("PT-br", "de-AT", "zh-Hant-HK", "no", "ga")] == [
        "pt-BR",
        "de",
        "zh-Hant",
        "nb",
        "",
    ]


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
