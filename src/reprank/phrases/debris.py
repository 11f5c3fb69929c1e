"""Sentences to those whose phrases count: prose does, headings, credits and page furniture alone do not."""

from __future__ import annotations

from reprank.arrays import Booleans
from reprank.roles.reading import roles_of
from reprank.text.units import Units

MIN_PROSE_SENTENCES = 3  # with fewer sentences of prose, all count: a list of titles has keywords too
MIN_PROSE_SHARE = 0.25  # of the words, for the same reason


def prose_sentences(units: Units, new: Booleans) -> Booleans:
    """Tell in which of the new sentences a phrase must occur once to be a keyword.

    A heading counts as an occurrence of a phrase that the prose has too, but makes no keyword alone, unless it is the
    title of its document.
    """
    roles = roles_of(units)
    prose = new & ((units.substantial & roles.tolerable) | units.title_lines) & ~roles.page_phrase
    few = prose.sum() < MIN_PROSE_SENTENCES or units.lengths[prose].sum() < MIN_PROSE_SHARE * units.lengths[new].sum()
    return new if few else prose
