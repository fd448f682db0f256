from napkin_site.builder.planning.site_plan import SitePlan
from napkin_site.builder.questions.page_links import SiteLinks, SiteTargets
from napkin_site.core.links import LinkResolver
from napkin_site.core.model import FileTimes, Note, ObsidianSettings, Vault, VaultFile
from napkin_site.core.page_links import FileEmbed, MissingEmbed, NoteEmbed, PageLinks
from napkin_site.core.paths import UrlPath, VaultPath, file_url, note_url
from napkin_site.core.syntax.tree import NoteBody, NoteFacts
from tests.core.made_notes import make_facts, make_link

_TIMES = FileTimes(size=0, created_ns=0, modified_ns=0)
_BODY = NoteBody(blocks=(), footnotes=())
A, SECRET, HOME = VaultPath("dir/A b.md"), VaultPath("Secret.md"), VaultPath("index.md")
PICTURE, BOARD, LOOSE = VaultPath("img/cat.png"), VaultPath("Board.canvas"), VaultPath("loose.zip")


class FakeSnapshot:
    def __init__(self, notes: dict[VaultPath, NoteFacts]) -> None:
        self.vault = Vault(
            name="v",
            settings=ObsidianSettings(),
            notes={
                path: Note(
                    path=path, name=path[:-3], facts=facts, properties=(), tags=(), aliases=(), times=_TIMES, digest=""
                )
                for path, facts in notes.items()
            },
            files={
                PICTURE: VaultFile(path=PICTURE, kind="image", times=_TIMES),
                BOARD: VaultFile(path=BOARD, kind="canvas", times=_TIMES),
                LOOSE: VaultFile(path=LOOSE, kind="other", times=_TIMES),
            },
            folders=(),
        )

    def body(self, path: VaultPath) -> NoteBody:
        assert path in self.vault.notes
        return _BODY


def links_from(page: str) -> SiteLinks:
    snapshot = FakeSnapshot(
        {A: make_facts(headings=((1, "Part"),), ids=("Id",)), SECRET: make_facts(), HOME: make_facts()}
    )
    plan = SitePlan(
        pages=(),
        urls={A: note_url(A), HOME: UrlPath(""), PICTURE: file_url(PICTURE), BOARD: note_url(BOARD)},
        attachments=(PICTURE,),
        tags={"work/deep": "Work/Deep"},
        redirects={},
        held_back=(SECRET,),
        problems=(),
    )
    resolver = LinkResolver([*snapshot.vault.notes, *snapshot.vault.files])
    targets = SiteTargets(snapshot, resolver, plan, highlight=lambda code, language: f"{language}:{code}")
    return SiteLinks(targets, UrlPath(page))


def href(page: str, path: str, subpath: str = "") -> str:
    found = links_from(page).link(VaultPath("dir/s.md"), make_link(path, subpath))
    assert found.state == "resolved"
    return found.href


def test_site_links_are_what_rendering_asks_for() -> None:
    answers: PageLinks = links_from("")
    assert answers.highlight("x", "py") == "py:x"


def test_links_lead_to_pages_headings_blocks_and_files() -> None:
    assert href("x/", "A b") == "../dir/A+b/"
    assert href("x/", "A b", "part") == "../dir/A+b/#h0"
    assert href("x/", "A b", "^ID") == "../dir/A+b/#%5Eid"
    assert href("dir/A+b/", "A b", "Part") == "#h0"
    assert href("x/", "index") == "../"
    assert href("", "cat.png", "icon") == "img/cat.png#icon"


def test_a_link_to_a_part_that_is_not_there_leads_to_the_note() -> None:
    assert href("", "A b", "Gone") == "dir/A+b/"


def test_a_drawing_has_no_fragments() -> None:
    assert href("", "Board.canvas", "View") == "Board.canvas/"


def test_what_is_not_published_is_hidden_and_what_is_not_there_unresolved() -> None:
    links = links_from("")

    assert links.link(A, make_link("Secret")).state == "hidden"
    assert links.link(A, make_link("loose.zip")).state == "hidden"
    assert links.link(A, make_link("Nowhere")).state == "unresolved"
    hidden = links.embed(A, make_link("Secret"))
    missing = links.embed(A, make_link("Nowhere"))
    assert isinstance(hidden, MissingEmbed)
    assert isinstance(missing, MissingEmbed)
    assert (hidden.reason, missing.reason) == ("hidden", "unresolved")


def test_embeds_show_notes_parts_and_files() -> None:
    links = links_from("x/")

    note = links.embed(A, make_link("A b", "Part"))
    gone = links.embed(A, make_link("A b", "Gone"))
    picture = links.embed(A, make_link("cat.png", "icon"))

    assert isinstance(note, NoteEmbed)
    assert (note.path, note.href, note.title, note.subpath) == (A, "../dir/A+b/#h0", "A b > Part", "Part")
    assert isinstance(gone, MissingEmbed)
    assert (gone.reason, gone.href) == ("part", "../dir/A+b/")
    assert isinstance(picture, FileEmbed)
    assert (picture.kind, picture.href, picture.fragment) == ("image", "../img/cat.png", "icon")


def test_tags_link_to_their_page_whatever_their_letter_case() -> None:
    links = links_from("x/")

    assert links.tag_href("WORK/deep") == "../-/tags/work/deep/"
    assert links.tag_href("other") == ""
