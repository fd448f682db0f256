"""A site on disk: who makes which page, what is remembered for the next build, and only changed bytes written.

Read `write.py` first: it alone touches the output folder.
"""
