"""A website from a snapshot of a vault.

Read `site.py` first, then `making.py`: the table of contents of this room. `planning/` decides what is published and
where it stands, `pages/` makes one kind of page a file, by asking `questions/`; `theme/` puts the look around them,
`data/` makes what programs read, `output/` puts files on disk. `checks/` finds what is wrong, `plugin/` is for people
who run MkDocs. Nothing here changes a note.
"""
