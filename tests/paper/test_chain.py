import networkx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reprank.errors import ConvergenceError, InputError
from reprank.graph.edges import Edges
from reprank.graph.walk import stationary
from reprank.paper.chain import alternate, as_printed, corrected, rank
from reprank.paper.graph import Graph, paper_graph

ALPHA, BETA, GAMMA = 0.70, 0.05, 0.25
# The same examples on every machine, however slow it is.
steady = settings(deadline=None, derandomize=True)
seeds = st.integers(0, 10_000)
chains = pytest.mark.parametrize("chain", [as_printed, corrected])


def graph_of(among_sentences, between, among_words, sentence_weights, word_weights) -> Graph:
    return Graph(
        sentence_sentence=Edges.from_dense(among_sentences),
        sentence_word=Edges.from_dense(between),
        word_sentence=Edges.from_dense(between.T),
        word_word=Edges.from_dense(among_words),
        sentence_prior=sentence_weights / sentence_weights.sum(),
        word_prior=word_weights / word_weights.sum(),
    )


def random_graph(seed, n, m, density=0.5) -> Graph:
    rng = np.random.default_rng(seed)

    def block(rows, columns) -> np.ndarray:
        return rng.random((rows, columns)) * (rng.random((rows, columns)) < density)

    def symmetric(size) -> np.ndarray:
        upper = np.triu(block(size, size), 1)
        return upper + upper.T

    return graph_of(symmetric(n), block(n, m), symmetric(m), rng.random(n) + 0.1, rng.random(m) + 0.1)


@st.composite
def graphs(draw, least=1) -> Graph:
    n, m = draw(st.integers(least, 6)), draw(st.integers(least, 6))
    return random_graph(draw(seeds), n, m, draw(st.sampled_from([0.0, 0.2, 0.6, 1.0])))


def rows_to_one(matrix, prior=None) -> np.ndarray:
    """Divide rows by their sums; an empty row becomes the prior, or stays empty without one."""
    sums = matrix.sum(axis=1, keepdims=True)
    empty = np.zeros(matrix.shape[1]) if prior is None else prior
    return np.where(sums > 0, matrix / np.where(sums > 0, sums, 1), empty)


def dense_as_printed(graph) -> np.ndarray:
    """The paper's Figure 2, line 1 and 2, cell by cell."""
    vs, vw = graph.sentence_prior, graph.word_prior
    ps, pw = rows_to_one(graph.sentence_sentence.dense()), rows_to_one(graph.word_word.dense())
    ms, mw = rows_to_one(graph.word_sentence.dense()), rows_to_one(graph.sentence_word.dense())
    p = np.block([[ALPHA * ps + BETA * vs, GAMMA * vw + mw], [ms + GAMMA * vs, ALPHA * pw + BETA * vw]])
    return p / p.sum(axis=1, keepdims=True)


def dense_corrected(graph) -> np.ndarray:
    vs, vw = graph.sentence_prior, graph.word_prior
    ps, pw = rows_to_one(graph.sentence_sentence.dense(), vs), rows_to_one(graph.word_word.dense(), vw)
    ms, mw = rows_to_one(graph.word_sentence.dense(), vs), rows_to_one(graph.sentence_word.dense(), vw)
    return np.block([[ALPHA * ps + BETA * vs, GAMMA * mw], [GAMMA * ms, ALPHA * pw + BETA * vw]])


def dominant_left_eigenvector(matrix) -> np.ndarray:
    values, vectors = np.linalg.eig(matrix.T)
    vector = vectors[:, np.argmax(values.real)].real
    return vector / vector.sum()


def dense_alternation(graph, rounds=300) -> tuple[np.ndarray, np.ndarray]:
    """The paper's section 2.3 in so many words: two eigenvectors in turn."""
    vs, vw = graph.sentence_prior, graph.word_prior
    ps, pw = rows_to_one(graph.sentence_sentence.dense(), vs), rows_to_one(graph.word_word.dense(), vw)
    ms, mw = rows_to_one(graph.word_sentence.dense(), vs), rows_to_one(graph.sentence_word.dense(), vw)
    pi_w = vw
    for _ in range(rounds):
        pi_s = dominant_left_eigenvector(ALPHA * ps + BETA * vs + GAMMA * (pi_w @ ms))
        pi_w = dominant_left_eigenvector(ALPHA * pw + BETA * vw + GAMMA * (pi_s @ mw))
    return pi_s, pi_w


def matrix_of(chain) -> np.ndarray:
    size = chain.graph.sentences + chain.graph.words
    return np.array([chain.step(row) for row in np.eye(size)]).reshape(size, size)


@steady
@given(graphs())
def test_the_operator_as_printed_is_the_dense_matrix_of_the_paper(graph) -> None:
    assert np.allclose(matrix_of(as_printed(graph)), dense_as_printed(graph))


@steady
@given(graphs())
def test_the_corrected_operator_is_the_dense_matrix_of_its_formula(graph) -> None:
    assert np.allclose(matrix_of(corrected(graph)), dense_corrected(graph))


@chains
@steady
@given(graph=graphs(least=0))
def test_every_row_sums_to_one_and_none_is_negative(chain, graph) -> None:
    matrix = matrix_of(chain(graph))
    assert np.allclose(matrix.sum(axis=1), 1)
    assert matrix.min(initial=0) >= 0


@chains
@steady
@given(graph=graphs())
def test_scores_are_positive_sum_to_one_and_solve_the_eigensystem(chain, graph) -> None:
    ranking = rank(chain(graph))
    pi = dominant_left_eigenvector(matrix_of(chain(graph)))
    sentences, words = pi[: graph.sentences], pi[graph.sentences :]
    assert ranking.sentences.min() > 0
    assert ranking.words.min() > 0
    assert ranking.sentences.sum() == pytest.approx(1)
    assert ranking.words.sum() == pytest.approx(1)
    assert np.allclose(ranking.sentences, sentences / sentences.sum(), atol=1e-8)
    assert np.allclose(ranking.words, words / words.sum(), atol=1e-8)
    assert ranking.residual <= 1e-10


@chains
@steady
@given(graph=graphs(), seed=seeds)
def test_the_walk_forgets_where_it_started(chain, graph, seed) -> None:
    walk = chain(graph)
    size = graph.sentences + graph.words
    start = np.random.default_rng(seed).random(size)
    corner = np.eye(size)[0]
    assert np.allclose(stationary(walk.step, start).pi, stationary(walk.step, corner).pi, atol=1e-8)


@chains
@steady
@given(graph=graphs(), seed=seeds)
def test_renumbering_sentences_and_words_renumbers_the_scores(chain, graph, seed) -> None:
    rng = np.random.default_rng(seed)
    s, w = rng.permutation(graph.sentences), rng.permutation(graph.words)
    turned = graph_of(
        graph.sentence_sentence.dense()[np.ix_(s, s)],
        graph.sentence_word.dense()[np.ix_(s, w)],
        graph.word_word.dense()[np.ix_(w, w)],
        graph.sentence_prior[s],
        graph.word_prior[w],
    )
    before, after = rank(chain(graph)), rank(chain(turned))
    assert np.allclose(after.sentences, before.sentences[s], atol=1e-9)
    assert np.allclose(after.words, before.words[w], atol=1e-9)


@settings(steady, max_examples=50)
@given(graphs(least=0))
def test_the_alternation_ends_at_the_stationary_vector_of_the_corrected_chain(graph) -> None:
    turns, walk = alternate(graph), rank(corrected(graph))
    assert np.allclose(turns.sentences, walk.sentences, atol=1e-8)
    assert np.allclose(turns.words, walk.words, atol=1e-8)


@settings(steady, max_examples=25)
@given(graphs())
def test_the_alternation_agrees_with_eigenvectors_taken_in_turn(graph) -> None:
    sentences, words = dense_alternation(graph, rounds=70)
    ranking = alternate(graph)
    assert np.allclose(ranking.sentences, sentences, atol=1e-8)
    assert np.allclose(ranking.words, words, atol=1e-8)


@steady
@given(graphs())
def test_sentences_and_words_share_the_corrected_walk_in_halves(graph) -> None:
    walk = corrected(graph)
    size = graph.sentences + graph.words
    found = stationary(walk.step, np.ones(size))
    assert found.pi[: graph.sentences].sum() == pytest.approx(0.5)


def test_the_chain_as_printed_can_choose_another_first_sentence_than_the_alternation() -> None:
    # Sentences 0, 1, 2 are alike; 3 stands alone but holds every word. Printed, .625 of the mass goes through words.
    alike = np.zeros((4, 4))
    alike[:3, :3] = 1 - np.eye(3)
    between = np.array([[1.0, 0, 0], [0, 1.0, 0], [0, 0, 1.0], [1.0, 1.0, 1.0]])
    graph = graph_of(alike, between, np.zeros((3, 3)), np.array([1.2, 1.0, 1.0, 0.1]), np.ones(3))
    printed, turns = rank(as_printed(graph)), alternate(graph)
    assert printed.sentences.argmax() == 3
    assert turns.sentences.argmax() == 0


def test_a_row_with_both_kinds_of_neighbours_gives_words_the_share_the_paper_does_not_intend() -> None:
    graph = random_graph(1, 4, 5, density=1.0)
    assert np.allclose(matrix_of(as_printed(graph))[:4, 4:].sum(axis=1), (1 + GAMMA) / 2)
    assert np.allclose(matrix_of(corrected(graph))[:4, 4:].sum(axis=1), GAMMA)


@steady
@given(seeds, st.integers(1, 8))
def test_sentences_alone_are_ranked_by_personalized_pagerank(seed, n) -> None:
    graph = random_graph(seed, n, 0)
    links = networkx.from_numpy_array(graph.sentence_sentence.dense(), create_using=networkx.DiGraph)
    prior = dict(enumerate(graph.sentence_prior))
    truth = networkx.pagerank(links, alpha=ALPHA, personalization=prior, tol=1e-12, max_iter=1000)
    expected = [truth[node] for node in range(n)]
    # Without words gamma joins beta, and a sentence without neighbours falls back on the prior: PageRank to the letter.
    assert np.allclose(rank(corrected(graph)).sentences, expected, atol=1e-8)


@chains
def test_a_symmetric_graph_gives_symmetric_scores(chain) -> None:
    ring = np.roll(np.eye(6), 1, axis=1)
    graph = graph_of(ring + ring.T, np.eye(6), np.zeros((6, 6)), np.ones(6), np.ones(6))
    ranking = rank(chain(graph))
    assert np.allclose(ranking.sentences, 1 / 6)
    assert np.allclose(ranking.words, 1 / 6)


@chains
def test_equal_sentences_have_equal_scores(chain) -> None:
    vectors = np.array([[1.0, 0.2], [1.0, 0.2], [0.3, 1.0]])
    graph = paper_graph(vectors, np.eye(2), [1, 1, 1], [1, 2])
    scores = rank(chain(graph)).sentences
    assert scores[0] == pytest.approx(scores[1], abs=1e-12)


@chains
def test_without_any_edge_the_priors_are_the_answer(chain) -> None:
    graph = random_graph(3, 4, 3, density=0.0)
    ranking = rank(chain(graph))
    assert np.allclose(ranking.sentences, graph.sentence_prior)
    assert np.allclose(ranking.words, graph.word_prior)


@pytest.mark.parametrize(
    "method", [alternate, lambda graph: rank(as_printed(graph)), lambda graph: rank(corrected(graph))]
)
@pytest.mark.parametrize(("n", "m"), [(0, 0), (1, 0), (0, 1), (1, 1), (3, 0), (0, 3)])
def test_the_smallest_graphs_have_rankings_too(method, n, m) -> None:
    ranking = method(random_graph(5, n, m, density=1.0))
    assert (len(ranking.sentences), len(ranking.words)) == (n, m)
    assert ranking.sentences.sum() == pytest.approx(min(n, 1))
    assert ranking.words.sum() == pytest.approx(min(m, 1))


def test_a_hand_worked_chain_of_two_sentences() -> None:
    # 0 and 1 are each other's only neighbour, the prior is all on 0: π₀ = .5 + .5π₁ and π₁ = .5π₀.
    graph = graph_of(np.array([[0.0, 1], [1, 0]]), np.zeros((2, 0)), np.zeros((0, 0)), np.array([1.0, 0]), np.ones(0))
    ranking = rank(corrected(graph, alpha=0.5, beta=0.5, gamma=0.0))
    assert np.allclose(ranking.sentences, [2 / 3, 1 / 3])


def test_too_few_steps_raise_and_name_the_residual() -> None:
    with pytest.raises(ConvergenceError, match=r"after 3 steps: residual .*wanted 1e-10"):
        rank(corrected(random_graph(1, 5, 5)), limit=3)
    with pytest.raises(ConvergenceError, match=r"after 1 rounds: residual .*wanted 1e-10"):
        alternate(random_graph(1, 5, 5), limit=1)


def test_a_walk_that_swings_for_ever_raises() -> None:
    with pytest.raises(ConvergenceError, match="residual 2, wanted"):
        stationary(lambda pi: pi[::-1], np.array([1.0, 0.0]))


def test_a_step_that_loses_mass_raises_instead_of_ending_at_nothing() -> None:
    with pytest.raises(ConvergenceError, match=r"ends with mass .* every row"):
        stationary(lambda pi: pi / 2, np.array([0.5, 0.5]))


@chains
@pytest.mark.parametrize(
    "shares", [(0.7, 0.0, 0.3), (0.7, 0.1, 0.1), (-0.1, 0.5, 0.6), (1.1, 0.1, -0.2), (float("nan"), 0.5, 0.5)]
)
def test_shares_that_are_no_mixture_are_refused(chain, shares) -> None:
    alpha, beta, gamma = shares
    with pytest.raises(InputError, match="must sum to 1"):
        chain(random_graph(1, 2, 2), alpha=alpha, beta=beta, gamma=gamma)


@chains
def test_the_same_graph_gives_the_same_bytes_every_time(chain) -> None:
    first, second = rank(chain(random_graph(9, 20, 30))), rank(chain(random_graph(9, 20, 30)))
    assert first.sentences.tobytes() == second.sentences.tobytes()
    assert first.words.tobytes() == second.words.tobytes()
