"""`napkin template list` and `read`."""

import click

from napkin_site.cli.answers import answer, listed, open_vault, text
from napkin_site.cli.arguments import needed, total_option
from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, common_options, pass_manners
from napkin_site.services.templating import list_templates, read_template


@click.command("list", short_help="List the templates.")
@total_option
@common_options
@pass_manners
def list_(manners: Manners, *, only_total: bool) -> int:
    """List the templates: the notes in the folder that the setting `templates.folder` names.

    With --json: templates; or total.
    """
    listed(manners, "templates", list_templates(open_vault(manners)).templates, only_total=only_total)
    return ExitCode.SUCCESS


@click.command(short_help="Read a template, as it is or filled in.")
@click.argument("template", required=False)
@click.option("--name", metavar="TEMPLATE", help="The template.")
@click.option("--resolve", is_flag=True, help="Fill in `{{title}}`, `{{date}}` and `{{time}}`.")
@click.option("--title", default="", metavar="TITLE", help="What `{{title}}` becomes; by default `Untitled`.")
@common_options
@pass_manners
def read(manners: Manners, template: str | None, name: str | None, title: str, *, resolve: bool) -> int:
    """Read a template, as it is or filled in.

    With --json: template, path, content.
    """
    found = read_template(open_vault(manners), needed(name or template, "the template"), resolve=resolve, title=title)
    answer(manners, found, lambda: text(found.content))
    return ExitCode.SUCCESS
