"""Cases that we fail on purpose, with the reason; only cases of tier `decision` may stand here, at most three."""

DEVIATIONS: dict[str, str] = {}
"""Id of the case -> why our output is right all the same."""
