"""One page kind a file: each function takes the context and a planned page, and gives a `PageView`.

Read `note.py` first. `table.py` says which function writes which kind.
"""
