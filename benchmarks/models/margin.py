"""Documents with references to SFOUR's weights: a structural support vector machine.

After Sipos et al. (2012), section 4. With y* the best extract that references allow and Δ(S) = 1 − ROUGE-1 recall of S,

    minimise  λ/2 ‖w‖² + mean over clusters of  max_S (Δ(S) + w·Ψ(S)) − w·Ψ(y*),   w ≥ 0,   Ψ(S) = Σ_{v ∈ V(S)} φ(v)

The paper adds cutting planes to a quadratic program; here the same objective is descended along its subgradient, one
cluster at a time with step 1/(λt) as in Pegasos (Shalev-Shwartz et al. 2007), and the second half of the path is
averaged: no solver is needed and a pass over a hundred clusters takes seconds. Both maxima are greedy, as in the paper,
with gains divided by a power of cost. Ψ is divided by the limit, so that clusters with long summaries do not outweigh
the others. Recall stands for the paper's F1, from which it differs little where every summary fills its limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from reprank.arrays import Floats
from reprank.baselines.concepts import presence, prices
from reprank.baselines.matches import ReferenceMatches
from reprank.baselines.sfour import FEATURES, SCALING, SfourWeights, features
from reprank.budget import Words
from reprank.errors import DataError
from reprank.graph.edges import Edges
from reprank.selection import Costs, Task, select_greedily
from reprank.terms import read_terms
from reprank.text.documents import Documents, as_documents
from reprank.text.identification import detect
from reprank.text.languages import language
from reprank.text.units import read_units


class Cluster(Protocol):
    """Documents and what people wrote as their summaries."""

    @property
    def documents(self) -> Documents:
        """The documents."""

    @property
    def references(self) -> Sequence[str]:
        """The summaries, each as long as ours should be."""


def fit(
    clusters: Iterable[Cluster], *, regularization: float = 0.1, passes: int = 20, seed: int = 0, origin: str = ""
) -> SfourWeights:
    """Learn weights from clusters; raise DataError if there are none that can be learned from.

    The limit of a cluster is the average length of its references in words.
    """
    examples = [example for cluster in clusters if (example := Example.of(cluster)).best]
    if not examples:
        raise DataError("SFOUR learns from clusters with documents and references that share words; got none")
    random = np.random.default_rng(seed)
    weights, total = np.zeros(len(FEATURES)), np.zeros(len(FEATURES))
    steps = passes * len(examples)
    order = np.concatenate([random.permutation(len(examples)) for _ in range(passes)])
    for step, selected in enumerate(order.tolist(), start=1):
        example = examples[selected]
        violator = example.climb(weights, loss=1.0)
        towards = example.joint(example.best) - example.joint(violator)
        weights = np.maximum((1 - 1 / step) * weights + towards / (regularization * step), 0.0)
        if 2 * step > steps:
            total += weights
    learned = total / max(float(total.sum()), 1e-300)  # only the direction matters for the selection
    return SfourWeights(tuple(np.round(learned, 6).tolist()), origin)


@dataclass(frozen=True, eq=False)
class Example:
    """A cluster prepared for learning: its task, the terms of its sentences, and its best extract."""

    task: Task
    incidence: Edges
    features: Floats
    words: ReferenceMatches
    best: list[int]

    @classmethod
    def of(cls, cluster: Cluster) -> Example:
        """Read a cluster and find its best extract."""
        documents = as_documents(cluster.documents)
        units = read_units(documents, language(detect(document.text for document in documents)))
        if not len(units) or not cluster.references:
            raise DataError("a cluster to learn from needs documents with words and at least one reference")
        limit = round(sum(map(Words(1).cost, cluster.references)) / len(cluster.references))
        costs = Costs.of(Words(max(limit, 1)), units)
        task = Task(units, costs, units.substantial, np.zeros(len(units), dtype=np.bool_))
        terms = read_terms(units, recurring=1)
        words = ReferenceMatches.of(units, cluster.references, size=1)
        bare = cls(task, presence(terms.counts), features(terms, units), words, [])
        best = bare.climb(np.zeros(len(FEATURES)), loss=-1.0)
        return cls(bare.task, bare.incidence, bare.features, bare.words, best)

    def climb(self, weights: Floats, *, loss: float) -> list[int]:
        """Select greedily by w·Ψ(S) + loss · Δ(S); with a loss of −1 and no weights that is the best extract.

        Δ falls when reference words are covered, so every gain may be negative: sentences are added until none fits.
        """
        weight = self.features @ weights / self.task.costs.limit
        price = prices(self.task, SCALING)
        counts = self.words.nothing()

        def values(selected: list[int]) -> Floats:
            if selected:
                weight[self.incidence.row(selected[-1])[0]] = 0.0
                counts[:] = self.words.plus(counts, selected[-1])
            recalled = (self.words.added(counts) / np.maximum(self.words.totals, 1.0)[:, None]).mean(axis=0)
            return (self.incidence.backward(weight) - loss * recalled) / price

        return select_greedily(self.task, values)

    def joint(self, selected: list[int]) -> Floats:
        """Return Ψ(S): the features of the covered terms, added up and divided by the limit."""
        covered = np.zeros(len(self.features), dtype=np.bool_)
        for sentence in selected:
            covered[self.incidence.row(sentence)[0]] = True
        return np.asarray(self.features[covered].sum(axis=0) / self.task.costs.limit)
