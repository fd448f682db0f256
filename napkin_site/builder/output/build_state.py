"""What a build remembers for the next one: which questions each page asked, with digests of the answers, and which
files came of it.

It is one file in the state folder for each output folder, written when a build has finished, and it may be lost,
damaged, or restored from the cache of another machine: that costs time and nothing else. What it says of a file of the
site counts only while the file is still as it says.
"""

import os
from collections.abc import Callable, Iterable, Mapping
from hashlib import blake2b
from pathlib import Path

import msgspec

from napkin_site.builder.output.write import OutputFolder, Written
from napkin_site.builder.report import BuildReport
from napkin_site.core.values import Value

BUILD_FORMAT = 1
_KEPT_OUTPUTS = 20
"""Files of this kind in one state folder; of more, the oldest go."""


class PageRecord(Value, array_like=True):
    """A page that was made."""

    files: tuple[Written, ...]
    """Its HTML, and its note's Markdown where the site has that."""
    reads: tuple[int, ...]
    """What it asked, as places in `BuildState.questions`."""


class PartRecord(Value, array_like=True):
    """Something made of all notes together: the search, the graph, keywords."""

    inputs: bytes
    """Digest of what it was made of."""
    files: tuple[Written, ...] = ()
    value: bytes = b""
    """What else is needed of it, encoded."""


class BuildState(Value):
    """A finished build."""

    format: int
    whole: bytes
    """Digest of all that the build saw; empty when something could have changed unseen."""
    base: bytes
    """Digest of what all pages share: settings, theme, code."""
    questions: tuple[str, ...]
    answers: tuple[bytes, ...]
    """Digests, one for each of `questions`."""
    pages: Mapping[str, PageRecord]
    """By address."""
    parts: Mapping[str, PartRecord]
    others: tuple[Written, ...]
    """Every other file of the site."""
    report: BuildReport


class BuildMemory:
    """The state file of one output folder."""

    def __init__(self, state_dir: Path | None, output: OutputFolder) -> None:
        """Name the file; without a state folder nothing is remembered."""
        name = blake2b(os.fsencode(output.root.resolve()), digest_size=8).hexdigest()
        self._file = state_dir / f"site-{name}.msgpack" if state_dir is not None else None
        self._output = output

    def load(self) -> BuildState | None:
        """Read what the last build remembered; None when there is nothing that can be used."""
        if self._file is None:
            return None
        try:
            state = msgspec.msgpack.decode(self._file.read_bytes(), type=BuildState)
        except (OSError, msgspec.MsgspecError, ValueError):
            return None
        is_sound = state.format == BUILD_FORMAT and len(state.questions) == len(state.answers)
        return state if is_sound else None

    def save(self, state: BuildState) -> None:
        """Remember a build, if that is possible; the next one takes longer if it is not."""
        if self._file is None:
            return
        beside = self._file.with_suffix(f".tmp-{os.getpid()}")
        try:
            beside.write_bytes(msgspec.msgpack.encode(state))
            beside.replace(self._file)
            self._forget_old()
        except (OSError, UnicodeEncodeError):
            beside.unlink(missing_ok=True)

    def _forget_old(self) -> None:
        assert self._file is not None
        files = sorted(self._file.parent.glob("site-*.msgpack*"), key=lambda file: file.stat().st_mtime_ns)
        for file in files[:-_KEPT_OUTPUTS]:
            file.unlink(missing_ok=True)

    def is_complete(self, files: Iterable[Written]) -> bool:
        """Tell whether the output folder's own list names these files and no others, as a finished build leaves it."""
        return self._output.known == {file.path: file.checksum for file in files}

    def look_again(self, files: Iterable[Written]) -> tuple[Written, ...] | None:
        """Give what is known now of files that were written; None when one of them is no longer the same."""
        found: list[Written] = []
        for file in files:
            now = self._output.look_again(file)
            if now is None:
                return None
            found.append(now)
        return tuple(found)


def unchanged_report(state: BuildState, memory: BuildMemory, whole: bytes) -> BuildReport | None:
    """Give the report of the last build again, if all it saw and all it wrote is still the same; None otherwise."""
    if not whole or whole != state.whole:
        return None
    files = [
        *(file for page in state.pages.values() for file in page.files),
        *(file for part in state.parts.values() for file in part.files),
        *state.others,
    ]
    if not memory.is_complete(files) or memory.look_again(files) is None:
        return None
    counts = {**state.report.counts, "written": 0, "unchanged": len(files), "removed": 0}
    return msgspec.structs.replace(state.report, counts=counts, removed=(), search_seconds=0.0)


class Reuse:
    """What of the last build can be kept."""

    def __init__(self, state: BuildState | None, base: bytes, memory: BuildMemory) -> None:
        """Begin with what was remembered.

        Args:
            state: None when nothing was.
            base: digest of what all pages share; another one than last time, and nothing is kept.
            memory: looks at the files.
        """
        self._state = state if state is not None and state.base == base else None
        self._memory = memory

    def pages(self, urls: Iterable[str], answer: Callable[[str], bytes]) -> dict[str, tuple[Written, ...]]:
        """Find the pages that need not be made again.

        Args:
            urls: addresses of planned pages.
            answer: gives the digest of today's answer to a question.

        Returns:
            Address -> the page's files.
        """
        state = self._state
        if state is None:
            return {}
        questions, answers = state.questions, state.answers
        found: dict[str, tuple[Written, ...]] = {}
        for url in urls:
            record = state.pages.get(url)
            if record is None or any(answer(questions[number]) != answers[number] for number in record.reads):
                continue
            files = self._memory.look_again(record.files)
            if files is not None:
                found[url] = files
        return found

    def reads(self, url: str) -> dict[str, bytes]:
        """Give what a page that is kept asked, with the digests of the answers."""
        state = self._state
        assert state is not None, "only a page of the last build can be kept"
        return {state.questions[number]: state.answers[number] for number in state.pages[url].reads}

    def part(self, name: str, inputs: bytes) -> PartRecord | None:
        """Give a part that was made of the same inputs, with what is known of its files now; None for none."""
        record = self._state.parts.get(name) if self._state is not None else None
        if record is None or record.inputs != inputs:
            return None
        files = self._memory.look_again(record.files)
        return msgspec.structs.replace(record, files=files) if files is not None else None


def page_records(
    made: Mapping[str, tuple[tuple[Written, ...], Mapping[str, bytes]]],
) -> tuple[tuple[str, ...], tuple[bytes, ...], dict[str, PageRecord]]:
    """Number the questions of all pages.

    Args:
        made: address -> the page's files, and each question it asked with the digest of the answer.

    Returns:
        Questions, digests of their answers, and the records by address.
    """
    numbers: dict[str, int] = {}
    answers: list[bytes] = []
    records: dict[str, PageRecord] = {}
    for url, (files, reads) in made.items():
        places: list[int] = []
        for question, answer in reads.items():
            number = numbers.get(question)
            if number is None:
                number = numbers[question] = len(answers)
                answers.append(answer)
            places.append(number)
        records[url] = PageRecord(files=files, reads=tuple(places))
    return tuple(numbers), tuple(answers), records
