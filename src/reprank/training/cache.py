"""Documents to numbers: a corpus tokenised once, into flat arrays on disk.

A text is three arrays: the numbers of its words one after another, where each sentence starts among the words, and
where each document starts among the sentences. Workers number the words of a few documents on their own; the parent
joins their lists in order, so the numbers do not depend on how many workers there were.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray

from reprank.errors import DataError
from reprank.files import write_whole
from reprank.text.documents import Document
from reprank.text.languages import language
from reprank.text.units import read_units
from reprank.worker_pool import Failed, WorkerPool

Numbers = NDArray[np.int32]
Offsets = NDArray[np.int64]

CHUNK_DOCUMENTS = 32  # that a worker gets at a time: the exchange then costs little, and memory stays small
FORMAT = 1  # increase it when the same text gives other numbers
ARRAYS = {"words": np.int32, "sentences": np.int64, "documents": np.int64}


@dataclass(frozen=True, eq=False)
class Tokenised:
    """A corpus as numbers: ``vocabulary[words[i]]`` is the i-th word, occurring ``counts[words[i]]`` times in all."""

    words: Numbers
    sentences: Offsets  # where each sentence starts among the words, and the end
    documents: Offsets  # where each document starts among the sentences, and the end
    vocabulary: tuple[str, ...]
    counts: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class _TokenisedChunk:
    vocabulary: list[str]
    words: Numbers
    sentence_lengths: Offsets
    document_lengths: Offsets


def tokenised(
    texts: Callable[[], Iterable[str]],
    folder: Path,
    *,
    code: str,
    fingerprint: object = None,
    workers: int = 0,
    on_progress: Callable[[int], None] | None = None,
) -> Tokenised:
    """Return the corpus in a folder, tokenising the texts first unless the folder already holds these.

    ``fingerprint`` is JSON that identifies the texts; without one they are tokenised again. ``on_progress`` is called
    with the number of documents read so far. Raises ``DataError`` if there is no word in the texts.
    """
    folder.mkdir(parents=True, exist_ok=True)
    manifest = folder / "corpus.json"
    wanted = {"format": FORMAT, "language": code, "fingerprint": fingerprint}
    if fingerprint is None or not _holds(manifest, wanted):
        manifest.unlink(missing_ok=True)
        vocabulary, counts = _write(_chunks(texts(), code, workers), folder, on_progress)
        if not vocabulary:
            raise DataError("the corpus has no words: give texts with at least two documents of two sentences")
        write_whole(folder / "vocabulary.txt", lambda path: path.write_text("\n".join(vocabulary), encoding="utf-8"))
        write_whole(folder / "counts.npy", lambda path: _save(path, counts))
        write_whole(manifest, lambda path: path.write_text(json.dumps(wanted), encoding="utf-8"))
    return open_tokenised(folder)


def _tokenise(texts: list[str], code: str) -> _TokenisedChunk:
    # All texts at once: the same splitter and the same normal forms that summaries are made with.
    units = read_units([Document(text) for text in texts], language(code))
    return _TokenisedChunk(
        list(units.words),
        units.word.astype(np.int32),
        units.lengths.astype(np.int64),
        np.bincount(units.document, minlength=len(texts)).astype(np.int64),
    )


def _chunks(texts: Iterable[str], code: str, workers: int) -> Iterator[_TokenisedChunk]:
    remaining = iter(texts)
    parts = iter(lambda: list(islice(remaining, CHUNK_DOCUMENTS)), [])
    if workers == 0:
        yield from map(partial(_tokenise, code=code), parts)
        return
    with WorkerPool(partial(_tokeniser, code), workers=workers) as pool:
        for _, chunk in pool.map(parts):
            if isinstance(chunk, Failed):
                raise chunk.exception()
            yield chunk


def _tokeniser(code: str) -> Callable[[list[str]], _TokenisedChunk]:
    return partial(_tokenise, code=code)


def _write(
    chunks: Iterable[_TokenisedChunk], folder: Path, on_progress: Callable[[int], None] | None
) -> tuple[list[str], NDArray[np.int64]]:
    numbers: dict[str, int] = {}
    counts = np.zeros(1 << 16, dtype=np.int64)
    totals = dict.fromkeys(ARRAYS, 0)
    read = 0
    with ExitStack() as stack:
        streams = {name: stack.enter_context((folder / f"{name}.bin").open("wb")) for name in ARRAYS}
        for stream in (streams["sentences"], streams["documents"]):
            stream.write(np.zeros(1, dtype=np.int64).tobytes())
        for chunk in chunks:
            table = np.array([numbers.setdefault(word, len(numbers)) for word in chunk.vocabulary], dtype=np.int32)
            words = table[chunk.words]
            while len(counts) < len(numbers):
                counts = np.concatenate([counts, np.zeros_like(counts)])
            counts += np.bincount(words, minlength=len(counts))
            streams["words"].write(words.tobytes())
            totals["sentences"] = _append(streams["sentences"], chunk.sentence_lengths, totals["sentences"])
            totals["documents"] = _append(streams["documents"], chunk.document_lengths, totals["documents"])
            read += len(chunk.document_lengths)
            if on_progress is not None:
                on_progress(read)
    return list(numbers), counts[: len(numbers)]


def _append(stream: IO[bytes], lengths: Offsets, total: int) -> int:
    ends = total + np.cumsum(lengths)
    stream.write(ends.tobytes())
    return int(ends[-1]) if len(ends) else total


def _save(path: Path, counts: NDArray[np.int64]) -> None:
    with path.open("wb") as stream:
        np.save(stream, counts, allow_pickle=False)


def _holds(manifest: Path, wanted: dict[str, object]) -> bool:
    if not manifest.exists():
        return False
    held: dict[str, object] = json.loads(manifest.read_text(encoding="utf-8"))
    return bool(held == json.loads(json.dumps(wanted)))


def open_tokenised(folder: Path) -> Tokenised:
    """Return the corpus that ``tokenised`` left in a folder."""
    arrays = {name: np.memmap(folder / f"{name}.bin", dtype=kind, mode="r") for name, kind in ARRAYS.items()}
    return Tokenised(
        words=arrays["words"],
        sentences=np.asarray(arrays["sentences"]),
        documents=np.asarray(arrays["documents"]),
        vocabulary=tuple((folder / "vocabulary.txt").read_text(encoding="utf-8").split("\n")),
        counts=np.load(folder / "counts.npy", allow_pickle=False),
    )
