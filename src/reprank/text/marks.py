"""Marks that end a sentence, and those that only end a part of it: one definition for all of ``reprank``."""

from __future__ import annotations

import re

from reprank.patterns import lazy_pattern

FINAL = ".!?…。！？｡؟۔।॥։။။។៕።༎།"
PAUSING = ";:；：؛"
CLOSING = "\"'”’»›)]}）」』*_`"  # may stand behind the mark that ends a sentence
PLAIN_FINAL = frozenset(".!?")
#: A final mark at the end, with what closes a quotation or a bracket behind it.
ENDED = lazy_pattern(rf"[{re.escape(FINAL)}] ?[{re.escape(CLOSING)}]*\s*$")
#: The same, or a semicolon or colon: a line that ends so is no heading and does not go on in the next line.
STOPPED = lazy_pattern(rf"[{re.escape(FINAL + PAUSING)}] ?[{re.escape(CLOSING)}]*\s*$")
TAIL_CHARACTERS = 8  # of a text in which its final mark is looked for


def is_ended(text: str) -> bool:
    """Tell whether a text ends with a final mark.

    >>> [is_ended(text) for text in ("It rains.", 'He said: "Go!"', "Three things:", "Installation")]
    [True, True, False, False]
    """
    return text[-1:] in PLAIN_FINAL or ENDED.search(text, max(len(text) - TAIL_CHARACTERS, 0)) is not None
