"""Units to features: one named column for each thing that tells what a sentence is or what it needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import TypeAlias

import numpy as np

from reprank.arrays import Booleans, Floats
from reprank.roles.mentions import Mentions
from reprank.roles.surface import SYMBOL, Surface, changes
from reprank.roles.words import CONNECTIVES, captions, page_phrases
from reprank.text.units import Units

Column: TypeAlias = Floats | Booleans | list[bool]

OPENING_QUOTES = "\"“«'‘"
MIN_ARTICLE_SENTENCES = 5  # of a document that has an end of its own
MANY_DOCUMENTS, SHORT_WORDS = 4, 200  # of reviews and comments: at least so many documents of at most so many words

# The columns by what they look at; docs/lab/roles.md shows what each group adds.
GROUPS = {
    "length": ("one or two words", "five to seven words", "length", "over fifty words"),
    "shape": (
        "symbols",
        "few letters",
        "web address",
        "braces",
        "brackets",
        "dash",
        "quotation",
        "phrase of a page",
        "caption",
    ),
    "ends": (
        "no final mark",
        "no final mark, punctuated text",
        "no final mark, not at the end",
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
        "first, no final mark",
        "second or third",
        "position",
        "last",
        "near the end",
        "in a list",
        "opens paragraph",
        "own paragraph",
        "repeated",
    ),
    "profile": ("many short documents", "several documents", "mean length", "uncased text"),
    "openings": ("opens with a pointer", "opens with a connective", "second word points", "opens with a stop word"),
    "mentions": (
        "capitalised words",
        "stop words",
        "no stop word",
        "names",
        "points inside",
        "a person inside, no name",
        "given words",
        "words of the sentence before",
        "words of the opening",
        "taken up later",
        "opens with a given word",
        "short names",
        "full names",
        "abbreviations",
        "the, of a known thing",
        "opens with the, of a known thing",
        "numbers",
    ),
}
OTHER_WORD = "*"  # has the weights of all words that have none of their own
WORDS = ("words of debris", "words that need nothing")  # sums of fitted weights of single words
FEATURES = (*(name for names in GROUPS.values() for name in names), *WORDS)


@dataclass(frozen=True, eq=False)
class WordTable:
    """Weights of single words of one language; row 0 is for all words that have none of their own."""

    row: Mapping[str, int]
    weights: Floats  # words × WORDS

    @classmethod
    def of(cls, words: Mapping[str, Sequence[float]]) -> WordTable:
        """Make a table of the weights by word; ``OTHER_WORD`` must be among them."""
        names = [OTHER_WORD, *(word for word in words if word != OTHER_WORD)]
        return cls({word: row for row, word in enumerate(names)}, np.array([words[name] for name in names]))


def columns(units: Units, surface: Surface, mentions: Mentions, words: WordTable | None) -> Floats:
    """Return ``FEATURES`` × sentences; ``words`` has the weights of single words for ``WORDS``."""
    found: dict[str, Column] = {}
    found |= _length(units)
    found |= _shape(units, surface)
    found |= _ends(units, surface)
    found |= _place(units, surface)
    found |= _profile(units, surface)
    found |= _openings(units, mentions)
    found |= _mentions(units, mentions, words)
    table = np.empty((len(FEATURES), len(units)))
    for row, name in zip(table, FEATURES, strict=True):
        row[:] = found[name]
    return table


def _length(units: Units) -> Mapping[str, Column]:
    words = units.lengths
    return {
        "one or two words": words < 3,
        "five to seven words": (words >= 5) & (words < 8),
        "length": np.log(np.maximum(words, 1)) / 3,
        "over fifty words": words > 50,
    }


def _shape(units: Units, surface: Surface) -> Mapping[str, Column]:
    texts, whole = units.texts, surface.joined

    def holding(*marks: str) -> Booleans:
        found = np.zeros(len(texts), dtype=np.bool_)
        for mark in marks:
            if mark in whole:
                found |= np.array([mark in text for text in texts])
        return found

    return {
        "symbols": np.minimum(surface.characters[:, SYMBOL] / surface.printed, 0.3),
        "few letters": surface.letters / surface.printed < 0.6,
        "web address": holding("://", "@", "www."),
        "braces": holding("{", "<", "|"),
        "brackets": holding("["),
        "dash": holding(" - ", " -- ", " | "),
        "quotation": holding('"', "“"),
        "phrase of a page": page_phrases(units),
        "caption": captions(units),
    }


def _ends(units: Units, surface: Surface) -> Mapping[str, Column]:
    no_end = ~surface.ended & ~surface.announces
    openings = [text[:1] for text in units.texts]
    small = surface.opens_small
    return {
        "no final mark": no_end,
        "no final mark, punctuated text": no_end * surface.punctuated,
        "no final mark, not at the end": no_end
        * surface.punctuated
        * np.append(~changes(units.document)[1:], False)[: len(units)],
        "asks": surface.asks,
        "exclaims": [mark == "!" for mark in surface.last_mark],
        "announces": surface.announces,
        "trails off": [text.endswith(("...", "…")) for text in units.texts],
        "opens small": small,
        "opens small, cased text": small * surface.cased,
        "opens with a mark": [not opening.isalnum() for opening in openings],
        "opens with a digit": [opening.isdigit() for opening in openings],
        "opens quoted": [opening in OPENING_QUOTES for opening in openings],
        "quoted on": units.quoted_on,
    }


def _place(units: Units, surface: Surface) -> Mapping[str, Column]:
    position = units.position
    size = np.bincount(units.document)[units.document] if len(units) else position
    in_document = units.document * len(units) + units.duplicate_of
    _, number, counts = np.unique(in_document, return_inverse=True, return_counts=True)
    return {
        "first, no final mark": (position == 1) & ~surface.ended,
        "second or third": (position == 2) | (position == 3),
        "position": np.minimum(np.log(np.maximum(position, 1)) / 4, 1),
        "last": (position == size) & (size >= MIN_ARTICLE_SENTENCES),
        "near the end": np.where(size >= MIN_ARTICLE_SENTENCES, position / np.maximum(size, 1), 0.5),
        "in a list": surface.in_list,
        "opens paragraph": surface.opens_block,
        "own paragraph": surface.opens_block & surface.closes_block,
        "repeated": counts[number] > 1,
    }


def _profile(units: Units, surface: Surface) -> Mapping[str, Column]:
    """Return what kind of text it is: the same for all sentences of a document."""
    documents, words, each = units.document_count, len(units.word), np.ones(len(units))
    return {
        "many short documents": each * (documents >= MANY_DOCUMENTS and words <= SHORT_WORDS * documents),
        "several documents": each * np.log(max(documents, 1)) / 3,
        "mean length": each * np.log(max(words / max(len(units), 1), 1.0)) / 3,
        "uncased text": 1 - surface.cased,
    }


def _openings(units: Units, mentions: Mentions) -> Mapping[str, Column]:
    starts = units.offsets[:-1]
    second = np.minimum(starts + 1, units.offsets[1:] - 1)
    pointer = mentions.pointing[starts]
    words, connectives = units.words, CONNECTIVES.get(units.language.code, frozenset())
    pairs = zip(units.word[starts].tolist(), units.word[second].tolist(), strict=True)
    return {
        "opens with a pointer": pointer,
        "opens with a connective": [
            words[one] in connectives or f"{words[one]} {words[two]}" in connectives for one, two in pairs
        ],
        "second word points": mentions.pointing[second] & ~pointer,
        "opens with a stop word": units.stems.stop[starts],
    }


def _mentions(units: Units, mentions: Mentions, words: WordTable | None) -> Mapping[str, Column]:
    sentence, content, weight = units.sentence_of_word, mentions.content, mentions.rarity
    opening, given = mentions.opening, mentions.content & mentions.given
    document_start = (np.arange(len(units)) - units.position + 1)[sentence]
    known = mentions.definite & mentions.given
    of_opening = weight * (mentions.given & (mentions.first == document_start))
    total = mentions.sums(
        {
            "content": content,
            "stop words": units.stems.stop,
            "capitals": mentions.capitalised,
            "names": mentions.names,
            "full names": mentions.in_full,
            "short names": mentions.introduced >= 0,
            "abbreviations": mentions.upper,
            "numbers": mentions.numeric,
            "pointing": mentions.pointing & (opening > 0),
            "persons": mentions.persons,
            "given": given,
            "of the sentence before": given & (mentions.last == sentence - 1),
            "opening given": given & (opening == 0),
            "known things": known,
            "opening things": known & (opening == 1),
            "weight": weight,
            "of the opening": of_opening,
            **_word_weights(units, words),
        }
    )
    length, contents = np.maximum(units.lengths, 1), np.maximum(total["content"], 1)
    taken_up = np.bincount(mentions.first, weight * mentions.given, len(units))
    return {
        "capitalised words": total["capitals"] / length,
        "stop words": total["stop words"] / length,
        "no stop word": total["stop words"] == 0,
        "names": total["names"] / length,
        "points inside": np.minimum(total["pointing"], 3) / 3,
        "a person inside, no name": (total["persons"] > 0) & (total["names"] == 0),
        "given words": total["given"] / contents,
        "words of the sentence before": total["of the sentence before"] / contents,
        "words of the opening": total["of the opening"] / np.maximum(total["weight"], 1e-9),
        "taken up later": np.log1p(taken_up) / 4,
        "opens with a given word": total["opening given"],
        "short names": np.minimum(total["short names"], 2) / 2,
        "full names": np.minimum(total["full names"], 4) / 4,
        "abbreviations": np.minimum(total["abbreviations"], 3) / 3,
        "the, of a known thing": np.minimum(total["known things"], 3) / 3,
        "opens with the, of a known thing": total["opening things"],
        "numbers": np.minimum(total["numbers"], 4) / 4,
        **{name: total[name] for name in WORDS},
    }


def _word_weights(units: Units, words: WordTable | None) -> Mapping[str, Floats]:
    """Return the weights of the words of the running text for ``WORDS``; zeros in a language that has none."""
    if words is None:
        return {name: np.zeros(len(units.word)) for name in WORDS}
    row = np.fromiter(map(words.row.get, units.words, repeat(0)), np.intp, len(units.words))
    return {name: weights[row][units.word] for name, weights in zip(WORDS, words.weights.T, strict=True)}
