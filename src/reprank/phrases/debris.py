"""Sentences to those whose phrases count: prose does, headings, credits and page furniture alone do not."""

from __future__ import annotations

import numpy as np

from reprank.arrays import Booleans
from reprank.roles.reading import roles_of
from reprank.text.tokens import is_ended
from reprank.text.units import Units

MIN_TITLE_WORDS = 3
MIN_PROSE_SENTENCES = 3  # with fewer sentences of prose, all count: a list of titles has keywords too
MIN_PROSE_SHARE = 0.25  # of the words, for the same reason


def prose_sentences(units: Units, new: Booleans) -> Booleans:
    """Tell in which of the new sentences a phrase must occur once to be a keyword.

    A heading counts as an occurrence of a phrase that the prose has too, but makes no keyword alone, unless it is the
    title of its document.
    """
    roles = roles_of(units)
    titles = titles_of(units) & ~roles.page_phrase
    prose = new & ((units.substantial & roles.tolerable) | titles)
    few = prose.sum() < MIN_PROSE_SENTENCES or units.lengths[prose].sum() < MIN_PROSE_SHARE * units.lengths[new].sum()
    return new if few else prose


def titles_of(units: Units) -> Booleans:
    """Tell which sentences are titles of documents: a first line without a final mark."""
    titles = np.zeros(len(units), dtype=np.bool_)
    for i in np.flatnonzero((units.position == 1) & (units.lengths >= MIN_TITLE_WORDS)).tolist():
        text, end = units.documents[int(units.document[i])].text, int(units.end[i])
        line_end = text.find("\n", end)
        titles[i] = line_end >= 0 and not text[end:line_end].strip() and not is_ended(units.texts[i])
    return titles
