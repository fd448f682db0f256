import json
from pathlib import Path

import pytest

from napkin_site.core.frontmatter import split_front_matter
from napkin_site.errors import PathRefusedError, UsageError
from napkin_site.resources import templates_dir
from napkin_site.vault.vault_templates import find_template, list_templates, read_template, template_homes
from tests.vault.files import write_files

OURS = {
    "coding": ("architecture", "changelog", "daily", "decisions", "guides"),
    "personal": ("areas", "daily", "people", "projects", "references"),
    "research": ("concepts", "daily", "experiments", "papers", "questions"),
    "company": ("daily", "infrastructure", "onboarding", "people", "projects", "runbooks"),
    "product": ("daily", "features", "releases", "research", "roadmap", "specs"),
}
SECTIONS = {
    "coding/Decision": ("status date", "Context, Decision, Consequences"),
    "coding/Architecture": ("date", "Overview, Design, Dependencies, Open questions"),
    "coding/Guide": ("date", "Prerequisites, Steps, Troubleshooting"),
    "coding/Changelog": ("version date", "Added, Changed, Fixed"),
    "personal/Person": ("role relationship last_contact", "Context, Notes"),
    "personal/Project": ("status started", "Goal, Tasks, Notes"),
    "personal/Area": ("date", "Current state, Goals, Actions"),
    "personal/Daily Note": ("", "Today, Tasks, Notes"),
    "research/Paper": (
        "authors year source tags",
        "Summary, Key findings, Methodology, My commentary, Related",
    ),
    "research/Concept": ("aliases tags", "Definition, Key points, Related concepts"),
    "research/Question": ("status date", "Question, Context, Progress, Answer"),
    "research/Experiment": ("date status", "Hypothesis, Setup, Results, Conclusions"),
    "company/Person": ("role team owner", "Role, Responsibilities, Contact"),
    "company/Runbook": ("owner last_verified", "Goal, Steps, Verification, Troubleshooting"),
    "company/Project": ("status owner started", "Objective, Key results, Team, Notes"),
    "company/Onboarding": ("role date", "Checklist, Notes"),
    "product/Feature": ("status owner priority", "User story, Requirements, Design, Open questions"),
    "product/Spec": ("status date owner", "Overview, Requirements, Technical notes, Dependencies"),
    "product/Release": ("version date", "What's new, Breaking changes, Migration guide, Rollout plan"),
    "product/Research": ("type date", "Objective, Methodology, Findings, Recommendations"),
}
FIRST_PAGES = {
    "coding": "What is this?, Tech stack, Key conventions, Key decisions, Active work",
    "personal": "Who am I?, Current priorities, Preferences, Key people",
    "research": "Focus, Key questions, Methodology, Current reading, Open threads",
    "company": "What do we do?, Team, Communication, Key tools & services, Active projects",
    "product": "What is this product?, Users, Current priorities, Metrics, Roadmap",
}


def sections(text: str) -> str:
    return ", ".join(line[3:] for line in text.splitlines() if line.startswith("## "))


def test_ours_are_listed_in_their_order_with_what_they_are() -> None:
    found = list_templates(template_homes())
    assert {template.name: template.dirs for template in found} == OURS
    assert [template.name for template in found] == list(OURS)
    assert all(template.description for template in found)


@pytest.mark.parametrize("name", OURS)
def test_every_folder_for_notes_but_the_daily_one_says_what_belongs_there(name: str) -> None:
    template = find_template(name, template_homes())
    for folder in OURS[name]:
        assert (f"{folder}/_about.md" in template.files) == (folder != "daily")
    assert not any(part.startswith(".") for path in template.files for part in path.split("/"))
    assert (
        sections(template.files[next(iter(path for path in template.files if path == "NAPKIN.md"))].decode())
        == (FIRST_PAGES[name])
    )


@pytest.mark.parametrize("name", SECTIONS)
def test_a_note_template_has_its_properties_and_sections(name: str) -> None:
    vault, _, note = name.partition("/")
    source = (templates_dir() / "vaults" / vault / "Templates" / f"{note}.md").read_bytes()
    front = split_front_matter(source)
    assert (" ".join(front.data), front.error) == (SECTIONS[name][0], "")
    text = source.decode()
    assert sections(text) == SECTIONS[name][1]
    title = next(line for line in text.splitlines() if line.startswith("# "))
    assert title == {"Daily Note": "# {{date}}", "Onboarding": "# Onboarding — {{title}}"}.get(note, "# {{title}}")


def test_every_note_template_is_looked_at() -> None:
    found = {f"{file.parts[-3]}/{file.stem}" for file in (templates_dir() / "vaults").glob("*/Templates/*")}
    assert found == set(SECTIONS)


def test_ones_own_come_first_and_stand_for_ours_of_the_same_name(tmp_path: Path) -> None:
    write_files(
        tmp_path,
        {
            "config/napkin/templates/club/Rules.md": "R",
            "config/napkin/templates/coding/Mine.md": "M",
            "config/napkin/templates/.git/x.md": "",
            "named/b/B.md": "",
            "named/a/A.md": "",
            "named/templates.json": json.dumps({"b": "The second letter", "c": 1}),
        },
    )
    homes = template_homes(tmp_path / "named", environ={"XDG_CONFIG_HOME": str(tmp_path / "config")})
    found = list_templates(homes)
    assert [template.name for template in found][:4] == ["b", "a", "club", "coding"]
    assert [template.description for template in found][:2] == ["The second letter", ""]
    assert find_template("coding", homes).files == {"Mine.md": b"M"}


def test_ones_own_are_found_below_home(tmp_path: Path) -> None:
    write_files(tmp_path, {".config/napkin/templates/club/Rules.md": "R"})
    assert find_template("club", template_homes(environ={"HOME": str(tmp_path)})).name == "club"
    assert len(template_homes(environ={})) == 1


def test_a_template_may_be_named_by_its_folder(tmp_path: Path) -> None:
    write_files(tmp_path, {"club/Rules.md": b"\xff", "club/Deep/er/": "", "club/.DS_Store": "x"})
    template = find_template(f"{tmp_path}/club", template_homes())
    assert (template.name, template.folders, template.files) == ("club", ("Deep", "Deep/er"), {"Rules.md": b"\xff"})


def test_a_name_that_is_not_there_is_told_with_those_that_are(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        find_template("codin", template_homes())
    assert caught.value.message == ("Unknown template: codin. Available: coding, personal, research, company, product")
    assert caught.value.suggestions == ("coding",)
    with pytest.raises(UsageError, match="is not a folder"):
        find_template(f"{tmp_path}/zz", template_homes())
    with pytest.raises(UsageError, match="is not a folder"):
        template_homes(tmp_path / "zz")


def test_an_empty_template_and_one_with_impossible_names_are_refused(tmp_path: Path) -> None:
    write_files(tmp_path, {"empty/.gitkeep": "", "odd/a*b.md": "", "script/run.js": ""})
    with pytest.raises(UsageError, match="holds nothing"):
        read_template(tmp_path / "empty")
    for name in ("odd", "script"):
        with pytest.raises(PathRefusedError) as caught:
            read_template(tmp_path / name)
        assert name in caught.value.hint
    # One that cannot be used does not keep others from being listed.
    assert {template.name for template in list_templates([tmp_path])} == {"empty", "odd", "script"}


def test_a_list_of_descriptions_that_cannot_be_read_says_nothing(tmp_path: Path) -> None:
    write_files(tmp_path, {"a/A.md": "", "templates.json": "[]"})
    assert [template.description for template in list_templates([tmp_path])] == [""]
    write_files(tmp_path, {"templates.json": "{"})
    assert [template.description for template in list_templates([tmp_path])] == [""]


def test_links_to_folders_are_not_followed(tmp_path: Path) -> None:
    write_files(tmp_path, {"a/A.md": "A", "secret/S.md": "S"})
    (tmp_path / "a" / "loop").symlink_to(tmp_path / "secret")
    (tmp_path / "a" / "B.md").symlink_to(tmp_path / "a" / "A.md")
    assert read_template(tmp_path / "a").files == {"A.md": b"A", "B.md": b"A"}
