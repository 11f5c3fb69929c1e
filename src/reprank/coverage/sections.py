"""Units to sections: the heading above each sentence, the sentences that open a section, and definitions of terms.

Only a document whose headings are known has sections.
"""

from __future__ import annotations

import re

import numpy as np

from reprank.arrays import Booleans, Floats, Integers, distinct, first_of_equal
from reprank.patterns import lazy_pattern
from reprank.text.lines import HEADING
from reprank.text.outline import MIN_TITLES, QUESTION_END
from reprank.text.units import Units

# '"Work" shall mean …', 'A "Secondary Section" is …': a contract or a standard explains its words before it begins.
DEFINITION = lazy_pattern(
    r"For\s+(?:the\s+)?purposes\s+of\s+this\s+(?:definition|License)\b|"
    r"(?:The |An? |To )?[\"“][^\"”]{1,60}[\"”](?:\s+\([^()]{1,60}\))?(?:\s+\w+){0,5}?\s+"
    r"(?:means|shall\s+mean|refers?|is|are)\b"
)

# Sections about the people behind a thing and its terms, not about the thing: "Our sponsors", "License".
PEOPLE = lazy_pattern(
    r"\b(?:(?:our|the|core|gold|silver|bronze|special|become an?|how to|call for) ){0,3}+"
    r"(?:sponsor(?:s|ship)?|backers?|donat(?:e|ions?)|contribut(?:e|ing|ors?|ions?)|code of conduct|"
    r"licen[cs](?:e|es|ing)|credits|thanks|acknowledge?ments?|authors?|maintainers?|community|team|copyright|"
    r"support us|(?:\w{1,30} )?for enterprise|dedication)(?: (?:and|&) \w{1,20}| to \S{1,30}|: .{1,60})?\b",
    re.IGNORECASE,
)


def headings(units: Units) -> Integers:
    """Return for each sentence the heading above it in its document, or −1; a heading has none above itself."""
    above = np.full(len(units), -1)
    for document, own in zip(units.documents, units.of_document, strict=True):
        heads = [block.kind == HEADING for block in document.blocks]
        if True not in heads:
            continue
        starts = np.array([block.start for block in document.blocks])
        is_heading = np.array(heads)[starts.searchsorted(units.start[own], side="right") - 1]
        last = np.maximum.accumulate(np.where(is_heading, np.arange(own.start, own.stop), -1))
        above[own] = np.where(is_heading, -1, last)
    return above


def in_sections(units: Units, above: Integers) -> Booleans:
    """Tell which sentences belong to a document with headings."""
    sectioned = np.zeros(len(units.documents), dtype=np.bool_)
    sectioned[units.document[above >= 0]] = True
    return sectioned[units.document]


def section_places(units: Units, above: Integers, among: Booleans) -> Floats:
    """Return 1 for the first of these sentences under a heading and for a question with its answer.

    In a document of questions and answers, sentences that come without their question have 1 less.
    """
    under = among & (above >= 0)
    if not np.count_nonzero(under) and not any(QUESTION_END in document.text for document in units.documents):
        return np.zeros(len(units))
    asks = np.array([QUESTION_END in text for text in units.slices], dtype=np.bool_)
    asked = np.bincount(units.document, asks, len(units.documents)) >= MIN_TITLES
    places = np.where(asked[units.document], -1.0, 0.0)
    candidates = under.nonzero()[0]
    places[candidates[first_of_equal(above[candidates])]] += 1.0
    places[asks] = 1.0
    return np.where(among, places, 0.0)


def about_people(units: Units, above: Integers) -> Booleans:
    """Tell which sentences stand under a heading such as "Sponsors" or "Contributing"; English only.

    A licence or a guide for contributors, which has such a title, is about nothing else.
    """
    found = np.zeros(len(units), dtype=np.bool_)
    for own in units.of_document if units.language.code == "en" else ():
        heads = distinct(above[own][above[own] >= 0]).tolist()
        if heads and not PEOPLE.search(units.texts[own.start]):
            names_people = np.zeros(len(units) + 1, dtype=np.bool_)  # the last one for sentences without a heading: −1
            names_people[[i for i in heads if _names_people(units.texts[i])]] = True
            found[own] = names_people[above[own]]
    return found


def besides_people(units: Units, sentences: Booleans) -> Booleans:
    """Return these sentences without those about people, except in a document that has no others."""
    above = headings(units)
    if not np.count_nonzero(above >= 0):
        return sentences
    people = about_people(units, above)
    others = np.bincount(units.document, sentences & ~people, len(units.documents)) > 0
    return sentences & ~(people & others[units.document])


def _names_people(heading: str) -> bool:
    """Tell whether a heading says nothing else: "Community health" is about a thing."""
    named = PEOPLE.search(heading)
    rest = heading[: named.start()] + heading[named.end() :] if named else heading
    return heading[-1] != "?" and not any(map(str.isalnum, rest))


def definitions(units: Units) -> Booleans:
    """Tell which sentences of documents with blocks only say what a quoted term means; English only."""
    found = np.zeros(len(units), dtype=np.bool_)
    for document, own in zip(units.documents, units.of_document, strict=True):
        if document.blocks and units.language.code == "en":
            found[own] = [DEFINITION.match(text) is not None for text in units.texts[own]]
    return found
