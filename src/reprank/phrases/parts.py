"""Words in their context to their part in a phrase: what a word can be, weighed by the words beside it.

Every word has a share of occurrences for each part of speech (``PARTS``). What it is here is the reading with the
largest sum

    ln share(reading) + LEFT[category of the word before, reading] + RIGHT[category of the word after, reading]

The categories of the words beside it come from the same sum: a first round starts with the most frequent reading of
each word, ``ROUNDS`` rounds in all. The two tables are set by hand, in steps of half a unit.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from reprank.arrays import Booleans, Bytes, Floats, Integers

BREAK, NOUN, MODIFIER = 0, 1, 2  # ends a phrase; may be its last word; may stand in it, but not at its end

PARTS = ("noun", "verb", "participle", "gerund", "adjective", "adverb")
Shares = tuple[int, ...]  # of the parts, in eighths
EIGHTHS = 8
SMALLEST_SHARE = 0.0005  # in place of zero: what is not in the table is unlikely, not impossible
ROUNDS = 2
BLOCK_WORDS = 1 << 14  # whose readings are weighed at once
NAME_SHARES: Shares = (EIGHTHS, 0, 0, 0, 0, 0)


class Reading(IntEnum):
    """What a word is in its context; participles and gerunds are parts of a verb or modify a noun."""

    NOUN = 0
    VERB = 1
    VERB_S = 2  # the third person: reaches
    PARTICIPLE_VERB = 3  # the ferry tied up
    PARTICIPLE_MODIFIER = 4  # a tied vote
    GERUND_VERB = 5  # by closing the road
    GERUND_MODIFIER = 6  # a closing date
    GERUND_NOUN = 7  # the closing of the road
    ADJECTIVE = 8
    ADVERB = 9


class Category(IntEnum):
    """What a word means for the words beside it."""

    EDGE = 0  # punctuation, or the beginning or end of a sentence
    DETERMINER = 1
    OF = 2
    PREPOSITION = 3
    PRONOUN = 4
    TO = 5
    MODAL = 6
    BE = 7
    HAVE = 8
    CONJUNCTION = 9
    OTHER = 10
    SINGULAR = 11
    PLURAL = 12
    NAME = 13
    VERB = 14
    MODIFIER = 15
    ADVERB = 16
    RELATIVE = 17  # that, which


# Whole numbers of plain Python: an array is compared with a member of an enumeration ten times more slowly.
NOUN_READING, NAME_CATEGORY = int(Reading.NOUN), int(Category.NAME)
# A byte each, since a long text has millions of words.
PART_OF_DECIDED = np.array([NOUN if category == Category.NAME else BREAK for category in Category], np.uint8)
PART_OF_READING = np.array([NOUN, BREAK, BREAK, BREAK, MODIFIER, BREAK, MODIFIER, NOUN, MODIFIER, BREAK], np.uint8)
CATEGORY_OF_READING = np.array(
    [
        Category.SINGULAR, Category.VERB, Category.VERB, Category.VERB, Category.MODIFIER, Category.VERB,
        Category.MODIFIER, Category.SINGULAR, Category.MODIFIER, Category.ADVERB,
    ],
    np.uint8,
)  # fmt: skip

# How a participle and a gerund are shared out over their readings before the context is looked at.
PARTICIPLE_AS_VERB = 0.6
GERUND_AS_VERB, GERUND_AS_MODIFIER = 0.6, 0.25

# The word before; columns in the order of ``Reading``.
LEFT = np.array([
    #  noun verb  -s  -ed  -ed N -ing -ing N  of  adj  adv
    [0.0, -0.5, -1.5, 0.0, 0.0, 0.5, -1.0, 0.0, 0.0, 0.0],  # EDGE
    [1.5, -4.0, -4.0, -3.0, 1.5, -2.0, 1.5, 1.5, 1.5, -1.0],  # DETERMINER
    [1.0, -4.0, -4.0, -3.0, 1.0, 0.5, -0.5, 0.5, 1.0, -1.0],  # OF
    [1.0, -3.0, -3.0, -2.5, 1.0, 1.0, -1.0, 0.0, 1.0, -0.5],  # PREPOSITION
    [-3.0, 3.0, 3.0, 2.5, -3.0, 0.0, -2.0, -2.0, -1.5, 1.0],  # PRONOUN
    [-0.5, 2.5, -3.0, -2.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0],  # TO
    [-3.0, 4.0, -3.0, -1.0, -2.0, -1.0, -2.0, -2.0, -1.0, 1.0],  # MODAL
    [-0.5, -3.0, -4.0, 2.5, -1.0, 2.0, -1.0, -1.0, 1.0, 1.0],  # BE
    [0.0, -2.0, -4.0, 3.0, -0.5, 0.0, -0.5, -0.5, 0.5, 0.5],  # HAVE
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.5, -1.0, 0.0, 0.0, 0.0],  # CONJUNCTION
    [0.0, 0.5, 0.5, 0.5, 0.0, 0.5, -1.0, 0.0, 0.0, 0.5],  # OTHER
    [0.5, -0.5, 1.0, 1.5, -1.5, 0.0, 0.0, 1.5, -1.5, 0.5],  # SINGULAR
    [-1.0, 1.5, -3.0, 1.5, -2.0, 1.0, -1.5, -1.0, -2.0, 0.5],  # PLURAL
    [0.5, -0.5, 1.0, 1.5, -1.0, 0.5, -0.5, 0.5, -1.0, 0.5],  # NAME
    [0.0, -2.0, -2.5, 0.0, 0.5, 0.5, -1.0, 0.0, 0.5, 1.0],  # VERB
    [1.5, -3.0, -3.0, -2.0, 0.0, -1.5, 0.5, 1.5, 0.0, -2.0],  # MODIFIER
    [-1.5, 1.0, 1.0, 1.0, 0.5, 0.5, -1.0, -1.0, 0.5, 0.0],  # ADVERB
    [0.0, 0.5, 1.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0],  # RELATIVE
])  # fmt: skip

# The word after.
RIGHT = np.array([
    [1.0, -0.5, -1.0, 0.0, -3.0, -0.5, -3.0, 0.5, -1.5, 0.5],  # EDGE
    [-1.5, 2.0, 2.0, 1.5, -4.0, 2.0, -4.0, -2.0, -2.0, 0.5],  # DETERMINER
    [2.0, -2.0, -2.0, -1.0, -4.0, -1.5, -4.0, 2.0, -2.0, -2.0],  # OF
    [0.5, 0.0, 0.0, 1.0, -3.0, 0.5, -3.0, 0.0, -1.5, 0.0],  # PREPOSITION
    [-0.5, 1.5, 1.0, 1.0, -4.0, 1.0, -4.0, -1.0, -2.0, 0.5],  # PRONOUN
    [0.0, 0.0, 0.5, 1.0, -3.0, 0.0, -3.0, 0.0, 0.0, 0.0],  # TO
    [1.5, -2.0, -2.0, -2.0, -4.0, -2.0, -4.0, 0.5, -2.5, 0.0],  # MODAL
    [1.5, -3.0, -3.0, -2.0, -4.0, -2.0, -4.0, 1.0, -2.5, 0.0],  # BE
    [1.5, -2.0, -2.0, -2.0, -4.0, -2.0, -4.0, 0.5, -2.5, 0.0],  # HAVE
    [0.5, -0.5, -0.5, 0.0, -1.5, -0.5, -1.5, 0.5, 0.0, 0.0],  # CONJUNCTION
    [0.0, 0.5, 0.5, 0.5, -3.0, 0.5, -3.0, 0.0, -1.0, 0.0],  # OTHER
    [0.0, 0.0, 0.0, -0.5, 1.5, -0.5, 1.5, -0.5, 1.5, -1.0],  # SINGULAR
    [0.0, 0.0, 0.0, -0.5, 1.5, 0.0, 1.5, -0.5, 1.5, -1.0],  # PLURAL
    [0.0, 0.5, 0.5, 0.5, 0.0, 0.5, -0.5, -1.0, 0.0, 0.0],  # NAME
    [1.0, -2.0, -2.0, -1.5, -3.0, -1.5, -3.0, 0.5, -2.0, 1.0],  # VERB
    [-1.0, 0.5, 0.5, 0.0, 0.5, 0.5, 0.0, -1.0, 0.5, 0.5],  # MODIFIER
    [0.0, 0.5, 0.5, 0.5, -2.0, 0.0, -2.0, 0.0, -1.0, 0.5],  # ADVERB
    [0.5, 0.5, 0.5, 0.5, -3.0, 0.5, -3.0, 0.5, -1.0, 0.0],  # RELATIVE
])  # fmt: skip


def log_shares(shares: Shares, *, ends_in_s: bool) -> Floats:
    """Return ln of the share of each reading, given the shares of the parts."""
    noun, verb, participle, gerund, adjective, adverb = (share / EIGHTHS for share in shares)
    readings = np.array([
        noun,
        0.0 if ends_in_s else verb,
        verb if ends_in_s else 0.0,
        participle * PARTICIPLE_AS_VERB,
        participle * (1 - PARTICIPLE_AS_VERB),
        gerund * GERUND_AS_VERB,
        gerund * GERUND_AS_MODIFIER,
        gerund * (1 - GERUND_AS_VERB - GERUND_AS_MODIFIER),
        adjective,
        adverb,
    ])  # fmt: skip
    logarithms: Floats = np.log(np.maximum(readings, SMALLEST_SHARE))
    return logarithms


def parts_in_context(
    priors: Floats, prior: Integers, undecided: Integers, category: Bytes, plural: Booleans, separated: Booleans
) -> Bytes:
    """Return BREAK, NOUN or MODIFIER for each word.

    ``priors`` has rows of ``log_shares``, ``prior`` the row of each of the ``undecided`` words. The others have a fixed
    ``category`` and end a phrase, except names. ``plural`` tells which words are a plural if they are a noun,
    ``separated`` where punctuation stands before a word.
    """
    part = PART_OF_DECIDED[category]
    if not len(undecided):
        return part
    padded = np.zeros(len(category) + 2, np.uint8)  # an EDGE, which is 0, at both ends
    padded[1:-1] = category
    beside = np.zeros(len(category) + 1, np.uint8)  # 1 where nothing separates a word from the one before it, else 0
    beside[:-1] = ~separated
    at, following, plural = undecided + 1, undecided + 2, plural[undecided]
    beside_before, beside_after = beside[undecided], beside[at]
    reading = priors.argmax(axis=1).astype(np.uint8)[prior]
    for _ in range(ROUNDS):
        padded[at] = CATEGORY_OF_READING[reading] + (plural & (reading == NOUN_READING))
        before, after = padded[undecided] * beside_before, padded[following] * beside_after
        for first in range(0, len(at), BLOCK_WORDS):
            own = slice(first, first + BLOCK_WORDS)
            sums = priors.take(prior[own], axis=0)  # faster than an index where rows are short
            sums += LEFT.take(before[own], axis=0)
            sums += RIGHT.take(after[own], axis=0)
            reading[own] = sums.argmax(axis=1)
    part[undecided] = PART_OF_READING[reading]
    return part
