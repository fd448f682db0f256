"""What a user can change in a vault: one function a verb, each a plan that the one writer carries out.

Read `session.py` first: it decides and publishes under one lock; then `notes.py`, whose `append_to_note` shows the
shape of every verb. What a change does to bytes is pure and lies in `core.edits` and `core.renames`.
"""
