"""Graph to ranking: one score for every sentence and word.

Two chains and one iteration, all made of the four edge blocks of a graph and its two priors (a tilde says that rows
are divided by their sums):

- as printed in the paper, P with its rows normalised to P̂:  [αP̃ˢ + β1Vˢ, γ1Vʷ + M̃ʷ; M̃ˢ + γ1Vˢ, αP̃ʷ + β1Vʷ]
- corrected, P*:                                            [αP̃ˢ + β1Vˢ, γM̃ʷ;        γM̃ˢ,        αP̃ʷ + β1Vʷ]
- the paper's alternation between sentences and words, whose fixed point is the stationary vector of P* and in general
  not that of P̂: rows of P sum to 2, so that after normalising a sentence gives (1 + γ)/2 to words instead of γ.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from reprank.arrays import Floats
from reprank.errors import ConvergenceError, InputError
from reprank.graph.absorbing import TeleportingWalk
from reprank.graph.edges import distribution
from reprank.graph.walk import stationary
from reprank.paper.graph import Graph

ALPHA, BETA, GAMMA = 0.70, 0.05, 0.25


@dataclass(frozen=True, eq=False)
class Ranking:
    """Scores of the sentences and of the words, each summing to one, and how they were reached."""

    sentences: Floats
    words: Floats
    steps: int
    residual: float


@dataclass(frozen=True, eq=False)
class Chain:
    """A row-stochastic matrix over n sentences and m words, held as the graph's edges plus rank-one rows.

    Row i is ``same[i]`` times its edges to its own kind, ``other[i]`` times its edges to the other kind,
    ``to_sentences[i]`` times Vˢ and ``to_words[i]`` times Vʷ; sentences come first. One step costs four sparse and four
    dot products, and no weight of the graph is copied.
    """

    graph: Graph
    same: Floats  # n+m
    other: Floats  # n+m
    to_sentences: Floats  # n+m
    to_words: Floats  # n+m

    def step(self, pi: Floats) -> Floats:
        """Move the distribution one step on: πP."""
        n = self.graph.sentences
        sentences, words = pi[:n], pi[n:]
        return np.concatenate([self.into_sentences(sentences, words), self.into_words(sentences, words)])

    def into_sentences(self, sentences: Floats, words: Floats) -> Floats:
        """Return what arrives at the sentences from mass on sentences and on words."""
        n, graph = self.graph.sentences, self.graph
        jump = self.to_sentences[:n] @ sentences + self.to_sentences[n:] @ words
        walked = graph.sentence_sentence.forward(self.same[:n] * sentences)
        return walked + graph.word_sentence.forward(self.other[n:] * words) + jump * graph.sentence_prior

    def into_words(self, sentences: Floats, words: Floats) -> Floats:
        """Return what arrives at the words from mass on sentences and on words."""
        n, graph = self.graph.sentences, self.graph
        jump = self.to_words[:n] @ sentences + self.to_words[n:] @ words
        walked = graph.word_word.forward(self.same[n:] * words)
        return walked + graph.sentence_word.forward(self.other[:n] * sentences) + jump * graph.word_prior


def as_printed(graph: Graph, *, alpha: float = ALPHA, beta: float = BETA, gamma: float = GAMMA) -> Chain:
    """Build P̂: the paper's matrix P with every row divided by its own sum.

    The sum is 2 for a node with neighbours of both kinds. A node without neighbours of a kind keeps what is left, the
    two priors at the least, and is divided by that smaller sum, as "normalizing the rows" says. If there are no words
    (or no sentences) at all, their prior has no mass to give and leaves the sum as well. With β > 0 and γ > 0 all of P̂
    is positive where the priors are, so that π is positive and unique.

    >>> from reprank.graph.edges import Edges
    >>> graph = Graph(                               # sentences 0-1 and 1-2, both words in sentence 1
    ...     sentence_sentence=Edges.of([0, 1, 1, 2], [1, 0, 2, 1], [1, 1, 1, 1], shape=(3, 3)),
    ...     sentence_word=Edges.of([1, 1], [0, 1], [1, 1], shape=(3, 2)),
    ...     word_sentence=Edges.of([0, 1], [1, 1], [1, 1], shape=(2, 3)),
    ...     word_word=Edges.of([0, 1], [1, 0], [1, 1], shape=(2, 2)),
    ...     sentence_prior=np.full(3, 1 / 3),
    ...     word_prior=np.full(2, 1 / 2),
    ... )
    >>> rank(as_printed(graph)).sentences.round(3)
    array([0.163, 0.675, 0.163])
    >>> rank(corrected(graph)).sentences.round(3)
    array([0.216, 0.569, 0.216])
    """
    _check_shares(alpha, beta, gamma)
    own, cross = _sums(graph)
    n, m = graph.sentences, graph.words
    elsewhere = _stack(graph, float(m > 0), float(n > 0))  # is there another kind to go to?
    total = alpha * (own > 0) + beta + gamma * elsewhere + (cross > 0)
    jump_own, jump_other = beta / total, gamma * elsewhere / total
    return Chain(
        graph,
        same=_shares(alpha / total, own),
        other=_shares(1 / total, cross),
        to_sentences=np.concatenate([jump_own[:n], jump_other[n:]]),
        to_words=np.concatenate([jump_other[:n], jump_own[n:]]),
    )


def corrected(graph: Graph, *, alpha: float = ALPHA, beta: float = BETA, gamma: float = GAMMA) -> Chain:
    """Build P*: the chain whose stationary vector the paper's alternation converges to.

    Rows sum to one as they stand. A row that is empty in a block leaves that block's share to the block's prior: α to
    the node's own kind, γ to the other. If the other kind does not exist, γ too goes to the own prior. With β > 0 each
    kind is one class of states, joined by γ, and πˢ and πʷ carry one half of the mass each.
    """
    _check_shares(alpha, beta, gamma)
    own, cross = _sums(graph)
    n, m = graph.sentences, graph.words
    alone = _stack(graph, float(m == 0), float(n == 0))
    jump_own = beta + alpha * (own == 0) + gamma * alone
    jump_other = gamma * (cross == 0) * (1 - alone)
    return Chain(
        graph,
        same=_shares(np.full(n + m, alpha), own),
        other=_shares(np.full(n + m, gamma), cross),
        to_sentences=np.concatenate([jump_own[:n], jump_other[n:]]),
        to_words=np.concatenate([jump_other[:n], jump_own[n:]]),
    )


def rank(chain: Chain, *, tolerance: float = 1e-10, limit: int = 1000) -> Ranking:
    """Rank sentences and words by the stationary vector of their chain: π = πP, split and each part normalised.

    Raises ``ConvergenceError`` as ``stationary`` does.
    """
    graph = chain.graph
    start = np.concatenate([graph.sentence_prior, graph.word_prior])
    found = stationary(chain.step, start, tolerance=tolerance, limit=limit)
    sentences, words = found.pi[: graph.sentences], found.pi[graph.sentences :]
    return Ranking(distribution(sentences), distribution(words), found.steps, found.residual)


def alternate(
    graph: Graph,
    *,
    alpha: float = ALPHA,
    beta: float = BETA,
    gamma: float = GAMMA,
    tolerance: float = 1e-10,
    limit: int = 1000,
) -> Ranking:
    """Rank by the paper's mutual reinforcement itself, sentences and words in turn.

        πˢ ← stationary vector of αP̃ˢ + β1Vˢ + γ1πʷM̃ˢ,   πʷ ← stationary vector of αP̃ʷ + β1Vʷ + γ1πˢM̃ʷ,   from πʷ = Vʷ

    Each round shrinks the distance to the fixed point by (γ/(β + γ))², so it exists and is unique. Rows without
    neighbours are completed as in ``corrected``. ``steps`` counts rounds. Raises ``ConvergenceError`` with the residual
    after ``limit`` rounds.
    """
    chain = corrected(graph, alpha=alpha, beta=beta, gamma=gamma)
    sentences, words = graph.sentence_prior, graph.word_prior
    if graph.sentences + graph.words == 0:
        return Ranking(sentences, words, 0, 0.0)
    residual = np.inf
    # The two inner walks may together be wrong by less than what the outer test asks.
    fine = tolerance / 10
    for round_ in range(1, limit + 1):
        before = sentences, words
        # One half of a step of P*, with the other half's mass held fixed, is a step of P̂ˢ or P̂ʷ.
        sentences = stationary(partial(chain.into_sentences, words=words), sentences, tolerance=fine).pi
        words = stationary(partial(chain.into_words, sentences), words, tolerance=fine).pi
        residual = float(np.abs(sentences - before[0]).sum() + np.abs(words - before[1]).sum())
        if residual <= tolerance:
            return Ranking(sentences, words, round_, residual)
    raise ConvergenceError(
        f"no fixed point of the alternation after {limit} rounds: residual {residual:.3g}, wanted {tolerance:.3g}; "
        "raise the limit or beta"
    )


def sentence_walk(graph: Graph, ranking: Ranking, *, alpha: float = ALPHA, gamma: float = GAMMA) -> TeleportingWalk:
    """Build P̂ˢ from a joint ranking: t = βπ̃ˢ + γπ̃ʷM̃ˢ, where β = 1 − α − γ.

    What words without a sentence would have voted falls to π̃ˢ; so does all of γ when there are no words.
    """
    votes = gamma * graph.word_sentence.rows_to_one().forward(ranking.words)
    return TeleportingWalk(graph.sentence_sentence, alpha, votes + (1 - alpha - votes.sum()) * ranking.sentences)


def word_walk(graph: Graph, ranking: Ranking, *, alpha: float = ALPHA, gamma: float = GAMMA) -> TeleportingWalk:
    """Build P̂ʷ from a joint ranking: t = βπ̃ʷ + γπ̃ˢM̃ʷ, completed as in ``sentence_walk``."""
    votes = gamma * graph.sentence_word.rows_to_one().forward(ranking.sentences)
    return TeleportingWalk(graph.word_word, alpha, votes + (1 - alpha - votes.sum()) * ranking.words)


def _check_shares(alpha: float, beta: float, gamma: float) -> None:
    if not (min(alpha, gamma) >= 0 and beta > 0 and abs(alpha + beta + gamma - 1) < 1e-9):
        raise InputError(
            f"alpha, beta, gamma are {alpha:g}, {beta:g}, {gamma:g}: "
            "they must sum to 1, none negative, and beta above 0, or the ranking need not be unique"
        )


def _sums(graph: Graph) -> tuple[Floats, Floats]:
    """Return each node's total weight to its own kind and to the other kind."""
    own = np.concatenate([graph.sentence_sentence.source_sums(), graph.word_word.source_sums()])
    cross = np.concatenate([graph.sentence_word.source_sums(), graph.word_sentence.source_sums()])
    return own, cross


def _shares(share: Floats, sums: Floats) -> Floats:
    """Return what to multiply a row's weights with so that they sum to ``share``; 0 for an empty row."""
    return np.where(sums > 0, share, 0.0) / np.where(sums > 0, sums, 1.0)


def _stack(graph: Graph, sentence: float, word: float) -> Floats:
    return np.repeat([sentence, word], [graph.sentences, graph.words])
