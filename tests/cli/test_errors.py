import errno
import json
import subprocess
import sys
from pathlib import Path

import pytest

from napkin_site import errors
from napkin_site.cli import app
from napkin_site.cli.exit_codes import EXIT_CODES, ExitCode, exit_code_for
from napkin_site.cli.messages import error_name
from napkin_site.errors import NapkinError, OutputError, VaultNotFoundError
from tests.cli.conftest import Napkin


def test_every_error_has_an_exit_code() -> None:
    classes = {value for value in vars(errors).values() if isinstance(value, type) and value is not NapkinError}
    assert classes == set(EXIT_CODES)


def test_a_more_special_error_has_the_exit_code_of_its_kind() -> None:
    class SpecialError(VaultNotFoundError):
        pass

    assert exit_code_for(SpecialError("x")) is ExitCode.NO_VAULT
    assert exit_code_for(NapkinError("x")) is ExitCode.FAILURE


def test_a_mistyped_command_suggests_the_nearest(napkin: Napkin) -> None:
    outcome = napkin("biuld")
    assert outcome.code == 2
    assert outcome.out == ""
    assert outcome.err.startswith("✗ there is no command 'biuld': did you mean 'build'?\nhint: ")


def test_an_unheard_of_command_lists_those_there_are(napkin: Napkin) -> None:
    assert "build, check, init, serve" in napkin("frobnicate").err


def test_an_unknown_option_is_a_usage_error(napkin: Napkin) -> None:
    outcome = napkin("build", "--nonsense")
    assert outcome.code == 2
    assert outcome.err.startswith("✗ ")
    assert "hint: see: napkin build --help" in outcome.err


@pytest.mark.parametrize("arguments", [("--json", "build", "--nonsense"), ("build", "--nonsense", "--json")])
def test_errors_are_json_on_stderr_when_json_is_asked_for(napkin: Napkin, arguments: tuple[str, ...]) -> None:
    outcome = napkin(*arguments)
    assert outcome.out == ""
    error = json.loads(outcome.err)["error"]
    assert error["code"] == "usage"
    assert error["exit_code"] == outcome.code == 2
    assert set(error) == {"code", "message", "path", "line", "hint", "suggestions", "exit_code"}


def test_error_names_are_the_class_names_in_kebab_case() -> None:
    assert error_name(VaultNotFoundError("x")) == "vault-not-found"
    assert error_name(NapkinError("x")) == "napkin"


def test_an_error_names_its_place_unless_the_message_does(napkin: Napkin, monkeypatch: pytest.MonkeyPatch) -> None:
    _fail_with(monkeypatch, errors.ConfigError("unknown key `a`", path="config.json", line=3))
    assert napkin().err == "✗ config.json line 3: unknown key `a`\n"
    _fail_with(monkeypatch, errors.ConfigError("`config.json` is empty", path="config.json"))
    assert napkin().err == "✗ `config.json` is empty\n"


@pytest.mark.parametrize(
    ("number", "message"),
    [(errno.ENOSPC, "the disk is full"), (errno.EACCES, "permission denied"), (errno.ENOTDIR, "a file stands where")],
)
def test_trouble_with_the_disk_is_told_without_a_traceback(
    napkin: Napkin, monkeypatch: pytest.MonkeyPatch, number: int, message: str
) -> None:
    _fail_with(monkeypatch, OSError(number, "whatever", "place"))
    outcome = napkin()
    assert outcome.code == exit_code_for(OutputError(""))
    assert f"✗ place: {message}" in outcome.err
    assert "hint: " in outcome.err
    assert "Traceback" not in outcome.err


def test_a_mistake_of_ours_is_told_with_its_traceback(napkin: Napkin, monkeypatch: pytest.MonkeyPatch) -> None:
    _fail_with(monkeypatch, ZeroDivisionError("oh"))
    outcome = napkin()
    assert outcome.code == 1
    assert "Traceback" in outcome.err
    assert "✗ unexpected failure: ZeroDivisionError: oh" in outcome.err
    assert "hint: " in outcome.err


def test_a_mistake_of_ours_stays_one_json_document(napkin: Napkin, monkeypatch: pytest.MonkeyPatch) -> None:
    _fail_with(monkeypatch, ZeroDivisionError("oh"))
    outcome = napkin("--json")
    assert outcome.code == 1
    assert json.loads(outcome.err)["error"]["exit_code"] == 1


def test_an_interrupt_ends_as_a_shell_expects(napkin: Napkin, monkeypatch: pytest.MonkeyPatch) -> None:
    _fail_with(monkeypatch, KeyboardInterrupt())
    outcome = napkin()
    assert outcome.code == 130
    assert "Traceback" not in outcome.err


def test_a_reader_that_goes_away_is_no_drama() -> None:
    program = Path(sys.executable).with_name("napkin")
    with subprocess.Popen([program, "--help"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 1


def test_two_vaults_cannot_be_named(napkin: Napkin) -> None:
    outcome = napkin("--vault", "one", "build", "two")
    assert outcome.code == 2
    assert "two vaults are named" in outcome.err


def _fail_with(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    def fail(*_arguments: object, **_keywords: object) -> None:
        raise error

    monkeypatch.setattr(app.napkin, "invoke", fail)


@pytest.mark.parametrize(
    "arguments",
    [("build", ".", "-o", ""), ("build", ""), ("--vault", "", "tag", "list"), ("check", ""), ("serve", ""),
     ("graph", "-o", ""), ("init", "--path", "")],
)  # fmt: skip
def test_an_empty_path_is_refused_and_not_taken_for_the_current_folder(
    napkin: Napkin, vault: Path, arguments: tuple[str, ...]
) -> None:
    outcome = napkin(*arguments)

    assert outcome.code == 2
    assert "it is empty" in outcome.err
