"""Sentences to introductions: where a person or a thing is first named that a later sentence takes for known.

"Hansen's campaign" needs the sentence that says "Maria Hansen"; "The ship was towed" needs the sentence in which the
ship first occurs.
"""

from __future__ import annotations

import re
from itertools import takewhile

import numpy as np

from reprank.arrays import Integers
from reprank.caching import cached_property
from reprank.text.units import Units

# Languages that write names, and only names, with capitals.
NAME_CAPITALS = frozenset({"en", "fr", "es", "it", "pt", "nl", "da", "sv", "no", "ro", "ca"})
# A capitalised word, and the surname that follows it, if one does.
NAME = re.compile(
    r"([A-Z](?<=\b.)[a-zà-ÿ]+)\b(?:(?=(?: [A-Z]\.)?(?: (?:de|da|van|von|der|al|bin))? ([A-Z][a-zà-ÿ]{2,})\b)|)"
)
DEFINITE = re.compile(r"\W*The ((?:[a-z][\w-]+ ){0,2}[a-z][\w-]+)")
UNIQUE = frozenset(
    [
        "same",
        "first",
        "last",
        "next",
        "latest",
        "most",
        "best",
        "world",
        "country",
        "government",
        "president",
        "public",
        "internet",
        "sun",
    ]
)


def introductions(units: Units) -> tuple[Integers, Integers]:
    """Return for each sentence the sentence that introduces a person it names by surname, and the thing it opens with.

    −1 where nothing needs an introduction, or where there is none.

    >>> from reprank.text.documents import Document
    >>> from reprank.text.languages import language
    >>> from reprank.text.units import read_units
    >>> text = "Maria Hansen bought a ship. It rained. The ship was old. Nobody asked Hansen about it."
    >>> people, things = introductions(read_units([Document(text)], language("en")))
    >>> people.tolist(), things.tolist()
    ([-1, -1, -1, 0], [-1, -1, 0, -1])
    """
    people, things = np.full(len(units), -1), np.full(len(units), -1)
    if units.language.code not in NAME_CAPITALS:
        return people, things
    first = FirstSentences(units)
    surnames: dict[str, int] = {}
    document = -1
    for i, (text, of) in enumerate(zip(units.texts, units.document.tolist(), strict=True)):
        if of != document:
            document, surnames = of, {}
        names = NAME.findall(text)
        introduced = {name for pair in names if pair[1] for name in pair}
        for name, _ in names if surnames else ():
            if name in surnames and name not in introduced:
                people[i] = surnames[name]
                break
        for _, surname in names:
            if surname:
                surnames.setdefault(surname, i)
        if units.language.code == "en" and (opening := DEFINITE.match(text)):
            things[i] = _introduction(units, i, opening[1], first)
    return people, things


class FirstSentences:
    """The first sentence of each document in which a stem occurs."""

    def __init__(self, units: Units) -> None:
        self._units, self._document = units, -1
        self._sentence_of_stem: dict[int, int] = {}

    def of(self, document: int, stem: str) -> int | None:
        """Return the sentence, or None if the document does not contain the stem; fast for one document at a time."""
        if document != self._document:
            self._document, self._sentence_of_stem = document, self._read(document)
        return self._sentence_of_stem.get(self._number.get(stem, -1))

    def _read(self, document: int) -> dict[int, int]:
        units = self._units
        first, last = units.offsets[np.searchsorted(units.document, [document, document + 1])].tolist()
        backwards = slice(last - 1, first - 1 if first else None, -1)  # so that the first occurrence is entered last
        pairs = zip(units.stems.stem[backwards].tolist(), units.sentence_of_word[backwards].tolist(), strict=True)
        return dict(pairs)

    @cached_property
    def _number(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self._units.stems.names)}


def _introduction(units: Units, sentence: int, thing: str, first: FirstSentences) -> int:
    """Return the sentence that introduces the thing with which a sentence opens; −1 if there is none."""
    if units.position[sentence] == 1:
        return -1
    words = list(takewhile(lambda word: word not in units.language.stopwords, thing.split()))
    if not words or UNIQUE.intersection(words):
        return -1
    document = int(units.document[sentence])
    stems = units.language.stem([word.lower() for word in words])
    places = [first.of(document, stem) for stem in stems]
    return min((place for place in places if place is not None and place < sentence), default=-1)
