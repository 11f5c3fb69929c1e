"""Units to sentence factors: how length, position and style change the value of a sentence."""

from __future__ import annotations

import math

import numpy as np

from reprank.arrays import Booleans, Floats, counted
from reprank.coverage.settings import Position, Register
from reprank.text.decisions import decisions
from reprank.text.opinions import opinions
from reprank.text.papers import DETAIL, STATEMENT, parts_of_papers
from reprank.text.prose import FILLERS, disfluency, has_end
from reprank.text.units import Units

# Words of talk rather than report. "We" is not among them, because papers say "we".
ADDRESS_WORDS = frozenset([
    "i", "i'm", "i'd", "i'll", "i've", "me", "my", "mine", "myself", "you", "you're", "you'd", "you'll", "you've",
    "your", "yours", "yourself",
])  # fmt: skip

STRAY_SHARE = 0.06  # of the words of a document that another one contains too, up to which it may be stray …
RELATED_SHARE = 0.15  # … if the others share so much on average …
MIN_RELATED = 2  # … and are at least so many
STRAY_MAX_WORDS = 1 / 3  # share of all words that stray documents have

MIN_WORDS_OF_ARTICLE = 110  # from here on a missing last mark may mean that the text was cut off
CUT_OFF_SHARE = 0.5  # of the documents without a last mark, above which all of these were cut off

MIN_REVIEWS = 4
MAX_REVIEW_WORDS = 200
OPINION_SHARE = 0.16  # of the sentences of reviews that praise or complain; of reports hardly a tenth do


def sentence_factors(
    units: Units,
    shortness: float,
    *,
    position: Position,
    register: Register,
    room: float = math.inf,
    reviews: bool = False,
) -> Floats:
    """Multiply the factors of position and style for each sentence, and of documents that are stray.

    ``room`` is how many average sentences the summary holds. No review is stray: it may be the only one that speaks of
    a thing.
    """
    words = np.maximum(units.lengths, 1)
    place = np.minimum(units.position, position.cap)
    shares, words_of_document = shared_words(units)
    gain = min(max(document_overlap(shares, words_of_document) - position.overlap_from, 0.0), position.overlap_gain)
    if units.document_count == 1:
        few, many = position.room_fades_over
        gain += position.room_gain * min(max((many - room) / (many - few), 0.0), 1.0)
    factors: Floats = place ** (-(position.exponent + gain) * shortness)
    if not reviews:
        factors[cut_off(units)] *= np.exp(-register.cut_off)
    if len(shares) > MIN_RELATED and not reviews:
        factors *= np.where(is_stray(shares, words_of_document), np.exp(-register.stray), 1.0)[units.document]
    factors *= np.exp(-register.label * np.array([":" in text for text in units.texts]))
    factors *= np.exp(register.decision * decisions(units))
    if units.language.code == "en":
        factors *= np.exp(-register.address * _addresses(units) / words)
        factors *= np.exp(
            -register.disfluency * disfluency(units.texts, units.holding(FILLERS)[units.word], units.sentence_of_word)
        )
        parts = parts_of_papers(units)
        factors *= np.exp(register.statement * (parts == STATEMENT) - register.detail * (parts == DETAIL))
    return factors


def _addresses(units: Units) -> Floats:
    """Count the words of talk in each sentence."""
    addresses = units.holding(ADDRESS_WORDS)[units.word]
    return np.bincount(units.sentence_of_word, addresses, len(units)).astype(np.float64, copy=False)


def cut_off(units: Units) -> list[int]:
    """Return the sentences that lost their end with the end of their document: the one before has a final mark.

    A short text often lacks its last mark and is whole, unless most documents lack it.
    """
    last = np.flatnonzero(np.diff(units.document, append=-1))
    size = units.position[last]
    words = units.offsets[last + 1] - units.offsets[last + 1 - size]
    unended = [
        (i, long)
        for i, sentences, long in zip(
            last.tolist(), size.tolist(), (words >= MIN_WORDS_OF_ARTICLE).tolist(), strict=True
        )
        if sentences > 1 and not has_end(units.texts[i]) and has_end(units.texts[i - 1])
    ]
    most = 1 < len(unended) > CUT_OFF_SHARE * len(last)
    return [i for i, long in unended if long or most]


def is_reviews(units: Units) -> bool:
    """Tell whether the documents are many short opinions on one thing: there "it" is the thing and needs no name."""
    count = units.document_count
    if count < MIN_REVIEWS or len(units.word) > MAX_REVIEW_WORDS * count:
        return False
    return float(np.count_nonzero(opinions(units))) >= OPINION_SHARE * len(units)


def document_overlap(shares: Floats, words: Floats) -> float:
    """Average the shares of ``shared_words`` over the documents that have words.

    Reports of one event share two words in three, and each begins with what matters. Reviews share one in three, and
    begin anywhere. A single document shares nothing.

    >>> from reprank.text.documents import Document
    >>> from reprank.text.languages import language
    >>> from reprank.text.units import read_units
    >>> texts = "A storm hit Lisbon.", "Lisbon storm kills two."
    >>> round(document_overlap(*shared_words(read_units([Document(text) for text in texts], language("en")))), 3)
    0.667
    """
    return float(shares.sum() / max(np.count_nonzero(words), 1))


def shared_words(units: Units) -> tuple[Floats, Floats]:
    """Return for each document the share of its words that another document contains too, and the number of its words.

    Stop words are left out.
    """
    documents = len(units.documents)
    if units.document_count < 2:
        return np.zeros(documents), np.zeros(documents)
    stems, topical = units.stems, ~units.stems.stop
    of_document = units.document[units.sentence_of_word][topical]
    codes, counts = counted(stems.stem[topical] * documents + of_document)
    stem, document = np.divmod(codes, documents)
    common = np.bincount(stem)[stem] > 1
    words = np.bincount(document, counts, documents).astype(np.float64, copy=False)
    return np.bincount(document, counts * common, documents) / np.maximum(words, 1), words


def is_stray(shares: Floats, words: Floats) -> Booleans:
    """Tell which documents have next to nothing in common with the others, which have much in common.

    The notice that a page could not be shown, or the description of an archive, came in place of an article. Stray
    documents are few: they have at most a third of all words.

    >>> is_stray(np.array([0.5, 0.4, 0.02]), np.array([300.0, 200.0, 40.0])).tolist()
    [False, False, True]
    >>> is_stray(np.array([0.02, 0.01, 0.02]), np.array([300.0, 200.0, 40.0])).tolist()
    [False, False, False]
    """
    stray: Booleans = shares <= STRAY_SHARE
    others = float(shares[~stray].mean()) if not stray.all() else 0.0
    few = words[stray].sum() <= STRAY_MAX_WORDS * words.sum() and np.count_nonzero(~stray) >= MIN_RELATED
    return stray if few and others >= RELATED_SHARE else np.zeros_like(stray)
