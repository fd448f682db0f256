"""Text -> the terms of the search index, by rules that a browser repeats on what a reader types.

The rules are plain data (`TokenRules`), written beside the index, so that both sides read the same separators:

1. NFKC, lower case; the `joiners` are deleted (English: `don't` is one word).
2. Words are the runs without any of the `separators`.
3. Marks of accented letters are dropped (`café` is found by `cafe`).
4. A run of a script that puts no spaces between words becomes its overlapping pairs of characters, a run of
   one character itself: `東京都` is `東京` and `京都`.
5. English only: stop words go (not in titles, aliases and tags: a note may be called "Who"), the rest is stemmed.
"""

import re
import unicodedata
from functools import cached_property

from napkin_site.builder.data.porter import stem
from napkin_site.core.values import Value

_STOP_WORD_TEXT = (
    "a able about across after all almost also am among an and any are as at be because been but by can cannot could "
    "dear did do does either else ever every for from get got had has have he her hers him his how however i if in "
    "into is it its just least let like likely may me might most must my neither no nor not of off often on only or "
    "other our own rather said say says she should since so some than that the their them then there these they this "
    "tis to too twas us wants was we were what when where which while who whom why will with would yet you your"
)
STOP_WORDS = frozenset(_STOP_WORD_TEXT.split())
"""The English stop words of lunr.js and lunr.py."""

MAX_WORD = 64
"""Characters; longer words (encoded data, mostly) are not indexed, as nobody types them."""

# Control characters, ASCII and Latin-1 signs, general punctuation up to arrows, mathematical, technical and
# box-drawing signs, CJK and full-width punctuation, emoji. The soft hyphen and the no-break spaces are among them;
# the zero-width joiners U+200C and U+200D are not, being parts of words in Persian and Indic scripts.
_SEPARATORS = (
    "\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\xa9\xab-\xb4\xb6-\xb9\xbb-\xbf\xd7\xf7\u02c2-\u02c5\u037e\u0387"
    "\u055a-\u055f\u0589\u05be\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u1680\u2000-\u200b\u200e-\u206f"
    "\u2070-\u209f\u20a0-\u20cf\u2190-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d\u30a0\u30fb"
    "\ufd3e\ufd3f\ufe0e-\ufe1f\ufe30-\ufe6f\ufeff\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\ufffc\ufffd"
    "\U0001f000-\U0001faff"
)
# Han (with its iteration marks), kana, Hangul, Thai, Lao, Myanmar, Khmer.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff"
)
_MARKS = "\u0300-\u036f"
_MAY_BE_UNSPACED = re.compile("[^\0-\u0dff\u2000-\u2bff\U0001f000-\U0001faff]")
"""A character that may be one of `_UNSPACED`; compiling those thousands takes as long as cutting a hundred notes."""


class TokenRules(Value):
    """What a browser must know to cut a query as the index was cut; written into the manifest."""

    separators: str
    """The inside of a regular expression's character class, in a form that JavaScript (flag `u`) and Python share."""
    unspaced: str
    """The same, for scripts without spaces between words."""
    marks: str
    """The same, for the combining marks that are dropped."""
    joiners: str
    """Characters that are deleted before words are cut."""
    stem: bool
    """True when terms are English stems, so that the query needs lunr's `stemmer`."""
    max_word: int
    """Characters of the longest word that is indexed."""


class Analyser:
    """Cuts text into words, and makes words into index terms."""

    def __init__(self, language: str) -> None:
        is_english = language.lower().replace("_", "-").split("-")[0] == "en"
        self.rules = TokenRules(
            separators=_escaped(_SEPARATORS),
            unspaced=_escaped(_UNSPACED),
            marks=_escaped(_MARKS),
            joiners="'’" if is_english else "",
            stem=is_english,
            max_word=MAX_WORD,
        )
        self._ascii = _ascii_table(self.rules.joiners)
        self.stop_words = STOP_WORDS if is_english else frozenset[str]()
        """Words of no use in running text."""

    def words(self, text: str) -> list[str]:
        """Cut `text` into words and pairs, before folding and stemming, in order."""
        if text.isascii():
            # Twice as fast as the pattern, which comes to the same.
            return text.translate(self._ascii).split()
        text = unicodedata.normalize("NFKC", text).lower()
        for joiner in self.rules.joiners:
            text = text.replace(joiner, "")
        words: list[str] = self._words.findall(text)
        return self._paired(words) if _MAY_BE_UNSPACED.search(text) else words

    def term(self, word: str) -> str:
        """Give the index term of a word: without accents, in English its stem; empty when it is not indexed."""
        if len(word) > MAX_WORD:
            return ""
        if not word.isascii():
            word = unicodedata.normalize("NFC", self._marks.sub("", unicodedata.normalize("NFKD", word)))
        return stem(word) if self.rules.stem else word

    @cached_property
    def _words(self) -> re.Pattern[str]:
        return re.compile(f"[^{self.rules.separators}]+")

    @cached_property
    def _marks(self) -> re.Pattern[str]:
        return re.compile(f"[{self.rules.marks}]+")

    @cached_property
    def _unspaced(self) -> re.Pattern[str]:
        return re.compile(f"[{self.rules.unspaced}]")

    @cached_property
    def _runs(self) -> re.Pattern[str]:
        return re.compile(f"[{self.rules.unspaced}]+|[^{self.rules.unspaced}]+")

    def _paired(self, words: list[str]) -> list[str]:
        pairs: list[str] = []
        for word in words:
            if word.isascii() or not self._unspaced.search(word):
                pairs.append(word)
                continue
            for run in self._runs.findall(word):
                if len(run) > 1 and self._unspaced.match(run):
                    pairs += map(str.__add__, run, run[1:])
                else:
                    pairs.append(run)
        return pairs


def _ascii_table(joiners: str) -> dict[int, str | None]:
    """Map separators (all but letters and digits) to blanks, capitals to small letters, joiners to nothing."""
    table: dict[int, str | None] = {code: chr(code).lower() if chr(code).isalnum() else " " for code in range(128)}
    return table | dict.fromkeys(map(ord, joiners), None)


def _escaped(characters: str) -> str:
    r"""Write a class's ASCII characters as `\xHH`, so that none of them means anything to a regular expression."""
    return re.sub(r"[\x00-\x2c\x2e-\x7f]", lambda match: f"\\x{ord(match.group()):02x}", characters)
