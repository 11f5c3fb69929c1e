"""Representations against their formulas, and calibrations against what they promise."""

from __future__ import annotations

import numpy as np
import pytest

from reprank.errors import InputError
from reprank.paper.encoder import Encoder
from reprank.paper.nodes import WordNodes
from reprank.paper.representation import (
    PRINTED_THRESHOLDS,
    TEMPERED_ATTENTION,
    THRESHOLD_MARGIN,
    Calibration,
    Representation,
    calibrate,
    calibrated,
    glove,
    shipped_calibration,
)
from reprank.paper.vectors import WordVectors
from reprank.text.documents import Document
from reprank.text.languages import language
from reprank.text.units import Units, read_units

TEXT = "The river rose and the harbour flooded. The xyzzyx road was closed. Children played music in the school."


@pytest.fixture
def units() -> Units:
    return read_units([Document(TEXT)], language("en"))


@pytest.fixture
def encoder(units: Units) -> Encoder:
    """Random vectors and attention for every word but one."""
    draw = np.random.default_rng(3)
    words = tuple(word for word in units.words if word != "xyzzyx")
    vectors = WordVectors(words, draw.standard_normal((len(words), 6)).astype(np.float32) + np.float32(0.7))
    return Encoder.from_vectors(vectors, attention=draw.standard_normal(len(words)))


def cosines(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    return (left / np.linalg.norm(left, axis=1)[:, None]) @ (right / np.linalg.norm(right, axis=1)[:, None]).T


def test_a_sentence_is_the_tempered_sum_of_its_content_words_without_the_mean(units: Units, encoder: Encoder) -> None:
    mean = np.full(6, 0.5, dtype=np.float32)
    representation = Representation(encoder, attention=0.5, stop_words=False, mean=mean)
    sentences, words = representation.encode(units, WordNodes.of(units))
    for i, sentence in enumerate(sentences):
        tokens = [units.words[word] for word in units.word[units.offsets[i] : units.offsets[i + 1]]]
        content = [word for word in tokens if word not in units.language.stopwords and word != "xyzzyx"]
        weights = np.exp(0.5 * encoder.attention_of(content))
        wanted = (weights / weights.sum()) @ (encoder.vectors_of(content) - mean)
        np.testing.assert_allclose(sentence, wanted, atol=1e-5)
    nodes = [units.words[word] for word in WordNodes.of(units).first]
    for word, vector in zip(nodes, words, strict=True):
        wanted = np.zeros(6) if word == "xyzzyx" else encoder.vectors_of([word])[0] - mean
        np.testing.assert_allclose(vector, wanted, atol=1e-6)


def test_without_attention_all_words_weigh_the_same(units: Units, encoder: Encoder) -> None:
    flat = Encoder.from_vectors(WordVectors(encoder.vocabulary.words(), encoder.vectors_of(encoder.vocabulary.words())))
    one, other = (Representation(made, attention=0.0).encode(units, WordNodes.of(units))[0] for made in (encoder, flat))
    np.testing.assert_allclose(one, other, atol=0.02)


def test_after_calibration_the_mean_sentence_is_zero_and_thresholds_are_just_above_the_averages(
    articles: list[str], encoder: Encoder
) -> None:
    found = calibrate(Encoder.glove(), articles)
    made = calibrated(Encoder.glove(), found)
    assert made.attention == TEMPERED_ATTENTION
    assert not made.stop_words
    kinds = []
    everything = []
    for article in articles:
        units = read_units([Document(article)], language("en"))
        sentences, words = made.encode(units, WordNodes.of(units))
        sentences, words = (table[np.any(table, axis=1)] for table in (sentences, words))
        everything.append(sentences)
        among_sentences, among_words = cosines(sentences, sentences), cosines(words, words)
        kinds.append(
            (
                among_sentences[~np.eye(len(sentences), dtype=bool)].mean(),
                cosines(sentences, words).mean(),
                among_words[~np.eye(len(words), dtype=bool)].mean(),
            )
        )
    assert np.abs(np.concatenate(everything).mean(axis=0)).max() < 1e-5
    np.testing.assert_allclose(made.thresholds, np.mean(kinds, axis=0) + THRESHOLD_MARGIN, atol=1e-4)


def test_an_encoder_of_one_s_own_needs_a_calibration_and_a_calibration_needs_texts(encoder: Encoder) -> None:
    with pytest.raises(InputError, match="needs a calibration"):
        calibrated(encoder)
    with pytest.raises(InputError, match="two sentences or more"):
        calibrate(encoder, ["One sentence only.", ""])


@pytest.mark.parametrize("name", ["attention", "glove"])
def test_the_shipped_calibrations_fit_their_encoders(name: str) -> None:
    found = shipped_calibration(name)
    made = calibrated(name)
    assert isinstance(found, Calibration)
    assert found.mean.shape == (made.encoder.dimension,)
    assert all(0 < threshold < 1 for threshold in made.thresholds)


def test_the_printed_representations_keep_the_printed_thresholds_and_every_vector() -> None:
    assert glove().thresholds == PRINTED_THRESHOLDS == (0.45, 0.30, 0.20)
    assert glove().mean is None
