"""Words to Porter stems, in the two variants that ROUGE scores are published with.

Porter's algorithm ("An algorithm for suffix stripping", Program 14(3), 1980) exists in several variants.

``porter`` is that of Google's ``rouge-score``, which stems with NLTK's default. Its departures from the paper are: a
table of irregular forms; words of one or two letters stay; DIES -> DIE and DIED -> DIE but FLIES -> FLI; Y -> I only
after a consonant that does not begin the word (ENJOY stays); BLI -> BLE for ABLI -> ABLE; FULLI -> FUL and
LOGI -> LOG; ALLI -> AL repeats step 2; a vowel and a consonant count as a short syllable.

``porter_rouge155`` is that of the Perl program ROUGE-1.5.5. Its departures are: words of one or two letters stay;
BLI -> BLE for ABLI -> ABLE and LOGI -> LOG, as in Porter's own later releases; and in step 4 a word that has lost a
suffix, or kept one because the rest was too short, is still tried for MENT, then for ENT, then for ION.

Snowball's "porter" has none of these departures, so PyStemmer gives other stems than either.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

IRREGULAR = {
    "sky": "sky", "skies": "sky", "dying": "die", "lying": "lie", "tying": "tie", "news": "news",
    "innings": "inning", "inning": "inning", "outings": "outing", "outing": "outing",
    "cannings": "canning", "canning": "canning", "howe": "howe",
    "proceed": "proceed", "exceed": "exceed", "succeed": "succeed",
}  # fmt: skip

Rules = Sequence[tuple[str, str]]
STEP_2: Rules = (
    ("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize"), ("bli", "ble"),
    ("alli", "al"), ("entli", "ent"), ("eli", "e"), ("ousli", "ous"), ("ization", "ize"), ("ation", "ate"),
    ("ator", "ate"), ("alism", "al"), ("iveness", "ive"), ("fulness", "ful"), ("ousness", "ous"), ("aliti", "al"),
    ("iviti", "ive"), ("biliti", "ble"),
)  # fmt: skip
STEP_3: Rules = (
    ("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ful", ""), ("ness", ""),
)  # fmt: skip
# Order matters: EMENT is tried before MENT, and MENT before ENT.
STEP_4: Rules = (
    ("al", ""), ("ance", ""), ("ence", ""), ("er", ""), ("ic", ""), ("able", ""), ("ible", ""), ("ant", ""),
    ("ement", ""), ("ment", ""), ("ent", ""), ("ion", ""), ("ou", ""), ("ism", ""), ("ate", ""), ("iti", ""),
    ("ous", ""), ("ive", ""), ("ize", ""),
)  # fmt: skip
STEP_4_ROUGE155: Sequence[Rules] = (
    tuple(rule for rule in STEP_4 if rule[0] not in ("ment", "ent", "ion")),
    (("ment", ""),),
    (("ent", ""), ("sion", "s"), ("tion", "t")),
)


@lru_cache(maxsize=1 << 17)
def porter(word: str) -> str:
    """Reduce a lower-cased word to its stem.

    >>> [porter(word) for word in ("summaries", "summarization", "ranking", "enjoyed", "died")]
    ['summari', 'summar', 'rank', 'enjoy', 'die']
    """
    if word in IRREGULAR:
        return IRREGULAR[word]
    if len(word) <= 2:
        return word
    word = _final_y(_past_and_gerund(_plural(word)))
    word = _derivation(word)
    word = _replace(word, STEP_3, lambda stem, _: _measure(stem) > 0)
    word = _replace(word, STEP_4, lambda stem, suffix: _measure(stem) > 1 and (suffix != "ion" or stem[-1] in "st"))
    return _final_l(_final_e(word, _short_syllable))


@lru_cache(maxsize=1 << 17)
def porter_rouge155(word: str) -> str:
    """Reduce a lower-cased word to the stem of ROUGE-1.5.5.

    >>> [porter_rouge155(word) for word in ("away", "died", "aged", "geology", "technology", "argument")]
    ['awai', 'di', 'ag', 'geologi', 'technolog', 'argum']
    """
    if len(word) <= 2:
        return word
    word = word[:-2] if word.endswith("ies") else _plural(word)
    word = _past_and_gerund_1980(word, _closed_syllable)
    word = word[:-1] + "i" if word.endswith("y") and "v" in _shape(word[:-1]) else word
    word = _replace(word, (*STEP_2, ("logi", "log")), lambda stem, _: _measure(stem) > 0)
    word = _replace(word, STEP_3, lambda stem, _: _measure(stem) > 0)
    for rules in STEP_4_ROUGE155:
        word = _replace(word, rules, _long_enough)
    return _final_l(_final_e(word, _closed_syllable))


def _plural(word: str) -> str:
    if word.endswith("ies"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("sses"):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _past_and_gerund(word: str) -> str:
    if word.endswith("ied"):
        return word[:-1] if len(word) == 4 else word[:-2]
    return _past_and_gerund_1980(word, _short_syllable)


def _past_and_gerund_1980(word: str, short: Callable[[str], bool]) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    stem = next((word[: -len(suffix)] for suffix in ("ed", "ing") if word.endswith(suffix)), "")
    if "v" not in _shape(stem):
        return word
    if stem.endswith(("at", "bl", "iz")):
        return stem + "e"
    if len(stem) > 1 and stem[-1] == stem[-2] and _shape(stem)[-1] == "c":
        return stem if stem[-1] in "lsz" else stem[:-1]
    return stem + "e" if _measure(stem) == 1 and short(stem) else stem


def _final_y(word: str) -> str:
    stem = word[:-1]
    return stem + "i" if word.endswith("y") and len(stem) > 1 and _shape(stem)[-1] == "c" else word


def _derivation(word: str) -> str:
    if word.endswith("alli") and _measure(word[:-4]) > 0:
        return _derivation(word[:-2])
    if word.endswith("logi"):  # the L counts as part of the stem: GEOLOGI -> GEOLOG
        return word[:-1] if _measure(word[:-3]) > 0 else word
    return _replace(word, (*STEP_2, ("fulli", "ful")), lambda stem, _: _measure(stem) > 0)


def _final_e(word: str, short: Callable[[str], bool]) -> str:
    stem = word[:-1]
    if not word.endswith("e"):
        return word
    measure = _measure(stem)
    return stem if measure > 1 or (measure == 1 and not short(stem)) else word


def _long_enough(stem: str, suffix: str) -> bool:
    # Of SION and TION the first letter stays and counts as part of the stem.
    return _measure(stem + suffix[0] if suffix.endswith("ion") else stem) > 1


def _final_l(word: str) -> str:
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word


def _replace(word: str, rules: Rules, condition: Callable[[str, str], bool]) -> str:
    """Apply the first rule whose suffix fits; if its condition fails, no other rule is tried."""
    for suffix, replacement in rules:
        if word.endswith(suffix):
            stem = word[: -len(suffix)]
            return stem + replacement if condition(stem, suffix) else word
    return word


def _shape(stem: str) -> str:
    """Write ``c`` for every consonant and ``v`` for every vowel; Y is a vowel after a consonant."""
    shape = ""
    for letter in stem:
        shape += "v" if letter in "aeiou" or (letter == "y" and shape.endswith("c")) else "c"
    return shape


def _measure(stem: str) -> int:
    """Count the m of Porter's form [C](VC)^m[V]."""
    return _shape(stem).count("vc")


def _closed_syllable(stem: str) -> bool:
    """Whether the stem ends in consonant, vowel, consonant, the last of them not W, X or Y (Porter's *o)."""
    return _shape(stem).endswith("cvc") and stem[-1] not in "wxy"


def _short_syllable(stem: str) -> bool:
    return _shape(stem) == "vc" or _closed_syllable(stem)
