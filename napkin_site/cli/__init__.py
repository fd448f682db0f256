"""The terminal: parses the command line, calls one function, prints.

No rule lives here. Read `app.py` first (the list of commands, and where every error ends), then `build.py`.
A command imports what it needs when it runs: agents call the CLI hundreds of times.
"""

from napkin_site.cli.app import main

__all__ = ["main"]
