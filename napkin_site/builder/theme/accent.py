"""What a site's settings change in the theme's colours and fonts: accent, fixed scheme, font families."""

from napkin_site.builder.settings.colours import css_colour
from napkin_site.errors import ConfigError, ThemeError


def accent_style(accent: str) -> str:
    """Give the style rule that sets the accent for light and dark pages; empty for none.

    Raises:
        ThemeError: it is not a colour.
    """
    if not accent.strip():
        return ""
    try:
        colour = css_colour(accent)
    except ConfigError as error:
        raise ThemeError(f"accent: {error}", hint=error.hint) from None
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
