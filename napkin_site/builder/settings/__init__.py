"""What a site is built with: the vault's configuration, then the `mkdocs.yml` that speaks of it, checked once.

Nothing here looks at notes. Read `site_settings.py` first; `mkdocs_settings.py` puts the sources in their order.
"""
