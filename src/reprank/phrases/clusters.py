"""Characters to where a phrase may begin and end in scripts without spaces: a written syllable is never divided."""

from __future__ import annotations

import unicodedata

import numpy as np

from reprank.arrays import Booleans
from reprank.phrases.words import Words

# Vowels of Thai and Lao that are letters by their Unicode category but belong to the consonant before or after them.
BEFORE_CONSONANT = frozenset("เแโใไເແໂໃໄ")
AFTER_CONSONANT = frozenset("ะาำๅๆฯะາຳຽໆຯ")

ASAT = "\u103a"  # in Burmese it makes the consonant before it the end of a syllable


def cluster_edges(words: Words) -> tuple[Booleans, Booleans]:
    """Tell which tokens may be the first of a phrase, and which may be the last."""
    forms = words.units.forms
    leading = np.array([_continues(form) for form in forms], dtype=np.bool_)[words.units.form]
    unfinished = np.array([form[-1] in BEFORE_CONSONANT for form in forms], dtype=np.bool_)[words.units.form]
    touches_next = np.zeros(len(words.start), dtype=np.bool_)
    touches_next[:-1] = words.end[:-1] == words.start[1:]
    goes_on = np.zeros(len(words.start), dtype=np.bool_)
    goes_on[:-1] = leading[1:] & touches_next[:-1]
    goes_on |= unfinished
    may_begin = ~leading
    may_begin[1:] &= ~(unfinished[:-1] & touches_next[:-1])
    return may_begin, ~goes_on


def _continues(form: str) -> bool:
    """Tell whether a token goes on with the syllable before it."""
    first = form[0]
    return first in AFTER_CONSONANT or ASAT in form or unicodedata.category(first) in ("Mn", "Mc", "Me")
