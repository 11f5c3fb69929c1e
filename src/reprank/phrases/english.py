"""English words to what they can be: lists of words, a table of parts of speech, and endings for all others.

A part-of-speech tagger would bring a model and milliseconds a sentence. The table with the words beside
(``reprank.phrases.parts``) finds noun phrases nearly as well (docs/lab/keywords.md).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from reprank.arrays import Floats
from reprank.caching import cached_property
from reprank.patterns import lazy_pattern
from reprank.phrases.parts import EIGHTHS, NAME_SHARES, Category, Shares, log_shares
from reprank.shipped import DATA
from reprank.values import dataclass

LISTS, TABLE = DATA / "english-words.txt", DATA / "english-parts.txt"

NOUN_SHARES: Shares = NAME_SHARES
PARTICIPLE_SHARES: Shares = (0, 0, EIGHTHS, 0, 0, 0)
GERUND_SHARES: Shares = (2, 0, 0, 6, 0, 0)
ADJECTIVE_SHARES: Shares = (1, 0, 0, 0, 7, 0)
ADVERB_SHARES: Shares = (0, 0, 0, 0, 0, EIGHTHS)
VERB_SHARES: Shares = (1, 7, 0, 0, 0, 0)
ENDINGS = (
    (("al", "ive", "ous", "ic", "able", "ible", "ful", "less", "ary"), ADJECTIVE_SHARES),
    (("ize", "ise", "ify"), VERB_SHARES),
    (("ed",), PARTICIPLE_SHARES),
    (("ing",), GERUND_SHARES),
)
LAST_LETTERS = frozenset(ending[-1] for endings, _ in ENDINGS for ending in endings)
MIN_ENDING_LETTERS = 5  # an ending says nothing of a shorter word: "fly", "red", "oral"
CONTRACTIONS = ("n't", "'ve", "'ll", "'re", "'d", "'m")
DIGITS_FIRST = lazy_pattern(r"\d+-?[a-z][\w-]*")  # 3d, 5-year
CATEGORIES = {
    "determiners": Category.DETERMINER,
    "prepositions": Category.PREPOSITION,
    "subject pronouns": Category.PRONOUN,
    "modals": Category.MODAL,
    "forms of be": Category.BE,
    "forms of have": Category.HAVE,
    "conjunctions": Category.CONJUNCTION,
}
CATEGORY_OF_PART = (  # in the order of PARTS
    Category.SINGULAR, Category.VERB, Category.VERB, Category.VERB, Category.MODIFIER, Category.ADVERB
)  # fmt: skip


@dataclass(frozen=True)
class Lexicon:
    """Lists of English words and a table of parts of speech."""

    function: frozenset[str]
    general: frozenset[str]
    generic: frozenset[str]
    categories: dict[str, Category]
    table: dict[str, Shares]
    profiles: tuple[Shares, ...]  # the different shares that words have

    def breaks(self, word: str) -> bool:
        """Tell whether a lower-cased word ends a phrase wherever it stands.

        >>> [english().breaks(word) for word in ("of", "new", "bridge", "2019", "3d", "and/or", "we've")]
        [True, True, False, True, False, True, True]
        """
        if word in self.function or word in self.general or word.endswith(CONTRACTIONS):
            return True
        if word[0].isdigit() and not DIGITS_FIRST.fullmatch(word):
            return True
        return "/" in word and all(part in self.function for part in word.split("/"))

    def category(self, word: str) -> Category:
        """Tell what a word that ends phrases means for the words beside it."""
        if word[0].isdigit():
            return Category.DETERMINER
        if word in self.categories or word not in self.table:
            return self.categories.get(word, Category.OTHER)
        return CATEGORY_OF_PART[_largest(self.table[word])]

    def may_be_name(self, word: str) -> bool:
        """Tell whether a word that ends phrases is part of a name if it has a capital: New York, Neil Young."""
        return word in self.general and self.category(word) in (Category.MODIFIER, Category.VERB)

    def shares(self, word: str) -> Shares:
        """Return how often a word is a noun, verb, participle, gerund, adjective and adverb, in eighths.

        >>> english().shares("pandemic"), english().shares("graph-based")
        ((2, 0, 0, 0, 6, 0), (0, 0, 5, 0, 3, 0))
        """
        known = self.table.get(word)
        if known is None and "-" in word:
            known = self.table.get(word[word.rindex("-") + 1 :])
        if known is not None:
            return known
        if word.endswith("ly") and len(word) >= MIN_ENDING_LETTERS and self._is_adverb(word):
            return ADVERB_SHARES
        return ending_shares(word)

    @cached_property
    def profile_number(self) -> dict[Shares, int]:
        """Number of each of the profiles."""
        return {shares: number for number, shares in enumerate(self.profiles)}

    @cached_property
    def log_shares(self) -> Floats:
        """Logarithms for ``parts_in_context``: of words that end in -s or not, of each profile, of each reading."""
        return np.array([[log_shares(shares, ends_in_s=s) for shares in self.profiles] for s in (False, True)])

    def _is_adverb(self, word: str) -> bool:
        """Tell whether a word in -ly is made of an adjective or participle: "oddly", but not "Emily"."""
        bases = (word[:-2], word[:-3] + "y", word[:-1] + "e", word[:-4])  # quick-ly, happi-ly, possib-ly, bas-ically
        shares = [self.table.get(base) or ending_shares(base) for base in bases if len(base) > 2]
        return any(sum(share[2:5]) > EIGHTHS // 4 for share in shares)


def ending_shares(word: str) -> Shares:
    """Guess what a word that is in no table can be from its ending; a noun if the ending says nothing."""
    if len(word) >= MIN_ENDING_LETTERS and word[-1] in LAST_LETTERS:
        for endings, shares in ENDINGS:
            if word.endswith(endings):
                return shares
    return NOUN_SHARES


def _largest(shares: Shares) -> int:
    return max(range(len(shares)), key=shares.__getitem__)


@cache
def english() -> Lexicon:
    """Read the lists and the table that ship with the package, once a process."""
    lists = {name: frozenset(words) for name, words in _sections(LISTS)}
    categories = {word: category for name, category in CATEGORIES.items() for word in lists[name]}
    categories |= {"of": Category.OF, "to": Category.TO, "that": Category.RELATIVE, "which": Category.RELATIVE}
    table: dict[str, Shares] = {}
    for name, words in _sections(TABLE):
        table.update(dict.fromkeys(words, tuple(map(int, name.split()))))
    return Lexicon(
        function=lists["function"],
        general=lists["general"] | lists["empty participles"],
        generic=lists["generic nouns"],
        categories=categories,
        table=table,
        profiles=tuple(
            dict.fromkeys([*(shares for _, shares in ENDINGS), NOUN_SHARES, ADVERB_SHARES, *table.values()])
        ),
    )


def _sections(path: Path) -> list[tuple[str, list[str]]]:
    """Read ``[name]`` and the words below it."""
    sections = []
    for section in path.read_text(encoding="utf-8").split("\n[")[1:]:
        name, _, words = section.partition("]\n")
        if "#" in words:
            words = "\n".join(line for line in words.split("\n") if not line.startswith("#"))
        sections.append((name, words.split()))
    return sections
