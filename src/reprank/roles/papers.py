"""Sentences to their part in a paper: the aim, a finding or the conclusion; or a detail of the method.

Papers say with set phrases what they set out to do and what they found ("in this study", "our results show"). A
document that often does so is a paper, and other documents have no such parts. The phrases are English.
"""

from __future__ import annotations

import re

import numpy as np

from reprank.arrays import Integers, distinct
from reprank.text.units import Units

MIN_STATEMENTS = 2  # of a paper
# No statement without one of these: they are found faster than the pattern.
WORDS_OF_STATEMENTS = frozenset([
    "study", "paper", "work", "article", "report", "review", "trial", "here", "herein", "aim", "aims", "goal", "goals",
    "purpose", "purposes", "objective", "objectives", "we", "results", "findings", "data", "observations", "analysis",
    "analyses", "conclusion", "conclusions", "summary", "conclude", "together",
])  # fmt: skip
MIN_SHARE = 0.04  # of the sentences of a paper that are statements or details
STATES = re.compile(
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
DETAILS = re.compile(
    r"\b(?:were|was) (?:\w+ly )?(?:performed|incubated|added|washed|centrifuged|stained|purchased|obtained from|stored|"
    r"diluted|calculated|measured|collected|prepared|extracted|amplified|carried out|used as|placed)\b|"
    r"\b(?:table|fig|figure)s? (?:<dig>|\d)|°|±|µ|\b(?:mm|ml)\b",
    re.IGNORECASE,
)
DETAIL, NEITHER, STATEMENT = -1, 0, 1


def parts_of_papers(units: Units) -> Integers:
    """Tell for each sentence whether it is a STATEMENT of a paper or a DETAIL of its method; else NEITHER.

    >>> from reprank.text.documents import Document
    >>> from reprank.text.languages import language
    >>> from reprank.text.units import read_units
    >>> text = "Here we test six soils. They were stored at 4 °C. We found that clay is wet. In conclusion, it is."
    >>> parts_of_papers(read_units([Document(text)], language("en"))).tolist()
    [1, -1, 1, 1]
    """
    parts = np.zeros(len(units), dtype=np.intp)
    if units.language.code != "en":
        return parts
    states = np.zeros(len(units), dtype=np.bool_)
    may_state = units.holding(WORDS_OF_STATEMENTS)[units.word]
    for i in distinct(units.sentence_of_word[may_state]).tolist():
        states[i] = STATES.search(units.texts[i]) is not None
    statements = np.bincount(units.document, states, minlength=len(units.documents))
    sentences = np.bincount(units.document, minlength=len(units.documents))
    for document in np.flatnonzero(statements >= MIN_STATEMENTS).tolist():
        own = slice(*np.searchsorted(units.document, [document, document + 1]))
        details = np.array([DETAILS.search(text) is not None for text in units.texts[own]], dtype=np.bool_)
        if statements[document] + details.sum() >= MIN_SHARE * sentences[document]:
            parts[own] = states[own].astype(np.intp) - details
    return parts
