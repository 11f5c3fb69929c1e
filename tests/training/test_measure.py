"""Retrieval accuracy against loops, and the learning curve's files."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from benchmarks.models.measure import retrieval_accuracy

from reprank.training.batches import Batch, KnownSentences, batch, windows
from reprank.training.run import Point, best, write_curve


@pytest.fixture
def texts() -> Batch:
    draw = np.random.default_rng(4)
    documents = np.repeat(np.arange(5), [7, 3, 4, 2, 6])
    lengths = draw.integers(1, 6, size=len(documents))
    words = draw.integers(0, 20, size=lengths.sum()).astype(np.int32)
    corpus = KnownSentences(words, np.concatenate([[0], np.cumsum(lengths)]), documents)
    return batch(corpus, windows(corpus, 4))


def test_accuracy_is_the_share_of_true_sentences_that_are_most_similar_to_the_mean_of_those_before(
    texts: Batch,
) -> None:
    draw = np.random.default_rng(5)
    vectors, attention = draw.standard_normal((20, 3)).astype(np.float32), draw.standard_normal(20)
    ends = [*texts.starts[1:], len(texts.words)]
    sentences = []
    for start, end in zip(texts.starts, ends, strict=True):
        words = texts.vocabulary[texts.words[start:end]]
        weights = np.exp(attention[words]) / np.exp(attention[words]).sum()
        sentences.append(weights @ vectors[words] / np.linalg.norm(weights @ vectors[words]))
    hits = []
    for window in texts.windows:
        places = [place for place in window if place >= 0]
        for now in range(len(places)):
            context = np.mean([sentences[place] for place in places[: now + 1]], axis=0)
            for true in places[now + 1 : now + 3]:
                others = [s for s, d in zip(sentences, texts.documents, strict=True) if d != texts.documents[true]]
                hits.append(sentences[true] @ context > max(other @ context for other in others))
    assert retrieval_accuracy(vectors, attention, [texts], steps_ahead=2) == pytest.approx(np.mean(hits))


def test_documents_that_share_no_word_are_told_apart_without_fail() -> None:
    documents = np.repeat(np.arange(3), 4)
    words = np.repeat(np.arange(3), 4).astype(np.int32)
    corpus = KnownSentences(words, np.arange(13), documents)
    together = batch(corpus, windows(corpus, 4))
    assert retrieval_accuracy(np.eye(3, dtype=np.float32), np.zeros(3), [together], steps_ahead=2) == 1.0


def test_a_curve_is_written_with_all_its_points_and_knows_its_best(tmp_path: Path) -> None:
    curve = (Point(1, 3.0, 0.1, 2.9, 0.1), Point(2, 2.0, 0.3, 2.5, 0.2), Point(3, 1.0, 0.5, 2.5, 0.3))
    write_curve(curve, tmp_path / "curve.json")
    assert tuple(Point(**point) for point in json.loads((tmp_path / "curve.json").read_text())) == curve
    assert best(curve).step == 2


def test_a_curve_is_drawn_where_matplotlib_is_installed(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    write_curve((Point(1, 3.0, 0.1, 2.9, 0.1), Point(2, 2.0, 0.3, 2.5, 0.2)), tmp_path / "curve.json")
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
