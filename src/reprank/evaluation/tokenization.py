"""Text to the words that metrics compare.

Independent of the summarizers' own tokens: a change in how they read text must not change a score.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache
from pathlib import Path

from reprank.errors import DataError
from reprank.evaluation.porter import porter, porter_rouge155
from reprank.patterns import lazy_pattern
from reprank.text.languages import language

Tokenizer = Callable[[str], list[str]]
Stemmer = Callable[[list[str]], list[str]]

_ENGLISH = lazy_pattern(r"[a-z0-9]+")
# Scripts that put no space between words: every character (with its marks) counts as one word.
_UNSPACED = (
    r"\u0e00-\u0eff"  # Thai, Lao
    r"\u1000-\u109f\u1780-\u17ff"  # Myanmar, Khmer
    r"\u3040-\u30ff\u31f0-\u31ff"  # kana
    r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"  # Han
)
STEMMED_MIN_LETTERS = 4  # ROUGE-1.5.5 and rouge-score leave shorter words alone
STEMS = ("porter", "rouge-1.5.5", "none")
# ROUGE-1.5.5 reads these files of WordNet in one table; of six words that occur twice the later file decides.
_EXCEPTION_FILES = ("adj.exc", "adv.exc", "verb.exc", "noun.exc")


def tokenizer(
    code: str, *, stem: str = "porter", exceptions: str | None = None, remove_stop_words: bool = False
) -> Tokenizer:
    """Make the function that turns a text into the words a metric counts.

    English is read as Google's ``rouge-score`` reads it: lower-cased runs of ``[a-z0-9]``, Porter stems; with
    ``stem="rouge-1.5.5"`` the stems of the Perl program, with WordNet's ``exceptions`` if their folder is given. Any
    other language is lower-cased and cut into runs of letters, digits and their marks, single characters where the
    script has no spaces, with Snowball stems where there are any. Stop words go before stemming, as in ROUGE-1.5.5.

    >>> tokenizer("en")("Two summaries, half-finished.")
    ['two', 'summari', 'half', 'finish']
    >>> tokenizer("zh", stem="none")("摘要 2024年")
    ['摘', '要', '2024', '年']

    Raises LanguageError for an unknown code and DataError if the exceptions cannot be read.
    """
    stops = language(code).stopwords if remove_stop_words else frozenset()
    split = _english_words if code == "en" else _unicode_words
    stems = _stems(code, stem, exceptions)

    def tokenize(text: str) -> list[str]:
        words = split(text)
        return stems([word for word in words if word not in stops] if stops else words)

    return tokenize


def _stems(code: str, stem: str, exceptions: str | None) -> Stemmer:
    if stem == "none":
        return _unchanged
    if stem == "rouge-1.5.5" and code == "en":
        return rouge155_stemmer(exceptions)
    return stemmer(code, min_letters=STEMMED_MIN_LETTERS)


def stem_name(code: str, stem: str = "porter") -> str:
    """Name the stemming algorithm that a language gets, ``none`` if there is none for it.

    >>> stem_name("en"), stem_name("en", "rouge-1.5.5"), stem_name("fr"), stem_name("zh")
    ('porter', 'rouge-1.5.5', 'snowball-french', 'none')
    """
    if stem == "none" or code == "en":
        return stem
    algorithm = language(code).algorithm
    return f"snowball-{algorithm}" if algorithm else "none"


@cache
def rouge155_stemmer(exceptions: str | None) -> Stemmer:
    """Make the function that stems English words as ROUGE-1.5.5 does.

    >>> rouge155_stemmer(None)(["away", "was", "documents"])
    ['awai', 'was', 'docum']
    """
    irregular = read_exceptions(Path(exceptions)) if exceptions is not None else {}
    return lambda words: [
        word if len(word) < STEMMED_MIN_LETTERS else irregular.get(word) or porter_rouge155(word) for word in words
    ]


def read_exceptions(folder: Path) -> dict[str, str]:
    """Read WordNet's exception files: inflected word to base form. Raise DataError if one is missing or broken."""
    found = {}
    for name in _EXCEPTION_FILES:
        try:
            lines = (folder / name).read_text(encoding="utf-8").splitlines()
        except OSError as error:
            wanted = ", ".join(_EXCEPTION_FILES)
            raise DataError(f"{folder / name}: {error.strerror}: wanted a folder with WordNet's {wanted}") from error
        for number, line in enumerate(lines, start=1):
            words = line.split()
            if len(words) == 1:
                raise DataError(f"{folder / name}:{number}: wanted an inflected word and its base form; got {line!r}")
            if words:
                found[words[0]] = words[1]
    return found


@cache
def stemmer(code: str, *, min_letters: int = 1) -> Stemmer:
    """Make the function that stems words of at least ``min_letters`` letters and leaves the others alone.

    >>> stemmer("en")(["keys", "bus"]), stemmer("en", min_letters=4)(["keys", "bus"])
    (['key', 'bu'], ['key', 'bus'])
    """
    if code == "en":
        return lambda words: [porter(word) if len(word) >= min_letters else word for word in words]
    algorithm = language(code).algorithm
    if algorithm is None:
        return _unchanged
    import Stemmer as Snowball

    stem = Snowball.Stemmer(algorithm).stemWord
    return lambda words: [stem(word) if len(word) >= min_letters else word for word in words]


def _unchanged(words: list[str]) -> list[str]:
    return words


def _english_words(text: str) -> list[str]:
    return _ENGLISH.findall(text.lower())


def _unicode_words(text: str) -> list[str]:
    return _unicode_pattern().findall(unicodedata.normalize("NFC", text).lower())


@cache
def _unicode_pattern() -> re.Pattern[str]:
    # \w leaves out combining marks and would break every Hindi word apart; joiners hold Persian words together.
    marks = "".join(chr(code) for code in range(0x300, 0x1E000) if unicodedata.category(chr(code))[0] == "M")
    marks = re.escape(marks) + r"\ufe00-\ufe0f\u200c\u200d"
    letter = rf"[^\W_{_UNSPACED}]"
    return re.compile(rf"[{_UNSPACED}][{marks}]*|{letter}(?:{letter}|[{marks}])*")
