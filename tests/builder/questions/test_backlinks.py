from napkin_site.builder.questions.backlinks import AFTER, BEFORE, backlinks_to, passage_around
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
    passage = passage_around(facts, facts.links[0])
    assert passage.link == "[[T]]"
    assert passage.before.startswith("… left")
    assert passage.after.endswith("right…")
    assert len(passage.before) <= BEFORE + 2
    assert len(passage.after) <= AFTER + 2


def test_text_without_blanks_is_cut_too() -> None:
    facts = make_note("n.md", "x" * 5000 + "[[" + "T" * 500 + "]]" + "y" * 5000).facts
    passage = passage_around(facts, facts.links[0])
    assert len(passage.before + passage.link + passage.after) < BEFORE + 2 * AFTER + 10


def test_short_text_stays_whole() -> None:
    facts = make_note("n.md", "See [[T]] there.").facts
    passage = passage_around(facts, facts.links[0])
    assert passage.before + passage.link + passage.after == "See [[T]] there."
