"""Random changes by us and by others: replay gives the files, and undoing everything gives the first bytes."""

import shutil
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from napkin_site.core.changes import Change, ChangeSet, digest_of
from napkin_site.core.path_rules import TRASH_FOLDER
from napkin_site.core.paths import VaultPath
from napkin_site.vault.writer import Writer
from tests.vault.files import write_files
from tests.vault.writers import ME, adding, tree, writing

FIRST = {"a.md": b"a1\na2\n", "b/c.md": b"c\r\n", "pic.png": b"\x89PNG"}
PLACES = st.sampled_from([VaultPath(name) for name in ("a.md", "b/c.md", "b/d/e.md", "f.md", "pic.png", "g/pic.png")])
TEXTS = st.text("xyz\n", min_size=1, max_size=5)


class Vaults(RuleBasedStateMachine):
    """A vault that is changed through the writer, and behind its back."""

    @initialize()
    def make(self) -> None:
        self._base = Path(tempfile.mkdtemp())
        write_files(self._base / "vault", FIRST)
        (self._base / "state").mkdir()
        self._writer = Writer(self._base / "vault", self._base / "state")
        assert self._writer.survey() == "1"

    def teardown(self) -> None:
        if not hasattr(self, "_writer"):
            return
        try:
            self._writer.survey()
            for entry in reversed(self._writer.history.entries()[1:]):
                self._writer.undo(entry.id, origin=ME)
            assert self.files() == FIRST
        finally:
            self._writer.close()
            shutil.rmtree(self._base)

    def files(self) -> dict[str, bytes]:
        """Give the files of the vault, the trash aside."""
        found = tree(self._base / "vault")
        return {name: content for name, content in found.items() if not name.startswith(f"{TRASH_FOLDER}/")}

    @rule(path=PLACES, text=TEXTS)
    def add(self, path: VaultPath, text: str) -> None:
        self._writer.run(adding(path, text), origin=ME)

    @rule(path=PLACES, text=TEXTS)
    def write(self, path: VaultPath, text: str) -> None:
        self._writer.run(writing(path, text.encode()), origin=ME)

    @rule(path=PLACES, to=PLACES, text=st.none() | TEXTS)
    def move(self, path: VaultPath, to: VaultPath, text: str | None) -> None:
        files = self.files()
        if path in files and to not in files and path.endswith("md") == to.endswith("md"):
            after = None if text is None else text.encode()
            change = Change(path=path, before=digest_of(files[path]), after=after, to=to)
            self._writer.apply(ChangeSet(op="move", changes=(change,)), origin=ME)

    @rule(path=PLACES)
    def delete(self, path: VaultPath) -> None:
        files = self.files()
        if path in files:
            change = Change(path=path, before=digest_of(files[path]))
            self._writer.apply(ChangeSet(op="delete", changes=(change,)), origin=ME)

    @rule()
    def restore(self) -> None:
        for item in self._writer.trash():
            if item.origin not in self.files():
                self._writer.restore(item.path, origin=ME)
                return

    @rule(path=PLACES, text=TEXTS)
    def save_behind_our_back(self, path: VaultPath, text: str) -> None:
        write_files(self._base / "vault", {path: text})

    @rule()
    def undo_the_last(self) -> None:
        self._writer.survey()
        last = self._writer.history.entries()[-1]
        if last.id != "1":
            self._writer.undo(last.id, origin=ME)

    @invariant()
    def the_journal_gives_the_files(self) -> None:
        self._writer.survey()
        states = {path: digest for path, digest in self._writer.history.states().items() if digest is not None}
        assert states == {path: digest_of(content) for path, content in self.files().items()}
        assert not list((self._base / "state" / "txn").glob("*"))


Vaults.TestCase.settings = settings(
    max_examples=12, stateful_step_count=15, deadline=None, suppress_health_check=list(HealthCheck)
)
TestVaults = Vaults.TestCase
