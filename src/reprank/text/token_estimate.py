"""Text to an estimated number of model tokens, without a tokenizer.

Tokenizers of language models differ by a factor of three on scripts other than Latin. The estimate is made to be too
high rather than too low for the costliest of three common ones; docs/lab/tokens.md has its error and the script that
measures it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from functools import cache
from math import ceil

from reprank.patterns import lazy_pattern
from reprank.text.languages import language

# Tokens for each feature: a linear fit to the 99.5th percentile over prose, code, markup and twelve languages, plus two
# to three per cent. The fit is to the largest of three counts for each text.
COMMON_WORD = 0.8  # a stop word of English: one token with the space before it
OTHER_WORD = 1.4
LETTER_BEYOND_FOUR = 0.25  # of a word that is not common
INNER_CAPITAL = 0.3
DIGIT = 0.65
PUNCTUATION = 1.25
SPACE_RUN = 0.7  # a line break, or two and more spaces
LATIN, VIETNAMESE, OTHER = 2.35, 1.75, 2.6  # for each character, here and below
GREEK, CYRILLIC, SEMITIC, INDIC, SOUTH_EAST_ASIAN = 1.43, 0.72, 1.2, 1.42, 1.92
PUNCTUATION_BEYOND_ASCII, KANA, HAN, HANGUL = 1.1, 1.35, 1.6, 1.95
CLASSES = (  # first code point of each range, and the tokens of a character in it
    (0x00, 0.0), (0x30, DIGIT), (0x3A, 0.0), (0x80, LATIN), (0x250, OTHER), (0x370, GREEK), (0x400, CYRILLIC),
    (0x530, OTHER), (0x590, SEMITIC), (0x780, OTHER), (0x900, INDIC), (0xE00, SOUTH_EAST_ASIAN), (0x10A0, OTHER),
    (0x1E00, VIETNAMESE), (0x1F00, OTHER), (0x2000, PUNCTUATION_BEYOND_ASCII), (0x2070, OTHER), (0x3000, KANA),
    (0x3100, OTHER), (0x3400, HAN), (0xA000, OTHER), (0xAC00, HANGUL), (0xD7B0, OTHER),
)  # fmt: skip
STARTS = [start for start, _ in CLASSES]

ASCII_WORD = lazy_pattern(r"[A-Za-z]+")
INNER = lazy_pattern(r"(?<=[A-Za-z])[A-Z]")
SPACES = lazy_pattern(r"\n|[ \t]{2,}")
ASCII_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


def estimate_tokens(text: str) -> int:
    """Estimate the tokens of a text, on the safe side.

    >>> estimate_tokens("The bridge was closed on Friday."), estimate_tokens("")
    (10, 0)
    """
    common = _common_words()
    total = 0.0
    for word, times in Counter(ASCII_WORD.findall(text)).items():
        if word.lower() in common:
            total += COMMON_WORD * times
        else:
            total += (OTHER_WORD + LETTER_BEYOND_FOUR * max(len(word) - 4, 0)) * times
    total += INNER_CAPITAL * len(INNER.findall(text)) + SPACE_RUN * len(SPACES.findall(text))
    total += sum(_tokens_of(character) * times for character, times in Counter(text).items())
    return ceil(round(total, 6))


def _tokens_of(character: str) -> float:
    if character in ASCII_PUNCTUATION:
        return PUNCTUATION
    return CLASSES[bisect_right(STARTS, ord(character)) - 1][1]


@cache
def _common_words() -> frozenset[str]:
    return language("en").stopwords
