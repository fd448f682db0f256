"""Colours by name: those of Material's palette and of CSS."""

import re

from napkin_site.errors import ConfigError

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

_CSS_NAMES = frozenset(
    "aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown "
    "burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan "
    "darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred "
    "darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink "
    "deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold "
    "goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush "
    "lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey "
    "lightpink lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow "
    "lime limegreen linen magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen "
    "mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin "
    "navajowhite navy oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise "
    "palevioletred papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red rosybrown royalblue "
    "saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue slategray slategrey snow "
    "springgreen steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen".split()
)
"""Source: CSS Color Module Level 4, section 6.1."""

_WRITTEN = re.compile(
    r"#(?:[0-9a-f]{3}|[0-9a-f]{6})|(?:rgb|hsl|hwb|lab|lch|oklab|oklch)\([0-9a-z.,%/ +-]{3,40}\)", re.IGNORECASE
)
_NAME = re.compile(r"[a-z][a-z _-]{0,40}", re.IGNORECASE)


def css_colour(text: str) -> str:
    """Give the CSS colour that a setting names; a name of Material's palette comes before that of CSS.

    Raises:
        ConfigError: it is no colour; the hint names the nearest one.
    """
    text = text.strip()
    name = text.lower().replace("-", " ").replace("_", " ")
    if name in _MATERIAL:
        return _MATERIAL[name]
    if _WRITTEN.fullmatch(text) or text.lower() in _CSS_NAMES:
        return text
    hint = "Write it as `#3f7d58`, as a CSS colour, or as `deep purple`."
    if _NAME.fullmatch(text):
        from difflib import get_close_matches  # noqa: PLC0415 -- only a wrong name needs it

        near = get_close_matches(name, sorted({*_MATERIAL, *_CSS_NAMES}), n=1)
        hint = f"Did you mean `{near[0]}`?" if near else hint
    raise ConfigError(f"`{text}` is not a colour", hint=hint)
