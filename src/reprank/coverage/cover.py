"""Mass of terms to values of sentences: what each one adds to what a summary covers."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from reprank.arrays import Floats, Integers
from reprank.graph.edges import Edges


class UncoveredMass:
    """The mass that terms still hold while sentences are selected one after another.

    When a sentence is selected, each of its terms loses the share ``absorption`` of its mass. Only sentences that share
    a term with it change, so a step costs little more than the number of edges around the sentence.

    >>> terms = Edges.of([0, 0, 1, 1, 2], [0, 1, 1, 2, 3], [1, 1, 1, 1, 1], shape=(3, 4))
    >>> uncovered = UncoveredMass(terms, np.array([0.4, 0.3, 0.2, 0.1]), absorption=np.ones(4))
    >>> uncovered.select(0)
    >>> uncovered.mass, uncovered.gain
    (array([0. , 0. , 0.2, 0.1]), array([0. , 0.2, 0.1]))
    """

    def __init__(self, terms: Edges, mass: Floats, *, absorption: Floats) -> None:
        self.terms, self.absorption = terms, absorption
        self.mass, self.gain = mass.copy(), terms.backward(mass)

    def select(self, sentence: int) -> None:
        """Let the terms of a sentence lose their share."""
        terms = self.terms.row(sentence)[0]
        lost = self.absorption[terms] * self.mass[terms]
        self.mass[terms] -= lost
        self.gain -= self.terms.gather(terms, lost)
        np.maximum(self.gain, 0.0, out=self.gain)


class CoverValues:
    """Values of a summary: worth · uncovered mass · novelty, where novelty falls with what was told already."""

    def __init__(
        self,
        uncovered: UncoveredMass,
        worth: Floats,
        *,
        by_length: Floats,
        novelty: Callable[[int], Floats] | None = None,
    ) -> None:
        self.uncovered, self.worth, self.by_length = uncovered, worth, by_length  # length is one factor of the worth
        self.novelty = np.ones(len(worth))
        self._novelty_after = novelty
        self._worth: list[float] = worth.tolist()

    def now(self) -> Floats:
        """Return the present value of every sentence."""
        values: Floats = self.worth * self.uncovered.gain * self.novelty
        return values

    def of(self, sentence: int) -> float:
        """Return the present value of one sentence."""
        return self._worth[sentence] * self.uncovered.gain.item(sentence) * self.novelty.item(sentence)

    def of_each(self, sentences: Integers) -> list[float]:
        """Return the present value of several sentences."""
        values = self.worth[sentences] * self.uncovered.gain[sentences] * self.novelty[sentences]
        each: list[float] = values.tolist()
        return each

    def is_required(self, sentence: int) -> bool:
        """No sentence is required."""
        return False

    def select(self, sentence: int) -> bool:
        """Cover the terms of a sentence; values only shrink."""
        self.uncovered.select(sentence)
        if self._novelty_after is not None:
            np.minimum(self.novelty, self._novelty_after(sentence), out=self.novelty)
        return False
