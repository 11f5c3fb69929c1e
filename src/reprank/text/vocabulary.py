"""Words to rows: a vocabulary that is looked up where it lies in the file, without reading it."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from reprank.arrays import Integers
from reprank.errors import ModelError
from reprank.values import value_class


@value_class
class Vocabulary:
    """Lower-cased words in order of frequency, looked up by checksum without reading the others.

    A dictionary of 120,000 words takes 30 ms to fill; this takes none, because the file holds the sorted checksums.

    >>> Vocabulary.of(["the", "river", "rose"]).rows(["Rose", "tulip", "the"])
    array([ 2, -1,  0])
    """

    letters: NDArray[np.uint8]  # all words in UTF-8, one after the other
    ends: NDArray[np.uint32]  # where each of them ends in letters
    checksums: NDArray[np.uint32]  # CRC-32 of the words, ascending
    order: NDArray[np.uint32]  # the row of the word that each checksum belongs to

    @classmethod
    def of(cls, words: Sequence[str]) -> Vocabulary:
        """Index words that are already spelled as ``spelling`` spells them, each given once."""
        keys = [word.encode() for word in words]
        checksums = np.fromiter(map(crc32, keys), np.uint32, len(keys))
        order = np.argsort(checksums, kind="stable").astype(np.uint32)
        ends = np.cumsum(np.fromiter(map(len, keys), np.uint32, len(keys)), dtype=np.uint32)
        return cls(np.frombuffer(b"".join(keys), np.uint8), ends, checksums[order], order)

    def __len__(self) -> int:
        return len(self.ends)

    def intact(self) -> bool:
        """Tell whether the four arrays, read from a file, can be an index: lookups then stay inside them."""
        return (
            bool(np.all(self.ends[1:] >= self.ends[:-1]) and np.all(self.checksums[1:] >= self.checksums[:-1]))
            and int(self.order.max(initial=0)) < max(len(self), 1)
            and int(self.ends[-1] if len(self) else 0) == len(self.letters)
        )

    def words(self) -> tuple[str, ...]:
        """Return all words in order of frequency; raises ModelError where they are not UTF-8."""
        letters, ends = self.letters.tobytes(), self.ends.tolist()
        try:
            return tuple(letters[start:end].decode() for start, end in zip([0, *ends], ends, strict=False))
        except UnicodeDecodeError as error:
            raise ModelError("the model file holds words that are not UTF-8; save it again from its source") from error

    def rows(self, words: Sequence[str]) -> Integers:
        """Return the row of each word, -1 for unknown ones."""
        rows = np.full(len(words), -1, dtype=np.intp)
        if not len(self):
            return rows
        keys = [spelling(word).encode(errors="surrogatepass") for word in words]
        checksums = np.fromiter(map(crc32, keys), np.uint32, len(keys))
        place = np.searchsorted(self.checksums, checksums)
        letters = self.letters.data
        open_ = np.arange(len(words))
        while len(open_):  # once, and once more where words share a checksum: every round moves on in the sorted list
            open_ = open_[place[open_] < len(self)]
            open_ = open_[self.checksums[place[open_]] == checksums[open_]]
            row = self.order[place[open_]].astype(np.intp)
            start = np.where(row > 0, self.ends[row - 1], 0)
            spans = zip(open_.tolist(), start.tolist(), self.ends[row].tolist(), strict=True)
            same = np.array([letters[start:end] == keys[word] for word, start, end in spans], dtype=bool)
            rows[open_[same]] = row[same]
            open_ = open_[~same]
            place[open_] += 1
        return rows


def spelling(word: str) -> str:
    """Spell a word as vocabularies do: lower-cased, composed characters, straight apostrophes."""
    word = word.lower()
    return word if word.isascii() else unicodedata.normalize("NFC", word).replace("’", "'")
