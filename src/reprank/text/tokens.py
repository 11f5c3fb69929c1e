"""Characters to words and marks, and lines to running text: what is one word, and what ends a sentence."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import cache

from reprank.patterns import lazy_pattern

# Scripts written without spaces (Thai, Lao, Burmese, Khmer; kana, Han): one character is one word there, and what
# readers call a word appears as a pair of neighbours.
UNSPACED_LETTERS = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
UNSPACED = rf"{UNSPACED_LETTERS}\u3041-\u3096\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
# Vowel signs and accents that belong to the letter before them, which ``\w`` leaves out. In the blocks of India
# everything but the danda is part of a word: no such letter goes on with a word of a script without spaces.
UNSPACED_MARKS = (
    r"\u00ad\u0300-\u036f\u0e31\u0e33-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb3-\u0ebc\u0ec8-\u0ecd\u102b-\u103e\u1056-\u109d"
    r"\u17b4-\u17d3\u200c\u200d"
)
MARKS = (
    rf"{UNSPACED_MARKS}\u0483-\u0489\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0900-\u0963"
    r"\u0966-\u0dff\u0f18\u0f19\u0f35-\u0f39\u0f71-\u0f84\u0f86-\u0fbc"
)
# Signs of Burmese and Khmer that put the next consonant below this one: both are one character to a reader.
STACKING = r"\u1039\u17d2"
SOFT_HYPHEN = b"\xad"  # in Windows-1252
JOINERS = "\u200c\u200d"  # invisible; at the end of a word they join nothing
# Vowel points of Hebrew and Arabic, most often left out, and soft hyphens: they do not make another word.
OPTIONAL_MARKS = lazy_pattern(
    r"[\u00ad\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u0652\u0670\u0640]"
)
LETTER = rf"(?:[^\W_{UNSPACED}]|[{MARKS}])"
# A word is a group of its own, so that ``split`` returns what stands between words and words in turn.
# Few words have an apostrophe: the empty alternative is faster than a group that is repeated zero times.
ASCII_WORD = lazy_pattern(
    r"([A-Za-z][A-Za-z0-9]*(?:'[A-Za-z][A-Za-z0-9]*(?:'[A-Za-z][A-Za-z0-9]*)*|)|[0-9]+(?:[.,][0-9]+)*[A-Za-z0-9]*)"
)
PLAIN_WORD = lazy_pattern(r"([^\W\d_][^\W_]*(?:['’][^\W_]+(?:['’][^\W_]+)*|)|\d+(?:[.,]\d+)*[^\W_]*)")
# A hyphen or a slash between two letters. It comes first in the pattern: it is found faster than a letter.
DIVIDED_WORD = lazy_pattern(r"([-\u2010/])(?<=[^\W\d_].)[ \t]*\r?\n[ \t]*(?=[^\W\d_])")
HYPHENS = ("-", "\u2010")
MAX_JOINED_CHARACTERS = 40  # of a word before a slash
DIVIDING_HYPHEN = HYPHENS[1]  # put at the end of a line by a program, as man does

# Marks that end a sentence, and those that only end a part of it.
FINAL = ".!?…。！？｡؟۔।॥։။။។៕።༎།"
PAUSING = ";:；：؛"
CLOSING = "\"'”’»›)]}）」』*_`"  # may stand behind the mark that ends a sentence
PLAIN_FINAL = frozenset(".!?")
#: A final mark, a semicolon or a colon at the end, with what closes a quotation or a bracket behind it.
#: A line that ends so is no heading and does not go on in the next line.
STOPPED = lazy_pattern(rf"[{re.escape(FINAL + PAUSING)}] ?[{re.escape(CLOSING)}]*\s*$")
SPECIAL_SPACES = (
    "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029"
    "\u202f\u205f\u3000"
)
TAIL_CHARACTERS = 8  # of a text in which its final mark is looked for


@cache
def any_word() -> re.Pattern[str]:
    """Return the pattern of a word in any script; compiled when needed, since that takes longer than a summary."""
    return re.compile(
        rf"(\d+(?:[.,]\d+)*{LETTER}*|{LETTER}+(?:['’]{LETTER}+)*|[{UNSPACED}](?:[{UNSPACED_MARKS}]|(?<=[{STACKING}])[{UNSPACED}])*)"
    )


@cache
def unspaced_character() -> re.Pattern[str]:
    """Return the pattern of a character that is a word of its own."""
    return re.compile(f"[{UNSPACED}]")


@cache
def unspaced_letters() -> re.Pattern[str]:
    """Return the pattern of letters without a space between them in a script where a word has several of them."""
    return re.compile(f"[{UNSPACED_LETTERS}]+")


@cache
def _special_character() -> re.Pattern[str]:
    return re.compile(f"[{UNSPACED}{MARKS}]")


def is_western(text: str) -> bool:
    """Tell whether all characters of a text are in Windows-1252; soft hyphens aside, none of them is special here.

    The patterns that know special characters take longer to compile than a summary.
    """
    if text.isascii():
        return True
    try:
        return SOFT_HYPHEN not in text.encode("cp1252")
    except UnicodeEncodeError:
        return False


def word_pattern(text: str) -> re.Pattern[str]:
    """Return the pattern that finds the words of a text: the fastest of three that agree on it."""
    if text.isascii():
        return ASCII_WORD
    return PLAIN_WORD if is_western(text) or not _special_character().search(text) else any_word()


def normal_form(word: str) -> str:
    r"""Lower the case, straighten the apostrophe, drop an English possessive, optional marks and line-end hyphens.

    >>> normal_form("Smith’s"), normal_form("DON'T"), normal_form("depart-\nment")
    ('smith', "don't", 'department')
    """
    word = word.lower()
    if word.isalnum():
        return word
    word = word.replace("’", "'")
    if "\n" in word:
        word = "".join(half.rstrip("-\u2010") for half in word.split())
    if not word.isascii():
        composed = unicodedata.normalize("NFC", word)
        word = OPTIONAL_MARKS.sub("", composed).rstrip(JOINERS) or composed
    return word[:-2] if word.endswith("'s") and len(word) > 3 else word


def join_sentences(texts: Iterable[str]) -> str:
    r"""Join sentences into running text, hard line breaks as spaces, none where the script has none.

    >>> join_sentences(["One\nsentence.", "Another."]), join_sentences(["一句。", "二句。"])
    ('One sentence. Another.', '一句。二句。')
    """
    joined = ""
    for text in texts:
        flat = flatten(text)
        tight = not joined or (
            not joined.isascii() and joined[-1] in "。！？」』）" and unspaced_character().match(flat)
        )
        joined += flat if tight else " " + flat
    return joined


def flatten(text: str) -> str:
    r"""Write a sentence on one line; a hyphen at the end of a line needs no space, and a dividing one goes.

    >>> flatten("A well-\nknown\nman"), flatten("The com\u2010\n   mand"), flatten("and/\nor /usr/\nor")
    ('A well-known man', 'The command', 'and/or /usr/ or')
    """
    if "\n" not in text and "\r" not in text and "  " not in text and "\t" not in text:
        return text
    return " ".join(DIVIDED_WORD.sub(_joint, text).split())


def _joint(found: re.Match[str]) -> str:
    """Return what joins two halves of a word; behind an address or a path, the word is another one."""
    if found[1] == "/":
        before = found.string[max(0, found.start() - MAX_JOINED_CHARACTERS) : found.start()].split()[-1]
        if any(mark in before for mark in "/.:"):
            return found[0]
    return found[1].replace(DIVIDING_HYPHEN, "")


def is_plainly_spaced(text: str) -> bool:
    r"""Tell whether a text has no white space but spaces: no line breaks, tabs or spaces of a special width.

    >>> is_plainly_spaced("a b  c"), is_plainly_spaced("a\u00a0b")
    (True, False)
    """
    return not any(mark in text for mark in SPECIAL_SPACES)


def ends_lines(text: str) -> bool:
    r"""Tell whether a hyphen or a slash between two letters ends a line of the text.

    >>> ends_lines("a depart-\nment"), ends_lines("well-known")
    (True, False)
    """
    return "\n" in text and DIVIDED_WORD.search(text) is not None


def join_hyphenated(parts: list[str]) -> list[str]:
    r"""Join the halves of words in a list that has words at odd places and what stands between them at even places.

    A word keeps the hyphen and the line break, so that it is an exact stretch of the text; ``normal_form`` drops them.
    Two halves stay apart if the text has them as a compound with a hyphen, or as two words and never as one.

    >>> join_hyphenated(["", "The", " ", "depart", "-\n", "ment", "."])
    ['', 'The', ' ', 'depart-\nment', '.']
    """
    counts = Counter(word.lower() for word in parts[1::2])
    compounds = {
        (parts[i - 1].lower(), parts[i + 1].lower()) for i in range(2, len(parts) - 1, 2) if parts[i] in HYPHENS
    }
    joined = parts[:2]
    for gap, word in zip(parts[2::2], parts[3::2], strict=False):
        first, second = joined[-1].lower(), word.lower()
        halves = gap[:1] in HYPHENS and gap.count("\n") == 1 and not gap[1:].strip()
        halves = halves and joined[-1].isalpha() and word[0].islower()
        if halves and (first, second) not in compounds and not _are_words(first, second, counts):
            joined[-1] += gap + word
        else:
            joined += [gap, word]
    return joined + parts[-1:] if len(parts) > 1 else parts


def _are_words(first: str, second: str, counts: Counter[str]) -> bool:
    return counts[first] > 1 and counts[second] > 1 and not counts[first + second]


def is_ended(text: str) -> bool:
    """Tell whether a text ends with a final mark.

    >>> [is_ended(text) for text in ("It rains.", 'He said: "Go!"', "Three things:", "Installation")]
    [True, True, False, False]
    """
    return text[-1:] in PLAIN_FINAL or final_mark(text, len(text)) is not None


def final_mark(text: str, end: int) -> int | None:
    """Return where the final mark at the end of a stretch begins; None if there is none."""
    stop = STOPPED.search(text, max(end - TAIL_CHARACTERS, 0), end)
    return stop.start() if stop is not None and stop[0][0] in FINAL else None
