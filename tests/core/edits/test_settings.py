import json

import pytest

from napkin_site.core.edits.settings import EMPTY, set_setting
from napkin_site.errors import EditError
from napkin_site.vault.config import canonical_key


def change(source: str, key: str, value: object) -> str:
    return set_setting(source.encode(), key, value, canonical=canonical_key).decode()


def test_a_setting_that_is_there_gets_its_value_and_nothing_else_changes() -> None:
    source = '{\n\t"search" : { "limit":30 , "x": 1.0 },\n\t"mine": [ 1 ]\n}\n'
    assert change(source, "search.limit", 50) == source.replace("30", "50")


@pytest.mark.parametrize(
    ("source", "key"),
    [
        ('{"search": {"snippetLines": 2}}', "search.snippet_lines"),
        ('{"search.snippetLines": 2}', "search.snippet_lines"),
        ('{"distill": {"intervalMinutes": 2}}', "distill.interval"),
        ('{"search": {"engine": 2}}', "site.search_engine"),
    ],
)
def test_however_it_is_spelt_the_setting_is_found(source: str, key: str) -> None:
    assert change(source, key, 5) == source.replace("2", "5")


def test_a_new_setting_goes_into_its_section_wherever_that_is() -> None:
    assert (
        change('{"search": {"limit": 3}}', "search.snippet_lines", 1) == '{"search": {"limit": 3, "snippet_lines": 1}}'
    )
    assert json.loads(change("{}", "distill.model.id", "m")) == {"distill": {"model": {"id": "m"}}}
    assert json.loads(change('{"distill": {}}', "distill.model.id", "m")) == {"distill": {"model": {"id": "m"}}}
    assert json.loads(change('{"check": {"rules": {"a-b": "off"}}}', "check.rules.c-d", "info")) == {
        "check": {"rules": {"a-b": "off", "c-d": "info"}}
    }
    assert json.loads(change(EMPTY.decode(), "show_status", True)) == {"show_status": True}


def test_a_file_is_indented_on_as_it_was() -> None:
    assert change('{\n\t"a": {\n\t\t"b": 1\n\t}\n}', "search.limit", 5) == (
        '{\n\t"a": {\n\t\t"b": 1\n\t},\n\t"search": {\n\t\t"limit": 5\n\t}\n}'
    )


@pytest.mark.parametrize("source", ["{bad", "[]", "// a comment\n{}"])
def test_what_is_no_object_is_refused(source: str) -> None:
    with pytest.raises(EditError):
        change(source, "search.limit", 5)
