"""Sentences to decisions: what a meeting decided is said once, and is what its minutes are read for."""

from __future__ import annotations

import re

import numpy as np

from reprank.arrays import Booleans
from reprank.text.units import Units

# At the beginning of a sentence, with a colon; in English, German, French, Spanish, Italian and Dutch.
LABEL = re.compile(
    r"\W*(?:decisions?|decided|agreed|resolved|resolutions?|action(?: items?| points?)?s?|outcome|conclusion|"
    r"beschlu(?:ss|ß|sse)|beschlossen|ergebnis|aufgaben?|décisions?|décidé|résolutions?|actions? à mener|"
    r"decisi[oó]n(?:es)?|acuerdos?|acciones|decisioni?|deliberato|azioni|besluit(?:en)?|actiepunten?)\s?:",
    re.IGNORECASE,
)
STATED = re.compile(
    r"\bit was (?:\w+ly )?(?:agreed|decided|resolved)\b|"
    r"^(?:then|so),? we (?:\w+ )?(?:agree|decide|resolve)d? (?:that|to|on)\b|(?:^|[,;] )(?:agreed|decided|resolved):|"
    r"\bby \d+ votes to \d+\b|\bwith \d+ votes\b",
    re.IGNORECASE,
)


def decisions(units: Units) -> Booleans:
    """Tell which sentences state what a meeting decided.

    >>> from reprank.text.documents import Document
    >>> from reprank.text.languages import language
    >>> from reprank.text.units import read_units
    >>> text = "Two offers came. Decision: heat pumps, by 51 votes to 17. It was agreed to begin soon. Nobody left."
    >>> decisions(read_units([Document(text)], language("en"))).tolist()
    [False, True, True, False]
    """
    found = np.zeros(len(units), dtype=np.bool_)
    for i, text in enumerate(units.texts):
        if ":" in text:
            found[i] = LABEL.match(text) is not None
        if " votes" in text or "ecide" in text or "gree" in text or "esolve" in text:  # faster than the pattern
            found[i] |= STATED.search(text) is not None
    return found
