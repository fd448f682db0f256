"""Random edits of a small vault, of every kind that can change what a page of its site shows."""

import json
import random
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

_NAMES = (
    "Apple",
    "Birch",
    "Cedar",
    "Daisy",
    "Elder",
    "Fern",
    "Garden/Gorse",
    "Garden/Hazel",
    "Garden/Ivy",
    "Deep/In/Oak",
)
_NEW_NAMES = (
    "Apple",
    "Juniper",
    "Garden/Apple",
    "Garden/Birch",
    "Deep/Cedar",
    "Deep/In/Fern",
    "Larch",
    "NAPKIN",
    "index",
)
_BODIES = ("_about", "Garden/_about", "Garden/index", "Garden", "Deep/Deep")
_FOLDERS = ("Garden", "Deep", "Deep/In", "Meadow")
_TAGS = ("tree", "Tree", "tree/old", "TREE/Old", "flower", "Flower/wild", "soil")
_FILES = ("pic.png", "Garden/pic.png", "plan.canvas", "drawing.svg", "paper.pdf", "publish.css", "table.base")
_SENTENCES = (
    "Roots grow slowly in the shade.",
    "Water it twice a week, never at noon.",
    "The bark is rough, and lichen likes it.",
    "It flowers in May and bears fruit in autumn.",
    "==Old== trees need **no** pruning. ^tip",
    "%% not for readers: [[Birch]] %%",
    "$a^2 + b^2$ of sunlight #soil",
)
_ENOUGH_LINES = 8
_CHAIN = 3
_USUAL_CHAIN = ("Apple.md", "Birch.md", "Cedar.md")
_PNG = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89"
    b"\x00\x00\x00\nIDATx\x9cc\x00\x01\x00\x00\x05\x00\x01\r\n-\xb4\x00\x00\x00\x00IEND\xaeB`\x82"
)


class RandomVault:
    """A small vault that edits itself, always the same way for the same seed."""

    def __init__(self, root: Path, seed: int) -> None:
        """Write the vault.

        Args:
            root: where; a folder `vault` is made in it.
            seed: which vault, and which edits.
        """
        self.root = root / "vault"
        self.edits: list[str] = []
        """What was done, in words."""
        self._chance = random.Random(seed)  # noqa: S311 -- repeatable, not secret
        self._broken: dict[Path, bytes] = {}
        for name in _NAMES:
            self._write(f"{name}.md", self._note())
        for file in self._chance.sample(_FILES, 4):
            self._write_file(file)

    def edit(self) -> str:
        """Change something; say what."""
        name, change = self._chance.choice(list(_EDITS.items()))
        said = f"{name}: {change(self)}"
        self.edits.append(said)
        return said

    # --- Changes of a note -----------------------------------------------------------------------------------------

    def change_text(self) -> str:
        """Write a sentence, a link or an embed into a note, or take a line away."""
        path, text = self._some_note()
        lines = text.split("\n")
        if len(lines) > _ENOUGH_LINES and self._toss(0.4):
            del lines[self._chance.randrange(5, len(lines))]
        else:
            lines += ["", self._line()]
        self._write(path, "\n".join(lines))
        return path

    def change_end_of_embeds(self) -> str:
        """Change a note that is embedded in one that is embedded."""
        names = self._notes()
        first, second, third = self._chance.sample(names, _CHAIN) if len(names) >= _CHAIN else _USUAL_CHAIN
        self._write(first, f"# Chain\n\n![[{second[:-3]}]]\n")
        self._write(second, f"## Part\n\nMiddle ![[{third[:-3]}#Part]]\n")
        self._write(third, f"## Part\n\n{self._line()}\n\n## Other\n\nmore\n")
        return f"{first} > {second} > {third}"

    def set_property(self) -> str:
        """Set or drop a property that pages or the plan look at."""
        path, text = self._some_note()
        value = self._chance.choice(
            (
                f"tags: [{self._chance.choice(_TAGS)}, {self._chance.choice(_TAGS)}]",
                f"permalink: {self._chance.choice(('short', 'Garden/Apple', '-/tags', 'deep/er', 'Birch'))}",
                f"publish: {self._chance.choice(('true', 'false', 'maybe'))}",
                f"draft: {self._chance.choice(('true', 'false'))}",
                f"date: 20{self._chance.randrange(10, 25)}-0{self._chance.randrange(1, 9)}-11",
                f"created: 2020-01-{self._chance.randrange(10, 28)}",
                f"modified: 2023-0{self._chance.randrange(1, 9)}-05",
                f"updated: 2025-01-{self._chance.randrange(10, 28)}",
                f"aliases: [{self._chance.choice(('Tall one', 'Small one', 'Apple'))}]",
                f"image: {self._chance.choice(_FILES[:4])}",
                f'related: "[[{self._name()}]]"',
                f"description: {self._chance.choice(_SENTENCES[:3])}",
                f"cssclasses: {self._chance.choice(('wide', 'narrow'))}",
                f"rating: {self._chance.randrange(5)}",
                "",
            )
        )
        body = text.split("---\n", 2)[2] if text.startswith("---\n") and text.count("---\n") > 1 else text
        self._write(path, f"---\n{value}\n---\n{body}" if value else body)
        return f"{path}: {value or 'nothing'}"

    def break_or_mend_properties(self) -> str:
        """Make a note's front matter unreadable, or mend what was broken before."""
        broken = [path for path in sorted(self._broken) if path.is_file()]
        if broken and self._toss(0.6):
            path = self._chance.choice(broken)
            path.write_bytes(self._broken.pop(path))
            return f"mended {path.name}"
        path_text, text = self._some_note()
        path = self.root / path_text
        self._broken[path] = text.encode()
        key = self._chance.choice(("title", "publish"))
        path.write_text(f"---\n{key}: [unclosed\n---\n{text}", encoding="utf-8")
        return f"broke {path_text}"

    # --- Files that come and go ------------------------------------------------------------------------------------

    def add_note(self) -> str:
        """Add a note, perhaps one that takes the links of another of its name."""
        path = f"{self._chance.choice((*_NEW_NAMES, *_BODIES))}.md"
        self._write(path, self._note())
        return path

    def delete_note(self) -> str:
        """Delete a note."""
        path, _ = self._some_note()
        (self.root / path).unlink()
        return path

    def rename_note(self) -> str:
        """Rename a note, or change the letter case of its name."""
        path, text = self._some_note()
        name = path.rpartition("/")[2]
        new = self._chance.choice(
            (path[: -len(name)] + name.swapcase()[:-3] + ".md", f"Moved {name}", f"Garden/{name}")
        )
        (self.root / path).unlink()
        self._write(new, text)
        return f"{path} > {new}"

    def rename_folder(self) -> str:
        """Rename a folder."""
        folders = [folder for folder in _FOLDERS if (self.root / folder).is_dir()]
        if not folders:
            return "no folder"
        folder = self._chance.choice(folders)
        new = self._chance.choice([name for name in (*_FOLDERS, "garden", "Wood") if name != folder])
        target = self.root / new
        if target.exists() or new.startswith(f"{folder}/"):
            shutil.rmtree(self.root / folder)
            return f"{folder} is gone"
        target.parent.mkdir(parents=True, exist_ok=True)
        (self.root / folder).rename(target)
        return f"{folder} > {new}"

    def change_file(self) -> str:
        """Add, replace or remove a file that is not a note."""
        path = self._chance.choice(_FILES)
        if (self.root / path).is_file() and self._toss(0.4):
            (self.root / path).unlink()
            return f"{path} is gone"
        self._write_file(path)
        return path

    # --- Settings --------------------------------------------------------------------------------------------------

    def change_obsidian(self) -> str:
        """Change what `.obsidian` says."""
        name, content = self._chance.choice(
            (
                ("app.json", {"strictLineBreaks": self._toss()}),
                ("app.json", {"userIgnoreFilters": [self._chance.choice(("Garden/", "/^Deep/", "Fern"))]}),
                ("app.json", {"showInlineTitle": self._toss()}),
                ("types.json", {"types": {"rating": self._chance.choice(("text", "number"))}}),
                ("templates.json", {"folder": self._chance.choice(("Garden", "Templates"))}),
                ("core-plugins.json", {"daily-notes": self._toss()}),
                ("daily-notes.json", {"folder": self._chance.choice(("", "Garden"))}),
                ("app.json", {}),
            )
        )
        self._write(f".obsidian/{name}", json.dumps(content))
        return f"{name} {content}"

    def change_config(self) -> str:
        """Change what `.napkin/config.json` says."""
        site: Mapping[str, object] = self._chance.choice(
            (
                {"name": self._chance.choice(("Wood", "Meadow"))},
                {"publish_mode": self._chance.choice(("all", "flagged"))},
                {"exclude": [self._chance.choice(("Garden", "**/Fern.md", "pic.png"))]},
                {"url": self._chance.choice(("", "https://example.org/wood/"))},
                {"show_properties": self._chance.choice(("visible", "hidden", "source"))},
                {"source_markdown": False, "feed": False},
                {"home": self._chance.choice(("Birch", "Garden/Ivy"))},
                {"accent": self._chance.choice(("teal", "red"))},
                {"indexing": False, "edit_uri": "https://example.org/edit/"},
                {},
            )
        )
        content: dict[str, object] = {"site": site}
        if self._toss(0.3):
            content["links"] = {"resolve_aliases": True}
        self._write(".napkin/config.json", json.dumps(content))
        return json.dumps(content)

    def change_project(self) -> str:
        """Write or drop a `mkdocs.yml` with a navigation."""
        file = self.root.parent / "mkdocs.yml"
        if file.is_file() and self._toss(0.6):
            file.unlink()
            return "gone"
        names = self._chance.sample(_NAMES, 3)
        nav = "".join(f"  - {name.rpartition('/')[2]}: {name}.md\n" for name in names)
        file.write_text(f"site_name: Project\ndocs_dir: vault\nnav:\n{nav}", encoding="utf-8")
        return f"navigation {names}"

    # --- Making things up ------------------------------------------------------------------------------------------

    def _note(self) -> str:
        head = f"---\ntags: [{self._chance.choice(_TAGS)}]\n---\n" if self._toss() else ""
        lines = [self._line() for _ in range(self._chance.randrange(2, 6))]
        return f"{head}# {self._name()}\n\n{self._line()}\n\n## Part\n\n" + "\n\n".join(lines) + "\n"

    def _line(self) -> str:
        name = self._name()
        return self._chance.choice(
            (
                *_SENTENCES,
                f"See [[{name}]] and [[{self._name()}|another]].",
                f"See [[{name}#Part]] or [[{name}#^tip]].",
                f"![[{name}]]",
                f"![[{name}#Part]]",
                f"![[{self._chance.choice(_FILES)}]]",
                f"[text]({name.replace(' ', '%20')}.md) and [[Tall one]]",
                f"[[{self._chance.choice(_FILES)}]]",
                f"- [ ] task #{self._chance.choice(_TAGS)}",
                f"```python\nprint({self._chance.randrange(9)})\n```",
                f"Note[^1] of [[Nowhere {self._chance.randrange(3)}]]\n\n[^1]: with [[{name}]]",
            )
        )

    def _toss(self, share: float = 0.5) -> bool:
        """Toss a coin that says yes in a share of cases."""
        return self._chance.random() < share

    def _name(self) -> str:
        name = self._chance.choice((*_NAMES, *_NEW_NAMES))
        return name if self._toss(0.3) else name.rpartition("/")[2]

    def _notes(self) -> list[str]:
        return sorted(path.relative_to(self.root).as_posix() for path in self.root.rglob("*.md"))

    def _some_note(self) -> tuple[str, str]:
        if not self._notes():
            self._write("Apple.md", self._note())
        path = self._chance.choice(self._notes())
        return path, (self.root / path).read_text(encoding="utf-8")

    def _write_file(self, path: str) -> None:
        number = self._chance.randrange(1000)
        names = self._chance.sample(_NAMES, 2)
        content: dict[str, bytes] = {
            "png": _PNG + str(number).encode(),
            "svg": f'<svg xmlns="http://www.w3.org/2000/svg"><title>{number}</title></svg>'.encode(),
            "canvas": json.dumps(
                {"nodes": [{"id": name, "type": "file", "file": f"{name}.md", "x": 0, "y": 0} for name in names]}
            ).encode(),
            "css": f"body {{ --n: {number} }}\n".encode(),
        }
        self._write(path, content.get(path.rpartition(".")[2], str(number).encode()))

    def _write(self, path: str, content: str | bytes) -> None:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)


_EDITS: Mapping[str, Callable[[RandomVault], str]] = {
    "text": RandomVault.change_text,
    "more text": RandomVault.change_text,
    "embeds": RandomVault.change_end_of_embeds,
    "property": RandomVault.set_property,
    "another property": RandomVault.set_property,
    "front matter": RandomVault.break_or_mend_properties,
    "new note": RandomVault.add_note,
    "note deleted": RandomVault.delete_note,
    "note renamed": RandomVault.rename_note,
    "folder renamed": RandomVault.rename_folder,
    "file": RandomVault.change_file,
    ".obsidian": RandomVault.change_obsidian,
    "config.json": RandomVault.change_config,
    "mkdocs.yml": RandomVault.change_project,
}
"""Every kind of edit, by name."""
