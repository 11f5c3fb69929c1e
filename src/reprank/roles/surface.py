"""Units to surface columns: shape, marks, place and block of each sentence, without a word list."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from reprank.arrays import Booleans, Floats, Integers
from reprank.caching import cached_property
from reprank.text.documents import SELECTABLE_KINDS
from reprank.text.units import Units

CLOSING = "\"'”’»)]}*_` "  # may follow the mark that ends a sentence
FINAL = ".!?…。！？؟।॥։"
PLAIN_MARKS = ".,;:!?'\"()-–—‘’“”«»…、。，．！？：；「」『』（）"
LETTER, CAPITAL, DIGIT, SPACE, PLAIN_MARK, SYMBOL = range(6)
TABLE_SIZE = 0x530  # Latin, Greek and Cyrillic; above it everything but marks is a letter without case
MARK_BLOCKS = ((0x2000, 0x2C00), (0x3000, 0x3040), (0xFE10, 0xFE70), (0xFF00, 0xFF10))


@dataclass(frozen=True, eq=False)
class Surface:
    """How the sentences of a text look, one value for each sentence."""

    units: Units

    @cached_property
    def characters(self) -> Integers:
        """Number of characters of each class: sentences × classes."""
        texts = self.units.texts
        joined = "".join(texts)
        codes = np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), np.uint32)
        lengths = np.fromiter(map(len, texts), np.intp, len(texts))
        table = _classes()
        classes = table[np.minimum(codes, TABLE_SIZE)]
        above = codes >= TABLE_SIZE
        if above.any():
            outside = codes[above]
            mark = np.zeros(len(outside), dtype=np.bool_)
            for first, last in MARK_BLOCKS:
                mark |= (outside >= first) & (outside < last)
            plain = np.isin(outside, _plain_codes())
            classes[above] = np.where(plain, PLAIN_MARK, np.where(mark, SYMBOL, LETTER))
        of = np.repeat(np.arange(len(texts)) * 6, lengths)
        return np.bincount(of + classes, minlength=6 * len(texts)).reshape(-1, 6)

    @cached_property
    def letters(self) -> Floats:
        """Number of letters."""
        return np.asarray(self.characters[:, LETTER] + self.characters[:, CAPITAL], dtype=np.float64)

    @cached_property
    def printed(self) -> Floats:
        """Number of characters that are not spaces, at least 1."""
        return np.asarray(np.maximum(self.characters.sum(axis=1) - self.characters[:, SPACE], 1), dtype=np.float64)

    @cached_property
    def last_mark(self) -> tuple[str, ...]:
        """The last character, closing quotation marks and brackets left out."""
        return tuple(text.rstrip(CLOSING)[-1:] for text in self.units.texts)

    @cached_property
    def ended(self) -> Booleans:
        """Sentences that end with a full stop, question mark or exclamation mark."""
        return np.array([mark != "" and mark in FINAL for mark in self.last_mark], dtype=np.bool_)

    @cached_property
    def asks(self) -> Booleans:
        """Questions."""
        return np.array([mark != "" and mark in "?？؟" for mark in self.last_mark], dtype=np.bool_)

    @cached_property
    def announces(self) -> Booleans:
        """Sentences that end with a colon."""
        return np.array([mark != "" and mark in ":：" for mark in self.last_mark], dtype=np.bool_)

    @cached_property
    def opens_lower(self) -> Booleans:
        """Sentences that begin with a letter that has a capital and is none."""
        return np.array([text[:1].islower() for text in self.units.texts], dtype=np.bool_)

    @cached_property
    def punctuated(self) -> Floats:
        """Share of the words of the document in sentences with a final mark."""
        return self._share_in_document(self.ended, self.units.lengths)

    @cached_property
    def cased(self) -> Floats:
        """Share of the sentences of the document that begin with a capital."""
        opens = np.array([text[:1].isupper() for text in self.units.texts], dtype=np.bool_)
        return self._share_in_document(opens, np.ones(len(opens)))

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
        for number, document in enumerate(units.documents):
            own = slice(*np.searchsorted(units.document, [number, number + 1]).tolist())
            if document.blocks:
                starts = np.array([part.start for part in document.blocks])
                block[own] = base + np.searchsorted(starts, units.start[own], side="right")
                base += len(starts) + 1
            else:
                text, starts, ends = document.text, units.start[own].tolist(), units.end[own].tolist()
                breaks = ["\n" in text[end:start] for end, start in zip(ends, starts[1:], strict=False)]
                block[own] = base + np.cumsum([0, *breaks])[: len(starts)]
                base += len(starts) + 1
        return block

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """Kind of the block of each sentence."""
        units = self.units
        kinds: list[str] = []
        for number, document in enumerate(units.documents):
            own = slice(*np.searchsorted(units.document, [number, number + 1]).tolist())
            if document.blocks:
                starts = np.array([part.start for part in document.blocks])
                of = np.searchsorted(starts, units.start[own], side="right") - 1
                kinds += [document.blocks[place].kind for place in of.tolist()]
            else:
                kinds += ["prose"] * len(units.start[own])
        return tuple(kinds)

    @cached_property
    def selectable(self) -> Booleans:
        """Sentences in blocks of prose and lists."""
        return np.array([kind in SELECTABLE_KINDS for kind in self.kinds], dtype=np.bool_)

    @cached_property
    def opens_block(self) -> Booleans:
        """First sentences of their blocks."""
        return np.asarray(np.diff(self.block, prepend=-1) != 0)

    @cached_property
    def closes_block(self) -> Booleans:
        """Last sentences of their blocks."""
        return np.asarray(np.diff(self.block, append=-1) != 0)


@cache
def _classes() -> NDArray[np.intp]:
    def kind(character: str) -> int:
        if character.isspace():
            return SPACE
        if character.isupper():
            return CAPITAL
        if character.isalpha():
            return LETTER
        if character.isdigit():
            return DIGIT
        return PLAIN_MARK if character in PLAIN_MARKS else SYMBOL

    return np.array([*(kind(chr(code)) for code in range(TABLE_SIZE)), LETTER], np.intp)


@cache
def _plain_codes() -> NDArray[np.uint32]:
    return np.array(sorted(map(ord, PLAIN_MARKS)), np.uint32)
