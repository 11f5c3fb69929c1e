"""From files to numbers and from numbers to batches."""

from __future__ import annotations

import gzip
import json
import lzma
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprank.errors import DataError, InputError
from reprank.files import write_whole
from reprank.training import batches as batching
from reprank.training.batches import KnownSentences, batch, epoch_order, known_sentences, windows
from reprank.training.cache import Tokenised, tokenised
from reprank.training.config import TrainingConfig
from reprank.training.corpus import documents, fingerprint

TEXTS = ["Rivers rise in spring. Bridges fall.", "Trains ran late.\n\nNobody minded; all were reading.", "Čas běží."]
LINES = "".join(json.dumps({"text": text}) + "\n" for text in TEXTS)


def sentences_of(corpus: Tokenised) -> list[list[list[str]]]:
    words = [corpus.vocabulary[word] for word in corpus.words]
    edges = corpus.sentences.tolist()
    sentences = [words[start:end] for start, end in pairwise(edges)]
    bounds = corpus.documents.tolist()
    return [sentences[start:end] for start, end in pairwise(bounds)]


def test_all_forms_of_a_corpus_hold_the_same_documents(tmp_path: Path) -> None:
    (tmp_path / "plain.jsonl").write_text(LINES, encoding="utf-8")
    (tmp_path / "packed.jsonl.gz").write_bytes(gzip.compress(LINES.encode()))
    (tmp_path / "packed.jsonl.xz").write_bytes(lzma.compress(LINES.encode()))
    folder = tmp_path / "folder"
    folder.mkdir()
    for number, text in enumerate(TEXTS):
        (folder / f"{number}.txt").write_text(text, encoding="utf-8")
    (folder / "notes.pdf").write_bytes(b"%PDF")
    for corpus in ["plain.jsonl", "packed.jsonl.gz", "packed.jsonl.xz", "folder"]:
        assert list(documents([tmp_path / corpus])) == TEXTS
    assert list(documents({"text": text, "id": 1} for text in TEXTS)) == TEXTS


def test_zstandard_is_read_where_it_is_installed(tmp_path: Path) -> None:
    zstandard = pytest.importorskip("zstandard", reason="zstandard is not installed")
    (tmp_path / "packed.jsonl.zst").write_bytes(zstandard.ZstdCompressor().compress(LINES.encode()))
    assert list(documents([tmp_path / "packed.jsonl.zst"])) == TEXTS


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("c.jsonl", b'{"text": "x"}\n{"text": 5}\n', "line 2 has no text"),
        ("c.jsonl", b'{"text": "x"\n', "line 1 is not JSON"),
        ("c.jsonl", b'["text"]\n', "line 1 has no text"),
        ("c.txt", "naïve".encode("latin-1"), "not UTF-8"),
        ("c.jsonl.xz", b"not packed", "broken or cut off"),
        ("c.jsonl.gz", gzip.compress(LINES.encode())[:-12], "broken or cut off"),
        ("c.pdf", b"%PDF", "must be .jsonl or .txt"),
    ],
)
def test_a_file_that_is_no_corpus_is_named_with_its_fault(
    name: str, content: bytes, message: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(DataError, match=message):
        list(documents([tmp_path / name]))


def test_a_missing_file_an_empty_folder_and_a_bare_path_are_refused(tmp_path: Path) -> None:
    for corpus, message in [([tmp_path / "none.txt"], "no such"), ([tmp_path], "no .jsonl"), (tmp_path, "in a list")]:
        with pytest.raises(DataError, match=message):
            list(documents(corpus))


def test_words_sentences_and_documents_keep_their_order(tmp_path: Path) -> None:
    corpus = tokenised(lambda: TEXTS, tmp_path, code="en")
    assert sentences_of(corpus) == [
        [["rivers", "rise", "in", "spring"], ["bridges", "fall"]],
        [["trains", "ran", "late"], ["nobody", "minded", "all", "were", "reading"]],
        [["čas", "běží"]],
    ]
    assert corpus.counts.tolist() == [1] * len(corpus.vocabulary)


def test_a_worker_process_gives_the_same_numbers(tmp_path: Path) -> None:
    texts = [f"{text} Number {number} follows." for number in range(30) for text in TEXTS]
    alone = tokenised(lambda: texts, tmp_path / "alone", code="en")
    helped = tokenised(lambda: texts, tmp_path / "helped", code="en", workers=1)
    assert alone.vocabulary == helped.vocabulary
    np.testing.assert_array_equal(alone.words, helped.words)
    np.testing.assert_array_equal(alone.sentences, helped.sentences)
    np.testing.assert_array_equal(alone.documents, helped.documents)
    np.testing.assert_array_equal(alone.counts, helped.counts)


def test_a_corpus_is_tokenised_once_and_again_when_it_changes(tmp_path: Path) -> None:
    path = tmp_path / "corpus.jsonl"
    reads = 0

    def read() -> list[str]:
        nonlocal reads
        reads += 1
        return list(documents([path]))

    for lines in (LINES, LINES, LINES + LINES):
        if not path.exists() or path.read_text(encoding="utf-8") != lines:
            path.write_text(lines, encoding="utf-8")
        corpus = tokenised(read, tmp_path / "cache", code="en", fingerprint=fingerprint([path]))
    assert reads == 2
    assert len(corpus.documents) - 1 == 2 * len(TEXTS)


def test_unknown_words_and_short_sentences_are_left_out_and_long_ones_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batching, "BLOCK_WORDS", 3)  # so that the corpus needs several blocks
    first, second = ["abcde", "ax", "x", "cd"], ["xxxa", "baba"]
    lengths = [len(sentence) for sentence in first + second]
    words = np.array(["abcdex".index(word) for word in "".join(first + second)], dtype=np.int32)
    starts = np.concatenate([[0], np.cumsum(lengths)])
    corpus = Tokenised(words, starts, np.array([0, 4, 6]), tuple("abcdex"), np.bincount(words))
    numbers = np.array([0, 1, 2, 3, 4, -1], dtype=np.int32)
    known = known_sentences(corpus, numbers, tmp_path / "known.bin", shortest=2, longest=3)
    edges = known.starts.tolist()
    assert [known.words[i:j].tolist() for i, j in pairwise(edges)] == [[0, 1, 2], [2, 3], [1, 0, 1]]
    assert known.documents.tolist() == [0, 0, 1]


@given(st.lists(st.integers(1, 12), min_size=2, max_size=8), st.integers(2, 6), st.integers(0, 5))
def test_windows_cover_every_sentence_once_but_lonely_ones_and_batches_gather_their_words(
    lengths: list[int], size: int, seed: int
) -> None:
    draw = np.random.default_rng(seed)
    document = np.repeat(np.arange(len(lengths)), lengths)
    words_each = draw.integers(1, 5, size=len(document))
    words = draw.integers(0, 50, size=words_each.sum()).astype(np.int32)
    starts = np.concatenate([[0], np.cumsum(words_each)])
    corpus = KnownSentences(words, starts, document)
    if sum(length > 1 for length in lengths) < 2:
        with pytest.raises(DataError, match="two documents"):
            windows(corpus, size)
        return
    spans = windows(corpus, size)
    covered = [sentence for first, length in spans for sentence in range(first, first + length)]
    lonely = sum(length % size == 1 for length in lengths)
    assert len(set(covered)) == len(covered) == len(document) - lonely
    assert all(document[first] == document[first + length - 1] for first, length in spans)

    gathered = batch(corpus, spans)
    ends = [*gathered.starts[1:], len(gathered.words)]
    for place, sentence in enumerate(covered):
        found = gathered.vocabulary[gathered.words[gathered.starts[place] : ends[place]]]
        np.testing.assert_array_equal(found, words[starts[sentence] : starts[sentence + 1]])
        assert gathered.documents[place] == document[sentence]
    assert gathered.windows[gathered.windows >= 0].tolist() == list(range(len(covered)))


def test_the_order_depends_on_seed_and_epoch_alone() -> None:
    np.testing.assert_array_equal(epoch_order(50, seed=1, epoch=2), epoch_order(50, seed=1, epoch=2))
    assert sorted(epoch_order(50, seed=1, epoch=2)) == list(range(50))
    assert epoch_order(50, seed=1, epoch=3).tolist() != epoch_order(50, seed=1, epoch=2).tolist()


def test_a_file_that_cannot_be_finished_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "curve.json"
    path.write_text("old")

    def fail(part: Path) -> None:
        part.write_text("half")
        raise OSError(28, "No space left on device")

    with pytest.raises(InputError, match="No space left"):
        write_whole(path, fail)
    assert [file.name for file in tmp_path.iterdir()] == ["curve.json"]
    assert path.read_text() == "old"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"batch": 1}, "batch must be at least 2"),
        ({"learning_rate": float("nan")}, "learning_rate must be at least 0"),
        ({"steps_ahead": 16}, "below window"),
        ({"longest": 2}, "longest must not be below"),
        ({"validation_share": 1.0}, "validation_share must be a share"),
        ({"head": "dot"}, "head must be bilinear or cosine, got 'dot'"),
        ({"temperature": 0.0}, "temperature must be above 0"),
        ({"device": "tpu"}, "device must be auto, cpu or cuda"),
    ],
)
def test_settings_that_make_no_sense_are_refused(options: dict[str, float], message: str) -> None:
    with pytest.raises(InputError, match=message):
        TrainingConfig(**options)
