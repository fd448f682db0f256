"""The network: what answers HTTP. It never reads the disk around the other rooms, and binds to loopback.

Read `preview.py` first: a static preview of a finished site.
"""
