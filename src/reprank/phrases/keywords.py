"""Scores to keywords: the most important phrases, as they appear in the text, with all their places."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import combinations, compress, groupby
from typing import NamedTuple

import numpy as np

from reprank.arrays import Booleans, Floats, Integers
from reprank.phrases.candidates import Phrases, read_phrases
from reprank.phrases.scores import Weights, read_features, score
from reprank.phrases.wishes import StemSequence, allowed_phrases, only_given, seed_nearness, seen_share, with_included
from reprank.selection import KeywordRequest
from reprank.summary import Keyword, Occurrence
from reprank.text.documents import Document
from reprank.text.tokens import flatten
from reprank.text.units import Units

MIN_ALONE = 0.25  # share of its occurrences in which a part of a selected phrase must stand alone to be a keyword too
SCORE_DIGITS = 9  # digits of a score that count: the rest is rounding, and depends on the order of documents
DIVERSITY = 0.13  # unless asked otherwise
REPETITION_PENALTY = 5.0  # what diversity 1 takes off ln s of a phrase whose words are all in one selected phrase
REPETITION_GROWTH = 1.5  # exponent of the number of selected phrases: the fifth "battery …" loses more than the second
SEED_GAIN = 1.5  # what a phrase gains in ln s for each unit of nearness to the seeds
SEEN_PENALTY = 1.2  # what a phrase loses in ln s if all its words are known to the reader

# −value, order, phrase, score, stems, and how many phrases were selected when the value was computed.
Waiting = tuple[float, int, int, float, StemSequence, int]


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
    any scale, in place of its count in the text; where it is zero, the count is used. The reader knows words that occur
    in sentences that are not new, so phrases of such words are penalised.

    >>> from reprank.text.documents import Document
    >>> from reprank.text.languages import language
    >>> from reprank.text.units import read_units
    >>> text = "Sensor networks fail. A sensor-network is rarely repaired. The battery of a sensor network is small."
    >>> units = read_units([Document(text)], language("en"))
    >>> best = rank_phrases(units, np.ones(len(units), dtype=np.bool_), KeywordRequest(top=1))[0]
    >>> best.text, [text[place.start : place.end] for place in best.occurrences]
    ('sensor network', ['Sensor networks', 'sensor-network', 'sensor network'])
    """

    def log_score(phrases: Phrases) -> Floats:
        return score(read_features(phrases, centrality=centrality), weights or Weights())

    return rank_by(units, new, request, log_score, diversity=DIVERSITY)


def rank_by(
    units: Units,
    new: Booleans,
    request: KeywordRequest,
    log_score: Callable[[Phrases], Floats],
    *,
    diversity: float,
    min_alone: float = MIN_ALONE,
) -> tuple[Keyword, ...]:
    """Find candidates, score them by the given function, and select as the request asks.

    ``log_score`` returns the logarithm of each phrase's score. ``diversity`` applies unless the request has its own.
    A part of a selected phrase must occur alone in ``min_alone`` of its occurrences.
    """
    if not request.top or not request.max_words:
        return ()
    phrases = read_phrases(units, new, max_words=request.max_words)
    if request.candidates is not None:
        phrases = only_given(phrases, request.candidates, new)
    required: list[int] = []
    if request.include:
        phrases, required = with_included(phrases, request.include, new)
    if not len(phrases):
        return ()
    scores = log_score(phrases) - SEEN_PENALTY * seen_share(phrases, new)
    if request.seeds:
        scores += SEED_GAIN * seed_nearness(phrases, request.seeds)
    allowed = allowed_phrases(phrases, request.exclude, request.min_words)
    chosen = request.diversity if request.diversity is not None else diversity
    selected = select(
        phrases,
        scores,
        top=request.top,
        diversity=chosen,
        min_alone=0.0 if request.candidates is not None else min_alone,
        allowed=allowed,
        required=required,
    )
    best = max(selected.values(), default=0.0)
    return make_keywords(phrases, {phrase: math.exp(value - best) for phrase, value in selected.items()})


def select(
    phrases: Phrases,
    scores: Floats,
    *,
    top: int,
    diversity: float = 0.0,
    min_alone: float = MIN_ALONE,
    allowed: Booleans | None = None,
    required: Collection[int] = (),
) -> dict[int, float]:
    """Take the best phrases; return them with their values, best first.

    The value of a phrase is its score minus a penalty for the words that selected phrases already have:

        value = ln s − REPETITION_PENALTY · diversity² · mean over its words of (selected phrases with the word)^1.5

    A word of a selected phrase is selected only if it often occurs alone ("network" next to "sensor network"), a part
    of several words never ("Tomas Reyne" next to "chief engineer Tomas Reyne"). The last word of a selected name is
    short for that name ("bridge" for "Kestrel Bridge") and is not selected. Nor is, in a script without spaces, a
    stretch of a selected one that is only moved by some characters. Required phrases are always selected. With
    ``min_alone`` 0, every part may be selected.
    """
    alone = phrases.total(phrases.whole) / phrases.count
    named = ends_in_name(phrases)
    short: set[int] = set()  # stems that end a selected name
    parts: set[StemSequence] = set()
    margins = Margins(set(), set())
    uses: dict[int, int] = {}  # of each stem in selected phrases
    selected: dict[int, float] = {}
    places = top - len(required)
    penalty = REPETITION_PENALTY * diversity**2
    source = enumerate(best_phrases(phrases, scores))
    upcoming = next(source, None)
    waiting: list[Waiting] = []  # heap

    def push(order: int, phrase: int, score: float, stems: StemSequence) -> None:
        repeated = sum([uses[stem] ** REPETITION_GROWTH for stem in stems if stem in uses]) / len(stems)
        value = round(score - penalty * repeated, SCORE_DIGITS) if penalty and repeated else score
        heappush(waiting, (-value, order, phrase, score, stems, len(selected)))

    while len(selected) < top:
        while upcoming is not None and (not waiting or -upcoming[1][1] <= waiting[0][0]):
            order, (phrase, score) = upcoming
            if allowed is None or allowed[phrase] or phrase in required:
                push(order, phrase, score, phrases.stems(phrase))
            upcoming = next(source, None)
        if not waiting:
            break
        value, order, phrase, score, stems, computed = heappop(waiting)
        if computed < len(selected) and penalty:
            push(order, phrase, score, stems)
            continue
        if phrase not in required:
            in_short = len(stems) == 1 and stems[0] in short
            part = stems in parts and (alone[phrase] < min_alone or (len(stems) > 1 and min_alone > 0))
            if places <= 0 or in_short or part or margins.overlap(stems):
                continue
            places -= 1
        if len(stems) > 1 and named[phrase]:
            short.add(stems[-1])
        selected[phrase] = -value
        for stem in set(stems):
            uses[stem] = uses.get(stem, 0) + 1
        if len(stems) > 1:
            if phrases.is_unspaced(phrase):
                margins.add(stems)
            parts.update(stems[a:b] for a, b in combinations(range(len(stems) + 1), 2) if b - a < len(stems))
    return selected


class Margins(NamedTuple):
    """Beginnings and ends of selected stretches of scripts without spaces, where a token is one character.

    >>> margins = Margins(set(), set())
    >>> margins.add((1, 2, 3, 4, 5))
    >>> margins.overlap((2, 3, 4, 5, 6)), margins.overlap((4, 5, 6, 7)), margins.overlap((1, 2, 3, 8))
    (True, False, False)
    """

    beginnings: set[StemSequence]
    ends: set[StemSequence]

    def add(self, stems: StemSequence) -> None:
        """Add a selected stretch."""
        self.beginnings.update(stems[:size] for size in range(1, len(stems)))
        self.ends.update(stems[-size:] for size in range(1, len(stems)))

    def overlap(self, stems: StemSequence) -> bool:
        """Tell whether more than half of a stretch ends a selected one or begins it: the window was only moved."""
        if not self.ends:
            return False
        sizes = range(len(stems) // 2 + 1, len(stems))
        return any(stems[:size] in self.ends or stems[-size:] in self.beginnings for size in sizes)


def ends_in_name(phrases: Phrases) -> Booleans:
    """Tell which phrases have a last word that is written as a name somewhere."""
    last = phrases.end - 1
    return phrases.total(phrases.traits.capital[last] & phrases.traits.case_informative[last]) > 0


def best_phrases(phrases: Phrases, scores: Floats) -> Iterator[tuple[int, float]]:
    """Yield phrases with their scores, best first, those of equal score by their stems."""
    rounded = scores.round(SCORE_DIGITS)
    order = (-rounded).argsort(kind="stable").tolist()
    for value, equal in groupby(order, key=rounded.tolist().__getitem__):
        tied = list(equal)
        for phrase in tied if len(tied) == 1 else sorted(tied, key=phrases.key):
            yield phrase, value


def make_keywords(phrases: Phrases, selected: Mapping[int, float]) -> tuple[Keyword, ...]:
    """Write the selected phrases as keywords, each with its score and all its places."""
    wanted = np.zeros(len(phrases), dtype=np.bool_)
    wanted[list(selected)] = True
    ours = wanted[phrases.phrase].nonzero()[0]
    words, phrase, begin = phrases.words, phrases.phrase[ours], phrases.begin[ours]
    start, end = words.start[phrases.first[ours]], words.end[phrases.last[ours] - 1]
    found = list(map(Occurrence, words.document[begin].tolist(), start.tolist(), end.tolist()))
    informative: list[bool] = phrases.traits.case_informative[begin].tolist()
    numbers = np.array(list(selected), np.intp)
    edges = zip(phrase.searchsorted(numbers).tolist(), phrase.searchsorted(numbers + 1).tolist(), strict=True)
    return tuple(
        _keyword(words.units.documents, found[first:last], informative[first:last], score)
        for (first, last), score in zip(edges, selected.values(), strict=True)
    )


def _keyword(documents: Sequence[Document], places: list[Occurrence], informative: list[bool], score: float) -> Keyword:
    """Show a phrase as it most often stands, away from the beginnings of sentences and from titles if it can be."""
    shown = list(compress(places, informative)) or places
    texts = [documents[place.document].text[place.start : place.end] for place in shown]
    return Keyword(_most_frequent(texts), score, tuple(places))


def keyword_at(units: Units, starts: Integers, *, length: int, score: float) -> Keyword:
    """Make a keyword of the phrase of ``length`` words that begins at the given words of the running text.

    It is shown in its most frequent form; among equally frequent forms, in lower case.
    """
    places = tuple(_place(units, int(word), int(word) + length - 1) for word in starts)
    texts = (units.documents[place.document].text[place.start : place.end] for place in places)
    return Keyword(_most_frequent(texts), score, places)


def _place(units: Units, first: int, last: int) -> Occurrence:
    end = int(units.word_start[last]) + len(units.forms[units.form[last]])
    return Occurrence(int(units.document[units.sentence_of_word[first]]), int(units.word_start[first]), end)


def _most_frequent(texts: Iterable[str]) -> str:
    counts: dict[str, int] = {}  # a Counter takes longer to make than these few texts to count
    for text in texts:
        counts[text] = counts.get(text, 0) + 1
    if len(counts) == 1:
        return flatten(next(iter(counts)))
    flat: dict[str, int] = {}
    for text, count in counts.items():
        line = flatten(text)
        flat[line] = flat.get(line, 0) + count
    return min(flat, key=lambda line: (-flat[line], not line.islower(), line))
