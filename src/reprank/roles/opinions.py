"""Sentences of reviews to opinions: praise, complaint or a mere scene, by words; English only."""

from __future__ import annotations

import re
from functools import cache
from weakref import WeakKeyDictionary

import numpy as np

from reprank.arrays import Booleans, Integers
from reprank.patterns import lazy_pattern
from reprank.shipped import DATA
from reprank.text.units import Units

NEGATORS = frozenset(
    {"not", "no", "never", "hardly", "nothing", "n't", "isn't", "wasn't", "don't", "didn't", "doesn't"}
)
SCENE = lazy_pattern(
    r"\W*(?:(?:i|we|my \w+(?: and i)?|me and my \w+)\s+(?:just |also |finally )?(?:went|got|had|ordered|bought|came|"
    r"stopped|tried|visited|was|were|decided|purchased|took|have been|used|use|stayed)|went|got|had|ordered|bought|"
    r"came|stopped|visited|have been|been|took|decided|purchased|stayed|stop(?:ped)? by|this was (?:our|my))\b",
    re.IGNORECASE,
)
NEGATION_WORDS = 3  # before a word of praise or complaint that turn it round
_KNOWN: WeakKeyDictionary[Units, Integers] = WeakKeyDictionary()  # a summary asks several times for the same text


def opinions(units: Units) -> Integers:
    """Return 1 for praise, −1 for complaint and 0 for neither, for each sentence.

    >>> from reprank.text.documents import Document
    >>> from reprank.text.languages import language
    >>> from reprank.text.units import read_units
    >>> text = "The food is excellent. The room was not clean. We came on Monday."
    >>> opinions(read_units([Document(text)], language("en"))).tolist()
    [1, -1, 0]
    """
    found = _KNOWN.get(units)
    if found is None:
        found = _KNOWN[units] = _read_opinions(units)
        found.flags.writeable = False
    return found


def _read_opinions(units: Units) -> Integers:
    if units.language.code != "en":
        return np.zeros(len(units), dtype=np.intp)
    praise, complaint = _words()
    value = np.array([(word in praise) - (word in complaint) for word in units.words], dtype=np.intp)[units.word]
    negates = units.holding(NEGATORS)[units.word]
    for at in np.flatnonzero(value).tolist():
        first = max(at - NEGATION_WORDS, int(units.offsets[units.sentence_of_word[at]]))
        if negates[first:at].any():
            value[at] = -value[at]
    return np.sign(np.bincount(units.sentence_of_word, value, len(units))).astype(np.intp)


def scenes(units: Units) -> Booleans:
    """Tell which sentences only set a scene: "Went there on a Sunday with my family."."""
    if units.language.code != "en":
        return np.zeros(len(units), dtype=np.bool_)
    matches = np.array([SCENE.match(text) is not None for text in units.texts], dtype=np.bool_)
    matches &= opinions(units) == 0
    return matches


@cache
def _words() -> tuple[frozenset[str], frozenset[str]]:
    text = (DATA / "english-opinions.txt").read_text(encoding="utf-8")
    _, praise, complaint = text.split("[")
    return tuple(frozenset(part.split("]")[1].split()) for part in (praise, complaint))  # type: ignore[return-value]
