"""Sentences and words to what counts for keywords: prose does, headings, credits and page furniture alone do not."""

from __future__ import annotations

import re

import numpy as np

from reprank.arrays import Booleans
from reprank.phrases.words import Words
from reprank.text.fixed_phrases import FixedPhrases, holds
from reprank.text.units import Units

MIN_PROSE_SENTENCES = 3  # with fewer well-formed sentences, all count: a list of titles has keywords too
MIN_PROSE_SHARE = 0.25  # of the words, for the same reason
FURNITURE_REPEATS = 3  # a sentence that stands so often in one document is a running head, a button or a notice
AGENCY = re.compile(  # "(CNN) --", "LONDON, England (Reuters) -": at the beginning of a text
    r"[^()\n]{0,60}\(([^\W\d_][\w. &/-]{1,30})\)\s*(?:--|[-–—])"
)
NOTICES = FixedPhrases([
    "all rights reserved", "copyright", "getty images", "project gutenberg", "distributed proofread", "terms of use",
    "terms of service", "privacy policy", "cookie policy", "may not be published", "may not be reproduced",
    "click here", "read more", "sign up for", "subscribe to", "file photo", "image caption", "photo by",
    "photograph:", "photo:", "tous droits réservés", "alle rechte vorbehalten", "todos los derechos reservados",
])  # fmt: skip
MAX_NOTICE_SENTENCES = 2  # in a document: a text with "copyright" in more sentences is about copyright


def prose_sentences(units: Units, new: Booleans) -> Booleans:
    """Tell in which of the new sentences a phrase must occur once to be a keyword.

    A heading counts as an occurrence of a phrase that the prose has too, but makes no keyword alone, unless it is the
    title of its document.
    """
    prose = new & (units.well_formed | units.titles) & ~_repeated(units)
    prose &= ~_notices(units)
    few = prose.sum() < MIN_PROSE_SENTENCES or units.lengths[prose].sum() < MIN_PROSE_SHARE * units.lengths[new].sum()
    return new if few else prose


def _notices(units: Units) -> Booleans:
    """Tell which sentences hold the words of a notice that few sentences of their document hold."""
    found = np.zeros(len(units), dtype=np.bool_)
    present = NOTICES.present("\n".join(units.texts), frozenset(units.words))
    texts = [text.lower() for text in units.texts] if present else []
    for notice in present:
        holding = np.array([holds(text, [notice]) for text in texts], dtype=np.bool_)
        by_document = np.bincount(units.document, holding, len(units.documents))
        found |= holding & (by_document <= MAX_NOTICE_SENTENCES)[units.document]
    return found


def agency_words(words: Words) -> Booleans:
    """Tell which words name the agency in a dateline: CNN in "(CNN) -- A storm …"."""
    flags = np.zeros(len(words), dtype=np.bool_)
    for number, document in enumerate(words.units.documents):
        match = AGENCY.match(document.text)
        if match is None:
            continue
        a, b = np.searchsorted(words.document, [number, number + 1])
        starts = words.start[words.first[a:b]]
        first, last = a + np.searchsorted(starts, match.span(1))
        flags[first:last] = True
    return flags


def _repeated(units: Units) -> Booleans:
    """Tell which sentences stand several times in their document."""
    if (units.duplicate_of == np.arange(len(units))).all():
        return np.zeros(len(units), dtype=np.bool_)
    in_document = units.document * len(units) + units.duplicate_of
    _, inverse, counts = np.unique(in_document, return_inverse=True, return_counts=True)
    repeated: Booleans = counts[inverse] >= FURNITURE_REPEATS
    return repeated
