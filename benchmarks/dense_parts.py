"""Ways to bring word vectors into the default method, one switch for each place where they can act.

None of them is a part of the package: docs/representation.md says what they were worth.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from reprank.arrays import Booleans, Floats, Integers
from reprank.coverage.graph import TermGraph
from reprank.coverage.greedy import DIGITS, Likeness
from reprank.coverage.method import Coverage, Walked
from reprank.graph.edges import Edges
from reprank.graph.priors import distribution
from reprank.paper.encoder import Encoder, sentence_vectors
from reprank.phrases.candidates import Phrases
from reprank.selection import Task
from reprank.terms import Terms
from reprank.text.units import Units

ZIPF, SHIFT = 11.8, 2.7  # p(word) = 1 / (ZIPF · (rank + SHIFT)): Zipf's law with Mandelbrot's shift
SIF = 1e-3  # a of the weight a / (a + p) (Arora, Liang and Ma 2017)
LARGEST_STEP = 127


@dataclass(frozen=True, eq=False)
class Representation:
    """Words as vectors with the logarithms of their weights; ``weighted`` is off where all but stop words count alike.

    ``vectors`` and ``weights`` name where either comes from: what uses one alone need be measured once.
    """

    name: str
    encoder: Encoder
    vectors: str
    weights: str
    weighted: bool = True

    def scores(self, units: Units) -> Floats:
        """Return the logarithm of each normal form's weight, -inf for words that take no part."""
        words = units.normal[1]
        scores = self.encoder.attention_of(words)
        if self.weighted:
            return scores
        stop = np.array([word in units.language.stopwords for word in words], dtype=np.bool_)
        return np.where(stop, -np.inf, scores)

    def sentences(self, units: Units) -> Floats:
        """Encode every sentence."""
        of_form, words = units.normal
        table = self.encoder.vectors_of(words)
        return sentence_vectors(table, of_form[units.form], units.offsets, attention=self.scores(units)).astype(
            np.float64
        )

    def phrases(self, phrases: Phrases) -> Floats:
        """Encode every phrase, by one of its occurrences."""
        units = phrases.words.units
        of_form, words = units.normal
        begin, end = phrases.begin[phrases.example], phrases.end[phrases.example]
        offsets = np.concatenate([[0], np.cumsum(end - begin)])
        tokens = np.repeat(begin - offsets[:-1], end - begin) + np.arange(offsets[-1])
        table = self.encoder.vectors_of(words)
        return sentence_vectors(table, of_form[units.form][tokens], offsets, attention=self.scores(units)).astype(
            np.float64
        )


def representations() -> tuple[Representation, ...]:
    """Return what is compared, from the models that ship."""
    glove, learned = Encoder.glove(), Encoder.english()
    rank = np.arange(len(glove))
    sif = -np.log1p(1 / (ZIPF * (rank + SHIFT)) / SIF)
    learned_scores = learned.attention_of(glove.vocabulary.words())
    known = np.isfinite(learned_scores)
    learned_scores[~known] = np.median(learned_scores[known])
    attended = replace(glove, attention=learned_scores.astype(np.float32))
    order = np.random.default_rng(0).permutation(len(learned))
    shuffled = replace(
        learned, quantised=learned.quantised[order], scale=learned.scale[order], attention=learned.attention[order]
    )
    return (
        Representation("GloVe, plain average", glove, "glove", "none", weighted=False),
        Representation("GloVe, SIF weights", replace(glove, attention=sif.astype(np.float32)), "glove", "sif"),
        Representation("GloVe, learned attention", attended, "glove", "tabulated"),
        Representation("learned vectors and attention", learned, "learned", "learned"),
        Representation("the same, mean word removed", _without_mean(learned), "centred", "learned"),
        Representation("control: the same, words shuffled", shuffled, "shuffled", "shuffled"),
    )


def _without_mean(encoder: Encoder) -> Encoder:
    """Subtract the mean vector, words weighted by frequency and attention: what all sentences have in common."""
    vectors = encoder.quantised.astype(np.float32) * encoder.scale[:, None]
    share = np.exp(encoder.attention.astype(np.float64)) / (np.arange(len(encoder)) + SHIFT)
    vectors -= ((share / share.sum()) @ vectors).astype(np.float32)
    scale = np.abs(vectors).max(axis=1) / np.float32(LARGEST_STEP)
    steps = np.rint(vectors / np.where(scale > 0, scale, np.float32(1))[:, None])
    return replace(encoder, quantised=steps.astype(np.int8), scale=scale.astype(np.float32))


@dataclass(frozen=True)
class Parts:
    """How strongly vectors act in each place; 0 is not at all."""

    similarity: float = 0.0  # share of the dense kernel in the likeness of sentences
    word_edges: float = 0.0  # share of a term's steps that goes to terms with close vectors
    soft_cover: float = 0.0  # how much of a word is said by its neighbours
    term_weight: float = 0.0  # rarity · exp(term_weight · (attention − mean))
    term_mass: float = 0.0  # the same for the mass after the walk
    centroid: float = 0.0  # worth · exp(centroid · z), z the standardised cosine with the mean sentence
    so_far: bool = False  # … the cosine of the summary so far with the sentence added
    sentence_floor: float = 0.5  # kernel: max(0, (cos − floor) / (1 − floor))
    word_floor: float = 0.5
    neighbours: int = 10


@dataclass(frozen=True)
class Dense(Coverage):
    """The default method with dense parts; without any it chooses what the default chooses."""

    representation: Representation | None = None
    parts: Parts = Parts()

    def walk(self, task: Task) -> Walked:
        """Walk as the default does, on a graph with dense edges and weights."""
        plain, parts = super().walk(task), self.parts
        units, nodes, terms = plain.units, plain.nodes, plain.terms
        attention = np.zeros(len(plain.mass))
        if parts.term_weight or parts.term_mass:
            attention = self._attention(units, terms)
        weights = plain.weights * np.exp(parts.term_weight * attention)
        graph = TermGraph.of(
            terms.topical_counts,
            weights,
            lengths=units.lengths,
            priors=(plain.graph.sentence_prior, plain.graph.term_prior),
            shares=self.shares,
        )
        near = self._neighbours(units, terms) if parts.word_edges else None
        sentences, mass = self._dense_graph(graph, units, nodes, near).walk()
        mass = distribution(mass * np.exp(parts.term_mass * attention))
        return replace(plain, weights=weights, graph=graph, sentences=sentences, mass=mass)

    def _represented(self) -> Representation:
        if self.representation is None:
            raise ValueError("dense parts need a representation")
        return self.representation

    def _attention(self, units: Units, terms: Terms) -> Floats:
        """Return each term's log-weight against the mean; a pair has the mean of its stems', an unknown word none."""
        scores = self._represented().scores(units)[units.normal[0][units.form]]
        known = np.isfinite(scores)
        width = len(terms.stems.names)
        count = np.bincount(terms.stems.stem[known], minlength=width)
        total = np.bincount(terms.stems.stem[known], scores[known], width)
        of_stem = total / np.maximum(count, 1)
        single = terms.first[: terms.unigrams]
        found = single[count[single] > 0]
        of_stem = np.where(count > 0, of_stem - (of_stem[found].mean() if len(found) else 0.0), 0.0)
        first, second = terms.first[: terms.topical], terms.second[: terms.topical]
        paired = (of_stem[first] + of_stem[np.maximum(second, 0)]) / 2
        return np.where(second >= 0, paired, of_stem[first])

    def _neighbours(self, units: Units, terms: Terms) -> Edges:
        """Connect each single stem with those whose mean vectors are close."""
        table = self._represented().encoder.vectors_of(units.normal[1]).astype(np.float64)
        vectors = np.zeros((len(terms.stems.names), table.shape[1]))
        np.add.at(vectors, terms.stems.stem, table[units.normal[0][units.form]])
        unit = unit_rows(vectors[terms.first[: terms.unigrams]])
        kernel = _kernel(unit @ unit.T, self.parts.word_floor)
        np.fill_diagonal(kernel, 0.0)
        most = self.parts.neighbours
        if terms.unigrams > most:
            kernel[kernel < np.partition(kernel, -most, axis=1)[:, -most, None]] = 0.0
        return Edges.from_dense(kernel)

    def _dense_graph(self, graph: TermGraph, units: Units, nodes: Booleans, near: Edges | None) -> TermGraph:
        parts = self.parts
        kernel = None
        if parts.similarity:
            unit = unit_rows(self._represented().sentences(units)) * nodes[:, None]
            kernel = _kernel(unit @ unit.T, parts.sentence_floor)
        edges = near.rows_to_one() if near is not None and parts.word_edges else None
        if kernel is None and edges is None:
            return graph
        return _DenseGraph(**vars(graph), kernel=kernel, near=edges, parts=parts)

    def _cover(self, task: Task, walked: Walked) -> list[int]:
        """Cover greedily; plainly, because values with a dense part may rise, and words may be said in part."""
        scarce = self._scarce(task)
        said, mass = self._said(walked)
        if self.parts.soft_cover:
            said = _softened(said, self._neighbours(task.units, walked.terms), self.parts.soft_cover)
        absorption = self._absorption(task, scarce, np.arange(len(mass)) < walked.graph.unit.shape[1])
        worth, likeness = self._worth(task.units, scarce), Likeness(walked.graph.unit, self.redundant)
        vectors = self._represented().sentences(task.units) if self.parts.centroid else np.zeros((len(worth), 1))
        vectors *= task.units.lengths[:, None]
        summary = np.zeros(vectors.shape[1])
        scale = max(float((said.backward(mass) * worth).max(initial=0.0)), 1e-300)
        left, chosen, spent = task.eligible.copy(), list[int](), 0
        while (left & task.allowance.fits(spent)).any():
            among = np.flatnonzero(left & task.allowance.fits(spent))
            pull = np.exp(self.parts.centroid * scarce * _standing(vectors, summary, among))
            best = int(among[np.argmax(np.round((said.backward(mass) * worth)[among] / scale * pull, DIGITS))])
            chosen.append(best)
            spent = task.allowance.spend(spent, best)
            words, share = said.row(best)
            mass[words] *= 1 - absorption[words] * share
            left[best] = False
            left[likeness.like(best)] = False
            if self.parts.so_far:
                summary += vectors[best]
        return chosen


@dataclass(frozen=True, eq=False, kw_only=True)
class _DenseGraph(TermGraph):
    """The term graph with dense likeness mixed into S and with edges between terms."""

    kernel: Floats | None
    near: Edges | None
    parts: Parts

    def walk(self) -> tuple[Floats, Floats]:
        """Walk, whatever the size: the direct solution knows no dense edges."""
        return self.walked()

    def step(self, pi: Floats) -> Floats:
        """Take one step; what no edge carries goes to the sentence prior, as without dense parts."""
        n, shares = len(self.sentence_prior), self.shares
        sentences, terms = pi[:n], pi[n:]
        mixed = self.parts.similarity if self.kernel is not None else 0.0
        kernel = self.kernel if self.kernel is not None else np.zeros((n, 1))
        leaving = sentences / np.maximum((1 - mixed) * self.likeness + mixed * kernel.sum(axis=1), 1e-12)
        alike = (1 - mixed) * self.unit.backward(self.unit.forward(leaving))
        if self.kernel is not None:
            alike += mixed * (self.kernel @ leaving)
        aside = self.parts.word_edges if self.near is not None else 0.0
        to_sentences = shares.sentence_to_sentence * alike
        to_sentences += (shares.term_to_sentence - aside) * self.to_sentences.backward(terms)
        to_terms = shares.sentence_to_term * self.to_terms.forward(sentences)
        to_terms += (1 - shares.term_to_sentence) * terms.sum() * self.term_prior
        if self.near is not None:
            to_terms[: self.near.shape[0]] += aside * self.near.forward(terms[: self.near.shape[0]])
        rest = pi.sum() - to_sentences.sum() - to_terms.sum()
        return np.concatenate([to_sentences + rest * self.sentence_prior, to_terms])


def _softened(said: Edges, near: Edges, share: float) -> Edges:
    """Let a sentence say in part what is close to its words: B + share · B·K, at most 1."""
    stems = near.shape[0]
    held = np.zeros((said.shape[0], stems))
    single = said.target < stems
    held[said.source[single], said.target[single]] = 1.0
    kernel = near.dense()
    partly = Edges.from_dense(np.where(held > 0, 0.0, np.minimum(share * (held @ kernel), 1.0)))
    return Edges.of(
        np.concatenate([said.source, partly.source]),
        np.concatenate([said.target, partly.target]),
        np.concatenate([said.weight, partly.weight]),
        shape=said.shape,
    )


def _standing(vectors: Floats, summary: Floats, among: Integers) -> Floats:
    """Return how close to the whole text each candidate, added to the summary, would bring it: standardised cosines."""
    joined = vectors[among] + summary
    cosines = unit_rows(joined) @ vectors.sum(axis=0)
    spread = float(cosines.std())
    if spread < 1e-9:
        return np.zeros(len(among))
    standing: Floats = np.clip((cosines - cosines.mean()) / spread, -3.0, 3.0)
    return standing


def unit_rows(vectors: Floats) -> Floats:
    """Divide every row by its length; zeros stay."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: Floats = vectors / np.where(lengths > 0, lengths, 1.0)
    return unit


def _kernel(cosines: Floats, floor: float) -> Floats:
    kernel: Floats = np.maximum(cosines - floor, 0.0) / (1 - floor)
    return kernel


def centroid_cosines(representation: Representation, phrases: Phrases) -> Floats:
    """Return each phrase's cosine with the mean sentence; the mean of all for a phrase of unknown words."""
    vectors = representation.phrases(phrases)
    centre = representation.sentences(phrases.words.units).mean(axis=0, keepdims=True)
    cosines: Floats = (unit_rows(vectors) @ unit_rows(centre).T)[:, 0]
    known = vectors.any(axis=1)
    return np.where(known, cosines, cosines[known].mean() if known.any() else 0.0)
