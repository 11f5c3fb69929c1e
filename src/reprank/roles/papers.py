"""Sentences to the statements of a paper: its aim, a finding, its conclusion.

Papers say with set phrases what they set out to do and what they found ("in this study", "our results show"). A
document that often does so is a paper; in other documents the phrases mean nothing. They are English.
"""

from __future__ import annotations

import re

import numpy as np

from reprank.arrays import Booleans, distinct
from reprank.patterns import lazy_pattern
from reprank.text.units import Units

MIN_STATEMENTS = 3  # of a paper, and …
MIN_SHARE = 0.02  # … of its sentences
# No statement without one of these: they are found faster than the pattern.
WORDS_OF_STATEMENTS = frozenset([
    "study", "paper", "work", "article", "report", "review", "trial", "here", "herein", "aim", "aims", "goal", "goals",
    "purpose", "purposes", "objective", "objectives", "we", "results", "findings", "data", "observations", "analysis",
    "analyses", "conclusion", "conclusions", "summary", "conclude", "together",
])  # fmt: skip
STATES = lazy_pattern(
    r"\b(?:in (?:this|the present|our) (?:study|paper|work|article|report|review|trial)|"
    r"this (?:study|paper|work|article|report|review|trial)|(?:here|herein),? we|"
    r"the (?:aim|goal|purpose|objective)s? of (?:this|the|our)|"
    r"we (?:found|find|show(?:ed)?|report(?:ed)?|demonstrated?|concluded?|propose|present|describe|developed|"
    r"identified|investigated|examined|hypothesi[sz]ed?)|"
    r"(?:our|these|the present) (?:results|findings|data|observations|analys[ie]s|study)|"
    r"in (?:conclusion|summary)|to conclude|taken together|"
    r"results (?:show|suggest|indicate|demonstrate|reveal)|conclusions?)\b",
    re.IGNORECASE,
)


def statements_of_papers(units: Units) -> Booleans:
    """Tell which sentences are statements of a paper.

    >>> from reprank.text.documents import Document
    >>> from reprank.text.languages import language
    >>> from reprank.text.units import read_units
    >>> text = "Here we test six soils. They were stored at 4 °C. We found that clay is wet. In conclusion, it is."
    >>> statements_of_papers(read_units([Document(text)], language("en"))).tolist()
    [True, False, True, True]
    """
    states = np.zeros(len(units), dtype=np.bool_)
    if units.language.code != "en":
        return states
    may_state = units.holding(WORDS_OF_STATEMENTS)[units.word]
    for i in distinct(units.sentence_of_word[may_state]).tolist():
        states[i] = STATES.search(units.texts[i]) is not None
    statements = np.bincount(units.document, states, minlength=len(units.documents))
    sentences = np.bincount(units.document, minlength=len(units.documents))
    papers = (statements >= MIN_STATEMENTS) & (statements >= MIN_SHARE * sentences)
    return np.asarray(states & papers[units.document])
