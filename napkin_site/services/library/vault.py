"""The library: a vault as an object, each verb a method with keyword arguments and a frozen result.

Every call sees the vault as it is on disk at that moment; what did not change is not read again. Nothing is printed.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Unpack

from napkin_site.services.library import batches
from napkin_site.services.library.canvases import CanvasVerbs
from napkin_site.services.library.files import FileVerbs
from napkin_site.services.library.history import HistoryVerbs
from napkin_site.services.library.metadata import MetadataVerbs
from napkin_site.services.library.notes import WritingVerbs
from napkin_site.services.library.opening import How
from napkin_site.services.library.reading import ReadingVerbs
from napkin_site.services.library.setup import SetupVerbs
from napkin_site.services.writing.batch import Batch


class Vault(ReadingVerbs, WritingVerbs, FileVerbs, MetadataVerbs, CanvasVerbs, SetupVerbs, HistoryVerbs):
    """A vault on disk.

    Example:
        vault = Vault("notes", actor="gardener", kind="agent")
        print(vault.read("Leek#Sowing").content)
        vault.append("Leek", "Sown today.", reason="log the sowing")
    """

    def batch(self, operations: Sequence[Mapping[str, Any]], **how: Unpack[How]) -> Batch:
        """Carry out several changes, all or none, as one entry of the history.

        Args:
            operations: each `{"op": "append", "note": …, "text": …}`: the name of a method, and its keywords; also
                `if_match`. Each sees what the earlier ones did.
            how: of all of them.
        """
        return batches.change_together(self._session(how), batches.operations_of(operations))
