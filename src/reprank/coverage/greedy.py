"""Mass to choice: what each sentence would add to what has been said."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heapify, heappop, heappush

import numpy as np

from reprank.arrays import Floats, Integers
from reprank.graph.edges import Edges

DIGITS = 12  # values equal to so many digits are equal: the last bits of a sum must not decide


class Cover:
    """The mass that words still hold while sentences are said one after another.

    A sentence is worth ``worth`` times the mass of its words. Once it is said, each of its words loses the share
    ``absorption`` of its mass; only sentences that share a word with it change, so a step costs little more than what
    the sentence is connected to.

    >>> words = Edges.of([0, 0, 1, 1, 2], [0, 1, 1, 2, 3], [1, 1, 1, 1, 1], shape=(3, 4))
    >>> cover = Cover(words, np.array([0.4, 0.3, 0.2, 0.1]), worth=np.ones(3), absorption=np.ones(4))
    >>> cover.say(0)
    >>> cover.mass, cover.gain
    (array([0. , 0. , 0.2, 0.1]), array([0. , 0.2, 0.1]))
    """

    def __init__(self, words: Edges, mass: Floats, *, worth: Floats, absorption: Floats) -> None:
        self.words, self.worth, self.absorption = words, worth, absorption
        self.mass, self.gain = mass.copy(), words.backward(mass)
        self._scale = max(float((self.gain * worth).max(initial=0.0)), 1e-300)

    def value(self, sentence: int) -> float:
        """Return what a sentence would add now, as a share of the best at the start."""
        return round(float(self.gain[sentence] * self.worth[sentence]) / self._scale, DIGITS)

    def say(self, sentence: int) -> None:
        """Let the words of a sentence be said."""
        words = self.words.row(sentence)[0]
        lost = self.absorption[words] * self.mass[words]
        self.mass[words] -= lost
        self.gain -= self.words.gather(words, lost)
        np.maximum(self.gain, 0.0, out=self.gain)


class Likeness:
    """Which sentences are nearly the same, by the cosine of their weighted words."""

    def __init__(self, unit: Edges, threshold: float) -> None:
        self._words, self._threshold = unit, threshold

    def like(self, sentence: int) -> Integers:
        """Return the sentences whose cosine with the given one is above the threshold."""
        return np.flatnonzero(self._words.gather(*self._words.row(sentence)) > self._threshold)


def greedy(
    cover: Cover, candidates: Integers, *, fits: Callable[[int], bool], say: Callable[[int], Integers]
) -> list[int]:
    """Say the candidate with the most unsaid mass that fits, again and again; equal ones in order.

    ``say`` returns the candidates that are out once a sentence is chosen. Values only shrink, so a sentence whose value
    has not changed since it was put on the heap is the best there is, and none is looked at more often than needed.
    """
    chosen: list[int] = []
    out = set[int]()
    heap = [(-cover.value(sentence), sentence) for sentence in candidates.tolist()]
    heapify(heap)
    while heap:
        value, sentence = heappop(heap)
        if sentence in out or not fits(sentence):
            continue
        now = cover.value(sentence)
        if now < -value:
            heappush(heap, (-now, sentence))
            continue
        chosen.append(sentence)
        out.update(say(sentence).tolist())
        cover.say(sentence)
    return chosen
