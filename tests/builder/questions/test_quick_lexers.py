import re

import pytest
from pygments import highlight
from pygments.formatters.html import HtmlFormatter
from pygments.lexer import RegexLexer, bygroups, default, using
from pygments.lexers import find_lexer_class_by_name
from pygments.token import Keyword, Name, Text

from napkin_site.builder.questions.highlight import Highlighter
from napkin_site.builder.questions.quick_lexers import quick_lexer

LANGUAGES = [
    *(
        "bash",
        "bat",
        "c#",
        "css",
        "dart",
        "diff",
        "docker",
        "elixir",
        "go",
        "graphql",
        "haskell",
        "html",
        "ini",
        "java",
    ),
    *("javascript", "julia", "kotlin", "latex", "lua", "make", "nix", "ocaml", "perl", "powershell", "python", "r"),
    *("rust", "scala", "scss", "sql", "swift", "toml", "typescript", "vim", "xml", "zig"),
]
TEXTS = [
    'def f(x: int = 0x1F) -> str:\n    """Doc\n\n    more"""\n    return f"{x!r:>{3}} {{}}" + rb\'\\n\'  # say\n',
    "cat <<EOF\n$X ${y:-z} $(ls \"$1\")\nEOF\nfor i in a b; do echo '$i' && exit 1; done # no\n",
    "/* a\n b */ const x = `t ${a + `${b}`}`; // c\nlet re = /a[/]b/g, y = 07.5e3;\n",
    "<!DOCTYPE html><p class='a' id=b>&amp; <!-- c\n --><script>var a = '<b>';</script><style>p{color:#fff}</style>\n",
    '[table]\nkey = "a\\tb" # c\n- gone\n+ come\n@@ 1 @@\nall: $(OBJ)\n\t@echo $@\n\\frac{1}{2} % c\n',
    "SELECT a.b, 'it''s' FROM t -- c\nWHERE x <> 1;\nfn main() -> Vec<'a> { println!(\"{}\", 1u8); r#\"raw\"# }\n",
    "\n\n  'open\n\"open too\n/* and\n\x0c ü 東京 \U0001f600 {{{ ]]> \\ \t\n",
    "",
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_quick_lexer_reads_the_tokens_that_pygments_reads(language: str) -> None:
    stock = find_lexer_class_by_name(language)
    ours, theirs = quick_lexer(stock)(stripnl=False), stock(stripnl=False)

    for text in TEXTS:
        assert list(ours.get_tokens(text)) == list(theirs.get_tokens(text))


@pytest.mark.parametrize("language", ["python", "bash", "yaml", "rust"])
def test_much_code_is_highlighted_as_little_is(language: str) -> None:
    stock = find_lexer_class_by_name(language)(stripnl=False)
    highlighter = Highlighter()

    for number in range(120):
        text = f"{TEXTS[number % 7]}# {number}\n"
        assert highlighter(text * 3, language) == highlight(text * 3, stock, HtmlFormatter(nowrap=True))


@pytest.mark.parametrize("language", LANGUAGES)
def test_highlighted_code_is_written_as_pygments_writes_it(language: str) -> None:
    stock = find_lexer_class_by_name(language)(stripnl=False)

    for text in TEXTS[:-1]:
        assert Highlighter()(text, language) == highlight(text, stock, HtmlFormatter(nowrap=True))


def test_rules_that_cannot_be_joined_keep_their_place_among_the_others() -> None:
    class Odd(RegexLexer):
        name = "odd"
        tokens = {
            "root": [
                (r"(a|b)\1", Keyword),
                (r"(?i)x(y)", bygroups(Name)),  # type: ignore[no-untyped-call]
                (r"(?P<word>c)(?P=word)", Keyword, "inner"),
                (r"[a-c]", Name, ("inner", "#push")),
                (r"<([^>]*)>", bygroups(using(Part))),  # type: ignore[no-untyped-call]
                (r"\s+", Text),
            ],
            "inner": [(r"d", Keyword, "#pop"), (r"e", Name, "#push"), (r"f", Name, "#pop:9"), default("#pop")],
        }

    ours, theirs = quick_lexer(Odd)(), Odd()

    for text in ("aabab ccd cde efg", "aXY Xyx bdddd f\neee", "<aad> ccc\n?ab", "cceef a"):
        assert list(ours.get_tokens(text)) == list(theirs.get_tokens(text))


def test_lexers_that_read_in_a_way_of_their_own_are_left_as_they_are() -> None:
    class Spaced(RegexLexer):
        flags = re.VERBOSE
        tokens = {"root": [("a # letter", Name)]}

    assert quick_lexer(Spaced) is Spaced
    for language in ("json", "yaml", "c", "html+jinja", "console"):
        stock = find_lexer_class_by_name(language)
        assert quick_lexer(stock) is stock


class Part(RegexLexer):
    """What `using` reads a part of another language with."""

    name = "part"
    tokens = {"root": [(r"a+", Keyword), (r".", Name)]}
