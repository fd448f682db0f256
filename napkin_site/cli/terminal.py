"""Lines for a person: coloured only on a terminal, and never under `NO_COLOR`."""

import os

import click

MARKS = {"error": ("✗", "red"), "warning": ("!", "yellow"), "info": ("·", "blue"), "success": ("✓", "green")}
"""What a line is about -> the sign it begins with, and that sign's colour."""


def say(text: str = "", *, err: bool = False) -> None:
    """Print a line; `err` sends it to stderr, which is where everything but data belongs."""
    click.echo(text, err=err, color=False if os.environ.get("NO_COLOR") else None)


def mark(kind: str) -> str:
    """Give the sign of a kind of line, coloured."""
    sign, colour = MARKS[kind]
    return click.style(sign, fg=colour)


def dim(text: str) -> str:
    """Set text back: what is useful, but not the point."""
    return click.style(text, dim=True)


def hint(text: str) -> str:
    """Make the line that says what to do."""
    return f"{click.style('hint:', fg='cyan')} {text}"


def one_line(text: str) -> str:
    """Keep what a vault says on one line, and out of the terminal's own language."""
    return text if text.isprintable() else "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
