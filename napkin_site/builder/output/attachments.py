"""Copy the files that come along; pictures in SVG are cleaned on the way."""

from pathlib import Path

from napkin_site.builder.output.canvas_copy import CanvasUnreadableError, published_canvas
from napkin_site.builder.output.svg import UnsafeSvgError, clean_svg
from napkin_site.builder.output.write import OutputFolder, Written
from napkin_site.builder.planning.path_lists import PathList
from napkin_site.builder.planning.reach import extension_of
from napkin_site.builder.questions.context import SiteContext
from napkin_site.core.paths import VaultPath
from napkin_site.core.problems import Problem, Severity


def copy_attachments(context: SiteContext, output: OutputFolder) -> tuple[list[Written], list[Problem]]:
    """Copy every file of the plan; one that cannot be read is a problem, and the rest is copied."""
    trusted = PathList(context.settings.trusted_html)
    written: list[Written] = []
    problems: list[Problem] = []
    for path, place in context.plan.copies.items():
        found = prepare_attachment(context, path, trusted)
        if isinstance(found, Problem):
            problems.append(found)
            continue
        try:
            source = Path(context.snapshot.file(path))
            written.append(output.write(place, found) if found is not None else output.copy(place, source))
        except OSError as error:
            problems.append(_unreadable(path, error))
    return written, problems


def prepare_attachment(context: SiteContext, path: VaultPath, trusted: PathList) -> bytes | Problem | None:
    """Make a file ready for the site: its bytes where they are changed, None where it is copied as it is.

    Args:
        context: the site.
        path: the file.
        trusted: the list `trusted_html`.

    Returns:
        A problem when it cannot be read or cleaned.
    """
    source = Path(context.snapshot.file(path))
    extension = extension_of(path)
    try:
        if extension == "canvas":
            return published_canvas(source.read_bytes(), context.plan.urls)
        if extension == "svg" and not trusted.match(path):
            return clean_svg(source.read_bytes())
        with source.open("rb"):
            return None  # what is wrong with the source must not be taken for a fault of the output
    except (UnsafeSvgError, CanvasUnreadableError) as error:
        return _left_out(path, str(error), "Save it again with the program that made it.")
    except OSError as error:
        return _unreadable(path, error)


def _unreadable(path: VaultPath, error: OSError) -> Problem:
    return _left_out(path, error.strerror or str(error), "Make the file readable.")


def _left_out(path: VaultPath, reason: str, hint: str) -> Problem:
    return Problem(
        severity=Severity.ERROR,
        code="attachment-unreadable",
        message=f"the file is not on the site: {reason}",
        path=path,
        hint=hint,
    )
