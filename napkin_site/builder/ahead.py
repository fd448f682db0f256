"""What a build makes ready before there is a plan: templates while others parse, code while this process plans."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from napkin_site.core.syntax.tree import CodeHole, NoteBody
from napkin_site.index.crew import Afterwork

if TYPE_CHECKING:
    from napkin_site.builder.site_theme import Theme

_BLOCKS_EACH = 5
"""Blocks of code whose results are sent together."""


class Ahead:
    """Accompanies the reading of a vault; implements `index.parsing.Companion`."""

    def __init__(
        self, theme: "Theme | None", *, overrides: str, cache: Path | None, sum_up: Callable[[], object]
    ) -> None:
        """Get ready.

        Args:
            theme: the theme, when it is loaded already.
            overrides: folder of the owner's page templates; empty for none.
            cache: folder in which compiled templates are kept; None for nowhere.
            sum_up: anything else that this process can do while others parse.
        """
        self.theme = theme if theme is not None and theme.overrides == overrides else None
        self.afterwork = Afterwork(self._highlight)
        self._overrides = overrides
        self._cache = cache
        self._sum_up = sum_up
        self._codes: list[CodeHole] = []
        """Code of the notes that were parsed in this process."""
        self._languages = {"", "mermaid"}
        """Those whose rules are compiled, for processes that will be forked from this one, or that have none."""
        self._has_begun = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Leave no process behind."""
        self.afterwork.finish()

    def begin(self) -> None:
        """Load what makes pages, and the theme."""
        self._sum_up()
        self._has_begun = True
        if self.theme is not None:
            return
        from napkin_site.builder import making  # noqa: F401, PLC0415 -- while other processes parse
        from napkin_site.builder.site_theme import Theme  # noqa: PLC0415

        self.theme = Theme(self._overrides, cache=self._cache)
        self.theme.warm_up()

    def see(self, body: NoteBody) -> None:
        """Note the code of a note."""
        for block in body.blocks:
            if block.kind == "code":
                codes = [piece for piece in block.pieces if type(piece) is CodeHole]
                self._codes += codes
                if self._has_begun:
                    self._prepare({code.language.lower() for code in codes} - self._languages)

    def _prepare(self, languages: set[str]) -> None:
        """Compile the rules of languages now, which each process would have to do for itself."""
        from napkin_site.builder.questions.pygments_code import find_lexer  # noqa: PLC0415 -- as in `begin`

        for language in languages:
            find_lexer(language)
        self._languages |= languages

    def highlighted(self) -> Mapping[str, str]:
        """End the highlighting, and give what was done by then, for the memo of `Highlighter`."""
        return {key: text for texts in self.afterwork.finish() for key, text in texts.items()}

    def _highlight(self) -> Iterator[Mapping[str, str]]:
        """Highlight the code that was seen, in the process that saw it: in any other it would have to be decoded."""
        from napkin_site.builder.questions.highlight import Highlighter  # noqa: PLC0415 -- not where nothing changed

        memo: dict[str, str] = {}
        highlight = Highlighter(memo)
        for number, code in enumerate(self._codes, 1):
            if code.language.lower() != "mermaid":  # which browsers draw
                highlight(code.text, code.language)
            if number % _BLOCKS_EACH == 0:
                yield dict(memo)
                memo.clear()
        yield memo
