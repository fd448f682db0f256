"""Texts that are dear to make and depend on nothing but their key, such as highlighted code."""

from collections.abc import Iterable, Iterator, Mapping, MutableMapping

from napkin_site.index.contents import StoreReader


class TextMemo(MutableMapping[str, str]):
    """Key -> text, remembered from run to run by the store, as far as there is one.

    What is put in stays in memory until `flush`, or until somebody takes it. Each process has its own; they share what
    was flushed.
    """

    def __init__(self, reader: StoreReader) -> None:
        self._reader = reader
        self._texts: dict[str, str] = {}
        self._new: dict[str, str] = {}

    def __getstate__(self) -> StoreReader:
        return self._reader

    def __setstate__(self, reader: StoreReader) -> None:
        self._reader, self._texts, self._new = reader, {}, {}

    def get_many(self, keys: Iterable[str]) -> dict[str, str]:
        """Look texts up; keys without one are left out."""
        found = {}
        for key in keys:
            text = self._texts.get(key)
            if text is None:
                text = self._reader.memo(key)
                if text is None:
                    continue
                self._texts[key] = text
            found[key] = text
        return found

    def put_many(self, texts: Mapping[str, str]) -> None:
        """Remember texts for good, as far as there is a store that can be written."""
        self._texts.update(texts)
        self._reader.keep_memos(texts)

    def take_new(self) -> dict[str, str]:
        """Give what was put in since the last time, for another process to `put_many`."""
        new, self._new = self._new, {}
        return new

    def flush(self) -> None:
        """Remember for good what was put in since the last time."""
        new, self._new = self._new, {}
        self._reader.keep_memos(new)

    def __getitem__(self, key: str) -> str:
        return self.get_many((key,))[key]

    def __setitem__(self, key: str, text: str) -> None:
        self._texts[key] = self._new[key] = text

    def __delitem__(self, key: str) -> None:
        """Forget a text in this process; what was flushed comes back."""
        del self._texts[key]
        self._new.pop(key, None)

    def __iter__(self) -> Iterator[str]:
        """List the keys this process has met."""
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)
