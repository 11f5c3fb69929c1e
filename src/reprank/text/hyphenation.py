"""Words to words: halves that a hyphen at the end of a line separates become one again.

The word keeps the hyphen and the line break, so that it is an exact stretch of the text; ``normal_form`` drops them.
"""

from __future__ import annotations

import re
from collections import Counter

# One pattern for each hyphen: a search for one character is several times faster than for either.
HYPHENS_AT_LINE_END = {hyphen: re.compile(rf"{hyphen}[ \t]*\r?\n") for hyphen in "-\u2010"}
GAP = re.compile(r"[-\u2010][ \t]*\r?\n[ \t]*")


def ends_lines(text: str) -> bool:
    r"""Tell whether a hyphen ends a line of the text.

    >>> ends_lines("a depart-\nment"), ends_lines("well-known")
    (True, False)
    """
    return "\n" in text and any(hyphen in text and end.search(text) for hyphen, end in HYPHENS_AT_LINE_END.items())


def join_hyphenated(parts: list[str]) -> list[str]:
    r"""Join the halves of words in a list that has words at odd places and what stands between them at even places.

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
