"""Units to keywords: the phrases that matter, as they stand in the text."""

from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np

from reprank.edges import Integers
from reprank.summary import Keyword, Occurrence
from reprank.terms import Stems
from reprank.units import Booleans, Units


def rank_phrases(units: Units, new: Booleans, *, top: int, max_words: int = 4) -> tuple[Keyword, ...]:
    """Rank runs of content words by how often they occur and how long they are."""
    stems = Stems.of(units)
    places: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
    lengths: dict[tuple[int, ...], int] = {}
    for sentence in np.flatnonzero(new).tolist():
        word, end = int(units.offsets[sentence]), int(units.offsets[sentence + 1])
        while word < end:
            stop = word
            while stop < end and not stems.stop[stop] and stop - word < max_words:
                stop += 1
            if stop > word:
                key = tuple(stems.stem[word:stop].tolist())
                places[key].append(word)
                lengths[key] = stop - word
            word = max(stop, word + 1)
    ranked = sorted(places, key=lambda key: -len(places[key]) * len(key))[:top]
    return tuple(
        Keyword(
            _surface(units, places[key][0], lengths[key]),
            float(len(places[key]) * len(key)),
            tuple(_occurrence(units, word, lengths[key]) for word in places[key]),
        )
        for key in ranked
    )


def _occurrence(units: Units, word: int, length: int) -> Occurrence:
    last = word + length - 1
    end = int(units.word_start[last]) + len(units.forms[units.form[last]])
    return Occurrence(int(units.document[units.sentence_of_word[word]]), int(units.word_start[word]), end)


def _surface(units: Units, word: int, length: int) -> str:
    place = _occurrence(units, word, length)
    return units.documents[place.document].text[place.start : place.end]


def keyword_at(units: Units, starts: Integers, *, length: int, score: float) -> Keyword:
    """Make a keyword of the phrase of so many words that begins at the given words of the running text.

    It is shown as it most often stands; of forms that are equally frequent, in lower case.
    """
    places = tuple(_occurrence(units, int(word), length) for word in starts)
    texts = [units.documents[place.document].text[place.start : place.end] for place in places]
    counts = Counter(texts)
    return Keyword(min(counts, key=lambda text: (-counts[text], not text.islower(), text)), score, places)
