"""The files that programs read: the search index, the graph, feeds, and the keywords of folders.

Read `search_data.py` first for the search in the browser, `graph_data.py` for the graph.
"""
