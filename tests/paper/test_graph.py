import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reprank.errors import InputError
from reprank.graph.edges import Edges, distribution, position_prior
from reprank.paper import graph as graph_module
from reprank.paper.graph import Graph, cosine_edges, paper_graph

# The same examples on every machine, however slow it is.
steady = settings(deadline=None, derandomize=True)
seeds = st.integers(0, 10_000)
counts = st.integers(0, 12)


def cosines_one_by_one(left, right, threshold, *, same) -> np.ndarray:
    """The paper's Eq. 3, pair by pair."""
    matrix = np.zeros((len(left), len(right)))
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            lengths = np.linalg.norm(a) * np.linalg.norm(b)
            cosine = a @ b / lengths if lengths > 0 else 0.0
            matrix[i, j] = cosine if cosine > threshold and not (same and i == j) else 0.0
    return matrix


@steady
@given(seeds, counts, counts, st.sampled_from([0.0, 0.2, 0.45]))
def test_cosine_edges_agree_with_the_definition_pair_by_pair(seed, n, m, threshold) -> None:
    rng = np.random.default_rng(seed)
    left, right = rng.normal(size=(n, 4)), rng.normal(size=(m, 4))
    found = cosine_edges(left, right, threshold=threshold)
    assert np.allclose(found.dense(), cosines_one_by_one(left, right, threshold, same=False), atol=1e-12)


@steady
@given(seeds, counts, st.integers(1, 40))
def test_the_result_does_not_depend_on_how_many_cosines_are_held_at_once(seed, n, strip) -> None:
    vectors = np.random.default_rng(seed).normal(size=(n, 3))
    whole = cosine_edges(vectors, vectors, threshold=0.1, same=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(graph_module, "STRIP_ENTRIES", strip)
        in_strips = cosine_edges(vectors, vectors, threshold=0.1, same=True)
    assert np.array_equal(in_strips.source, whole.source)
    assert np.array_equal(in_strips.target, whole.target)
    assert np.allclose(in_strips.weight, whole.weight)


def test_edges_among_the_same_nodes_are_symmetric_to_the_last_bit_across_tiles() -> None:
    vectors = np.random.default_rng(0).normal(size=(1100, 50))
    edges = cosine_edges(vectors, vectors, threshold=0.05, same=True)
    turned = edges.transposed()
    assert len(edges) > 100_000
    assert np.array_equal(edges.source, turned.source)
    assert np.array_equal(edges.target, turned.target)
    assert np.array_equal(edges.weight, turned.weight)
    assert not np.any(edges.source == edges.target)


def test_a_cosine_equal_to_the_threshold_is_not_above_it() -> None:
    assert len(cosine_edges([[1.0, 0.0]], [[0.0, 1.0]], threshold=0.0)) == 0
    assert len(cosine_edges([[1.0, 0.0]], [[1.0, 0.0]], threshold=1.0)) == 0


def test_vectors_of_zeros_have_no_edges_not_even_to_each_other() -> None:
    vectors = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 0.0], [1.0, 1.0]])
    edges = cosine_edges(vectors, vectors, threshold=0.0, same=True)
    assert list(zip(edges.source, edges.target, strict=True)) == [(1, 3), (3, 1)]


@steady
@given(seeds)
def test_rounding_never_lifts_a_cosine_above_one(seed) -> None:
    rng = np.random.default_rng(seed)
    vectors = np.repeat(rng.normal(size=(3, 7)), 4, axis=0) * rng.uniform(0.1, 10, size=(12, 1))
    assert cosine_edges(vectors, vectors, threshold=0.0, same=True).weight.max() <= 1.0


@pytest.mark.parametrize("scale", [1e-300, 1e-160, 1e160, 1e300])
def test_length_does_not_matter_however_extreme(scale) -> None:
    edges = cosine_edges(np.array([[3.0, 4.0]]) * scale, [[0.0, 1.0]], threshold=0.5)
    assert edges.weight == pytest.approx([0.8])


@pytest.mark.parametrize(
    ("left", "right", "options", "said"),
    [
        ([[1.0]], [[1.0]], {"threshold": -0.1}, "threshold is -0.1"),
        ([[1.0]], [[1.0]], {"threshold": float("nan")}, "threshold is nan"),
        ([[1.0, 2.0]], [[1.0]], {"threshold": 0.1}, "2 and 1 dimensions"),
        ([[1.0]], [[1.0], [2.0]], {"threshold": 0.1, "same": True}, "1 rows on the left, 2 on the right"),
        ([[float("nan")]], [[1.0]], {"threshold": 0.1}, "not finite"),
        ([1.0, 2.0], [[1.0]], {"threshold": 0.1}, "1 axes"),
    ],
)
def test_vectors_and_thresholds_that_cannot_be_used_are_named(left, right, options, said) -> None:
    with pytest.raises(InputError, match=said):
        cosine_edges(left, right, **options)


def test_the_position_prior_is_the_power_law_over_all_documents() -> None:
    weights = np.array([1.0, 2**-0.25, 3**-0.25, 1.0, 2**-0.25])
    assert np.allclose(position_prior([1, 2, 3, 1, 2], 0.25), weights / weights.sum())
    assert np.allclose(position_prior([1, 5, 9], 0.0), 1 / 3)
    assert len(position_prior([], 0.25)) == 0


def test_a_position_before_the_first_is_refused() -> None:
    with pytest.raises(InputError, match="a position is 0"):
        position_prior([1, 0], 0.25)


@steady
@given(st.lists(st.floats(0, 1e308), min_size=1, max_size=6))
def test_a_distribution_sums_to_one_and_keeps_the_order(weights) -> None:
    shares = distribution(weights)
    assert shares.sum() == pytest.approx(1)
    assert np.all(np.diff(shares[np.argsort(weights)]) >= 0)


@pytest.mark.parametrize("weights", [[1.0, -1.0], [float("inf")], [float("nan"), 1.0]])
def test_weights_that_are_no_shares_are_refused(weights) -> None:
    with pytest.raises(InputError, match="negative or not finite"):
        distribution(weights)


@steady
@given(seeds, counts, counts)
def test_the_paper_graph_uses_each_threshold_for_its_own_block(seed, n, m) -> None:
    rng = np.random.default_rng(seed)
    sentences, words = rng.normal(size=(n, 3)), rng.normal(size=(m, 3))
    graph = paper_graph(sentences, words, np.arange(1, n + 1), np.arange(1, m + 1))
    between = cosines_one_by_one(sentences, words, 0.30, same=False)
    assert (graph.sentences, graph.words) == (n, m)
    assert np.allclose(graph.sentence_sentence.dense(), cosines_one_by_one(sentences, sentences, 0.45, same=True))
    assert np.allclose(graph.sentence_word.dense(), between)
    assert np.array_equal(graph.word_sentence.dense(), graph.sentence_word.dense().T)
    assert np.allclose(graph.word_word.dense(), cosines_one_by_one(words, words, 0.20, same=True))
    assert np.allclose(graph.word_prior * sum(range(1, m + 1)), np.arange(1, m + 1))


def test_a_paper_graph_may_be_empty() -> None:
    graph = paper_graph([], [], [], [])
    assert (graph.sentences, graph.words) == (0, 0)


def test_a_word_that_never_occurs_is_refused() -> None:
    with pytest.raises(InputError, match="frequency 0"):
        paper_graph([[1.0]], [[1.0]], [1], [0])


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"word_word": Edges.of([], [], [], shape=(2, 2))}, r"word_word has shape \(2, 2\), wanted \(1, 1\)"),
        ({"sentence_prior": np.array([0.5, 0.4])}, "sentence_prior sums to 0.9"),
        ({"sentence_prior": np.array([1.5, -0.5])}, "sentence_prior"),
        ({"sentence_word": Edges.of([0], [0], [-1.0], shape=(2, 1))}, "negative"),
        ({"sentence_word": Edges.of([0], [0], [np.nan], shape=(2, 1))}, "negative"),
    ],
)
def test_parts_that_do_not_fit_together_are_refused(changes, said) -> None:
    parts = {
        "sentence_sentence": Edges.of([], [], [], shape=(2, 2)),
        "sentence_word": Edges.of([], [], [], shape=(2, 1)),
        "word_sentence": Edges.of([], [], [], shape=(1, 2)),
        "word_word": Edges.of([], [], [], shape=(1, 1)),
        "sentence_prior": np.array([0.5, 0.5]),
        "word_prior": np.array([1.0]),
    }
    with pytest.raises(InputError, match=said):
        Graph(**(parts | changes))
