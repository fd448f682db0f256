"""The MkDocs plugin: for people who run `mkdocs build` and want the same notes.

No rule about notes lives here. Read `plugin.py` first; `plugin_pages.py` gives MkDocs finished pages.
"""
