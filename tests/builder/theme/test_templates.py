import pytest

from napkin_site.builder.theme.templates import Templates
from napkin_site.errors import ThemeError


def test_values_are_escaped() -> None:
    html = Templates().fill("missing.html", title="<b>", home_href='"x', tags_href="y")
    assert "&lt;b&gt;" in html
    assert 'href="&#34;x"' in html


@pytest.mark.parametrize("name", ["no-such.html", "missing.html"])
def test_a_missing_template_or_value_is_a_theme_error(name: str) -> None:
    with pytest.raises(ThemeError, match=name):
        Templates().fill(name)
