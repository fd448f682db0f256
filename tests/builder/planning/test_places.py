from hypothesis import given
from hypothesis import strategies as st

from napkin_site.builder.planning.places import Places, clear_of_reserved, is_sound
from napkin_site.core.paths import UrlPath


def test_first_come_keeps_its_address_and_the_next_gets_a_number() -> None:
    places = Places()
    assert places.take_near(UrlPath("A/")) == "A/"
    assert places.take_near(UrlPath("a/")) == "a-2/"
    assert places.take_near(UrlPath("A/")) == "A-3/"


def test_files_get_the_number_before_the_extension() -> None:
    places = Places()
    places.take(UrlPath("x/p.png"))
    assert places.take_near(UrlPath("x/P.png")) == "x/P-2.png"


def test_a_page_and_a_file_cannot_share_a_name() -> None:
    places = Places()
    places.take(UrlPath("logo/"))
    assert places.take_near(UrlPath("logo")) == "logo-2"
    assert not places.take(UrlPath("logo/index.html"))
    assert not places.take(UrlPath("LOGO/INDEX.MD"))


def test_nothing_stands_below_a_file() -> None:
    places = Places()
    places.take(UrlPath("data"))
    assert not places.take(UrlPath("Data/x.png"))
    assert places.take_near(UrlPath("Data/x.png")) == "Data-2/x.png"
    assert places.take_near(UrlPath("data/")) == "data-2/" or places.take_near(UrlPath("data/")) == "data-3/"


def test_our_own_names_are_reserved() -> None:
    assert clear_of_reserved(UrlPath("-/tags/")) == "--2/tags/"
    assert clear_of_reserved(UrlPath("robots.txt")) == "robots-2.txt"
    assert clear_of_reserved(UrlPath("Sitemap.XML/")) == "Sitemap.XML-2/"
    assert clear_of_reserved(UrlPath("a/-/")) == "a/-/"
    assert not is_sound(UrlPath("-/x/"))
    assert not is_sound(UrlPath("404.html/"))


def test_made_up_addresses_must_fit_a_disk() -> None:
    assert is_sound(UrlPath("a/b+c/"))
    assert not is_sound(UrlPath(""))
    assert not is_sound(UrlPath("a\x00b/"))
    assert not is_sound(UrlPath("é" * 130 + "/"))


names = st.lists(st.sampled_from(["a", "A", "b", "-", "robots.txt", "index.html"]), min_size=1, max_size=3)


@given(st.lists(st.tuples(names, st.booleans()), max_size=30))
def test_no_two_addresses_ever_share_a_file(wanted: list[tuple[list[str], bool]]) -> None:
    places = Places()
    given_away = [places.take_near(UrlPath("/".join(parts) + ("/" if is_page else ""))) for parts, is_page in wanted]
    files = [url.casefold() + "index.html" if url.endswith("/") else url.casefold() for url in given_away]
    assert len(set(files)) == len(files)
    folders = {file[: place.start] for file in files for place in _slashes(file)}
    assert not folders & set(files)
    assert not any(url.startswith("-/") for url in given_away)


class _Slash:
    def __init__(self, start: int) -> None:
        self.start = start


def _slashes(text: str) -> list[_Slash]:
    return [_Slash(index) for index, letter in enumerate(text) if letter == "/"]
