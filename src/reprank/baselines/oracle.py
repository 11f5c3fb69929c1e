"""Oracle: the sentences that agree best with references, as a ceiling for every extractive system.

Every step adds the sentence after which ROUGE-2 is highest (the higher ROUGE-1 where that is equal), as long as one of
the two rises. Greedy, so a lower bound of the true ceiling; bigrams that span two sentences of the summary are not
counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from reprank.arrays import ROUNDING_DIGITS, Floats, ranked
from reprank.baselines.matches import ReferenceMatches
from reprank.errors import InputError
from reprank.selection import Selection, Task, select_greedily, unused_query


@dataclass(frozen=True)
class Oracle:
    """The oracle and its references; ``precision`` is 0 for recall, one half for F1.

    >>> Oracle().given(["The river flooded the town."]).references
    ('The river flooded the town.',)
    """

    references: tuple[str, ...] = ()
    precision: float = 0.5
    name: str = "oracle"

    def given(self, references: Iterable[str]) -> Oracle:
        """Return the oracle for these references."""
        return replace(self, references=(references,) if isinstance(references, str) else tuple(references))

    def select(self, task: Task) -> Selection:
        """Select what agrees best with the references; raise InputError if there are none."""
        if not self.references:
            raise InputError("the oracle needs references and got none: use Oracle().given(references)")
        bigrams, words = (ReferenceMatches.of(task.units, self.references, size=size) for size in (2, 1))
        reached, measured = np.zeros(2), self._measures(bigrams, words, [])
        scores = measured[0] + 1e-3 * measured[1]

        def values(selected: list[int]) -> Floats:
            nonlocal reached, measured
            if selected:
                reached = measured[:, selected[-1]]
                measured = self._measures(bigrams, words, selected)
            two, one = measured
            rises = (two > reached[0]) | ((two == reached[0]) & (one > reached[1]))
            return np.where(rises, ranked(two, one), -np.inf)

        return Selection(select_greedily(task, values), scores, warnings=unused_query(self.name, task))

    def _measures(self, bigrams: ReferenceMatches, words: ReferenceMatches, selected: list[int]) -> Floats:
        """Score with ROUGE-2 and ROUGE-1 (rows) the selected sentences, with each sentence (columns) added to them."""
        return np.stack([_measure(matches, selected, self.precision) for matches in (bigrams, words)])


def _measure(matches: ReferenceMatches, selected: list[int], precision: float) -> Floats:
    counts = matches.nothing()
    for sentence in selected:
        counts = matches.plus(counts, sentence)
    size = float(matches.sizes[selected].sum())
    return np.round(matches.measure(counts, size, precision=precision), ROUNDING_DIGITS)  # a measure is at most one
