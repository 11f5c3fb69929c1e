"""Units to sentences that point back: what they refer to is not in them, and a reader of an answer may not have it.

The roles know how probably a sentence needs another one, which in a long text most sentences do a little. An answer is
short and says only what was asked, so what counts there is whether the words of a sentence themselves point back.
"""

from __future__ import annotations

import numpy as np

from reprank.arrays import Booleans, Integers
from reprank.patterns import lazy_pattern
from reprank.roles.mentions import Mentions
from reprank.roles.words import opens_with_connective
from reprank.text.units import Units

DEMONSTRATIVES = frozenset({"this", "these"})  # English; they point back wherever they stand

APPOSITION = lazy_pattern(r"\w+ [^,.;:]{1,60}+, [A-Z]")


def points_back(units: Units, asked: Integers) -> Booleans:
    """Tell which sentences point back; the stems that were asked for are known to the reader.

    A sentence points back if a pronoun or a demonstrative comes before its first content word, if a pronoun for a
    person comes before its first name, if it contains "this" or "these", if it opens with a connective, or if it opens
    with an article and a thing that was not asked for. The first sentence of a document may open so, and one that names
    the thing may too: "The minister for transport, Elin Vasser, …".

    >>> from reprank.text.documents import Document
    >>> from reprank.text.languages import language
    >>> from reprank.text.units import read_units
    >>> text = "Mara Oduya repairs clocks in Tarn. Since 1990 she has had a shop there. The shop is small. Tarn is old."
    >>> points_back(read_units([Document(text)], language("en")), np.zeros(0, np.intp)).tolist()
    [False, True, True, False]
    """
    mentions, sentence = Mentions(units), units.sentence_of_word
    place, first_name = mentions.opening, _first_place(units, mentions.names)
    anchored = np.fromiter((APPOSITION.match(text) is not None for text in units.texts), np.bool_, len(units))
    anchored |= units.position == 1
    pointing = mentions.pointing & (place < _first_place(units, mentions.content)[sentence])
    pointing |= mentions.persons & (place < first_name[sentence])
    pointing |= units.holding(DEMONSTRATIVES)[units.word]
    pointing |= mentions.definite & (place == 1) & ~anchored[sentence] & ~np.isin(units.stems.stem, asked)
    points = opens_with_connective(units)
    points[sentence[pointing]] = True
    return points


def _first_place(units: Units, among: Booleans) -> Integers:
    """Return the place in each sentence of the first of some words; the number of its words if it has none."""
    first = units.lengths.astype(np.intp)
    words = np.flatnonzero(among)[::-1]  # of several words of a sentence the first is written last
    first[units.sentence_of_word[words]] = words - units.offsets[units.sentence_of_word[words]]
    return first
