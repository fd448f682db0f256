"""Text and values in, values out.

Nothing here touches the disk, the network, the clock or the environment.
Read `syntax/tree.py` first (what a parsed note is), then `links.py` (where a link goes)
and `html.py` (how a parsed note becomes HTML).
"""
