"""A parser for tests of the index: small, quick, and broken on demand."""

from napkin_site.core.frontmatter import split_front_matter
from napkin_site.core.syntax.tree import Block, Finding, NoteBody, NoteFacts, NoteSyntax, SyntaxOptions, Unit


def small_parse(source: bytes, options: SyntaxOptions) -> NoteSyntax:
    """Take each line of the body as a unit; `BOOM` in it raises, `ODD` in it is a finding."""
    front = split_front_matter(source)
    lines = source[front.body_start :].decode("utf-8", "replace").splitlines()
    if "BOOM" in lines:
        raise RuntimeError("a broken parser")
    findings = tuple(
        Finding(code="odd", message="odd text", line=n) for n, line in enumerate(lines, 1) if line == "ODD"
    )
    facts = NoteFacts(
        properties=front.data, properties_span=front.span, properties_error=front.error_with_line,
        body_start=front.body_start,
        links=(), tags=(), headings=(), tasks=(), block_ids=(), passages=tuple(lines[:1]), excerpt="", comments=(),
        words=len(lines), features=("html",) if options.trusted_html else (), findings=findings,
    )  # fmt: skip
    separator = " " if options.strict_line_breaks else "<br>"
    block = Block(kind="paragraph", heading=-1, span=(front.body_start, len(source)), pieces=(separator.join(lines),))
    units = (Unit(heading=-1, kind="text", span=(0, 0), line=n, text=line) for n, line in enumerate(lines, 1))
    return NoteSyntax(facts=facts, body=NoteBody(blocks=(block,), footnotes=()), units=tuple(units))
