"""Summary to a picture's data: which of the best sentences are similar to each other."""

from __future__ import annotations

import numpy as np

from reprank.arrays import Floats
from reprank.ranked import RankedText
from reprank.summary import Sentence, Summary, rounded

MAX_SENTENCES = 36  # in the picture: more circles than these cannot be told apart
MAX_NEIGHBOURS = 3  # edges that a sentence asks for; it may get more from others
MIN_SIMILARITY = 0.08


def graph_of(summary: Summary, ranked: RankedText) -> dict[str, object]:
    """Return the best sentences of a summary's ranking and the edges between similar ones.

    Similarity is the one that ranks. Each sentence asks for an edge to the sentences that are most similar to it.
    """
    sentences = shown(summary)
    cosine = ranked.similarities(sentences)
    edges = _strongest(cosine)
    return {
        "sentences": [
            {"document": it.document, "start": it.start, "end": it.end, "score": rounded(it.score), "rank": it.rank}
            for it in sentences
        ],
        "edges": [{"source": i, "target": j, "similarity": round(float(cosine[i, j]), 4)} for i, j in edges],
    }


def shown(summary: Summary) -> tuple[Sentence, ...]:
    """Return the sentences of the picture: the best ones of the ranking, the selected ones first."""
    return summary.ranking[: max(MAX_SENTENCES, min(len(summary.sentences), 2 * MAX_SENTENCES))]


def _strongest(cosine: Floats) -> list[tuple[int, int]]:
    """Return the pairs of which at least one sentence asks for the other, in order."""
    wanted: set[tuple[int, int]] = set()
    for i, row in enumerate(cosine):
        best = np.argsort(-row, kind="stable")[:MAX_NEIGHBOURS]
        wanted |= {(min(i, int(j)), max(i, int(j))) for j in best if row[j] >= MIN_SIMILARITY}
    return sorted(wanted)
