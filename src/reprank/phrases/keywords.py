"""Scores to keywords: the phrases that matter, as they stand in the text, with all their places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, groupby

import numpy as np

from reprank.arrays import Booleans, Floats, Integers
from reprank.phrases.candidates import Phrases, read_phrases
from reprank.phrases.scores import Weights, read_features, score
from reprank.selection import KeywordRequest
from reprank.summary import Keyword, Occurrence
from reprank.text.joining import flatten
from reprank.text.units import Units

ALONE = 0.25  # share of its occurrences in which a part of a selected phrase must stand alone to be a keyword as well
DIGITS = 9  # of a score that count: the rest is rounding, and depends on the order of documents


def rank_phrases(
    units: Units,
    new: Booleans,
    request: KeywordRequest,
    *,
    centrality: Floats | None = None,
    weights: Weights | None = None,
) -> tuple[Keyword, ...]:
    """Rank the phrases of the new sentences, best first.

    Scores are relative to the best, which has 1. ``centrality`` is a weight for each stem of ``units.stems``, on
    any scale, in place of its count in the text; where it is zero, the count stays.

    >>> from reprank.text.documents import Document
    >>> from reprank.text.languages import language
    >>> from reprank.text.units import read_units
    >>> text = "Sensor networks fail. A sensor-network is rarely repaired. The battery of a sensor network is small."
    >>> units = read_units([Document(text)], language("en"))
    >>> best = rank_phrases(units, np.ones(len(units), dtype=np.bool_), KeywordRequest(top=1))[0]
    >>> best.text, [text[place.start : place.end] for place in best.occurrences]
    ('sensor network', ['Sensor networks', 'sensor-network', 'sensor network'])
    """
    if not request.top or not request.max_words:
        return ()
    phrases = read_phrases(units, new, max_words=request.max_words)
    if not len(phrases):
        return ()
    scores = score(read_features(phrases, centrality=centrality), weights or Weights())
    return make_keywords(phrases, select(phrases, scores, top=request.top), np.exp(scores - scores.max()))


def select(phrases: Phrases, scores: Floats, *, top: int) -> list[int]:
    """Take the best phrases; a part of a better one only if it often stands alone ("network" and "sensor network")."""
    alone = phrases.total(phrases.whole) / phrases.count
    parts: set[tuple[int, ...]] = set()
    selected: list[int] = []
    for phrase in best_phrases(phrases, scores):
        if len(selected) == top:
            break
        stems = phrases.stems(phrase)
        if stems in parts and alone[phrase] < ALONE:
            continue
        selected.append(phrase)
        parts.update(stems[a:b] for a, b in combinations(range(len(stems) + 1), 2) if b - a < len(stems))
    return selected


def best_phrases(phrases: Phrases, scores: Floats) -> Iterator[int]:
    """Yield phrases best first, those of equal score by their stems."""
    rounded = np.round(scores, DIGITS)
    order = np.argsort(-rounded, kind="stable").tolist()
    for _, equal in groupby(order, key=lambda phrase: float(rounded[phrase])):
        tied = list(equal)
        yield from tied if len(tied) == 1 else sorted(tied, key=phrases.key)


def make_keywords(phrases: Phrases, selected: list[int], scores: Floats) -> tuple[Keyword, ...]:
    """Write the selected phrases as keywords, each with all its places."""
    words, wanted = phrases.words, np.zeros(len(phrases), dtype=np.bool_)
    wanted[selected] = True
    ours = np.flatnonzero(wanted[phrases.phrase])
    ours = ours[np.argsort(phrases.first[ours], kind="stable")]
    places: dict[int, list[tuple[Occurrence, bool]]] = {phrase: [] for phrase in selected}
    for phrase, document, start, end, case_informative in zip(
        phrases.phrase[ours].tolist(),
        phrases.document[ours].tolist(),
        words.start[phrases.first[ours]].tolist(),
        words.end[phrases.last[ours] - 1].tolist(),
        phrases.traits.case_informative[phrases.begin[ours]].tolist(),
        strict=True,
    ):
        places[phrase].append((Occurrence(document, start, end), case_informative))
    return tuple(_keyword(words.units, places[phrase], float(scores[phrase])) for phrase in selected)


def _keyword(units: Units, places: list[tuple[Occurrence, bool]], score: float) -> Keyword:
    """Show a phrase as it most often stands, away from the beginnings of sentences and from titles if it can be."""
    texts = [_text(units, place) for place, case_informative in places if case_informative] or [
        _text(units, place) for place, _ in places
    ]
    return Keyword(_most_frequent(texts), score, tuple(place for place, _ in places))


def keyword_at(units: Units, starts: Integers, *, length: int, score: float) -> Keyword:
    """Make a keyword of the phrase of so many words that begins at the given words of the running text.

    It is shown as it most often stands; of forms that are equally frequent, in lower case.
    """
    places = tuple(_place(units, int(word), int(word) + length - 1) for word in starts)
    return Keyword(_most_frequent(_text(units, place) for place in places), score, places)


def _place(units: Units, first: int, last: int) -> Occurrence:
    end = int(units.word_start[last]) + len(units.forms[units.form[last]])
    return Occurrence(int(units.document[units.sentence_of_word[first]]), int(units.word_start[first]), end)


def _text(units: Units, place: Occurrence) -> str:
    return flatten(units.documents[place.document].text[place.start : place.end])


def _most_frequent(texts: Iterable[str]) -> str:
    counts = Counter(texts)
    return min(counts, key=lambda text: (-counts[text], not text.islower(), text))
