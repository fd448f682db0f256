"""What a site's settings change in the theme's colours and fonts: accent, fixed scheme, font families."""

import re

from napkin_site.errors import ThemeError

_MATERIAL = {
    "red": "#d32f2f",
    "pink": "#c2185b",
    "purple": "#7b1fa2",
    "deep purple": "#512da8",
    "indigo": "#3949ab",
    "blue": "#1976d2",
    "light blue": "#0277bd",
    "cyan": "#00838f",
    "teal": "#00796b",
    "green": "#2e7d32",
    "light green": "#4b7a1f",
    "lime": "#6d7a12",
    "yellow": "#8a6d00",
    "amber": "#96660a",
    "orange": "#b85c00",
    "deep orange": "#d84315",
    "brown": "#6d4c41",
    "grey": "#616161",
    "blue grey": "#546e7a",
    "black": "#33383c",
    "white": "#33383c",
}
"""Dark enough to be read on a light page (contrast at least 4.5 with white)."""

_COLOUR = re.compile(
    r"#(?:[0-9a-f]{3}|[0-9a-f]{6})|[a-z]{3,30}|(?:rgb|hsl|hwb|lab|lch|oklab|oklch)\([0-9a-z.,%/ +-]{3,40}\)",
    re.IGNORECASE,
)


def accent_style(accent: str) -> str:
    """Give the style rule that sets the accent for light and dark pages; empty for none.

    Raises:
        ThemeError: it is not a colour.
    """
    name = accent.strip()
    if not name:
        return ""
    colour = _MATERIAL.get(name.lower().replace("-", " "), name)
    if not _COLOUR.fullmatch(colour):
        raise ThemeError(
            f"accent {accent!r} is not a colour", hint="write it as #3f7d58, as a CSS colour, or as `deep purple`"
        )
    dark = f"color-mix(in srgb,{colour} 55%,white)"
    return f":root{{--napkin-accent-light:{colour};--napkin-accent-dark:{dark}}}"


def scheme_style(scheme: str) -> str:
    """Give the style rule that fixes `light` or `dark` for readers who have not chosen; empty for none."""
    return f":root:not([data-scheme]){{color-scheme:{scheme}}}" if scheme in {"light", "dark"} else ""


def font_style(text: str, code: str) -> str:
    """Give the style rule that puts font families before the theme's own; empty for none.

    Args:
        text: a family without quotes; empty for the theme's own.
        code: the same for code.
    """
    rules = []
    if text:
        rules.append(f'--md-text-font:"{text}",ui-sans-serif,system-ui')
    if code:
        rules.append(f'--md-code-font:"{code}",ui-monospace')
    return f":root{{{';'.join(rules)}}}" if rules else ""
