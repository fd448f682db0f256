"""Links of published notes that lead nowhere, or name a part that is not there, as problems."""

from napkin_site.builder.site_plan import SitePlan
from napkin_site.core.links import LinkIndex
from napkin_site.core.model import Vault
from napkin_site.core.paths import VaultPath
from napkin_site.core.problems import Problem, Severity


def link_problems(vault: Vault, link_index: LinkIndex, plan: SitePlan) -> tuple[Problem, ...]:
    """Report what a reader of the site would miss; an alias that a link names by mistake is told with its repair."""
    aliases: dict[str, VaultPath] = {}
    for path, note in vault.notes.items():
        for alias in note.aliases:
            aliases.setdefault(alias.casefold(), path)
    problems: list[Problem] = []
    for path in plan.published:
        for found in link_index.out.get(path, ()):
            link = found.link
            if found.target is None:
                owner = aliases.get(link.path.casefold())
                name = vault.notes[owner].name if owner is not None else ""
                problems.append(
                    Problem(
                        severity=Severity.WARNING,
                        code="unresolved-link",
                        message=f"`{link.path}` is not in the vault"
                        + (f"; it is an alias of `{name}`" if name else ""),
                        path=path,
                        line=link.line,
                        hint="Write [[Note|alias]] to link by an alias."
                        if name
                        else "Write the note, or mend the link.",
                    )
                )
            elif found.is_part_missing:
                problems.append(
                    Problem(
                        severity=Severity.WARNING,
                        code="missing-part",
                        message=f"{f'`{link.path}`' if link.path else 'this note'} has no `#{link.subpath}`",
                        path=path,
                        line=link.line,
                        hint="Mend the heading or block id after the `#`.",
                    )
                )
    return tuple(problems)
