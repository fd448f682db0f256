"""The example garden shows every construct a note can hold, and is fit to be built and read."""

import json
import re
import unicodedata
from pathlib import Path

import pytest

from napkin_site.builder.site import build_site
from napkin_site.core.links import LinkResolver
from napkin_site.core.paths import VaultPath
from napkin_site.core.problems import Severity
from napkin_site.core.properties import type_properties
from napkin_site.core.subpaths import resolve_subpath
from napkin_site.core.syntax import parse_note
from napkin_site.core.syntax.tree import Link, NoteSyntax

GARDEN = Path(__file__).resolve().parent.parent / "examples" / "garden"

TEXT = "Syntax tour/Text and breaks.md"
LINKS = "Syntax tour/Ways to link.md"
EMBEDS = "Syntax tour/Ways to embed.md"
CALLOUTS = "Syntax tour/A box of callouts.md"
LISTS = "Syntax tour/Lists, jobs and tables.md"
CODE = "Syntax tour/Code, diagrams, formulas.md"
ASIDES = "Syntax tour/Footnotes and comments.md"
FACTS = "Syntax tour/Tags and properties.md"
HTML = "Syntax tour/HTML in notes.md"
BLOCKS = "Syntax tour/Marked blocks.md"

# Construct, with its section of the syntax specification -> the note that shows it, and the source that proves it.
CHECKLIST: tuple[tuple[str, str, str], ...] = (
    # Files
    ("1.4 canvas", "Garden plan.canvas", r'"nodes"'),
    ("1.4 base", "Plant table.base", r"(?m)^views:"),
    ("1.6 byte order mark and CRLF", "Weather/Rainfall.md", r"\A\ufeff---\r\n"),
    ("1.10 app.json", ".obsidian/app.json", r"attachmentFolderPath"),
    ("1.10 types.json", ".obsidian/types.json", r'"types"'),
    ("1.10 daily-notes.json", ".obsidian/daily-notes.json", r'"folder": "Journal"'),
    ("1.10 templates.json", ".obsidian/templates.json", r'"folder": "Meta/Templates"'),
    ("1.11 excluded files", ".obsidian/app.json", r'"userIgnoreFilters": \["Archive/"\]'),
    ("12 bookmarks", ".obsidian/bookmarks.json", r'"type": "group"'),
    # Wikilinks
    ("2.1 plain", "Plants/Basil.md", r"\[\[Pesto\]\]"),
    ("2.1 with display text", "Plants/Basil.md", r"\[\[Tomato\|tomatoes\]\]"),
    ("2.1 inline Markdown in display text", LINKS, r"(?m)^\| .* \| \[\[Garlic\\\|the \*stinking\* rose\]\]"),
    ("2.1 bar in a table", "Beds.md", r"\[\[Bed 1\\\|1\]\]"),
    ("2.1 blanks trimmed", LINKS, r"\| \[\[ Garlic \]\]"),
    ("2.1 an opening abandons the one before", LINKS, r"\[\[a \[\[Garlic\]\] c\]\]"),
    ("2.1 empty brackets are text", LINKS, r"text: \[\[\]\] and \[\[ \]\]"),
    ("2.1 bold round a link", LINKS, r"\*\*\[\[Garlic\]\]\*\*"),
    ("2.3 with .md", LINKS, r"\| \[\[Garlic\.md\]\] \|"),
    ("2.3 folder path", LINKS, r"\| \[\[Plants/Garlic\]\] \|"),
    ("2.4 other letter case", LINKS, r"\| \[\[garlic\]\],"),
    ("2.4 from the root", LINKS, r"\| \[\[/Plants/Garlic\]\] \|"),
    ("2.4 parent folder", LINKS, r"\| \[\[\.\./Plants/Garlic\]\] \|"),
    ("2.4 same folder", LINKS, r"\| \[\[\./Marked blocks\]\] \|"),
    ("2.4 a name with dots", LINKS, r"\| \[\[Rotation plan v2\.1\]\] \|"),
    ("2.4 end of a path, to tell two names apart", LINKS, r"\[\[Greenhouse/Log\]\]\."),
    ("2.4 an alias does not link", LINKS, r"`\[\[love apple\]\]`"),
    ("2.5 heading", "Plants/Garlic.md", r"\[\[Pesto#With scapes\]\]"),
    ("2.5 heading with display text", LINKS, r"\| \[\[Tomato#Feeding and water\\\|how to feed\]\]"),
    ("2.5 nested headings", LINKS, r"\| \[\[The year in jobs#Winter#February\]\] \|"),
    ("2.5 heading with punctuation, code and a link", TEXT, r"\[\[#A heading with `code`, a \[Garlic\]"),
    ("2.5 block", "Weather/Weather station.md", r"\[\[Potato blight#\^hutton\|"),
    ("2.5 block in other letter case", BLOCKS, r"\[\[#\^TABLE\]\]"),
    ("2.5 heading of this note", LINKS, r"\| \[\[#Markdown links\]\] \|"),
    ("2.5 block of this note", LINKS, r"\| \[\[#\^end\]\] \|"),
    ("2.5 page of a PDF", LINKS, r"\| \[\[apple-pruning\.pdf#page=2\]\] \|"),
    ("2.5 view of a base", LINKS, r"\| \[\[Plant table\.base#Drawn\]\] \|"),
    ("2.6 link in a footnote", ASIDES, r"\^\[Like this one, with a \[\[Garlic\|link\]\]"),
    ("2.6 link in a callout", "Plants/Garlic.md", r"(?m)^> \[!quote\] \[\[Jürgen Möller\|"),
    ("2.6 link in a comment", ASIDES, r"%%between .*\[\[Composting\]\].*%%"),
    ("2.6 link in a property", "Plants/Tomato.md", r'(?m)^bed: "\[\[Greenhouse\]\]"'),
    ("2.6 Markdown link in a property", FACTS, r'"\[Kale\]\(\.\./Plants/Kale\.md\)"'),
    ("2.7 unresolved", LINKS, r"\[\[Asparagus bed\]\]"),
    ("2.7 to a note that is not published", LINKS, r"\[\[Order 2026\|"),
    # Markdown links
    ("2.2 inline", LINKS, r"\[by name\]\(Garlic\.md\)"),
    ("2.2 without .md", LINKS, r"\[without the extension\]\(Garlic\)"),
    ("2.2 percent-encoded", LINKS, r"\(Broad%20bean\.md\)"),
    ("2.2 angle brackets", LINKS, r"\(<Broad bean\.md>\)"),
    ("2.2 relative", LINKS, r"\(\.\./Plants/Kale\.md\)"),
    ("2.2 same folder", LINKS, r"\(\./Marked%20blocks\.md\)"),
    ("2.2 heading", LINKS, r"\(Garlic\.md#Lifting\)"),
    ("2.2 this note", LINKS, r"\(#Wikilinks\)"),
    ("2.2 block", LINKS, r"\(Garlic\.md#\^cold\)"),
    ("2.2 title", LINKS, r'\(Kale\.md "Sweeter'),
    ("2.2 reference", LINKS, r"(?m)\[by reference\]\[rot\], and \[rot\] alone\s+\[rot\]: <Crop rotation\.md>"),
    ("2.2 external", LINKS, r"\]\(https://example\.org/seeds\)"),
    ("2.2 autolink", LINKS, r"<https://example\.org>"),
    ("2.2 bare address", LINKS, r" https://example\.org/bare,"),
    ("2.2 e-mail autolink", LINKS, r"<post@example\.com>"),
    ("2.2 bare e-mail", LINKS, r" bare@example\.com,"),
    ("2.2 mailto", LINKS, r"\(mailto:"),
    ("14 Obsidian URI", LINKS, r"\(obsidian://open"),
    # Embeds
    ("3.2 note", EMBEDS, r"!\[\[Comfrey feed\]\]"),
    ("3.2 heading", EMBEDS, r"!\[\[Tomato#Training\]\]"),
    ("3.2 block", "Beds/Bed 2.md", r"!\[\[Bed 1#\^soil\]\]"),
    ("3.2 part of this note", EMBEDS, r"!\[\[#Sound\]\]"),
    ("3.2 image", EMBEDS, r"Natural size, !\[\[snail\.svg\]\]"),
    ("3.2 audio", "Journal/2025-10-18.md", r"!\[\[robin\.wav\]\]"),
    ("3.2 audio, Ogg", "Weather/Weather station.md", r"!\[\[rain-on-glass\.ogg\]\]"),
    ("3.2 audio, MP3", "Journal/2026-03-08.md", r"!\[\[bumblebee\.mp3\]\]"),
    ("3.2 video", EMBEDS, r"!\[\[pond-ripples\.mp4\]\]"),
    ("3.2 PDF with page and height", "Plants/Apple.md", r"!\[\[apple-pruning\.pdf#page=2&height=420\]\]"),
    ("3.2 canvas", EMBEDS, r"!\[\[Garden plan\.canvas\]\]"),
    ("3.2 base and its view", EMBEDS, r"!\[\[Plant table\.base#Drawn\]\]"),
    ("3.2 other file", "Seeds/Seed box.md", r"!\[\[seed-list\.csv\]\]"),
    ("3.2 missing", LINKS, r"!\[\[Asparagus crowns\.jpg\]\]"),
    ("3.3 width", "Plants/Garlic.md", r"!\[\[garlic\.svg\|200\]\]"),
    ("3.3 width and height", "Beds.md", r"\|480x360\]\]"),
    ("3.3 description and width", "Plants/Tomato.md", r"!\[\[tomato\.svg\|A truss of tomatoes, drawn in ink\|260\]\]"),
    ("3.3 in a table", EMBEDS, r"!\[\[basil\.svg\\\|90\]\]"),
    ("3.3 Markdown image", EMBEDS, r"!\[A snail\]\(snail\.svg\)"),
    ("3.3 Markdown image with width", EMBEDS, r"!\[A smaller snail\|48\]\("),
    ("3.3 Markdown image, width alone", EMBEDS, r"!\[32\]\("),
    ("3.3 Markdown image, both and a title", EMBEDS, r'!\[Snail\|60x30\]\(\.\./Attachments/snail\.svg "'),
    ("3.1 Markdown embed of a block", EMBEDS, r"!\[\]\(Bed%201\.md#\^soil\)"),
    ("3.4 image of another host", EMBEDS, r"!\[A packet of seeds\|200\]\(https://"),
    ("3.4 YouTube", "Pests/Rabbits.md", r"!\[\]\(https://www\.youtube\.com/watch"),
    ("3.4 post", EMBEDS, r"!\[\]\(https://twitter\.com/"),
    ("3.5 embed in an embed", "Techniques/Rotation/Year 1.md", r"!\[\[Year 2\]\]"),
    ("3.5 ring of embeds", "Techniques/Rotation/Year 4.md", r"!\[\[Year 1\]\]"),
    ("3.7 query", EMBEDS, r"(?m)^```query$"),
    ("3.8 frame", EMBEDS, r"<iframe src="),
    ("3.8 image in HTML", HTML, r'<img src="\.\./'),
    ("3.8 audio in HTML", HTML, r'<audio src="\.\./'),
    ("3.8 video in HTML", HTML, r'<video src="\.\./'),
    # Blocks and inline
    *((f"4.2 heading {level}", "Tasks/The year in jobs.md", rf"(?m)^{'#' * level} \w") for level in range(1, 7)),
    ("4.2 closing hashes", "Tasks/The year in jobs.md", r"(?m)^## April ##$"),
    ("4.2 setext", "Techniques/Saving seed.md", r"(?m)^Tomato seed\n-{5,}$"),
    ("4.2 setext of level 1", TEXT, r"(?m)^Setext .*\n={5,}$"),
    ("4.2 in a list", LISTS, r"(?m)^- ### "),
    ("4.2 in raw HTML", HTML, r"(?m)^<h3>"),
    ("4.2 hash without a space", TEXT, r"(?m)^#notaheading "),
    ("4.3 soft break", TEXT, r"A single line break\nis shown"),
    ("4.3 two blanks at the end", TEXT, r"line  \nbreak|at the end  \n"),
    ("4.3 backslash at the end", TEXT, r"backslash\\\n"),
    ("4.3 rule of hyphens", TEXT, r"(?m)\n\n---\n"),
    ("4.3 rule of asterisks", "Techniques/No-dig.md", r"(?m)^\*\*\*$"),
    ("4.3 rule of underscores", TEXT, r"(?m)^_ _ _$"),
    ("4.4 bold", TEXT, r"\*\*sow thinly\*\*, and also __sow thinly__"),
    ("4.4 italic", TEXT, r"\*Vicia faba\* or _Vicia faba_"),
    ("4.4 both", TEXT, r"\*\*\*urgent\*\*\*"),
    ("4.4 strikethrough", "Techniques/Composting.md", r"~~Blighted haulm~~"),
    ("4.4 one tilde", TEXT, r" ~tilde is only a tilde~"),
    ("4.4 highlight", "Plants/Kale.md", r"==tastes best=="),
    ("4.4 markup in a highlight", TEXT, r"==\*\*asparagus\*\* in it=="),
    ("4.4 escapes", TEXT, r"\\\*not italic\\\*, \\#notatag, \\\[\\\[not"),
    ("4.5 code span", CODE, r"`sow\(\)`"),
    ("4.5 code span with backtick", CODE, r"`` sow\(`carrot`\) ``"),
    ("4.5 nothing is read in code", CODE, r"`\[\[Garlic\]\] #tag \$x\$ %%hidden%%`"),
    *(
        (f"4.5 {language}", note, rf"(?m)^(```|~~~){language}$")
        for language, note in (
            ("python", "Techniques/Growing degree days.md"),
            ("json", "Weather/Weather station.md"),
            ("bash", "Weather/Weather station.md"),
            ("diff", "Weather/Weather station.md"),
            ("yaml", "Weather/Weather station.md"),
            ("js", CODE),
            ("css", CODE),
            ("rust", CODE),
            ("sql", CODE),
        )
    ),
    ("4.5 tildes round backticks", CODE, r"(?s)\n~~~markdown\n.*?```text.*?\n~~~\n"),
    ("4.5 longer fence", CODE, r"(?m)^````text$"),
    ("4.5 unknown language", CODE, r"(?m)^```dataview$"),
    ("4.5 no language", CODE, r"\n\n```\nno language"),
    ("4.5 indented", CODE, r"\n\n    indented by four"),
    ("4.5 in a list", LISTS, r"(?m)^  ```text$"),
    ("4.6 inline comment", ASIDES, r"What stands %%between .*%% is"),
    ("4.6 block comment", ASIDES, r"(?s)\n%%\nA comment.*\n\n.*\n%%\n"),
    ("4.6 comment in a note of its own right", "Pests/Aphids.md", r"(?m)^%%Check .*%%$"),
    ("4.6 HTML comment", ASIDES, r"<!-- .* -->"),
    ("4.6 not a comment", ASIDES, r"50 % of one and 50 % .* 100%% by"),
    ("4.7 inline formula", "Techniques/Succession sowing.md", r"takes \$d\$ days"),
    ("4.7 display formula", "Techniques/Composting.md", r"(?s)\n\$\$\n\\frac.*\n\$\$\n"),
    ("4.7 display formula on one line", "Techniques/Watering.md", r"(?m)^\$\$V = .*\$\$$"),
    ("4.7 display formula in a sentence", CODE, r"On one line: \$\$.*\$\$ within"),
    ("4.7 in a list", CODE, r"(?m)^- in a list: \$"),
    ("4.7 in a table", CODE, r"(?m)^\| in a table \| \$"),
    ("4.7 in a callout", "Techniques/Composting.md", r"(?m)^> Ready .*\$180"),
    ("4.7 money", "Techniques/Watering.md", r"cost \$90 together\. At \$4 a"),
    ("4.7 escaped dollar", CODE, r"escaped \\\$ never"),
    ("4.8 footnote", "Plants/Tomato.md", r"(?m)^\[\^ethylene\]: "),
    ("4.8 the same one twice", ASIDES, r"day\.\[\^1\].*fortnight\.\[\^1\]"),
    ("4.8 several paragraphs", ASIDES, r"\n\n  when the lower third.*\n\n    - This is still"),
    ("4.8 inline footnote", ASIDES, r"\^\[Like this one"),
    ("4.8 in a table", ASIDES, r"\| stands in a table\[\^table\] \|"),
    ("4.8 without a definition", ASIDES, r"\[\^nothing\] is text"),
    ("inferred", "Plants/Broad bean.md", r"we ate \^\[inferred\]\."),
    ("4.9 paragraph", BLOCKS, r"at its end\. \^paragraph\n"),
    ("4.9 on the last line", BLOCKS, r"last line\n\^own-line\n"),
    ("4.9 list item", BLOCKS, r"(?m)^- a list item with its children \^item$"),
    ("4.9 under a list item", BLOCKS, r"below it\n  \^item-below\n"),
    ("4.9 job", BLOCKS, r"(?m)^- \[ \] .* \^job$"),
    ("4.9 whole list", BLOCKS, r"2\. marked after it\n\n\^list\n"),
    ("4.9 quote", BLOCKS, r"> marked after it\.\n\n\^quote\n"),
    ("4.9 directly under a callout", BLOCKS, r"under it\.\n\^callout\n"),
    ("4.9 table", "Plants/Tomato.md", r"by the door \|\n\n\^varieties\n"),
    ("4.9 code", BLOCKS, r"```\n\n\^code\n"),
    ("4.9 formula", BLOCKS, r"\$\$\n\n\^formula\n"),
    ("4.9 heading", BLOCKS, r"(?m)^## .* \^heading$"),
    ("4.10 hyphens", LISTS, r"(?m)^- hyphen$"),
    ("4.10 asterisks", LISTS, r"(?m)^\* asterisk$"),
    ("4.10 pluses", LISTS, r"(?m)^\+ plus$"),
    ("4.10 numbers from seven", LISTS, r"(?m)^7\. "),
    ("4.10 numbers with a bracket", "Pests/Aphids.md", r"(?m)^1\) squash"),
    ("4.10 nested by spaces and by a tab", LISTS, r"\n  - nested by two spaces\n\t- nested by a tab"),
    ("4.10 an item of several blocks", LISTS, r"\n\n  A second paragraph in the same item\.\n"),
    ("4.10 a table in an item", LISTS, r"\n  \| and \| a table \|\n"),
    ("4.10 numbered job", "Tasks/This week.md", r"(?m)^1\. \[ \] "),
    ("4.10 empty job", "Tasks/This week.md", r"(?m)^- \[ \] ?$"),
    ("4.10 job under a job", "Tasks/This week.md", r"(?m)^\t- \[ \] "),
    ("4.10 not a job", LISTS, r"(?m)^- \[\] not"),
    ("4.11 aligned", "Plants/Tomato.md", r"(?m)^\|:--\|:--\|--:\|:--\|$"),
    ("4.11 no outer bars", "Seeds/Germination test.md", r"(?m)^:-- \| --: \| --: \| --:$"),
    ("4.11 right under a heading", LISTS, r"## Tables\n\| Left"),
    ("4.11 short row", LISTS, r"(?m)^\| short row \|$"),
    ("4.11 break, link, code, formula, image in cells", LISTS, r"<br>lines \| !\[\[snail\.svg\\\|32\]\]"),
    ("4.11 in a callout", "Pests/Aphids.md", r"(?m)^> \|---\|--:\|$"),
    ("4.12 inline HTML", HTML, r"<kbd>Ctrl</kbd>.*<sub>2</sub>.*<sup>2</sup>.*<u>"),
    ("4.12 style attribute, Markdown inside", HTML, r'<span style="color: seagreen">in \*\*green\*\*'),
    ("4.12 HTML block", HTML, r"(?m)^<details>$"),
    ("4.12 Markdown in an HTML block stays", HTML, r"<div [^>]*>.*\*\*these asterisks\*\*"),
    ("4.12 HTML table", HTML, r"(?m)^<table>$"),
    ("4.13 Mermaid", "Techniques/Crop rotation.md", r"(?m)^```mermaid$"),
    ("4.13 Mermaid node that links", "Pests/Potato blight.md", r"class G internal-link"),
    # Callouts
    *(
        (f"5.9 {kind}", CALLOUTS, rf"(?m)^> \[!{kind}\]")
        for kind in (
            *("note", "abstract", "summary", "tldr", "info", "todo", "tip", "hint", "important"),
            *("success", "check", "done", "question", "help", "faq", "warning", "caution", "attention"),
            *("failure", "fail", "missing", "danger", "error", "bug", "example", "quote", "cite"),
        )
    ),
    ("5.1 without a space", CALLOUTS, r"(?m)^>\[!info\]Without"),
    ("5.1 metadata", CALLOUTS, r"(?m)^> \[!warning\|wide\]"),
    ("5.2 capital letters", CALLOUTS, r"(?m)^> \[!NOTE\]"),
    ("5.3 markup in the title", CALLOUTS, r"A title with \*\*bold\*\*, `code` and a \[\["),
    ("5.3 no title", CALLOUTS, r"(?m)^> \[!note\]$"),
    ("5.4 no body", CALLOUTS, r"(?m)^> \[!tldr\]\n\n"),
    ("5.4 code, table, image, formula, list inside", CALLOUTS, r"(?s)> ```text.*?> !\[\[.*?> \$\$.*?> 1\. "),
    ("5.5 folded", "Plants/Raspberry.md", r"(?m)^> \[!faq\]- "),
    ("5.5 open", "Techniques/Crop rotation.md", r"(?m)^> \[!todo\]\+ "),
    ("5.6 nested", "Pests/Potato blight.md", r"(?m)^>> \[!missing\]"),
    ("5.6 three deep", CALLOUTS, r"(?m)^> > > \[!example\]-"),
    ("5.7 on a later line", CALLOUTS, r"(?m)^> An ordinary quote.*\n> \[!note\]"),
    ("5.7 escaped", CALLOUTS, r"(?m)^> \\\[!note\]"),
    ("5.8 own kind", CALLOUTS, r"(?m)^> \[!compost\]"),
    # Tags and properties
    ("6.1 inline", "Plants/Garlic.md", r" #pest/rust"),
    ("6.2 other scripts", FACTS, r"#Grünkohl, #野菜"),
    ("6.2 emoji", FACTS, r"#🌱, #🌱/pricked-out"),
    ("6.3 digits alone are no tag", FACTS, r"#y2026 but not #2026,"),
    ("6.1 after a delimiter", FACTS, r"==#marked== and \*#slanted\*"),
    ("6.5 nested", FACTS, r"#plant/leaf \(nested\)"),
    ("6.6 in a callout", FACTS, r"(?m)^> \[!note\].*#callout-tag"),
    ("6.6 in a table", FACTS, r"\| #table-tag \|"),
    ("6.6 in a heading", FACTS, r"(?m)^### .*#heading-tag"),
    ("6.6 in a comment", "Pests/Aphids.md", r"#todo/look%%"),
    ("6.6 not tags", FACTS, r"C#minor, \\#escaped, `#code`, https://example\.org/#fragment"),
    ("6.7 list", "Plants/Tomato.md", r"(?m)^tags:\n  - plant/fruiting"),
    ("6.7 flow list", "Plants/Garlic.md", r"(?m)^tags: \[plant/bulb"),
    ("6.7 one string", LISTS, r"(?m)^tags: syntax$"),
    ("6.7 with a hash", FACTS, r'(?m)^  - "#with-hash"'),
    ("7.3 JSON", "Seeds/Germination test.md", r"\A---\n\{"),
    ("7.7 aliases, list", "Plants/Tomato.md", r"(?m)^aliases:\n  - love apple"),
    ("7.7 aliases, string", "Plants/Broad bean.md", r"(?m)^aliases: fava bean$"),
    ("7.7 cssclasses, list", FACTS, r"(?m)^cssclasses:\n  - wide"),
    ("7.7 cssclasses, string", "Beds.md", r"(?m)^cssclasses: wide$"),
    ("7.7 publish false", "Seeds/Order 2026.md", r"(?m)^publish: false$"),
    ("7.7 publish true", "Syntax tour.md", r"(?m)^publish: true$"),
    ("7.7 draft", "Techniques/Grafting.md", r"(?m)^draft: true$"),
    ("7.7 permalink", "Meta/About these notes.md", r"(?m)^permalink: about$"),
    ("7.7 description", "Syntax tour.md", r"(?m)^description: "),
    ("7.7 image", "NAPKIN.md", r"(?m)^image: Attachments/"),
    ("7.7 cover", "Plants/Tomato.md", r"(?m)^cover: Attachments/"),
    ("13 alias as redirect", "Techniques/No-dig.md", r"(?m)^  - Old notes/No dig$"),
    # Smaller
    ("11 template variables", "Meta/Templates/Daily note.md", r"\{\{title\}\}.*\{\{time\}\}"),
    ("8 base block", EMBEDS, r"(?m)^```base$"),
    ("14 words without spaces", TEXT, r"春は種まきの季節です"),
)


def source(path: str) -> str:
    return (GARDEN / path).read_bytes().decode("utf-8")


def parsed(path: str) -> NoteSyntax:
    return parse_note((GARDEN / path).read_bytes())


def vault_paths() -> list[VaultPath]:
    """List every file of the garden that the tool reads."""
    found = (path.relative_to(GARDEN) for path in sorted(GARDEN.rglob("*")) if path.is_file())
    return [
        VaultPath(path.as_posix())
        for path in found
        if not any(part.startswith(".") or part == "Scratch" for part in path.parts)
    ]


def links_that_count(path: str) -> tuple[Link, ...]:
    return parsed(path).facts.links


@pytest.mark.parametrize(("path", "proof"), [row[1:] for row in CHECKLIST], ids=[row[0] for row in CHECKLIST])
def test_the_garden_shows_the_construct(path: str, proof: str) -> None:
    assert re.search(proof, source(path)), f"{path} no longer matches {proof}"


def test_the_garden_has_sixty_notes_and_stays_small() -> None:
    notes = [path for path in vault_paths() if path.endswith(".md")]
    size = sum((GARDEN / path).stat().st_size for path in vault_paths())
    assert len(notes) >= 60
    assert size < 1_500_000


def test_file_names_are_composed_and_of_many_scripts() -> None:
    paths = vault_paths()
    assert all(unicodedata.is_normalized("NFC", path) for path in paths)
    assert "People/Jürgen Möller.md" in paths
    assert "Plants/大根 Daikon.md" in paths
    assert "🌱 Sowing calendar.md" in paths


def test_there_is_a_file_of_each_kind_and_each_begins_as_its_kind_does() -> None:
    beginnings = {
        "pond-dusk.jpg": b"\xff\xd8\xff",
        "soil-profile.png": b"\x89PNG\r\n\x1a\n",
        "tomato.svg": b"<svg ",
        "robin.wav": b"RIFF",
        "rain-on-glass.ogg": b"OggS",
        "bumblebee.mp3": b"\xff",
        "apple-pruning.pdf": b"%PDF-1.",
        "seed-list.csv": b"kind,variety",
    }
    for name, beginning in beginnings.items():
        assert (GARDEN / "Attachments" / name).read_bytes().startswith(beginning), name
    assert b"ftyp" in (GARDEN / "Attachments" / "pond-ripples.mp4").read_bytes()[:12]


def test_settings_and_drawings_are_sound_json() -> None:
    for path in sorted(GARDEN.rglob("*")):
        if path.suffix in {".json", ".canvas"}:
            json.loads(path.read_text(encoding="utf-8"))


def test_every_link_finds_something_but_the_two_that_show_what_happens_otherwise() -> None:
    paths = vault_paths()
    resolver = LinkResolver(paths)
    lost = {
        (path, link.path)
        for path in paths
        if path.endswith(".md")
        for link in links_that_count(path)
        if resolver.resolve_path(link.path, path).path is None
    }
    assert lost == {(LINKS, "Asparagus bed"), (LINKS, "Asparagus crowns.jpg")}


def test_every_heading_and_block_that_is_linked_to_is_there() -> None:
    paths = vault_paths()
    resolver = LinkResolver(paths)
    facts = {path: parsed(path).facts for path in paths if path.endswith(".md")}
    lost = []
    for path, own in facts.items():
        for link in own.links:
            target = resolver.resolve_path(link.path, path).path
            if link.subpath and target in facts and resolve_subpath(facts[target], link.subpath) is None:
                lost.append((path, link.path, link.subpath))
    assert lost == []


def test_every_attachment_is_used() -> None:
    paths = vault_paths()
    resolver = LinkResolver(paths)
    used = {
        resolver.resolve_path(link.path, path).path
        for path in paths
        if path.endswith(".md")
        for link in links_that_count(path)
    }
    properties = "".join(source(path) for path in paths if path.endswith(".md"))
    unused = {path for path in paths if path.startswith("Attachments/") and path not in used and path not in properties}
    assert unused == set()


def test_own_folder_wins_and_else_the_shorter_path() -> None:
    resolver = LinkResolver(vault_paths())
    assert resolver.resolve_path("Log", VaultPath("Beds/Greenhouse/Log.md")).path == "Beds/Greenhouse/Log.md"
    assert resolver.resolve_path("Log", VaultPath(LINKS)).path == "Beds/Pond/Log.md"


def test_nearly_every_note_is_read_without_a_remark() -> None:
    remarks = {path: parsed(path).facts.findings for path in vault_paths() if path.endswith(".md")}
    assert {path for path, findings in remarks.items() if findings} == set()


def test_properties_of_every_type_are_shown() -> None:
    assigned = json.loads(source(".obsidian/types.json"))["types"]
    typed = {item.type for item in type_properties(parsed(FACTS).facts.properties, assigned)}
    assert typed == {
        *("text", "list", "number", "checkbox", "date", "datetime", "tags", "aliases", "empty", "object"),
    }


def test_jobs_have_many_marks() -> None:
    marks = {task.mark for task in parsed(LISTS).facts.tasks}
    assert marks >= set(' xX/-><?!*"lbiSIpcud🌱')


def test_marked_blocks_of_every_placement_are_found() -> None:
    names = {block.name for block in parsed(BLOCKS).facts.block_ids}
    assert names == {
        *("paragraph", "own-line", "item", "item-below", "job", "list", "quote", "callout", "table"),
        *("code", "formula", "heading"),
    }


def test_tags_of_every_shape_are_found_and_nothing_else() -> None:
    names = {tag.name for tag in parsed(FACTS).facts.tags}
    assert names == {
        *("herb", "plant/leaf", "2026plan", "y2026", "with_underscore", "with-hyphen", "Grünkohl", "野菜", "🌱"),
        *("🌱/pricked-out", "marked", "slanted", "stop", "callout-tag", "table-tag", "heading-tag"),
    }


def test_templates_and_unpublished_notes_are_few_and_known() -> None:
    held = {
        path
        for path in vault_paths()
        if path.endswith(".md")
        and (
            parsed(path).facts.properties.get("publish", True) is not True
            or parsed(path).facts.properties.get("draft", False) is not False
        )
    }
    assert held == {"Seeds/Order 2026.md", "Techniques/Grafting.md"}


def test_notes_do_not_repeat_their_name_as_a_heading() -> None:
    for path in vault_paths():
        if path.endswith(".md"):
            headings = parsed(path).facts.headings
            assert not headings or headings[0].text != Path(path).stem, path


def test_the_garden_builds_with_no_problem_but_the_three_it_shows(tmp_path: Path) -> None:
    report = build_site(GARDEN, tmp_path / "site", state_dir=None, workers=1)
    shown = [(found.path, found.code) for found in report.problems if found.severity is not Severity.INFO]
    assert shown == [(LINKS, "ambiguous-link"), (LINKS, "missing-embed"), (LINKS, "unresolved-link")]
    assert set(report.held_back) == {"Seeds/Order 2026.md", "Techniques/Grafting.md"}


def test_every_marked_block_has_its_id_on_the_page(tmp_path: Path) -> None:
    build_site(GARDEN, tmp_path / "site", state_dir=None, workers=1)
    html = (tmp_path / "site" / "Syntax+tour" / "Marked+blocks" / "index.html").read_text(encoding="utf-8")
    for block in parsed(BLOCKS).facts.block_ids:
        assert re.search(rf'<\w+[^>]* id="\^{block.name}"', html), block.name
