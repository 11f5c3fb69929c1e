"""Words to vectors: static vectors with one attention score for each word, and weighted sums of them for sentences."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from reprank.arrays import Floats, Integers
from reprank.caching import WordCache
from reprank.errors import ModelError
from reprank.patterns import lazy_pattern
from reprank.shipped import DATA
from reprank.tensors import Tensor, read_tensors, write_tensors
from reprank.text.vocabulary import Vocabulary, spelling

if TYPE_CHECKING:
    from reprank.paper.vectors import WordVectors

Vectors: TypeAlias = NDArray[np.float32]
Real = TypeVar("Real", np.float32, np.float64)

ENGLISH = DATA / "english.safetensors"  # learned as the paper says; docs/lab/model-card.md
GLOVE = DATA / "glove.safetensors"  # plain GloVe, where that learning started

FORMAT = "reprank-encoder-1"
TENSORS = {  # what a model file holds, in this order in Encoder.load; and, unless all words weigh the same, "attention"
    "vectors": "int8",
    "scale": "float32",
    "letters": "uint8",
    "ends": "uint32",
    "checksums": "uint32",
    "order": "uint32",
}
MAX_DIMENSION = 10_000  # of a vector: a model without words may claim any number at no cost
MAX_FLOAT = np.finfo(np.float32).max
MAX_SCALE = MAX_FLOAT / np.float32(128)  # a larger one times eight bits would overflow
JOINTS = lazy_pattern(r"[-'’‐‑/]")
BLOCK_TOKENS = 2048  # gathered at once: they stay in the cache, and memory does not grow with the text


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Encoder:
    """A vector and an attention score for every word of a vocabulary, as loaded from a model file.

    >>> encoder = Encoder.english()
    >>> encoder.vectors_of(["river", "xyzzyx"]).shape, "river" in encoder, "xyzzyx" in encoder
    ((2, 100), True, False)
    """

    vocabulary: Vocabulary
    quantised: NDArray[np.int8]  # (words, dimension)
    scale: NDArray[np.float32]  # (words,): vector = quantised · scale
    attention: NDArray[np.float32]  # (words,): log-weights
    metadata: Mapping[str, str]
    _rows: WordCache[int] = field(init=False)

    def __post_init__(self) -> None:
        rows = self.vocabulary.rows  # not self: a cycle would keep an unused encoder and its mapped file alive
        object.__setattr__(self, "_rows", WordCache(lambda words: rows(words).tolist()))

    @classmethod
    def from_vectors(
        cls, vectors: WordVectors, *, attention: Floats | None = None, metadata: Mapping[str, str] | None = None
    ) -> Encoder:
        """Quantise word vectors to eight bits; of words that differ in case only, the first, more frequent one is kept.

        Every vector is divided by its largest component and has 127 steps on either side of zero. Without
        ``attention`` all words weigh the same. Raises ModelError if the attention does not fit the words or is not
        finite.
        """
        count, dimension = vectors.matrix.shape
        if attention is not None and (np.shape(attention) != (count,) or not np.all(np.abs(attention) <= MAX_FLOAT)):
            raise ModelError(
                f"attention must be {count:,} finite 32-bit numbers, one a word; got shape {np.shape(attention)}"
            )
        first: dict[str, int] = {}
        for row, word in enumerate(vectors.words):
            first.setdefault(spelling(word), row)
        first.pop("", None)
        rows = np.fromiter(first.values(), np.intp, len(first))
        matrix = vectors.matrix[rows]
        scale = np.minimum(np.abs(matrix).max(axis=1, initial=0.0) / np.float32(127), MAX_SCALE)
        steps = np.rint(matrix / np.where(scale > 0, scale, np.float32(np.inf))[:, None])
        tabulated = np.zeros(len(rows)) if attention is None else np.asarray(attention, dtype=np.float64)[rows]
        return cls(
            Vocabulary.of(tuple(first)),
            np.clip(steps, -127, 127).astype(np.int8),
            scale,
            tabulated.astype(np.float32),
            {**(metadata or {}), "format": FORMAT, "words": str(len(rows)), "dimension": str(dimension)},
        )

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Encoder:
        """Map a model file into memory; a page is read when one of its words is.

        Raises ModelError, with what was expected, if the file is missing, cut short, or not an encoder.
        """
        tensors, metadata = read_tensors(path)
        _check(Path(path), tensors, metadata)
        quantised, scale, *index = (tensors[name] for name in TENSORS)
        attention = tensors.get("attention", np.zeros(len(quantised), dtype=np.float32))
        # _check has seen the types at run time, where the type checker cannot.
        encoder = cls(Vocabulary(*index), quantised, scale, attention, metadata)  # type: ignore[arg-type]
        scales_fit = np.all((encoder.scale >= 0) & (encoder.scale <= MAX_SCALE))
        if not (scales_fit and np.all(np.isfinite(encoder.attention)) and encoder.vocabulary.intact()):
            raise ModelError(f"{path} is damaged: its tables contradict one another; copy or save the file again")
        return encoder

    @staticmethod
    def english() -> Encoder:
        """Return the learned English encoder that ships with the package; each process reads it once."""
        return _shipped(ENGLISH)

    @staticmethod
    def glove() -> Encoder:
        """Return the plain GloVe vectors that ship with the package; each process reads them once."""
        return _shipped(GLOVE)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model file: equal encoders give equal bytes, and a failure leaves the path as it was.

        Raises ModelError if the file cannot be written.
        """
        tensors: dict[str, Tensor] = {
            "vectors": self.quantised,
            "scale": self.scale,
            "letters": self.vocabulary.letters,
            "ends": self.vocabulary.ends,
            "checksums": self.vocabulary.checksums,
            "order": self.vocabulary.order,
        }
        if np.any(self.attention):  # equal attention, as of plain averages, is not stored
            tensors["attention"] = self.attention
        write_tensors(path, tensors, self.metadata)

    @property
    def dimension(self) -> int:
        """Return the number of components of a vector."""
        return int(self.quantised.shape[1])

    def __len__(self) -> int:
        return len(self.vocabulary)

    def __contains__(self, word: str) -> bool:
        return bool(self.vocabulary.rows([word])[0] >= 0)

    def __repr__(self) -> str:
        return f"Encoder({len(self):,} words, {self.dimension} dimensions, {self.metadata.get('name', 'unnamed')})"

    def __reduce__(self) -> str | tuple[object, ...]:
        for path in (ENGLISH, GLOVE):  # worker processes map the file themselves; its contents are not sent
            if self is _shipped(path):
                return _shipped, (path,)
        return Encoder, (self.vocabulary, self.quantised, self.scale, self.attention, dict(self.metadata))

    def rows(self, words: Sequence[str]) -> Integers:
        """Return the row of each word in the vocabulary, whatever its case, or -1."""
        return np.array(self._rows(words), np.intp)

    def vectors_of(self, words: Sequence[str]) -> Vectors:
        """Return the vector of each word, (words, dimension); zeros for unknown ones.

        An unknown word of several parts (``flood-stricken``, ``town's``) gets the mean of the parts that are known.
        """
        rows = self.rows(words)
        vectors = np.zeros((len(words), self.dimension), dtype=np.float32)
        vectors[rows >= 0] = self._restored(rows[rows >= 0])
        compounds, parts, starts = self._compounds(words, rows)
        vectors[compounds] = _means(self._restored(parts), starts)
        return vectors

    def attention_of(self, words: Sequence[str]) -> Floats:
        """Return the attention score of each word, the logarithm of its weight; -inf (no weight) for unknown ones."""
        rows = self.rows(words)
        attention = np.full(len(words), -np.inf)
        attention[rows >= 0] = self.attention[rows[rows >= 0]]
        compounds, parts, starts = self._compounds(words, rows)
        attention[compounds] = _means(self.attention[parts].astype(np.float64), starts)
        return attention

    def _restored(self, rows: Integers) -> Vectors:
        return self.quantised[rows] * self.scale[rows, None]

    def _compounds(self, words: Sequence[str], rows: Integers) -> tuple[Integers, Integers, Integers]:
        """Return which unknown words have known parts, the rows of these parts, and where each word's parts begin."""
        parts = [
            (word, part)
            for word in np.flatnonzero(rows < 0).tolist()
            for part in JOINTS.split(words[word])
            if 1 < len(part) < len(words[word])  # one letter is the rest of a genitive or an elision
        ]
        found = self.rows([part for _, part in parts])
        owner = np.array([word for word, _ in parts], dtype=np.intp)[found >= 0]
        compounds, starts = np.unique(owner, return_index=True)
        return compounds, found[found >= 0], starts


def attention_weights(attention: Floats, offsets: Integers) -> Floats:
    """Turn the scores of tokens into weights that sum to one within each sentence: aᵢ = exp(sᵢ) / Σⱼ exp(sⱼ).

    The tokens of sentence i are ``offsets[i]:offsets[i + 1]``. A score of -inf gives no weight; a sentence that has no
    other tokens has no weights.

    >>> attention_weights(np.array([0.0, 0.0, -np.inf, 3.0]), np.array([0, 3, 3, 4]))
    array([0.5, 0.5, 0. , 1. ])
    """
    lengths = np.diff(offsets)
    starts, sentence = offsets[:-1][lengths > 0], np.repeat(np.arange(np.sum(lengths > 0)), lengths[lengths > 0])
    if not len(starts):
        return np.zeros(0)
    peak = np.maximum.reduceat(attention, starts)
    weights: Floats = np.exp(attention - np.where(np.isfinite(peak), peak, 0.0)[sentence])
    total = np.add.reduceat(weights, starts)
    return weights / np.where(total > 0, total, 1.0)[sentence]


def sentence_vectors(
    vectors: Vectors, tokens: Integers, offsets: Integers, *, attention: Floats | None = None
) -> Vectors:
    """Add up the vectors of each sentence's words: eₛ = Σ aᵢ e_wᵢ, a = softmax of the words' attention.

    ``tokens`` are rows of ``vectors``, those of sentence i at ``offsets[i]:offsets[i + 1]``; ``attention`` has a score
    for each row, -inf for words that take no part (unknown words, and stop words if the caller excludes them). Without
    it all words but zero vectors weigh the same. A sentence in which no word takes part has the zero vector.

    >>> words = np.array([[2, 0], [0, 4], [0, 0]], dtype=np.float32)
    >>> sentence_vectors(words, np.array([0, 1, 2, 2]), np.array([0, 3, 4]))
    array([[1., 2.], [0., 0.]], dtype=float32)
    """
    if attention is None:
        attention = np.where(np.any(vectors, axis=1), 0.0, -np.inf)
    weights = attention_weights(attention[tokens], offsets).astype(np.float32)
    sums = np.zeros((len(offsets) - 1, vectors.shape[1]), dtype=np.float32)
    filled = np.flatnonzero(np.diff(offsets))
    starts = offsets[filled]
    cuts = np.unique(np.searchsorted(starts, np.arange(0, len(tokens) + BLOCK_TOKENS, BLOCK_TOKENS)))
    for first, last in pairwise(cuts.tolist()):
        begin, end = starts[first], offsets[filled[last - 1] + 1]
        weighted = vectors[tokens[begin:end]] * weights[begin:end, None]
        sums[filled[first:last]] = np.add.reduceat(weighted, starts[first:last] - begin, axis=0)
    return sums


@cache
def _shipped(path: Path) -> Encoder:
    return Encoder.load(path)


def _means(values: NDArray[Real], starts: Integers) -> NDArray[Real]:
    """Return the mean of each run of values, the runs beginning at ``starts``."""
    if not len(starts):
        return values[:0]
    sums: NDArray[Real] = np.add.reduceat(values, starts, axis=0)
    sums /= np.diff(starts, append=len(values)).reshape(-1, *[1] * (values.ndim - 1))
    return sums


def _check(path: Path, tensors: Mapping[str, Tensor], metadata: Mapping[str, str]) -> None:
    """Raise ModelError unless the tensors are those of an encoder and agree with one another."""
    wanted = f"{path} is not an encoder of the format {FORMAT}"
    if metadata.get("format") != FORMAT:
        raise ModelError(
            f"{wanted}: its metadata name the format {metadata.get('format')!r}; give a file of Encoder.save"
        )
    for name, dtype in {**TENSORS, "attention": "float32"}.items():
        axes = 2 if name == "vectors" else 1
        if name not in tensors and name != "attention":
            raise ModelError(f"{wanted}: it has no tensor {name!r}, only {', '.join(sorted(tensors)) or 'none at all'}")
        if name in tensors and (tensors[name].dtype != dtype or tensors[name].ndim != axes):
            raise ModelError(f"{wanted}: the tensor {name!r} is not of type {dtype} with {axes} axes")
    count, dimension = tensors["vectors"].shape
    if not 1 <= dimension <= MAX_DIMENSION:
        raise ModelError(f"{wanted}: its vectors have {dimension:,} dimensions; expected 1 to {MAX_DIMENSION:,}")
    for name in ("scale", "ends", "checksums", "order", "attention"):
        if name in tensors and len(tensors[name]) != count:
            raise ModelError(f"{wanted}: {count:,} vectors but {len(tensors[name]):,} entries in {name!r}")
