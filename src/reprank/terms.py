"""Units to terms: how often each stem and each pair of neighbouring stems occurs in each sentence.

A term is a stem that is not a stop word, or a pair of neighbouring stems that are not both stop words. Terms need no
word vectors: names and words of any language are terms like all others.
"""

from __future__ import annotations

import numpy as np

from reprank.arrays import Booleans, Floats, Integers, ascending, compact, distinct, first_of_equal, sizes, wide
from reprank.caching import cached_property
from reprank.graph.edges import Edges, distribution
from reprank.text.languages import Language
from reprank.text.tokens import normal_form, word_pattern
from reprank.text.units import Stems, Units
from reprank.values import value_class

TITLE_WORDS = 4  # of a title that says something, and where it has as much to say as the rest of the text


@value_class
class Terms:
    """How often each term occurs in each sentence.

    The first ``unigrams`` terms are single stems, the others up to ``topical`` pairs of them. After these come stop
    words, if they were asked for.
    """

    counts: Edges
    unigrams: int
    topical: int
    stems: Stems
    first: Integers
    second: Integers

    @cached_property
    def sentence_frequency(self) -> Integers:
        """Number of sentences in which each term occurs."""
        return np.bincount(self.counts.target, minlength=self.counts.shape[1])

    @property
    def topical_counts(self) -> Edges:
        """The counts without function words."""
        return self.counts.onto_first(self.topical)

    def document_frequency(self, document: Integers) -> Integers:
        """Count the documents in which each term occurs."""
        width = self.counts.shape[1]
        pairs = distinct(wide(document[self.counts.source]) * width + self.counts.target)
        return np.bincount(pairs % max(width, 1), minlength=width)

    def holding(self, stems: Integers) -> Booleans:
        """Tell which terms are one of the given single stems."""
        wanted = np.zeros(max(len(self.stems.names), 1), dtype=np.bool_)
        wanted[stems] = True
        found = np.zeros(self.counts.shape[1], dtype=np.bool_)
        found[: self.unigrams] = wanted[self.first[: self.unigrams]]
        return found


def read_terms(
    units: Units, *, among: Booleans | None = None, recurring: int = 2, function_words: bool = False
) -> Terms:
    """Count stems and pairs of neighbouring stems in every sentence, or in the sentences ``among`` only.

    Pairs that occur in fewer than ``recurring`` sentences are left out, because they connect no sentences. Stop words
    are left out unless ``function_words`` is true.
    """
    inside = np.ones(len(units.form), dtype=np.bool_) if among is None else among[units.sentence_of_word]
    width = max(len(units.stems.names), 1)
    code, sentence = _coded(units, inside, width, function_words=function_words)
    order = ascending(code)
    code, sentence = code[order], sentence[order]
    is_new = first_of_equal(code)
    codes = code[is_new]
    # Within a code sentences ascend, so that all its places in one sentence follow each other.
    first = (is_new | first_of_equal(sentence)).nonzero()[0]
    source, target, times = sentence[first], (is_new.cumsum() - 1)[first], sizes(first, len(code))
    order = ascending(source)
    source, target, times = source[order], target[order], times[order]
    kind, stem = np.divmod(codes, width**2)
    single = kind != 1
    kept = single | (np.bincount(target, minlength=len(codes)) >= recurring)
    kind, stem, single = kind[kept], stem[kept], single[kept]
    unigrams, pairs, _ = np.bincount(kind, minlength=3).tolist()
    first, second = np.divmod(stem, width)
    return Terms(
        Edges(compact(source), compact(target), times.astype(np.float64), (len(units), len(codes))).onto(kept),
        unigrams=unigrams,
        topical=unigrams + pairs,
        stems=units.stems,
        first=np.where(single, stem, first),
        second=np.where(single, -1, second),
    )


def title_pull(units: Units, terms: Terms, weights: Floats, *, new: Booleans) -> Floats:
    """Return what titles add to the prior of the topical terms: a headline says what its document is about.

    A title is that of the document or its first line. One with n words that the text repeats, at least
    ``TITLE_WORDS``, has the share n / (n + ``TITLE_WORDS``) of its document's part, distributed by ``weights``. A
    shorter one is no more than a name. Documents whose sentences are not ``new`` have no part in it.
    """
    pull, lines = np.zeros(terms.topical), units.title_lines
    if not lines.any() and not any(document.title for document in units.documents):
        return pull
    number = {name: i for i, name in enumerate(units.stems.names)}
    term = np.full(len(number) + 1, -1)  # of each stem; the last place stands for all that the text does not have
    term[terms.first[: terms.unigrams]] = np.arange(terms.unigrams)
    is_repeated = np.zeros(len(term), dtype=np.bool_)
    is_repeated[units.stems.stem[~lines[units.sentence_of_word]]] = True
    term[~is_repeated] = -1
    for document, own in zip(units.documents, units.of_document, strict=True):
        first = own.start
        if first == own.stop or not new[first]:
            continue
        for title in (document.title or "", units.texts[first] if lines[first] else ""):
            found = distinct(term[[number.get(stem, -1) for stem in _stems(title, units.language)]])
            found = found[found >= 0]
            if len(found) >= TITLE_WORDS:
                share = len(found) / (len(found) + TITLE_WORDS) / units.document_count
                pull[found] += share * distribution(weights[found])
                break
    return pull


def _stems(title: str, language: Language) -> list[str]:
    forms = map(normal_form, word_pattern(title).findall(title))
    return language.stem([form for form in forms if form not in language.stopwords])


def _coded(units: Units, inside: Booleans, width: int, *, function_words: bool) -> tuple[Integers, Integers]:
    """Return a code for every term in the running text, and its sentence.

    Codes are in the order of columns, width² for each kind: stems, pairs, stop words.
    """
    stems, sentence = units.stems, units.sentence_of_word
    singles = inside if function_words else inside & ~stems.stop
    pairs = inside[1:] & (sentence[1:] == sentence[:-1]) & ~(stems.stop[1:] & stems.stop[:-1])
    single, paired = singles.nonzero()[0], pairs.nonzero()[0]
    of_single = 2 * stems.stop[single] * width**2 + stems.stem[single]
    of_pair = width**2 + wide(stems.stem[paired]) * width + stems.stem[paired + 1]
    return np.concatenate([of_single, of_pair]), np.concatenate([sentence[single], sentence[paired]])
