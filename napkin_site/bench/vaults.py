"""A seeded vault of invented words: the same notes for the same size and seed, on every machine and Python.

A note has about 200 Zipf-distributed words, 6 wikilinks, 3 headings, tasks, tags, a callout and a code
block no other note has; one in ten has raw HTML and a comment, some have embeds or a table. They lie in 20
folders of 10 subfolders each, and folders differ in size by Zipf's law, too: people do not spread notes evenly.
Budgets and speed claims are stated for this vault.
"""

import itertools
import json
import random
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

from napkin_site.core.values import Value

_FOLDERS, _SUBFOLDERS = 20, 10
_VOCABULARY = 8000
_TAGS = 60
_IMAGES = 12
_ONSETS = [
    "b",
    "br",
    "c",
    "cl",
    "d",
    "dr",
    "f",
    "fl",
    "g",
    "gr",
    "h",
    "j",
    "k",
    "l",
    "m",
    "n",
    "p",
    "pl",
    "pr",
    "qu",
    "r",
    "s",
    "sh",
    "sl",
    "st",
    "t",
    "th",
    "tr",
    "v",
    "w",
    "z",
]
_NUCLEI = ["a", "a", "a", "e", "e", "e", "i", "i", "o", "o", "u", "ai", "ea", "ee", "oa", "ou"]
_CODAS = ["b", "ck", "d", "g", "l", "ll", "m", "n", "nd", "ng", "p", "r", "rd", "rn", "s", "sk", "st", "t", "th", "x"]
_ENDINGS = ["", "", "", "", "s", "ing", "ed", "er", "ly", "ness", "ment", "ation", "able", "ful"]
_CALLOUTS = ["note", "tip", "warning", "info", "example", "question", "quote", "danger"]


class VaultSummary(Value):
    """What was written."""

    notes: int
    files: int
    """All files, notes and settings included."""
    size: int
    """Bytes of all files."""


class _Words:
    """The invented language: distinct words in order of frequency, drawn with Zipf's law (exponent 1)."""

    def __init__(self, seed: int) -> None:
        chance = _chance(f"words {seed}")
        seen: dict[str, None] = {}
        while len(seen) < _VOCABULARY:
            # The commonest words of a language are its shortest ones.
            syllables = 1 if len(seen) < 150 else chance.choice((1, 2, 2, 2, 3))
            word = "".join(chance.choice(_ONSETS) + chance.choice(_NUCLEI) for _ in range(syllables))
            word += chance.choice(_CODAS) if len(seen) >= 40 else ""
            word += chance.choice(_ENDINGS) if len(seen) >= 150 else ""
            seen[word] = None
        self.words = list(seen)
        self.topics = self.words[200:]
        self._weights = _zipf(_VOCABULARY)

    def draw(self, chance: random.Random, count: int) -> list[str]:
        """Draw `count` words of running text."""
        return chance.choices(self.words, cum_weights=self._weights, k=count)

    def sentence(self, chance: random.Random, count: int) -> str:
        """Make a sentence of `count` words, with a comma when it is long."""
        words = self.draw(chance, count)
        if count > 9:
            words[count // 2] += ","
        return " ".join(words).capitalize() + "."


def write_vault(directory: Path, *, notes: int, seed: int = 1) -> VaultSummary:
    """Write the seeded vault of that many notes; files already there are overwritten, others are left alone.

    Args:
        directory: made when absent.
        notes: at least 1.
        seed: another seed gives another language, other titles and other links.
    """
    size = files = 0
    made: set[Path] = set()
    for name, data in vault_files(notes=notes, seed=seed):
        target = directory / name
        if target.parent not in made:
            target.parent.mkdir(parents=True, exist_ok=True)
            made.add(target.parent)
        target.write_bytes(data)
        files += 1
        size += len(data)
    return VaultSummary(notes=notes, files=files, size=size)


def vault_files(*, notes: int, seed: int = 1) -> Iterator[tuple[str, bytes]]:
    """Yield vault path and bytes of every file of the seeded vault."""
    if notes < 1:
        raise ValueError(f"a vault needs at least 1 note, not {notes}")
    words = _Words(seed)
    folders = _folders(words, _chance(f"folders {seed}"))
    chance = _chance(f"titles {seed}")
    titles = _titles(words, chance, notes)
    tags = [chance.choice(words.topics) for _ in range(_TAGS)]
    yield ".obsidian/app.json", json.dumps({"useMarkdownLinks": False}).encode()
    for number in range(_IMAGES):
        yield f"attachments/picture {number}.png", _picture(number)
    for number, title in enumerate(titles):
        note = _NoteWriter(words, _chance(f"note {seed} {number}"), titles, tags, number)
        yield f"{next(folders)}/{title}.md", note.text().encode()


def _chance(name: str) -> random.Random:
    return random.Random(name)  # noqa: S311 - repeatable on purpose; nothing here is a secret


def _zipf(count: int) -> list[float]:
    """Give the weights of so many ranks, added up."""
    return list(itertools.accumulate(1 / rank for rank in range(1, count + 1)))


def _folders(words: _Words, chance: random.Random) -> Iterator[str]:
    """Yield the folder of each note, without end."""
    named = [name.capitalize() for name in chance.sample(words.topics, _FOLDERS + _SUBFOLDERS)]
    tops, subs = named[:_FOLDERS], named[_FOLDERS:]
    top_weights, sub_weights = _zipf(_FOLDERS), _zipf(_SUBFOLDERS)
    while True:
        (top,) = chance.choices(tops, cum_weights=top_weights)
        (sub,) = chance.choices(subs, cum_weights=sub_weights)
        yield f"{top}/{sub}"


def _titles(words: _Words, chance: random.Random, count: int) -> list[str]:
    titles: dict[str, None] = {}
    while len(titles) < count:
        titles[" ".join(chance.sample(words.topics, chance.choice((2, 2, 3)))).capitalize()] = None
    return list(titles)


class _NoteWriter:
    """Writes one note; every choice comes from `chance`, which belongs to that note alone."""

    def __init__(self, words: _Words, chance: random.Random, titles: list[str], tags: list[str], number: int) -> None:
        self._words, self._chance, self._titles, self._tags, self._number = words, chance, titles, tags, number

    def text(self) -> str:
        """Give the note's Markdown."""
        parts = [self._front_matter(), self._paragraph(links=2, tag=True)]
        if self._number % 10 == 3:
            parts += [self._html(), "%% " + self._sentence(6) + " %%"]
        parts += [self._heading(2), self._paragraph(links=2), self._tasks(), self._callout()]
        parts += [self._heading(2), self._paragraph(links=1, tag=True), self._code()]
        if self._number % 7 == 2:
            parts.append(self._table())
        if self._number % 8 == 5:
            parts.append(f"![[{self._title()}]]")
        if self._number % 10 == 7:
            parts.append(f"![[picture {self._chance.randrange(_IMAGES)}.png|320]]")
        parts += [self._heading(3), self._paragraph(links=1), self._list()]
        return "\n\n".join(parts) + "\n"

    def _sentence(self, count: int) -> str:
        return self._words.sentence(self._chance, count)

    def _phrase(self, count: int) -> str:
        return " ".join(self._words.draw(self._chance, count))

    def _title(self) -> str:
        return self._chance.choice(self._titles)

    def _front_matter(self) -> str:
        lines = ["---", "tags:"]
        lines += [f"  - {tag}" for tag in sorted(set(self._chance.choices(self._tags, k=2)))]
        lines.append(f"created: 20{18 + self._number % 8}-{1 + self._number % 12:02}-{1 + self._number % 28:02}")
        if self._number % 5 == 0:
            lines.append(f"aliases: [{self._phrase(2)}]")
        if self._number % 3 == 0:
            lines.append(f"rating: {self._chance.randrange(1, 6)}")
        return "\n".join([*lines, "---"])

    def _heading(self, level: int) -> str:
        return f"{'#' * level} {self._phrase(3).capitalize()}"

    def _paragraph(self, *, links: int, tag: bool = False) -> str:
        sentences = [self._sentence(self._chance.randrange(7, 14)) for _ in range(links)]
        for _ in range(links):
            display = f"|{self._phrase(2)}" if self._chance.random() < 0.25 else ""
            sentences.append(f"{self._phrase(4).capitalize()} [[{self._title()}{display}]] {self._phrase(3)}.")
        words = self._words.draw(self._chance, 4)
        sentences.append(f"The **{words[0]} {words[1]}** and *{words[2]}* ==or== `{words[3]}` {self._phrase(4)}.")
        if tag:
            sentences.append("#" + self._chance.choice(self._tags))
        return " ".join(sentences)

    def _tasks(self) -> str:
        return "\n".join(f"- [{self._chance.choice(' x')}] {self._sentence(5)}" for _ in range(3))

    def _callout(self) -> str:
        kind = _CALLOUTS[self._number % len(_CALLOUTS)]
        return f"> [!{kind}] {self._phrase(2).capitalize()}\n> {self._sentence(10)}"

    def _code(self) -> str:
        name = "_".join(self._words.draw(self._chance, 2))
        value, limit = self._chance.randrange(10_000), self._chance.randrange(100)
        if self._number % 3 == 0:
            body = f'{name}:\n  size: {value}\n  names: ["{self._phrase(1)}", "{self._phrase(1)}"]\n  deep: true'
            return f"```yaml\n{body}\n```"
        if self._number % 3 == 1:
            body = f'for item in $(seq {limit}); do\n  echo "{name} $item" >> out-{value}.txt\ndone'
            return f"```bash\n{body}\n```"
        body = (
            f'def {name}(count: int = {value}) -> str:\n    """{self._sentence(5)}"""\n'
            f'    if count > {limit}:\n        return "{self._phrase(1)}" * count\n    return str(count - {limit})'
        )
        return f"```python\n{body}\n```"

    def _table(self) -> str:
        rows = [f"| {self._phrase(2)} | {self._chance.randrange(1000)} |" for _ in range(3)]
        return "\n".join([f"| {self._phrase(1)} | {self._phrase(1)} |", "| --- | ---: |", *rows])

    def _list(self) -> str:
        return "\n".join(f"- {self._sentence(6)}" for _ in range(4))

    def _html(self) -> str:
        return f'<div class="aside"><b>{self._phrase(2)}</b> <mark>{self._phrase(3)}</mark><br>{self._phrase(5)}</div>'


def _picture(number: int) -> bytes:
    """Draw a PNG of 64 × 48 points in one colour."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    row = b"\0" + bytes((number * 20 % 256, 120, 255 - number * 20 % 256)) * 64
    header = struct.pack(">IIBBBBB", 64, 48, 8, 2, 0, 0, 0)
    # Stored, not deflated: compressed bytes differ between zlib builds.
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(row * 48, 0)) + chunk(b"IEND", b"")
    )
