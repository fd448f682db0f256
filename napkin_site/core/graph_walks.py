"""Walks over the graph of links, in either direction of a link: what is near, what is joined, and by which way."""

from collections import deque
from collections.abc import Sequence

from msgspec.structs import replace

from napkin_site.core.graph import Graph

_DAMPING = 0.85
_MOST_ROUNDS = 100
_ENOUGH = 1e-9
"""Change of a node's rank, on average, below which another round tells nothing."""


def neighbourhood(graph: Graph, centre: int, depth: int) -> Graph:
    """Keep what lies at most `depth` links from a node, and the edges among it; degrees stay those of the whole."""
    near = adjacency(graph)
    distance = {centre: 0}
    waiting = deque([centre])
    while waiting:
        node = waiting.popleft()
        if distance[node] < depth:
            for other in near[node]:
                if other not in distance:
                    distance[other] = distance[node] + 1
                    waiting.append(other)
    kept = sorted(distance)
    numbers = {old: new for new, old in enumerate(kept)}
    return Graph(
        nodes=tuple(graph.nodes[number] for number in kept),
        edges=tuple(
            replace(edge, source=numbers[edge.source], target=numbers[edge.target])
            for edge in graph.edges
            if edge.source in numbers and edge.target in numbers
        ),
    )


def shortest_path(graph: Graph, start: int, end: int) -> tuple[int, ...]:
    """Find a shortest way between two nodes, both included, of equals the first by number; empty when there is none."""
    near = adjacency(graph)
    came_from = {start: start}
    waiting = deque([start])
    while waiting and end not in came_from:
        node = waiting.popleft()
        for other in near[node]:
            if other not in came_from:
                came_from[other] = node
                waiting.append(other)
    if end not in came_from:
        return ()
    path = [end]
    while path[-1] != start:
        path.append(came_from[path[-1]])
    return tuple(reversed(path))


def components(graph: Graph) -> tuple[tuple[int, ...], ...]:
    """Part the nodes into those that are joined: the largest part first, equal ones by their first node."""
    near = adjacency(graph)
    seen: set[int] = set()
    parts: list[tuple[int, ...]] = []
    for first in range(len(graph.nodes)):
        if first not in seen:
            part = {first}
            waiting = [first]
            while waiting:
                new = set(near[waiting.pop()]) - part
                part |= new
                waiting += new
            seen |= part
            parts.append(tuple(sorted(part)))
    return tuple(sorted(parts, key=lambda part: (-len(part), part)))


def pagerank(graph: Graph) -> list[float]:
    """Measure how often a reader who follows links at random is at each node; the scores add up to 1.

    Several links between two nodes count as one. networkx would need numpy for it.

    Source: Page, Brin, Motwani and Winograd 1999; damping 0.85, nodes without links lead everywhere.
    """
    count = len(graph.nodes)
    if not count:
        return []
    targets: list[set[int]] = [set() for _ in range(count)]
    for edge in graph.edges:
        targets[edge.source].add(edge.target)
    sources: list[list[int]] = [[] for _ in range(count)]
    for source, found in enumerate(targets):
        for target in sorted(found):
            sources[target].append(source)
    ranks = [1 / count] * count
    for _ in range(_MOST_ROUNDS):
        shares = [rank / len(found) if found else 0.0 for rank, found in zip(ranks, targets, strict=True)]
        lost = sum(rank for rank, found in zip(ranks, targets, strict=True) if not found)
        base = (1 - _DAMPING + _DAMPING * lost) / count
        new = [base + _DAMPING * sum([shares[source] for source in found]) for found in sources]
        change = sum(abs(ours - theirs) for ours, theirs in zip(new, ranks, strict=True))
        ranks = new
        if change < _ENOUGH * count:
            break
    return ranks


def adjacency(graph: Graph) -> Sequence[Sequence[int]]:
    """List, for each node, the nodes it links to or that link to it, sorted."""
    near: list[set[int]] = [set() for _ in graph.nodes]
    for edge in graph.edges:
        near[edge.source].add(edge.target)
        near[edge.target].add(edge.source)
    return [sorted(found) for found in near]
