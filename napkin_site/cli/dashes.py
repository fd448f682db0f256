"""A command whose arguments are texts of notes: `- [ ] Water` is one, though it begins like an option."""

import re

import click

_OPTION = re.compile(r"-[A-Za-z]|-[A-Za-z]+|--[A-Za-z][A-Za-z0-9-]*(?:=.*)?", re.DOTALL)


class TextCommand(click.Command):
    """Takes what cannot be an option, such as a list item, for an argument; a mistyped option stays an error."""

    def make_parser(self, ctx: click.Context) -> "click.parser._OptionParser":
        """Make the parser, and let it pass texts by."""
        parser = super().make_parser(ctx)
        process = parser._process_opts  # noqa: SLF001  # Click has no other place for this

        def take(word: str, state: "click.parser._ParsingState") -> None:
            if _OPTION.fullmatch(word):
                process(word, state)
            else:
                state.largs.append(word)

        parser._process_opts = take  # type: ignore[assignment,method-assign]  # noqa: SLF001  # as above
        return parser
