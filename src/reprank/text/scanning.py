"""Characters to words: where the words of a whole text are, by array operations where its letters allow it.

Searching with a pattern takes four times as long. The words are those that ``tokens.word_pattern`` finds.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

import numpy as np

from reprank.arrays import Integers
from reprank.text.tokens import is_western, join_hyphenated, word_pattern

Scanned: TypeAlias = tuple[list[str], Integers]  # words, and where each begins

CODE_PAGE = "cp1252"  # one byte for each character, so that places in the bytes are places in the text
_CHARACTERS = [bytes([byte]).decode(CODE_PAGE, "replace") for byte in range(256)]
IS_INSIDE = bytes(character.isalnum() for character in _CHARACTERS)
SPACED = bytes(byte if IS_INSIDE[byte] else ord(" ") for byte in range(256))
APOSTROPHES, POINTS, DIGITS = "'’".encode(CODE_PAGE), b".,", b"0123456789"
MAY_JOIN = bytes(byte in APOSTROPHES + POINTS for byte in range(256))


def scanner(text: str) -> Callable[[str], Scanned]:
    """Return the function that finds the words of a text or of a part of it, and where each begins.

    >>> text = "Mr O'Neil paid 3,000.50, or 90's prices."
    >>> words, starts = scanner(text)(text)
    >>> words, starts.tolist()
    (['Mr', "O'Neil", 'paid', '3,000.50', 'or', '90', 's', 'prices'], [0, 3, 10, 15, 25, 28, 31, 33])
    """
    if is_western(text):
        return partial(_western, encoding="ascii" if text.isascii() else CODE_PAGE)
    split = word_pattern(text).split
    return lambda part: _by_pattern(split(part))


def scanned_lines(text: str) -> Scanned:
    """Return the words of a text in which hyphens divide words at the ends of lines."""
    return _by_pattern(join_hyphenated(word_pattern(text).split(text)))


def _by_pattern(parts: list[str]) -> Scanned:
    """Return words and their places, given what stands between words, and words, in turn."""
    return parts[1::2], np.fromiter(map(len, parts), np.intp, len(parts)).cumsum()[:-1:2]


def _western(text: str, encoding: str) -> Scanned:
    """Find runs of letters and digits, and join those that a mark inside a word divides."""
    encoded = f" {text} ".encode(encoding)
    inside = np.frombuffer(encoded.translate(IS_INSIDE), np.bool_)
    edges = (inside[1:] != inside[:-1]).nonzero()[0]
    starts, ends = edges[::2], edges[1::2]
    marked = np.frombuffer(encoded.translate(MAY_JOIN), np.bool_)[ends[:-1] + 1]
    runs = (marked & (starts[1:] == ends[:-1] + 1)).nonzero()[0]
    spaced = bytearray(encoded.translate(SPACED))
    joined: list[int] = []  # runs that go on with the word before them
    is_number = False  # whether the word of the run begins with a digit
    for run, start, at in zip(runs.tolist(), (starts[runs] + 1).tolist(), (ends[runs] + 1).tolist(), strict=True):
        mark, before_digit = encoded[at], encoded[at + 1] in DIGITS
        if joined[-1:] != [run]:
            is_number = encoded[start] in DIGITS
        if mark in APOSTROPHES:
            joins = not is_number and not (before_digit and encoding == "ascii")
        else:
            joins = is_number and before_digit and encoded[start:at].isdigit()
        if joins:
            joined.append(run + 1)
            spaced[at] = mark
    return spaced.decode(encoding).split(), np.delete(starts, joined) if joined else starts
