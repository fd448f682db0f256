"""Which code is at work, as a digest."""

from pathlib import Path

from napkin_site.index.identity import code_digest, files_below


def test_a_digest_changes_with_the_rooms_and_with_what_a_file_holds(tmp_path: Path) -> None:
    file = tmp_path / "main.html"
    file.write_text("a")
    first = code_digest("core", files=[str(file)], libraries=())
    assert code_digest("core", files=[str(file)], libraries=()) == first
    assert code_digest("vault", files=[str(file)], libraries=()) != first
    assert code_digest("core", "index/parsing.py", files=[str(file)], libraries=()) != first
    assert code_digest("core", files=[str(file)], libraries=("msgspec",)) != first
    file.write_text("b")
    assert code_digest("core", files=[str(file)], libraries=()) != first


def test_a_file_that_cannot_be_read_counts_as_none(tmp_path: Path) -> None:
    missing = str(tmp_path / "missing")
    assert code_digest("core", files=[missing], libraries=()) == code_digest("core", libraries=())


def test_files_are_listed_in_order_without_what_python_compiled(tmp_path: Path) -> None:
    for name in ("b/c.py", "a.py", "b/__pycache__/c.pyc", "b/a"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    assert files_below(str(tmp_path)) == [f"{tmp_path}/{name}" for name in ("a.py", "b/a", "b/c.py")]
    assert files_below(str(tmp_path / "missing")) == []
