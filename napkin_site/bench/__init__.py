"""How fast, against whom: seeded vaults, whole-process clocks and the suites that print the figures of the docs.

Run it as `python -m napkin_site.bench`. Nothing here is imported by the other rooms.
Read `vaults.py` first (what is measured), then `site.py` (how).
"""
