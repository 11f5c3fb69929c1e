"""The network against the paper's formulas written out in loops, and the exported encoder against the network."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: the network is not tested")

from reprank.paper.encoder import Encoder, sentence_vectors  # noqa: E402
from reprank.training import config  # noqa: E402
from reprank.training.batches import Batch, KnownSentences, batch, windows  # noqa: E402
from reprank.training.config import TrainingConfig  # noqa: E402
from reprank.training.export import exported, mean_sentence, tabulated  # noqa: E402
from reprank.training.network import HEADS, Network, inner_products, same_document, scaled_cosines  # noqa: E402

WORDS = 30
CONFIG = TrainingConfig(attention_size=5, context_size=7, steps_ahead=3, window=5, batch=4)


@pytest.fixture
def texts() -> KnownSentences:
    """Six documents of one to nine sentences of one to eight words."""
    draw = np.random.default_rng(3)
    documents = np.repeat(np.arange(6), [9, 5, 1, 2, 6, 4])
    lengths = draw.integers(1, 9, size=len(documents))
    words = draw.integers(0, WORDS, size=lengths.sum()).astype(np.int32)
    return KnownSentences(words, np.concatenate([[0], np.cumsum(lengths)]), documents)


@pytest.fixture
def current(texts: KnownSentences) -> Batch:
    return batch(texts, windows(texts, CONFIG.window))


@pytest.fixture
def network() -> Network:
    torch.manual_seed(1)
    vectors = np.random.default_rng(2).standard_normal((WORDS, 4)).astype(np.float32)
    return Network(vectors, CONFIG)


def sentence_words(current: Batch) -> list[list[int]]:
    ends = [*current.starts[1:], len(current.words)]
    return [
        current.vocabulary[current.words[start:end]].tolist() for start, end in zip(current.starts, ends, strict=True)
    ]


def by_the_formula(network: Network, words: list[int]) -> np.ndarray:
    """Σ aᵢ eᵢ with a = softmax(W₂ tanh(W₁ E)), as printed."""
    vectors = network.vectors.weight.detach().numpy().astype(np.float64)[words]
    w1, w2 = network.w1.weight.detach().numpy(), network.w2.weight.detach().numpy()
    scores = np.exp(w2 @ np.tanh(w1 @ vectors.T))[0]
    return (scores / scores.sum()) @ vectors


def test_a_sentence_is_the_attention_weighted_sum_of_its_words(network: Network, current: Batch) -> None:
    wanted = np.array([by_the_formula(network, words) for words in sentence_words(current)])
    np.testing.assert_allclose(network.sentences(current).detach().numpy(), wanted, atol=1e-5)


def test_no_negative_is_from_the_document_of_the_positive(current: Batch) -> None:
    barred = same_document(torch.from_numpy(current.documents)).numpy()
    for positive, document in enumerate(current.documents):
        for other, its_document in enumerate(current.documents):
            assert barred[positive, other] == (other != positive and document == its_document)


def test_the_loss_is_the_mean_over_steps_of_the_paper_s_formula(network: Network, current: Batch) -> None:
    sentences = network.sentences(current).detach().double().numpy()
    losses: dict[int, list[float]] = {k: [] for k in range(1, CONFIG.steps_ahead + 1)}
    right = 0
    for window in current.windows:
        places = [place for place in window.tolist() if place >= 0]
        contexts = network.context(torch.from_numpy(sentences[places]).float()[None])[0][0].detach().double().numpy()
        for k, losses_k in losses.items():
            w_k = network.ahead[k - 1].weight.detach().double().numpy()
            for t in range(len(places) - k):
                scores = sentences @ w_k @ contexts[t]
                true = places[t + k]
                others = [j for j, d in enumerate(current.documents) if d != current.documents[true]]
                losses_k.append(-np.log(np.exp(scores[true]) / np.exp(scores[[true, *others]]).sum()))
                right += scores[true] > scores[others].max()
    outcome = network(current)
    assert outcome.loss.item() == pytest.approx(np.mean([np.mean(values) for values in losses.values()]), abs=1e-5)
    assert outcome.right == right
    assert outcome.predictions == sum(map(len, losses.values()))


def test_the_cosine_head_is_the_paper_s_loss_with_cosines_over_the_temperature(current: Batch) -> None:
    settings = replace(CONFIG, head="cosine", temperature=0.2)
    torch.manual_seed(1)
    network = Network(np.random.default_rng(2).standard_normal((WORDS, 4)).astype(np.float32), settings)
    sentences = network.sentences(current).detach().double().numpy()
    unit = sentences / np.linalg.norm(sentences, axis=1, keepdims=True)
    losses: dict[int, list[float]] = {k: [] for k in range(1, settings.steps_ahead + 1)}
    for window in current.windows:
        places = [place for place in window.tolist() if place >= 0]
        contexts = network.context(torch.from_numpy(sentences[places]).float()[None])[0][0].detach().double().numpy()
        for k, losses_k in losses.items():
            w_k = network.ahead[k - 1].weight.detach().double().numpy()
            for t in range(len(places) - k):
                predicted = w_k @ contexts[t]
                scores = np.exp(unit @ predicted / np.linalg.norm(predicted) / 0.2)
                true = places[t + k]
                others = [j for j, d in enumerate(current.documents) if d != current.documents[true]]
                losses_k.append(-np.log(scores[true] / scores[[true, *others]].sum()))
    wanted = np.mean([np.mean(values) for values in losses.values()])
    assert network(current).loss.item() == pytest.approx(wanted, abs=1e-5)


def test_a_common_vector_added_to_all_words_changes_the_cosine_head_and_not_the_bilinear_one() -> None:
    draw = np.random.default_rng(0)
    predicted, sentences = (torch.from_numpy(draw.standard_normal((5, 4))) for _ in range(2))
    shifted = sentences + torch.ones(4)
    for head, same in ((inner_products, True), (scaled_cosines, False)):
        before, after = (torch.log_softmax(head(predicted, vectors, 1.0), dim=1) for vectors in (sentences, shifted))
        assert bool(torch.allclose(before, after)) is same


def test_the_settings_know_every_head() -> None:
    assert tuple(HEADS) == config.HEADS


def test_the_gradient_of_a_word_that_does_not_occur_is_absent(network: Network, current: Batch) -> None:
    network(current).loss.backward()
    gradient = network.vectors.weight.grad
    assert gradient.is_sparse
    assert set(gradient.coalesce().indices()[0].tolist()) == set(current.vocabulary.tolist())


def test_sentences_from_the_tabulated_attention_equal_those_of_the_network(network: Network, current: Batch) -> None:
    vectors, attention = tabulated(network)
    tokens = current.vocabulary[current.words]
    offsets = np.append(current.starts, len(tokens))
    ours = sentence_vectors(vectors, tokens, offsets, attention=attention)
    np.testing.assert_allclose(ours, network.sentences(current).detach().numpy(), atol=1e-4)


@pytest.mark.parametrize("centred", [False, True])
def test_a_saved_encoder_differs_from_the_network_by_quantisation_alone(
    network: Network, current: Batch, tmp_path: Path, *, centred: bool
) -> None:
    words = tuple(f"word{number}" for number in range(WORDS))
    exported(network, words, [current], centred=centred, metadata={}).save(tmp_path / "model.safetensors")
    encoder = Encoder.load(tmp_path / "model.safetensors")
    tokens = current.vocabulary[current.words]
    offsets = np.append(current.starts, len(tokens))
    ours = sentence_vectors(encoder.vectors_of(words), tokens, offsets, attention=encoder.attention_of(words))
    wanted = network.sentences(current).detach().numpy()
    wanted = wanted - mean_sentence(network, [current]) if centred else wanted
    # A component is off by half a step at most, and so is a weighted mean of components.
    assert np.abs(ours - wanted).max() <= encoder.scale.max() / 2 + 1e-4
