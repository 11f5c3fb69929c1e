"""Small words by language: what points back, what connects, what makes a thing definite, and who talks to whom."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from reprank.text.leaning import CONNECTIVES as CONNECTIVE_WORDS
from reprank.text.leaning import POINTERS as POINTER_WORDS
from reprank.text.units import Units


def _by_language(lists: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """Read lists in which an underscore joins the words of one entry."""
    return {code: frozenset(entry.replace("_", " ") for entry in words.split()) for code, words in lists.items()}


POINTERS = _by_language(POINTER_WORDS)
CONNECTIVES = _by_language(CONNECTIVE_WORDS)
DEFINITE = _by_language(
    {
        "en": "the",
        "de": "der die das den dem des im am zum zur",
        "fr": "le la les du des au aux",
        "es": "el la los las del al",
        "it": "il lo la i gli le del della dei delle al alla",
        "pt": "o a os as do da dos das ao no na",
        "nl": "de het",
    }
)
DEMONSTRATIVES = _by_language(
    {
        "en": "this that these those such",
        "de": "dies diese dieser dieses diesen diesem solche solcher",
        "fr": "ce cet cette ces cela ceci",
        "es": "este esta estos estas esto ese esa esos esas eso",
        "it": "questo questa questi queste tale tali ciò",
        "pt": "este esta estes estas isto esse essa esses essas isso",
        "ru": "это этот эта эти этого этой этом этих",
        "nl": "dit dat deze die",
    }
)
PERSONS = _by_language(
    {
        "en": "he she his her hers him himself herself",
        "de": "er sie ihm ihn",
        "fr": "il elle lui",
        "es": "él ella",
        "it": "egli ella lui lei",
        "pt": "ele ela",
        "ru": "он она",
    }
)
TALK = _by_language({"en": "i i'm i'd i'll i've me my mine myself you you're you'd you'll you've your yours"})


def opening_words(units: Units) -> tuple[list[str], list[str]]:
    """Return the first and the second word of every sentence, lower-cased; "" if there is none."""
    words, word, offsets = units.words, units.word.tolist(), units.offsets.tolist()
    first, second = [], []
    for start, end in pairwise(offsets):
        first.append(words[word[start]] if start < end else "")
        second.append(words[word[start + 1]] if start + 1 < end else "")
    return first, second
