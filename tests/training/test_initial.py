"""Vectors before training: from neighbours, and for new words from their contexts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from reprank.errors import DataError
from reprank.paper.vectors import WordVectors
from reprank.training import TrainingConfig, initial
from reprank.training.cache import tokenised
from reprank.training.initial import REACH_WORDS, initial_vectors, neighbour_counts, word_numbers
from tests.training.texts import TINY, TOPICS, random_vectors, topical_documents

CONFIG = TrainingConfig(smallest_count=2, dimension=6, new_words=5, vocabulary=500)


def cosine(one: np.ndarray, other: np.ndarray) -> float:
    return float(one @ other / np.linalg.norm(one) / np.linalg.norm(other))


def test_neighbours_are_counted_within_reach_and_within_the_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(initial, "BLOCK_WORDS", 7)
    text = tokenised(lambda: [record["text"] for record in topical_documents(documents=5)], tmp_path, code="en")
    words = text.vocabulary[:-3]  # three words have no row but keep their place
    counts = neighbour_counts(text, word_numbers(text, words), len(words)).toarray()
    wanted = np.zeros_like(counts)
    for start, end in zip(text.sentences[:-1], text.sentences[1:], strict=True):
        for i in range(start, end):
            for j in range(start, end):
                if i != j and abs(i - j) <= REACH_WORDS and max(text.words[i], text.words[j]) < len(words):
                    wanted[text.words[i], text.words[j]] += 1
    np.testing.assert_array_equal(counts, wanted)


def test_vectors_from_scratch_bring_words_of_one_topic_together(tmp_path: Path) -> None:
    text = tokenised(lambda: [record["text"] for record in topical_documents()], tmp_path, code="en")
    start = initial_vectors(text, None, replace(TINY, dimension=20))
    vector = dict(zip(start.words, start.matrix, strict=True))
    inside = [cosine(vector[topic[0]], vector[word]) for topic in TOPICS for word in topic[1:]]
    across = [cosine(vector[one[0]], vector[other[1]]) for one in TOPICS for other in TOPICS if one is not other]
    assert min(inside) > max(across)


def test_vectors_from_scratch_are_the_same_every_time(tmp_path: Path) -> None:
    text = tokenised(lambda: [record["text"] for record in topical_documents()], tmp_path, code="en")
    once, again = initial_vectors(text, None, TINY), initial_vectors(text, None, TINY)
    np.testing.assert_array_equal(once.matrix, again.matrix)


def test_a_new_word_comes_to_lie_beside_the_words_whose_contexts_it_shares(tmp_path: Path) -> None:
    records = topical_documents(documents=120)
    texts = [record["text"].replace("bham", "newham") for record in records]
    text = tokenised(lambda: texts, tmp_path, code="en")
    given = random_vectors(dimension=6)
    centres = np.random.default_rng(8).standard_normal((len(TOPICS), 6)).astype(np.float32) * 2
    matrix = given.matrix * 0.2
    for number, topic in enumerate(TOPICS):
        for word in topic:
            matrix[given.words.index(word)] += centres[number]
    start = initial_vectors(text, WordVectors(given.words, matrix), CONFIG)
    new = start.matrix[start.words.index("newham")]
    likeness = [cosine(new, centre) for centre in centres]
    assert int(np.argmax(likeness)) == 1  # the topic of b
    assert len(start.words) == len(given.words) + 1


def test_a_new_word_takes_the_rank_that_its_frequency_deserves(tmp_path: Path) -> None:
    texts = ["the cat saw the dog and the cat saw a bird near a cat."] * 3
    text = tokenised(lambda: texts, tmp_path, code="en")
    given = WordVectors(("the", "cat", "saw", "dog", "bird"), np.eye(5, dtype=np.float32))
    start = initial_vectors(text, given, replace(CONFIG, new_words=1))
    assert start.words == ("the", "cat", "a", "saw", "dog", "bird")


def test_the_vocabulary_never_exceeds_its_limit(tmp_path: Path) -> None:
    text = tokenised(lambda: ["the cat saw a dog. a dog saw the cat near here."] * 3, tmp_path, code="en")
    given = WordVectors(("the", "cat", "saw", "dog"), np.eye(4, dtype=np.float32))
    assert len(initial_vectors(text, given, replace(CONFIG, vocabulary=5, new_words=2)).words) == 5


def test_too_few_words_for_the_dimension_are_reported(tmp_path: Path) -> None:
    text = tokenised(lambda: ["the cat saw a dog."] * 3, tmp_path, code="en")
    with pytest.raises(DataError, match="too few for vectors of 6 dimensions"):
        initial_vectors(text, None, CONFIG)
