"""Characters to words: what counts as one word in any script."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from reprank.patterns import lazy_pattern

# Scripts written without spaces (Thai, Lao, Burmese, Khmer, kana, Han): one character is one word there, and what
# readers call a word appears as a pair of neighbours.
UNSPACED = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3041-\u3096\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
)
# Vowel signs and accents that belong to the letter before them, which ``\w`` leaves out. In the blocks of India
# everything but the danda is part of a word.
MARKS = (
    r"\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0900-\u0963"
    r"\u0966-\u0dff\u0e31\u0e33-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb3-\u0ebc\u0ec8-\u0ecd\u0f18\u0f19\u0f35-\u0f39\u0f71-\u0f84\u0f86-\u0fbc\u102b-\u103e\u1056-\u109d\u17b4-\u17d3\u200c\u200d"
)
# Signs of Burmese and Khmer that put the next consonant below this one: both are one character to a reader.
STACKING = r"\u1039\u17d2"
# Vowel points of Hebrew and Arabic, most often left out, and soft hyphens: they do not make another word.
OPTIONAL_MARKS = lazy_pattern(
    r"[\u00ad\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u0652\u0670\u0640]"
)
LINE_END_HYPHEN = lazy_pattern(r"[-\u2010]\s+")
LETTER = rf"(?:[^\W_{UNSPACED}]|[{MARKS}])"

PLAIN_STRETCH = lazy_pattern(r"[\x00-\x7f]+")
NO_LETTERS = bytes(byte for byte in range(128) if not chr(byte).isalpha())
NO_CAPITALS = bytes(byte for byte in range(128) if not chr(byte).isupper())
# A word is a group of its own, so that ``split`` returns what stands between words and words in turn.
# Few words have an apostrophe: the empty alternative is faster than a group that is repeated zero times.
ASCII_WORD = lazy_pattern(r"([A-Za-z][A-Za-z0-9]*(?:'[A-Za-z]+(?:'[A-Za-z]+)*|)|[0-9]+(?:[.,][0-9]+)*[A-Za-z0-9]*)")
PLAIN_WORD = lazy_pattern(r"([^\W\d_][^\W_]*(?:['’][^\W_]+(?:['’][^\W_]+)*|)|\d+(?:[.,]\d+)*[^\W_]*)")


@cache
def any_word() -> re.Pattern[str]:
    """Return the pattern of a word in any script; compiled when needed, since that takes longer than a summary."""
    return re.compile(
        rf"(\d+(?:[.,]\d+)*{LETTER}*|{LETTER}+(?:['’]{LETTER}+)*|[{UNSPACED}](?:[{MARKS}]|(?<=[{STACKING}])[{UNSPACED}])*)"
    )


@cache
def unspaced_character() -> re.Pattern[str]:
    """Return the pattern of a character that is a word of its own."""
    return re.compile(f"[{UNSPACED}]")


@cache
def _special_character() -> re.Pattern[str]:
    return re.compile(f"[{UNSPACED}{MARKS}]")


def word_pattern(text: str) -> re.Pattern[str]:
    """Return the pattern that finds the words of a text: the fastest of three that agree on it."""
    if text.isascii():
        return ASCII_WORD
    return any_word() if _special_character().search(text) else PLAIN_WORD


class _LetterTable(dict[str, bool]):
    """Whether a character is a letter or a mark that belongs to one; looked up once for each character."""

    def __missing__(self, character: str) -> bool:
        self[character] = unicodedata.category(character)[0] in "LM"
        return self[character]


_IS_LETTER = _LetterTable()


def count_letters(text: str) -> int:
    """Count the letters of any script, with the vowel signs and accents that belong to them.

    >>> count_letters("4 café,"), count_letters("東京 1"), count_letters("हिन्दी")
    (4, 2, 6)
    """
    plain = len(text.encode("ascii", "ignore").translate(None, NO_LETTERS))
    return plain if text.isascii() else plain + sum(map(_IS_LETTER.__getitem__, PLAIN_STRETCH.sub("", text)))


def count_capitals(text: str) -> int:
    """Count the capital letters of any script.

    >>> count_capitals("The SEA"), count_capitals("ÉTÉ à Nice")
    (4, 4)
    """
    return len(text.encode().translate(None, NO_CAPITALS)) if text.isascii() else sum(map(str.isupper, text))


def normal_form(word: str) -> str:
    r"""Lower the case, straighten the apostrophe, drop an English possessive, optional marks and line-end hyphens.

    >>> normal_form("Smith’s"), normal_form("DON'T"), normal_form("depart-\nment")
    ('smith', "don't", 'department')
    """
    word = word.lower()
    if word.isalnum():
        return word
    word = LINE_END_HYPHEN.sub("", word.replace("’", "'"))
    if not word.isascii():
        composed = unicodedata.normalize("NFC", word)
        word = OPTIONAL_MARKS.sub("", composed) or composed
    return word[:-2] if word.endswith("'s") and len(word) > 3 else word
