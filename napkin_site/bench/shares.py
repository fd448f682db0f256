"""`shares`: where the processor time of a cold build goes, for the chart in the documentation."""

import signal
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from types import FrameType

import napkin_site.builder.making  # noqa: F401 -- loaded before the clock runs
from napkin_site.bench.clock import work_folder
from napkin_site.bench.vaults import write_vault
from napkin_site.builder.site import build_site

_EVERY_S = 0.001
_PLACES: Mapping[str, str] = {
    "napkin_site/core/syntax/": "reading Markdown",
    "napkin_site/core/frontmatter": "reading Markdown",
    "pygments/": "highlighting code",
    "napkin_site/builder/data/lunr_index": "search index",
    "napkin_site/builder/search": "search index",
    "napkin_site/core/overview": "keywords of folders",
    "napkin_site/builder/data/keywords": "keywords of folders",
    "jinja2/": "templates",
    "napkin_site/builder/theme/shell": "templates",
    "theme/napkin": "templates",
    "napkin_site/core/graph": "graph",
    "napkin_site/builder/graph": "graph",
    "napkin_site/builder/output/write": "writing files",
    "napkin_site/core/html": "notes to HTML",
    "napkin_site/builder/questions/page_context": "links and backlinks",
    "napkin_site/builder/questions/queries": "links and backlinks",
    "napkin_site/builder/questions/page_links": "links and backlinks",
    "napkin_site/builder/gather": "plan",
    "napkin_site/builder/pages/": "pages",
    "napkin_site/index/": "index",
}
"""Part of a source file's path -> what its work is called; the innermost frame that is listed counts."""
_OTHER = "the rest"


def measure_shares(*, notes: int, seed: int) -> Mapping[str, float]:
    """Build a seeded vault in this process, and look every now and then what it is at.

    Args:
        notes: size of the vault.
        seed: which one.

    Returns:
        Work -> its share of the time, the largest first.
    """
    counts: Counter[str] = Counter()

    def look(_: int, frame: FrameType | None) -> None:
        counts[_work_of(frame)] += 1

    with work_folder() as work:
        write_vault(work / "vault", notes=notes, seed=seed)
        before = signal.signal(signal.SIGPROF, look)
        signal.setitimer(signal.ITIMER_PROF, _EVERY_S, _EVERY_S)
        try:
            build_site(work / "vault", work / "site", state_dir=None, workers=1)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, before)
    total = max(1, sum(counts.values()))
    return {name: count / total for name, count in counts.most_common()}


def shares_chart(shares: Mapping[str, float], notes: int) -> str:
    """Draw the shares as a Mermaid chart, with the same figures as a table."""
    rows = {name: round(share * 100, 1) for name, share in shares.items() if share >= 0.005}
    chart = [f'    "{name}" : {share}' for name, share in rows.items()]
    table = ["| work | share |", "| --- | ---: |", *(f"| {name} | {share:.0f} % |" for name, share in rows.items())]
    title = f"    title Processor time of a cold build, {notes:,} notes"
    return "\n".join(["```mermaid", "pie", title, *chart, "```", "", *table])


def _work_of(frame: FrameType | None) -> str:
    while frame is not None:
        path = Path(frame.f_code.co_filename).as_posix()
        for place, name in _PLACES.items():
            if place in path:
                return name
        frame = frame.f_back
    return _OTHER
