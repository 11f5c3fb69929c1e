"""The paper, exactly as printed: averaged or attended vectors, one graph, one chain, absorbing walks.

Zongyi Li, Xiaoqing Zheng and Jun He, "Unsupervised Summarization by Jointly Extracting Sentences and Keywords",
sections 2 to 4. What the paper leaves open is decided here:

- A word node is a word outside the stop list, or two such words side by side that stand together at least twice: the
  paper says "unigram and bigram", and a pair that occurs once ties nothing together.
- A pair is encoded like a sentence of two words. A word without a vector has no edges and keeps its prior.
- Without attention a sentence is the mean of its words outside the stop list; with attention every word takes part and
  the learned weights silence the empty ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from reprank.arrays import Booleans, Floats, Integers, best_first
from reprank.graph.absorbing import Visits, rank_with_absorption
from reprank.graph.sampling import sampled_visits
from reprank.paper.chain import ALPHA, BETA, GAMMA, Ranking, as_printed, corrected, rank, sentence_walk, word_walk
from reprank.paper.encoder import Encoder, Vectors, sentence_vectors
from reprank.paper.graph import Graph, paper_graph
from reprank.phrases.keywords import keyword_at
from reprank.selection import Selection, Task, take
from reprank.summary import Keyword
from reprank.text.units import Units


@dataclass(frozen=True)
class Paper:
    """The paper's method and its numbers (section 4)."""

    encoder: Encoder | None = None
    attention: bool = True
    absorbing: bool = False
    printed: bool = True
    thresholds: tuple[float, float, float] = (0.45, 0.30, 0.20)
    tau: float = 0.25
    alpha: float = ALPHA
    beta: float = BETA
    gamma: float = GAMMA
    visits: Visits | None = None
    seed: int = 0

    @property
    def name(self) -> str:
        """The row of the paper's table that this is."""
        parts = ["reprank-paper"] if self.printed else ["reprank-corrected"]
        return "-".join([*parts, *([] if self.attention else ["glove"]), *(["absorb"] if self.absorbing else [])])

    def select(self, task: Task) -> Selection:
        """Build the graph, rank it, and select."""
        nodes = WordNodes.of(task.units)
        graph = self.graph(task.units, nodes)
        ranking = self._rank(graph)
        selected = self._absorb(graph, ranking, task) if self.absorbing else take(best_first(ranking.sentences), task)
        warnings = (f"{self.name} does not use a query",) if task.query else ()
        return Selection(selected, ranking.sentences, self._keywords(nodes, graph, ranking, task), warnings)

    def keywords(self, task: Task) -> tuple[Keyword, ...]:
        """Rank the words and pairs of the graph."""
        nodes = WordNodes.of(task.units)
        graph = self.graph(task.units, nodes)
        return self._keywords(nodes, graph, self._rank(graph), task)

    def _rank(self, graph: Graph) -> Ranking:
        chain = as_printed if self.printed else corrected
        return rank(chain(graph, alpha=self.alpha, beta=self.beta, gamma=self.gamma))

    def _keywords(self, nodes: WordNodes, graph: Graph, ranking: Ranking, task: Task) -> tuple[Keyword, ...]:
        if not task.keywords.top:
            return ()
        order = self._absorb_words(graph, ranking) if self.absorbing else iter(best_first(ranking.words).tolist())
        return nodes.keywords(order, ranking.words, task)

    def graph(self, units: Units, nodes: WordNodes) -> Graph:
        """Encode sentences and words and connect them."""
        encoder = self.encoder or (Encoder.english() if self.attention else Encoder.glove())
        vectors = encoder.vectors_of(units.words)
        weights = encoder.attention_of(units.words) if self.attention else self._plain(units, encoder)
        return paper_graph(
            sentence_vectors(vectors, units.word, units.offsets, attention=weights),
            nodes.vectors(vectors, weights),
            units.position,
            nodes.frequency,
            thresholds=self.thresholds,
            tau=self.tau,
        )

    def _plain(self, units: Units, encoder: Encoder) -> Floats:
        stop = np.array([word in units.language.stopwords for word in units.words], dtype=np.bool_)
        return np.where(stop | ~np.isfinite(encoder.attention_of(units.words)), -np.inf, 0.0)

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


@dataclass(frozen=True, eq=False)
class WordNodes:
    """The word side of the graph: single words and pairs, and where they stand."""

    units: Units
    first: Integers  # word of each node
    second: Integers  # second word of a pair, -1 for a single word
    frequency: Integers

    @classmethod
    def of(cls, units: Units) -> WordNodes:
        """Collect words outside the stop list and the pairs of them that recur."""
        word, content = _content(units)
        single, single_count = np.unique(word[content], return_counts=True)
        starts = _pair_starts(units, content)
        width = max(len(units.words), 1)
        pairs, pair_count = np.unique(word[starts] * width + word[starts + 1], return_counts=True)
        pairs, pair_count = pairs[pair_count > 1], pair_count[pair_count > 1]
        return cls(
            units,
            np.concatenate([single, pairs // width]),
            np.concatenate([np.full(len(single), -1), pairs % width]),
            np.concatenate([single_count, pair_count]),
        )

    def vectors(self, vectors: Vectors, weights: Floats) -> Vectors:
        """Encode single words as themselves and pairs as little sentences."""
        paired = self.second >= 0
        encoded = vectors[self.first].copy()
        tokens = np.stack([self.first[paired], self.second[paired]], axis=1).ravel()
        offsets = np.arange(0, len(tokens) + 1, 2)
        encoded[paired] = sentence_vectors(vectors, tokens, offsets, attention=weights)
        return encoded

    def keywords(self, order: Iterator[int], scores: Floats, task: Task) -> tuple[Keyword, ...]:
        """Write the first nodes as keywords with all their places in the documents that are not seen."""
        word, content = _content(self.units)
        new = ~task.seen[self.units.sentence_of_word]
        starts = _pair_starts(self.units, content)
        pair, single = starts[new[starts]], np.flatnonzero(new)
        found: list[Keyword] = []
        for node in order:
            if len(found) == task.keywords.top:
                break
            size = 1 if self.second[node] < 0 else 2
            at = single[word[single] == self.first[node]]
            if size == 2:
                at = pair[(word[pair] == self.first[node]) & (word[pair + 1] == self.second[node])]
            if len(at) and size <= task.keywords.max_words:
                found.append(keyword_at(self.units, at, length=size, score=float(scores[node])))
        return tuple(found)


def _content(units: Units) -> tuple[Integers, Booleans]:
    """Return the normal form of every word in the running text, and whether it is outside the stop list."""
    content = np.array([word not in units.language.stopwords for word in units.words], dtype=np.bool_)
    return units.word, content[units.word]


def _pair_starts(units: Units, content: Booleans) -> Integers:
    sentence = units.sentence_of_word
    return np.flatnonzero((sentence[1:] == sentence[:-1]) & content[1:] & content[:-1])
