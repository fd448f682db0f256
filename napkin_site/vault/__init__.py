"""The disk: where a vault is, what it is set to, which files it has.

It reads and (later) writes files; it never parses Markdown and never decides what a page shows.
Read `locate.py` first, then `config.py`, then `reader.py`.
"""
