"""Terms to a choice: one walk over sentences and terms, then the sentences that cover most of its mass.

The paper ranks sentences and words in one chain and lets chosen items absorb the walk. So does this, with terms in
place of averaged vectors, and with absorption at the words: a sentence is worth the stationary mass of the words
that it newly covers.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reprank.edges import Edges, Floats
from reprank.selection import Choice, Task
from reprank.terms import Terms, read_terms
from reprank.units import Booleans
from reprank.walk import stationary


@dataclass(frozen=True)
class Coverage:
    """The default method and its settings."""

    sentence_to_sentence: float = 0.5
    sentence_to_term: float = 0.1
    term_to_sentence: float = 0.9
    pair_weight: float = 2.0
    length_exponent: float = 0.5
    position_exponent: float = 0.15
    remains: float = 0.4
    redundant: float = 0.6
    query_share: float = 0.7
    name: str = "reprank"

    def choose(self, task: Task) -> Choice:
        """Walk, then cover."""
        terms = read_terms(task.units)
        graph = TermGraph.of(terms, task, self)
        ranking = stationary(graph.step, graph.start())
        return self._cover(task, terms, graph, ranking.pi[len(task.units) :])

    def _cover(self, task: Task, terms: Terms, graph: TermGraph, mass: Floats) -> Choice:
        units, allowance = task.units, task.allowance
        worth = units.position**-self.position_exponent * np.maximum(units.lengths, 1) ** -self.length_exponent
        presence = terms.counts.with_weight(np.ones(len(terms.counts)))
        scores = presence.backward(mass) * worth
        mass = np.where(_covered(terms, task.seen), self.remains * mass, mass)
        open_ = task.eligible & ~graph.alike(task.seen, self.redundant)
        chosen: list[int] = []
        spent = 0
        while True:
            gain = presence.backward(mass) * worth
            gain[~(open_ & allowance.fits(spent))] = -1.0
            best = int(gain.argmax())
            if gain[best] < 0:
                return Choice(chosen, scores)
            chosen.append(best)
            spent = allowance.spend(spent, best)
            mass[terms.counts.row(best)[0]] *= self.remains
            open_[best] = False
            open_ &= graph.similarity(best) <= self.redundant


def _covered(terms: Terms, sentences: Booleans) -> Booleans:
    covered = np.zeros(terms.counts.shape[1], dtype=np.bool_)
    covered[terms.counts.target[sentences[terms.counts.source]]] = True
    return covered


@dataclass(frozen=True, eq=False)
class TermGraph:
    """Sentences and terms in one chain, sparse throughout.

    Similarity between sentences is the cosine S = X̂X̂ᵀ of their weighted terms; it is never formed, since a step along
    it is a step to the terms and back.
    """

    unit: Edges  # X̂: rows of length one
    to_terms: Edges
    to_sentences: Edges
    similarity_sums: Floats
    sentence_prior: Floats
    term_prior: Floats
    settings: Coverage

    @classmethod
    def of(cls, terms: Terms, task: Task, settings: Coverage) -> TermGraph:
        """Weigh the terms and lay the edges."""
        n, _m = terms.counts.shape
        rarity = np.log(n / np.maximum(terms.sentence_frequency, 1)) + 1
        rarity[terms.unigrams :] *= settings.pair_weight
        weighted = terms.counts.with_weight(terms.counts.weight * rarity[terms.counts.target])
        norms = np.sqrt(np.bincount(weighted.source, weighted.weight**2, n))
        unit = weighted.with_weight(weighted.weight / norms[weighted.source])
        damped = np.maximum(task.units.lengths, 1.0) ** -settings.length_exponent
        to_sentences = weighted.with_weight(weighted.weight * damped[weighted.source])
        arriving = to_sentences.target_sums()
        frequency = (
            terms.document_frequency(task.units.document)
            if task.units.document.max(initial=0)
            else (terms.sentence_frequency)
        )
        sentence_prior = task.eligible / task.eligible.sum()
        term_prior = frequency / max(frequency.sum(), 1)
        if task.query:
            asked = terms.matching(task.units.language.stem(task.query))
            sentence_prior, term_prior = _towards(asked, unit, sentence_prior, term_prior, settings.query_share)
        return cls(
            unit=unit,
            to_terms=weighted.rows_to_one(),
            to_sentences=to_sentences.with_weight(to_sentences.weight / arriving[to_sentences.target]),
            similarity_sums=np.maximum(unit.backward(unit.target_sums()), 1e-12),
            sentence_prior=sentence_prior,
            term_prior=term_prior,
            settings=settings,
        )

    def start(self) -> Floats:
        """Start from the priors."""
        return np.concatenate([self.sentence_prior, self.term_prior * 0.0])

    def step(self, pi: Floats) -> Floats:
        """Take one step of the walk; what no edge carries goes to the sentence prior."""
        n = len(self.sentence_prior)
        sentences, terms = pi[:n], pi[n:]
        alike = self.unit.backward(self.unit.forward(sentences / self.similarity_sums))
        to_sentences = self.settings.sentence_to_sentence * alike
        to_sentences += self.settings.term_to_sentence * self.to_sentences.backward(terms)
        to_terms = self.settings.sentence_to_term * self.to_terms.forward(sentences)
        to_terms += (1 - self.settings.term_to_sentence) * terms.sum() * self.term_prior
        rest = pi.sum() - to_sentences.sum() - to_terms.sum()
        return np.concatenate([to_sentences + rest * self.sentence_prior, to_terms])

    def similarity(self, sentence: int) -> Floats:
        """Return the cosine of one sentence with all."""
        targets, weights = self.unit.row(sentence)
        row = np.zeros(self.unit.shape[1])
        row[targets] = weights
        return self.unit.backward(row)

    def alike(self, sentences: Booleans, threshold: float) -> Booleans:
        """Tell which sentences are nearly the same as one of the given."""
        near = np.zeros(len(sentences), dtype=np.bool_)
        for sentence in np.flatnonzero(sentences).tolist():
            near |= self.similarity(sentence) > threshold
        return near


def _towards(
    asked: Booleans, unit: Edges, sentence_prior: Floats, term_prior: Floats, share: float
) -> tuple[Floats, Floats]:
    """Bend the priors towards what was asked, as in topic-sensitive PageRank."""
    answering = unit.backward(asked.astype(np.float64)) * (sentence_prior > 0)
    if not answering.any():
        return sentence_prior, term_prior
    return (
        (1 - share) * sentence_prior + share * answering / answering.sum(),
        (1 - share) * term_prior + share * asked / asked.sum(),
    )
