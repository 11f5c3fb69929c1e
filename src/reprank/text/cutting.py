"""Sentences to shorter ones: stretches without full stops are cut at speakers and pauses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import numpy as np

from reprank.arrays import Integers
from reprank.text.marks import ENDED, TAIL_CHARACTERS
from reprank.values import value_class

Span = tuple[int, int]

# Patterns as text: few documents need them, and to compile them takes as long as a summary.
PAUSE = r"[\n;:,–—…，、；：،؛]|\.\.\.|[\[({][a-z ]{2,20}[\])}]"  # marks, and notes such as [pause]
SPEAKER = r"(?:(?<=\s)|^)(?:>>+|[A-Z][\w.'-]{0,20}(?: [A-Z0-9][\w.'-]{0,20}){0,2}:)(?=\s)"
# Words that often begin a clause. Speech without any marks is cut before them.
CLAUSE_BEGINNING = r"\b(?:and|but|so|because|then|when|while|if|[Ii]|we|he|she|they|it|you|there)\b"
PUNCTUATED_SHARE = 0.3  # of the words in stretches with a full stop, below which a text is unpunctuated speech
UNSPACED_CODES = frozenset(["zh", "ja", "th", "lo", "km", "my"])  # languages whose characters are counted as words


@value_class
class Limits:
    """How long a sentence may be, and about how long the pieces of a longer one are, in words."""

    longest: int
    piece: int


PROSE = Limits(150, 40)  # a longer stretch is a transcript or a dump
UNSPACED = Limits(300, 100)
SPEECH = Limits(60, 30)


def cut_long(text: str, spans: list[Span], word_start: Integers, code: str) -> list[Span]:
    """Cut the sentences that are too long; ``word_start`` is where the words of the text begin."""
    bounds = np.searchsorted(word_start, [edge for span in spans for edge in span]).reshape(-1, 2)
    lengths = bounds[:, 1] - bounds[:, 0]
    if not len(spans) or lengths.max() <= SPEECH.longest:
        return spans
    ended = np.array([_is_ended(text, span) for span in spans], dtype=np.bool_)
    speech = code not in UNSPACED_CODES and lengths[ended].sum() < PUNCTUATED_SHARE * lengths.sum()
    limits = SPEECH if speech else UNSPACED if code in UNSPACED_CODES else PROSE
    longest = np.where(ended, max(limits.longest, PROSE.longest), limits.longest)  # a sentence with a full stop is one
    if (lengths <= longest).all():
        return spans
    cut: list[Span] = []
    for (start, end), (first, last), fits in zip(spans, bounds.tolist(), (lengths <= longest).tolist(), strict=True):
        if fits:
            cut.append((start, end))
            continue
        words = word_start[first:last]
        for turn in _turns(text, start, end) if speech else [(start, end)]:
            of_turn = slice(*np.searchsorted(words, turn).tolist())
            cut.extend(_cut(text, turn, words[of_turn], limits))
    return cut


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _is_ended(text: str, span: Span) -> bool:
    start, end = span
    return ENDED.search(text, max(start, end - TAIL_CHARACTERS), end) is not None


def _turns(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield what each speaker says."""
    for label in _compiled(SPEAKER).finditer(text, start + 1, end):
        yield start, _before(text, label.start())
        start = label.start()
    yield start, end


def _cut(text: str, span: Span, words: Integers, limits: Limits) -> Iterator[Span]:
    """Cut a stretch into pieces, at pauses where there are any."""
    start, end = span
    if len(words) <= limits.longest:
        yield span
        return
    pauses = np.array([match.end() - 1 for match in _compiled(PAUSE).finditer(text, start, end)], np.intp)
    if limits is SPEECH and not len(pauses):
        pauses = np.array(
            [match.start() - 1 for match in _compiled(CLAUSE_BEGINNING).finditer(text, start, end)], np.intp
        )
    at, piece = 0, limits.piece
    while len(words) - at > piece + piece // 2:
        low, high = words[at + piece // 2], words[at + piece]
        last = int(np.searchsorted(pauses, high)) - 1
        at = int(np.searchsorted(words, pauses[last])) if last >= 0 and pauses[last] > low else at + piece
        yield start, _before(text, int(words[at]))
        start = int(words[at])
    yield start, end


def _before(text: str, end: int) -> int:
    while text[end - 1].isspace():
        end -= 1
    return end
