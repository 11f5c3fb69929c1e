"""Mentions to candidates: which earlier sentences may supply what a sentence needs, and what speaks for each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reprank.arrays import Booleans, Floats, Integers
from reprank.roles.features import definite_things
from reprank.roles.mentions import Mentions
from reprank.roles.surface import Surface
from reprank.text.units import Units

NEAR = 3  # sentences before that are always candidates
GOOD = 0.5  # probability of debris below which a sentence may open its document


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


LINK_FEATURES = (
    "introduces the name",
    "introduces the thing",
    "announces",
    "the sentence before",
    "opens the document",
)
PAIR_FEATURES = (
    "the sentence before",
    "two before",
    "three before",
    "distance",
    "opens the document",
    "opens the paragraph",
    "announces",
    "asks",
    "debris",
    "introduces the name",
    "introduces the thing",
    "first with shared words",
    "last with shared words",
    "shares words",
    "the sentence before, a pointer opens",
    "the sentence before, a connective opens",
    "the sentence before, within the paragraph",
    "the sentence before, after a list item",
    "opens the document, a pointer opens",
    "opens the paragraph, a pointer opens",
    "opens the document, nothing points",
    "same paragraph",
    "stands alone",
)


def candidates(
    units: Units, surface: Surface, mentions: Mentions, columns: dict[str, Floats], debris: Floats, alone: Floats
) -> Candidates:
    """List the candidates of every sentence and their features."""
    n = len(units)
    if not n:
        none = np.zeros(0, np.intp)
        return Candidates(none, none, np.zeros((0, len(PAIR_FEATURES))))
    numbers = np.arange(n)
    document_start = numbers - units.position + 1
    opening = _first_good(units, debris)
    section = _first_since(~surface.selectable | (units.position == 1), numbers)
    paragraph = _first_since(surface.opens_block, numbers)
    announced = _last_where(surface.announces, document_start)
    pairs = [(numbers, numbers - back) for back in range(1, NEAR + 1)]
    pairs += [
        (numbers, opening),
        (numbers, section),
        (numbers, section + 1),
        (numbers, paragraph),
        (numbers, announced),
    ]
    word = units.sentence_of_word
    weight = mentions.rarity * mentions.given
    things = definite_things(units, mentions) & mentions.given
    names = mentions.introduced >= 0
    content = weight > 0
    pairs += [
        (word[names], mentions.introduced[names]),
        (word[content], mentions.first[content]),
        (word[content], mentions.last[content]),
    ]
    sentence = np.concatenate([pair[0] for pair in pairs])
    needed = np.concatenate([pair[1] for pair in pairs])
    valid = (needed >= document_start[sentence]) & (needed < sentence)
    codes = np.unique(sentence[valid] * n + needed[valid])
    sentence, needed = np.divmod(codes, max(n, 1))

    def at(flags: Booleans, places: Integers, values: Floats) -> Floats:
        """Add up values of words at the pair of their sentence and a place."""
        code = word[flags] * n + places[flags]
        return np.bincount(np.searchsorted(codes, code), values[flags], len(codes)).astype(np.float64, copy=False)

    total = np.maximum(mentions.per_sentence(mentions.rarity), 1e-9)[sentence]
    shared_first, shared_last = at(content, mentions.first, weight), at(content, mentions.last, weight)
    distance = sentence - needed
    before = distance == 1
    pointer = (columns["opens with a pointer"] + columns["second word points"] > 0)[sentence]
    connective = (columns["opens with a connective"] > 0)[sentence]
    same_block = surface.block[sentence] == surface.block[needed]
    item = np.array([kind == "list" for kind in surface.kinds], dtype=np.bool_)
    opens = needed == opening[sentence]
    opens_paragraph = needed == paragraph[sentence]
    table = np.column_stack(
        [
            before,
            distance == 2,
            distance == 3,
            np.log(distance),
            opens,
            opens_paragraph,
            surface.announces[needed],
            surface.asks[needed],
            debris[needed],
            at(names, mentions.introduced, names.astype(np.float64)) > 0,
            at(things, mentions.first, things.astype(np.float64)) > 0,
            shared_first / total,
            shared_last / total,
            np.maximum(shared_first, shared_last) > 0,
            before & pointer,
            before & connective,
            before & same_block,
            before & item[needed],
            opens & pointer,
            opens_paragraph & pointer,
            opens & ~pointer & ~connective,
            same_block,
            alone[needed],
        ]
    ).astype(np.float64)
    return Candidates(sentence, needed, table)


def _first_good(units: Units, debris: Floats) -> Integers:
    """Return for each sentence the first one of its document that is no debris; its first one if there is none."""
    start = np.arange(len(units)) - units.position + 1
    good = np.flatnonzero(debris < GOOD)
    place = np.searchsorted(good, start)
    found = np.where(place < len(good), good[np.minimum(place, max(len(good) - 1, 0))], start) if len(good) else start
    return np.where(units.document[np.minimum(found, len(units) - 1)] == units.document, found, start)


def _first_since(opens: Booleans, numbers: Integers) -> Integers:
    return np.maximum.accumulate(np.where(opens, numbers, 0))


def _last_where(flags: Booleans, start: Integers) -> Integers:
    """Return the last earlier sentence of the document with the flag, or −1."""
    numbers = np.arange(len(flags))
    last = np.maximum.accumulate(np.where(flags, numbers, -1))
    before = np.append(-1, last[:-1])[: len(flags)]
    return np.where(before >= start, before, -1)
