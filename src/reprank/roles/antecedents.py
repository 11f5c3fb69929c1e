"""Mentions to candidates: which earlier sentences may supply what a sentence needs, and what speaks for each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reprank.arrays import Booleans, Floats, Integers, distinct
from reprank.roles.features import FEATURES
from reprank.roles.mentions import Mentions
from reprank.roles.surface import Surface
from reprank.text.units import Units

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
    "the sentence before, quoted on",
    "opens the document, a pointer opens",
    "announces, a list item",
    "has full names, a person is meant",
    "opens the document, several documents",
)

COLUMN = {name: column for column, name in enumerate(FEATURES)}


@dataclass(frozen=True, eq=False)
class Candidates:
    """Pairs of a sentence and an earlier sentence of its document, in the order of the sentences."""

    sentence: Integers
    needed: Integers
    features: Floats  # pairs × PAIR_FEATURES

    def links(self) -> Integers:
        """Return for each pair what the needed sentence is to the other: index in ``reading.LINKS``."""
        link = np.full(len(self.sentence), len(LINK_FEATURES))
        for number in reversed(range(len(LINK_FEATURES))):
            link[self.features[:, PAIR_FEATURES.index(LINK_FEATURES[number])] > 0] = number
        return link


def candidates(units: Units, surface: Surface, mentions: Mentions, features: Floats, debris: Floats) -> Candidates:
    """List the candidates of every sentence and their features."""
    n = len(units)
    if not n:
        none = np.zeros(0, np.intp)
        return Candidates(none, none, np.zeros((0, len(PAIR_FEATURES))))
    numbers = np.arange(n)
    document_start = numbers - units.position + 1
    opening = _first_good(units, debris)
    section = _last_where(~surface.selectable, document_start) + 1  # 0 where there is none: filtered or harmless
    paragraph = np.maximum.accumulate(np.where(surface.opens_block, numbers, 0))
    announced = _last_where(surface.announces, document_start)
    word = units.sentence_of_word
    weight = mentions.rarity * mentions.given
    content, names = np.flatnonzero(weight > 0), np.flatnonzero(mentions.introduced >= 0)
    of_content, of_names, weight = word[content], word[names], weight[content]
    introduced, first, last = mentions.introduced[names], mentions.first[content], mentions.last[content]
    pairs = [
        *((numbers, numbers - back) for back in range(1, NEAR + 1)),
        *((numbers, places) for places in (opening, section, paragraph, announced)),
        (of_names, introduced),
        (of_content, first),
        (of_content, last),
    ]
    sentence = np.concatenate([pair[0] for pair in pairs])
    needed = np.concatenate([pair[1] for pair in pairs])
    valid = (needed >= document_start[sentence]) & (needed < sentence)
    codes = distinct(sentence[valid] * n + needed[valid])
    sentence, needed = np.divmod(codes, n)

    def column(name: str) -> Floats:
        return features[:, COLUMN[name]]

    def pairs_of(sentences: Integers, places: Integers) -> Integers:
        """Return the number of each pair of a sentence and a place."""
        return codes.searchsorted(sentences * n + places)

    sums = mentions.sums({"persons": mentions.persons, "weight": mentions.rarity})
    total = np.maximum(sums["weight"], 1e-9)[sentence]
    at_first, at_last = pairs_of(of_content, first), pairs_of(of_content, last)
    shared_first = np.bincount(at_first, weight, len(codes)) / total
    shared_last = np.bincount(at_last, weight, len(codes)) / total
    introduces_name = np.bincount(pairs_of(of_names, introduced), minlength=len(codes)) > 0
    introduces_thing = np.bincount(at_first, mentions.definite[content], len(codes)) > 0
    beside = np.minimum(np.searchsorted(codes, codes - n), max(len(codes) - 1, 0))
    of_beside = np.where(codes[beside] == codes - n, shared_first[beside], 0.0) if len(codes) else shared_first
    distance = sentence - needed
    before = distance == 1
    pointer = (column("opens with a pointer") + column("second word points"))[sentence] > 0
    connective = column("opens with a connective")[sentence] > 0
    full = column("full names")[needed]
    opens, opens_paragraph = needed == opening[sentence], needed == paragraph[sentence]
    announces = surface.announces[needed]
    same = surface.block[sentence] == surface.block[needed]
    several = column("several documents")[sentence]
    values = {
        "any sentence": np.ones(len(codes)),
        "the sentence before": before,
        "distance": np.log(distance),
        "opens the document": opens,
        "opens the paragraph": opens_paragraph,
        "same paragraph": same,
        "announces": announces,
        "asks": surface.asks[needed],
        "debris": debris[needed],
        "has full names": full,
        "length": column("length")[needed],
        "introduces the name": introduces_name,
        "introduces the thing": introduces_thing,
        "shares words that it introduced": shared_first,
        "shares words that it had last": shared_last,
        "shares words": shared_first + shared_last > 0,
        "introduced words of the sentence before": of_beside,
        "the sentence before, a pointer opens": before & pointer,
        "the sentence before, a connective opens": before & connective,
        "the sentence before, within the paragraph": before & same,
        "the sentence before, quoted on": before & units.quoted_on[sentence],
        "opens the document, a pointer opens": opens & pointer,
        "announces, a list item": announces & surface.in_list[sentence],
        "has full names, a person is meant": full * (sums["persons"] > 0)[sentence],
        "opens the document, several documents": opens * several,
    }
    table = np.empty((len(PAIR_FEATURES), len(codes)))
    for row, name in enumerate(PAIR_FEATURES):
        table[row] = values[name]
    return Candidates(sentence, needed, table.T)


def _first_good(units: Units, debris: Floats) -> Integers:
    """Return for each sentence the first one of its document that is no debris; its first one if there is none."""
    start = np.arange(len(units)) - units.position + 1
    good = np.flatnonzero(debris < GOOD)
    if not len(good):
        return start
    found = good[np.minimum(np.searchsorted(good, start), len(good) - 1)]
    return np.where(units.document[found] == units.document, found, start)


def _last_where(flags: Booleans, start: Integers) -> Integers:
    """Return the last earlier sentence of the document with the flag, or −1."""
    last = np.maximum.accumulate(np.where(flags, np.arange(len(flags)), -1))
    before = np.append(-1, last[:-1])[: len(flags)]
    return np.where(before >= start, before, -1)
