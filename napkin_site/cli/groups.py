"""The command groups: which commands each has, and where they live. A group's commands load when they run.

Commands that read and commands that write stand in files of their own, such as `task.py` and `task_edit.py`.
"""

from napkin_site.cli.lazy import LazyCommand, LazyGroup
from napkin_site.cli.manners import common_options

FILE = {
    "list": LazyCommand("napkin_site.cli.file", "list_", "List the files of the vault."),
    "info": LazyCommand("napkin_site.cli.file", "info", "Say what is known of a file."),
    "folders": LazyCommand("napkin_site.cli.file", "folders", "List the folders of the vault."),
    "folder": LazyCommand("napkin_site.cli.file", "folder", "Count what a folder holds."),
    "outline": LazyCommand("napkin_site.cli.file", "outline", "List the headings of a note."),
    "wordcount": LazyCommand("napkin_site.cli.file", "wordcount", "Count the words and characters of a note."),
}
TAG = {
    "list": LazyCommand("napkin_site.cli.tag", "list_", "List the tags of the vault or of a note."),
    "info": LazyCommand("napkin_site.cli.tag", "info", "Say which notes carry a tag."),
    "aliases": LazyCommand("napkin_site.cli.tag", "aliases", "List the other names of notes."),
}
PROPERTY = {
    "list": LazyCommand("napkin_site.cli.property", "list_", "List the properties of the vault or of a note."),
    "read": LazyCommand("napkin_site.cli.property", "read", "Read a property of a note."),
    "set": LazyCommand("napkin_site.cli.property_edit", "set_", "Give a property of a note a value."),
    "remove": LazyCommand("napkin_site.cli.property_edit", "remove", "Take a property of a note away."),
    "add": LazyCommand("napkin_site.cli.property_edit", "add", "Add values to a list."),
    "remove-from": LazyCommand("napkin_site.cli.property_edit", "remove_from", "Take values out of a list."),
    "rename": LazyCommand("napkin_site.cli.property_edit", "rename", "Give a property of a note another name."),
}
TASK = {
    "list": LazyCommand("napkin_site.cli.task", "list_", "List tasks."),
    "show": LazyCommand("napkin_site.cli.task_edit", "show", "Show the task on a line, or set its mark."),
}
LINK = {
    "out": LazyCommand("napkin_site.cli.link", "out", "List what a note links to."),
    "back": LazyCommand("napkin_site.cli.link", "back", "List the notes that link to a file."),
    "unresolved": LazyCommand("napkin_site.cli.link", "unresolved", "List links that lead nowhere."),
    "orphans": LazyCommand("napkin_site.cli.link", "orphans", "List notes that nothing links to."),
    "deadends": LazyCommand("napkin_site.cli.link", "deadends", "List notes that link to nothing."),
}
TEMPLATE = {
    "list": LazyCommand("napkin_site.cli.template", "list_", "List the templates."),
    "read": LazyCommand("napkin_site.cli.template", "read", "Read a template, as it is or filled in."),
    "insert": LazyCommand("napkin_site.cli.template_edit", "insert", "Put a template, filled in, into a note."),
}
DAILY = {
    "path": LazyCommand("napkin_site.cli.daily", "path", "Say where the note of a day is."),
    "read": LazyCommand("napkin_site.cli.daily", "read", "Read the note of a day."),
    "today": LazyCommand("napkin_site.cli.daily_edit", "today", "Make today's note, if it is not there."),
    "append": LazyCommand("napkin_site.cli.daily_edit", "append", "Add a text at the end of today's note."),
    "prepend": LazyCommand("napkin_site.cli.daily_edit", "prepend", "Add a text at the beginning of today's note."),
}
BOOKMARK = {
    "list": LazyCommand("napkin_site.cli.bookmark", "list_", "List what is bookmarked in Obsidian."),
    "add": LazyCommand("napkin_site.cli.bookmark_edit", "add", "Add to Obsidian's bookmarks."),
}
TRASH = {
    "list": LazyCommand("napkin_site.cli.trash", "list_", "List what is in the trash."),
    "restore": LazyCommand("napkin_site.cli.trash", "restore", "Bring a file or folder back from the trash."),
    "purge": LazyCommand("napkin_site.cli.trash", "purge", "End what is in the trash for good."),
}
CANVAS = {
    "list": LazyCommand("napkin_site.cli.canvas", "list_", "List the canvases."),
    "read": LazyCommand("napkin_site.cli.canvas", "read", "Read a canvas."),
    "nodes": LazyCommand("napkin_site.cli.canvas", "nodes", "List the nodes of a canvas."),
    "create": LazyCommand("napkin_site.cli.canvas_edit", "create", "Make an empty canvas."),
    "add-node": LazyCommand("napkin_site.cli.canvas_edit", "add_node", "Put a node on a canvas."),
    "add-edge": LazyCommand("napkin_site.cli.canvas_edit", "add_edge", "Join two nodes of a canvas."),
    "update-node": LazyCommand("napkin_site.cli.canvas_edit", "update_node", "Change a node of a canvas."),
    "remove-node": LazyCommand(
        "napkin_site.cli.canvas_edit", "remove_node", "Take a node off a canvas, with its edges."
    ),
    "remove-edge": LazyCommand("napkin_site.cli.canvas_edit", "remove_edge", "Take an edge off a canvas."),
}
HISTORY = {
    "purge": LazyCommand("napkin_site.cli.undo", "purge", "Forget old changes."),
}
CONFIG = {
    "show": LazyCommand("napkin_site.cli.config", "show", "Show every setting in force."),
    "get": LazyCommand("napkin_site.cli.config", "get", "Show one setting."),
    "set": LazyCommand("napkin_site.cli.config_edit", "set_", "Change one setting."),
}
STATE = {
    "list": LazyCommand("napkin_site.cli.state", "list_", "List what is remembered, by vault."),
    "adopt": LazyCommand("napkin_site.cli.state_edit", "adopt", "Give a vault that was moved its history back."),
    "gc": LazyCommand("napkin_site.cli.state_edit", "gc", "Drop what is remembered of vaults that are gone."),
}


_MEANT: dict[str, dict[str, str]] = {
    "property": {"get": "read", "delete": "remove", "unset": "remove"},
    "tag": {"add": "napkin property add NOTE tags", "remove": "napkin property remove-from NOTE tags"},
    "task": {
        "add": "napkin append NOTE '- [ ] …'",
        "done": "napkin task show --done",
        "set": "napkin task show --status",
        "todo": "napkin task show --todo",
        "toggle": "napkin task show --toggle",
    },
    "template": {"apply": "insert", "use": "insert"},
    "daily": {"add": "append", "create": "today"},
    "trash": {"empty": "purge"},
    "history": {"diff": "napkin diff", "list": "napkin log", "log": "napkin log", "show": "napkin show"},
    "config": {"list": "show"},
}
"""Group -> what people type -> what does it."""


def _group(name: str, table: dict[str, LazyCommand], summary: str) -> LazyGroup:
    group = LazyGroup(
        name=name,
        table=table,
        meant=_MEANT.get(name, {}),
        help=summary,
        short_help=summary,
        no_args_is_help=False,
        callback=lambda: None,
    )
    return common_options(group)


file = _group("file", FILE, "Files, folders, and what a note is made of.")
tag = _group("tag", TAG, "Tags and other names of notes.")
property_ = _group("property", PROPERTY, "Properties of notes.")
task = _group("task", TASK, "Tasks in notes.")
link = _group("link", LINK, "Links between notes.")
template = _group("template", TEMPLATE, "Templates of notes.")
daily = _group("daily", DAILY, "The note of a day.")
bookmark = _group("bookmark", BOOKMARK, "Obsidian's bookmarks.")
trash = _group("trash", TRASH, "What was deleted.")
canvas = _group("canvas", CANVAS, "Canvases.")
history = _group("history", HISTORY, "The history of changes as a whole.")
config = _group("config", CONFIG, "Settings of the vault.")
state = _group("state", STATE, "What is remembered of vaults on this machine.")

GROUPS: dict[str, LazyGroup] = {
    group.name or "": group
    for group in (file, tag, property_, task, link, template, daily, bookmark, trash, canvas, history, config, state)
}
"""Name -> the group."""
