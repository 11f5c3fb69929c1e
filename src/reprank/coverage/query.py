"""Query terms to values of sentences: how well each one answers, or belongs to the answer.

The match of sentence i and term t is that of BM25 over the sentences of the call,

    m_it = weight_t · tf (k₁ + 1) / (tf + k₁ (1 − b + b L_i / L̄)),        q_i = Σ_t m_it,

and the value of a sentence, while sentences are selected one after another, is

    v_i = p_i Σ_t w_t max(m_it, ν m_jt, η m_ht) + π max_j δ^|i−j| q_j + (o [i opens] + c rank_i / max rank) max q

where j in the first maximum are the two neighbours of i, which count for less across the end of a paragraph, h is the
heading above i, and j in the second maximum are all sentences of its document. p_i is below 1 where i is no whole
sentence. At the start w_t is 1. A selected sentence lowers w_t of its terms, so that the next one answers another part
of the query. Names in the first selected sentences become terms for the other documents: a question in two steps names
the second subject only in the answer to the first step. Every name, number and quoted phrase of the query gets a
sentence that contains it, if one fits, and so does an option, a path or an identifier such as ``-e``, ``/var/tmp`` or
``dh_make``.

A sentence *belongs* to the answer if it contains a term, if a neighbour in the same paragraph or the heading above it
does, or if it contains what the query asks for, such as a duration or a name, near a term. A summary has no other
sentences and may stay shorter than its length; compression fills its length.
"""

from __future__ import annotations

import numpy as np

from reprank.arrays import ROUNDING_DIGITS, Booleans, Floats, Integers, wide
from reprank.coverage.query_terms import MAX_QUERY_WORDS, QueryTerms
from reprank.coverage.sections import headings
from reprank.coverage.settings import QueryPull
from reprank.selection import Task
from reprank.text.tokens import STOPPED
from reprank.text.units import Units

TOO_LONG = "no sentence that matches the query fits: this summary does not answer it"
ABSENT = "no word of the query occurs in the documents, in any form: the result is the same as without a query"
RELATED = "no word of the query occurs in the documents; matched by related words: "
SAME_STEM = "no word of the query occurs in the documents; matched by words of the same stem: "
LONG = f"only the first {MAX_QUERY_WORDS:,} words of the query were asked"
MAX_HEADING_WORDS = 12
MAX_REACH = 2  # sentences from what answers "how long", "who" … to a term
REACH = 0.5  # an exact power of two, so that powers of it can be compared
MAX_SHOWN = 5  # related words in a warning


class AnswerValues:
    """The value of every sentence to a query, while sentences are selected.

    With ``fill``, sentences that do not belong to the answer have a value too.
    """

    def __init__(
        self, units: Units, asked: QueryTerms, *, centrality: Floats, settings: QueryPull, fill: bool = False
    ) -> None:
        self.units, self.settings, self.fill = units, settings, fill
        lengths = units.lengths / max(float(units.lengths.mean()), 1.0)
        self._damping = settings.saturation * (1 - settings.length_share + settings.length_share * lengths)
        match = self._match(asked.counts, asked.weight)
        self.relevance = match.sum(axis=1)  # q
        self.best = max(float(self.relevance.max(initial=0.0)), 1e-300)
        links = sentence_links(units, settings.paragraph)
        above = headings(units)
        self.spread = np.maximum(match, settings.neighbour * neighbour_maximum(match, links))
        self.spread[above >= 0] = np.maximum(self.spread, settings.heading * match[above])[above >= 0]
        self._worth = np.where(units.selectable & ~units.whole, settings.piece, 1.0)[:, None]
        self.spread *= self._worth
        self.contains, self.topical = asked.counts > 0, asked.topical
        named = np.any(self.contains[:, asked.topical], axis=1, keepdims=True).astype(np.float64)
        near = np.maximum(named, neighbour_maximum(named, links))[:, 0]
        self.belongs = np.asarray((near == 1.0) | ((above >= 0) & (named[above, 0] > 0)), dtype=np.bool_)
        self.belongs |= asked.answering & (nearest_maximum(named[:, 0], REACH * np.sign(links)) >= REACH**MAX_REACH)
        self.weight = np.ones(len(asked.weight))  # w
        self.full_weight = self.weight.copy()  # before any of it was covered
        self.passage = settings.passage * nearest_maximum(self.relevance, settings.passage_decay * np.sign(links))
        self.opening = settings.opening * self.best * (units.position == 1)
        self.walk = settings.centrality * self.best * centrality / max(float(centrality.max(initial=0.0)), 1e-300)
        self.fixed = self.passage + self.opening + self.walk
        self.terms = list(asked.terms)
        self.unnamed = asked.musts
        self.selected = 0  # number of sentences
        self._asked_stems, self._names = asked.stems, asked.names

    def _match(self, counts: Floats, weight: Floats) -> Floats:
        saturated: Floats = counts * (self.settings.saturation + 1) / (counts + self._damping[:, None])
        return weight * saturated

    def values(self) -> Floats:
        """Return the present value of every sentence, whether it belongs to the answer or not."""
        values: Floats = self.fixed + self.spread @ self.weight
        return values

    def scores(self) -> Floats:
        """Return the values relative to the best one, without the digits that rounding errors reach."""
        values = self.values()
        return np.round(values / max(float(values.max(initial=0.0)), 1e-300), ROUNDING_DIGITS)

    def now(self) -> Floats:
        """Return the present value of every sentence; −1 where it does not belong to the answer."""
        values = self.values()
        return values if self.fill else np.where(self.belongs, values, -1.0)

    def of(self, sentence: int) -> float:
        """Return the present value of one sentence."""
        if not self.fill and not self.belongs[sentence]:
            return -1.0
        return float(self.fixed[sentence] + self.spread[sentence] @ self.weight)

    def of_each(self, sentences: Integers) -> Floats:
        """Return the present value of several sentences."""
        return np.array([self.of(sentence) for sentence in sentences.tolist()])

    def is_required(self, sentence: int) -> bool:
        """Tell whether a sentence contains something that the query names and no selected sentence contains."""
        return self.selected > 0 and bool(self.unnamed[sentence].any())

    def select(self, sentence: int) -> bool:
        """Let the terms of a sentence lose their share, and follow its names if it is one of the first."""
        self.selected += 1
        self.weight[self.contains[sentence]] *= 1 - self.settings.absorption
        self.unnamed = self.unnamed[:, ~self.unnamed[sentence]]
        if self.selected <= self.settings.hops:
            self._follow(sentence)
        return self.selected <= max(self.settings.hops, 1)

    def _follow(self, sentence: int) -> None:
        """Make the names of a selected sentence terms of the query in other documents, as heavy as it is relevant."""
        text, units = self.units.stems, self.units
        words = slice(units.offsets[sentence], units.offsets[sentence + 1])
        stems = np.array(sorted(set(text.stem[words].tolist()) - set(self._asked_stems.tolist())), np.intp)
        stems = stems[self._names[stems]]
        if not len(stems) or not self.relevance[sentence]:
            return
        self._asked_stems = np.concatenate([self._asked_stems, stems])
        counts = stem_counts(units, stems)
        counts[units.document == units.document[sentence]] = 0.0
        present = np.count_nonzero(counts, axis=0)
        leads = present > 0
        counts, present = counts[:, leads], present[leads]
        self.terms += [text.names[stem] for stem in stems[leads].tolist()]
        rarity = np.log1p((len(units) - present + 0.5) / (present + 0.5))
        weight = self.relevance[sentence] / self.best
        self.spread = np.hstack([self.spread, self._worth * self._match(counts, rarity)])
        self.contains = np.hstack([self.contains, counts > 0])
        self.belongs |= (counts > 0).any(axis=1)
        self.weight = np.concatenate([self.weight, np.full(len(present), weight)])
        self.full_weight = np.concatenate([self.full_weight, np.full(len(present), weight)])


def query_warnings(task: Task, asked: QueryTerms | None) -> tuple[str, ...]:
    """Say so where the query is not in the text, or only by words of the same stem or related ones, or is too long."""
    cut = (LONG,) if len(task.query) > MAX_QUERY_WORDS else ()
    if asked is None:
        return (ABSENT, *cut) if task.query else ()
    related = {*task.units.language.stem(asked.related), *task.units.language.stem(asked.derived)}
    names = task.units.stems.names
    if asked.exact or any(names[stem] not in related for stem in asked.stems.tolist()):
        return cut
    found = [(SAME_STEM, asked.derived), (RELATED, asked.related)]
    return (*(text + ", ".join(words[:MAX_SHOWN]) for text, words in found if words), *cut)


def sentence_links(units: Units, paragraph: float) -> Floats:
    """Return how closely each sentence belongs to the next one: 0 at the end of a document, less at a line break.

    A heading belongs to what follows: the break behind a short line without a full stop counts for nothing.
    """
    together = units.document[1:] == units.document[:-1]
    links: Floats = together.astype(np.float64)
    document, start, end = units.document.tolist(), units.start.tolist(), units.end.tolist()
    for i in np.flatnonzero(together).tolist():
        text = units.documents[document[i]].text
        if "\n" in text[end[i] : start[i + 1]]:
            is_sentence = STOPPED.search(text, max(end[i] - 8, start[i]), end[i]) is not None
            links[i] = paragraph if is_sentence or units.lengths[i] > MAX_HEADING_WORDS else 1.0
    return links


def neighbour_maximum(match: Floats, links: Floats) -> Floats:
    """Return the larger value of the sentence before and the sentence after, times the link to it, for each term.

    >>> neighbour_maximum(np.array([[2.0], [0.0], [6.0]]), np.array([1.0, 0.5])).ravel()
    array([0., 3., 0.])
    """
    before, after = np.zeros(match.shape), np.zeros(match.shape)
    before[1:] = match[:-1] * links[:, None]
    after[:-1] = match[1:] * links[:, None]
    larger: Floats = np.maximum(before, after)
    return larger


def nearest_maximum(values: Floats, links: Floats) -> Floats:
    """Return the maximum over all sentences j of values_j times the product of the links between i and j.

    >>> nearest_maximum(np.array([0.0, 4.0, 0.0, 1.0]), np.array([0.5, 0.5, 0.0]))
    array([2., 4., 2., 1.])
    """
    reached, link = values.tolist(), links.tolist()
    for i in range(1, len(reached)):
        reached[i] = max(reached[i], link[i - 1] * reached[i - 1])
    for i in range(len(reached) - 2, -1, -1):
        reached[i] = max(reached[i], link[i] * reached[i + 1])
    return np.array(reached, dtype=np.float64)


def stem_counts(units: Units, stems: Integers) -> Floats:
    """Count how often each of some stems stands in each sentence: (sentences, stems)."""
    column = np.full(len(units.stems.names), -1, np.intp)
    column[stems] = np.arange(len(stems))
    place = np.flatnonzero(column[units.stems.stem] >= 0)
    codes = wide(units.sentence_of_word[place]) * len(stems) + column[units.stems.stem[place]]
    return np.bincount(codes, minlength=len(units) * len(stems)).reshape(len(units), len(stems)).astype(np.float64)


def asked_sentences(task: Task, asked: QueryTerms, selected: list[int]) -> Booleans:
    """Tell which sentences keywords should come from: the selected ones and those that contain an asked word."""
    among = np.zeros(len(task.units), dtype=np.bool_)
    wanted = np.zeros(len(task.units.stems.names), dtype=np.bool_)
    wanted[asked.stems] = True
    among[task.units.sentence_of_word[wanted[task.units.stems.stem]]] = True
    among[selected] = True
    return among & ~task.seen
