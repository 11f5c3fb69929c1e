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

from dataclasses import dataclass
from functools import partial
from itertools import islice

import numpy as np

from reprank.arrays import Booleans, Floats, Integers
from reprank.graph.absorbing import Visits, rank_with_absorption
from reprank.graph.sampling import sampled_visits
from reprank.paper.chain import ALPHA, BETA, GAMMA, Ranking, as_printed, corrected, rank, sentence_walk, word_walk
from reprank.paper.encoder import Encoder, Vectors, sentence_vectors
from reprank.paper.graph import Graph, paper_graph
from reprank.phrases.keywords import keyword_at
from reprank.selection import Choice, Task, best_first, take
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

    def choose(self, task: Task) -> Choice:
        """Build the graph, rank it, and select."""
        nodes = WordNodes.of(task.units)
        graph = self.graph(task.units, nodes)
        chain = as_printed if self.printed else corrected
        ranking = rank(chain(graph, alpha=self.alpha, beta=self.beta, gamma=self.gamma))
        warnings = (f"{self.name} does not use a query",) if task.query else ()
        if not self.absorbing:
            chosen = take(best_first(ranking.sentences), task)
            words = best_first(ranking.words)[: task.keywords].tolist()
            return Choice(chosen, ranking.sentences, nodes.keywords(words, ranking.words), warnings)
        chosen = self._absorb(graph, ranking, task)
        words = self._absorb_words(graph, ranking, task.keywords)
        return Choice(chosen, ranking.sentences, nodes.keywords(words, ranking.words), warnings)

    def graph(self, units: Units, nodes: WordNodes) -> Graph:
        """Encode sentences and words and connect them."""
        encoder = self.encoder or (Encoder.english() if self.attention else Encoder.glove())
        forms, words = units.normal
        vectors = encoder.vectors_of(words)
        weights = encoder.attention_of(words) if self.attention else self._plain(units, encoder)
        return paper_graph(
            sentence_vectors(vectors, forms[units.form], units.offsets, attention=weights),
            nodes.vectors(vectors, weights),
            units.position,
            nodes.frequency,
            thresholds=self.thresholds,
            tau=self.tau,
        )

    def _plain(self, units: Units, encoder: Encoder) -> Floats:
        words = units.normal[1]
        stop = np.array([word in units.language.stopwords for word in words], dtype=np.bool_)
        return np.where(stop | ~np.isfinite(encoder.attention_of(words)), -np.inf, 0.0)

    def _absorb(self, graph: Graph, ranking: Ranking, task: Task) -> list[int]:
        chosen: list[int] = []
        spent = 0

        def fits(sentence: int) -> bool:
            return bool(task.eligible[sentence]) and task.allowance.spend(spent, sentence) <= task.allowance.limit

        walk = sentence_walk(graph, ranking, alpha=self.alpha, gamma=self.gamma)
        seen = np.flatnonzero(task.seen).tolist()
        ranked = rank_with_absorption(walk, ranking.sentences, method=self._visits(), absorbing=seen, fits=fits)
        for sentence, _ in ranked:
            chosen.append(sentence)
            spent = task.allowance.spend(spent, sentence)
        return chosen

    def _absorb_words(self, graph: Graph, ranking: Ranking, top: int) -> list[int]:
        walk = word_walk(graph, ranking, alpha=self.alpha, gamma=self.gamma)
        ranked = rank_with_absorption(walk, ranking.words, method=self._visits())
        return [word for word, _ in islice(ranked, top)]

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
        width = max(len(units.normal[1]), 1)
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

    def keywords(self, nodes: list[int], scores: Floats) -> tuple[Keyword, ...]:
        """Write nodes as keywords, each with all its places."""
        return tuple(self._keyword(node, float(scores[node])) for node in nodes)

    def _keyword(self, node: int, score: float) -> Keyword:
        word, content = _content(self.units)
        if self.second[node] < 0:
            return keyword_at(self.units, np.flatnonzero(word == self.first[node]), length=1, score=score)
        starts = _pair_starts(self.units, content)
        here = (word[starts] == self.first[node]) & (word[starts + 1] == self.second[node])
        return keyword_at(self.units, starts[here], length=2, score=score)


def _content(units: Units) -> tuple[Integers, Booleans]:
    """Return the normal form of every word in the running text, and whether it is outside the stop list."""
    of_form, words = units.normal
    content = np.array([word not in units.language.stopwords for word in words], dtype=np.bool_)
    word = of_form[units.form]
    return word, content[word]


def _pair_starts(units: Units, content: Booleans) -> Integers:
    sentence = units.sentence_of_word
    return np.flatnonzero((sentence[1:] == sentence[:-1]) & content[1:] & content[:-1])
