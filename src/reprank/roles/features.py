"""Units to features: one named column for each thing that tells what a sentence is or what it needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import numpy as np

from reprank.arrays import Booleans, Floats
from reprank.roles.mentions import Mentions
from reprank.roles.surface import CAPITAL, DIGIT, SYMBOL, Surface
from reprank.roles.words import (
    CONNECTIVES,
    DEFINITE,
    DEMONSTRATIVES,
    POINTERS,
    TALK,
    opening_words,
)
from reprank.text.units import Units

Column: TypeAlias = Floats | Booleans | list[bool]

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
        "address",
        "braces",
        "brackets",
        "open bracket",
        "copyright",
        "label",
        "dash",
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
        "few sentences",
        "in list",
        "in heading",
        "in caption",
        "in table",
        "in footnote",
        "in option",
        "opens paragraph",
        "own paragraph",
        "own paragraph, no final mark",
        "repeated",
    ),
    "openings": (
        "opens with a pointer",
        "opens with a connective",
        "second word points",
        "points inside",
        "points inside, no name",
        "demonstratives",
        "opens with a stop word",
        "talk",
    ),
    "known": (
        "given words",
        "words of the document",
        "words of the sentence before",
        "short names",
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
        "after few words",
        "before few words",
        "after no prose",
        "continues a list",
    ),
}
FEATURES = tuple(name for names in GROUPS.values() for name in names)


def columns(units: Units, surface: Surface, mentions: Mentions) -> dict[str, Floats]:
    """Return every column by its name, in the order of ``FEATURES``."""
    found: dict[str, Column] = {}
    found |= _length(units)
    found |= _shape(units, surface, mentions)
    found |= _ends(units, surface)
    found |= _place(units, surface)
    found |= _openings(units, surface, mentions)
    found |= _known(units, mentions)
    found |= _neighbours(units, surface)
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
    capital_words = mentions.per_sentence(mentions.capitalised) / words
    return {
        "digits": characters[:, DIGIT] / printed,
        "symbols": np.minimum(characters[:, SYMBOL] / printed, 0.3),
        "capitals": characters[:, CAPITAL] / np.maximum(surface.letters, 1),
        "few letters": surface.letters / printed < 0.6,
        "capitalised words": capital_words,
        "stop words": mentions.per_sentence(units.stems.stop) / words,
        "no stop word": mentions.per_sentence(units.stems.stop) == 0,
        "address": [_has_address(text) for text in texts],
        "braces": ["{" in text or "<" in text or "|" in text for text in texts],
        "brackets": ["[" in text for text in texts],
        "open bracket": [text.count("(") != text.count(")") for text in texts],
        "copyright": ["©" in text or "(c)" in text for text in texts],
        "label": [": " in text[:40] for text in texts],
        "dash": [" - " in text or " -- " in text or " | " in text for text in texts],
        "names": mentions.per_sentence(mentions.names) / words,
        "quotation": [text.count('"') + text.count("“") > 0 for text in texts],
        "uneven quotation": [text.count('"') % 2 == 1 or text.count("“") != text.count("”") for text in texts],
    }


def _has_address(text: str) -> bool:
    return "://" in text or "@" in text or "www." in text


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
    return {
        "first": position == 1,
        "second or third": (position == 2) | (position == 3),
        "position": np.minimum(np.log(np.maximum(position, 1)) / 4, 1),
        "last": position == size,
        "near the end": position / np.maximum(size, 1),
        "few sentences": size < 4,
        **{f"in {kind}": kinds == kind for kind in BLOCK_KINDS},
        "opens paragraph": surface.opens_block,
        "own paragraph": alone,
        "own paragraph, no final mark": alone & ~surface.ended & ~surface.announces,
        "repeated": _repeated(units),
    }


def _repeated(units: Units) -> Booleans:
    counts = np.bincount(units.duplicate_of, minlength=len(units))
    return np.asarray(counts[units.duplicate_of] > 1)


def _openings(units: Units, surface: Surface, mentions: Mentions) -> Mapping[str, Column]:
    code = units.language.code
    first, second = opening_words(units)
    pointers, connectives = POINTERS.get(code, frozenset()), CONNECTIVES.get(code, frozenset())
    pointer = np.array([one in pointers for one in first], dtype=np.bool_)
    connective = np.array(
        [one in connectives or f"{one} {two}" in connectives for one, two in zip(first, second, strict=True)],
        dtype=np.bool_,
    )
    behind = np.array([two in pointers for two in second], dtype=np.bool_)
    inside = units.holding(pointers)[units.word] if pointers else np.zeros(len(units.word), dtype=np.bool_)
    inside &= mentions.opening > 0
    later = mentions.per_sentence(inside)
    named = np.zeros(len(units))
    names = mentions.per_sentence(mentions.names)
    named = (names > 0).astype(np.float64)
    demonstrative = units.holding(DEMONSTRATIVES.get(code, frozenset()))[units.word]
    talk = mentions.per_sentence(units.holding(TALK.get(code, frozenset()))[units.word])
    return {
        "opens with a pointer": pointer,
        "opens with a connective": connective,
        "second word points": behind & ~pointer,
        "points inside": np.minimum(later, 3) / 3,
        "points inside, no name": (later > 0) * (1 - named),
        "demonstratives": np.minimum(mentions.per_sentence(demonstrative), 2) / 2,
        "opens with a stop word": [word in units.language.stopwords for word in first],
        "talk": np.minimum(talk / np.maximum(units.lengths, 1), 0.3),
    }


def _known(units: Units, mentions: Mentions) -> Mapping[str, Column]:
    words = np.maximum(mentions.per_sentence(mentions.content), 1)
    given = mentions.per_sentence(mentions.content & mentions.given)
    short = mentions.per_sentence(mentions.introduced >= 0)
    definite, opens_definite, definite_new = _definites(units, mentions)
    code = units.document[units.sentence_of_word] * max(len(units.stems.names), 1) + units.stems.stem
    elsewhere = np.bincount(np.unique(code, return_inverse=True)[1])
    count = elsewhere[np.unique(code, return_inverse=True)[1]] > 1
    previous = mentions.per_sentence(mentions.content & (mentions.last == units.sentence_of_word - 1))
    return {
        "given words": given / words,
        "words of the document": mentions.per_sentence(mentions.content & count) / words,
        "words of the sentence before": previous / words,
        "short names": np.minimum(short, 2) / 2,
        "full names first met": np.minimum(mentions.per_sentence(mentions.in_full & ~mentions.given), 4) / 4,
        "names first met alone": np.minimum(
            mentions.per_sentence(mentions.names & ~mentions.in_full & ~mentions.given), 2
        )
        / 2,
        "abbreviations": np.minimum(mentions.per_sentence(mentions.upper), 3) / 3,
        "the, of a known thing": np.minimum(definite, 3) / 3,
        "the, of a new thing": np.minimum(definite_new, 3) / 3,
        "opens with the, of a known thing": opens_definite[0],
        "opens with the, of a new thing": opens_definite[1],
        "numbers": np.minimum(mentions.per_sentence(mentions.numeric), 4) / 4,
    }


def definite_things(units: Units, mentions: Mentions) -> Booleans:
    """Tell which words are what an article makes definite: "the old *ship*" is taken as its first content word."""
    articles = units.holding(DEFINITE.get(units.language.code, frozenset()))[units.word]
    things = np.zeros(len(units.word), dtype=np.bool_)
    same = units.sentence_of_word[1:] == units.sentence_of_word[:-1]
    things[1:] = articles[:-1] & same
    return things & mentions.content & ~mentions.names


def _definites(units: Units, mentions: Mentions) -> tuple[Floats, tuple[Booleans, Booleans], Floats]:
    things = definite_things(units, mentions)
    known, new = things & mentions.given, things & ~mentions.given
    opens = mentions.opening == 1
    return (
        mentions.per_sentence(known),
        (mentions.per_sentence(known & opens) > 0, mentions.per_sentence(new & opens) > 0),
        mentions.per_sentence(new),
    )


def _neighbours(units: Units, surface: Surface) -> Mapping[str, Column]:
    first = units.position == 1
    last = np.append(first[1:], True)[: len(first)]

    def before(values: Booleans) -> Booleans:
        return np.asarray(np.append(False, values[:-1])[: len(values)] & ~first)

    def after(values: Booleans) -> Booleans:
        return np.asarray(np.append(values[1:], False)[: len(values)] & ~last)

    no_end = ~surface.ended & ~surface.announces
    short = units.lengths < 5
    return {
        "after a question": before(surface.asks),
        "after an announcement": before(surface.announces),
        "after no final mark": before(no_end),
        "before no final mark": after(no_end),
        "after few words": before(short),
        "before few words": after(short),
        "after no prose": before(~surface.selectable),
        "continues a list": before(np.array([kind == "list" for kind in surface.kinds], dtype=np.bool_)),
    }
