"""Mentions to candidates: which earlier sentences may supply what a sentence needs, and what speaks for each."""

from __future__ import annotations

import numpy as np

from reprank.arrays import Booleans, Bytes, Floats, Integers, distinct, wide
from reprank.caching import cached_property
from reprank.roles.features import FEATURES
from reprank.roles.mentions import Mentions
from reprank.roles.surface import Surface
from reprank.text.units import Units
from reprank.values import value_class

NEAR = 3  # sentences before that are always candidates
GOOD = 0.5  # probability of debris below which a sentence may open its document
LINK_FEATURES = (
    "introduces the name",
    "introduces the thing",
    "announces",
    "the sentence before",
    "opens the document",
)
PAIR_FEATURES = (
    "any sentence",
    "the sentence before",
    "distance",
    "opens the document",
    "opens the paragraph",
    "same paragraph",
    "announces",
    "asks",
    "debris",
    "has full names",
    "length",
    "introduces the name",
    "introduces the thing",
    "shares words that it introduced",
    "shares words that it had last",
    "shares words",
    "introduced words of the sentence before",
    "the sentence before, a pointer opens",
    "the sentence before, a connective opens",
    "the sentence before, within the paragraph",
    "opens the document, a pointer opens",
    "announces, a list item",
    "has full names, a person is meant",
    "opens the document, several documents",
)

LINK_ROWS = [PAIR_FEATURES.index(name) for name in LINK_FEATURES]
COLUMN = {name: column for column, name in enumerate(FEATURES)}


@value_class
class Candidates:
    """Pairs of a sentence and an earlier sentence of its document, in the order of the sentences."""

    sentence: Integers
    needed: Integers
    features: Floats  # pairs × PAIR_FEATURES

    def links(self) -> Bytes:
        """Return for each pair what the needed sentence is to the other: index in ``reading.LINKS``."""
        holds = np.ones((len(LINK_FEATURES) + 1, len(self.sentence)), dtype=np.bool_)  # the last one: any earlier one
        np.greater(self.features.T[LINK_ROWS], 0, out=holds[:-1])
        return np.asarray(holds.argmax(axis=0), dtype=np.uint8)

    def behind(self, first: int) -> Candidates:
        """Return the pairs without the first ones."""
        return Candidates(self.sentence[first:], self.needed[first:], self.features[first:])


@value_class
class Antecedents:
    """All that the candidates of a text depend on; ``of`` lists those of some of its sentences."""

    units: Units
    surface: Surface
    mentions: Mentions
    features: Floats  # sentences × FEATURES
    debris: Floats

    @cached_property
    def _document_start(self) -> Integers:
        return np.arange(len(self.units)) - self.units.position + 1

    @cached_property
    def _opening(self) -> Integers:
        return _first_good(self.units, self.debris)

    @cached_property
    def _paragraph(self) -> Integers:
        opens = self.surface.opens_block
        return np.maximum.accumulate(np.where(opens, np.arange(len(opens)), 0))

    @cached_property
    def _places(self) -> tuple[Integers, ...]:
        """Sentences that may be needed for their place: openings of document, section, paragraph and list."""
        start = self._document_start
        section = _last_where(~self.surface.selectable, start) + 1  # 0 where there is none: filtered or harmless
        return self._opening, section, self._paragraph, _last_where(self.surface.announces, start)

    def of(self, first: int, last: int) -> Candidates:
        """List the candidates of the sentences from ``first`` up to ``last``, and their features."""
        before = max(first - 1, 0)  # one more sentence: a feature looks at the candidates of the sentence before
        found = self._of(before, last)
        return found if before == first else found.behind(int(found.sentence.searchsorted(first)))

    def _of(self, start: int, end: int) -> Candidates:
        units, surface, mentions, n = self.units, self.surface, self.mentions, len(self.units)
        words = slice(int(units.offsets[start]), int(units.offsets[end]))
        numbers, word = np.arange(start, end), wide(units.sentence_of_word[words])
        weight, name = mentions.rarity[words] * mentions.given[words], mentions.introduced[words]
        content, names = (weight > 0).nonzero()[0], (name >= 0).nonzero()[0]
        of_content, of_names, weight = word[content], word[names], weight[content]
        introduced, first, last = name[names], mentions.first[words][content], mentions.last[words][content]
        places = [*(numbers - back for back in range(1, NEAR + 1)), *(place[start:end] for place in self._places)]
        sentence = np.concatenate([*([numbers] * len(places)), of_names, of_content, of_content])
        needed = np.concatenate([*places, introduced, first, last])
        valid = (needed >= self._document_start[sentence]) & (needed < sentence)
        codes = distinct(sentence[valid] * n + needed[valid])
        sentence, needed = np.divmod(codes, n)

        def pairs_of(sentences: Integers, places: Integers) -> Integers:
            """Return the number of each pair of a sentence and a place."""
            return codes.searchsorted(sentences * n + places)

        def column(name: str) -> Floats:
            return self.features[:, COLUMN[name]]

        total = np.maximum(self.mentions.totals["weight"], 1e-9)[sentence]
        at_first, at_last = pairs_of(of_content, first), pairs_of(of_content, last)
        shared_first = np.bincount(at_first, weight, len(codes)) / total
        shared_last = np.bincount(at_last, weight, len(codes)) / total
        introduces_name = np.bincount(pairs_of(of_names, introduced), minlength=len(codes)) > 0
        introduces_thing = np.bincount(at_first, mentions.definite[words][content], len(codes)) > 0
        distance = sentence - needed
        before = distance == 1
        pointer = (column("opens with a pointer") + column("second word points"))[sentence] > 0
        full = column("full names")[needed]
        opens, announces = needed == self._opening[sentence], surface.announces[needed]
        same = surface.block[sentence] == surface.block[needed]
        table = np.empty((len(PAIR_FEATURES), len(codes)))
        rows = dict(zip(PAIR_FEATURES, table, strict=True))
        rows["any sentence"][:] = 1
        rows["the sentence before"][:] = before
        rows["distance"][:] = np.log(distance)
        rows["opens the document"][:] = opens
        rows["opens the paragraph"][:] = needed == self._paragraph[sentence]
        rows["same paragraph"][:] = same
        rows["announces"][:] = announces
        rows["asks"][:] = surface.asks[needed]
        rows["debris"][:] = self.debris[needed]
        rows["has full names"][:] = full
        rows["length"][:] = column("length")[needed]
        rows["introduces the name"][:] = introduces_name
        rows["introduces the thing"][:] = introduces_thing
        rows["shares words that it introduced"][:] = shared_first
        rows["shares words that it had last"][:] = shared_last
        rows["shares words"][:] = shared_first + shared_last > 0
        rows["introduced words of the sentence before"][:] = _beside(codes, n, shared_first)
        rows["the sentence before, a pointer opens"][:] = before & pointer
        rows["the sentence before, a connective opens"][:] = before * column("opens with a connective")[sentence]
        rows["the sentence before, within the paragraph"][:] = before & same
        rows["opens the document, a pointer opens"][:] = opens & pointer
        rows["announces, a list item"][:] = announces & surface.in_list[sentence]
        rows["has full names, a person is meant"][:] = full * (self.mentions.totals["persons"] > 0)[sentence]
        rows["opens the document, several documents"][:] = opens * column("several documents")[sentence]
        return Candidates(sentence, needed, table.T)


def _beside(codes: Integers, n: int, shared: Floats) -> Floats:
    """Return the value of the pair of the sentence before and the same needed sentence; 0 where there is none."""
    if not len(codes):
        return shared
    beside = np.minimum(codes.searchsorted(codes - n), len(codes) - 1)
    return np.where(codes[beside] == codes - n, shared[beside], 0.0)


def _first_good(units: Units, debris: Floats) -> Integers:
    """Return for each sentence the first one of its document that is no debris; its first one if there is none."""
    start = np.arange(len(units)) - units.position + 1
    good = (debris < GOOD).nonzero()[0]
    if not len(good):
        return start
    found = good[np.minimum(good.searchsorted(start), len(good) - 1)]
    return np.where(units.document[found] == units.document, found, start)


def _last_where(flags: Booleans, start: Integers) -> Integers:
    """Return the last earlier sentence of the document with the flag, or −1."""
    before = np.full(len(flags), -1)
    if not flags.any():
        return before
    np.maximum.accumulate(np.where(flags, np.arange(len(flags)), -1)[:-1], out=before[1:])
    return np.where(before >= start, before, -1)
