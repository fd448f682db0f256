"""`napkin init`: make a folder a vault, and write the workflow that publishes it."""

import json
from pathlib import Path

import click

from napkin_site import __version__
from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, common_options, pass_manners
from napkin_site.cli.terminal import mark, say
from napkin_site.vault.scaffold import Scaffold, scaffold_vault, vault_to_scaffold
from napkin_site.vault.workflow import Host, Workflow, plan_workflow, write_workflow


@click.command(short_help="Make a folder a vault, and let CI publish it.")
@click.argument("folder", required=False, type=click.Path(path_type=Path), metavar="[DIR]")
@click.option(
    "--ci",
    type=click.Choice([host.value for host in Host]),
    help="Write the workflow that checks the vault and publishes it on this host's Pages.",
)
@common_options
@pass_manners
def init(manners: Manners, folder: Path | None, ci: str | None) -> int:
    """Make a folder a vault.

    DIR is the folder of the notes. Without it, the vault around the current folder is meant, or else the current
    folder. Only what is missing is written; no file is ever overwritten.

    With --json, one document is printed on stdout: path, created, template, files, workflow.
    """
    if folder is not None:
        manners.name_vault(folder)
    location = vault_to_scaffold(manners.vault)
    # What cannot be done is found out before anything is written.
    workflow = None if ci is None else plan_workflow(location.root, Host(ci), version=__version__)
    scaffold = scaffold_vault(location)
    if workflow is not None:
        write_workflow(workflow)
    if manners.json:
        _print_document(scaffold, workflow)
    elif not manners.quiet:
        _print_summary(scaffold, workflow)
    return ExitCode.SUCCESS


def _print_document(scaffold: Scaffold, workflow: Workflow | None) -> None:
    document = {
        "path": str(scaffold.location.config_dir),
        "created": scaffold.created,
        "template": "",
        "files": list(scaffold.files),
        "workflow": None
        if workflow is None
        else {
            "path": str(workflow.repository / workflow.place),
            "created": not workflow.is_present,
            "branch": workflow.branch,
        },
    }
    say(json.dumps(document, ensure_ascii=False, indent=2))


def _print_summary(scaffold: Scaffold, workflow: Workflow | None) -> None:
    root = scaffold.location.root
    if scaffold.files:
        say(f"{mark('success')} {root} is a vault: wrote {', '.join(scaffold.files)}")
    else:
        say(f"{mark('info')} {root} is a vault already; nothing was changed")
    if workflow is None:
        return
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
