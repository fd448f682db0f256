"""The library: the same verbs as methods of one object, `Vault`, which stands in `vault.py`.

`opening.py` says how a vault is found and opened anew for each call; each other file holds the verbs of a subject,
and hands on to the functions of `services` and `services.writing`.
"""
