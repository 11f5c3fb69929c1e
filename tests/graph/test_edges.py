import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from reprank.graph.edges import Edges

# The same examples on every machine, however slow it is.
steady = settings(deadline=None, derandomize=True)


def matrices(least_rows=0) -> st.SearchStrategy[np.ndarray]:
    weights = st.sampled_from([0.0, 0.0, 0.5, 1.0, 3.0])
    return st.tuples(st.integers(least_rows, 5), st.integers(0, 5)).flatmap(
        lambda shape: arrays(np.float64, shape, elements=weights)
    )


@steady
@given(matrices())
def test_the_sparse_form_holds_the_same_matrix_as_the_dense_one(matrix) -> None:
    edges = Edges.from_dense(matrix)
    assert np.array_equal(edges.dense(), matrix)
    assert len(edges) == np.count_nonzero(matrix)
    assert edges.shape == matrix.shape


@steady
@given(matrices())
def test_products_and_sums_are_those_of_the_dense_matrix(matrix) -> None:
    edges = Edges.from_dense(matrix)
    mass, values = np.arange(1.0, matrix.shape[0] + 1), np.arange(2.0, matrix.shape[1] + 2)
    assert np.allclose(edges.forward(mass), mass @ matrix)
    assert np.allclose(edges.backward(values), matrix @ values)
    assert np.allclose(edges.source_sums(), matrix.sum(axis=1))
    assert np.allclose(edges.target_sums(), matrix.sum(axis=0))


@steady
@given(matrices())
def test_turning_twice_returns_to_the_start_and_once_is_the_transpose(matrix) -> None:
    edges = Edges.from_dense(matrix)
    turned = edges.transposed()
    assert np.array_equal(turned.dense(), matrix.T)
    assert np.array_equal(turned.transposed().source, edges.source)
    assert np.array_equal(turned.transposed().target, edges.target)


@steady
@given(matrices())
def test_rows_sum_to_one_or_stay_empty(matrix) -> None:
    sums = Edges.from_dense(matrix).rows_to_one().source_sums()
    assert np.allclose(sums, matrix.any(axis=1))


@steady
@given(matrices(least_rows=1))
def test_a_row_lists_the_targets_of_one_source_in_order(matrix) -> None:
    edges = Edges.from_dense(matrix)
    for node, row in enumerate(matrix):
        targets, weights = edges.row(node)
        assert np.array_equal(targets, np.flatnonzero(row))
        assert np.array_equal(weights, row[row != 0])
    assert edges.starts[-1] == len(edges)


@steady
@given(matrices(), st.randoms(use_true_random=False))
def test_the_order_of_triples_does_not_matter_and_repetitions_add_up(matrix, random) -> None:
    source, target = np.nonzero(matrix)
    triples = [(i, j, matrix[i, j] / 2) for i, j in zip(source, target, strict=True)] * 2
    random.shuffle(triples)
    rows, columns, weights = zip(*triples, strict=True) if triples else ((), (), ())
    edges = Edges.of(rows, columns, weights, shape=matrix.shape)
    assert np.array_equal(edges.dense(), matrix)
    assert np.array_equal(np.lexsort((edges.target, edges.source)), np.arange(len(edges)))


@pytest.mark.parametrize("shape", [(0, 0), (0, 3), (3, 0), (2, 3)])
def test_without_edges_every_result_is_still_made_of_floats(shape) -> None:
    edges = Edges.of([], [], [], shape=shape)
    for result in (
        edges.forward(np.ones(shape[0])),
        edges.backward(np.ones(shape[1])),
        edges.source_sums(),
        edges.target_sums(),
        edges.rows_to_one().weight,
        edges.transposed().dense(),
    ):
        assert result.dtype == np.float64
        assert not result.any()


@steady
@given(matrices(least_rows=1), st.floats(0, 1, exclude_max=True))
def test_a_draw_takes_the_edge_that_lies_at_the_given_share_of_the_weights(matrix, chance) -> None:
    sources = np.flatnonzero(matrix.any(axis=1))
    drawn = Edges.from_dense(matrix).draw(sources, np.full(len(sources), chance))
    for source, target in zip(sources, drawn, strict=True):
        shares = matrix[source] / matrix[source].sum()
        assert shares[target] > 0
        assert shares[:target].sum() <= chance + 1e-12
        assert chance <= shares[: target + 1].sum() + 1e-12


def test_draws_from_evenly_spread_chances_have_the_frequencies_of_the_weights() -> None:
    edges = Edges.of([1, 1, 1], [0, 2, 3], [1.0, 5.0, 2.0], shape=(3, 4))
    drawn = edges.draw(np.ones(800, dtype=np.intp), (np.arange(800) + 0.5) / 800)
    assert np.array_equal(np.bincount(drawn, minlength=4), [100, 0, 500, 200])


def test_other_weights_leave_the_edges_where_they_are() -> None:
    edges = Edges.of([0, 1], [1, 0], [1.0, 2.0], shape=(2, 2))
    assert np.array_equal(edges.with_weight(np.array([3.0, 4.0])).dense(), [[0.0, 3.0], [4.0, 0.0]])


@steady
@given(matrices(), st.data())
def test_gathering_from_some_targets_is_the_product_with_a_vector_that_is_zero_elsewhere(matrix, data) -> None:
    values = data.draw(arrays(np.float64, matrix.shape[1], elements=st.sampled_from([0.0, 1.0, 2.5])))
    held = np.flatnonzero(values)
    for few in (len(matrix.flat), -1):  # all edges are read, or those of the targets are found first
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("reprank.graph.edges.DENSE_GATHER_EDGES", few)
            assert np.allclose(Edges.from_dense(matrix).gather(held, values[held]), matrix @ values)


@steady
@given(matrices())
def test_edges_meet_at_their_targets(matrix) -> None:
    edges = Edges.from_dense(matrix)
    met = {(int(a), int(b)) for a, b in zip(*edges.meetings(), strict=True)}
    every = range(len(edges))
    assert met == {(a, b) for a in every for b in every if edges.target[a] == edges.target[b]}
    assert len(edges.meetings()[0]) == len(met)


@steady
@given(matrices(), st.data())
def test_edges_onto_some_targets_are_those_columns(matrix, data) -> None:
    kept = data.draw(arrays(np.bool_, matrix.shape[1]))
    assert np.array_equal(Edges.from_dense(matrix).onto(kept).dense(), matrix[:, kept])
