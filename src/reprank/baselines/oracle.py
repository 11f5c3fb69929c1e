"""Oracle: the sentences that agree best with references, as a ceiling for every extractive system.

Every step adds the sentence after which ROUGE-2 is highest (the higher ROUGE-1 where that is equal), as long as one of
the two rises. Greedy, so a lower bound of the true ceiling; bigrams that span two sentences of the summary are not
counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from reprank.arrays import Floats
from reprank.baselines.concepts import candidates
from reprank.baselines.matches import Matches
from reprank.baselines.queries import unused
from reprank.errors import InputError
from reprank.selection import Selection, Task

DIGITS = 12  # of a score that are compared, so that the last bits of a sum do not decide


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
        """Choose what agrees best with the references; raise InputError if there are none."""
        if not self.references:
            raise InputError("the oracle needs references and got none: use Oracle().given(references)")
        pairs = Matches.of(task.units, self.references, size=2)
        words = Matches.of(task.units, self.references, size=1)
        steps = _Steps(pairs, words, self.precision)
        two, one = steps.measures([])
        return Selection(steps.climb(task), two + 1e-3 * one, warnings=unused(self.name, task))


@dataclass(frozen=True, eq=False)
class _Steps:
    pairs: Matches
    words: Matches
    precision: float

    def measures(self, selected: list[int]) -> tuple[Floats, Floats]:
        """Score with ROUGE-2 and ROUGE-1 what was selected, with each sentence added to it."""
        two, one = (self._measure(matches, selected) for matches in (self.pairs, self.words))
        return two, one

    def _measure(self, matches: Matches, selected: list[int]) -> Floats:
        said = matches.nothing()
        for sentence in selected:
            said = matches.plus(said, sentence)
        return np.round(matches.measure(said, float(matches.sizes[selected].sum()), precision=self.precision), DIGITS)

    def climb(self, task: Task) -> list[int]:
        open_, used, reached = candidates(task), 0, (0.0, 0.0)
        selected: list[int] = []
        while (possible := np.flatnonzero(open_ & task.costs.fitting(used))).size:
            two, one = self.measures(selected)
            best = int(possible[np.lexsort((possible, -one[possible], -two[possible]))[0]])
            if (two[best], one[best]) <= reached:
                break
            reached = (float(two[best]), float(one[best]))
            selected.append(best)
            used = task.costs.after(used, best)
            open_[best] = False
        return selected
