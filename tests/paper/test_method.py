"""The paper's preset against its formulas, written out densely."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from reprank import RepRank
from reprank.errors import InputError
from reprank.graph.absorbing import exact_visits
from reprank.graph.sampling import ACCURATE_VISITS_PER_STATE, sampled_visits
from reprank.paper.chain import corrected
from reprank.paper.encoder import Encoder
from reprank.paper.method import CALIBRATED_SHARES, Paper
from reprank.paper.nodes import WordNodes
from reprank.paper.representation import Representation
from reprank.systems import make
from reprank.text.documents import Document
from reprank.text.languages import language
from reprank.text.units import Units, read_units

TEXT = (
    "The river rose and the river flooded the harbour road. The harbour road was closed at noon. "
    "A ferry crossed the river in the evening. Children played music in the school."
)


@pytest.fixture
def units() -> Units:
    return read_units([Document(TEXT)], language("en"))


def test_word_nodes_are_content_words_and_pairs_that_recur(units: Units) -> None:
    nodes = WordNodes.of(units)
    words = units.words
    names = {
        words[first] + (f" {words[second]}" if second >= 0 else ""): int(count)
        for first, second, count in zip(nodes.first, nodes.second, nodes.frequency, strict=True)
    }
    assert names["river"] == 3
    assert names["harbour road"] == 2
    assert "river flooded" not in names
    assert "the" not in names


def test_without_attention_a_sentence_is_the_mean_of_its_words_outside_the_stop_list(units: Units) -> None:
    glove = Encoder.glove()
    graph = Paper.printed("glove").graph(units, WordNodes.of(units))
    stop = units.language.stopwords
    means = []
    for i in range(len(units)):
        words = [units.forms[form].lower() for form in units.form[units.offsets[i] : units.offsets[i + 1]]]
        means.append(glove.vectors_of([word for word in words if word not in stop]).mean(axis=0))
    unit = np.array([mean / np.linalg.norm(mean) for mean in means])
    cosines = unit @ unit.T
    np.fill_diagonal(cosines, 0)
    np.testing.assert_allclose(graph.sentence_sentence.dense(), np.where(cosines > 0.45, cosines, 0), atol=1e-5)


def test_the_ranking_is_the_eigenvector_of_the_printed_matrix(units: Units) -> None:
    method = Paper.printed("glove")
    graph = method.graph(units, WordNodes.of(units))
    n, m = graph.sentences, graph.words

    def rows(matrix: np.ndarray) -> np.ndarray:
        sums = matrix.sum(axis=1, keepdims=True)
        return np.divide(matrix, sums, out=np.zeros_like(matrix), where=sums > 0)

    v_s, v_w = np.tile(graph.sentence_prior, (n + m, 1)), np.tile(graph.word_prior, (n + m, 1))
    among_sentences, to_words = rows(graph.sentence_sentence.dense()), rows(graph.sentence_word.dense())
    to_sentences, among_words = rows(graph.word_sentence.dense()), rows(graph.word_word.dense())
    printed = np.block(
        [
            [0.70 * among_sentences + 0.05 * v_s[:n], 0.25 * v_w[:n] + to_words],
            [to_sentences + 0.25 * v_s[n:], 0.70 * among_words + 0.05 * v_w[n:]],
        ]
    )
    chain = rows(printed)
    system = np.vstack([chain.T - np.eye(n + m), np.ones(n + m)])
    pi = np.linalg.lstsq(system, np.append(np.zeros(n + m), 1), rcond=None)[0]
    ranking = RepRank(method).summarize(TEXT, sentences=1, ranking=True).ranking
    scores = {sentence.start: sentence.score for sentence in ranking}
    expected = pi[:n] / pi[:n].sum()
    np.testing.assert_allclose([scores[int(start)] for start in units.start], expected, atol=1e-8)


def test_the_rows_of_the_tables_have_their_names() -> None:
    for name in (
        "reprank-paper-glove",
        "reprank-paper",
        "reprank-paper-absorb",
        "reprank-corrected",
        "reprank-paper-calibrated",
    ):
        assert make(name).summarize(TEXT, sentences=1).system == name


def test_a_chain_an_encoder_and_a_representation_can_be_given(articles: list[str]) -> None:
    by_name = RepRank.paper(vectors="attention", chain=corrected).summarize(articles, sentences=3)
    given = RepRank.paper(vectors=Encoder.english(), chain=corrected).summarize(articles, sentences=3)
    assert by_name.to_json() == given.to_json()
    plain = Representation(Encoder.english(), attention=0.0)
    assert RepRank.paper(vectors=plain).summarize(TEXT, sentences=1).sentences


def test_unknown_vectors_are_refused_with_the_known_names() -> None:
    for make_system in (RepRank.paper, RepRank.calibrated):
        with pytest.raises(InputError, match="unknown vectors 'word2vec': use attention, glove"):
            make_system(vectors="word2vec")


def test_pairs_that_occur_once_are_nodes_if_they_are_wanted(units: Units) -> None:
    method = replace(Paper.printed("glove"), min_pair_count=1)
    nodes = method.nodes(units)
    pairs = {(units.words[i], units.words[j]) for i, j in zip(nodes.first, nodes.second, strict=True) if j >= 0}
    assert ("harbour", "road") in pairs
    assert ("river", "flooded") in pairs


def test_the_calibrated_preset_is_the_paper_on_the_corrected_chain_with_its_own_shares() -> None:
    method = Paper.calibrated()
    assert (method.alpha, method.beta, method.gamma) == CALIBRATED_SHARES
    assert method.chain is corrected
    assert sum(CALIBRATED_SHARES) == pytest.approx(1)


@pytest.mark.parametrize("name", ["reprank-paper", "reprank-paper-glove", "reprank-paper-calibrated"])
def test_keywords_alone_are_those_of_the_summary(name: str, articles: list[str]) -> None:
    system = make(name)
    summary = system.summarize(articles, sentences=2, keywords=5)
    assert [keyword.text for keyword in system.keywords(articles, top=5)] == [k.text for k in summary.keywords]


@pytest.mark.slow
def test_absorbing_by_sampling_and_by_solving_choose_alike(articles: list[str]) -> None:
    accurate = partial(sampled_visits, rng=np.random.default_rng(0), visits_per_state=ACCURATE_VISITS_PER_STATE)
    sampled = RepRank(Paper(absorbing=True, visits=accurate)).summarize(articles[:2], sentences=3, keywords=0)
    exact = RepRank(Paper(absorbing=True, visits=exact_visits)).summarize(articles[:2], sentences=3, keywords=0)
    assert sampled.sentences[0].text in {sentence.text for sentence in exact.sentences}
    assert len({s.text for s in sampled.sentences} & {s.text for s in exact.sentences}) >= 2


@pytest.mark.slow
def test_the_seed_decides_the_sampled_walks(articles: list[str]) -> None:
    system = RepRank(Paper(absorbing=True, seed=7))
    first, again = (system.summarize(articles[0], sentences=3).to_json() for _ in range(2))
    assert first == again
