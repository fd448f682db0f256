"""Follow every reference of a built site: each leads to a file, and each fragment to an id."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

from lxml import html

_ATTRIBUTES = ("href", "src", "poster", "data")
_MISSING_PAGE = "404.html"


def broken_references(root: Path, *, base_path: str = "/") -> list[str]:
    """List what is broken, as `page: reference: why`, sorted.

    Args:
        root: the output folder.
        base_path: where the site starts on its host, for references that begin with `/`.
    """
    site = _Site(root, base_path)
    return sorted(problem for page in site.pages for problem in site.check(page))


def pages_of(root: Path) -> list[Path]:
    """List every HTML page of a site, sorted."""
    return sorted(path for path in root.rglob("*.html") if path.is_file())


class _Site:
    def __init__(self, root: Path, base_path: str) -> None:
        self.files = {path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()}
        self._base_path = base_path
        self.pages: dict[str, tuple[str, ...]] = {}
        self._ids: dict[str, frozenset[str]] = {}
        self.doubled: dict[str, list[str]] = {}
        for file in sorted(self.files):
            if file.endswith(".html"):
                self._read(root, file)

    def check(self, page: str) -> Iterator[str]:
        """Yield what is wrong with a page."""
        for name in self.doubled.get(page, ()):
            yield f"{page}: id {name!r} stands twice"
        for reference in self.pages[page]:
            reason = self._reason(page, reference)
            if reason:
                yield f"{page}: {reference}: {reason}"

    def _read(self, root: Path, file: str) -> None:
        data = (root / file).read_bytes()
        tree = html.document_fromstring(data, parser=html.HTMLParser(encoding="utf-8", huge_tree=True))
        found = tree.xpath("//@id | //a/@name")
        ids = [str(value) for value in tree.xpath("//@id")]
        self._ids[file] = frozenset(str(value) for value in found)
        if len(set(ids)) != len(ids):
            self.doubled[file] = sorted({name for name in ids if ids.count(name) > 1})
        query = " | ".join(f"//@{name}" for name in _ATTRIBUTES)
        references = dict.fromkeys(str(value) for value in tree.xpath(query))
        for value in tree.xpath("//@srcset"):
            references.update((part.split()[0], None) for part in str(value).split(",") if part.split())
        self.pages[file] = tuple(references)

    def _reason(self, page: str, reference: str) -> str:
        parts = urlsplit(reference.strip())
        if parts.scheme or parts.netloc:
            return ""
        target = self._target(page, unquote(parts.path))
        if target is None:
            return "leads out of the site"
        if target not in self.files:
            return "no such file"
        fragment = unquote(parts.fragment)
        if fragment and target.endswith(".html") and fragment not in self._ids[target]:
            return "no such id"
        return ""

    def _target(self, page: str, path: str) -> str | None:
        if not path:
            return page
        if path.startswith("/"):
            if not path.startswith(self._base_path):
                return None
            stack: list[str] = []
            path = path[len(self._base_path) :]
        else:
            stack = page.split("/")[:-1] if page != _MISSING_PAGE else []
        parts = path.split("/")
        for part in parts:
            if part == "..":
                if not stack:
                    return None
                stack.pop()
            elif part not in {"", "."}:
                stack.append(part)
        is_folder = parts[-1] in {"", ".", ".."}
        return "/".join([*stack, "index.html"]) if is_folder else "/".join(stack)
