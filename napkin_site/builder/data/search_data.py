"""What a browser needs to search the site: a lunr index, the list of documents, and the text of their sections.

All of it lies under `-/data/search/`, in files named by their content; the one file of fixed name,
`-/data/manifest.json`, says which they are, so that no page changes when the data does. Documents are notes, numbered
in the order in which they come; a result's section texts are in a shard of about 64 KB, fetched for the results shown
and no others.
"""

import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256

import msgspec

from napkin_site.builder.data.lunr_index import LunrField, LunrIndex
from napkin_site.builder.data.search_tokens import Analyser, TokenRules
from napkin_site.builder.planning.shown_tags import shown_tags
from napkin_site.builder.planning.site_plan import SitePlan
from napkin_site.core.model import Note, Vault
from napkin_site.core.paths import FolderPath, UrlPath, VaultPath, folder_of, quote_url
from napkin_site.core.syntax.tree import Heading, Unit
from napkin_site.core.utf8_text import utf8_text
from napkin_site.core.values import Value

SEARCH_FOLDER = "-/data/search/"
MANIFEST = "-/data/manifest.json"
MANIFEST_VERSION = 1

FIELDS = (
    LunrField(name="title", boost=10),
    LunrField(name="aliases", boost=6),
    LunrField(name="headings", boost=4),
    LunrField(name="tags", boost=3),
    LunrField(name="body", boost=1),
)
"""Decision 29: title, aliases, headings, tags, then body."""

_KEEP_STOP_WORDS = frozenset({"title", "aliases", "tags"})
_SHARD_BYTES = 64_000
_SAMPLE = 65_536
"""Bytes; twice as far as gzip looks back."""

_encode = msgspec.json.encode


class SearchEntry(Value):
    """One document of the search: a published note."""

    url: UrlPath
    title: str
    folder: FolderPath
    """Shown above the title as a breadcrumb."""
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    headings: tuple[Heading, ...] = ()
    units: tuple[Unit, ...] = ()
    """The note's text; `Unit.heading` points into `headings`."""


class SectionShard(Value):
    """A file with the section texts of consecutive documents."""

    first: int
    """Number of the first document in it; it ends where the next shard begins."""
    file: str


class SearchManifest(Value):
    """The part `search` of the manifest: where the search data is and how to cut a query. File names are site paths."""

    index: tuple[str, ...]
    """Lunr indexes of disjoint documents with common statistics; one for now."""
    documents: str
    count: int
    """Documents."""
    sections: tuple[SectionShard, ...]
    language: str
    tokens: TokenRules
    fields: tuple[str, ...]


class SearchData(Value):
    """The whole search, ready to be written."""

    manifest: SearchManifest
    files: Mapping[str, bytes]
    """Site path -> content."""

    @property
    def index_size(self) -> int:
        """Bytes of the index, as stored."""
        return sum(len(self.files[name]) for name in self.manifest.index)

    def compressed_index_size(self) -> int:
        """Estimate the bytes of the index as a web server would send it, from samples where it is large."""
        return sum(_compressed_size(self.files[name]) for name in self.manifest.index)


def search_entries(
    vault: Vault, plan: SitePlan, units: Callable[[VaultPath], tuple[Unit, ...]]
) -> Iterator[SearchEntry]:
    """Give the entry of every published note that Obsidian's exclusion filters do not hide, in path order.

    Args:
        vault: the snapshot.
        plan: says what is published, where, and under which title.
        units: loads a note's text; called once a note, in path order.
    """
    titles = {page.source: page.title for page in plan.pages if page.source}
    for path in plan.published:
        note = vault.notes[path]
        if not note.is_excluded:
            yield _entry(note, plan.urls[path], titles.get(path, note.name), units(path))


def build_search(entries: Iterable[SearchEntry], *, language: str = "en") -> SearchData:
    """Build the search over the entries, taking one at a time.

    Args:
        entries: the documents; equal entries in equal order give equal bytes.
        language: a BCP 47 tag; English is stemmed and loses stop words, other languages are indexed as written.
    """
    analyser = Analyser(language)
    index = LunrIndex(_fields(analyser), term_of=analyser.term, pipeline=("stemmer",) if analyser.rules.stem else ())
    documents: list[tuple[str, str, str]] = []
    files: dict[str, bytes] = {}
    shards = _Shards(files)
    for number, entry in enumerate(entries):
        documents.append((quote_url(entry.url), utf8_text(entry.title), utf8_text(entry.folder)))
        index.add(str(number), _words(entry, analyser))
        shards.add(number, entry)
    shards.finish()
    return SearchData(
        manifest=SearchManifest(
            index=(_keep(files, "index", b"".join(index.chunks())),),
            documents=_keep(files, "documents", _encode(documents)),
            count=len(documents),
            sections=tuple(shards.written),
            language=language,
            tokens=analyser.rules,
            fields=tuple(field.name for field in FIELDS),
        ),
        files=files,
    )


def manifest_json(search: SearchManifest | None, named: Mapping[str, bytes]) -> bytes:
    """Write the manifest.

    Args:
        search: None when the site has no search.
        named: data files of fixed name, by a short key (`graph`, `nav`) -> content; the manifest gives each an address
            that changes with the content, so that a browser may cache it for ever.
    """
    files = {key: f"-/data/{key}.json?v={_digest(data)}" for key, data in sorted(named.items())}
    return _encode({"version": MANIFEST_VERSION, "search": search, "files": files})


def _entry(note: Note, url: UrlPath, title: str, units: tuple[Unit, ...]) -> SearchEntry:
    return SearchEntry(
        url=url,
        title=title,
        folder=folder_of(note.path),
        aliases=note.aliases,
        tags=shown_tags(note),
        headings=note.facts.headings,
        units=units,
    )


def _fields(analyser: Analyser) -> tuple[LunrField, ...]:
    return tuple(
        field if field.name in _KEEP_STOP_WORDS else msgspec.structs.replace(field, stop_words=analyser.stop_words)
        for field in FIELDS
    )


def _words(entry: SearchEntry, analyser: Analyser) -> dict[str, list[str]]:
    texts = {
        "title": entry.title,
        "aliases": "\n".join(entry.aliases),
        "headings": "\n".join([heading.text for heading in entry.headings]),
        "tags": "\n".join(entry.tags),
        "body": "\n".join([unit.text for unit in entry.units if unit.kind != "heading"]),
    }
    return {name: analyser.words(utf8_text(text)) for name, text in texts.items() if text}


class _Shards:
    """Gathers section texts and lets go of a file whenever enough has come together."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.written: list[SectionShard] = []
        self._files = files
        self._pending: list[bytes] = []
        self._size = 0
        self._first = 0

    def add(self, number: int, entry: SearchEntry) -> None:
        encoded = _encode(_sections(entry))
        if self._pending and self._size + len(encoded) > _SHARD_BYTES:
            self.finish()
        if not self._pending:
            self._first = number
        self._pending.append(encoded)
        self._size += len(encoded)

    def finish(self) -> None:
        if self._pending:
            name = _keep(self._files, "sections", b"[%s]" % b",".join(self._pending))
            self.written.append(SectionShard(first=self._first, file=name))
            self._pending, self._size = [], 0


def _sections(entry: SearchEntry) -> list[tuple[str, str, str]]:
    """Give anchor, heading and text of each section in order; text before the first heading has neither of the two."""
    texts: dict[int, list[str]] = {-1: []}
    for number in range(len(entry.headings)):
        texts[number] = []
    for unit in entry.units:
        if unit.kind != "heading":
            texts[unit.heading].append(unit.text)
    return [
        (entry.headings[number].anchor, entry.headings[number].text, "\n".join(parts))
        if number >= 0
        else ("", "", "\n".join(parts))
        for number, parts in texts.items()
        if parts or number >= 0
    ]


def _compressed_size(data: bytes) -> int:
    """Compress data, or an eighth of it in even samples when it is large: gzip takes 7 ms a megabyte at its fastest."""
    if len(data) <= _SAMPLE * 8:
        return len(zlib.compress(data, 1))
    samples = [data[start : start + _SAMPLE] for start in range(0, len(data) - _SAMPLE, _SAMPLE * 8)]
    return len(data) * sum(len(zlib.compress(sample, 1)) for sample in samples) // sum(map(len, samples))


def _keep(files: dict[str, bytes], kind: str, data: bytes) -> str:
    name = f"{SEARCH_FOLDER}{kind}-{_digest(data)}.json"
    files[name] = data
    return name


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()[:12]
