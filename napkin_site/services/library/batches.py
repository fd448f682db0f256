"""Which verbs can be part of a batch, and how an operation that is written as JSON becomes a call of one.

An operation is an object: `op` is the name of a method of the library, the other fields are its keywords.
"""

import inspect
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from typing import Any, get_type_hints

import msgspec

from napkin_site.errors import UsageError
from napkin_site.services.access import VaultAccess
from napkin_site.services.library.canvases import CanvasVerbs
from napkin_site.services.library.files import FileVerbs
from napkin_site.services.library.metadata import MetadataVerbs
from napkin_site.services.library.notes import WritingVerbs
from napkin_site.services.library.opening import How
from napkin_site.services.library.setup import SetupVerbs
from napkin_site.services.writing.batch import Batch, Operation, run_batch
from napkin_site.services.writing.session import WriteSession, Written

_APART = ("restore", "set_setting")
"""Methods that are no operations: what leaves the trash, and what changes the settings that the others go by."""

_OWN = ("op", "if_match")
_OF_THE_BATCH = ("reason", "dry_run", "request", "actor")


class _Verbs(WritingVerbs, FileVerbs, MetadataVerbs, CanvasVerbs, SetupVerbs):
    """The verbs of the library, as part of a batch."""

    def __init__(self, session: WriteSession) -> None:
        self._given_session = session

    def _session(self, how: How) -> WriteSession:  # noqa: ARG002  # the batch has said how
        return self._given_session

    def _open(self) -> VaultAccess:
        return self._given_session.access


@cache
def operation_names() -> tuple[str, ...]:
    """Name the methods that an operation may be: those that change files and say which."""
    return tuple(
        name
        for name, method in inspect.getmembers(_Verbs, inspect.isfunction)
        if not name.startswith("_") and name not in _APART and _is_change(method)
    )


def change_together(session: WriteSession, operations: Iterable[Operation]) -> Batch:
    """Carry out several operations, all or none, as one entry of the history.

    Raises:
        UsageError: an operation is not known, or its keywords are wrong.
        NapkinError: what an operation raises, with its place in front; what the writer raises.
    """
    return run_batch(session, tuple(operations), _perform)


def read_operations(text: str) -> tuple[Operation, ...]:
    """Read operations that are written as JSON Lines; empty lines are left out.

    Raises:
        UsageError: a line is no object, or names no operation.
    """
    operations = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise UsageError(f"line {number}: this is no JSON: {error}", line=number) from None
        operations.append(operation_of(data, f"line {number}"))
    return tuple(operations)


def operations_of(data: Sequence[Mapping[str, Any]]) -> tuple[Operation, ...]:
    """Read operations that are given as mappings.

    Raises:
        UsageError: one is none, or names no operation.
    """
    return tuple(operation_of(item, f"operation {number}") for number, item in enumerate(data, start=1))


def operation_of(data: Any, place: str) -> Operation:
    """Read one operation; `place` is how it is told of in an error.

    Raises:
        UsageError: it is no object, or names no operation.
    """
    if not isinstance(data, Mapping):
        raise UsageError(f"{place}: an operation is an object", hint='Such as {"op": "append", "note": …, "text": …}.')
    name = data.get("op")
    if not isinstance(name, str) or name not in operation_names():
        near = tuple(get_close_matches(str(name), operation_names(), n=3))
        what = f"there is no operation `{name}`" if name is not None else "`op` is missing"
        known = "" if near else f"There are: {', '.join(operation_names())}."
        raise UsageError(f"{place}: {what}", hint=known, suggestions=near)
    for field in _OF_THE_BATCH:
        if field in data:
            raise UsageError(f"{place} ({name}): `{field}` is said of the whole batch", hint="Leave it out here.")
    if_match = data.get("if_match") or ""
    if not isinstance(if_match, str):
        raise UsageError(f"{place} ({name}): `if_match` is text")
    arguments = {field: value for field, value in data.items() if field not in _OWN}
    return Operation(name=name, arguments=arguments, if_match=if_match, place=place)


def _perform(session: WriteSession, operation: Operation) -> Any:
    method: Callable[..., Any] = getattr(_Verbs(session), operation.name)
    return method(**_arguments(operation))


def _arguments(operation: Operation) -> dict[str, Any]:
    """Check the keywords of an operation against those of its method, and give them their types."""
    method = getattr(_Verbs, operation.name)
    parameters = {
        name: parameter
        for name, parameter in list(inspect.signature(method).parameters.items())[1:]
        if parameter.kind is not inspect.Parameter.VAR_KEYWORD
    }
    hints = get_type_hints(method)
    for name in operation.arguments:
        if name not in parameters:
            raise UsageError(f"`{name}` is no field of it", hint=f"It has: {', '.join(parameters)}.")
    missing = [
        name
        for name, parameter in parameters.items()
        if parameter.default is inspect.Parameter.empty and name not in operation.arguments
    ]
    if missing:
        raise UsageError(f"`{missing[0]}` is missing", hint=f"It has: {', '.join(parameters)}.")
    return {name: _typed(name, value, hints[name]) for name, value in operation.arguments.items()}


def _is_change(method: Callable[..., Any]) -> bool:
    """Tell whether a method changes files and says which: what it gives has the fields of `Written`."""
    given = get_type_hints(method).get("return")
    return set(Written.__struct_fields__) - {"id"} <= set(getattr(given, "__struct_fields__", ()))


def _typed(name: str, value: Any, hint: Any) -> Any:
    try:
        return msgspec.convert(value, hint)
    except msgspec.ValidationError as error:
        raise UsageError(f"`{name}`: {error}") from None
