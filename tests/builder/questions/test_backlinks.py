from napkin_site.builder.questions.backlinks import AFTER, BEFORE, backlinks_to, cut_passage
from napkin_site.core.links import LinkIndex, LinkResolver
from napkin_site.core.paths import VaultPath
from tests.builder.fakes import make_note, make_vault


def test_only_published_notes_are_listed_and_each_once() -> None:
    vault = make_vault(
        make_note("b.md", "One [[T]] two [[T]]"),
        make_note("a.md", "[[T]]"),
        make_note("s.md", "[[T]]"),
        make_note("T.md", "[[T]]"),
    )
    index = LinkIndex(LinkResolver(vault.notes), {path: note.facts for path, note in vault.notes.items()})
    found = backlinks_to(VaultPath("T.md"), index, {VaultPath("a.md"), VaultPath("b.md"), VaultPath("T.md")})
    assert [(source, len(links)) for source, links in found.items()] == [("a.md", 1), ("b.md", 1)]


def test_the_words_around_a_link_are_cut_between_words() -> None:
    facts = make_note("n.md", "left " * 100 + "[[T]]" + " right" * 100).facts
    before, shown, after = cut_passage(facts.passages[0], facts.links[0].passage_range)
    assert shown == "[[T]]"
    assert before.startswith("… left")
    assert after.endswith("right…")
    assert len(before) <= BEFORE + 2
    assert len(after) <= AFTER + 2


def test_text_without_blanks_is_cut_too() -> None:
    facts = make_note("n.md", "x" * 5000 + "[[" + "T" * 500 + "]]" + "y" * 5000).facts
    before, shown, after = cut_passage(facts.passages[0], facts.links[0].passage_range)
    assert len(before + shown + after) < BEFORE + 2 * AFTER + 10


def test_short_text_stays_whole() -> None:
    facts = make_note("n.md", "See [[T]] there.").facts
    before, shown, after = cut_passage(facts.passages[0], facts.links[0].passage_range)
    assert before + shown + after == "See [[T]] there."
