"""Parsing what changed: in chunks, elsewhere, and whatever happens."""

import gc
import os
from collections.abc import Iterable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec
import pytest

from napkin_site.core.syntax.tree import NoteBody, NoteFacts, NoteSyntax, SyntaxOptions
from napkin_site.index.crew import Afterwork
from napkin_site.index.encoding import decode
from napkin_site.index.parsing import (
    Hands,
    Job,
    Outcome,
    content_digest,
    fallback_syntax,
    key_options,
    parse_jobs,
    parse_key,
    paused_gc,
)
from tests.index.processes import wait_until_gone
from tests.index.small_parse import small_parse
from tests.vault.files import write_files


def job(path: Path, *, known_key: bytes = b"", options: SyntaxOptions = SyntaxOptions()) -> Job:  # noqa: B008  # frozen
    size = path.stat().st_size if path.exists() else 0
    return Job(path.name, str(path), size, options, known_key)  # type: ignore[arg-type]  # a name is a vault path here


def parsed(root: Path, source: bytes) -> NoteFacts:
    write_files(root, {"a.md": source})
    (outcome,) = parse_jobs([job(root / "a.md")], small_parse)
    return facts_of(outcome)


def facts_of(outcome: Outcome) -> NoteFacts:
    return decode(outcome.facts, msgspec.msgpack.Decoder(NoteFacts))


def test_a_key_names_content_and_options() -> None:
    every = [
        SyntaxOptions(strict_line_breaks=strict, trusted_html=trusted, commonmark=commonmark)
        for strict in (False, True)
        for trusted in (False, True)
        for commonmark in (False, True)
    ]
    keys = [parse_key(content_digest(b"text"), options) for options in every]

    assert len(set(keys)) == 8
    assert [key_options(key) for key in keys] == every
    assert parse_key(content_digest(b"other"), every[0]) not in keys


def test_a_content_that_is_known_is_not_parsed_again(tmp_path: Path) -> None:
    write_files(tmp_path, {"a.md": "one", "b.md": "two", "c.md": "three"})
    keys = [parse_key(content_digest(text), SyntaxOptions()) for text in (b"one", b"two", b"three")]
    jobs = [job(tmp_path / "a.md", known_key=keys[0]), job(tmp_path / "b.md"), job(tmp_path / "c.md")]

    outcomes = list(parse_jobs(jobs, small_parse, kept=frozenset({keys[1]})))

    assert [outcome.key for outcome in outcomes] == keys
    assert [bool(outcome.facts) for outcome in outcomes] == [False, False, True]


def test_a_file_that_cannot_be_read_is_an_outcome_of_its_own(tmp_path: Path) -> None:
    write_files(tmp_path, {"a.md": "text"})

    gone, good = parse_jobs([job(tmp_path / "gone.md"), job(tmp_path / "a.md")], small_parse)

    assert (gone.key, gone.facts) == (b"", b"")
    assert "No such file" in gone.error
    assert good.facts
    assert not good.error


def test_a_parser_that_fails_leaves_the_text_and_an_error(tmp_path: Path) -> None:
    write_files(tmp_path, {"a.md": "---\ndraft: true\n---\n<b>\nBOOM\n", "b.md": "fine"})

    broken, good = parse_jobs([job(tmp_path / "a.md"), job(tmp_path / "b.md")], small_parse)

    facts = facts_of(broken)
    assert facts.properties == {"draft": True}
    assert [(found.code, found.line) for found in facts.findings] == [("parse-failed", 1)]
    assert "RuntimeError: a broken parser" in facts.findings[0].message
    assert decode(broken.body, msgspec.msgpack.Decoder(NoteBody)).blocks[0].pieces == ("<pre>&lt;b&gt;\nBOOM</pre>",)
    assert facts_of(good).findings == ()


def test_the_stand_in_shows_no_comment_and_says_where_they_are() -> None:
    source = b"---\na: 1\n---\nseen %%hidden%% seen <!-- hidden --> seen %%hidden to the end"

    syntax = fallback_syntax(source, "x")

    (piece,) = syntax.body.blocks[0].pieces
    assert "hidden" not in str(piece)
    assert str(piece).count("seen") == 3
    assert [source[slice(*span)] for span in syntax.facts.comments] == [
        b"%%hidden%%",
        b"<!-- hidden -->",
        b"%%hidden to the end",
    ]


def test_the_stand_in_for_nothing_is_empty() -> None:
    assert fallback_syntax(b"%%all hidden%%", "x").body.blocks == ()


def test_unreadable_properties_are_a_finding_with_their_line(tmp_path: Path) -> None:
    facts = parsed(tmp_path, b"---\na: 1\na: 2\n---\ntext")

    assert [(found.code, found.line) for found in facts.findings] == [("unreadable-front-matter", 3)]
    assert "line 3" in facts.properties_error, "the page of the note has no line beside it"
    assert "line 3" not in facts.findings[0].message, "the report has"


def test_tags_that_are_none_are_a_finding_with_their_line(tmp_path: Path) -> None:
    facts = parsed(tmp_path, b"---\na: 1\ntags: b, c\n---\nODD")

    assert [(found.code, found.line) for found in facts.findings] == [("invalid-tag", 3), ("odd", 1)]


def test_bytes_that_are_no_utf8_are_a_finding_with_their_line(tmp_path: Path) -> None:
    facts = parsed(tmp_path, b"one\ntwo\nthr\xe9e")

    assert [(found.code, found.line) for found in facts.findings] == [("invalid-utf8", 3)]


def parse_that_reports(source: bytes, options: SyntaxOptions) -> NoteSyntax:
    syntax = small_parse(b"ODD", options)
    finding = msgspec.structs.replace(syntax.facts.findings[0], code="invalid-utf8")
    return msgspec.structs.replace(syntax, facts=msgspec.structs.replace(syntax.facts, findings=(finding,)))


def test_what_the_parser_found_itself_is_not_said_twice(tmp_path: Path) -> None:
    write_files(tmp_path, {"a.md": b"\xff"})

    (outcome,) = parse_jobs([job(tmp_path / "a.md")], parse_that_reports)

    assert [found.code for found in facts_of(outcome).findings] == ["invalid-utf8"]


def many_jobs(root: Path) -> list[Job]:
    write_files(root, {f"{n:03}.md": f"note {n}\n" * 200 for n in range(130)})
    return [job(path) for path in sorted(root.iterdir())]


def by_path(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """Sort outcomes, with their facts as they are, wherever they were found."""
    return sorted(
        [outcome._replace(found=outcome.found or facts_of(outcome)) for outcome in outcomes],
        key=lambda outcome: outcome.path,
    )


def test_other_processes_give_the_same(tmp_path: Path) -> None:
    jobs = many_jobs(tmp_path)

    elsewhere = by_path(parse_jobs(jobs, small_parse, hands=Hands(workers=3)))

    assert elsewhere == by_path(parse_jobs(jobs, small_parse))


@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_an_executor_gives_the_same(tmp_path: Path, kind: str) -> None:
    jobs = many_jobs(tmp_path)
    watcher = Watcher()

    with an_executor(kind) as executor:
        elsewhere = by_path(parse_jobs(jobs, small_parse, hands=Hands(executor=executor, companion=watcher)))

    assert elsewhere == by_path(parse_jobs(jobs, small_parse))
    assert watcher.begun == 1


def an_executor(kind: str) -> Executor:
    return ThreadPoolExecutor(2) if kind == "threads" else ProcessPoolExecutor(2, mp_context=get_context("spawn"))


def parse_that_ends_other_processes(source: bytes, options: SyntaxOptions) -> NoteSyntax:
    if b"note 70" in source and os.environ.get("PARSING_PROCESS") != str(os.getpid()):
        os._exit(1)
    return small_parse(source, options)


def test_what_an_executor_loses_is_parsed_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    jobs = many_jobs(tmp_path)
    monkeypatch.setenv("PARSING_PROCESS", str(os.getpid()))

    with an_executor("processes") as executor:
        found = by_path(parse_jobs(jobs, parse_that_ends_other_processes, hands=Hands(executor=executor)))

    assert found == by_path(parse_jobs(jobs, small_parse))


class Refuser(ThreadPoolExecutor):
    """An executor that breaks down over its second task, before or after taking it."""

    def __init__(self, how: str) -> None:
        super().__init__(2)
        self._how = how
        self._tasks = 0

    def submit(self, *arguments: Any, **named: Any) -> "Future[Any]":
        self._tasks += 1
        if self._tasks != 2:
            return super().submit(*arguments, **named)
        if self._how == "broken":
            raise BrokenExecutor("a process is gone")
        cancelled: Future[Any] = Future()
        cancelled.cancel()
        cancelled.set_running_or_notify_cancel()
        return cancelled


@pytest.mark.parametrize("how", ["broken", "cancelled"])
def test_what_an_executor_does_not_take_or_cancels_is_parsed_here(tmp_path: Path, how: str) -> None:
    jobs = many_jobs(tmp_path)

    with Refuser(how) as executor:
        found = by_path(parse_jobs(jobs, small_parse, hands=Hands(executor=executor)))

    assert found == by_path(parse_jobs(jobs, small_parse))


def test_an_executor_that_was_shut_down_is_a_mistake_of_who_passes_it(tmp_path: Path) -> None:
    executor = ThreadPoolExecutor(1)
    executor.shutdown()

    with pytest.raises(RuntimeError, match="after shutdown"):
        list(parse_jobs(many_jobs(tmp_path), small_parse, hands=Hands(executor=executor)))


def test_few_notes_are_not_sent_to_an_executor(tmp_path: Path) -> None:
    write_files(tmp_path, {"a.md": "a"})
    executor = ThreadPoolExecutor(1)
    executor.shutdown()  # it would refuse

    assert len(list(parse_jobs([job(tmp_path / "a.md")], small_parse, hands=Hands(executor=executor)))) == 1


class Watcher:
    """A companion that counts."""

    def __init__(self) -> None:
        self.afterwork = Afterwork(lambda: iter([self.seen]))
        self.begun = 0
        self.seen = 0

    def begin(self) -> None:
        self.begun += 1

    def see(self, body: NoteBody) -> None:
        assert isinstance(body, NoteBody)
        self.seen += 1


def test_this_process_has_something_else_to_do_once_the_others_have_begun(tmp_path: Path) -> None:
    jobs, watcher = many_jobs(tmp_path), Watcher()

    outcomes = parse_jobs(jobs, small_parse, hands=Hands(workers=2, companion=watcher))

    assert len(list(outcomes)) == len(jobs)
    assert watcher.begun == 1
    watcher.afterwork.finish()


def test_each_process_sees_what_it_parsed_and_can_go_on_with_it(tmp_path: Path) -> None:
    jobs, watcher = many_jobs(tmp_path), Watcher()

    assert len(list(parse_jobs(jobs, small_parse, hands=Hands(workers=3, companion=watcher)))) == len(jobs)

    wait_until_gone(watcher.afterwork.processes)
    assert watcher.seen + sum(watcher.afterwork.finish()) == len(jobs)


def test_little_work_is_done_here(tmp_path: Path) -> None:
    write_files(tmp_path, {"a.md": "text"})
    watcher = Watcher()

    outcomes = parse_jobs([job(tmp_path / "a.md")], small_parse, hands=Hands(workers=2, companion=watcher))

    assert len(list(outcomes)) == 1
    assert (watcher.begun, watcher.seen, watcher.afterwork.finish()) == (0, 0, [])


@pytest.mark.parametrize("enabled", [True, False])
def test_the_collector_is_left_as_it_was(*, enabled: bool) -> None:
    was_enabled = gc.isenabled()
    (gc.enable if enabled else gc.disable)()
    try:
        with paused_gc():
            assert not gc.isenabled()
        assert gc.isenabled() is enabled
    finally:
        (gc.enable if was_enabled else gc.disable)()
