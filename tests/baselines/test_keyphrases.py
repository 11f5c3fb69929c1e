from __future__ import annotations

import math
from collections import defaultdict
from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprank.baselines.keyphrases.phrase_tfidf import TFIDF
from reprank.baselines.keyphrases.topics import MULTIPARTITERANK, TOPICRANK, Nodes
from reprank.baselines.keyphrases.wordgraphs import POSITIONRANK, SINGLERANK, TEXTRANK, WordGraph
from reprank.errors import InputError
from reprank.phrases.candidates import Phrases, read_phrases
from reprank.systems import KEYWORD_SYSTEMS
from reprank.text.documents import Document
from reprank.text.frequency import SHIFT, UNKNOWN_RANK, ZIPF
from reprank.text.languages import language
from reprank.text.units import read_units

# Breakers are "of" and "the"; everything else is a stem of its own.
FIRST = "the river pier of the river boat of the pier of the river pier of the boat farm of the river"
SECOND = "the boat of the river pier of the farm gate"


def phrases_of(*texts: str, max_words: int = 4) -> Phrases:
    units = read_units([Document(text) for text in texts], language("en"))
    return read_phrases(units, np.ones(len(units), dtype=np.bool_), max_words=max_words)


def by_name(phrases: Phrases, scores: np.ndarray) -> dict[str, float]:
    return {phrases.key(i): float(score) for i, score in enumerate(scores)}


def words_at(*texts: str) -> list[list[tuple[int, str]]]:
    """Return the nodes of each document with their places."""
    return [[(i, word) for i, word in enumerate(text.split()) if word not in ("the", "of")] for text in texts]


@pytest.mark.parametrize("method", [TEXTRANK, SINGLERANK, POSITIONRANK], ids=lambda method: method.name)
def test_word_graphs_score_by_the_pagerank_of_an_independent_graph(method: WordGraph) -> None:
    weights: defaultdict[tuple[str, str], float] = defaultdict(float)
    restart: defaultdict[str, float] = defaultdict(float)
    for document in words_at(FIRST, SECOND):
        for place, word in document:
            restart[word] += 1 / (place + 1) if method is POSITIONRANK else 0.0
        for (i, one), (j, other) in combinations(document, 2):
            if j - i < method.window and one != other:
                weights[min(one, other), max(one, other)] += 1
    graph = nx.Graph()
    graph.add_weighted_edges_from((*pair, 1.0 if method is TEXTRANK else w) for pair, w in weights.items())
    start = dict(restart) if method is POSITIONRANK else None
    expected = nx.pagerank(graph, alpha=0.85, personalization=start, tol=1e-13, max_iter=2000)
    phrases = phrases_of(FIRST, SECOND)
    scores = by_name(phrases, method.score(phrases))
    assert set(scores) == {"river pier", "river boat", "pier", "boat farm", "river", "boat", "farm gate"}
    for key, score in scores.items():
        assert score == pytest.approx(sum(expected[word] for word in key.split()), abs=1e-8)


def test_tf_idf_is_occurrences_times_rarity_by_hand() -> None:
    phrases = phrases_of("the xylqua vemtor of the xylqua of the vemtor of the vemtor")
    rare = math.log10(ZIPF * (UNKNOWN_RANK + SHIFT))
    scores = by_name(phrases, TFIDF.score(phrases))
    assert scores == pytest.approx({"xylqua vemtor": 2 * rare, "xylqua": 2 * rare, "vemtor": 3 * rare})


def test_tf_idf_without_background_counts_words() -> None:
    units = read_units([Document("le fleuve bleu de la rive et le fleuve bleu")], language("fr"))
    phrases = read_phrases(units, np.ones(1, dtype=np.bool_))
    assert by_name(phrases, TFIDF.score(phrases)) == {"fleuv bleu": 4, "riv": 1}


def places(text: str, keys: set[str]) -> dict[str, list[int]]:
    """Find every place of the phrases, word by word."""
    words = text.split()
    return {
        key: [i for i in range(len(words)) if words[i : i + len(key.split())] == key.split()] for key in sorted(keys)
    }


def nearness(one: list[int], other: list[int]) -> float:
    return sum(1 / max(abs(a - b), 1) for a in one for b in other)


def test_topics_are_phrases_that_share_a_quarter_of_their_words_on_average() -> None:
    # Jaccard: river pier – pier 1/2; river boat farm – river pier 1/4, – pier 0, so 1/8 with that topic on average.
    phrases = phrases_of("the river pier of the pier of the river boat farm of the gate")
    nodes = Nodes.of(phrases)
    topics: defaultdict[int, set[str]] = defaultdict(set)
    for phrase, topic in zip(nodes.phrase, nodes.topic, strict=True):
        topics[int(topic)].add(phrases.key(int(phrase)))
    expected = [{"gate"}, {"pier", "river pier"}, {"river boat farm"}]
    assert sorted(topics.values(), key=sorted) == sorted(expected, key=sorted)
    assert {phrases.key(int(i)) for i in nodes.phrase[nodes.leads]} == {"gate", "river pier", "river boat farm"}


def test_topic_rank_is_the_pagerank_of_topics_and_shows_the_first_phrase() -> None:
    text = "the river of the boat farm of the gate of the farm of the river of the gate"
    phrases = phrases_of(text)
    found = places(text, {"river", "boat farm", "farm", "gate"})
    topics = {"river": ["river"], "boat farm": ["boat farm", "farm"], "gate": ["gate"]}
    graph = nx.Graph()
    for (one, ones), (other, others) in combinations(topics.items(), 2):
        graph.add_edge(one, other, weight=sum(nearness(found[a], found[b]) for a in ones for b in others))
    expected = nx.pagerank(graph, alpha=0.85, tol=1e-13, max_iter=2000)
    scores = by_name(phrases, TOPICRANK.score(phrases))
    for topic in topics:
        assert scores[topic] == pytest.approx(expected[topic], abs=1e-8)
    assert scores["farm"] < min(expected.values())


def test_multipartite_rank_is_the_pagerank_of_phrases_with_first_ones_lifted() -> None:
    text = "the river of the boat farm of the gate of the farm of the river of the gate"
    phrases = phrases_of(text)
    found = places(text, {"river", "boat farm", "farm", "gate"})
    topic = {"river": 0, "boat farm": 1, "farm": 1, "gate": 2}
    graph = nx.DiGraph()
    for i in found:
        for j in found:
            if topic[i] != topic[j]:
                weight = nearness(found[i], found[j])
                if j == "boat farm":
                    weight += 1.1 * math.exp(1 / (found[i][0] + 1)) * nearness(found[i], found["farm"])
                graph.add_edge(i, j, weight=weight)
    expected = nx.pagerank(graph, alpha=0.85, tol=1e-13, max_iter=2000)
    scores = by_name(phrases, MULTIPARTITERANK.score(phrases))
    assert scores == pytest.approx(expected, abs=1e-8)


@pytest.mark.parametrize("name", KEYWORD_SYSTEMS)
def test_every_keyword_system_keeps_the_contract(name: str, articles: list[str]) -> None:
    system = KEYWORD_SYSTEMS[name]()
    found = system.keywords(articles, top=7, max_words=2)
    assert len(found) == 7
    assert found == system.keywords(articles, top=7, max_words=2, language="en")
    scores = [keyword.score for keyword in found]
    assert scores == sorted(scores, reverse=True)
    for keyword in found:
        assert len(keyword.text.split()) <= 2
        for place in keyword.occurrences:
            assert articles[place.document][place.start : place.end]
    assert system.keywords(articles[0]) == system.keywords([articles[0]])
    for text in ("", "the of and", *([] if name.startswith("reprank-paper") else ["42"])):  # the paper knows no numbers
        assert system.keywords(text) == ()
    assert len(system.keywords("A boat.", language="en")) == 1
    assert system.keywords("A boat.", top=0) == ()
    with pytest.raises(InputError):
        system.keywords("A boat.", top=-1)


@pytest.mark.slow
@given(st.lists(st.sampled_from(["river", "boat", "pier", "of", "the", "farm-gate", "."]), max_size=30).map(" ".join))
def test_every_keyword_system_takes_any_text(text: str) -> None:
    names = {
        name: {keyword.text for keyword in make().keywords(text, top=99)} for name, make in KEYWORD_SYSTEMS.items()
    }
    for paper in [name for name in names if name.startswith("reprank-paper")]:  # words and pairs, not phrases
        names.pop(paper)
    candidates = names.pop("tf-idf")
    reprank = names.pop("reprank")
    assert all(found == candidates for found in names.values())
    assert reprank <= candidates
