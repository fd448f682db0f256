from napkin_site.builder.planning.order import natural_key


def test_numbers_count_by_value_and_letters_without_case() -> None:
    names = ["Note 10", "note 2", "Note 1", "2024", "10", "9a", "ä", "²"]
    assert sorted(names, key=natural_key) == ["9a", "10", "2024", "Note 1", "note 2", "Note 10", "²", "ä"]
