"""Looking after what is remembered of vaults: taking along the history of one that moved, dropping what is left over.

A history cannot be made again, so nothing here drops one that was not asked for, and none is put over another.
"""

import hashlib
import os
import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from napkin_site.core.values import Value
from napkin_site.errors import AmbiguousError, NotFoundError, UsageError, WriteError
from napkin_site.services.states import StateFolder, list_states
from napkin_site.vault.journal import Journal
from napkin_site.vault.locate import VaultLocation
from napkin_site.vault.state import state_base, state_dir, vault_id

_JOURNAL = "journal.jsonl"
_ID = re.compile(r"[0-9a-f]{32}")
_DERIVED = re.compile(r"vault\.json|lock|templates|index\.sqlite.*|site-.*\.msgpack")
_MOST_COMPARED = 200
"""So many files tell well enough whether a history is that of a vault."""


class StateAdopted(Value):
    """A vault that has its history again."""

    vault: str
    """Where the vault is now."""
    was: str
    """Where it was."""
    from_: str = msgspec.field(name="from")
    """Id of its state before."""
    id: str
    """Id of its state now."""
    path: str
    """The folder of its state now."""
    adopted: bool
    """False for a preview."""


class StatesCollected(Value):
    """What was dropped of vaults that are gone, and what was not."""

    removed: tuple[StateFolder, ...]
    """By path of the vault; for a preview, what would be."""
    kept: tuple[StateFolder, ...]
    """Vaults that are gone, of which something was kept that cannot be made again."""
    freed: int
    """Bytes."""


def adopt_state(
    location: VaultLocation, reference: str = "", *, dry_run: bool = False, environ: Mapping[str, str] | None = None
) -> StateAdopted:
    """Give a vault that was moved the history that it had at its old place.

    Args:
        location: the vault, at its new place.
        reference: the id of the old state, or the beginning of it, or the old place; empty where only one of the
            vaults that are gone held these files.
        dry_run: only says what would be done.
        environ: the environment, which says where state lies; None for the process's own.

    Raises:
        UsageError: the vault has a history of its own already, or the other one is still at its place.
        NotFoundError: there is no such state, or none that fits.
        AmbiguousError: several fit.
        WriteError: state cannot be written.
    """
    environ = os.environ if environ is None else environ
    base = state_base(environ)
    if base is None:
        raise WriteError("there is no place for state", hint="Name a folder in `NAPKIN_STATE_DIR`.")
    target = base / vault_id(location.root)
    if _has_history(target):
        raise UsageError(
            f"{location.name} has a history of its own already, and two are not put together",
            path=str(location.root),
            hint="Look at it: napkin log",
        )
    states = [state for state in list_states(environ).states if state.id != target.name]
    chosen = _named(states, reference) if reference else _fitting(states, location)
    if chosen.exists:
        raise UsageError(
            f"the vault at {chosen.vault} is still there, and keeps its history",
            path=chosen.vault,
            hint="A copy of a vault begins a history of its own.",
        )
    if not dry_run:
        _move(Path(chosen.path), target)
        state_dir(location, environ=environ)  # records the new place
    return StateAdopted(
        vault=str(location.root),
        was=chosen.vault,
        from_=chosen.id,
        id=target.name,
        path=str(target),
        adopted=not dry_run,
    )


def collect_states(
    *, with_history: bool = False, dry_run: bool = False, environ: Mapping[str, str] | None = None
) -> StatesCollected:
    """Drop what is remembered of vaults that are gone: what can be made again, and histories only where asked to.

    Args:
        with_history: drop histories, too. A vault on a disk that is not there now looks like one that is gone.
        dry_run: only says what would be dropped.
        environ: the environment, which says where state lies; None for the process's own.
    """
    # Only what is ours for certain: the place of states may hold other folders, too.
    gone = [
        state for state in list_states(environ).states if state.vault and not state.exists and _ID.fullmatch(state.id)
    ]
    removed = tuple(state for state in gone if with_history or _can_be_made_again(Path(state.path)))
    if not dry_run:
        for state in removed:
            shutil.rmtree(state.path)
    return StatesCollected(
        removed=removed,
        kept=tuple(state for state in gone if state not in removed),
        freed=sum(state.size for state in removed),
    )


def _named(states: Sequence[StateFolder], reference: str) -> StateFolder:
    states = [state for state in states if _ID.fullmatch(state.id)]
    place = str(Path(reference).expanduser().absolute())
    found = [state for state in states if state.id.startswith(reference) or state.vault == place]
    if len(found) == 1:
        return found[0]
    if found:
        several = tuple(state.id for state in found)
        raise AmbiguousError(f"`{reference}` begins the ids of several states", suggestions=several)
    raise NotFoundError(
        f"State not found: {reference}",
        hint="List what there is: napkin state list",
        suggestions=tuple(state.id for state in states if not state.exists)[:3],
    )


def _fitting(states: Sequence[StateFolder], location: VaultLocation) -> StateFolder:
    """Find the only vault that is gone and whose history knows most of these files as they are."""
    gone = [state for state in states if not state.exists and _has_history(Path(state.path))]
    fitting = [state for state in gone if _knows(Path(state.path), location.root)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        shown = ", ".join(f"{state.vault} ({state.id[:8]})" for state in fitting)
        raise AmbiguousError(
            f"several vaults that are gone held these files: {shown}",
            hint="Name one: napkin state adopt ID",
            suggestions=tuple(state.id for state in fitting),
        )
    raise NotFoundError(
        "no vault that is gone has a history that fits these files",
        path=str(location.root),
        hint="Name it, if you know better: napkin state adopt ID; see: napkin state list",
        suggestions=tuple(state.id for state in gone)[:3],
    )


def _knows(state: Path, root: Path) -> bool:
    """Tell whether a history's newest contents are, by half and more, what is in a folder."""
    try:
        heads = Journal(state / _JOURNAL).states()
    except (OSError, ValueError):
        return False
    known = [(path, digest) for path, digest in sorted(heads.items()) if digest][:_MOST_COMPARED]
    same = sum(_digest(root / path) == digest for path, digest in known)
    return same > 0 and 2 * same >= len(known)


def _digest(file: Path) -> str:
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError:
        return ""


def _can_be_made_again(state: Path) -> bool:
    """Tell whether a state holds nothing but what is made of a vault: index, and memory of sites."""
    try:
        names = [entry.name for entry in state.iterdir() if entry.name != _JOURNAL]
    except OSError:
        return False
    return not _has_history(state) and all(_DERIVED.fullmatch(name) for name in names)


def _has_history(state: Path) -> bool:
    try:
        return (state / _JOURNAL).stat().st_size > 0
    except OSError:
        return False


def _move(source: Path, target: Path) -> None:
    """Put a state folder in the place of one without a history."""
    aside = target.with_name(f"{target.name}.old")
    try:
        if target.exists():
            target.rename(aside)
        source.rename(target)
        shutil.rmtree(aside, ignore_errors=True)
    except OSError as error:
        raise WriteError(f"the state cannot be moved: {error.strerror}", path=str(source)) from error
