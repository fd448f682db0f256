"""`napkin serve`: show a finished site in the browser, or build a vault first and show that."""

import json
import os
import signal
import tempfile
from contextlib import ExitStack
from pathlib import Path

import click

from napkin_site.builder.output.write import is_output_folder
from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, NamedPath, common_options, pass_manners
from napkin_site.cli.terminal import say
from napkin_site.errors import NotFoundError, VaultNotFoundError
from napkin_site.vault.locate import VaultLocation, find_vault


@click.command(short_help="Preview a finished site, or a vault, in the browser.")
@click.argument("folder", required=False, type=NamedPath(), metavar="[SITE_OR_VAULT]")
@click.option("--port", type=click.IntRange(0, 65535), help="Port; by default the first free one from 8000 on.")
@click.option("--host", default="127.0.0.1", show_default=True, help="An address of this machine's loopback.")
@common_options
@pass_manners
def serve(manners: Manners, folder: Path | None, port: int | None, host: str) -> int:
    """Preview a finished site in the browser, on this machine only.

    SITE_OR_VAULT is a folder that `napkin build` wrote, by default `site`; or a vault, which is built into a
    temporary folder first.

    This is a plain static preview of a finished build: it does not watch for changes. Build again and reload the
    page to see them.
    """
    from napkin_site.server.preview import listen, preview_server, url_of

    # Ctrl+C, or a polite kill, is how a preview ends: no error, and the temporary folder goes with it.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with ExitStack() as stack:
        listener = stack.enter_context(listen(host, port))
        site = _finished_site(manners, folder)
        shown = str(site)
        if site is None:
            site = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="napkin-"))) / "site"
            shown = f"{_build(manners, folder, site).name}, built for this preview,"
        url, server = url_of(listener), preview_server(site)
        # Noted, not raised: an exception could get lost in what is loaded while the server starts.
        for ending in (signal.SIGINT, signal.SIGTERM):
            signal.signal(ending, server.handle_exit)
        if manners.json:
            say(json.dumps({"url": url, "site": str(site)}))
        elif not manners.quiet:
            say(f"Serving {shown} at {url}\nPress Ctrl+C to stop.")
        server.run(sockets=[listener])
    return ExitCode.SUCCESS


def _finished_site(manners: Manners, folder: Path | None) -> Path | None:
    """Give the folder to serve as it is; None when a vault must be built first."""
    if folder is None and manners.vault is None:
        default = Path("site")
        return default if is_output_folder(default) else None
    if folder is None:
        return None
    if not folder.is_dir():
        what = "is a file, not a folder" if folder.exists() else "does not exist"
        raise NotFoundError(f"{folder} {what}", path=str(folder), hint="build a site first: napkin build VAULT")
    # A site that was copied may have lost our marker, which begins with a dot.
    looks_finished = (folder / "index.html").is_file() and (folder / "404.html").is_file()
    return folder if is_output_folder(folder) or looks_finished else None


def _build(manners: Manners, vault: Path | None, site: Path) -> VaultLocation:
    """Build a vault to look at, and tell which it was."""
    from napkin_site.cli.build import build_vault
    from napkin_site.cli.build_summary import print_problems

    if vault is not None:
        manners.name_vault(vault)
    try:
        location = find_vault(None, named=manners.vault)
    except VaultNotFoundError as error:
        if manners.vault is not None or os.environ.get("NAPKIN_VAULT"):
            raise
        raise VaultNotFoundError(
            f"there is neither a built site in `site` nor a vault in {error.path} or above it",
            path=error.path,
            hint="build first: napkin build VAULT; or name what to show: napkin serve SITE_OR_VAULT",
        ) from error
    report = build_vault(manners, None, site)
    if not manners.json:
        print_problems(report.problems, quiet=manners.quiet)
    return location
