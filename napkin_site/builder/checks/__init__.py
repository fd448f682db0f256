"""Rules that look for what is wrong in a vault, one kind of thing a file.

`check.py` runs them all; `link_problems.py` runs those of links for a build. What reading and planning
find themselves is not found here again. Nothing here prints or writes; start with `found.py`.
"""
