"""A folder of Markdown notes, written by people and software agents, as a website and a knowledge graph."""

__all__: list[str] = []
