"""Terms to graph: sentences and terms in one chain, sparse throughout."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from reprank.arrays import Floats, Integers, wide
from reprank.caching import cached_property
from reprank.coverage.settings import Shares
from reprank.graph.edges import Edges, distribution
from reprank.graph.walk import stationary
from reprank.values import value_class

MAX_SOLVED_SENTENCES = 80  # up to here, solving the equations is several times faster than forty steps of iteration


@value_class
class TermGraph:
    """Sentences and terms, the edges between them, and a prior for each kind.

    Similarity between sentences is the cosine S = X̂X̂ᵀ of their weighted terms. In a long text it is never formed: a
    step along it is a step to the terms and back, so time and memory stay linear in the length of the text.

    >>> counts = Edges.of([0, 0, 1, 1, 2], [0, 1, 1, 2, 3], [1, 1, 1, 1, 1], shape=(3, 4))   # 0 and 1 share a term
    >>> graph = TermGraph.of(counts, np.ones(4), lengths=np.full(3, 2), priors=(np.ones(3), np.ones(4)))
    >>> sentences, terms = graph.rank()
    >>> bool(sentences[1] > sentences[2]), int(terms.argmax())
    (True, 1)
    """

    weighted: Edges  # X
    damping: Floats  # 1 / √length of each sentence
    sentence_prior: Floats
    term_prior: Floats
    shares: Shares

    @classmethod
    def of(
        cls,
        counts: Edges,
        rarity: Floats,
        *,
        lengths: Integers,
        priors: tuple[Floats, Floats],
        shares: Shares | None = None,
    ) -> TermGraph:
        """Weight the terms and build the edges: X = counts · rarity; term → sentence ∝ X / √length."""
        return cls(
            weighted=counts.with_weight(counts.weight * rarity[counts.target]),
            damping=np.maximum(lengths, 1.0) ** -0.5,
            sentence_prior=distribution(priors[0]),
            term_prior=distribution(priors[1]),
            shares=shares or Shares(),
        )

    @cached_property
    def unit(self) -> Edges:
        """X̂: rows of length one."""
        weighted = self.weighted
        norms = np.sqrt(np.bincount(weighted.source, weighted.weight**2, weighted.shape[0]))
        return weighted.with_weight(weighted.weight / norms[weighted.source])

    @cached_property
    def to_terms(self) -> Edges:
        """From sentences to terms: rows sum to one."""
        return self.weighted.rows_to_one()

    @cached_property
    def to_sentences(self) -> Edges:
        """From terms to sentences, kept in the same direction, sentence by term: columns sum to one."""
        damped = self.weighted.with_weight(self.weighted.weight * self.damping[self.weighted.source])
        return damped.with_weight(damped.weight / damped.target_sums()[damped.target])

    @cached_property
    def similarity_sums(self) -> Floats:
        """Row sums of S."""
        return np.maximum(self.unit.backward(self.unit.target_sums()), 1e-12)

    def rank(self) -> tuple[Floats, Floats]:
        """Return the stationary distribution π, split into sentences and terms, each normalised."""
        shares = self.shares
        returns = shares.sentence_to_sentence + shares.sentence_to_term < 1 and shares.term_to_sentence > 0
        return self.solve() if returns and len(self.sentence_prior) <= MAX_SOLVED_SENTENCES else self.iterate()

    def iterate(self) -> tuple[Floats, Floats]:
        """Find the distribution by power iteration: for any size."""
        n = len(self.sentence_prior)
        start = np.concatenate([self.sentence_prior, self.term_prior])
        walk = replace(self, weighted=self.weighted.wide())  # its tables are as large as the text, and dropped with it
        pi = stationary(walk.step, start, tolerance=1e-9).pi
        return distribution(pi[:n]), distribution(pi[n:])

    def solve(self) -> tuple[Floats, Floats]:
        """Solve the same chain with the terms eliminated: for few sentences, and where the walk returns to the priors.

        The mass of the terms follows from that of the sentences: with the rows A to the terms and B back from them,
        πʷ = γ πˢA + (1 − δ) T Vʷ, where T = γ πˢA1 / δ. What is left is an equation for each sentence,

            πˢ = πˢ (α S̃ + γδ ABᵀ + γ(1 − δ) A1·(B Vʷ)ᵀ) + c Vˢ,

        whose scale does not matter, because πˢ and πʷ are normalised each on its own.
        """
        n = len(self.sentence_prior)
        alpha, gamma, delta = (
            self.shares.sentence_to_sentence,
            self.shares.sentence_to_term,
            self.shares.term_to_sentence,
        )
        unit = self.unit
        one, other, _ = self._meetings
        # ``take`` is three times as fast as an index, and there are many more meetings than edges.
        weight = (alpha * unit.weight).take(one) * unit.weight.take(other)
        weight /= self.similarity_sums[unit.source].take(one)
        weight += (gamma * delta * self.to_terms.weight).take(one) * self.to_sentences.weight.take(other)
        kernel = self._over_pairs(weight)
        leaving = self.to_terms.source_sums()
        kernel += gamma * (1 - delta) * (leaving[:, None] * self.to_sentences.backward(self.term_prior))
        sentences = np.linalg.solve(np.eye(n) - kernel.T, self.sentence_prior).astype(np.float64, copy=False)
        terms = gamma * self.to_terms.forward(sentences)
        terms += gamma * (1 - delta) / delta * float(leaving @ sentences) * self.term_prior
        return distribution(sentences), distribution(terms)

    def similarity(self, sentence: int) -> Floats:
        """Return the cosine of a sentence with each sentence."""
        if len(self.sentence_prior) <= MAX_SOLVED_SENTENCES:
            similar: Floats = self._similarities[sentence].copy()
            return similar
        return self.unit.gather(*self.unit.row(sentence))

    @cached_property
    def _similarities(self) -> Floats:
        """The cosines of all pairs of few sentences, whose meetings are known."""
        one, other, _ = self._meetings
        return self._over_pairs(self.unit.weight.take(one) * self.unit.weight.take(other))

    @cached_property
    def _meetings(self) -> tuple[Integers, Integers, Integers]:
        """Pairs of edges that meet at a term, as places, and the place of their sentences in a matrix of all pairs."""
        one, other = self.unit.meetings()
        source = self.unit.source
        return one, other, (wide(source) * len(self.sentence_prior)).take(one) + source.take(other)

    def _over_pairs(self, weight: Floats) -> Floats:
        """Add up a weight of each meeting for each pair of sentences."""
        n = len(self.sentence_prior)
        matrix = np.bincount(self._meetings[2], weight, n * n).reshape(n, n)
        return matrix.astype(np.float64, copy=False)  # without meetings bincount returns integers

    def step(self, pi: Floats) -> Floats:
        """Take one step: πP. Mass that no edge carries goes to the sentence prior."""
        n = len(self.sentence_prior)
        sentences, terms = pi[:n], pi[n:]
        similar = self.unit.backward(self.unit.forward(sentences / self.similarity_sums))
        to_sentences = self.shares.sentence_to_sentence * similar
        to_sentences += self.shares.term_to_sentence * self.to_sentences.backward(terms)
        to_terms = self.shares.sentence_to_term * self.to_terms.forward(sentences)
        to_terms += (1 - self.shares.term_to_sentence) * terms.sum() * self.term_prior
        rest = pi.sum() - to_sentences.sum() - to_terms.sum()
        return np.concatenate([to_sentences + rest * self.sentence_prior, to_terms])


def rarity(sentence_frequency: Integers, sentences: int) -> Floats:
    """Weigh terms by how few sentences have them: ln(n / sf) + 1."""
    weights: Floats = np.log(max(sentences, 1) / np.maximum(sentence_frequency, 1)) + 1
    return weights
