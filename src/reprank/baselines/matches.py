"""References to matches: how many n-grams of references each sentence would add.

The counting of ROUGE-N, kept step by step: with c the n-grams of the summary so far, a sentence s adds
Σ_g min(c_g + s_g, r_g) − min(c_g, r_g) matches with reference r.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from reprank.arrays import Floats
from reprank.graph.edges import Edges
from reprank.text.tokens import normal_form, word_pattern
from reprank.text.units import Units

Table = NDArray[np.float64]  # references × sentences or n-grams


@dataclass(frozen=True, eq=False)
class ReferenceMatches:
    """N-grams of stems that sentences share with references.

    ``counts`` has a column for each n-gram of a reference; ``wanted`` says how often it occurs in each reference,
    ``totals`` how many n-grams a reference has and ``sizes`` how many a sentence has, shared or not.
    """

    counts: Edges
    wanted: Table
    totals: Floats
    sizes: Floats

    @classmethod
    def of(cls, units: Units, references: Sequence[str], *, size: int) -> ReferenceMatches:
        """Count n-grams within sentences, and over the whole of each reference.

        >>> from reprank.text.documents import Document
        >>> from reprank.text.languages import language
        >>> from reprank.text.units import read_units
        >>> units = read_units([Document("A cat sat. Dogs ran away.")], language("en"))
        >>> matches = ReferenceMatches.of(units, ["The cat sat while a dog ran."], size=2)
        >>> matches.added(matches.nothing()).tolist(), matches.totals.tolist(), matches.sizes.tolist()
        ([[1.0, 1.0]], [6.0], [2.0, 2.0])
        """
        stems = units.stems
        number = {stem: index for index, stem in enumerate(stems.names)}
        wanted: dict[tuple[int, ...], int] = {}
        rows = [_grams(_numbers(reference, units, number), size) for reference in references]
        for gram in (gram for row in rows for gram in row):
            wanted.setdefault(gram, len(wanted))
        caps = np.zeros((len(rows), len(wanted)))
        for reference, row in enumerate(rows):
            np.add.at(caps[reference], [wanted[gram] for gram in row], 1.0)
        edges = units.offsets.tolist()
        running = stems.stem.tolist()
        found = [
            (sentence, wanted[gram])
            for sentence, (start, end) in enumerate(pairwise(edges))
            for gram in _grams(running[start:end], size)
            if gram in wanted
        ]
        source, target = zip(*found, strict=True) if found else ((), ())
        counts = Edges.of(source, target, np.ones(len(found)), shape=(len(units), len(wanted)))
        sizes = np.maximum(units.lengths - size + 1, 0).astype(np.float64)
        return cls(counts, caps, np.array([len(row) for row in rows], np.float64), sizes)

    def added(self, summary: Floats) -> Table:
        """Return for each reference and sentence how many matches the sentence adds to a summary with these counts."""
        wanted = self.wanted[:, self.counts.target]
        before = np.minimum(summary[self.counts.target], wanted)
        more = np.minimum(summary[self.counts.target] + self.counts.weight, wanted) - before
        return np.stack([self.counts.with_weight(row).source_sums() for row in more])

    def matched(self, summary: Floats) -> Floats:
        """Return how many n-grams of each reference a summary with these counts matches."""
        return np.asarray(np.minimum(summary, self.wanted).sum(axis=1))

    def measure(self, summary: Floats, size: float, *, precision: float) -> Floats:
        """Score a summary with each sentence added to it, averaged over the references.

        With h matches, r n-grams in the reference and s in the summary the measure is h / (a s + (1 − a) r), where a is
        the weight of ``precision``: recall for 0, F1 for one half, precision for 1 (``-p`` of ROUGE-1.5.5).
        """
        hits = self.matched(summary)[:, None] + self.added(summary)
        units = precision * (size + self.sizes)[None, :] + (1 - precision) * self.totals[:, None]
        return np.asarray((hits / np.maximum(units, 1.0)).mean(axis=0))

    def plus(self, summary: Floats, sentence: int) -> Floats:
        """Return the counts of a summary after a sentence is added."""
        columns, counts = self.counts.row(sentence)
        after = summary.copy()
        after[columns] += counts
        return after

    def nothing(self) -> Floats:
        """Return the counts of an empty summary."""
        return np.zeros(self.wanted.shape[1])


def _numbers(reference: str, units: Units, number: dict[str, int]) -> list[int]:
    words = [normal_form(word) for word in word_pattern(reference).findall(reference)]
    # Words of a reference that the documents lack get numbers of their own, so that they count and never match.
    return [number.setdefault(stem, len(number)) for stem in units.language.stem(words)]


def _grams(stems: Sequence[int], size: int) -> list[tuple[int, ...]]:
    return [tuple(stems[at : at + size]) for at in range(len(stems) - size + 1)]
