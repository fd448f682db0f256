"""`napkin bookmark add`."""

import click

from napkin_site.cli.arguments import note_argument
from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, common_options, pass_manners
from napkin_site.cli.writing import open_session, tell, write_options
from napkin_site.services.writing.bookmarks import add_bookmark


@click.command(short_help="Add to Obsidian's bookmarks.")
@note_argument("file")
@click.option("--subpath", default="", metavar="#PART", help="A heading or `#^block` of that file.")
@click.option("--folder", default="", metavar="FOLDER", help="A folder.")
@click.option("--search", default="", metavar="QUERY", help="A search.")
@click.option("--url", default="", metavar="URL", help="An address.")
@click.option("--title", default="", metavar="TEXT", help="What it is called; by default Obsidian makes a title up.")
@write_options
@common_options
@pass_manners
def add(manners: Manners, reference: str, subpath: str, folder: str, search: str, url: str, title: str) -> int:
    """Add a bookmark of a file, a folder, a search or an address behind the others.

    FILE is a note or another file; a heading may follow behind `#`. Obsidian's other bookmarks stay as they are, byte
    for byte.

    With --json: path, added (as it stands in the file), id, etag.
    """
    done = add_bookmark(
        open_session(manners), file=reference, subpath=subpath, folder=folder, search=search, url=url, title=title
    )
    entry = done.added
    target = f"{entry.get('path', '')}{entry.get('subpath', '')}" or entry.get("query") or entry.get("url")
    tell(manners, done, f"bookmarked {entry.get('title') or target}")
    return ExitCode.SUCCESS
