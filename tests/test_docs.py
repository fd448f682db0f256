"""The documentation is complete, and what it shows is true: every setting, option and name, every example."""

import ast
import inspect
import itertools
import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import msgspec
import pytest
import yaml

import napkin_site
from napkin_site.builder.checks.levels import LEVELS
from napkin_site.builder.report import BuildReport
from napkin_site.builder.site import build_site
from napkin_site.cli.app import COMMANDS, napkin
from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.lazy import LazyGroup
from napkin_site.core.problems import Severity
from napkin_site.vault.config import Config, load_config, setting_names
from napkin_site.vault.locate import find_vault

CHECKOUT = Path(__file__).resolve().parent.parent
DOCS = CHECKOUT / "docs"
PAGES = sorted(path for path in DOCS.rglob("*.md") if not any(part.startswith(".") for part in path.parts))
_FENCE = re.compile(r"^( *)```(\w+)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
ANSWERS = ("reference/reading commands.md", "reference/writing commands.md")
"""Pages whose JSON is what commands answer."""
_CODE = re.compile(r"[a-z]+(?:-[a-z0-9]+)+")


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def first_cells(text: str) -> set[str]:
    """Collect what stands as code in the first column of a page's tables."""
    rows = re.findall(r"^\| ([^|]*) \|", text, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`([^`]+)`", row)}


def examples(language: str) -> list[tuple[str, str]]:
    """Collect the code blocks of a language: name of the page, and the code without its indentation."""
    found = []
    for path in PAGES:
        for indent, written, code in _FENCE.findall(path.read_text(encoding="utf-8")):
            if written == language:
                found.append((path.relative_to(DOCS).as_posix(), re.sub(f"(?m)^{indent}", "", code)))
    assert found
    return found


def test_the_documentation_is_a_vault_that_builds_without_a_remark(tmp_path: Path) -> None:
    report = build_site(DOCS, tmp_path / "site", state_dir=None, workers=1)
    assert [problem for problem in report.problems if problem.severity is not Severity.INFO] == []
    assert report.counts["notes"] == len(PAGES)
    assert report.counts["held_back"] == 0


def test_every_folder_says_what_it_is_for() -> None:
    folders = {path.parent for path in PAGES} - {DOCS}
    assert folders
    assert all((folder / "_about.md").is_file() for folder in folders)


def test_every_page_has_one_title_and_can_be_found() -> None:
    everything = "".join(path.read_text(encoding="utf-8") for path in PAGES)
    for path in PAGES:
        text = re.sub(_FENCE, "", path.read_text(encoding="utf-8"))
        assert len(re.findall(r"^# ", text, re.MULTILINE)) == 1, path
        if path.stem not in {"_about", "NAPKIN"}:
            assert re.search(r"\A---\ndescription: ", text), path
            assert re.search(rf"\[\[{re.escape(path.stem)}[\]|#\\]", everything), f"nothing links to {path}"


def test_settings_page_has_every_key_and_no_other() -> None:
    listed = first_cells(page("reference/settings.md"))
    assert {name for name in listed if not name.isupper()} == set(setting_names())


def test_settings_page_states_the_true_defaults() -> None:
    rows = re.findall(r"^\| `([a-z_.]+)` \| ([^|]*) \|", page("reference/settings.md"), re.MULTILINE)
    defaults = Config()
    for key, stated in rows:
        value: Any = defaults
        for part in key.split("."):
            value = getattr(value, part)
        literal = re.match(r"`([^`]+)`", stated)
        if literal:
            assert json.loads(literal[1]) == (list(value) if isinstance(value, tuple) else value), key
        else:
            assert value in ("", None), key


def test_variables_of_the_environment_are_documented() -> None:
    text = page("reference/settings.md")
    sources = "".join(path.read_text(encoding="utf-8") for path in (CHECKOUT / "napkin_site").rglob("*.py"))
    for name in sorted({*re.findall(r'"(NAPKIN_[A-Z]+(?:_[A-Z]+)*)"', sources), "SOURCE_DATE_EPOCH", "NO_COLOR"}):
        assert f"`{name}`" in text, name


def root_context() -> click.Context:
    """Make the context the program makes: a command remembers the names of its help option from its first one."""
    return click.Context(napkin, **napkin.context_settings)


def commands() -> Iterator[tuple[str, click.Command]]:
    yield "napkin", napkin
    context = root_context()
    for name in sorted(COMMANDS):
        command = napkin.get_command(context, name)
        assert command is not None
        if not isinstance(command, LazyGroup):
            yield f"napkin {name}", command
            continue
        for inner in command.table:
            found = command.get_command(context, inner)
            assert found is not None
            yield f"napkin {name} {inner}", found


def test_command_line_pages_have_every_command_option_and_exit_code() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in PAGES if path.parent.name == "reference")
    for name, command in commands():
        assert f"Usage: {name} " in text, name
        for parameter in command.params:
            for option in parameter.opts if isinstance(parameter, click.Option) else ():
                assert re.search(rf"(?m)^ .*{re.escape(option)}\b", text), f"{name} {option}"
    for code in ExitCode:
        assert re.search(rf"(?m)^\| {code.value} \| ", text), code


def test_every_command_in_an_example_is_one_that_the_program_takes() -> None:
    """Parse each line, without running it: a renamed option would make it fail."""
    lines = [line for _, code in examples("sh") for line in code.splitlines()]
    calls = [shlex.split(line, comments=True) for line in lines if re.match(r"(~/\S+/)?napkin ", line)]
    assert len(calls) >= 4
    for _, *words in calls:
        # What the shell takes for itself: pipes, and texts that follow.
        arguments = list(itertools.takewhile(lambda word: not re.fullmatch(r"\||\|\||&&|<<.*", word), words))
        context = root_context()
        command: click.Command = napkin
        while isinstance(command, LazyGroup) and arguments[0] in command.table:
            found = command.get_command(context, arguments.pop(0))
            assert found is not None
            command = found
        if command is napkin:
            assert arguments == ["--version"]
        else:
            command.make_context(command.name, arguments, parent=context, resilient_parsing=False)


def test_python_page_has_every_public_name_and_no_other() -> None:
    names = {name for name in first_cells(page("reference/python.md")) if not name.startswith("vault.")}
    assert names == set(napkin_site.__all__)


def test_python_page_has_every_verb_of_a_vault_with_its_keywords() -> None:
    stated = re.findall(r"`vault\.(\w+)(?:\(([^)`]*)\))?`", page("reference/python.md"))
    documented = {name: {word.strip().rstrip("=") for word in words.split(",") if word} for name, words in stated}
    verbs = {name: member for name, member in inspect.getmembers(napkin_site.Vault) if not name.startswith("_")}
    assert set(documented) == set(verbs)
    for name, member in verbs.items():
        if callable(member):
            # The keywords that every change takes are told once for all.
            assert documented[name] == {*inspect.signature(member).parameters} - {"self", "how"}, name


def test_python_examples_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    build, read = [code for name, code in examples("python") if name == "reference/python.md"]
    vault = tmp_path / "examples" / "garden"
    vault.mkdir(parents=True)
    (vault / "Tomato.md").write_text("Sow in [[March]], beside [[Leek]].\n", encoding="utf-8")
    (vault / "Leek.md").write_text("Not beside a [[Tomato]].\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    exec(compile(build, "python.md", "exec"), {})  # our own documentation
    out = capsys.readouterr().out
    assert out.startswith("2 notes, 0 errors\n")
    assert "Tomato.md 1 `March`" in out
    exec(compile(read, "python.md", "exec"), {})
    assert capsys.readouterr().out == "Tomato.md 9 tokens 0 pages\nLeek.md 1\n"


def test_all_python_examples_compile() -> None:
    for name, code in examples("python"):
        compile(code, name, "exec")


def test_json_examples_are_json_and_settings_among_them_are_accepted(tmp_path: Path) -> None:
    checked = 0
    for name, code in examples("json"):
        data = json.loads(code)
        if name in ANSWERS:  # some are named like a section of the settings
            continue
        if not isinstance(data, dict) or not set(data) <= {section.partition(".")[0] for section in setting_names()}:
            continue
        vault = tmp_path / str(checked)
        (vault / ".napkin").mkdir(parents=True)
        (vault / ".napkin" / "config.json").write_text(code, encoding="utf-8")
        load_config(find_vault(None, named=vault, environ={}), environ={})
        checked += 1
        assert name
    assert checked >= 5


def test_yaml_examples_are_yaml() -> None:
    for _, code in examples("yaml"):
        list(yaml.safe_load_all(code))


def test_report_page_shows_a_report_as_it_is() -> None:
    text = page("reference/build report.md")
    ((_, shown), *_) = [(name, code) for name, code in examples("json") if name == "reference/build report.md"]
    report = msgspec.json.decode(shown, type=BuildReport)
    assert list(json.loads(shown)) == list(BuildReport.__struct_fields__)
    assert set(BuildReport.__struct_fields__) <= first_cells(text)
    assert report.problems


def test_report_page_shows_the_keys_of_a_real_report(tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault" / "a.md").write_text("A.\n", encoding="utf-8")
    real = build_site(tmp_path / "vault", tmp_path / "site", state_dir=None, workers=1)
    shown = json.loads(examples("json")[_index_of_report()][1])
    for key in ("counts", "sizes", "seconds"):
        assert set(shown[key]) == set(getattr(real, key)), key


def _index_of_report() -> int:
    return [name for name, _ in examples("json")].index("reference/build report.md")


def test_problems_page_has_every_code_of_a_problem_and_no_other() -> None:
    assert first_cells(page("reference/problems.md")) == set(problem_codes()) == set(LEVELS)


def test_problems_page_states_the_levels_of_a_check() -> None:
    stated = dict(
        re.findall(r"^\| `([a-z0-9-]+)` \| (error|warning|info)", page("reference/problems.md"), re.MULTILINE)
    )
    assert {code: stated[code] for code, level in LEVELS.items() if level is not None} == {
        code: level.value for code, level in LEVELS.items() if level is not None
    }


def problem_codes() -> Iterator[str]:
    """Find the codes that the source gives to problems: in calls that make one, and in constants for such calls."""
    for path in sorted((CHECKOUT / "napkin_site").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        constants = {
            target.id: node.value.value
            for node in tree.body
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and _makes_a_problem(node.func):
                given = (*node.args, *(word.value for word in node.keywords if word.arg == "code"))
                # One of two codes may be chosen on the spot.
                for value in (
                    part for one in given for part in ((one.body, one.orelse) if isinstance(one, ast.IfExp) else (one,))
                ):
                    text = constants.get(value.id) if isinstance(value, ast.Name) else getattr(value, "value", None)
                    if isinstance(text, str) and _CODE.fullmatch(text):
                        yield text


def _makes_a_problem(called: ast.expr) -> bool:
    name = called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""
    return name.strip("_").lower() in {"problem", "finding", "propertyfault", "report", "find"}


def test_html_page_has_every_class_of_the_templates() -> None:
    text = page("reference/html.md")
    used: set[str] = set()
    for path in sorted((CHECKOUT / "theme" / "napkin").glob("*.html")):
        used.update(re.findall(r"\bnapkin-[a-z-]+", " ".join(re.findall(r'class="([^"]*)"', path.read_text("utf-8")))))
    assert used
    for name in sorted(used):
        assert f"`{name}`" in text or f'class="{name}' in text, name


def test_output_page_has_every_file_of_a_site(tmp_path: Path) -> None:
    listed = first_cells(page("reference/output files.md"))
    patterns = [re.compile(re.escape(name).replace("…", ".+")) for name in listed if name != "…"]
    vault = tmp_path / "vault"
    (vault / "Beds").mkdir(parents=True)
    (vault / "Beds" / "Leek.md").write_text("#hardy ![[leek.csv]] [[Onion]]\n", encoding="utf-8")
    (vault / "leek.csv").write_text("a,b\n", encoding="utf-8")
    site = tmp_path / "site"
    build_site(vault, site, state_dir=None, workers=1)
    written = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    assert written > {"index.html", ".napkin-site", "-/data/graph.json"}
    undocumented = {path for path in written if not any(pattern.fullmatch(path) for pattern in patterns)}
    assert undocumented == {"leek.csv"}
