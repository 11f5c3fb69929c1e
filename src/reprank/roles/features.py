"""Units to features: one named column for each thing that tells what a sentence is or what it needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np

from reprank.arrays import Booleans, Floats
from reprank.roles.mentions import Mentions
from reprank.roles.surface import CAPITAL, DIGIT, SYMBOL, Surface
from reprank.roles.words import (
    CONNECTIVES,
    DEFINITE,
    DEMONSTRATIVES,
    PERSONS,
    POINTERS,
    TALK,
    opening_words,
)
from reprank.text.units import Units

Column: TypeAlias = Floats | Booleans | list[bool]

MANY_DOCUMENTS, SHORT_WORDS = 4, 200
BLOCK_KINDS = ("list", "heading", "caption", "table", "footnote", "option")

# The columns by what they look at: each group has its gain in docs/roles.md.
GROUPS = {
    "length": ("one or two words", "three or four words", "five to seven words", "length", "over fifty words"),
    "shape": (
        "digits",
        "symbols",
        "capitals",
        "few letters",
        "capitalised words",
        "stop words",
        "no stop word",
        "web address",
        "braces",
        "brackets",
        "open bracket",
        "copyright",
        "label",
        "dash",
        "names of code",
        "names",
        "quotation",
        "uneven quotation",
    ),
    "ends": (
        "no final mark",
        "no final mark, punctuated text",
        "asks",
        "exclaims",
        "announces",
        "trails off",
        "opens small",
        "opens small, cased text",
        "opens with a mark",
        "opens with a digit",
        "opens quoted",
        "quoted on",
    ),
    "place": (
        "first",
        "second or third",
        "position",
        "last",
        "near the end",
        "in list",
        "in heading",
        "in caption",
        "in table",
        "in footnote",
        "in option",
        "opens paragraph",
        "paragraph size",
        "own paragraph",
        "own paragraph, no final mark",
        "repeated",
    ),
    "profile": (
        "few sentences",
        "size of the document",
        "many short documents",
        "several documents",
        "mean length",
        "uncased text",
    ),
    "openings": (
        "opens with a pointer",
        "opens with a person",
        "opens with a demonstrative",
        "opens with a pointer, short documents",
        "opens with a connective",
        "second word points",
        "points inside",
        "points inside, no name",
        "a person inside, no name",
        "demonstratives",
        "opens with a stop word",
        "talk",
    ),
    "known": (
        "given words",
        "words of the sentence before",
        "words of the opening",
        "taken up later",
        "opens with a given word",
        "opens with a short name",
        "short names",
        "full names",
        "full names first met",
        "names first met alone",
        "abbreviations",
        "the, of a known thing",
        "the, of a new thing",
        "opens with the, of a known thing",
        "opens with the, of a new thing",
        "numbers",
    ),
    "neighbours": (
        "after a question",
        "after an announcement",
        "after no final mark",
        "before no final mark",
        "before few words",
        "after no prose",
        "continues a list",
        "length of the sentence before",
    ),
}
OTHER_WORD = "*"  # has the weights of all words that have none of their own
WORDS = ("words of debris", "words that need nothing")  # sums of fitted weights of single words
FEATURES = (*(name for names in GROUPS.values() for name in names), *WORDS)


def columns(
    units: Units, surface: Surface, mentions: Mentions, words: Mapping[str, Sequence[float]]
) -> dict[str, Floats]:
    """Return every column of ``FEATURES`` by its name; ``words`` has the weights of single words for ``WORDS``."""
    found: dict[str, Column] = {}
    found |= _length(units)
    found |= _shape(units, surface, mentions)
    found |= _ends(units, surface)
    found |= _place(units, surface)
    found |= _profile(units, surface)
    found |= _openings(units, mentions)
    found |= _known(units, mentions)
    found |= _neighbours(units, surface)
    found |= _words(units, mentions, words)
    return {name: np.asarray(values, dtype=np.float64) for name, values in found.items()}


def _length(units: Units) -> Mapping[str, Column]:
    words = units.lengths
    return {
        "one or two words": words < 3,
        "three or four words": (words >= 3) & (words < 5),
        "five to seven words": (words >= 5) & (words < 8),
        "length": np.log(np.maximum(words, 1)) / 3,
        "over fifty words": words > 50,
    }


def _shape(units: Units, surface: Surface, mentions: Mentions) -> Mapping[str, Column]:
    words = np.maximum(units.lengths, 1)
    characters, printed = surface.characters, surface.printed
    texts = units.texts
    stop = mentions.per_sentence(units.stems.stop)
    return {
        "digits": characters[:, DIGIT] / printed,
        "symbols": np.minimum(characters[:, SYMBOL] / printed, 0.3),
        "capitals": characters[:, CAPITAL] / np.maximum(surface.letters, 1),
        "few letters": surface.letters / printed < 0.6,
        "capitalised words": mentions.per_sentence(mentions.capitalised) / words,
        "stop words": stop / words,
        "no stop word": stop == 0,
        "web address": ["://" in text or "@" in text or "www." in text for text in texts],
        "braces": ["{" in text or "<" in text or "|" in text for text in texts],
        "brackets": ["[" in text for text in texts],
        "open bracket": [text.count("(") != text.count(")") for text in texts],
        "copyright": ["©" in text or "(c)" in text for text in texts],
        "label": [": " in text[:40] for text in texts],
        "dash": [" - " in text or " -- " in text or " | " in text for text in texts],
        "names of code": ["_" in text or "::" in text or "()" in text for text in texts],
        "names": mentions.per_sentence(mentions.names) / words,
        "quotation": ['"' in text or "“" in text for text in texts],
        "uneven quotation": [text.count('"') % 2 == 1 or text.count("“") != text.count("”") for text in texts],
    }


def _ends(units: Units, surface: Surface) -> Mapping[str, Column]:
    no_end = ~surface.ended & ~surface.announces
    return {
        "no final mark": no_end,
        "no final mark, punctuated text": no_end * surface.punctuated,
        "asks": surface.asks,
        "exclaims": [mark == "!" for mark in surface.last_mark],
        "announces": surface.announces,
        "trails off": [text.endswith(("...", "…")) for text in units.texts],
        "opens small": surface.opens_lower,
        "opens small, cased text": surface.opens_lower * surface.cased,
        "opens with a mark": [not text[:1].isalnum() for text in units.texts],
        "opens with a digit": [text[:1].isdigit() for text in units.texts],
        "opens quoted": [text[:1] in "\"“«'‘" for text in units.texts],
        "quoted on": units.quoted_on,
    }


def _place(units: Units, surface: Surface) -> Mapping[str, Column]:
    position = units.position
    size = np.bincount(units.document, minlength=len(units.documents))[units.document]
    kinds = np.array(surface.kinds)
    alone = surface.opens_block & surface.closes_block
    numbers = np.arange(len(units))
    block_start = np.maximum.accumulate(np.where(surface.opens_block, numbers, 0))
    block_end = np.minimum.accumulate(np.where(surface.closes_block, numbers, len(units))[::-1])[::-1]
    return {
        "first": position == 1,
        "second or third": (position == 2) | (position == 3),
        "position": np.minimum(np.log(np.maximum(position, 1)) / 4, 1),
        "last": position == size,
        "near the end": position / np.maximum(size, 1),
        **{f"in {kind}": kinds == kind for kind in BLOCK_KINDS},
        "opens paragraph": surface.opens_block,
        "paragraph size": np.minimum(block_end - block_start, 5) / 5,
        "own paragraph": alone,
        "own paragraph, no final mark": alone & ~surface.ended & ~surface.announces,
        "repeated": _repeated(units),
    }


def _profile(units: Units, surface: Surface) -> Mapping[str, Column]:
    """Return what kind of text it is, the same for all sentences of a document."""
    size = np.bincount(units.document, minlength=len(units.documents))[units.document]
    each = np.ones(len(units))
    mean = float(units.lengths.mean()) if len(units) else 1.0
    return {
        "few sentences": size < 4,
        "size of the document": np.log(np.maximum(size, 1)) / 4,
        "many short documents": each * _many_short(units),
        "several documents": each * np.log(max(units.document_count, 1)) / 3,
        "mean length": each * np.log(max(mean, 1.0)) / 3,
        "uncased text": 1 - surface.cased,
    }


def _many_short(units: Units) -> bool:
    """Tell whether the documents are many and short, as reviews and comments are."""
    return units.document_count >= MANY_DOCUMENTS and len(units.word) <= SHORT_WORDS * units.document_count


def _repeated(units: Units) -> Booleans:
    counts = np.bincount(units.duplicate_of, minlength=len(units))
    return np.asarray(counts[units.duplicate_of] > 1)


def _openings(units: Units, mentions: Mentions) -> Mapping[str, Column]:
    code = units.language.code
    first, second = opening_words(units)
    pointers, connectives = POINTERS.get(code, frozenset()), CONNECTIVES.get(code, frozenset())
    persons, these = PERSONS.get(code, frozenset()), DEMONSTRATIVES.get(code, frozenset())
    pointer = np.array([one in pointers for one in first], dtype=np.bool_)
    person = np.array([one in persons for one in first], dtype=np.bool_)
    demonstrative = np.array([one in these for one in first], dtype=np.bool_)
    behind = np.array([two in pointers for two in second], dtype=np.bool_)
    inside = units.holding(pointers)[units.word] & (mentions.opening > 0)
    later = mentions.per_sentence(inside)
    named = mentions.per_sentence(mentions.names) > 0
    talk = mentions.per_sentence(units.holding(TALK.get(code, frozenset()))[units.word])
    return {
        "opens with a pointer": pointer,
        "opens with a person": person,
        "opens with a demonstrative": demonstrative,
        "opens with a pointer, short documents": pointer & ~person & _many_short(units),
        "opens with a connective": [
            one in connectives or f"{one} {two}" in connectives for one, two in zip(first, second, strict=True)
        ],
        "second word points": behind & ~pointer,
        "points inside": np.minimum(later, 3) / 3,
        "points inside, no name": (later > 0) & ~named,
        "a person inside, no name": (mentions.per_sentence(units.holding(persons)[units.word]) > 0) & ~named,
        "demonstratives": np.minimum(mentions.per_sentence(units.holding(these)[units.word]), 2) / 2,
        "opens with a stop word": [word in units.language.stopwords for word in first],
        "talk": np.minimum(talk / np.maximum(units.lengths, 1), 0.3),
    }


def _words(units: Units, mentions: Mentions, words: Mapping[str, Sequence[float]]) -> Mapping[str, Column]:
    if not words:
        return {name: np.zeros(len(units)) for name in WORDS}
    other = words[OTHER_WORD]
    weights = np.array([words.get(word, other) for word in units.words]).reshape(-1, len(WORDS))[units.word]
    return {name: mentions.per_sentence(weights[:, number]) for number, name in enumerate(WORDS)}


def _known(units: Units, mentions: Mentions) -> Mapping[str, Column]:
    sentence = units.sentence_of_word
    words = np.maximum(mentions.per_sentence(mentions.content), 1)
    weight, opens = mentions.rarity, mentions.opening == 0
    total = np.maximum(mentions.per_sentence(weight), 1e-9)
    first = (np.arange(len(units)) - units.position + 1)[sentence]
    given = mentions.content & mentions.given
    short = mentions.introduced >= 0
    things = definite_things(units, mentions)
    known, new = mentions.per_sentence(things & mentions.given), mentions.per_sentence(things & ~mentions.given)
    taken_up = np.bincount(mentions.first, weight * mentions.given, len(units))
    return {
        "given words": mentions.per_sentence(given) / words,
        "words of the sentence before": mentions.per_sentence(given & (mentions.last == sentence - 1)) / words,
        "words of the opening": mentions.per_sentence(weight * (mentions.given & (mentions.first == first))) / total,
        "taken up later": np.log1p(taken_up) / 4,
        "opens with a given word": mentions.per_sentence(given & opens),
        "opens with a short name": mentions.per_sentence(short & opens),
        "short names": np.minimum(mentions.per_sentence(short), 2) / 2,
        "full names": np.minimum(mentions.per_sentence(mentions.in_full), 4) / 4,
        "full names first met": np.minimum(mentions.per_sentence(mentions.in_full & ~mentions.given), 4) / 4,
        "names first met alone": np.minimum(
            mentions.per_sentence(mentions.names & ~mentions.in_full & ~mentions.given), 2
        )
        / 2,
        "abbreviations": np.minimum(mentions.per_sentence(mentions.upper), 3) / 3,
        "the, of a known thing": np.minimum(known, 3) / 3,
        "the, of a new thing": np.minimum(new, 3) / 3,
        "opens with the, of a known thing": mentions.per_sentence(things & mentions.given & (mentions.opening == 1)),
        "opens with the, of a new thing": mentions.per_sentence(things & ~mentions.given & (mentions.opening == 1)),
        "numbers": np.minimum(mentions.per_sentence(mentions.numeric), 4) / 4,
    }


def definite_things(units: Units, mentions: Mentions) -> Booleans:
    """Tell which words an article makes definite: the content word behind it that is no name."""
    articles = units.holding(DEFINITE.get(units.language.code, frozenset()))[units.word]
    things = np.zeros(len(units.word), dtype=np.bool_)
    same = units.sentence_of_word[1:] == units.sentence_of_word[:-1]
    things[1:] = articles[:-1] & same
    return things & mentions.content & ~mentions.names


def _neighbours(units: Units, surface: Surface) -> Mapping[str, Column]:
    first = units.position == 1
    last = np.append(first[1:], True)[: len(first)]

    def before(values: Booleans) -> Booleans:
        return np.asarray(np.append(False, values[:-1])[: len(values)] & ~first)

    def after(values: Booleans) -> Booleans:
        return np.asarray(np.append(values[1:], False)[: len(values)] & ~last)

    no_end = ~surface.ended & ~surface.announces
    short = units.lengths < 5
    length = np.log(np.maximum(units.lengths, 1)) / 3
    return {
        "after a question": before(surface.asks),
        "after an announcement": before(surface.announces),
        "after no final mark": before(no_end),
        "before no final mark": after(no_end),
        "before few words": after(short),
        "after no prose": before(~surface.selectable),
        "continues a list": before(np.array([kind == "list" for kind in surface.kinds], dtype=np.bool_)),
        "length of the sentence before": np.append(0.0, length[:-1])[: len(length)] * ~first,
    }
