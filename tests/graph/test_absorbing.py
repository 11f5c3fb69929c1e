from functools import partial
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reprank.errors import ConvergenceError, InputError
from reprank.graph.absorbing import (
    FundamentalMatrix,
    TeleportingWalk,
    exact_visits,
    fundamental_visits,
    rank_with_absorption,
)
from reprank.graph.edges import Edges
from reprank.graph.sampling import ACCURATE_VISITS_PER_STATE, sampled_visits
from reprank.graph.walk import stationary
from reprank.paper.chain import alternate, as_printed, rank, sentence_walk, word_walk
from reprank.paper.graph import Graph, paper_graph

# The same examples on every machine, however slow it is.
steady = settings(deadline=None, derandomize=True)
seeds = st.integers(0, 10_000)


def random_walk(seed, k, density=0.5, alpha=0.7) -> TeleportingWalk:
    rng = np.random.default_rng(seed)
    upper = np.triu(rng.random((k, k)) * (rng.random((k, k)) < density), 1)
    return TeleportingWalk(Edges.from_dense(upper + upper.T), alpha, rng.random(k) + 0.05)


@st.composite
def walks(draw, least=1) -> TeleportingWalk:
    k = draw(st.integers(least, 8))
    return random_walk(draw(seeds), k, draw(st.sampled_from([0.0, 0.3, 1.0])), draw(st.sampled_from([0.0, 0.7, 0.95])))


@st.composite
def walks_with_absorbing(draw) -> tuple[TeleportingWalk, list[int]]:
    walk = draw(walks())
    absorbing = draw(st.lists(st.integers(0, len(walk) - 1), min_size=1, unique=True))
    return walk, absorbing


def dense(walk) -> np.ndarray:
    """Write out αP̃ + 1tᵀ, with a teleport for rows without neighbours."""
    landing = walk.teleport / walk.teleport.sum()
    weights = walk.edges.dense()
    sums = weights.sum(axis=1, keepdims=True)
    followed = walk.alpha * weights / np.where(sums > 0, sums, 1) + (1 - walk.alpha) * landing
    return np.where(sums > 0, followed, landing)


def visits_by_solving(walk, absorbing) -> np.ndarray:
    """v = u(I − Q)⁻¹ by a dense solve."""
    others = np.setdiff1d(np.arange(len(walk)), absorbing)
    visits = np.zeros(len(walk))
    if len(others):
        q = dense(walk)[np.ix_(others, others)]
        visits[others] = np.linalg.solve(np.eye(len(others)) - q.T, np.full(len(others), 1 / len(others)))
    return visits


def normalized(visits) -> np.ndarray:
    return visits / visits.sum()


def divergence(p, q) -> float:
    seen = p > 0
    return float(p[seen] @ np.log(p[seen] / q[seen]))


@steady
@given(walks())
def test_the_operator_is_the_dense_matrix_and_its_rows_sum_to_one(walk) -> None:
    matrix = np.array([walk.step(row) for row in np.eye(len(walk))])
    assert np.allclose(matrix, dense(walk))
    assert np.allclose(matrix.sum(axis=1), 1)


@steady
@given(walks_with_absorbing())
def test_exact_visits_agree_with_a_dense_solve(case) -> None:
    walk, absorbing = case
    assert np.allclose(exact_visits(walk, absorbing), visits_by_solving(walk, absorbing), rtol=1e-7, atol=1e-9)


@steady
@given(walks(least=2), seeds)
def test_the_fundamental_matrix_updated_is_the_fundamental_matrix_recomputed(walk, seed) -> None:
    order = [int(item) for item in np.random.default_rng(seed).permutation(len(walk))]
    updated = FundamentalMatrix.of(walk, order[:1])
    for taken in range(2, len(walk) + 1):
        updated = updated.absorb(order[taken - 1])
        recomputed = FundamentalMatrix.of(walk, order[:taken])
        assert np.allclose(updated.visits(), recomputed.visits(), rtol=1e-7, atol=1e-9)
        assert np.allclose(updated.visits(), visits_by_solving(walk, order[:taken]), rtol=1e-7, atol=1e-9)


def test_absorbing_a_state_twice_is_absorbing_it_once() -> None:
    walk = random_walk(1, 6)
    once = FundamentalMatrix.of(walk, [1]).absorb(2)
    assert np.array_equal(once.absorb(2).absorb(1).visits(), once.visits())
    assert np.allclose(FundamentalMatrix.of(walk, [1, 1, 2]).visits(), once.visits())


def test_the_remembering_method_is_right_in_any_order_of_questions() -> None:
    one, two = random_walk(1, 9), random_walk(2, 9)
    method = fundamental_visits()
    for walk, absorbing in [(one, [3]), (one, [3, 4]), (two, [3, 4]), (one, [5]), (one, [3, 4, 5]), (one, [3])]:
        assert np.allclose(method(walk, absorbing), visits_by_solving(walk, absorbing))


def test_a_walk_too_large_and_sparse_for_a_dense_matrix_is_solved_without_one() -> None:
    walk = random_walk(4, 40, density=0.1)
    assert np.array_equal(fundamental_visits(limit=10)(walk, [3]), exact_visits(walk, [3]))


@steady
@given(walks_with_absorbing(), seeds)
def test_renumbering_the_states_renumbers_the_visits(case, seed) -> None:
    walk, absorbing = case
    order = np.random.default_rng(seed).permutation(len(walk))
    turned = TeleportingWalk(
        Edges.from_dense(walk.edges.dense()[np.ix_(order, order)]), walk.alpha, walk.teleport[order]
    )
    moved = [int(np.flatnonzero(order == item)[0]) for item in absorbing]
    assert np.allclose(exact_visits(turned, moved), exact_visits(walk, absorbing)[order])


def test_a_hand_worked_walk_of_three_states() -> None:
    # No edges: the walk starts at 1 or 2 and lands on 0, 1, 2 with 1/2, 1/4, 1/4 at every step, so it makes two visits.
    walk = TeleportingWalk(Edges.of([], [], [], shape=(3, 3)), 0.7, np.array([2.0, 1.0, 1.0]))
    assert np.allclose(exact_visits(walk, [0]), [0, 1, 1])


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("density", [0.0, 0.3, 1.0])
def test_enough_samples_come_within_the_promised_divergence(seed, density) -> None:
    walk = random_walk(seed, 12, density)
    sampled = sampled_visits(walk, [0, 5], rng=np.random.default_rng(seed), visits_per_state=ACCURATE_VISITS_PER_STATE)
    exact = exact_visits(walk, [0, 5])
    assert sampled[0] == sampled[5] == 0
    assert divergence(normalized(sampled), normalized(exact)) < 3e-4
    assert np.allclose(sampled, exact, rtol=0.06)


@pytest.mark.slow
def test_the_rule_of_the_paper_stops_earlier_and_further_off_than_enough_samples() -> None:
    walk = random_walk(3, 30)
    exact = normalized(exact_visits(walk, [0]))
    early = [normalized(sampled_visits(walk, [0], rng=np.random.default_rng(s))) for s in range(5)]
    accurate = [
        normalized(sampled_visits(walk, [0], rng=np.random.default_rng(s), visits_per_state=ACCURATE_VISITS_PER_STATE))
        for s in range(3)
    ]
    assert np.mean([divergence(p, exact) for p in early]) > 2e-4
    assert np.mean([divergence(p, exact) for p in accurate]) < 1.5e-4


def test_a_seed_decides_the_samples() -> None:
    walk = random_walk(3, 10)
    draw = partial(sampled_visits, walk, [0])
    assert np.array_equal(draw(rng=np.random.default_rng(1)), draw(rng=np.random.default_rng(1)))
    assert not np.array_equal(draw(rng=np.random.default_rng(1)), draw(rng=np.random.default_rng(2)))


def test_a_sampled_step_follows_the_rows_of_the_matrix() -> None:
    # Absorb everything but one state: its visits to itself are geometric with the diagonal entry as chance to stay.
    walk = random_walk(8, 5)
    stay = dense(walk)[2, 2]
    sampled = sampled_visits(walk, [0, 1, 3, 4], rng=np.random.default_rng(0), walkers=200_000, kappa=1.0)
    assert sampled[2] == pytest.approx(1 / (1 - stay), rel=0.01)


@pytest.mark.parametrize(
    "method", [exact_visits, fundamental_visits(), partial(sampled_visits, rng=np.random.default_rng(0))]
)
def test_every_method_refuses_a_walk_that_never_ends_and_allows_one_that_has_ended(method) -> None:
    walk = random_walk(1, 4)
    with pytest.raises(InputError, match="no state is absorbing"):
        method(walk, [])
    assert not method(walk, [0, 1, 2, 3]).any()


@pytest.mark.parametrize("method", [exact_visits, fundamental_visits()])
def test_an_absorbing_state_out_of_reach_is_named(method) -> None:
    walk = TeleportingWalk(Edges.of([0, 1], [1, 0], [1.0, 1.0], shape=(3, 3)), 0.7, np.array([1.0, 1.0, 0.0]))
    with pytest.raises(InputError, match="no walk reaches an absorbing state"):
        method(walk, [2])


def test_samples_that_do_not_settle_raise_and_name_the_residual(monkeypatch) -> None:
    monkeypatch.setattr("reprank.graph.sampling.MAX_VISITS", 5000)
    walk = random_walk(1, 10)
    with pytest.raises(ConvergenceError, match=r"after 5000 visits: residual .*wanted 1e-09"):
        sampled_visits(walk, [0], rng=np.random.default_rng(0), kappa=1e-9)


def test_a_series_with_too_few_terms_raises_and_names_the_residual() -> None:
    with pytest.raises(ConvergenceError, match=r"after 5 terms: residual .*wanted 1e-10"):
        exact_visits(random_walk(1, 10), [0], limit=5)


@pytest.mark.parametrize("alpha", [-0.1, 1.0, float("nan")])
def test_a_walk_that_never_teleports_is_refused(alpha) -> None:
    with pytest.raises(InputError, match="alpha is"):
        TeleportingWalk(Edges.of([], [], [], shape=(2, 2)), alpha, np.ones(2))


def test_edges_and_teleport_must_have_the_same_states() -> None:
    with pytest.raises(InputError, match="teleport has 3 entries"):
        TeleportingWalk(Edges.of([], [], [], shape=(2, 2)), 0.7, np.ones(3))


def documents_graph(seed=0, n=12, m=20) -> Graph:
    rng = np.random.default_rng(seed)
    return paper_graph(rng.normal(size=(n, 3)), rng.normal(size=(m, 3)), np.arange(1, n + 1), np.arange(1, m + 1))


def test_the_walk_of_a_ranking_is_the_formula_of_the_paper() -> None:
    graph = documents_graph()
    ranking = rank(as_printed(graph))
    votes, links = graph.word_sentence.dense(), graph.sentence_sentence.dense()
    assert votes.sum(axis=1).min() > 0
    assert links.sum(axis=1).min() > 0
    voted = ranking.words @ (votes / votes.sum(axis=1, keepdims=True))
    printed = 0.7 * links / links.sum(axis=1, keepdims=True) + 0.05 * ranking.sentences + 0.25 * voted
    assert np.allclose(dense(sentence_walk(graph, ranking)), printed)


@pytest.mark.parametrize("build", [sentence_walk, word_walk])
def test_votes_of_nodes_without_neighbours_fall_to_the_scores(build) -> None:
    lonely = Edges.of([], [], [], shape=(3, 3))
    graph = Graph(lonely, lonely, lonely, lonely, np.array([0.5, 0.3, 0.2]), np.array([0.5, 0.3, 0.2]))
    walk = build(graph, rank(as_printed(graph)))
    assert np.allclose(walk.teleport, 0.3 * np.array([0.5, 0.3, 0.2]))


def test_with_the_prior_in_place_of_the_scores_the_walk_has_the_alternations_ranking() -> None:
    # P̂ˢ as in Eq. 1: teleporting by βVˢ + γπʷM̃ˢ instead of βπ̃ˢ + γπ̃ʷM̃ˢ leaves πˢ where the alternation put it.
    graph = documents_graph(seed=2)
    ranking = alternate(graph)
    walk = sentence_walk(graph, ranking)
    teleport = walk.teleport + 0.05 * (graph.sentence_prior - ranking.sentences)
    prior_walk = TeleportingWalk(walk.edges, walk.alpha, teleport)
    assert np.allclose(stationary(prior_walk.step, np.ones(len(walk))).pi, ranking.sentences, atol=1e-8)


@settings(steady, max_examples=40)
@given(walks(least=0))
def test_ranking_yields_every_item_once_and_the_first_by_its_first_score(walk) -> None:
    order = [item for item, _ in rank_with_absorption(walk, walk.teleport_distribution, method=exact_visits)]
    assert sorted(order) == list(range(len(walk)))
    assert order[:1] == ([int(np.argmax(walk.teleport_distribution))] if len(walk) else [])


def test_the_exact_methods_rank_alike_and_scores_are_shares_of_the_visits() -> None:
    walk = random_walk(6, 15)
    by_series = list(rank_with_absorption(walk, walk.teleport_distribution, method=exact_visits))
    by_matrix = list(rank_with_absorption(walk, walk.teleport_distribution, method=fundamental_visits()))
    assert [item for item, _ in by_series] == [item for item, _ in by_matrix]
    assert np.allclose([score for _, score in by_series], [score for _, score in by_matrix])
    second, score = by_series[1]
    assert score == pytest.approx(normalized(visits_by_solving(walk, [by_series[0][0]]))[second])


def two_topics() -> TeleportingWalk:
    """Sentences 0-4 are nearly the same, 5-7 are another, smaller topic."""
    links = np.zeros((8, 8))
    links[:5, :5] = 1 - np.eye(5)
    links[5:, 5:] = 1 - np.eye(3)
    return TeleportingWalk(Edges.from_dense(links), 0.7, np.ones(8))


@pytest.mark.parametrize(
    "method",
    [
        exact_visits,
        fundamental_visits(),
        partial(sampled_visits, rng=np.random.default_rng(0), visits_per_state=ACCURATE_VISITS_PER_STATE),
    ],
)
def test_the_second_choice_comes_from_the_other_topic(method) -> None:
    walk = two_topics()
    first, second = islice(rank_with_absorption(walk, np.arange(8.0, 0.0, -1.0), method=method), 2)
    assert first[0] == 0
    assert second[0] >= 5


def test_what_is_absorbing_from_the_start_is_never_yielded_and_drags_its_likes_down() -> None:
    walk = two_topics()
    order = [
        item
        for item, _ in rank_with_absorption(walk, walk.teleport_distribution, method=exact_visits, absorbing=[0, 0, 1])
    ]
    assert sorted(order) == [2, 3, 4, 5, 6, 7]
    assert order[0] == 5


def test_an_item_that_does_not_fit_is_passed_over_and_does_not_absorb() -> None:
    walk = two_topics()
    ranked = rank_with_absorption(
        walk, np.arange(8.0, 0.0, -1.0), method=exact_visits, fits=lambda item: item in (1, 6, 7)
    )
    (first, _), (second, score), (third, _) = ranked
    assert (first, second, third) == (1, 6, 7)
    assert score == pytest.approx(normalized(visits_by_solving(walk, [1]))[6])


@pytest.mark.parametrize("method", [exact_visits, fundamental_visits()])
def test_items_that_nothing_tells_apart_are_taken_in_their_order(method) -> None:
    k = 30
    everyone = TeleportingWalk(Edges.from_dense(0.1 + 0.2 * (1 - np.eye(k))), 0.7, np.full(k, 0.3 / k))
    order = [item for item, _ in rank_with_absorption(everyone, everyone.teleport_distribution, method=method)]
    assert order == list(range(k))


def test_no_visits_are_counted_before_the_next_item_is_asked_for() -> None:
    asked = []

    def method(walk, absorbing) -> np.ndarray:
        asked.append(tuple(absorbing))
        return exact_visits(walk, absorbing)

    ranked = rank_with_absorption(two_topics(), np.arange(8.0, 0.0, -1.0), method=method)
    assert next(ranked)[0] == 0
    assert asked == []
    next(ranked)
    assert asked == [(0,)]
