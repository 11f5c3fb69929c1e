"""Query to its terms: which sentences contain what is asked for, exactly or in another form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from math import ceil

import numpy as np

from reprank.arrays import Booleans, Floats, Integers, distinct
from reprank.coverage.answer_types import answering
from reprank.coverage.settings import QueryPull
from reprank.patterns import lazy_pattern
from reprank.text.tokens import normal_form, unspaced_character, word_pattern
from reprank.text.units import Units
from reprank.values import value_class

QUOTED = lazy_pattern(r"\"([^\"]+)\"|“([^“”]+)”|„([^„“”]+)[“”]|«([^«»]+)»|「([^「」]+)」")
# An option, a path or an identifier: its signs tell it from the words that it is made of.
SIGNED = lazy_pattern(r"(?<!\S)(?:--?\w[\w-]*|[\w.~-]*(?:[/_]\w[\w.-]*)+)(?<=\w)")
MAX_TERMS = 128  # of a query; a longer one is asked by its heaviest terms
MAX_QUERY_WORDS = 1_000  # each of which is looked for in the whole text; the rest of a longer query is not asked
MIN_FORM_LETTERS = 4  # that two forms of one word have in common at the beginning, or that a part of a compound has
FORM_SHARE = 0.7  # of the letters of the longer form that the common beginning must have
_INFLECTION = lazy_pattern(r"[^aeiou]?(?:e?s|e?d|ing|'s|e|er|est|y|ie[sd]|n|en|)")  # behind what two forms share
MAX_ENTRY_LINES = 1000  # from a definition up to the entry that it is in
MAX_NAME_CHARACTERS = 80  # of an entry
MAX_COMMAND_CHARACTERS = 20  # before an option that it has: "set -e: …"
CAPITALISED_SHARE = 0.8  # of the occurrences of a name


@value_class
class QueryTerms:
    """How often each asked term stands in each sentence, and what the term weighs.

    A term is a stem, a pair of neighbouring stems, a quoted phrase, or an option, a path or an identifier of the query.
    ``weight`` is the rarity of the term over the sentences, ln(1 + (n − df + ½) / (df + ½)), times the weight of its
    kind. ``musts`` tells which sentences contain each name, number, quoted phrase, option, path and identifier.
    """

    counts: Floats  # (sentences, terms)
    weight: Floats  # (terms,)
    topical: Booleans  # (terms,): terms that are more than a stop word or a pair of words
    musts: Booleans  # (sentences, musts)
    stems: Integers  # the stems of the text that were asked for, in any form
    names: Booleans  # which stems of the text are names
    answering: Booleans  # (sentences,): contain what the first words of the query ask for, such as a duration
    terms: tuple[str, ...]  # the terms as the query has them
    related: tuple[str, ...] = ()  # words of the text that are only related in meaning to words of the query
    derived: tuple[str, ...] = ()  # words of the text that share no more than a stem with words of the query
    exact: bool = True  # the text contains a word of the query, inflected or not

    @property
    def found(self) -> bool:
        """Tell whether the text contains anything that was asked for; stop words do not count."""
        return bool(self.topical.any())


@value_class
class _Word:
    form: str  # lower-cased
    stem: str
    is_stop: bool
    is_unspaced: bool  # one character of a script without spaces


@value_class
class _Column:
    term: str
    count: Floats
    weight: float
    is_topical: bool = True
    is_must: bool = False


def read_query(query: str, units: Units, settings: QueryPull) -> QueryTerms:
    """Find the terms of a query in the sentences.

    Words that the text does not contain are matched by other forms of the word, by compounds that contain it or are
    contained in it, and (English only) by words with a near vector. Each kind counts for less than the one before.
    """
    return _Reader(query, units, settings).read()


class _Reader:
    def __init__(self, query: str, units: Units, settings: QueryPull) -> None:
        self.query, self.units, self.settings = _beginning(query), units, settings
        self.number = {name: i for i, name in enumerate(units.stems.names)}
        self.names = names(units)
        self.found_stems: list[int] = []
        self.related: list[str] = []
        self.derived: list[str] = []
        self.exact = False
        self.answering = np.zeros(len(units), dtype=np.bool_)

    def read(self) -> QueryTerms:
        words = self._words(self.query)
        columns = [*self._quoted(), *self._signed(), *self._single(words), *self._pairs(words), *self._answers()]
        columns = [column for column in columns if column.count.any()]
        if not columns:
            columns = [_Column("", np.zeros(len(self.units)), 0.0, is_topical=False)]
        counts = np.stack([column.count for column in columns], axis=1)
        present = np.count_nonzero(counts, axis=0)
        idf = np.log1p((len(self.units) - present + 0.5) / (present + 0.5))
        weight = idf * np.array([column.weight for column in columns])
        heaviest = np.sort(np.argsort(-weight, kind="stable")[:MAX_TERMS])
        musts = [column.count > 0 for column in columns if column.is_must]
        return QueryTerms(
            counts[:, heaviest],
            weight[heaviest],
            np.array([column.is_topical for column in columns], dtype=np.bool_)[heaviest],
            np.stack(musts, axis=1) if musts else np.zeros((len(self.units), 0), dtype=np.bool_),
            np.array(sorted(set(self.found_stems)), np.intp),
            self.names,
            self.answering,
            tuple(columns[i].term for i in heaviest.tolist()),
            tuple(dict.fromkeys(self.related)),
            tuple(dict.fromkeys(self.derived)),
            self.exact,
        )

    def _words(self, text: str) -> list[_Word]:
        written = word_pattern(text).findall(text)
        forms = [normal_form(word) for word in written]
        language = self.units.language
        unspaced = unspaced_character()
        stems = language.stem(forms)
        abbreviations = not text.isupper()
        made = []
        for word, form, stem in zip(written, forms, stems, strict=True):
            # "WHO" and "US" are names, whatever "who" and "us" are.
            is_name = abbreviations and len(word) > 1 and word.isupper()
            is_stop = form in language.stopwords and not is_name
            made.append(_Word(form, stem, is_stop, unspaced.match(form) is not None))
        return made

    def _quoted(self) -> Iterator[_Column]:
        for match in QUOTED.finditer(self.query):
            phrase = next(group for group in match.groups() if group is not None)
            stems = [self.number.get(word.stem, -1) for word in self._words(phrase)]
            if stems and min(stems) >= 0:
                yield _Column(phrase, self._count(stems), 1.0, is_must=True)

    def _signed(self) -> Iterator[_Column]:
        """Find options, paths and identifiers as they are written; a sentence that begins with one defines it."""
        for match in SIGNED.finditer(self.query) if self.settings.signed else ():
            term = match.group()
            pattern = re.compile(rf"(?<![\w-]){re.escape(term)}(?![\w-])")
            entry = rf"[\w-]{{1,{MAX_COMMAND_CHARACTERS}}} {pattern.pattern}[^:.]{{0,{MAX_NAME_CHARACTERS}}}: "
            definition = re.compile(rf"{pattern.pattern}|{entry}")
            defined = np.fromiter((definition.match(text) is not None for text in self.units.texts), np.bool_)
            counts = np.array([len(pattern.findall(text)) for text in self.units.texts], np.float64)
            yield _Column(term, counts + defined, self.settings.signed, is_must=True)
            yield self._of_entry(term, np.flatnonzero(defined))

    def _of_entry(self, term: str, defined: Integers) -> _Column:
        """Find where a term is defined below an entry that the query names: ``-e`` below ``set [-abe] [arg …]``."""
        units, asked = self.units, {word.form for word in self._words(self.query) if not word.is_stop}
        found = np.zeros(len(units))
        for i in defined.tolist():
            text, start = units.documents[int(units.document[i])].text, int(units.start[i])
            found[i] = units.texts[i].partition(" ")[0].lower() in asked or not asked.isdisjoint(
                entries_above(text, start)
            )
        return _Column(f"{term} of its entry", found, self.settings.signed, is_topical=False, is_must=True)

    def _single(self, words: Sequence[_Word]) -> Iterator[_Column]:
        distinct_words = list({word.stem: word for word in reversed(words)}.values())[::-1]
        absent: list[_Word] = []
        for word in distinct_words:
            topical = not word.is_stop or word.is_unspaced
            stem = self.number.get(word.stem)
            if stem is not None:
                weight = 1.0 if topical else self.settings.stop_word
                if topical:
                    self.found_stems.append(stem)
                    weight *= self._inflected(word, stem)
                is_must = topical and self._is_name(word, stem)
                yield _Column(word.form, self._count([stem]), weight, topical, is_must)
            elif topical and not word.is_unspaced:
                absent.append(word)
        near = self._near([word.form for word in absent])
        for word, similar in zip(absent, near, strict=True):
            for stem, value in self._forms(word.stem).items():
                similar[stem] = max(similar.get(stem, 0.0), value)
            if similar:
                yield self._alternatives(word.form, similar)

    def _inflected(self, word: _Word, stem: int) -> float:
        """Return the weight of a stem: less where the text has only other words of it ("capitalize" for "capital")."""
        units = self.units
        words = [units.words[i] for i in distinct(units.word[units.stems.stem == stem]).tolist()]
        if units.language.code != "en" or any(is_inflection(word.form, other) for other in words):
            self.exact = True
            return 1.0
        self.derived += words
        return self.settings.word_form

    def _pairs(self, words: Sequence[_Word]) -> Iterator[_Column]:
        pairs = {
            (one.stem, other.stem): (
                f"{one.form} {other.form}",
                1.0 if one.is_unspaced and other.is_unspaced else self.settings.pair,
            )
            for one, other in pairwise(words)
            if not (one.is_stop and other.is_stop) or one.is_unspaced
        }
        for (one, other), (term, weight) in pairs.items():
            if one in self.number and other in self.number:
                yield _Column(term, self._count([self.number[one], self.number[other]]), weight, is_topical=False)

    def _answers(self) -> Iterator[_Column]:
        """Find what the query asks for by its first words: a duration, a number, a date, a name or a place."""
        found = answering(self.query, self.units) if self.settings.answer else None
        if found is not None:
            term, self.answering = found
            yield _Column(term, self.answering.astype(np.float64), self.settings.answer, is_topical=False)

    def _count(self, stems: Sequence[int]) -> Floats:
        """Count how often stems follow one another in each sentence."""
        text, sentence = self.units.stems.stem, self.units.sentence_of_word
        first = np.flatnonzero(text[: max(len(text) - len(stems) + 1, 0)] == stems[0])
        for step, stem in enumerate(stems[1:], start=1):
            first = first[text[first + step] == stem]
        first = first[sentence[first] == sentence[first + len(stems) - 1]]
        return np.bincount(sentence[first], minlength=len(self.units)).astype(np.float64)

    def _forms(self, stem: str) -> dict[int, float]:
        """Return stems of the text that are other forms of a stem, or compounds with it, and what each counts."""
        if len(stem) < MIN_FORM_LETTERS:
            return {}
        similar: dict[int, float] = {}
        for name, i in self.number.items():
            if len(name) < MIN_FORM_LETTERS:
                continue
            common = max(MIN_FORM_LETTERS, ceil(FORM_SHARE * max(len(stem), len(name))))
            if name[:common] == stem[:common]:
                similar[i] = self.settings.word_form
            elif stem in name or name in stem:
                similar[i] = self.settings.compound
        return similar

    def _near(self, absent: Sequence[str]) -> list[dict[int, float]]:
        """Return for each word the stems of the text that are near in meaning, and what each counts."""
        from reprank.text.related_words import LANGUAGE, cosines

        units, found = self.units, [dict[int, float]() for _ in absent]
        if not absent or units.language.code != LANGUAGE or not self.settings.related:
            return found
        topical = [word for word in units.words if word not in units.language.stopwords]
        stems = units.language.stem(topical)
        for similar, near in zip(found, cosines(absent, topical), strict=True):
            for i in np.flatnonzero(near >= self.settings.related_cosine).tolist():
                stem, value = self.number[stems[i]], self.settings.related * float(near[i])
                similar[stem] = max(similar.get(stem, 0.0), value)
                self.related.append(topical[i])
        return found

    def _alternatives(self, term: str, similar: dict[int, float]) -> _Column:
        """Count one term that stands in the text as any of several stems."""
        values = np.zeros(len(self.units.stems.names))
        values[list(similar)] = list(similar.values())
        self.found_stems.extend(similar)
        count = np.zeros(len(self.units))
        np.maximum.at(count, self.units.sentence_of_word, values[self.units.stems.stem])
        return _Column(term, count, 1.0)

    def _is_name(self, word: _Word, stem: int) -> bool:
        return word.form[:1].isdigit() or bool(self.names[stem])


def _beginning(query: str) -> str:
    """Return a query up to its last word that is asked."""
    last = next(islice(word_pattern(query).finditer(query), MAX_QUERY_WORDS - 1, None), None)
    return query if last is None else query[: last.end()]


def is_inflection(one: str, other: str) -> bool:
    """Tell whether two English words with one stem differ in their inflection only.

    >>> [is_inflection("capital", word) for word in ("capitals", "capitalize")], is_inflection("stop", "stopped")
    ([True, False], True)
    """
    common = next((k for k, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return all(_INFLECTION.fullmatch(word, common) is not None for word in (one, other))


def entries_above(text: str, place: int) -> Iterator[str]:
    r"""Yield the first words of the lines above a place that are indented less and less, the nearest first.

    >>> text = "COMMANDS\n  halt [-a]\n      Stop.\n      -a  Stop all.\n  walk\n      -a  Walk alone.\n"
    >>> list(entries_above(text, text.rindex("-a")))
    ['walk', 'COMMANDS']
    """
    start = text.rfind("\n", 0, place) + 1
    columns = 0 if text[start:place].strip() else place - start
    for _ in range(MAX_ENTRY_LINES):
        if columns == 0 or start == 0:
            break
        start = text.rfind("\n", 0, start - 1) + 1
        line = text[start : start + columns + 1]
        indent = len(line) - len(line.lstrip())
        if line.strip() and indent < columns:
            columns = indent
            yield text[start + indent : start + indent + MAX_NAME_CHARACTERS].split(maxsplit=1)[0]


def names(units: Units) -> Booleans:
    """Tell which stems the text writes with a capital; stop words and numbers are none."""
    text = units.stems
    capital = np.fromiter((form[:1].isupper() for form in units.forms), np.bool_, len(units.forms))
    written = np.bincount(text.stem, minlength=len(text.names))
    capitals = np.bincount(text.stem, capital[units.form] & ~text.stop, len(text.names))
    return np.asarray(capitals >= CAPITALISED_SHARE * written, dtype=np.bool_)
