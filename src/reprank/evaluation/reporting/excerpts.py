"""References and outputs to HTML side by side, with the pairs of words that they share marked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby, pairwise

from reprank.evaluation.datasets import Cluster, KeyphraseText
from reprank.evaluation.jobs import Outcome
from reprank.evaluation.keyphrases import Keyphrases
from reprank.evaluation.sets import KeyphraseSet, NamedSet, SummarySet
from reprank.evaluation.tokenization import Tokenizer, tokenizer
from reprank.patterns import lazy_pattern
from reprank.text.tokens import UNSPACED

SHADES = 4  # how many strengths a mark in a reference has

_PIECES = lazy_pattern(rf"(\s+|[{UNSPACED}])")

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A text cut into pieces, and its words, each with the number of its piece."""

    pieces: tuple[str, ...]
    words: tuple[tuple[str, int], ...]

    @classmethod
    def of(cls, text: str, tokenize: Tokenizer) -> MarkedText:
        """Cut at white space, and around characters that are words by themselves."""
        pieces = tuple(piece for piece in _PIECES.split(text) if piece)
        return cls(pieces, tuple((word, number) for number, piece in enumerate(pieces) for word in tokenize(piece)))

    def pairs(self) -> set[Pair]:
        """Return all pairs of neighbouring words."""
        return {(one, two) for (one, _), (two, _) in pairwise(self.words)}

    def marked(self, strength: dict[Pair, int]) -> str:
        """Write HTML with marks of the given strength on pairs; a word in two pairs takes the stronger mark."""
        strengths = [0] * len(self.pieces)
        for (one, start), (two, end) in pairwise(self.words):
            for place in range(start, end + 1):
                strengths[place] = max(strengths[place], strength.get((one, two), 0))
        runs = groupby(range(len(self.pieces)), key=lambda place: strengths[place])
        return "".join(_mark("".join(self.pieces[place] for place in places), shade) for shade, places in runs)


def _mark(text: str, shade: int) -> str:
    return f'<mark class="m{shade}">{escape(text)}</mark>' if shade else escape(text)


def side_by_side(named: NamedSet, item: Cluster | KeyphraseText, outcomes: Sequence[Outcome], score: str) -> str:
    """Write one cluster or text: what people wrote, then every system's output, best first."""
    ranked = sorted(outcomes, key=lambda outcome: -_last(outcome, score))
    if isinstance(named, SummarySet) and isinstance(item, Cluster):
        return _summaries(named, item, ranked, score)
    assert isinstance(named, KeyphraseSet)
    assert isinstance(item, KeyphraseText)
    return _phrases(named, item, ranked, score)


def _summaries(named: SummarySet, cluster: Cluster, outcomes: Sequence[Outcome], score: str) -> str:
    tokenize = tokenizer(named.rouge.language, stem=named.rouge.stem, exceptions=named.rouge.exceptions)
    references = [MarkedText.of(reference, tokenize) for reference in cluster.references]
    wanted = set().union(*(reference.pairs() for reference in references))
    read = {outcome.system: MarkedText.of(" ".join(outcome.output), tokenize) for outcome in outcomes}
    finders = Counter(pair for marked_text in read.values() for pair in marked_text.pairs() & wanted)
    most = max(len(outcomes), 1)
    shades = {pair: 1 + min(SHADES - 1, SHADES * count // (most + 1)) for pair, count in finders.items()}
    left = "".join(
        f'<h4>Reference {number}</h4><p dir="auto">{reference.marked(shades)}</p>'
        for number, reference in enumerate(references, start=1)
    )
    found = dict.fromkeys(wanted, SHADES)
    right = "".join(_output(outcome, read[outcome.system].marked(found), score) for outcome in outcomes)
    return _columns(left, right)


def _phrases(named: KeyphraseSet, text: KeyphraseText, outcomes: Sequence[Outcome], score: str) -> str:
    metric = Keyphrases(named.settings)
    gold = metric.prepare(text).keys
    found = Counter(key for outcome in outcomes for key in set(metric.keys(outcome.output)) & gold)
    most = max(len(outcomes), 1)

    def marked(phrases: Iterable[str], *, by_count: bool) -> str:
        cells = []
        for phrase in phrases:
            key = "".join(metric.keys([phrase]))
            hits = found[key] if key in gold else 0
            shade = (1 + min(SHADES - 1, SHADES * hits // (most + 1)) if by_count else SHADES) if hits else 0
            cells.append(_mark(phrase, shade))
        return ", ".join(cells) or "–"

    left = f'<h4>Gold</h4><p dir="auto">{marked(text.keyphrases, by_count=True)}</p>'
    right = "".join(_output(outcome, marked(outcome.output, by_count=False), score) for outcome in outcomes)
    return _columns(left, right)


def _columns(left: str, right: str) -> str:
    return f'<div class="side"><section>{left}</section><section class="outputs">{right}</section></div>'


def _output(outcome: Outcome, body: str, score: str) -> str:
    if outcome.error:
        message = f"{outcome.error.type}: {outcome.error.message[:300]}"
        return f'<article class="failed"><h4>{escape(outcome.system)}</h4><p>failed: {escape(message)}</p></article>'
    numbers = " · ".join(f"{100 * getattr(value, score):.1f}" for value in outcome.scores.values())
    title = f"<h4>{escape(outcome.system)} <span>{numbers}</span></h4>"
    return f'<article>{title}<p dir="auto">{body or "(empty)"}</p></article>'


def _last(outcome: Outcome, score: str) -> float:
    """Rank by the metric named last, as a rule the strictest."""
    if outcome.error or not outcome.scores:
        return -1.0
    value: float = getattr(list(outcome.scores.values())[-1], score)
    return value
