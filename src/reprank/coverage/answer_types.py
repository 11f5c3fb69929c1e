"""Query to the type of its answer: which sentences contain a duration, a date, a name, a reason ….

The words of a question need not be those of its answer, but "How long …?" is answered by a duration. In languages other
than English, only questions for a time or a number are known, and any digit answers them.
"""

from __future__ import annotations

import re

import numpy as np

from reprank.arrays import Booleans
from reprank.patterns import lazy_pattern
from reprank.text.units import Units

_NUMBER = (
    r"(?:\d[\d.,]{0,20}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|"
    r"sixty|hundreds?|thousands?|millions?|billions?|half|dozens?)"
)
_MONTH = r"(?:January|February|March|April|May|June|July|August|September|October|November|December)"
ASKS_DURATION = lazy_pattern(r"how (?:long|often|soon|much time)\b", re.IGNORECASE)
DURATION = lazy_pattern(
    rf"\b(?:{_NUMBER}|one|an?|each|every|once|twice)[\s-](?:\w+\s)?"
    r"(?:second|minute|hour|day|night|week|month|year|decade|centur)"
)
ASKS_NUMBER = lazy_pattern(
    r"(?:how (?:many|much|far|old|tall|large|big|high|deep)|what (?:percentage|share|number))\b", re.IGNORECASE
)
NUMBER = lazy_pattern(rf"\b{_NUMBER}\b")
ASKS_DATE = lazy_pattern(r"\b(?:when|(?:what|which) (?:year|day|date|month|time))\b", re.IGNORECASE)
DATE = lazy_pattern(
    rf"\b(?:1[0-9]|20)\d\d\b|\b{_MONTH}\b|\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|\b\d{{1,2}}[:.]\d\d\b"
)
ASKS_NAME = lazy_pattern(r"\b(?:who|whose|whom)\b|\bwhat(?:['’]s| is| was) (?:[^\s?]{1,30} ){1,5}name\b", re.IGNORECASE)
NAME = lazy_pattern(r"\b[A-Z][\w'’-]{0,30}\.?\s(?:[A-Z]\w{0,30}\.?\s)?[A-Z]\w")
ASKS_PLACE = lazy_pattern(r"\bwhere\b", re.IGNORECASE)
PLACE = lazy_pattern(r"\b(?:in|at|from|near|to|on|of|by)\s(?:the\s)?[A-Z]\w")
ASKS_REASON = lazy_pattern(r"\bwhy\b|\bhow come\b|\bwhat (?:is|was|are|were) the reasons?\b", re.IGNORECASE)
REASON = lazy_pattern(r"\b(?:because|since|due to|owing to|so that|reasons?|as a result|thanks to)\b", re.IGNORECASE)
ASKS_SEVERAL = lazy_pattern(
    r"\bwhich \w{1,29}[^\Waius]s\b|"
    r"\b(?:which|what) (?:\w{1,30} )?\w{1,29}[^\Waius]s (?:are|were|do|does|did|have|can|must|should|may|will)\b",
    re.IGNORECASE,
)
SEVERAL = lazy_pattern(r"\w(?:, [^,.;:]{1,30}){1,6},? (?:and|or|as well as) ")
ASKS_DIGITS = lazy_pattern(  # German, Spanish, French, Italian, Romanian, Russian, Turkish, Greek, Vietnamese
    r"\b(?:wann|wie ?viele?|wie (?:lange|hoch|groß|alt|oft)|welche[mns]? jahr|cu[aá]ndo|cu[aá]nt[oa]s?|"
    r"qu[eé] (?:año|fecha)|quand|combien|quant[ioe]|când|câ[tț]i?|câte|ce an|когда|сколько|каком году|"
    r"ne zaman|kaç|hangi yıl|πότε|πόσ\w{1,3}|khi nào|bao nhiêu|bao lâu)\b",
    re.IGNORECASE,
)
DIGIT = lazy_pattern(r"\d")
OTHER_LANGUAGES = ((ASKS_DIGITS, DIGIT),)
TYPES = (
    (ASKS_DURATION, DURATION),
    (ASKS_NUMBER, NUMBER),
    (ASKS_DATE, DATE),
    (ASKS_NAME, NAME),
    (ASKS_PLACE, PLACE),
    (ASKS_REASON, REASON),
    (ASKS_SEVERAL, SEVERAL),
)


def answering(query: str, units: Units) -> tuple[str, Booleans] | None:
    """Return the words that ask, and which sentences contain what they ask for; None if they ask for anything else.

    >>> from reprank.text.documents import Document
    >>> from reprank.text.languages import language
    >>> from reprank.text.units import read_units
    >>> units = read_units([Document("The miller is elected. She serves for two years.")], language("en"))
    >>> answering("How long is the miller's term?", units)
    ('how long', array([False,  True]))
    """
    for asked, answer in TYPES if units.language.code == "en" else OTHER_LANGUAGES:
        if (found := asked.search(query)) is not None:
            contains = np.fromiter((answer.search(text) is not None for text in units.texts), np.bool_, len(units))
            return found[0].lower(), contains
    return None
