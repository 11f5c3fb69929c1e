"""Units to mentions: what is named for the first time, and what a sentence takes for known."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from reprank.arrays import Booleans, Bytes, Floats, Integers, ascending, compact, first_of_equal
from reprank.caching import cached_property
from reprank.roles.surface import BLOCK_SENTENCES, CAPITAL, DIGIT, classes
from reprank.roles.words import ARTICLE, PERSON, POINTER, SMALL_WORDS
from reprank.text.units import Units
from reprank.values import value_class


@value_class
class _Groups:
    """Words by document and stem: their order, their sentences and groups, where groups and sentences begin."""

    order: Integers
    places: Integers
    number: Integers
    starts: Integers
    runs: Booleans


@value_class
class Mentions:
    """Words of the running text as mentions, one value for each word."""

    units: Units

    @cached_property
    def content(self) -> Booleans:
        """Words that are no stop words."""
        return ~self.units.stems.stop

    @cached_property
    def _by_stem(self) -> _Groups:
        """Words in the order of their document and stem, then of the text."""
        units = self.units
        sentence = units.sentence_of_word
        codes = units.document[sentence] * max(len(units.stems.names), 1) + units.stems.stem
        order = compact(ascending(codes))
        opens = first_of_equal(codes[order])
        places = sentence[order]
        return _Groups(order, places, compact(opens.cumsum() - 1), opens.nonzero()[0], opens | first_of_equal(places))

    @cached_property
    def _of_stem(self) -> tuple[Integers, Integers]:
        """First sentence of the document that has the stem of each word, and the last one before its own, or −1."""
        groups = self._by_stem
        size = len(groups.order)
        start = groups.starts[groups.number]
        run = np.maximum.accumulate(np.where(groups.runs, np.arange(size), 0))
        first, last = np.empty_like(groups.places), np.empty_like(groups.places)
        first[groups.order] = groups.places[start]
        last[groups.order] = np.where(run > start, groups.places[run - 1], -1)
        return first, last

    @cached_property
    def first(self) -> Integers:
        """First sentence of the document that has the stem of each word."""
        return self._of_stem[0]

    @cached_property
    def last(self) -> Integers:
        """Last earlier sentence of the document that has the stem of each word, or −1."""
        return self._of_stem[1]

    @cached_property
    def given(self) -> Booleans:
        """Words of which an earlier sentence of the document has the stem."""
        return self.last >= 0

    @cached_property
    def _first_class(self) -> NDArray[np.uint8]:
        """Class of the first character of each form."""
        return classes("".join([form[0] for form in self.units.forms]))

    @cached_property
    def capitalised(self) -> Booleans:
        """Words that begin with a capital."""
        return np.asarray((self._first_class == CAPITAL)[self.units.form])

    @cached_property
    def upper(self) -> Booleans:
        """Words that begin with two capitals."""
        forms, second = self.units.forms, np.zeros(len(self.units.forms), dtype=np.bool_)
        capitalised = (self._first_class == CAPITAL).nonzero()[0]
        second[capitalised] = [forms[form][1:2].isupper() for form in capitalised.tolist()]
        return np.asarray(second[self.units.form])

    @cached_property
    def numeric(self) -> Booleans:
        """Words that begin with a digit."""
        return np.asarray((self._first_class == DIGIT)[self.units.form])

    @cached_property
    def opening(self) -> Integers:
        """Place of each word in its sentence, from 0."""
        return compact(np.arange(len(self.units.form)) - self.units.offsets[self.units.sentence_of_word])

    @cached_property
    def names(self) -> Booleans:
        """Capitalised words that are nowhere written small, and are no stop words."""
        units = self.units
        small = np.zeros(len(units.words), dtype=np.bool_)
        small[units.word[~self.capitalised]] = True
        return self.capitalised & ~small[units.word] & self.content & ~self.numeric

    @cached_property
    def in_full(self) -> Booleans:
        """Names next to another name."""
        names, sentence = self.names, self.units.sentence_of_word
        pairs = names[1:] & names[:-1] & (sentence[1:] == sentence[:-1])
        full = np.zeros(len(names), dtype=np.bool_)
        full[1:] |= pairs
        full[:-1] |= pairs
        return full

    @cached_property
    def introduced(self) -> Integers:
        """For a name that stands alone: the first earlier sentence of the document with the name in full, or −1."""
        groups, sentence = self._by_stem, self.units.sentence_of_word
        if not len(sentence):
            return np.zeros(0, np.intp)
        full = np.where(self.in_full[groups.order], groups.places, len(self.units))
        earliest = np.minimum.reduceat(full, groups.starts)
        introduced = np.empty_like(sentence)
        introduced[groups.order] = earliest[groups.number]
        return np.where(self.names & ~self.in_full & (introduced < sentence), introduced, -1)

    @cached_property
    def rarity(self) -> Floats:
        """Weight of each word: log of sentences by sentences with its stem; 0 for stop words."""
        stems, groups = self.units.stems, self._by_stem
        frequency = np.bincount(stems.stem[groups.order[groups.runs]], minlength=len(stems.names))
        weight = np.log1p(len(self.units) / np.maximum(frequency, 1))
        return np.asarray(weight[stems.stem] * self.content, dtype=np.float64)

    @cached_property
    def _small(self) -> Bytes:
        """What the small words of the language do: a sum of POINTER, PERSON and ARTICLE."""
        does = SMALL_WORDS.get(self.units.language.code, {})
        return self.units.values_of(does).astype(np.uint8)[self.units.word]

    @cached_property
    def pointing(self) -> Booleans:
        """Pronouns and demonstratives that point back."""
        return np.asarray(self._small & POINTER > 0)

    @cached_property
    def persons(self) -> Booleans:
        """Pronouns for a person."""
        return np.asarray(self._small & PERSON > 0)

    @cached_property
    def definite(self) -> Booleans:
        """Words that an article makes definite: the content word behind it that is no name."""
        things = np.zeros(len(self.units.word), dtype=np.bool_)
        things[1:] = self._small[:-1] & ARTICLE > 0
        return things & self.content & ~self.names & (self.opening > 0)

    @cached_property
    def totals(self) -> Mapping[str, Floats]:
        """Sums over the words of each sentence."""
        sentence, opening, given = self.units.sentence_of_word, self.opening, self.content & self.given
        document_start = (np.arange(len(self.units)) - self.units.position + 1)[sentence]
        known = self.definite & self.given
        return self.sums(
            {
                "content": self.content,
                "stop words": self.units.stems.stop,
                "capitals": self.capitalised,
                "names": self.names,
                "full names": self.in_full,
                "short names": self.introduced >= 0,
                "abbreviations": self.upper,
                "numbers": self.numeric,
                "pointing": self.pointing & (opening > 0),
                "persons": self.persons,
                "given": given,
                "of the sentence before": given & (self.last == sentence - 1),
                "opening given": given & (opening == 0),
                "known things": known,
                "opening things": known & (opening == 1),
                "weight": self.rarity,
                "of the opening": self.rarity * (self.given & (self.first == document_start)),
            }
        )

    def sums(self, values: Mapping[str, Booleans | Floats]) -> dict[str, Floats]:
        """Add up values of words for each sentence."""
        offsets, count = self.units.offsets, len(self.units)
        totals = np.empty((len(values), count))
        for first in range(0, count, BLOCK_SENTENCES):  # a copy of all values of a long text would be large
            last = min(first + BLOCK_SENTENCES, count)
            start, end = offsets[first], offsets[last]
            rows = np.empty((len(values), end - start))
            for row, value in zip(rows, values.values(), strict=True):
                row[:] = value[start:end]
            np.add.reduceat(rows, offsets[first:last] - start, axis=1, out=totals[:, first:last])
        return dict(zip(values, totals, strict=True))
