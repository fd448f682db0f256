"""Copy the files that come along; pictures in SVG are cleaned on the way."""

from pathlib import Path

from napkin_site.builder.canvas_copy import CanvasUnreadableError, published_canvas
from napkin_site.builder.context import SiteContext
from napkin_site.builder.page_writer import Written
from napkin_site.builder.path_lists import PathList
from napkin_site.builder.reach import extension_of
from napkin_site.builder.svg import UnsafeSvgError, clean_svg
from napkin_site.builder.write import OutputFolder
from napkin_site.core.paths import VaultPath
from napkin_site.core.problems import Problem, Severity


def copy_attachments(context: SiteContext, output: OutputFolder) -> tuple[list[Written], list[Problem]]:
    """Copy every file of the plan; one that cannot be read is a problem, and the rest is copied."""
    trusted = PathList(context.settings.trusted_html)
    written: list[Written] = []
    problems: list[Problem] = []
    for path, place in context.plan.copies.items():
        source = Path(context.snapshot.file(path))
        try:
            extension = extension_of(path)
            if extension == "canvas" or (extension == "svg" and not trusted.match(path)):
                data = source.read_bytes()
                data = clean_svg(data) if extension == "svg" else published_canvas(data, context.plan.urls)
                digest, is_changed = output.write(place, data)
                size = len(data)
            else:
                with source.open("rb"):
                    pass  # what is wrong with the source must not be taken for a fault of the output
                digest, size, is_changed = output.copy(place, source)
        except (UnsafeSvgError, CanvasUnreadableError) as error:
            problems.append(_left_out(path, str(error), "Save it again with the program that made it."))
            continue
        except OSError as error:
            problems.append(_left_out(path, error.strerror or str(error), "Make the file readable."))
            continue
        written.append(Written(path=place, digest=digest, size=size, is_changed=is_changed))
    return written, problems


def _left_out(path: VaultPath, reason: str, hint: str) -> Problem:
    return Problem(
        severity=Severity.ERROR,
        code="attachment-unreadable",
        message=f"the file is not on the site: {reason}",
        path=path,
        hint=hint,
    )
