"""Lines to running text: sentences on one line, and words whole that a hyphen at the end of a line divides."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from reprank.patterns import lazy_pattern
from reprank.text.tokens import unspaced_character

LINE_END_HYPHEN = lazy_pattern(r"(?<=[^\W\d_])([-\u2010])[ \t]*\r?\n[ \t]*(?=[^\W\d_])")
# One pattern for each hyphen: a search for one character is several times faster than for either.
HYPHENS_AT_LINE_END = {hyphen: re.compile(rf"{hyphen}[ \t]*\r?\n") for hyphen in "-\u2010"}
GAP = lazy_pattern(r"[-\u2010][ \t]*\r?\n[ \t]*")
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


def ends_lines(text: str) -> bool:
    r"""Tell whether a hyphen ends a line of the text.

    >>> ends_lines("a depart-\nment"), ends_lines("well-known")
    (True, False)
    """
    return "\n" in text and any(hyphen in text and end.search(text) for hyphen, end in HYPHENS_AT_LINE_END.items())


def join_hyphenated(parts: list[str]) -> list[str]:
    r"""Join the halves of words in a list that has words at odd places and what stands between them at even places.

    A word keeps the hyphen and the line break, so that it is an exact stretch of the text; ``normal_form`` drops them.
    Two halves stay apart if the text has them as a compound with a hyphen, or as two words and never as one.

    >>> join_hyphenated(["", "The", " ", "depart", "-\n", "ment", "."])
    ['', 'The', ' ', 'depart-\nment', '.']
    """
    counts = Counter(word.lower() for word in parts[1::2])
    compounds = {
        (parts[i - 1].lower(), parts[i + 1].lower()) for i in range(2, len(parts) - 1, 2) if parts[i] in ("-", "\u2010")
    }
    joined = parts[:2]
    for gap, word in zip(parts[2::2], parts[3::2], strict=False):
        first, second = joined[-1].lower(), word.lower()
        halves = GAP.fullmatch(gap) is not None and joined[-1].isalpha() and word[0].islower()
        if halves and (first, second) not in compounds and not _are_words(first, second, counts):
            joined[-1] += gap + word
        else:
            joined += [gap, word]
    return joined + parts[-1:] if len(parts) > 1 else parts


def _are_words(first: str, second: str, counts: Counter[str]) -> bool:
    return counts[first] > 1 and counts[second] > 1 and not counts[first + second]
