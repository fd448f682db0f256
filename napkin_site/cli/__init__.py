"""The terminal: parses the command line, calls one function, prints.

No rule lives here. Read `app.py` first (the list of commands), then `build.py`.
Each command imports what it needs when it runs: agents call the CLI hundreds of times.
"""

__all__: list[str] = []
