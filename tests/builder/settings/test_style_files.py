from pathlib import Path

from napkin_site.builder.settings.style_files import style_files
from tests.builder.sites import write_vault


def test_sheets_bring_what_they_and_their_imports_ask_for(tmp_path: Path) -> None:
    vault = write_vault(
        tmp_path,
        {
            "css/a.css": '@import "b.css"; @font-face { src: url("../fonts/Plain%20Sans.woff2?v=1") }',
            "css/b.css": "@import url(a.css); i { background: url( 'dot.png' ) } b { background: url(/top.svg) }",
            "css/dot.png": "",
            "top.svg": "",
            "fonts/Plain Sans.woff2": "",
            "unused.png": "",
        },
    )
    assert style_files(vault, ["css/a.css"]) == (
        "css/a.css",
        "css/b.css",
        "css/dot.png",
        "fonts/Plain Sans.woff2",
        "top.svg",
    )


def test_what_is_elsewhere_missing_or_commented_out_is_left_out(tmp_path: Path) -> None:
    vault = write_vault(
        tmp_path / "vault",
        {
            "a.css": "/* url(dot.png) */ url(https://e.org/x.png) url(//e.org/y.png) url(data:,x) url(../out.png)"
            "url(gone.png) url()",
            "dot.png": "",
        },
    )
    write_vault(tmp_path, {"out.png": ""})
    assert style_files(vault, ["a.css", "gone.css", "https://e.org/b.css"]) == ()
