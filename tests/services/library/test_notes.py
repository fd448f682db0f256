"""The library's verbs that change the text of notes."""

from datetime import datetime
from pathlib import Path

import pytest

from napkin_site import ExistsError, StalePreconditionError, UsageError, Vault, WriteError


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    root = tmp_path / "garden"
    (root / "Templates").mkdir(parents=True)
    (root / "Leek.md").write_text("---\nn: 1\n---\n# Leek\n\nSow.\n\n## Log\n", encoding="utf-8")
    (root / "Templates" / "Bed.md").write_text("# {{title}}\n", encoding="utf-8")
    config = {"templates": {"folder": "Templates"}, "daily": {"folder": "daily"}}
    return Vault(root, config=config, state_dir=_made(tmp_path / "state"), actor="mole", kind="agent")


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


def text(vault: Vault, path: str) -> str:
    return (vault.location.root / path).read_text(encoding="utf-8")


def test_every_verb_is_a_method_whose_result_says_what_became_of_it(
    vault: Vault, capsys: pytest.CaptureFixture[str]
) -> None:
    day = datetime(2026, 3, 1).astimezone()
    results = [
        vault.create("Onion", "sets", template="Bed", reason="new bed"),
        vault.append("Onion", "more"),
        vault.prepend("Onion", "first"),
        vault.replace("Onion", "more", "less"),
        vault.patch("Leek", heading="Log", append="- sown"),
        vault.patch("Leek#Log", before="Between."),
        vault.patch("Leek", property="n", replace=2),
        vault.patch("Leek", property="n", append=[3, 4]),
        vault.daily(moment=day),
        vault.append_daily("behind", moment=day),
        vault.prepend_daily("before", moment=day),
        vault.insert_template("Bed", "Onion"),
    ]
    assert all(result.id and len(result.etag) == 64 for result in results)
    assert text(vault, "Onion.md") == "first\n# Onion\n\nsets\nless\n\n# Onion\n"
    assert text(vault, "Leek.md") == (
        "---\nn:\n  - 2\n  - 3\n  - 4\n---\n# Leek\n\nSow.\n\nBetween.\n\n## Log\n- sown\n"
    )
    assert text(vault, "daily/2026-03-01.md") == "before\nbehind"
    assert capsys.readouterr() == ("", "")


def test_a_text_that_is_given_to_a_property_is_taken_as_on_the_command_line(vault: Vault) -> None:
    vault.patch("Leek", property="n", replace="2")
    assert text(vault, "Leek.md").startswith("---\nn: 2\n---\n")


def test_what_was_read_is_a_condition_and_a_preview_changes_nothing(vault: Vault) -> None:
    etag = vault.read("Leek").etag
    assert "+x" in vault.append("Leek", "x", dry_run=True).diff
    vault.append("Leek", "x", if_match=etag)
    with pytest.raises(StalePreconditionError) as raised:
        vault.append("Leek", "x", if_match=etag)
    assert raised.value.current == vault.read("Leek").etag
    with pytest.raises(ExistsError):
        vault.create("Leek")
    with pytest.raises(UsageError, match="nothing is to be done"):
        vault.patch("Leek", heading="Log")
    with pytest.raises(UsageError, match="is text"):
        vault.patch("Leek", heading="Log", replace=3)


def test_without_a_place_for_history_nothing_is_changed(vault: Vault) -> None:
    other = Vault(vault.location.root, state_dir=None)
    with pytest.raises(WriteError, match="state folder"):
        other.append("Leek", "x")
    assert "+x" in other.append("Leek", "x", dry_run=True).diff
