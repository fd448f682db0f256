"""What a user can ask of a vault: one function a verb, frozen results, no printing, no exit.

The command line, the library class (`library/`) and, later, the server all call these functions. Read `access.py`
first: it opens a vault and loads only as much of it as the verb needs; then `reading.py`, the verb used most. Verbs
that change something stand in `writing/`.
"""
