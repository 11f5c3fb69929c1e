"""Text to the words that metrics compare.

Kept apart from the summarizers' own tokens: a score must not move because a summarizer reads text differently.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache

from reprank.evaluation.porter import porter
from reprank.text.languages import language

Tokenizer = Callable[[str], list[str]]
Stemmer = Callable[[list[str]], list[str]]

_ENGLISH = re.compile(r"[a-z0-9]+")
# Scripts that put no space between words: every character (with its marks) counts as one word.
_UNSPACED = (
    r"\u0e00-\u0eff"  # Thai, Lao
    r"\u1000-\u109f\u1780-\u17ff"  # Myanmar, Khmer
    r"\u3040-\u30ff\u31f0-\u31ff"  # kana
    r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"  # Han
)
SHORTEST_STEMMED = 4  # ROUGE-1.5.5 and rouge-score leave words of up to three letters alone


def tokenizer(code: str, *, stem: bool, remove_stop_words: bool) -> Tokenizer:
    """Make the function that turns a text into the words a metric counts.

    English is read as Google's ``rouge-score`` reads it: lower-cased runs of ``[a-z0-9]``, Porter stems. Any other
    language is lower-cased and cut into runs of letters, digits and their marks, single characters where the script
    has no spaces, with Snowball stems where there are any. Stop words go before stemming, as in ROUGE-1.5.5.

    >>> tokenizer("en", stem=True, remove_stop_words=False)("Two summaries, half-finished.")
    ['two', 'summari', 'half', 'finish']
    >>> tokenizer("zh", stem=False, remove_stop_words=False)("摘要 2024年")
    ['摘', '要', '2024', '年']

    Raises LanguageError for a code nobody knows.
    """
    stops = language(code).stopwords if remove_stop_words else frozenset()
    split = _english_words if code == "en" else _unicode_words
    stems = stemmer(code, shortest=SHORTEST_STEMMED) if stem else _unchanged

    def tokenize(text: str) -> list[str]:
        words = split(text)
        return stems([word for word in words if word not in stops] if stops else words)

    return tokenize


def stemmer_name(code: str) -> str | None:
    """Name the stemming algorithm of a language, ``None`` if it has none.

    >>> stemmer_name("en"), stemmer_name("fr"), stemmer_name("zh")
    ('porter', 'snowball-french', None)
    """
    if code == "en":
        return "porter"
    algorithm = language(code).algorithm
    return f"snowball-{algorithm}" if algorithm else None


@cache
def stemmer(code: str, *, shortest: int = 1) -> Stemmer:
    """Make the function that stems words of at least ``shortest`` letters and leaves the others alone.

    >>> stemmer("en")(["keys", "bus"]), stemmer("en", shortest=4)(["keys", "bus"])
    (['key', 'bu'], ['key', 'bus'])
    """
    if code == "en":
        return lambda words: [porter(word) if len(word) >= shortest else word for word in words]
    algorithm = language(code).algorithm
    if algorithm is None:
        return _unchanged
    import Stemmer as Snowball

    stem = Snowball.Stemmer(algorithm).stemWord
    return lambda words: [stem(word) if len(word) >= shortest else word for word in words]


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
