"""Question and chunks to kept spans: our own selector and the ones it is compared with.

All of them select from the same sentences, count words in the same way, and take the next sentence that fits.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path

import numpy as np

import reprank
from reprank.arrays import Floats, best_first
from reprank.budget import Words
from reprank.compression.pieces import Pieces, read_pieces
from reprank.coverage import Coverage
from reprank.text.documents import Document
from reprank.text.tokens import normal_form, unspaced_character, word_pattern

Span = tuple[int, int, int]  # chunk, start, end
Selector = Callable[["Question", float], list[Span]]


@dataclass(frozen=True)
class Question:
    """A question, the texts that may answer it, and the spans that do."""

    id: str
    text: str
    chunks: tuple[str, ...]
    gold: tuple[Span, ...]

    @cached_property
    def pieces(self) -> Pieces:
        """The sentences that the other selectors choose from."""
        return read_pieces([Document(chunk) for chunk in self.chunks], None)

    @cached_property
    def costs(self) -> list[int]:
        """Words of each sentence."""
        return [Words(1).cost(text) for text in self.pieces.owned]

    @cached_property
    def words(self) -> int:
        """Words of all chunks."""
        return sum(Words(1).cost(chunk) for chunk in self.chunks)


def read_questions(path: Path, limit: int | None) -> Iterator[Question]:
    """Read a file of questions, at most ``limit`` of them."""
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if number == limit:
                return
            row = json.loads(line)
            gold = tuple((chunk, start, end) for chunk, start, end in row["gold"])
            yield Question(str(row["id"]), row["question"], tuple(row["documents"]), gold)


def all_kept(question: Question, kept: Sequence[Span]) -> float:
    """Return 1 if every character of every gold span is kept, white space apart."""
    return float(all(_covers(question, kept, span) for span in question.gold))


def relevant_share(question: Question, kept: Sequence[Span]) -> float:
    """Return the share of the kept words that stand in gold spans."""
    gold = {(chunk, start): end for chunk, start, end in question.gold}
    turns = {chunk for chunk, _ in gold}
    words = [(chunk in turns, len(question.chunks[chunk][start:end].split())) for chunk, start, end in kept]
    return sum(count for relevant, count in words if relevant) / max(sum(count for _, count in words), 1)


def _covers(question: Question, kept: Sequence[Span], span: Span) -> bool:
    chunk, start, end = span
    inside = sorted((max(a, start), min(b, end)) for c, a, b in kept if c == chunk and a < end and b > start)
    at = start
    for a, b in inside:
        if question.chunks[chunk][at:a].strip():
            return False
        at = max(at, b)
    return not question.chunks[chunk][at:end].strip()


def ours(question: Question, share: float) -> list[Span]:
    """Call ``reprank.compress`` with the question."""
    return _spans(reprank.compress(question.chunks, question.text, ratio=share))


def without_query(question: Question, share: float) -> list[Span]:
    """Call ``reprank.compress`` without the question."""
    return _spans(reprank.compress(question.chunks, ratio=share))


def with_settings(method: Coverage) -> Selector:
    """Return our selector with other settings."""
    return lambda question, share: _spans(reprank.compress(question.chunks, question.text, ratio=share, method=method))


def _spans(made: reprank.Compressed) -> list[Span]:
    return [(i, start, end) for i, chunk in enumerate(made.chunks) for start, end in chunk.kept]


def _by_score(score: Callable[[Question], Floats]) -> Selector:
    """Make a selector of a function that scores sentences; scores are remembered for the next share."""
    known: dict[int, list[int]] = {}

    def select(question: Question, share: float) -> list[Span]:
        if id(question) not in known:
            known.clear()
            known[id(question)] = best_first(score(question)).tolist()
        left = int(share * question.words)
        kept = []
        for i in known[id(question)]:
            if question.costs[i] <= left:
                left -= question.costs[i]
                kept.append((int(question.pieces.units.document[i]), *question.pieces.bounds[i]))
        return kept

    return select


def _random(question: Question) -> Floats:
    seed = int.from_bytes(question.id.encode()[-8:], "big")
    return np.random.default_rng(seed).random(len(question.pieces))


def _lead(question: Question) -> Floats:
    """Score by position: the first sentence of every chunk, then the second, and so on."""
    return -question.pieces.units.position.astype(np.float64)


def _stems(question: Question) -> tuple[list[list[str]], list[str]]:
    """Return stems of every sentence and of the question; pairs of characters too in scripts without spaces."""
    units, unspaced = question.pieces.units, unspaced_character()
    names, stop = units.stems.names, units.stems.stop
    sentences: list[list[str]] = []
    for i in range(len(units)):
        words = slice(int(units.offsets[i]), int(units.offsets[i + 1]))
        stems = [names[stem] for stem in units.stems.stem[words]]
        sentences.append(_terms(stems, stop[words].tolist(), unspaced.match))
    asked = [normal_form(word) for word in word_pattern(question.text).findall(question.text)]
    stopped = [word in units.language.stopwords for word in asked]
    return sentences, _terms(units.language.stem(asked), stopped, unspaced.match)


def _terms(stems: Sequence[str], stop: Sequence[bool], unspaced: Callable[[str], object]) -> list[str]:
    single = [stem for stem, left_out in zip(stems, stop, strict=True) if not left_out or unspaced(stem)]
    return single + [one + other for one, other in pairwise(stems) if unspaced(one) and unspaced(other)]


def _bm25(question: Question) -> Floats:
    import bm25s

    logging.getLogger("bm25s").setLevel(logging.ERROR)
    sentences, asked = _stems(question)
    known = {stem for stems in sentences for stem in stems}
    if not (wanted := [stem for stem in asked if stem in known]):
        return np.zeros(len(sentences))
    index = bm25s.BM25()
    index.index(sentences, show_progress=False)
    return np.asarray(index.get_scores(wanted), dtype=np.float64)


def _cosine(question: Question) -> Floats:
    sentences, asked = _stems(question)
    number = {stem: i for i, stem in enumerate(sorted({stem for stems in sentences for stem in stems}))}
    counts = np.zeros((len(sentences), len(number)))
    for row, stems in enumerate(sentences):
        for stem in stems:
            counts[row, number[stem]] += 1
    weight = np.log((1 + len(sentences)) / (1 + np.count_nonzero(counts, axis=0))) + 1
    vectors = counts * weight
    query = np.zeros(len(number))
    for stem in asked:
        if stem in number:
            query[number[stem]] += weight[number[stem]]
    return vectors @ query / np.maximum(np.linalg.norm(vectors, axis=1), 1e-12)


SELECTORS: dict[str, Selector] = {
    "random": _by_score(_random),
    "Lead": _by_score(_lead),
    "tf-idf cosine": _by_score(_cosine),
    "BM25": _by_score(_bm25),
    "reprank, no query": without_query,
    "reprank": ours,
}
