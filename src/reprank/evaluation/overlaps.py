"""Two texts as words to how much they share: n-grams, skip-bigrams and longest common subsequences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

Lines = Sequence[list[str]]  # the words of a text, line by line


class Overlap(NamedTuple):
    """How many units match, and how many there are on either side."""

    hits: int
    candidate: int
    reference: int


@dataclass(frozen=True, slots=True)
class Score:
    """Precision, recall and their harmonic mean, each from 0 to 1."""

    precision: float
    recall: float
    f1: float

    @classmethod
    def of(cls, overlap: Overlap) -> Score:
        """Divide the hits by either side's units; nothing on a side makes zero."""
        precision = overlap.hits / max(overlap.candidate, 1)
        recall = overlap.hits / max(overlap.reference, 1)
        total = precision + recall
        return cls(precision, recall, 2 * precision * recall / total if total else 0.0)


Compare = Callable[[Lines], list[Overlap]]  # a candidate to its overlap with each reference
Measure = Callable[[Sequence[Lines]], Compare]  # references, prepared once, to the function that compares


def ngrams(size: int) -> Measure:
    """Measure by n-grams, each counted at most as often as it occurs on the other side (Lin 2004, ROUGE-N)."""

    def units(lines: Lines) -> Iterable[Hashable]:
        words = list(chain.from_iterable(lines))
        return words if size == 1 else zip(*(words[start:] for start in range(size)), strict=False)

    return _by_counts(units)


def skip_bigrams(gap: int) -> Measure:
    """Measure by ordered pairs with at most ``gap`` words between them, and by single words (ROUGE-SU).

    The last word is counted in pairs only: ROUGE-1.5.5 does so, and its published scores with it.
    """

    def units(lines: Lines) -> Iterable[Hashable]:
        words = list(chain.from_iterable(lines))
        pairs = (zip(words, words[step:], strict=False) for step in range(1, gap + 2))
        return chain(words[:-1], *pairs)

    return _by_counts(units)


def _by_counts(units: Callable[[Lines], Iterable[Hashable]]) -> Measure:
    def prepare(references: Sequence[Lines]) -> Compare:
        prepared = [(counts, counts.total()) for counts in (Counter(units(lines)) for lines in references)]

        def compare(candidate: Lines) -> list[Overlap]:
            own = Counter(units(candidate))
            total = own.total()
            return [Overlap(_clipped(own, counts), total, size) for counts, size in prepared]

        return compare

    return prepare


def _clipped(one: Counter[Hashable], other: Counter[Hashable]) -> int:
    return sum(min(one[unit], other[unit]) for unit in one.keys() & other.keys())


@dataclass(frozen=True, slots=True)
class Positions:
    """A sequence of words as bit masks: bit i of ``masks[word]`` is set if the word stands at place i."""

    words: Sequence[str]
    masks: dict[str, int]

    @classmethod
    def of(cls, words: Sequence[str]) -> Positions:
        """Note the places of every word."""
        masks: dict[str, int] = {}
        for place, word in enumerate(words):
            masks[word] = masks.get(word, 0) | 1 << place
        return cls(words, masks)


def lcs_rows(candidate: Iterable[str], reference: Positions) -> list[int]:
    """Run the bit-parallel recurrence for longest common subsequences, one integer per candidate word.

    V <- (V + (V & M)) | (V & ~M) with all bits set at first, where M marks the places of the word in the reference
    (Hyyrö 2004). After j words the zeros among the lowest i bits of V number the LCS of the first j and i words.
    """
    full = (1 << len(reference.words)) - 1
    row, rows = full, [full]
    for word in candidate:
        matches = row & reference.masks.get(word, 0)
        row = ((row + matches) | (row - matches)) & full
        rows.append(row)
    return rows


def lcs_length(candidate: Iterable[str], reference: Positions) -> int:
    """Count the words of the longest common subsequence.

    >>> lcs_length("the cat sat".split(), Positions.of("the cat that sat".split()))
    3
    """
    known = (word for word in candidate if word in reference.masks)
    return len(reference.words) - lcs_rows(known, reference)[-1].bit_count()


def subsequence(references: Sequence[Lines]) -> Compare:
    """Measure by the longest common subsequence of the whole texts (rouge-score's rougeL)."""
    prepared = [Positions.of(list(chain.from_iterable(lines))) for lines in references]

    def compare(candidate: Lines) -> list[Overlap]:
        words = list(chain.from_iterable(candidate))
        return [Overlap(lcs_length(words, known), len(words), len(known.words)) for known in prepared]

    return compare


def union_subsequence(references: Sequence[Lines]) -> Compare:
    """Measure by the union of line-wise longest common subsequences (ROUGE-1.5.5's ROUGE-L, rougeLsum).

    Every reference line is matched with every candidate line; a word counts at most as often as it occurs on either
    side.
    """
    prepared = [[Positions.of(line) for line in lines] for lines in references]

    def compare(candidate: Lines) -> list[Overlap]:
        own = Counter(chain.from_iterable(candidate))
        return [
            Overlap(_union_hits(candidate, own, lines), own.total(), sum(len(line.words) for line in lines))
            for lines in prepared
        ]

    return compare


def _union_hits(candidate: Lines, own: Counter[str], reference: Sequence[Positions]) -> int:
    # The reference's own counts need no clipping: each of its places is visited once.
    left = own.copy()
    hits = 0
    for line in reference:
        places = sorted(set().union(*(lcs_places(words, line) for words in candidate)))
        for place in places:
            word = line.words[place]
            if left[word] > 0:
                left[word] -= 1
                hits += 1
    return hits


def lcs_places(candidate: Sequence[str], reference: Positions) -> set[int]:
    """Read one longest common subsequence back, as places in the reference.

    Among equals the one is taken that ROUGE-1.5.5 takes: a reference word is given up before a candidate word.
    """
    rows = lcs_rows(candidate, reference)

    def length(i: int, j: int) -> int:
        return i - (rows[j] & ((1 << i) - 1)).bit_count()

    places = set()
    i, j = len(reference.words), len(candidate)
    while i and j:
        if reference.words[i - 1] == candidate[j - 1]:
            i, j = i - 1, j - 1
            places.add(i)
        elif length(i, j - 1) > length(i - 1, j):
            j -= 1
        else:
            i -= 1
    return places
