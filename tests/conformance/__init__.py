"""Runs the cases of `obsidian-spec` §0.4: small vaults, and what a page of their site must show.

Start at `runner`; `checks` is the table of expectation kinds.
"""
