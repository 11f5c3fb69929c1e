"""Order of selection to curve: what share of the mass a summary of each length covers, and where more adds little."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from reprank.arrays import Floats, Integers
from reprank.graph.edges import Edges
from reprank.values import dataclass


@dataclass(frozen=True)
class CoverageCurve:
    """Share of the mass of all terms that a summary covers, against its length.

    ``words`` and ``shares`` have one entry for each number of sentences, from none to all that may be selected,
    near-duplicates left out, in the order in which they are selected for a short summary. Both never fall. ``shares``
    ends at 1.

    >>> CoverageCurve((0, 10, 20, 40, 80), (0.0, 0.4, 0.6, 0.7, 1.0)).knee
    20
    """

    words: tuple[int, ...]
    shares: tuple[float, ...]

    @property
    def knee(self) -> int:
        """Number of words beyond which a word covers less than the average word of the text; 0 without sentences.

        This is where the curve is highest above the straight line from its beginning to its end.
        """
        if len(self.words) < 2:
            return 0
        words, shares = np.array(self.words[1:], dtype=np.float64), np.array(self.shares[1:])
        return self.words[1 + int(np.argmax(np.round(shares - words / max(words[-1], 1.0), 12)))]

    def __iter__(self) -> Iterator[tuple[int, float]]:
        """Iterate over the points: words and share."""
        return zip(self.words, self.shares, strict=True)


def coverage_curve(incidence: Edges, mass: Floats, costs: Integers, order: list[int]) -> CoverageCurve:
    """Add up what the sentences cover, one after the other; a term is covered as soon as one sentence contains it.

    Only the terms with a ``mass`` count, which are the first ones: stop words are in every sentence. ``costs`` are
    those of the sentences in their order.
    """
    first_covered = np.full(incidence.shape[1], len(order), np.intp)
    for place in range(len(order) - 1, -1, -1):
        first_covered[incidence.row(order[place])[0]] = place
    gains = np.bincount(first_covered[: len(mass)], mass, len(order) + 1)[: len(order)]
    covered = np.cumsum(gains)
    shares = covered / max(float(covered[-1]) if len(covered) else 0.0, 1e-300)
    return CoverageCurve((0, *np.cumsum(costs).tolist()), (0.0, *shares.tolist()))
