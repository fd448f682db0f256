"""`napkin property set`, `remove`, `add`, `remove-from` and `rename`: changing what the properties of a note say."""

import json
from collections.abc import Callable
from typing import Any, TypeVar

import click

from napkin_site.cli.answers import plain
from napkin_site.cli.arguments import needed
from napkin_site.cli.dashes import TextCommand
from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, common_options, pass_manners
from napkin_site.cli.writing import open_session, tell, write_options
from napkin_site.core.property_text import VALUE_TYPES, ValueType
from napkin_site.errors import UsageError
from napkin_site.services.writing.properties import (
    Texts,
    add_to_note_property,
    remove_from_note_property,
    remove_note_property,
    rename_note_property,
    set_note_property,
)

_Command = TypeVar("_Command", bound=Callable[..., Any])


def _words(metavar: str) -> Callable[[_Command], _Command]:
    """Add the arguments, and `--file` and `--name`, which stand for the first two of them."""

    def add(command: _Command) -> _Command:
        for option in (
            click.option("--name", metavar="NAME", help="The property."),
            click.option("--file", metavar="NOTE", help="The note."),
        ):
            command = option(command)
        return click.argument("words", nargs=-1, metavar=metavar)(command)

    return add


def _values_options(command: _Command) -> _Command:
    command = click.option("--json-value", metavar="JSON", help="The value as JSON, as it is.")(command)
    return click.option("--value", "values", multiple=True, metavar="VALUE", help="A value; may be repeated.")(command)


@click.command("set", cls=TextCommand, short_help="Give a property of a note a value.")
@_words("[NOTE] [NAME] [VALUE]...")
@_values_options
@click.option(
    "--type",
    "kind",
    type=click.Choice(VALUE_TYPES),
    help="What the value must be; by default the vault and its look say.",
)
@write_options
@common_options
@pass_manners
def set_(
    manners: Manners,
    words: tuple[str, ...],
    file: str | None,
    name: str | None,
    values: tuple[str, ...],
    json_value: str | None,
    kind: ValueType | None,
) -> int:
    """Give a property of a note a value; one that is not there is made. All other lines stay as they are.

    The type of a value is that of --type, else the one that Obsidian has for this property in the vault, else what it
    looks like: `true` and `false`, numbers, and all else is text, dates included. Several values are a list, and so
    is any value of `tags`, `aliases` and `cssclasses`; an empty one leaves the property empty.

    With --json: path, property, value, id, etag; with --dry-run: path, property, value, diff.
    """
    note, property_name, rest = _taken(words, file, name)
    texts = (*rest, *values)
    value = _given(texts, json_value, kind)
    done = set_note_property(open_session(manners), note, property_name, value)
    shown = "empty" if done.value in (None, "") else plain(done.value)
    tell(manners, done, f"{done.property} of {done.path} is now {shown}")
    return ExitCode.SUCCESS


@click.command(short_help="Take a property of a note away.")
@_words("[NOTE] [NAME]")
@write_options
@common_options
@pass_manners
def remove(manners: Manners, words: tuple[str, ...], file: str | None, name: str | None) -> int:
    """Take a property of a note away; one that is not there is no error. The last one takes the block with it.

    With --json: path, removed (its name), id, etag; with --dry-run: path, removed, diff.
    """
    note, property_name, rest = _taken(words, file, name)
    _no_more(rest)
    done = remove_note_property(open_session(manners), note, property_name)
    tell(manners, done, f"removed {done.removed} from {done.path}")
    return ExitCode.SUCCESS


@click.command(cls=TextCommand, short_help="Add values to a list.")
@_words("[NOTE] [NAME] [VALUE]...")
@_values_options
@write_options
@common_options
@pass_manners
def add(
    manners: Manners,
    words: tuple[str, ...],
    file: str | None,
    name: str | None,
    values: tuple[str, ...],
    json_value: str | None,
) -> int:
    """Add values to a list, each once; a single value becomes a list, and a missing property is made.

    With --json: path, property, value (the whole list), added, id, etag; with --dry-run: the same with diff.
    """
    note, property_name, rest = _taken(words, file, name)
    done = add_to_note_property(open_session(manners), note, property_name, _items((*rest, *values), json_value))
    tell(manners, done, f"added {_shown(done.added)} to {done.property} of {done.path}")
    return ExitCode.SUCCESS


@click.command("remove-from", cls=TextCommand, short_help="Take values out of a list.")
@_words("[NOTE] [NAME] [VALUE]...")
@_values_options
@write_options
@common_options
@pass_manners
def remove_from(
    manners: Manners,
    words: tuple[str, ...],
    file: str | None,
    name: str | None,
    values: tuple[str, ...],
    json_value: str | None,
) -> int:
    """Take values out of a list; those that are not in it are no error.

    With --json: path, property, value (what is left), removed, id, etag; with --dry-run: the same with diff.
    """
    note, property_name, rest = _taken(words, file, name)
    done = remove_from_note_property(open_session(manners), note, property_name, _items((*rest, *values), json_value))
    tell(manners, done, f"removed {_shown(done.removed)} from {done.property} of {done.path}")
    return ExitCode.SUCCESS


@click.command(short_help="Give a property of a note another name.")
@_words("[NOTE] [NAME] [NEW]")
@write_options
@common_options
@pass_manners
def rename(manners: Manners, words: tuple[str, ...], file: str | None, name: str | None) -> int:
    """Give a property of a note another name; its value and its place stay.

    With --json: path, from, to, id, etag; with --dry-run: path, from, to, diff.
    """
    note, property_name, rest = _taken(words, file, name)
    new = needed(rest[0] if rest else None, "the new name")
    _no_more(rest[1:])
    done = rename_note_property(open_session(manners), note, property_name, new)
    tell(manners, done, f"{done.from_} of {done.path} is now called {done.to}")
    return ExitCode.SUCCESS


def _taken(words: tuple[str, ...], file: str | None, name: str | None) -> tuple[str, str, tuple[str, ...]]:
    """Give the note, the property, and what is left of the arguments; options stand in their place."""
    left = list(words)
    note = file or (left.pop(0) if left else None)
    property_name = name or (left.pop(0) if left else None)
    return needed(note, "the note"), needed(property_name, "the property's name"), tuple(left)


def _given(texts: tuple[str, ...], json_value: str | None, kind: ValueType | None) -> Any:
    if json_value is not None:
        if texts or kind:
            raise UsageError("a value as JSON stands for itself", hint="Leave out the other values, and --type.")
        return _from_json(json_value)
    if not texts:
        raise UsageError("the value is missing", hint="Give it as an argument; an empty one is ''.")
    return Texts(texts=texts, kind=kind)


def _items(texts: tuple[str, ...], json_value: str | None) -> Any:
    given = _given(texts, json_value, None)
    return given if isinstance(given, Texts | list) else [given]


def _from_json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"--json-value is no JSON: {error}") from None


def _no_more(rest: tuple[str, ...]) -> None:
    if rest:
        raise UsageError(f"`{rest[0]}` is one argument too many", hint="see the command's --help")


def _shown(values: tuple[Any, ...]) -> str:
    return ", ".join(plain(value) for value in values)
