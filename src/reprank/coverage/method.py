"""Ranking to choice: one walk over sentences and terms, then the sentences that cover most of its mass.

The paper ranks sentences and words in one chain and lets chosen items absorb the walk. So does this, with terms in
place of averaged vectors, and with absorption at the words: a sentence is worth the stationary mass of the words that
it newly says, and words once said lose most of theirs.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from reprank.arrays import Booleans, Floats, Integers, distinct
from reprank.coverage.graph import Shares, TermGraph, rarity
from reprank.coverage.greedy import Cover, Likeness, greedy
from reprank.graph.edges import Edges
from reprank.graph.priors import distribution
from reprank.phrases.keywords import rank_phrases
from reprank.selection import Choice, Task
from reprank.summary import Keyword
from reprank.terms import Terms, read_terms
from reprank.text.units import Units

# Talk rather than report. "We" is left out because papers speak so.
ADDRESS = frozenset({"i", "me", "my", "mine", "myself", "you", "your", "yours", "yourself"})


@dataclass(frozen=True)
class Coverage:
    """The default method and its settings, one set for every kind of text.

    ``scarce`` below is 1 for a short summary and fades to 0 as two fifths of the text are kept: then the question is no
    longer what to say but what to leave out, and length, position and repetition lose their say.
    """

    shares: Shares = field(default_factory=Shares)
    pair_weight: float = 2.2  # a pair of stems is rarer evidence than a stem
    length: float = 0.6  # worth / words^(length · scarce)
    position: float = 0.15  # worth / position^(position · scarce) …
    last_position: int = 40  # … up to here: the end of a story is not worth less than its middle
    retold: float = 0.5  # share of words in common from which documents tell one story, whose openings count for more …
    most_retold: float = 0.3  # … by as much as the share is above it, up to this
    absorption: float = 0.6  # share of a word's mass that is gone once it is said …
    absorption_kept: tuple[float, float] = (0.0, 0.3)  # … when much is kept, of one document and of several
    seen_absorption: float = 0.9  # and of words that the reader has seen
    fading: tuple[float, float] = (0.1, 0.4)  # shares of the text between which ``scarce`` fades
    address: float = 4.0  # worth · exp(−address · share of "I", "you" and their forms)
    label: float = 0.15  # worth · exp(−label) with a colon: captions, lists, speakers
    function_mass: float = 0.2  # of all stop words together, against 1 for the terms
    function_pair_mass: float = 0.1  # and of all pairs of stop words
    function_absorption: float = 0.4  # a stop word that was said is said again
    redundant: float = 0.5  # cosine from which a sentence says the same as a chosen one
    query_share: float = 0.85  # of the priors that goes to what was asked
    query_worth: float = 1.0  # worth · (1 + query_worth · answer), the best answer being 1
    name: str = "reprank"

    def choose(self, task: Task) -> Choice:
        """Walk, then cover; keywords come from the same walk."""
        walked = self.walk(task)
        chosen = self._cover(task, walked)
        return Choice(chosen, walked.sentences, walked.keywords(task.keywords, seen=task.seen))

    def walk(self, task: Task) -> Walked:
        """Rank sentences and terms in one graph."""
        units = task.units
        nodes = units.presentable | task.eligible
        terms = read_terms(units, among=nodes, function_words=True)
        weights = rarity(terms.sentence_frequency[: terms.topical], int(nodes.sum()))
        weights[terms.unigrams :] *= self.pair_weight
        counts = terms.topical_counts
        asked = terms.matching(units.language.stem(task.query))[: terms.topical]
        answers = counts.backward(asked * weights) / np.sqrt(np.maximum(units.lengths, 1))
        priors = self._priors(units, terms, nodes, asked=asked, answers=answers)
        graph = TermGraph.of(counts, weights, lengths=units.lengths, priors=priors, shares=self.shares)
        return Walked(units, nodes, terms, weights, answers, graph, *graph.walk())

    def _priors(
        self, units: Units, terms: Terms, nodes: Booleans, *, asked: Booleans, answers: Floats
    ) -> tuple[Floats, Floats]:
        """Start anywhere among the sentences and at terms by how widely they are used, or at what was asked."""
        several = bool(len(units)) and units.document[0] != units.document[-1]
        spread = terms.document_frequency(units.document) if several else terms.sentence_frequency
        sentences, words = nodes.astype(np.float64), spread[: terms.topical].astype(np.float64)
        if not asked.any():
            return sentences, words
        sentences, words = distribution(sentences), distribution(words)
        share = self.query_share
        return (
            (1 - share) * sentences + share * distribution(answers),
            (1 - share) * words + share * distribution(asked),
        )

    def _said(self, walked: Walked) -> tuple[Edges, Floats]:
        """Return which terms a sentence says, and their masses: that of the walk, function words one of their own.

        These say nothing about the topic and take no part in the walk. But half of a summary are stop words, and
        well-formed prose has them in the proportions of the text; headlines, lists and tables do not.
        """
        terms = walked.terms
        mass = terms.sentence_frequency.astype(np.float64)
        mass[: terms.topical] = walked.mass
        pairs = terms.topical + terms.function_unigrams
        for part, total in (
            (slice(terms.topical, pairs), self.function_mass),
            (slice(pairs, None), self.function_pair_mass),
        ):
            mass[part] *= total / max(mass[part].sum(), 1.0)
        return terms.counts.with_weight(np.ones(len(terms.counts))), mass

    def _cover(self, task: Task, walked: Walked) -> list[int]:
        scarce = self._scarce(task)
        said, mass = self._said(walked)
        absorption = self._absorption(task, scarce, np.arange(len(mass)) < len(walked.mass))
        known_words = distinct(said.target[task.seen[said.source]])
        mass[known_words] *= 1 - self.seen_absorption
        worth = self._worth(task.units, scarce)
        worth *= 1 + self.query_worth * walked.answers / max(float(walked.answers.max(initial=0.0)), 1e-300)
        cover = Cover(said, mass, worth=worth, absorption=absorption)
        likeness = Likeness(walked.graph.unit, self.redundant)
        known = {like for sentence in np.flatnonzero(task.seen).tolist() for like in likeness.like(sentence).tolist()}
        spent = 0

        def fits(sentence: int) -> bool:
            return task.allowance.spend(spent, sentence) <= task.allowance.limit

        def say(sentence: int) -> Integers:
            nonlocal spent
            spent = task.allowance.spend(spent, sentence)
            return likeness.like(sentence)

        candidates = np.array([i for i in np.flatnonzero(task.eligible).tolist() if i not in known], np.intp)
        return greedy(cover, candidates, fits=fits, say=say)

    def _absorption(self, task: Task, scarce: float, topical: Booleans) -> Floats:
        at_least = self.absorption_kept[int(task.units.document.max(initial=0) > 0)]
        shares = np.where(topical, self.absorption, self.function_absorption)
        return at_least + (shares - at_least) * scarce

    def _scarce(self, task: Task) -> float:
        low, high = self.fading
        kept = task.allowance.limit / max(float(task.allowance.costs[task.eligible].sum()), 1.0)
        return float(np.clip((high - kept) / (high - low), 0.0, 1.0))

    def _worth(self, units: Units, scarce: float) -> Floats:
        """Weigh sentences by length, place and manner."""
        lengths = np.maximum(units.lengths, 1)
        place = np.minimum(units.position, self.last_position)
        position = self.position + min(max(words_in_common(units) - self.retold, 0.0), self.most_retold)
        worth: Floats = lengths ** (-self.length * scarce) * place ** (-position * scarce)
        worth *= np.exp(-self.label * np.array([":" in text for text in units.texts]))
        if units.language.code == "en":
            of_form, words = units.normal
            addresses = np.array([word.partition("'")[0] in ADDRESS for word in words], dtype=np.float64)
            spoken = np.bincount(units.sentence_of_word, addresses[of_form[units.form]], len(units))
            worth *= np.exp(-self.address * spoken / lengths)
        return worth


def words_in_common(units: Units) -> float:
    """Return the share of a document's words that another one has too, averaged over the documents.

    Reports of one event share two words in three, and each begins with what matters; reviews share one in three, and
    begin anywhere. One document shares nothing.

    >>> from reprank.text.documents import Document
    >>> from reprank.text.languages import language
    >>> from reprank.text.units import read_units
    >>> texts = "A storm hit Lisbon.", "Lisbon storm kills two."
    >>> round(words_in_common(read_units([Document(text) for text in texts], language("en"))), 3)
    0.667
    """
    documents = len(units.documents)
    if documents < 2:
        return 0.0
    stems, topical = units.stems, ~units.stems.stop
    of_document = units.document[units.sentence_of_word][topical]
    codes, counts = np.unique(stems.stem[topical] * documents + of_document, return_counts=True)
    stem, document = np.divmod(codes, documents)
    common = np.bincount(stem)[stem] > 1
    words = np.bincount(document, counts, documents)
    shares = np.bincount(document, counts * common, documents) / np.maximum(words, 1)
    return float(shares.sum() / max(np.count_nonzero(words), 1))


@dataclass(frozen=True, eq=False)
class Walked:
    """The stationary distribution over sentences and terms, and what it was walked on."""

    units: Units
    nodes: Booleans
    terms: Terms
    weights: Floats
    answers: Floats  # how much each sentence has of what was asked
    graph: TermGraph
    sentences: Floats
    mass: Floats

    def keywords(self, top: int, *, seen: Booleans, max_words: int = 4) -> tuple[Keyword, ...]:
        """Name the phrases whose words the walk visits most, among much else that a phrase is judged by."""
        return rank_phrases(self.units, ~seen, top=top, max_words=max_words, centrality=self.centrality())

    def centrality(self) -> Floats:
        """Return mass divided by rarity for each stem: its count, if every sentence counted by its own rank."""
        of_stem = np.zeros(len(self.terms.stems.names))
        singles = slice(0, self.terms.unigrams)
        of_stem[self.terms.first[singles]] = self.mass[singles] / self.weights[singles]
        return of_stem
