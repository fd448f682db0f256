"""The look around a page's content: Material's templates with our overrides, run once for each shape of page.

It knows plain values only (`pages/page_view.py`), nothing of vaults. Read `shell.py` first.
"""
