"""Mentions to candidates: which earlier sentences may supply what a sentence needs, and what speaks for each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reprank.arrays import Booleans, Floats, Integers, distinct
from reprank.roles.features import definite_things
from reprank.roles.mentions import Mentions
from reprank.roles.surface import Surface
from reprank.roles.words import PERSONS
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
    "two before",
    "three before",
    "distance",
    "opens the document",
    "opens the section",
    "opens the paragraph",
    "same paragraph",
    "announces",
    "asks",
    "debris",
    "points back itself",
    "has full names",
    "length",
    "introduces the name",
    "introduces the thing",
    "shares words that it introduced",
    "shares words that it had last",
    "shares words",
    "shares most words",
    "introduced words of the sentence before",
    "the sentence before, a pointer opens",
    "the sentence before, a connective opens",
    "the sentence before, within the paragraph",
    "the sentence before, after a list item",
    "the sentence before, quoted on",
    "opens the document, a pointer opens",
    "opens the paragraph, a pointer opens",
    "announces, a list item",
    "has full names, a person is meant",
    "several documents",
    "opens the document, several documents",
)


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


def candidates(
    units: Units, surface: Surface, mentions: Mentions, columns: dict[str, Floats], debris: Floats
) -> Candidates:
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
    content, names = weight > 0, mentions.introduced >= 0
    pairs = [
        *((numbers, numbers - back) for back in range(1, NEAR + 1)),
        *((numbers, places) for places in (opening, section, paragraph, announced)),
        (word[names], mentions.introduced[names]),
        (word[content], mentions.first[content]),
        (word[content], mentions.last[content]),
    ]
    sentence = np.concatenate([pair[0] for pair in pairs])
    needed = np.concatenate([pair[1] for pair in pairs])
    valid = (needed >= document_start[sentence]) & (needed < sentence)
    codes = distinct(sentence[valid] * n + needed[valid])
    sentence, needed = np.divmod(codes, n)

    def at(flags: Booleans, places: Integers, values: Floats) -> Floats:
        """Add up values of words at the pair of their sentence and a place."""
        pair = np.searchsorted(codes, word[flags] * n + places[flags])
        return np.bincount(pair, values[flags], len(codes)).astype(np.float64, copy=False)

    total = np.maximum(mentions.per_sentence(mentions.rarity), 1e-9)[sentence]
    shared_first, shared_last = at(content, mentions.first, weight) / total, at(content, mentions.last, weight) / total
    shared = shared_first + shared_last
    starts = np.flatnonzero(np.diff(sentence, prepend=-1))
    most = np.repeat(np.maximum.reduceat(shared, starts), np.diff(starts, append=len(codes))) if len(codes) else shared
    beside = np.minimum(np.searchsorted(codes, codes - n), max(len(codes) - 1, 0))
    of_beside = np.where(codes[beside] == codes - n, shared_first[beside], 0.0) if len(codes) else shared
    things = definite_things(units, mentions) & mentions.given
    distance = sentence - needed
    before = distance == 1
    points = (columns["opens with a pointer"] + columns["second word points"]) > 0
    pointer, connective = points[sentence], columns["opens with a connective"][sentence] > 0
    item = np.array([kind == "list" for kind in surface.kinds], dtype=np.bool_)
    person = mentions.per_sentence(units.holding(PERSONS.get(units.language.code, frozenset()))[units.word]) > 0
    full = columns["full names"][needed]
    opens, opens_paragraph = needed == opening[sentence], needed == paragraph[sentence]
    announces = surface.announces[needed]
    same = surface.block[sentence] == surface.block[needed]
    several = columns["several documents"][sentence]
    values = {
        "any sentence": np.ones(len(codes)),
        "the sentence before": before,
        "two before": distance == 2,
        "three before": distance == 3,
        "distance": np.log(distance),
        "opens the document": opens,
        "opens the section": needed == section[sentence],
        "opens the paragraph": opens_paragraph,
        "same paragraph": same,
        "announces": announces,
        "asks": surface.asks[needed],
        "debris": debris[needed],
        "points back itself": points[needed],
        "has full names": full,
        "length": columns["length"][needed],
        "introduces the name": at(names, mentions.introduced, names.astype(np.float64)) > 0,
        "introduces the thing": at(things, mentions.first, things.astype(np.float64)) > 0,
        "shares words that it introduced": shared_first,
        "shares words that it had last": shared_last,
        "shares words": shared > 0,
        "shares most words": (shared > 0) & (shared >= most),
        "introduced words of the sentence before": of_beside,
        "the sentence before, a pointer opens": before & pointer,
        "the sentence before, a connective opens": before & connective,
        "the sentence before, within the paragraph": before & same,
        "the sentence before, after a list item": before & item[needed],
        "the sentence before, quoted on": before & units.quoted_on[sentence],
        "opens the document, a pointer opens": opens & pointer,
        "opens the paragraph, a pointer opens": opens_paragraph & pointer,
        "announces, a list item": announces & item[sentence],
        "has full names, a person is meant": full * person[sentence],
        "several documents": several,
        "opens the document, several documents": opens * several,
    }
    return Candidates(sentence, needed, np.column_stack([values[name] for name in PAIR_FEATURES]).astype(np.float64))


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
