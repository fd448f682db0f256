"""A website from a snapshot of a vault.

Read `site.py` first: `build_site` is the table of contents of this room. `plan.py` decides what is published and where
it stands, `pages/` makes one kind of page a file, `write.py` puts files on disk. MkDocs is met in `shell.py` and
`plugin.py` alone; nothing here changes a note.
"""
