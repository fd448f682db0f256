"""What pages may ask of a site; each answer is noted, so that a page is kept while its answers stay the same.

Read `page_context.py` first, then `queries.py`, which has a method for each question.
"""
