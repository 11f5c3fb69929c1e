"""LexRank: a sentence is as central as the sentences that are similar to it.

Erkan and Radev, "LexRank: Graph-based Lexical Centrality as Salience in Text Summarization" (JAIR 22, 2004):

    p(u) = d/N + (1 − d) Σ_v S_uv / Σ_z S_zv · p(v)

with S the idf-modified cosine, or, in the thresholded variant, 1 where that cosine exceeds a threshold and 0 elsewhere.
Chosen where the paper leaves it open, or its resources are not available:

- Continuous by default, as the better of the two on development data; ``threshold=0.1`` gives the paper's other form.
- idf comes from the sentences of the input and stop words are left out (see ``tfidf``): there is no background corpus.
- A sentence is similar to itself, as in the paper's Algorithm 3. Without content words it has no edges and teleports.
- d = .15, the middle of the range that the paper gives; d is the probability to jump, not to follow an edge.
- Redundancy: the reranker of MEAD, in which the authors ran LexRank, skips a sentence whose cosine to a selected one
  is too high. The paper's sample policy says .5; the default here is .3, which is better on development data, by
  about one point of ROUGE-1, and so the fairer opponent.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reprank.arrays import Floats, best_first
from reprank.baselines.concepts import presence
from reprank.baselines.tfidf import Cosines, read_vocabulary, take_dissimilar
from reprank.graph.walk import Step, stationary
from reprank.selection import Selection, Task, unused_query


@dataclass(frozen=True)
class LexRank:
    """LexRank and its settings: ``threshold=None`` is the continuous form, ``jump`` the paper's d."""

    threshold: float | None = None
    jump: float = 0.15
    redundant: float = 0.3
    name: str = "lexrank"

    def select(self, task: Task) -> Selection:
        """Rank by centrality, then take the best that are not redundant."""
        cosines = Cosines.of(read_vocabulary(task.units).weighted)
        scores = self.centrality(cosines)
        selected = take_dissimilar(best_first(scores), task, cosines, redundant=self.redundant)
        return Selection(selected, scores, warnings=unused_query(self.name, task))

    def centrality(self, cosines: Cosines) -> Floats:
        """Return the stationary distribution of the walk over similar sentences.

        >>> from reprank.graph.edges import Edges
        >>> pair = Cosines.of(Edges.of([0, 1, 1, 2], [0, 0, 1, 2], [1.0, 1.0, 1.0, 1.0], shape=(3, 3)))
        >>> LexRank().centrality(pair).round(3)     # 0 and 1 share a word, 2 stands alone
        array([0.333, 0.333, 0.333])
        """
        step = _weighted(cosines) if self.threshold is None else _connected(cosines, self.threshold)
        start = np.ones(len(cosines))
        return stationary(_teleporting(step, self.jump), start).pi


def _weighted(cosines: Cosines) -> Step:
    """Follow similarities in proportion to their size."""
    sums = np.where(cosines.sums > 0, cosines.sums, 1.0)
    return lambda mass: cosines.times(mass / sums)


def _connected(cosines: Cosines, threshold: float) -> Step:
    """Follow similarities above a threshold, all with the same probability."""
    edges = cosines.edges(threshold)
    degree = np.maximum(np.bincount(edges.source, minlength=len(cosines)) + cosines.itself, 1.0)
    edges = presence(edges)
    return lambda mass: edges.forward(mass / degree) + cosines.itself * mass / degree


def _teleporting(step: Step, jump: float) -> Step:
    """Jump anywhere with a given probability, and always where there is no edge."""

    def teleporting(mass: Floats) -> Floats:
        moved = (1 - jump) * step(mass)
        rest = float(mass.sum() - moved.sum())
        return moved + rest / len(mass)

    return teleporting
