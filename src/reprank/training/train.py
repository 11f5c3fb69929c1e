"""Texts to a model file: read, tokenise, initialise, fit, export."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from zlib import crc32

import numpy as np

from reprank.errors import DataError, InputError, MissingExtra
from reprank.paper.encoder import Encoder
from reprank.paper.vectors import WordVectors, read_vectors
from reprank.training.batches import Integers, KnownSentences, known_sentences, windows
from reprank.training.cache import Tokenised, tokenised
from reprank.training.config import Callback, TrainingConfig, TrainingProgress, silent
from reprank.training.corpus import Corpus, documents, fingerprint
from reprank.training.initial import initial_vectors, word_numbers
from reprank.training.run import VALIDATION_SEED, Part, Run, write_curve


def train(
    corpus: Corpus,
    output: Path,
    config: TrainingConfig | None = None,
    *,
    vectors: Path | WordVectors | None = None,
    validation: Corpus | None = None,
    notes: Mapping[str, str] | None = None,
    progress: Callback = silent,
) -> Encoder:
    """Train a representation on a corpus, write it to a model file and return it.

    ``vectors`` is where training starts; without them they are learned from the corpus. ``validation`` texts decide
    when to stop; without them a share of the corpus is set aside. ``notes`` go into the model's metadata: name,
    licence and such. The folder ``OUTPUT.training`` keeps the tokenised corpus, the learning curve and checkpoints:
    a run that was killed resumes at its last checkpoint, and the result is the same.

    Raises ``DataError`` for a corpus that cannot be used, ``ModelError`` for vectors that cannot, ``InputError`` if the
    disk is full, ``MissingExtra`` without torch. Nothing is at ``output`` until the model is complete.
    """
    config = config or TrainingConfig()
    _require_extras()
    folder = output.with_name(output.name + ".training")
    with _resumable(folder):
        text = _read(corpus, folder / "corpus", config, progress)
        progress(TrainingProgress("preparing vectors"))
        given = read_vectors(vectors) if isinstance(vectors, Path) else vectors
        start = initial_vectors(text, given, config)
        sentences = _sentences(text, start, folder / "corpus", config)
        if validation is None:
            parts = _split(sentences, config)
        else:
            held = _read(validation, folder / "validation", config, progress)
            parts = _whole(sentences, config), _whole(_sentences(held, start, folder / "validation", config), config)
        identity = {
            "settings": config.settings(),
            "corpus": fingerprint(corpus),
            "validation": fingerprint(validation) if validation is not None else None,
            "vectors": crc32(start.matrix.tobytes(), crc32("\n".join(start.words).encode())),
        }
        counted = {"corpus_words": str(int(text.counts.sum())), "corpus_documents": str(len(text.documents) - 1)}
        encoder = _fitted(start, Run(*parts, config, folder, identity, progress), {**counted, **(notes or {})})
        encoder.save(output)
    return encoder


def _fitted(start: WordVectors, run: Run, notes: Mapping[str, str]) -> Encoder:
    from reprank.training.export import described, exported
    from reprank.training.loop import chosen_device, fit, validation_batches
    from reprank.training.network import Network

    config = run.config
    with _reproducible(config):
        network = Network(start.matrix, config).to(chosen_device(config.device))
        curve = fit(network, run)
        write_curve(curve, run.folder / "curve.json")
        run.progress(TrainingProgress("exporting"))
        texts = list(validation_batches(run))
        return exported(network, start.words, texts, centred=config.centred, metadata=described(config, curve, notes))


@contextmanager
def _reproducible(config: TrainingConfig) -> Iterator[None]:
    """Fix random numbers and threads, and leave both as they were for the caller."""
    import torch

    threads = torch.get_num_threads()
    with torch.random.fork_rng():
        torch.manual_seed(config.seed)
        torch.set_num_threads(config.threads)
        try:
            yield
        finally:
            torch.set_num_threads(threads)


@contextmanager
def _resumable(folder: Path) -> Iterator[None]:
    """Turn an error of the disk into one that says how to resume."""
    try:
        yield
    except OSError as error:
        raise InputError(f"training stopped: {error}; run it again to resume from {folder}") from error


def _read(corpus: Corpus, folder: Path, config: TrainingConfig, progress: Callback) -> Tokenised:
    return tokenised(
        lambda: documents(corpus),
        folder,
        code=config.language,
        fingerprint=fingerprint(corpus),
        workers=config.workers,
        on_progress=lambda count: progress(TrainingProgress("documents read:", step=count)),
    )


def _sentences(text: Tokenised, start: WordVectors, folder: Path, config: TrainingConfig) -> KnownSentences:
    numbers = word_numbers(text, start.words)
    return known_sentences(text, numbers, folder / "known.bin", shortest=config.shortest, longest=config.longest)


def _whole(sentences: KnownSentences, config: TrainingConfig) -> Part:
    return Part(sentences, windows(sentences, config.window))


def _split(sentences: KnownSentences, config: TrainingConfig) -> tuple[Part, Part]:
    """Set a share of the documents aside, at least two, the same ones for every seed."""
    spans = windows(sentences, config.window)
    of_span = sentences.documents[spans[:, 0]]
    usable: Integers = np.unique(of_span)
    if len(usable) < 4:
        raise DataError(
            f"{len(usable)} documents with two sentences are too few to set two aside for validation: "
            "give validation texts or at least four documents"
        )
    count = max(2, round(config.validation_share * len(usable)))
    held = np.isin(of_span, np.random.default_rng(VALIDATION_SEED).permutation(usable)[:count])
    return Part(sentences, spans[~held]), Part(sentences, spans[held])


def _require_extras() -> None:
    try:
        import scipy  # noqa: F401
        import torch  # noqa: F401
    except ImportError as error:
        raise MissingExtra("training", "train") from error
