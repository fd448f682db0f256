"""A vault -> the plan of its site: what is published, which pages there are, and where everything stands.

Nothing here renders or writes. Read `plan.py` first, then `selection.py`, the privacy filter.
"""
