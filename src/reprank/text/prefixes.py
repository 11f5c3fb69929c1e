"""Words to words without prefixes, for languages that write prepositions and articles as part of the next word.

Hebrew writes *and*, *the*, *in*, *to*, *from*, *as* and *that* so. Whether the first letter of a word is such a prefix
cannot be seen from the word alone. It is taken for one if the rest of the word occurs in the same documents, alone or
with another prefix.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

PREFIX_LETTERS = {"he": frozenset("והבלכמש")}
MAX_PREFIX_LETTERS = 3
MIN_REST_LETTERS = 3


def base_forms(words: Iterable[str], code: str) -> dict[str, str]:
    """Return the rest of each word that begins with prefixes; other words are left out.

    >>> base_forms(["הגשר", "בגשר", "גשר", "שלום"], "he") == {"הגשר": "גשר", "בגשר": "גשר"}
    True
    """
    letters = PREFIX_LETTERS.get(code)
    if not letters:
        return {}
    words = set(words)
    supported: defaultdict[str, int] = defaultdict(int)
    for word in words:
        for rest in (word, *_rests(word, letters)):
            supported[rest] += 1
    bases: dict[str, str] = {}
    for word in words:
        rests = [rest for rest in _rests(word, letters) if supported[rest] > 1]
        known = [rest for rest in rests if rest in words]
        if rests:
            bases[word] = (known or rests)[-1]
    return bases


def _rests(word: str, letters: frozenset[str]) -> Iterator[str]:
    for length in range(1, MAX_PREFIX_LETTERS + 1):
        if word[length - 1 : length] not in letters or len(word) - length < MIN_REST_LETTERS:
            return
        yield word[length:]
