"""Front matter without its comments: what an author notes for himself is not for readers (decision 13)."""

import re

_HEADER = re.compile(r"(?P<kept>[|>][0-9+-]*)[ \t]+#.*")


def without_yaml_comments(text: str) -> str:
    """Take the comments out of YAML and leave all else as it is written.

    Text that is not YAML comes back as nothing: nobody can tell what in it is a comment.
    """
    if "#" not in text:
        return text
    import yaml  # noqa: PLC0415 -- it takes a while to load, and few notes have comments there

    try:
        tokens = list(yaml.scan(text, Loader=yaml.CSafeLoader))
    except yaml.YAMLError:
        return ""
    kept: list[str] = []
    done = 0
    for token in tokens:
        start, end = token.start_mark.index, token.end_mark.index
        if end <= done or start == end:
            continue
        kept.append(_strip(text, done, start))
        content = text[start:end]
        if isinstance(token, yaml.ScalarToken) and token.style in {"|", ">"}:
            head, line_break, body = content.partition("\n")
            content = _HEADER.sub(r"\g<kept>", head) + line_break + body
        kept.append(content)
        done = end
    kept.append(_strip(text, done, len(text)))
    return "".join(kept)


def _strip(text: str, start: int, end: int) -> str:
    """Give the text between two tokens without comments."""
    lines = text[start:end].split("\n")
    kept: list[str] = []
    for number, line in enumerate(lines):
        bare = line.partition("#")[0] if "#" in line else line
        begins_line = number > 0 or start == 0 or text[start - 1] == "\n"
        if bare is not line and begins_line and not bare.strip() and number < len(lines) - 1:
            continue  # the whole line goes
        ending = "\r" if line.endswith("\r") else ""
        kept.append(bare.rstrip(" \t") + ending if bare is not line else line)
        if number < len(lines) - 1:
            kept.append("\n")
    return "".join(kept)
