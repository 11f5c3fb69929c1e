"""Units to vectors of one space: an encoder, the weights of words in a sentence, and the cosines that become edges.

The paper has two representations, and both are values of one class:

- ``glove``: GloVe vectors; a sentence is the mean of its words outside the stop list.
- ``learned``: tuned vectors and self-attention; every word takes part, with its learned weight.

``calibrated`` follows a rule that the paper states but that its printed thresholds do not follow with these vectors: an
edge needs a cosine "slightly above" the average of its kind. The mean sentence is removed first, because closeness to
it says nothing about a text, and the attention is tempered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

import numpy as np

from reprank.arrays import Booleans, Floats
from reprank.errors import InputError
from reprank.paper.encoder import Encoder, Vectors, sentence_vectors
from reprank.paper.graph import PRINTED_THRESHOLDS, average_cosine
from reprank.paper.nodes import WordNodes
from reprank.shipped import DATA
from reprank.tensors import read_tensors
from reprank.text.documents import Document
from reprank.text.languages import language
from reprank.text.units import Units, read_units

Thresholds: TypeAlias = tuple[float, float, float]  # sentence-sentence, sentence-word, word-word

THRESHOLD_MARGIN = 0.05  # "slightly above their average"
TEMPERED_ATTENTION = 0.5
CALIBRATION = DATA / "calibration.safetensors"  # written by benchmarks/models/calibrate.py


@dataclass(frozen=True, eq=False)
class Representation:
    """Vectors of words and sentences, and the cosines above which two of them are connected.

        e_w = v_w − μ,   eₛ = Σ aᵢ e_wᵢ,   a = softmax(t·s) over the words of the sentence

    ``encoder`` has the vectors v and the attention scores s. ``attention`` is t: 1 as learned, 0 for equal weights.
    ``stop_words``: whether stop words take part in a sentence. ``mean`` is μ, or nothing. A word without a vector takes
    no part and keeps the zero vector.

    >>> Representation(Encoder.glove(), attention=0.0, stop_words=False).thresholds
    (0.45, 0.3, 0.2)
    """

    encoder: Encoder
    attention: float = 1.0
    stop_words: bool = True
    mean: Vectors | None = None
    thresholds: Thresholds = PRINTED_THRESHOLDS

    def encode(self, units: Units, nodes: WordNodes) -> tuple[Vectors, Vectors]:
        """Return the vectors of the sentences and of the word nodes."""
        scores = self.encoder.attention_of(units.words)
        known = np.isfinite(scores)
        vectors = self.encoder.vectors_of(units.words)
        if self.mean is not None:
            vectors = np.where(known[:, None], vectors - self.mean, np.float32(0))
        taking_part = known if self.stop_words else known & ~_stop(units)
        weights: Floats = np.where(taking_part, self.attention * np.where(known, scores, 0.0), -np.inf)
        return sentence_vectors(vectors, units.word, units.offsets, attention=weights), nodes.vectors(vectors, weights)


@dataclass(frozen=True, eq=False)
class Calibration:
    """What texts of a language show about a representation: its mean sentence, and its average cosine of each kind."""

    mean: Vectors
    average_cosines: Thresholds

    def thresholds(self) -> Thresholds:
        """Return the paper's rule: the average cosine of each kind, plus a margin."""
        among_sentences, between, among_words = (cosine + THRESHOLD_MARGIN for cosine in self.average_cosines)
        return among_sentences, between, among_words


def learned() -> Representation:
    """Return the paper's self-attention, with the English model that ships."""
    return Representation(Encoder.english())


def glove() -> Representation:
    """Return the paper's plain average of GloVe vectors."""
    return Representation(Encoder.glove(), attention=0.0, stop_words=False)


#: The shipped representations by the name that ``RepRank.paper(vectors=…)`` takes.
REPRESENTATIONS: dict[str, Callable[[], Representation]] = {"attention": learned, "glove": glove}


def representation_of(vectors: str | Encoder | Representation) -> Representation:
    """Return the representation of that name, of an encoder as it was learned, or the given one.

    Raises InputError with the known names for another name.
    """
    if isinstance(vectors, Representation):
        return vectors
    if isinstance(vectors, Encoder):
        return Representation(vectors)
    if vectors not in REPRESENTATIONS:
        raise InputError(
            f"unknown vectors {vectors!r}: use {', '.join(REPRESENTATIONS)}, an Encoder or a Representation"
        )
    return REPRESENTATIONS[vectors]()


def calibrated(vectors: str | Encoder | Representation, calibration: Calibration | None = None) -> Representation:
    """Return a representation with tempered attention on content words, without its mean, with thresholds by the rule.

    The calibrations of the shipped representations are read from the package. For another encoder give its
    ``calibration``, which ``calibrate`` makes from texts; raises InputError without it.
    """
    if calibration is None:
        if not isinstance(vectors, str):
            raise InputError("an encoder of your own needs a calibration: make one with calibrate(encoder, texts)")
        representation_of(vectors)  # a wrong name is reported with the right ones
        calibration = shipped_calibration(vectors)
    tempered = _tempered(representation_of(vectors))
    return replace(tempered, mean=calibration.mean, thresholds=calibration.thresholds())


def calibrate(
    vectors: str | Encoder | Representation, texts: Iterable[str], *, code: str = "en", max_sentences: int = 400
) -> Calibration:
    """Measure the mean sentence and the average cosines of a representation on texts, each an input of its own.

    Of each text the first ``max_sentences`` sentences are used. Raises InputError if no text has two sentences.
    """
    tempered = _tempered(representation_of(vectors))
    inputs = [units for text in texts if len(units := read_units([Document(text)], language(code))) > 1]
    encoded = [
        (sentences[:max_sentences], words)
        for sentences, words in (tempered.encode(units, WordNodes.of(units)) for units in inputs)
    ]
    if not encoded:
        raise InputError("calibration needs texts of two sentences or more; got none")
    everything = np.concatenate([sentences for sentences, _ in encoded])
    mean: Vectors = everything[np.any(everything, axis=1)].mean(axis=0, dtype=np.float64).astype(np.float32)
    averages = [
        (
            average_cosine(_without(sentences, mean), _without(sentences, mean), same=True),
            average_cosine(_without(sentences, mean), _without(words, mean)),
            average_cosine(_without(words, mean), _without(words, mean), same=True),
        )
        for sentences, words in encoded
    ]
    among_sentences, between, among_words = np.nanmean(averages, axis=0).tolist()
    return Calibration(mean, (among_sentences, between, among_words))


def shipped_calibration(name: str, path: Path = CALIBRATION) -> Calibration:
    """Read the calibration of a shipped representation."""
    tensors, _ = read_tensors(path)
    among_sentences, between, among_words = tensors[f"{name}.cosines"].astype(np.float64).tolist()
    return Calibration(tensors[f"{name}.mean"].astype(np.float32), (among_sentences, between, among_words))


def _tempered(representation: Representation) -> Representation:
    return replace(representation, attention=TEMPERED_ATTENTION * representation.attention, stop_words=False)


def _without(vectors: Vectors, mean: Vectors) -> Vectors:
    centred: Vectors = np.where(np.any(vectors, axis=1, keepdims=True), vectors - mean, np.float32(0))
    return centred


def _stop(units: Units) -> Booleans:
    return np.array([word in units.language.stopwords for word in units.words], dtype=np.bool_)
