"""The library: a vault as an object, each verb a method with keyword arguments and a frozen result.

Every call sees the vault as it is on disk at that moment; what did not change is not read again. Nothing is printed.
"""

from napkin_site.services.vault_canvases import CanvasVerbs
from napkin_site.services.vault_history import HistoryVerbs
from napkin_site.services.vault_reading import ReadingVerbs
from napkin_site.services.vault_setup import SetupVerbs
from napkin_site.services.vault_writing import WritingVerbs


class Vault(ReadingVerbs, WritingVerbs, CanvasVerbs, SetupVerbs, HistoryVerbs):
    """A vault on disk.

    Example:
        vault = Vault("notes", actor="gardener", kind="agent")
        print(vault.read("Leek#Sowing").content)
        vault.append("Leek", "Sown today.", reason="log the sowing")
    """
