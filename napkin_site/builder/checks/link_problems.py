"""Links of published notes that a reader of the site would miss, as problems."""

from napkin_site.builder.checks.links import LinkRules
from napkin_site.builder.planning.site_plan import SitePlan
from napkin_site.core.links import LinkIndex
from napkin_site.core.model import Vault
from napkin_site.core.problems import Problem


def link_problems(vault: Vault, link_index: LinkIndex, plan: SitePlan) -> tuple[Problem, ...]:
    """Report what is wrong with the links of published notes; `napkin check` reports the same of all notes."""
    return tuple(found.problem for found in LinkRules(vault, link_index).find(plan.published))
