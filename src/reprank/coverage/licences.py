"""Units to asides of licences: what is about the text of a licence, and not about what it permits; English only."""

from __future__ import annotations

import re

import numpy as np

from reprank.arrays import Booleans
from reprank.patterns import lazy_pattern
from reprank.text.outline import TERMS
from reprank.text.units import Units

# Who may copy the licence itself, its future versions, and what is only understood with another section.
ASIDE = lazy_pattern(r"\bthis licen[cs]e document\b|\bnew versions\b|\bsections?\s\d", re.IGNORECASE)
# What stands behind the terms, to be pasted into a work.
NOTICE = lazy_pattern(r"(?:(?:end of terms|appendix|addendum|exhibit [a-z])\b|how to (?:apply|use) th)", re.IGNORECASE)
MAX_TITLE_WORDS = 12  # of the line above it
BEGINNING = 10  # sentences, of which one is about terms
MIN_TERMS_SHARE = 0.33  # of the sentences of a licence; a document about something else has hardly a third of that


def asides_of_licences(units: Units) -> Booleans:
    """Tell which sentences of licences are about the text of the licence."""
    found = np.zeros(len(units), dtype=np.bool_)
    for document, own in zip(units.documents, units.of_document, strict=True):
        texts = units.texts[own]
        if document.blocks and any(map(TERMS.search, texts[:BEGINNING])) and _is_licence(texts, units.substantial[own]):
            later = range(len(texts) // 2, len(texts))
            terms = next((i for i in later if _heads_notice(texts[i])), len(texts))
            found[own] = [i >= terms or ASIDE.search(text) is not None for i, text in enumerate(texts)]
    return found


def _heads_notice(text: str) -> bool:
    return NOTICE.match(text) is not None and len(text.split()) <= MAX_TITLE_WORDS


def _is_licence(texts: tuple[str, ...], substantial: Booleans) -> bool:
    terms = [TERMS.search(texts[i]) is not None for i in np.flatnonzero(substantial).tolist()]
    return sum(terms) > MIN_TERMS_SHARE * len(terms)
