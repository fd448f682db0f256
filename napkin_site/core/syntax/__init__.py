"""One parse of a note's text gives one `NoteSyntax`; nothing else reads Markdown.

`tree.py` says what that value holds: read it first. `parse.py` is the driver, `masks.py` prepares
the source, `walk.py` turns events into blocks, and each construct has a file of its own.
"""
