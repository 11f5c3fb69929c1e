"""Words to their part in an English phrase: by lists of exceptions and by endings.

A part-of-speech tagger would bring a model and milliseconds a sentence; for finding noun phrases, lists of function
words, verbs and empty adjectives do as well (docs/keywords.md).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

LISTS = Path(__file__).parents[1] / "data" / "english-words.txt"

BREAK, NOUN, MODIFIER = 0, 1, 2  # ends a phrase; may be its last word; may stand in it, but not at its end

ADJECTIVE_ENDINGS = ("al", "ive", "ous", "ic", "able", "ible", "ful", "less", "ary")
VERB_ENDINGS = ("ize", "ise", "ify", "ate")
CONTRACTIONS = ("n't", "'ve", "'ll", "'re", "'d", "'m")
SIBILANTS = ("s", "sh", "ch", "x", "z", "o")
SHORTEST = 5  # letters from which on an ending says something: "fly", "red" and "oral" are too short
DIGITS_FIRST = re.compile(r"\d+-?[a-z][\w-]*")  # 3d, 5-year
DOUBLING = re.compile(r"[^aeiou][aeiou][tnpgdlmr]")  # the end of stop, plan: stopped, planning


@dataclass(frozen=True)
class Lexicon:
    """Lists of English words; what is on none of them is told by its ending."""

    breakers: frozenset[str]
    before_verbs: frozenset[str]
    ambiguous_verbs: frozenset[str]
    not_adverbs: frozenset[str]
    not_participles: frozenset[str]
    not_adjectives: frozenset[str]
    generic: frozenset[str]

    def part(self, word: str) -> int:
        """Tell what a lower-cased word does in a noun phrase.

        >>> lexicon = english()
        >>> [lexicon.part(word) for word in ("of", "quickly", "bridge", "central", "graph-based", "2019")]
        [0, 0, 1, 2, 2, 0]
        """
        if word in self.breakers or self._is_adverb(word) or (word[0].isdigit() and not DIGITS_FIRST.fullmatch(word)):
            return BREAK
        if word.endswith(CONTRACTIONS) or ("/" in word and self.breakers.issuperset(word.split("/"))):  # and/or
            return BREAK
        long = len(word) >= SHORTEST
        participle = long and word.endswith("ed") and word not in self.not_participles
        adjective = long and word.endswith(ADJECTIVE_ENDINGS) and word not in self.not_adjectives
        return MODIFIER if participle or adjective else NOUN

    def may_be_verb(self, word: str) -> bool:
        """Tell whether a word is a verb after "to" (to study, to classify), though it is a noun elsewhere."""
        return word in self.ambiguous_verbs or word.endswith(VERB_ENDINGS)

    def _is_adverb(self, word: str) -> bool:
        return len(word) >= SHORTEST and word.endswith("ly") and word not in self.not_adverbs


@cache
def english() -> Lexicon:
    """Read the lists that ship with the package, once a process."""
    lists = _read_lists(LISTS.read_text(encoding="utf-8"))
    verbs = _verb_forms(lists["plain verbs"], lists["modifying verbs"], lists["ambiguous verbs"])
    verbs = (verbs | lists["irregular forms"]) - lists["modifying forms"]
    return Lexicon(
        breakers=lists["function"] | lists["general"] | verbs,
        before_verbs=lists["before verbs"],
        ambiguous_verbs=lists["ambiguous verbs"],
        not_adverbs=lists["not adverbs"],
        not_participles=lists["not participles"],
        not_adjectives=lists["not adjectives"],
        generic=lists["generic nouns"],
    )


def _read_lists(text: str) -> dict[str, frozenset[str]]:
    """Read ``[name]`` and the words below it."""
    lists = {}
    for section in text.split("\n[")[1:]:
        name, words = section.split("]\n", maxsplit=1)
        lists[name] = frozenset(word for line in words.split("\n") if not line.startswith("#") for word in line.split())
    return lists


def _verb_forms(plain: frozenset[str], modifying: frozenset[str], ambiguous: frozenset[str]) -> frozenset[str]:
    """Inflect verbs, leaving out the forms that may stand in a noun phrase."""
    forms = set(plain | modifying)
    forms.update(_third_person(verb) for verb in plain | modifying)
    for verb in plain | modifying | ambiguous:
        stems = _inflected_stems(verb)
        forms.update(stem + "ing" for stem in stems)
        if verb not in modifying:
            forms.update(stem + "ed" for stem in stems)
            if _ends_in_consonant_y(verb):
                forms.add(verb[:-1] + "ied")
    return frozenset(forms)


def _third_person(verb: str) -> str:
    if _ends_in_consonant_y(verb):
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(SIBILANTS) else "s")


def _inflected_stems(verb: str) -> tuple[str, ...]:
    """Return what -ing and -ed are added to; both spellings where the last letter may be doubled."""
    stem = verb[:-1] if verb.endswith("e") and not verb.endswith(("ee", "oe")) else verb
    return (stem, verb + verb[-1]) if len(verb) <= 6 and DOUBLING.fullmatch(verb, len(verb) - 3) else (stem,)


def _ends_in_consonant_y(verb: str) -> bool:
    return verb.endswith("y") and verb[-2] not in "aeiou"
