"""Units to mentions: what is named for the first time, and what a sentence takes for known."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reprank.arrays import Booleans, Floats, Integers, numbered
from reprank.caching import cached_property
from reprank.text.units import Units


@dataclass(frozen=True, eq=False)
class Mentions:
    """Words of the running text as mentions, one value for each word."""

    units: Units

    @cached_property
    def content(self) -> Booleans:
        """Words that are no stop words."""
        return ~self.units.stems.stop

    @cached_property
    def _of_stem(self) -> tuple[Integers, Integers]:
        """First sentence of the document that has the stem of each word, and the last one before its own, or −1."""
        units = self.units
        sentence = units.sentence_of_word
        codes = units.document[sentence] * max(len(units.stems.names), 1) + units.stems.stem
        order = np.argsort(codes, kind="stable")
        ordered, places = codes[order], sentence[order]
        opens = np.diff(ordered, prepend=-1) != 0
        group_start = np.maximum.accumulate(np.where(opens, np.arange(len(order)), 0))
        first = np.empty(len(order), np.intp)
        first[order] = places[group_start]
        # the last word of the group in an earlier sentence
        changes = opens | (np.diff(places, prepend=-1) != 0)
        run_start = np.maximum.accumulate(np.where(changes, np.arange(len(order)), 0))
        before = np.where(run_start > group_start, places[np.maximum(run_start - 1, 0)], -1)
        last = np.empty(len(order), np.intp)
        last[order] = before
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
    def capitalised(self) -> Booleans:
        """Words that begin with a capital."""
        forms = np.fromiter((form[0].isupper() for form in self.units.forms), np.bool_, len(self.units.forms))
        return forms[self.units.form]

    @cached_property
    def upper(self) -> Booleans:
        """Words of at least two letters in capitals."""
        units = self.units
        forms = np.fromiter((len(form) > 1 and form.isupper() for form in units.forms), np.bool_, len(units.forms))
        return forms[units.form]

    @cached_property
    def numeric(self) -> Booleans:
        """Words that begin with a digit."""
        forms = np.fromiter((form[0].isdigit() for form in self.units.forms), np.bool_, len(self.units.forms))
        return forms[self.units.form]

    @cached_property
    def opening(self) -> Integers:
        """Place of each word in its sentence, from 0."""
        return np.arange(len(self.units.form)) - self.units.offsets[self.units.sentence_of_word]

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
        units, sentence = self.units, self.units.sentence_of_word
        codes = units.document[sentence] * max(len(units.stems.names), 1) + units.stems.stem
        values, place = numbered(codes)
        first = np.full(len(values), len(units), np.intp)
        np.minimum.at(first, place[self.in_full], sentence[self.in_full])
        introduced = first[place]
        return np.where(self.names & ~self.in_full & (introduced < sentence), introduced, -1)

    @cached_property
    def rarity(self) -> Floats:
        """Weight of each word: log of sentences by sentences with its stem; 0 for stop words."""
        units = self.units
        pairs = distinct_pairs(units.sentence_of_word, units.stems.stem, len(units.stems.names))
        frequency = np.bincount(pairs % max(len(units.stems.names), 1), minlength=len(units.stems.names))
        weight = np.log1p(len(units) / np.maximum(frequency, 1))
        return np.asarray(weight[units.stems.stem] * self.content, dtype=np.float64)

    def per_sentence(self, flags: Booleans | Floats) -> Floats:
        """Add up a value of words for each sentence."""
        return np.bincount(self.units.sentence_of_word, flags, len(self.units)).astype(np.float64, copy=False)


def distinct_pairs(first: Integers, second: Integers, size: int) -> Integers:
    """Return first · size + second, each pair once, in ascending order."""
    ordered = np.sort(first * max(size, 1) + second)
    return np.asarray(ordered[np.diff(ordered, prepend=-1) != 0])
