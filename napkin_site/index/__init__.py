"""The queryable vault: a SQLite file that remembers every parse, and the snapshot built from it.

Read `snapshot.py` first: it turns a folder on disk into a `Snapshot`. `store.py` is the only place
that speaks SQL. Losing or damaging the file costs time, never data.
"""
