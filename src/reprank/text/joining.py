"""Sentences to running text."""

from __future__ import annotations

import re
from collections.abc import Iterable

from reprank.text.tokens import unspaced_character

LINE_END_HYPHEN = re.compile(r"(?<=[^\W\d_])([-\u2010])[ \t]*\r?\n[ \t]*(?=[^\W\d_])")
DIVIDING_HYPHEN = "\u2010"  # put at the end of a line by a program, as man does


def join_sentences(texts: Iterable[str]) -> str:
    r"""Join sentences into running text, hard line breaks as spaces, none where the script has none.

    >>> join_sentences(["One\nsentence.", "Another."]), join_sentences(["一句。", "二句。"])
    ('One sentence. Another.', '一句。二句。')
    """
    joined = ""
    for text in texts:
        flat = flatten(text)
        tight = not joined or (not joined.isascii() and joined[-1] in "。！？」』）" and _unspaced_start(flat))
        joined += flat if tight else " " + flat
    return joined


def flatten(text: str) -> str:
    r"""Write a sentence on one line; a hyphen at the end of a line needs no space, and a dividing one goes.

    >>> flatten("A well-\nknown\nman"), flatten("The com\u2010\n   mand")
    ('A well-known man', 'The command')
    """
    if "\n" not in text and "\r" not in text and "  " not in text and "\t" not in text:
        return text
    return " ".join(LINE_END_HYPHEN.sub(lambda mark: mark[1].replace(DIVIDING_HYPHEN, ""), text).split())


def _unspaced_start(text: str) -> bool:
    return unspaced_character().match(text) is not None
