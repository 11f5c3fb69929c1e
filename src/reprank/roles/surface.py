"""Units to surface columns: shape, marks, place and block of each sentence, without a word list."""

from __future__ import annotations

import sys
import unicodedata
from functools import cache

import numpy as np
from numpy.typing import NDArray

from reprank.arrays import Booleans, Bytes, Floats, Integers, first_of_equal, flags_of
from reprank.caching import cached_property
from reprank.text.tokens import CLOSING, FINAL, PAUSING
from reprank.text.units import Units
from reprank.values import value_class

BEHIND_MARKS = CLOSING + " "  # may follow the mark that ends a sentence
PLAIN_MARKS = ",'\"()-–—‘’“”«»、，．「」『』（）" + FINAL + PAUSING
ENDS, ASKS, ANNOUNCES, EXCLAIMS = 1, 2, 4, 8  # what the last mark of a sentence says: it may say several things
ENDINGS = {
    mark: ENDS * (mark in FINAL) + ASKS * (mark in "?？؟") + ANNOUNCES * (mark in ":：") + EXCLAIMS * (mark == "!")
    for mark in FINAL + PAUSING
}
LETTER, CAPITAL, DIGIT, SPACE, PLAIN_MARK, SYMBOL, CLASSES = range(7)
BLOCK_SENTENCES = 1 << 13  # that are worked on at once


@value_class
class Surface:
    """How the sentences of a text look, one value for each sentence."""

    units: Units

    @cached_property
    def characters(self) -> Integers:
        """Number of characters of each class: sentences × classes."""
        texts = self.units.texts
        counts = np.empty((len(texts), CLASSES), np.intp)
        for first in range(0, len(texts), BLOCK_SENTENCES):  # a number for each character of a long text would be much
            part = texts[first : first + BLOCK_SENTENCES]
            of = (np.arange(len(part)) * CLASSES).repeat(list(map(len, part)))
            of += classes("".join(part) if len(part) < len(texts) else self.units.joined)
            counts[first : first + len(part)] = np.bincount(of, minlength=CLASSES * len(part)).reshape(-1, CLASSES)
        return counts

    @cached_property
    def letters(self) -> Floats:
        """Number of letters."""
        return np.asarray(self.characters[:, LETTER] + self.characters[:, CAPITAL], dtype=np.float64)

    @cached_property
    def printed(self) -> Floats:
        """Number of characters that are not spaces, at least 1."""
        return np.asarray(np.maximum(self.characters.sum(axis=1) - self.characters[:, SPACE], 1), dtype=np.float64)

    @cached_property
    def _ending(self) -> Bytes:
        """What the last character says, closing quotation marks and brackets left out."""
        return np.frombuffer(
            bytes([ENDINGS.get(text.rstrip(BEHIND_MARKS)[-1:], 0) for text in self.units.texts]), np.uint8
        )

    @cached_property
    def ended(self) -> Booleans:
        """Sentences that end with a full stop, question mark or exclamation mark."""
        return self._ending & ENDS > 0

    @cached_property
    def asks(self) -> Booleans:
        """Questions."""
        return self._ending & ASKS > 0

    @cached_property
    def announces(self) -> Booleans:
        """Sentences that end with a colon."""
        return self._ending & ANNOUNCES > 0

    @cached_property
    def exclaims(self) -> Booleans:
        """Sentences that end with an exclamation mark."""
        return self._ending & EXCLAIMS > 0

    @cached_property
    def punctuated(self) -> Floats:
        """Share of the words of the document in sentences with a final mark."""
        return self._share_in_document(self.ended, self.units.lengths)

    @cached_property
    def cased(self) -> Floats:
        """Share of the sentences of the document that do not begin with a small letter."""
        return 1 - self._share_in_document(self.opens_small, np.ones(len(self.opens_small)))

    @cached_property
    def opens_small(self) -> Booleans:
        """Sentences that begin with a small letter."""
        return flags_of([text[:1].islower() for text in self.units.texts])

    def _share_in_document(self, flags: Booleans, weight: Floats | Integers) -> Floats:
        document, size = self.units.document, len(self.units.documents)
        total = np.bincount(document, weight, size)
        found = np.bincount(document, weight * flags, size)
        return (found / np.maximum(total, 1))[document]

    @cached_property
    def block(self) -> Integers:
        """Number of the block of each sentence, over all documents; paragraphs of text without blocks are blocks."""
        units = self.units
        block = np.zeros(len(units), np.intp)
        base = 0
        for document, own in zip(units.documents, units.of_document, strict=True):
            if document.blocks:
                starts = [part.start for part in document.blocks]
                block[own] = base + np.array(starts).searchsorted(units.start[own], side="right")
            else:
                text, starts, ends = document.text, units.start[own].tolist(), units.end[own].tolist()
                breaks = [text.find("\n", end, start) >= 0 for end, start in zip(ends, starts[1:], strict=False)]
                block[own] = base + np.array([0, *breaks][: len(starts)], np.intp).cumsum()
            base += len(starts) + 1
        return block

    @cached_property
    def in_list(self) -> Booleans:
        """Sentences of items of lists."""
        return self.units.in_blocks(frozenset({"list"}), without=False)

    @cached_property
    def selectable(self) -> Booleans:
        """Sentences in blocks of prose and lists."""
        return self.units.selectable

    @cached_property
    def opens_block(self) -> Booleans:
        """First sentences of their blocks."""
        return first_of_equal(self.block)

    @cached_property
    def closes_block(self) -> Booleans:
        """Last sentences of their blocks."""
        closes = np.ones(len(self.block), dtype=np.bool_)
        closes[:-1] = self.opens_block[1:]
        return closes


def classes(text: str) -> NDArray[np.uint8]:
    """Return the class of each character."""
    table = _class_table()
    if text.isascii():
        return np.frombuffer(text.encode().translate(table[:256].tobytes()), np.uint8)
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    found = table[codes]
    if (unknown := found == CLASSES).any():
        new = list(set(codes[unknown].tolist()))
        table[new] = [_class(chr(code)) for code in new]
        found = table[codes]
    return found


def _class(character: str) -> int:
    if character in PLAIN_MARKS:
        return PLAIN_MARK
    if character.isspace():
        return SPACE
    if character.isupper():
        return CAPITAL
    if unicodedata.category(character)[0] in "LM":
        return LETTER
    return DIGIT if character.isdigit() else SYMBOL


@cache
def _class_table() -> NDArray[np.uint8]:
    """Return a class for each character; one that no text had so far has the class ``CLASSES``."""
    table = np.full(sys.maxunicode + 1, CLASSES, np.uint8)
    table[:128] = [_class(chr(code)) for code in range(128)]
    return table
