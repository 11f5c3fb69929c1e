"""Task to selection by the paper: one graph of sentences and words, one chain, absorbing walks.

Zongyi Li, Xiaoqing Zheng and Jun He, "Unsupervised Summarization by Jointly Extracting Sentences and Keywords",
sections 2 to 4. Two things are added to what is printed:

- The sentences come from the pipeline that all systems share, so headings, credits, fragments and repeated sentences
  are part of the graph but are not selected. docs/lab/representation.md has the effect in figures.
- A pair of words is a node only if it occurs twice (``min_pair_count``); the paper says "unigram and bigram".

What the paper leaves open is decided here and in ``representation``: a pair is encoded as a sentence of two words; a
word without a vector has no edges and keeps its prior; a sentence that does not fit the budget is passed over.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

import numpy as np

from reprank.arrays import best_first
from reprank.graph.absorbing import Visits, rank_with_absorption
from reprank.graph.sampling import sampled_visits
from reprank.paper.chain import (
    ALPHA,
    BETA,
    GAMMA,
    Chain,
    Ranking,
    as_printed,
    corrected,
    rank,
    sentence_walk,
    word_walk,
)
from reprank.paper.encoder import Encoder
from reprank.paper.graph import Graph, paper_graph
from reprank.paper.nodes import MIN_PAIR_COUNT, WordNodes
from reprank.paper.representation import Representation, calibrated, learned, representation_of
from reprank.selection import Selection, Task, take
from reprank.summary import Keyword
from reprank.text.units import Units


class MakeChain(Protocol):
    """Graph to chain: ``chain.as_printed``, ``chain.corrected``, or a function of your own."""

    def __call__(self, graph: Graph, *, alpha: float, beta: float, gamma: float) -> Chain:
        """Build the chain with these shares."""


#: α, β, γ of the calibrated preset. They were chosen on development sets; see docs/lab/representation.md.
CALIBRATED_SHARES = (0.70, 0.15, 0.15)


@dataclass(frozen=True)
class Paper:
    """The paper's method and its numbers (section 4).

    ``representation``: how words and sentences become vectors, and the thresholds of the edges. ``chain``: the matrix
    that ranks. ``absorbing``: whether a selected item absorbs the walk before the next one is selected; ``visits`` then
    counts visits, by default with the paper's sampler, which ``seed`` makes repeatable. ``tau``: exponent of the
    position in the prior of the sentences. ``alpha``, ``beta``, ``gamma``: shares of the edges of the own kind, of the
    own prior, and of the other kind. ``min_pair_count``: occurrences that make a pair of words a node.
    """

    name: str = "reprank-paper"
    representation: Representation = field(default_factory=learned)
    chain: MakeChain = as_printed
    absorbing: bool = False
    tau: float = 0.25
    alpha: float = ALPHA
    beta: float = BETA
    gamma: float = GAMMA
    min_pair_count: int = MIN_PAIR_COUNT
    visits: Visits | None = None
    seed: int = 0

    @classmethod
    def printed(
        cls, vectors: str | Encoder | Representation, *, absorbing: bool = False, chain: MakeChain = as_printed
    ) -> Paper:
        """Return the paper with its printed numbers; the name says which row of its tables it is."""
        name = _named("reprank-corrected" if chain is corrected else "reprank-paper", vectors, absorbing=absorbing)
        return cls(name, representation_of(vectors), chain=chain, absorbing=absorbing)

    @classmethod
    def calibrated(cls, vectors: str | Representation = "attention", *, absorbing: bool = False) -> Paper:
        """Return the paper's method on P* with a calibrated representation: a name, or one that ``calibrated`` made."""
        alpha, beta, gamma = CALIBRATED_SHARES
        return cls(
            _named("reprank-paper-calibrated", vectors, absorbing=absorbing),
            calibrated(vectors) if isinstance(vectors, str) else vectors,
            chain=corrected,
            absorbing=absorbing,
            alpha=alpha,
            beta=beta,
            gamma=gamma,
        )

    def select(self, task: Task) -> Selection:
        """Build the graph, rank it, and select."""
        nodes = self.nodes(task.units)
        graph = self.graph(task.units, nodes)
        ranking = self._rank(graph)
        selected = self._absorb(graph, ranking, task) if self.absorbing else take(best_first(ranking.sentences), task)
        warnings = (f"{self.name} does not use a query",) if task.query else ()
        return Selection(selected, ranking.sentences, self._keywords(nodes, graph, ranking, task), warnings)

    def keywords(self, task: Task) -> tuple[Keyword, ...]:
        """Rank the words and pairs of the graph."""
        nodes = self.nodes(task.units)
        graph = self.graph(task.units, nodes)
        return self._keywords(nodes, graph, self._rank(graph), task)

    def nodes(self, units: Units) -> WordNodes:
        """Collect the words and pairs of the graph."""
        return WordNodes.of(units, min_pair_count=self.min_pair_count)

    def graph(self, units: Units, nodes: WordNodes) -> Graph:
        """Encode sentences and words and connect them."""
        return paper_graph(
            *self.representation.encode(units, nodes),
            units.position,
            nodes.frequency,
            thresholds=self.representation.thresholds,
            tau=self.tau,
        )

    def _rank(self, graph: Graph) -> Ranking:
        return rank(self.chain(graph, alpha=self.alpha, beta=self.beta, gamma=self.gamma))

    def _keywords(self, nodes: WordNodes, graph: Graph, ranking: Ranking, task: Task) -> tuple[Keyword, ...]:
        if not task.keywords.top:
            return ()
        order = self._absorb_words(graph, ranking) if self.absorbing else iter(best_first(ranking.words).tolist())
        return nodes.keywords(order, ranking.words, task)

    def _absorb(self, graph: Graph, ranking: Ranking, task: Task) -> list[int]:
        selected: list[int] = []
        used = 0

        def fits(sentence: int) -> bool:
            return bool(task.eligible[sentence]) and task.costs.after(used, sentence) <= task.costs.limit

        walk = sentence_walk(graph, ranking, alpha=self.alpha, gamma=self.gamma)
        seen = np.flatnonzero(task.seen).tolist()
        ranked = rank_with_absorption(walk, ranking.sentences, method=self._visits(), absorbing=seen, fits=fits)
        for sentence, _ in ranked:
            selected.append(sentence)
            used = task.costs.after(used, sentence)
        return selected

    def _absorb_words(self, graph: Graph, ranking: Ranking) -> Iterator[int]:
        walk = word_walk(graph, ranking, alpha=self.alpha, gamma=self.gamma)
        ranked = rank_with_absorption(walk, ranking.words, method=self._visits())
        return (word for word, _ in ranked)

    def _visits(self) -> Visits:
        """Return the paper's sampler, seeded anew for each ranking so that the same input gives the same result."""
        return self.visits or partial(sampled_visits, rng=np.random.default_rng(self.seed))


def _named(start: str, vectors: object, *, absorbing: bool) -> str:
    return start + ("-glove" if vectors == "glove" else "") + ("-absorb" if absorbing else "")
