"""`napkin init`: make a folder a vault, give it what templates hold, and write the workflow that publishes it."""

from pathlib import Path
from typing import Any

import click
import msgspec

from napkin_site import __version__
from napkin_site.cli.answers import answer, table, text
from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, NamedPath, common_options, pass_manners
from napkin_site.cli.terminal import hint, mark, one_line, say
from napkin_site.cli.writing import change_options, open_session
from napkin_site.services.writing.making import VaultMade, make_vault
from napkin_site.vault.scaffold import vault_to_scaffold
from napkin_site.vault.vault_templates import find_template, list_templates, template_homes
from napkin_site.vault.workflow import Host, Workflow, plan_workflow, write_workflow


@click.command(short_help="Make a folder a vault, and let CI publish it.")
@click.argument("folder", required=False, type=NamedPath(), metavar="[DIR]")
@click.option("--path", "named", type=NamedPath(), metavar="DIR", help="The folder of the notes.")
@click.option(
    "--template",
    "templates",
    multiple=True,
    metavar="NAME",
    help="What the vault begins with; may be given several times. A name with a slash is the folder of a template.",
)
@click.option(
    "--templates-from",
    "home",
    type=NamedPath(),
    metavar="FOLDER",
    help="Look for templates in this folder first.",
)
@click.option("--list", "only_list", is_flag=True, help="List the templates, and make nothing.")
@click.option(
    "--ci",
    type=click.Choice([host.value for host in Host]),
    help="Write the workflow that checks the vault and publishes it on this host's Pages.",
)
@change_options
@common_options
@pass_manners
def init(
    manners: Manners,
    folder: Path | None,
    named: Path | None,
    templates: tuple[str, ...],
    home: Path | None,
    ci: str | None,
    *,
    only_list: bool,
) -> int:
    """Make a folder a vault.

    DIR is the folder of the notes. Without it, the vault around the current folder is meant, or else the current
    folder. Only what is missing is written; no file is ever overwritten. So a template can be added to a vault that is
    in use, and several can be used together.

    Templates of your own are folders in `napkin/templates/` of your configuration folder, or in that of
    --templates-from.

    With --json, one document is printed on stdout: path, created, template, files, workflow; and id where templates
    added something. With --list: templates, each with name, description, dirs.
    """
    homes = template_homes(home)
    if only_list:
        found = list_templates(homes)
        rows = [(template.name, template.description, ", ".join(template.dirs)) for template in found]
        answer(manners, {"templates": found}, lambda: table(("template", "what it is", "folders"), rows))
        return ExitCode.SUCCESS
    for place in (folder, named):
        if place is not None:
            manners.name_vault(place)
    location = vault_to_scaffold(manners.vault)
    # What cannot be done is found out before anything is written.
    workflow = None if ci is None else plan_workflow(location.root, Host(ci), version=__version__)
    chosen = [find_template(name, homes) for name in templates]
    is_new = not location.root.is_dir()
    session = open_session(manners, location=location)
    made = make_vault(session, chosen)
    if workflow is not None and not session.is_dry_run:
        write_workflow(workflow)
    answer(
        manners,
        _document(made, workflow),
        lambda: _show(made, workflow, root=location.root, is_new=is_new, is_preview=session.is_dry_run),
    )
    return ExitCode.SUCCESS


def _document(made: VaultMade, workflow: Workflow | None) -> dict[str, Any]:
    document: dict[str, Any] = msgspec.to_builtins(made)
    document["workflow"] = (
        None
        if workflow is None
        else {
            "path": str(workflow.repository / workflow.place),
            "created": not workflow.is_present,
            "branch": workflow.branch,
        }
    )
    return document


def _show(made: VaultMade, workflow: Workflow | None, *, root: Path, is_new: bool, is_preview: bool) -> None:
    shown = one_line(", ".join(_outermost(made.files)))
    if is_preview:
        say(f"would write {shown}" if made.files else "nothing would change")
        if workflow is not None and not workflow.is_present:
            say(f"would write {workflow.place} in {workflow.repository}")
        if made.diff:
            text(made.diff)
        return
    if made.files:
        what = "made, and is a vault" if is_new else "is a vault"
        say(f"{mark('success')} {root} {what}: wrote {shown}")
    else:
        say(f"{mark('info')} {root} is a vault already; nothing was changed")
    if "NAPKIN.md" in made.files:
        say(hint("begin with NAPKIN.md: say there what the vault is about"))
    if workflow is not None:
        _show_workflow(workflow)


def _outermost(files: tuple[str, ...]) -> list[str]:
    """Leave out what lies in folders that are listed themselves."""
    folders = tuple(name for name in files if name.endswith("/"))
    return [name for name in files if not any(name != folder and name.startswith(folder) for folder in folders)]


def _show_workflow(workflow: Workflow) -> None:
    if workflow.is_present:
        say(f"{mark('info')} {workflow.place} is there already, as it should be")
    else:
        say(f"{mark('success')} wrote {workflow.place} in {workflow.repository}")
    say(f"  It checks the notes, and publishes {_branch(workflow)}.")
    for number, step in enumerate(_next_steps(workflow), start=1):
        say(f"  {number}. {step}")


def _branch(workflow: Workflow) -> str:
    return f"the branch `{workflow.branch}`" if workflow.host is Host.GITHUB else "the project's default branch"


def _next_steps(workflow: Workflow) -> list[str]:
    steps = [] if workflow.is_repository else [f"Make a repository: git init {workflow.repository}"]
    if workflow.host is Host.GITHUB:
        steps.append("On GitHub: Settings > Pages > Build and deployment > Source: GitHub Actions")
    return [*steps, "Commit what was written, and push."]
