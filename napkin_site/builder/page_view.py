"""What a page hands to the shell: plain values only."""

from napkin_site.core.values import Value


class TocItem(Value):
    """A heading in a page's table of contents."""

    title: str
    anchor: str
    level: int


class NavLink(Value):
    """A titled link, relative to the page."""

    title: str
    href: str


class PageView(Value):
    """A finished page's content and everything the theme shows around it."""

    url: str
    """UrlPath of the page."""
    title: str
    description: str
    content: bytes
    """HTML for the main column, as UTF-8: were it one string, a single `…` in it would make all of it wide and slow."""
    toc: tuple[TocItem, ...] = ()
    breadcrumbs: tuple[NavLink, ...] = ()
    """Home first, the page itself left out."""
    siblings: tuple[NavLink, ...] = ()
    """The capped local navigation: neighbours in the folder."""
    nav_heading: NavLink | None = None
    """Whose entries `siblings` are; None: those of the folder above, or the page's own."""
    previous: NavLink | None = None
    next: NavLink | None = None
    meta: tuple[tuple[str, str], ...] = ()
    """`<meta>` pairs beyond the description: `("robots", "noindex")`; names with `og:` become `property`."""
    edit_url: str = ""
    features: tuple[str, ...] = ()
    """Sorted; of `code math mermaid graph`: what the page must load extra."""
    alternates: tuple[tuple[str, str], ...] = ()
    """`<link rel="alternate">` pairs of MIME type and relative URL: the page's Markdown, a feed."""
