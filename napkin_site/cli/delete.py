"""`napkin delete`: a file or folder to the trash, or for good."""

from collections.abc import Mapping

import click

from napkin_site.cli.arguments import needed, note_argument
from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, common_options, pass_manners
from napkin_site.cli.terminal import mark, one_line, say
from napkin_site.cli.writing import open_session, tell, write_options
from napkin_site.services.writing.deleting import delete_file

_MOST_SHOWN = 5
"""So many notes that still link to what is deleted are named."""


@click.command(short_help="Delete a file or folder: to the trash, or for good.")
@note_argument("file")
@click.option("--recursive", "-r", is_flag=True, help="Delete a folder, with all it holds.")
@click.option("--permanent", is_flag=True, help="Not to the trash; the history forgets what it held, too.")
@write_options
@common_options
@pass_manners
def delete(manners: Manners, reference: str, *, recursive: bool, permanent: bool) -> int:
    """Delete a note, an attachment or a folder.

    It goes to the vault's trash, from which `napkin restore` brings it back. Links to it stay as they are; the notes
    that they stand in are told.

    With --json: path, deleted, permanent, linking (note to number of links), trash (where it lies), id; for a folder
    files instead of trash; with --dry-run diff instead of id.
    """
    done = delete_file(open_session(manners), needed(reference, "the file"), permanent=permanent, recursive=recursive)
    what = f"{done.path}/ with {len(done.files)} file{'s' if len(done.files) != 1 else ''}" if done.files else done.path
    if done.linking and not manners.json:
        say(f"{mark('warning')} {one_line(_linking_text(done.linking))}", err=True)
    tell(manners, done, f"deleted {what} {'for good' if permanent else f'(back with: napkin undo {done.id})'}")
    return ExitCode.SUCCESS


def _linking_text(linking: Mapping[str, int]) -> str:
    count = sum(linking.values())
    shown = ", ".join([*linking][:_MOST_SHOWN])
    more = f" and {len(linking) - _MOST_SHOWN} more" if len(linking) > _MOST_SHOWN else ""
    return f"{count} link{'s lead' if count > 1 else ' leads'} there: in {shown}{more}"
