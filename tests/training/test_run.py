"""Whole training runs, tiny: that they learn, stop, resume and fail as they should."""

from __future__ import annotations

import errno
import json
import pickle
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: training is not tested")

from reprank.errors import ConvergenceError, DataError, InputError, MissingExtra, ModelError  # noqa: E402
from reprank.paper.encoder import Encoder  # noqa: E402
from reprank.paper.vectors import WordVectors  # noqa: E402
from reprank.tensors import read_tensors  # noqa: E402
from reprank.training import TrainingProgress, cache, loop, train  # noqa: E402
from tests.training.texts import SMALL_WORDS, TINY, TOPICS, random_vectors, topical_documents  # noqa: E402

pytestmark = pytest.mark.slow


def curve_of(output: Path) -> list[dict[str, float]]:
    return json.loads((output.with_name(output.name + ".training") / "curve.json").read_text())


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Tiny matrices are slower on two threads than on one."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def interrupt_after(steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = 0
    whole = loop.batch

    def batch(*arguments: object) -> object:
        nonlocal calls
        calls += 1
        if calls > steps:
            raise KeyboardInterrupt
        return whole(*arguments)

    monkeypatch.setattr(loop, "batch", batch)


def test_the_validation_loss_falls_and_the_attention_leaves_the_words_that_all_documents_share(tmp_path: Path) -> None:
    output = tmp_path / "model.safetensors"
    encoder = train(topical_documents(), output, TINY, vectors=random_vectors())
    curve = curve_of(output)
    by_chance = np.log(6 * 6 + 1)  # one true sentence among those of the six other documents set aside
    assert curve[-1]["validation_loss"] < 0.7 * by_chance
    topical = encoder.attention_of([word for topic in TOPICS for word in topic]).mean()
    assert encoder.attention_of(SMALL_WORDS).mean() < topical


def test_a_run_that_was_interrupted_ends_with_the_same_bytes_as_one_that_was_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, halved = tmp_path / "whole.safetensors", tmp_path / "halved.safetensors"
    config = replace(TINY, epochs=6, validate_every=5)
    train(topical_documents(), whole, config, vectors=random_vectors())
    with monkeypatch.context() as patch:
        interrupt_after(13, patch)
        with pytest.raises(KeyboardInterrupt):
            train(topical_documents(), halved, config, vectors=random_vectors())
    assert not halved.exists()
    train(topical_documents(), halved, config, vectors=random_vectors())
    assert whole.read_bytes() == halved.read_bytes()
    assert curve_of(whole) == curve_of(halved)


def test_a_run_stops_when_validation_no_longer_improves_and_keeps_the_best(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output, shorter = tmp_path / "model.safetensors", tmp_path / "shorter.safetensors"
    config = replace(TINY, epochs=60, patience=2)
    losses = iter([3.0, 2.0, 2.5, 2.0, 1.0])  # the second is the best; an equal one is no improvement
    monkeypatch.setattr(loop, "validate", lambda network, run: (next(losses), 0.5))
    encoder = train(topical_documents(), output, config, vectors=random_vectors())
    assert [point["validation_loss"] for point in curve_of(output)] == [3.0, 2.0, 2.5, 2.0]
    assert encoder.metadata["validation_loss"] == "2.0000"

    # What is kept is the network after the second validation: a run that is stopped there has the same vectors.
    losses = iter([3.0, 2.0])
    interrupt_after(2 * config.validate_every, monkeypatch)
    with pytest.raises(KeyboardInterrupt):
        train(topical_documents(), shorter, config, vectors=random_vectors())
    tensors, _ = read_tensors(tmp_path / "shorter.safetensors.training" / "last.safetensors")
    kept, _ = read_tensors(tmp_path / "model.safetensors.training" / "best.safetensors")
    np.testing.assert_array_equal(tensors["network.vectors.weight"], kept["network.vectors.weight"])


def test_equal_settings_and_texts_give_equal_bytes_whatever_torch_did_before(tmp_path: Path) -> None:
    config = replace(TINY, epochs=4, head="cosine")
    outputs = [tmp_path / f"{name}.safetensors" for name in ("once", "again")]
    for output, threads in zip(outputs, (1, 2), strict=True):
        torch.set_num_threads(threads)
        torch.manual_seed(threads)
        before = torch.get_rng_state()
        train(topical_documents(), output, config, vectors=random_vectors())
        assert torch.get_num_threads() == threads
        assert torch.equal(torch.get_rng_state(), before)
    assert outputs[0].read_bytes() == outputs[1].read_bytes()


def test_another_seed_gives_another_model_and_is_validated_on_the_same_texts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    validated: list[list[list[int]]] = []
    whole = loop.validate

    def noted(network: loop.Network, run: loop.Run) -> tuple[float, float]:
        validated.append([batch.vocabulary[batch.words].tolist() for batch in loop.validation_batches(run)])
        return whole(network, run)

    monkeypatch.setattr(loop, "validate", noted)
    outputs = [tmp_path / f"{seed}.safetensors" for seed in (0, 1)]
    for seed, output in enumerate(outputs):
        train(topical_documents(), output, replace(TINY, epochs=1, seed=seed), vectors=random_vectors())
    assert outputs[0].read_bytes() != outputs[1].read_bytes()
    assert validated[0] == validated[-1]


def test_progress_tells_loss_accuracy_speed_and_time_left(tmp_path: Path) -> None:
    heard: list[TrainingProgress] = []
    train(topical_documents(), tmp_path / "m", replace(TINY, epochs=2), vectors=random_vectors(), progress=heard.append)
    training = [progress for progress in heard if progress.stage == "training"]
    assert training[-1].step == training[-1].steps
    assert training[-1].seconds_left == 0
    assert all(progress.words_per_second > 0 and 0 <= progress.accuracy <= 1 for progress in training)


def test_the_same_corpus_without_vectors_makes_a_model_too(tmp_path: Path) -> None:
    output = tmp_path / "model.safetensors"
    encoder = train(topical_documents(), output, TINY)
    assert "aberg" in encoder
    assert curve_of(output)[-1]["validation_loss"] < curve_of(output)[0]["validation_loss"]


def test_a_language_written_without_spaces_makes_a_model_too(tmp_path: Path) -> None:
    letters = {word: chr(0x4E00 + number) for number, word in enumerate(random_vectors().words)}
    texts = [record["text"].lower().replace(".", " .").split() for record in topical_documents()]
    corpus = [{"text": "".join(letters.get(word, "。") for word in text)} for text in texts]
    output = tmp_path / "model.safetensors"
    encoder = train(corpus, output, replace(TINY, language="zh"))
    assert letters["aberg"] in encoder
    assert encoder.metadata["language"] == "zh"
    assert curve_of(output)[-1]["validation_loss"] < curve_of(output)[0]["validation_loss"]


def test_frozen_vectors_leave_as_they_came(tmp_path: Path) -> None:
    vectors = random_vectors()
    config = replace(TINY, vector_rate=0.0, centred=False, epochs=1)
    encoder = train(topical_documents(), tmp_path / "model.safetensors", config, vectors=vectors)
    np.testing.assert_allclose(encoder.vectors_of(vectors.words), vectors.matrix, atol=0.02)


def test_the_exported_mean_sentence_is_zero_when_centred(tmp_path: Path) -> None:
    from reprank.paper.encoder import sentence_vectors

    encoder = train(topical_documents(), tmp_path / "model.safetensors", TINY, vectors=random_vectors())
    words = [*SMALL_WORDS, *(word for topic in TOPICS for word in topic)]
    texts = [text["text"].lower().replace(".", "").split() for text in topical_documents()]
    tokens = np.array([words.index(word) for text in texts for word in text])
    offsets = np.arange(0, len(tokens) + 1, 8)
    sentences = sentence_vectors(encoder.vectors_of(words), tokens, offsets, attention=encoder.attention_of(words))
    assert np.linalg.norm(sentences.mean(axis=0)) < 0.25 * np.linalg.norm(sentences, axis=1).mean()


def test_given_validation_texts_decide(tmp_path: Path) -> None:
    output = tmp_path / "model.safetensors"
    held = topical_documents(documents=12, seed=5)
    train(topical_documents(), output, replace(TINY, epochs=2), vectors=random_vectors(), validation=held)
    assert curve_of(output)[-1]["validation_accuracy"] > 0


def test_other_settings_do_not_continue_an_old_run(tmp_path: Path) -> None:
    output = tmp_path / "model.safetensors"
    train(topical_documents(), output, replace(TINY, epochs=1), vectors=random_vectors())
    with pytest.raises(DataError, match="other settings"):
        train(topical_documents(), output, replace(TINY, epochs=1, seed=9), vectors=random_vectors())


def test_no_pickle_is_read_while_training_resuming_and_loading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*arguments: object, **options: object) -> None:
        raise AssertionError("a pickle was read")

    torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=1.0)  # imports classes that extend the Unpickler
    for module, name in ((pickle, "load"), (pickle, "loads"), (pickle, "Unpickler"), (torch, "load")):
        monkeypatch.setattr(module, name, refused)
    output = tmp_path / "model.safetensors"
    config = replace(TINY, epochs=3, validate_every=5)
    with monkeypatch.context() as patch:
        interrupt_after(7, patch)
        with pytest.raises(KeyboardInterrupt):
            train(topical_documents(), output, config, vectors=random_vectors())
    train(topical_documents(), output, config, vectors=random_vectors())
    assert "aberg" in Encoder.load(output)


def test_a_pickle_in_the_place_of_a_checkpoint_is_refused_unopened(tmp_path: Path) -> None:
    output = tmp_path / "model.safetensors"
    train(topical_documents(), output, replace(TINY, epochs=1), vectors=random_vectors())
    checkpoint = tmp_path / "model.safetensors.training" / "last.safetensors"
    checkpoint.write_bytes(pickle.dumps({"step": 5}) + b"\0" * 64)
    with pytest.raises(ModelError):
        train(topical_documents(), output, replace(TINY, epochs=1), vectors=random_vectors())


def test_a_disk_that_is_full_at_the_end_leaves_nothing_at_the_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = tmp_path / "model.safetensors"
    config = replace(TINY, epochs=1)

    def full(encoder: Encoder, path: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Encoder, "save", full)
    with pytest.raises(InputError, match="No space left"):
        train(topical_documents(), output, config, vectors=random_vectors())
    assert not output.exists()


def test_a_disk_that_is_full_while_tokenising_is_reported_and_the_next_run_starts_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = tmp_path / "model.safetensors"
    config = replace(TINY, epochs=1)

    def full(*arguments: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(cache, "_append", full)
        with pytest.raises(InputError, match="No space left"):
            train(topical_documents(), output, config, vectors=random_vectors())
    assert not output.exists()
    train(topical_documents(), output, config, vectors=random_vectors())
    assert output.exists()


@pytest.mark.parametrize(
    ("corpus", "message"),
    [
        ([], "no words"),
        ([{"text": ""}, {"text": "  \n"}], "no words"),
        ([{"text": "The aberg of adale."}] * 9, "two sentences"),
        (topical_documents(documents=3), "at least four documents"),
        ([{"title": "no text"}], "has no text"),
    ],
)
def test_a_corpus_that_cannot_teach_is_refused(corpus: list[dict[str, str]], message: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=message):
        train(corpus, tmp_path / "model.safetensors", TINY, vectors=random_vectors())
    assert not (tmp_path / "model.safetensors").exists()


def test_vectors_of_another_language_are_refused(tmp_path: Path) -> None:
    foreign = WordVectors(("reka", "most", "voda"), np.eye(3, 8, dtype=np.float32))
    with pytest.raises(ModelError, match=r"0\.0% of the running words"):
        train(topical_documents(), tmp_path / "model.safetensors", TINY, vectors=foreign)


def test_without_torch_the_missing_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(MissingExtra, match=r"reprank\[train\]"):
        train(topical_documents(), tmp_path / "model.safetensors", TINY, vectors=random_vectors())


def test_a_loss_that_is_no_number_any_more_ends_the_run(tmp_path: Path) -> None:
    # Components near the largest float32 overflow in the first bilinear score.
    vectors = random_vectors()
    huge = WordVectors(vectors.words, np.sign(vectors.matrix) * np.float32(3e38))
    with pytest.raises(ConvergenceError, match="lower learning_rate"):
        train(topical_documents(), tmp_path / "model.safetensors", TINY, vectors=huge)
