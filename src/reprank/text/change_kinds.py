"""Titles and entries of a changelog to kinds of change; English only."""

from __future__ import annotations

import re

from reprank.patterns import lazy_pattern

MIN_RELEASES = 3  # of a changelog
MAIN = (
    r"add(?:s|ed)?(?! to\b)|new(?! contrib)|introduc\w+|features?|remov\w+|drop(?:s|ped)?|deprecat\w+|obsol\w+|"
    r"breaking|incompatib\w+|renam\w+|replac\w+|support(?:s|ed)?|changes in behaviou?r|highlights?"
)
SECURITY = lazy_pattern(r"\b(?:secur\w+|CVE|vulnerab\w+)\b", re.IGNORECASE)
SLIGHT = (
    r"(?:bug|fix)\w*|regressions?|crash\w*|typos?|typing|types?|annotat\w+|hints?|doc(?:s|ument\w*)?|tests?|translat\w+|"
    r"chores?|maintenance|ci|readme|build\w*|refactor\w*|internal|revert\w*|performance|contributors?"
)
KIND = lazy_pattern(rf"\b(?:(?P<main>{MAIN})|(?P<slight>{SLIGHT}))\b", re.IGNORECASE)


def kind_of_change(text: str) -> int:
    """Return 1 for a main change, −1 for a slight one, 0 for none that is known; the first word of this sort decides.

    >>> [kind_of_change(text) for text in ("Removed", "Bug Fixes", "Fix a crash with new files", "The mill turns")]
    [1, -1, -1, 0]
    """
    if SECURITY.search(text):
        return 1
    found = KIND.search(text)
    return 0 if found is None else 1 if found["main"] else -1
