"""Units to features: one named column for each thing that tells what a sentence is or what it needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np

from reprank.arrays import Floats, flags_of
from reprank.roles.mentions import Mentions
from reprank.roles.surface import SYMBOL, Surface
from reprank.roles.words import captions, opens_with_connective, page_phrases
from reprank.text.units import Units
from reprank.values import value_class

Rows: TypeAlias = Mapping[str, Floats]  # of the table of features

OPENING_QUOTES = "\"“«'‘"
MARKS = {
    "web address": ("://", "@", "www."),
    "braces": ("{", "<", "|"),
    "brackets": ("[",),
    "dash": (" - ", " -- ", " | "),
    "quotation": ('"', "“"),
}
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


@value_class
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
    table = np.zeros((len(FEATURES), len(units)))
    rows = dict(zip(FEATURES, table, strict=True))
    _length(rows, units)
    _shape(rows, units, surface)
    _ends(rows, units, surface)
    _place(rows, units, surface)
    _profile(rows, units, surface)
    _openings(rows, units, mentions)
    _mentions(rows, units, mentions, words)
    return table


def _length(rows: Rows, units: Units) -> None:
    words = units.lengths
    rows["one or two words"][:] = words < 3
    rows["five to seven words"][:] = (words >= 5) & (words < 8)
    rows["length"][:] = np.log(np.maximum(words, 1)) / 3
    rows["over fifty words"][:] = words > 50


def _shape(rows: Rows, units: Units, surface: Surface) -> None:
    texts, joined = units.texts, units.joined
    rows["symbols"][:] = np.minimum(surface.characters[:, SYMBOL] / surface.printed, 0.3)
    rows["few letters"][:] = surface.letters / surface.printed < 0.6
    for name, marks in MARKS.items():
        for mark in marks:
            if mark.strip() in joined and mark in joined:  # a search for a space takes longest
                rows[name][[i for i, text in enumerate(texts) if mark in text]] = 1
    rows["phrase of a page"][:] = page_phrases(units)
    rows["caption"][:] = captions(units)


def _ends(rows: Rows, units: Units, surface: Surface) -> None:
    no_end = ~surface.ended & ~surface.announces
    punctuated = no_end * surface.punctuated
    inside = punctuated.copy()
    inside[-1:] = 0
    inside[:-1] *= units.document[1:] == units.document[:-1]
    rows["no final mark"][:] = no_end
    rows["no final mark, punctuated text"][:] = punctuated
    rows["no final mark, not at the end"][:] = inside
    rows["asks"][:] = surface.asks
    rows["exclaims"][:] = surface.exclaims
    rows["announces"][:] = surface.announces
    rows["trails off"][:] = flags_of([text.endswith(("...", "…")) for text in units.texts])
    rows["opens small"][:] = surface.opens_small
    rows["opens small, cased text"][:] = surface.opens_small * surface.cased
    openings = [text[:1] for text in units.texts]
    rows["opens with a mark"][:] = ~flags_of(map(str.isalnum, openings))
    rows["opens with a digit"][:] = flags_of(map(str.isdigit, openings))
    rows["opens quoted"][:] = flags_of([opening in OPENING_QUOTES for opening in openings])


def _place(rows: Rows, units: Units, surface: Surface) -> None:
    position = units.position
    size = np.bincount(units.document)[units.document] if len(units) else position
    article = size >= MIN_ARTICLE_SENTENCES
    rows["first, no final mark"][:] = (position == 1) & ~surface.ended
    rows["second or third"][:] = (position == 2) | (position == 3)
    rows["position"][:] = np.minimum(np.log(np.maximum(position, 1)) / 4, 1)
    rows["last"][:] = (position == size) & article
    rows["near the end"][:] = np.where(article, position / np.maximum(size, 1), 0.5)
    rows["in a list"][:] = surface.in_list
    rows["opens paragraph"][:] = surface.opens_block
    rows["own paragraph"][:] = surface.opens_block & surface.closes_block
    if (units.duplicate_of != np.arange(len(units))).any():
        in_document = units.document * len(units) + units.duplicate_of
        _, number, counts = np.unique(in_document, return_inverse=True, return_counts=True)
        rows["repeated"][:] = counts[number] > 1


def _profile(rows: Rows, units: Units, surface: Surface) -> None:
    """Tell what kind of text it is: the same for all sentences of a document."""
    documents, words = units.document_count, len(units.word)
    rows["many short documents"][:] = documents >= MANY_DOCUMENTS and words <= SHORT_WORDS * documents
    rows["several documents"][:] = np.log(max(documents, 1)) / 3
    rows["mean length"][:] = np.log(max(words / max(len(units), 1), 1.0)) / 3
    rows["uncased text"][:] = 1 - surface.cased


def _openings(rows: Rows, units: Units, mentions: Mentions) -> None:
    starts = units.offsets[:-1]
    second = np.minimum(starts + 1, units.offsets[1:] - 1)
    pointer = mentions.pointing[starts]
    rows["opens with a pointer"][:] = pointer
    rows["opens with a connective"][:] = opens_with_connective(units)
    rows["second word points"][:] = mentions.pointing[second] & ~pointer
    rows["opens with a stop word"][:] = units.stems.stop[starts]


def _mentions(rows: Rows, units: Units, mentions: Mentions, words: WordTable | None) -> None:
    total = mentions.totals
    length, contents = np.maximum(units.lengths, 1), np.maximum(total["content"], 1)
    taken_up = np.bincount(mentions.first, mentions.rarity * mentions.given, len(units))
    rows["capitalised words"][:] = total["capitals"] / length
    rows["stop words"][:] = total["stop words"] / length
    rows["no stop word"][:] = total["stop words"] == 0
    rows["names"][:] = total["names"] / length
    rows["points inside"][:] = np.minimum(total["pointing"], 3) / 3
    rows["a person inside, no name"][:] = (total["persons"] > 0) & (total["names"] == 0)
    rows["given words"][:] = total["given"] / contents
    rows["words of the sentence before"][:] = total["of the sentence before"] / contents
    rows["words of the opening"][:] = total["of the opening"] / np.maximum(total["weight"], 1e-9)
    rows["taken up later"][:] = np.log1p(taken_up) / 4
    rows["opens with a given word"][:] = total["opening given"]
    rows["short names"][:] = np.minimum(total["short names"], 2) / 2
    rows["full names"][:] = np.minimum(total["full names"], 4) / 4
    rows["abbreviations"][:] = np.minimum(total["abbreviations"], 3) / 3
    rows["the, of a known thing"][:] = np.minimum(total["known things"], 3) / 3
    rows["opens with the, of a known thing"][:] = total["opening things"]
    rows["numbers"][:] = np.minimum(total["numbers"], 4) / 4
    if words is not None:
        weights = words.weights[units.values_of(words.row)[units.word]]
        for name, sums in mentions.sums(dict(zip(WORDS, weights.T, strict=True))).items():
            rows[name][:] = sums
