"""Units to statements: the values of each sentence, and what each of them is the value of.

A value is a number or a day. What it is the value of is its frame: the stems of the words around it, those nearby
counting most.
"""

from __future__ import annotations

import datetime
import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter, itemgetter
from typing import NamedTuple

import numpy as np

from reprank.arrays import Booleans, Floats, Integers, distinct, wide
from reprank.caching import cached_property
from reprank.graph.edges import Edges
from reprank.patterns import lazy_pattern
from reprank.sources.days import DAY_WORDS, MONTH_NAMES, Day, day_of, days
from reprank.sources.matching import names_of
from reprank.sources.numerals import NUMBER_WORDS
from reprank.sources.quantities import LESS, MORE, Quantity, quantities
from reprank.text.units import Units
from reprank.values import value_class

NEARNESS = 0.85  # factor for each word between a value and a word of its frame
SENTENCE_WORDS = 6  # for which the border of a sentence counts
CLAUSE_WORDS = 2  # for which the border of a clause counts

REPORTING = frozenset(
    word
    for line in (
        "said say says saying told tell tells according reported report reports announced announce statement spokesman",
        "spokeswoman spokesperson official officials added sagte sagten teilte mitgeteilt meldet meldete selon annoncé",
        "según dijo put now still ago",
    )
    for word in line.split()
)
# English stop words that say what a value is the value of.
LEXICAL = frozenset(
    word
    for line in (
        "open opened opening opens begin begins began run ran fire free home room rooms member members net order sent",
        "ordered stop stopped take took taken won work works worked use used ended ends made make area areas new",
    )
    for word in line.split()
)
CASUALTIES = {
    "kill": "killed kills dead died dies death deaths toll fatalities lives",
    "hurt": "injured wounded injuries injury hurt",
}
SYNONYMS = {word: name for name, line in CASUALTIES.items() for word in [name, *line.split()]}
NEGATIONS = frozenset(
    word
    for line in (
        "no not never none neither nor cannot nobody nothing kein keine keinen keiner keinem nicht nie",
        "aucun aucune jamais pas ningún ninguna nunca don't doesn't didn't isn't aren't wasn't weren't won't wouldn't",
        "can't couldn't shouldn't hasn't haven't hadn't",
    )
    for word in line.split()
)
# What says that a value is about another time, part or sequence.
QUALIFIER = lazy_pattern(
    r"\b(?:(?:last|previous|past|letztes|letzten)\s(?:week|month|year|season|summer|winter|spring|autumn|night|jahr)"
    r"|ago|earlier|previous|former|first|second|third|fourth|fifth|latest|initial|strongest|largest|other|another|each|every|average|record|limit"
    rf"|more|fewer|less|abroad|only|previously|initially|originally|formerly|preliminary|1[5-9]\d\d|20\d\d|(?:in|im|en)\s(?:{MONTH_NAMES}))\b",
    re.I,
)
DIMENSIONS = frozenset(("long", "high", "tall", "deep", "wide", "thick", "away", "length", "height", "depth", "width"))
CLAUSE = lazy_pattern(
    r"[,:](?!\d)|[;()“”\"]|[.!?]\s|\s[-–—]\s|\b(?:and|but|while|when|after|who|which|where|because|although|und|et|y)\b"
    r"|\b(?:said|says|say|told|announced|reported|sagte|according\sto|selon|según)\b",
    re.I,
)
PART = lazy_pattern(r"\s(?:of|der|des|de|del)\s(?:the|its|their|his|her|those|these|them)\s", re.I)
_SAYS = r"(?:said|says|say|told|announced|reported|sagte)"
SAYS_CHARACTERS = 14
SAYS = lazy_pattern(r".*?\b(?:according\sto|selon|según)$", re.I)
SAYS_END = lazy_pattern(rf"\b{_SAYS}[.,]?\s*$", re.I)
CLOCK = lazy_pattern(r"\b\d{1,2}[:.]\d\d(?=\s?[ap]\.?m|\s)|\b\d{1,2}\s?[ap]\.?m\b", re.I)
PRONOUNS = frozenset(("it", "they", "he", "she", "that", "this", "these", "es", "sie", "er", "il", "elle"))
BESIDE_REPORTING = 2  # words between a day and the verb of reporting that it belongs to


@dataclass(frozen=True, slots=True)
class Word:
    """A content word of a sentence."""

    start: int
    stem: int
    text: str
    name: bool
    clause: int


class Found(NamedTuple):
    """The numbers and days of a sentence."""

    numbers: tuple[Quantity, ...]
    days: tuple[Day, ...]

    def may_differ(self, other: Found) -> bool:
        """Tell whether a day or a number of one may be another value of what is told in the other."""
        if any(one.comparable(it) and not one.agrees(it) for one in self.days for it in other.days):
            return True
        return any(one.comparable(it) and not one.agrees(it) for one in self.numbers for it in other.numbers)


@dataclass(frozen=True, slots=True)
class Value:
    """A value, and the words around it."""

    of: Quantity | Day
    frame: Mapping[int, float]  # stem: weight
    nouns: tuple[int, ...]  # stems behind a counted number
    before: int  # stem of the word before it
    qualifiers: frozenset[str]
    names: frozenset[int]
    negated: bool
    part: bool  # a part of a whole that is named: two of its pillars

    @property
    def unit(self) -> str:
        """What is measured, or how exactly the day is known."""
        return self.of.unit if isinstance(self.of, Quantity) else self.of.kind


@dataclass(frozen=True, slots=True)
class Denial:
    """What a sentence denies."""

    predicate: int  # stem of the first word behind the negation
    words: Mapping[int, float]  # stem: rarity


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence with its values."""

    sentence: int
    numbers: tuple[Value, ...]
    dates: tuple[Value, ...]
    denial: Denial | None
    words: Mapping[int, float]  # stem: rarity
    names: frozenset[int]
    clocks: frozenset[str]  # times of day
    years: bool  # whether it names a year


@value_class
class Statements:
    """Reads sentences when they are asked for, each once."""

    units: Units

    def of(self, sentence: int) -> Statement:
        """Return what a sentence states."""
        if sentence not in self._statements:
            self._statements[sentence] = self._read(sentence)
        return self._statements[sentence]

    @cached_property
    def _statements(self) -> dict[int, Statement]:
        return {}

    def values_of(self, sentence: int) -> Found:
        """Find the numbers and days of a sentence, each sentence once."""
        if sentence not in self._found:
            units = self.units
            text, day = units.slices[sentence], self._day[int(units.document[sentence])]
            dates = (
                [it.resolved(day) for it in days(text)]
                if self._with_days[sentence] or self._with_digits[sentence]
                else []
            )
            numbers: list[Quantity] = []
            if self._with_digits[sentence] or self._with_number_words[sentence]:
                found = quantities(text, units.language.code, in_words=bool(self._with_number_words[sentence]))
                numbers = [it for it in found if not any(day.start < it.end and it.start < day.end for day in dates)]
            self._found[sentence] = Found(tuple(numbers), tuple(dates))
        return self._found[sentence]

    @cached_property
    def _found(self) -> dict[int, Found]:
        return {}

    def _read(self, sentence: int) -> Statement:
        text = self.units.slices[sentence]
        numbers, days_told = self.values_of(sentence)
        borders = [match.end() for match in CLAUSE.finditer(text)]
        words, plain = self._words(sentence, borders)
        dates = [it for it in days_told if not _of_report(it.start, plain)]
        values = [*((it.start, it.end) for it in dates), *((it.start, it.end) for it in numbers)]
        content = [word for word in words if not any(a <= word.start < b for a, b in values)]
        kept = _without_report(text, borders, content, values)
        before = self._subject(sentence, plain)
        negations = [start for start, word in plain if _negates(word)] if self.with_denials[sentence] else []
        return Statement(
            sentence,
            tuple(self._value(it, kept, plain, borders, text, before) for it in numbers),
            tuple(self._value(it, kept, plain, borders, text, before) for it in dates),
            self._denied(kept, borders, negations[0]) if negations else None,
            {word.stem: float(self.rarity[word.stem]) for word in kept},
            frozenset(word.stem for word in kept if word.name),
            frozenset(CLOCK.findall(text)) if self._with_digits[sentence] else frozenset(),
            any(it.kind == "year" for it in dates),
        )

    def _subject(self, sentence: int, plain: Sequence[tuple[int, str]]) -> Sequence[int]:
        """Return the stems of the sentence before, if this one begins with a pronoun."""
        if not plain or plain[0][1] not in PRONOUNS or self.units.position[sentence] < 2:
            return ()
        begin, end = int(self.units.offsets[sentence - 1]), int(self.units.offsets[sentence])
        stop = self.units.stems.stop[begin:end]
        return tuple(self._stem_of_word[begin:end][~stop].tolist())

    def _denied(self, words: Sequence[Word], borders: Sequence[int], start: int) -> Denial | None:
        """Read what a negation denies: the first word behind it, and the words of its clause."""
        clause = bisect_right(borders, start)
        told = [word for word in words if word.clause == clause]
        behind = [word for word in told if word.start > start]
        if not behind:
            return None
        return Denial(behind[0].stem, {word.stem: float(self.rarity[word.stem]) for word in told})

    def _words(self, sentence: int, borders: Sequence[int]) -> tuple[list[Word], list[tuple[int, str]]]:
        units = self.units
        begin, end = int(units.offsets[sentence]), int(units.offsets[sentence + 1])
        first = int(units.start[sentence])
        content: list[Word] = []
        plain: list[tuple[int, str]] = []
        stems, stops = self._stem_of_word[begin:end].tolist(), units.stems.stop[begin:end].tolist()
        forms = units.form[begin:end].tolist()
        starts = (units.word_start[begin:end] - first).tolist()
        for stem, stop, form, start in zip(stems, stops, forms, starts, strict=True):
            written = units.forms[form]
            word = written.lower()
            plain.append((start, word))
            name = written[:1].isupper() and self._names[stem]
            if (stop and word not in LEXICAL and not name) or word in REPORTING or written[:1].isdigit():
                continue
            content.append(Word(start, stem, word, bool(name), bisect_right(borders, start)))
        return content, plain

    def _value(
        self,
        of: Quantity | Day,
        words: Sequence[Word],
        plain: Sequence[tuple[int, str]],
        borders: Sequence[int],
        text: str,
        before: Sequence[int],
    ) -> Value:
        clause = bisect_right(borders, of.start)
        at = bisect_right(words, of.start, key=attrgetter("start"))
        frame: dict[int, float] = {}
        for place, word in enumerate(words):
            distance = (at - place - 1) if place < at else (place - at)
            distance += CLAUSE_WORDS * abs(word.clause - clause)
            weight = float(self.rarity[word.stem]) * NEARNESS**distance
            frame[word.stem] = max(frame.get(word.stem, 0.0), weight)
        for stem in before:
            frame.setdefault(stem, float(self.rarity[stem]) * NEARNESS**SENTENCE_WORDS)
        behind = [word.stem for word in words[at : at + 2] if word.clause == clause]
        near = {
            word for start, word in plain if bisect_right(borders, start) == clause and not of.start <= start < of.end
        }
        begin = borders[clause - 1] if clause else 0
        end = borders[clause] if clause < len(borders) else len(text)
        return Value(
            of,
            frame,
            tuple(behind),
            words[at - 1].stem if at else -1,
            frozenset(
                found.lower()
                for found in QUALIFIER.findall(
                    LESS.sub("", MORE.sub("", text[begin : of.start])) + "#" + text[of.end : end]
                )
            )
            | frozenset(near & DIMENSIONS),
            frozenset(word.stem for word in words if word.name and word.clause == clause),
            any(map(_negates, near)),
            PART.match(text, of.end) is not None,
        )

    @cached_property
    def _stem_of_word(self) -> Integers:
        """The stem of every word of the running text; words for death and injury are one each."""
        stem = self.units.stems.stem.copy()
        of_name: dict[str, int] = {}
        for number in np.flatnonzero(self.units.holding(SYNONYMS.keys())).tolist():
            places = np.flatnonzero(self.units.word == number)
            stem[places] = of_name.setdefault(SYNONYMS[self.units.words[number]], int(stem[places[0]]))
        return stem

    @cached_property
    def stems(self) -> Edges:
        """Which stems that are no stop words each sentence has."""
        inside = ~self.units.stems.stop | self.units.holding(LEXICAL)[self.units.word]
        width = max(len(self.units.stems.names), 1)
        places = distinct(wide(self.units.sentence_of_word[inside]) * width + self._stem_of_word[inside])
        return Edges(places // width, places % width, np.ones(len(places)), (len(self.units), width))

    @cached_property
    def rarity(self) -> Floats:
        """How few sentences have each stem."""
        frequency = np.bincount(self.stems.target, minlength=self.stems.shape[1])
        rarity: Floats = np.log(max(len(self.units), 1) / np.maximum(frequency, 1)) + 1
        return rarity

    @cached_property
    def with_values(self) -> Booleans:
        """Sentences that may have a number or a day."""
        return self._with_digits | self._with_number_words | self._with_days

    @cached_property
    def with_denials(self) -> Booleans:
        """Sentences that have a negation."""
        return self._having(self.units.holding(NEGATIONS))

    @cached_property
    def _with_digits(self) -> Booleans:
        words = self.units.words
        return self._having(np.fromiter((word[0] <= "9" for word in words), np.bool_, len(words)))

    @cached_property
    def _with_number_words(self) -> Booleans:
        return self._having(self.units.holding(NUMBER_WORDS.get(self.units.language.code, {}).keys()))

    @cached_property
    def _with_days(self) -> Booleans:
        return self._having(self.units.holding(DAY_WORDS))

    def _having(self, wanted: Booleans) -> Booleans:
        """Tell which sentences have one of the wanted words."""
        return np.bincount(self.units.sentence_of_word[wanted[self.units.word]], minlength=len(self.units)) > 0

    @cached_property
    def _day(self) -> list[datetime.date | None]:
        return [day_of(document) for document in self.units.documents]

    @cached_property
    def _names(self) -> Booleans:
        return names_of(self.units)


def _without_report(
    text: str, borders: Sequence[int], words: Sequence[Word], values: Sequence[tuple[int, int]]
) -> list[Word]:
    """Leave out the clauses that only say who says it."""
    edges = [0, *borders, len(text)]
    reporting = set()
    for clause in range(len(edges) - 1):
        if SAYS.match(text, max(edges[clause] - SAYS_CHARACTERS, 0), edges[clause]) is None and not SAYS_END.search(
            text, max(edges[clause], edges[clause + 1] - SAYS_CHARACTERS), edges[clause + 1]
        ):
            continue
        if not any(edges[clause] <= start < edges[clause + 1] for start, _ in values):
            reporting.add(clause)
    return [word for word in words if word.clause not in reporting]


def _negates(word: str) -> bool:
    return word.replace("’", "'") in NEGATIONS


def _of_report(start: int, plain: Sequence[tuple[int, str]]) -> bool:
    """Tell whether a day says when something was said."""
    at = bisect_right(plain, start, key=itemgetter(0)) - 1
    beside = plain[max(at - BESIDE_REPORTING, 0) : at]
    return any(word in REPORTING for _, word in beside)
