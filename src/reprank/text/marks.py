"""Marks that end a sentence, and those that only end a part of it: one definition for all of ``reprank``."""

from __future__ import annotations

import re

from reprank.patterns import lazy_pattern

FINAL = ".!?…。！？｡؟۔।॥։။။។៕።༎།"
PAUSING = ";:；：؛"
CLOSING = "\"'”’»›)]}）」』*_`"  # may stand behind the mark that ends a sentence
PLAIN_FINAL = frozenset(".!?")
#: A final mark, a semicolon or a colon at the end, with what closes a quotation or a bracket behind it.
#: A line that ends so is no heading and does not go on in the next line.
STOPPED = lazy_pattern(rf"[{re.escape(FINAL + PAUSING)}] ?[{re.escape(CLOSING)}]*\s*$")
TAIL_CHARACTERS = 8  # of a text in which its final mark is looked for


def is_ended(text: str) -> bool:
    """Tell whether a text ends with a final mark.

    >>> [is_ended(text) for text in ("It rains.", 'He said: "Go!"', "Three things:", "Installation")]
    [True, True, False, False]
    """
    return text[-1:] in PLAIN_FINAL or final_mark(text, len(text)) is not None


def final_mark(text: str, end: int) -> int | None:
    """Return where the final mark at the end of a stretch begins; None if there is none."""
    stop = STOPPED.search(text, max(end - TAIL_CHARACTERS, 0), end)
    return stop.start() if stop is not None and stop[0][0] in FINAL else None
