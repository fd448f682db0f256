"""Random changes of a small vault, through the library, through commands, and by other programs."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from napkin_site.core.path_rules import TRASH_FOLDER
from napkin_site.errors import NapkinError
from napkin_site.services.library.vault import Vault

Operation = dict[str, Any]
"""`op`, the name of a method of `Vault`, and its keywords: what a line of `napkin batch` holds."""

_NOTES = ("Apple", "Birch", "Cedar", "Garden/Fern", "Garden/Hazel", "Garden/Wild/Ivy", "Deep/In/Oak", "Larch")
_FOLDERS = ("Garden/", "Garden/Wild/", "Deep/", "Meadow/", "Meadow/North/")
_HEADINGS = ("Soil", "Water", "Light")
_WORDS = ("roots", "bark", "leaf", "[[Apple]]", "[[Fern|a fern]]", "![[Oak#Soil]]", "#tree", "[x](Larch.md)", "old\r\n")
_NAMES = ("status", "tags", "aliases", "planted")
_COMMANDS: Mapping[str, tuple[str, ...]] = {
    "append": ("note", "text"),
    "prepend": ("note", "text"),
    "move": ("file", "to"),
    "rename": ("file", "name"),
    "delete": ("file",),
    "restore": ("file",),
    "undo": (),
    "append_daily": ("text",),
}
"""Methods whose command takes the same arguments in this order."""
_CODE = "import sys; from napkin_site.cli import main; sys.exit(main())"
_EXPECTED = (0, 1, 2, 3, 5)
"""Exit codes of a command that did, or refused, what was asked."""


class Verbs:
    """A vault that is changed at random; the same seed gives the same changes, as long as they are of one day."""

    def __init__(self, root: Path, state: Path, chance: random.Random) -> None:
        self.root = root
        self._state = state
        self._chance = chance
        self.vault = Vault(root, state_dir=state, actor="bench")
        self.refused = 0
        """How many changes made no sense, and were refused."""

    def operation(self) -> Operation:
        """Draw a change; it may make no sense."""
        draw: list[tuple[int, Callable[[], Operation]]] = [
            (6, lambda: {"op": "append", "note": self._note(), "text": self._text()}),
            (3, lambda: {"op": "prepend", "note": self._note(), "text": self._text()}),
            (4, lambda: {"op": "create", "name": self._chance.choice(_NOTES), "content": self._body()}),
            (2, lambda: {"op": "replace", "note": self._note(), "find": "roots", "new": self._text(), "count": None}),
            (4, self._patch),
            (3, lambda: {"op": "set_property", "note": self._note(), "name": self._name(), "value": self._value()}),
            (1, lambda: {"op": "remove_property", "note": self._note(), "name": self._name()}),
            (4, lambda: {"op": "move", "file": self._file(), "to": self._chance.choice(_FOLDERS)}),
            (3, lambda: {"op": "rename", "file": self._file(), "name": f"Name {self._chance.randrange(30)}"}),
            (1, lambda: {"op": "move", "file": self._chance.choice(_FOLDERS), "to": self._chance.choice(_FOLDERS)}),
            (3, lambda: {"op": "delete", "file": self._file()}),
            (1, lambda: {"op": "delete", "file": self._chance.choice(_FOLDERS), "recursive": True}),
            (3, self._restore),
            (4, lambda: {"op": "undo"}),
            (1, lambda: {"op": "append_daily", "text": self._text()}),
            (2, lambda: {"op": "add_to_property", "note": self._note(), "name": "tags", "values": ["a", "tree"]}),
            (2, self._task),
            (1, lambda: {"op": "add_bookmark", "file": self._file()}),
            (1, lambda: {"op": "create_canvas", "name": f"Plan {self._chance.randrange(3)}"}),
            (2, self._node),
        ]
        weights = [weight for weight, _ in draw]
        return self._chance.choices([make for _, make in draw], weights)[0]()

    def do(self, operation: Operation) -> bool:
        """Make a change by the library; tell whether it was made."""
        keywords = {name: value for name, value in operation.items() if name != "op"}
        try:
            getattr(self.vault, operation["op"])(**keywords)
        except NapkinError:
            self.refused += 1
            return False
        return True

    def do_by_command(self, *operations: Operation) -> bool:
        """Make changes by a command of the terminal: several, and what has no plain command, by `batch`.

        Raises:
            RuntimeError: the command failed in another way than by refusing.
        """
        first = operations[0]
        arguments = _COMMANDS.get(first["op"])
        text = None
        if len(operations) > 1 or arguments is None or "recursive" in first:
            text = "".join(json.dumps(operation) + "\n" for operation in operations)
            command = ["batch", "-"]
        else:
            command = [*first["op"].split("_")[::-1], "--actor", "tool:bench", "--"]
            command += [str(first[name]) for name in arguments]
        done = subprocess.run(
            [sys.executable, "-c", _CODE, *command],
            env={**os.environ, "NAPKIN_VAULT": str(self.root), "NAPKIN_STATE_DIR": str(self._state.parent)},
            input=text if text is not None else "",
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode not in _EXPECTED or "Traceback" in done.stderr:
            raise RuntimeError(f"`napkin {' '.join(command)}` ended with {done.returncode}: {done.stderr}")
        self.refused += done.returncode != 0
        return done.returncode == 0

    def edit_outside(self) -> str:
        """Change a file as another program might, and say what was done."""
        file = self.root / self._file()
        text = self._body().encode()
        way = self._chance.choice(("write", "write", "rename over", "new", "delete", "move", "in place"))
        if way == "new" or not file.is_file():
            file = self.root / f"{self._chance.choice(_NOTES)}.md"
            if not file.parent.is_dir() and file.parent.exists():
                return "nothing"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text)
        elif way == "rename over":
            other = file.with_name(".saver.swp")
            other.write_bytes(text)
            other.replace(file)
        elif way == "delete":
            file.unlink()
        elif way == "move":
            file.rename(file.with_name(f"Moved {self._chance.randrange(30)}{file.suffix}"))
        elif way == "in place":
            with file.open("ab") as stream:
                stream.write(text)
        else:
            file.write_bytes(text)
        return f"{way} {file.relative_to(self.root)}"

    def files(self) -> dict[str, bytes]:
        """Give all files that are no hidden ones, with their bytes, in order."""
        return {name: content for name, content in read_files(self.root).items() if not name.startswith(".")}

    def _patch(self) -> Operation:
        way = self._chance.choice(("replace", "append", "prepend", "rename", "delete"))
        heading = self._chance.choice(_HEADINGS)
        value = True if way == "delete" else self._chance.choice(_HEADINGS) if way == "rename" else self._text()
        return {"op": "patch", "note": self._note(), "heading": heading, way: value}

    def _task(self) -> Operation:
        note = self._note()
        lines = self.files().get(note, b"").split(b"\n")
        found = [number for number, line in enumerate(lines, 1) if line.startswith(b"- [")]
        return {"op": "toggle_task", "note": note, "line": self._chance.choice(found or [1])}

    def _node(self) -> Operation:
        canvas = self._chance.choice([name for name in [*self.files(), "x.canvas"] if name.endswith(".canvas")])
        name = f"{self._chance.getrandbits(64):016x}"  # else it would be another one in a twin vault
        return {"op": "add_canvas_node", "canvas": canvas, "id": name, "file": self._note()}

    def _restore(self) -> Operation:
        trash = sorted(path.as_posix() for path in (self.root / TRASH_FOLDER).rglob("*") if path.is_file())
        chosen = self._chance.choice(trash) if trash else "nothing.md"
        return {"op": "restore", "file": os.path.relpath(chosen, self.root)}

    def _file(self) -> str:
        return self._chance.choice([*self.files(), "Apple.md"])

    def _note(self) -> str:
        return self._chance.choice([name for name in [*self.files(), "Apple.md"] if name.endswith(".md")])

    def _text(self) -> str:
        return " ".join(self._chance.choices(_WORDS, k=self._chance.randrange(1, 5))) + str(self._chance.random())

    def _body(self) -> str:
        sections = "".join(f"# {heading}\n\n{self._text()}\n\n" for heading in _HEADINGS)
        return f"---\nstatus: {self._chance.randrange(9)}  # kept\n---\n{self._text()}\n- [ ] dig\n\n{sections}"

    def _name(self) -> str:
        return self._chance.choice(_NAMES)

    def _value(self) -> Any:
        return self._chance.choice(["green", 7, ["a", "b"], True, "2026-03-01"])


def read_files(root: Path) -> dict[str, bytes]:
    """Give every file below a folder with its bytes, in order of its path."""
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}
