from __future__ import annotations

import json
import pickle
from collections.abc import Callable

import numpy as np
import pytest

import reprank
from reprank.arrays import Floats
from reprank.coverage import Coverage
from reprank.explanation import Explanation
from reprank.reasons import NEEDED
from reprank.roles.reading import LINKS
from reprank.summary import Sentence, Summary
from tests.helpers import BRIDGE, RIVER, task_of

LEANING = (
    "Mara Oduya built the first tidal power plant of the coast in a small bay. She sold the tidal power plant to the "
    "city last spring. The city council wants more tidal power plants along the coast. Fishermen fear for the bay. "
    "A new harbour was opened last year. Tidal power needs a coast with strong tides."
)
REPEATING = [
    "The storm tore the roof off the old market hall on Monday night. Nobody was hurt.",
    "On Monday night the storm tore the roof off the old market hall, police said. The hall was empty.",
    "The council will rebuild the roof of the market hall before winter. Traders moved to the square.",
]
REVIEWS = [
    "The room was clean and the staff were friendly. Breakfast was excellent and the coffee was great.",
    "We loved the view from the balcony. The staff were friendly and helpful at any hour.",
    "Great location near the harbour. The bed was comfortable and the room was very clean.",
    "The walls are thin and the nights are awful. The lift was broken for two days.",
    "Excellent breakfast and a wonderful view. The harbour is near, and the owner is kind.",
]


def explained(summary: Summary) -> list[Explanation]:
    return [summary.explain(sentence) for sentence in summary.ranking or summary.sentences]


CASES: dict[str, Callable[[list[str]], Summary]] = {
    "several documents": lambda articles: reprank.summarize(articles, words=100, ranking=True),
    "one document": lambda articles: reprank.summarize(articles[0], words=60, ranking=True),
    "half of a document": lambda articles: reprank.summarize(articles[0], ratio=0.5, ranking=True),
    "a query": lambda articles: reprank.summarize(articles, words=100, query="When will the ferry run?", ranking=True),
    "a name in the query": lambda articles: reprank.summarize(
        articles, words=120, query="What do Reyne and Lindqvist say about the barge Marigold?", ranking=True
    ),
    "known documents": lambda articles: reprank.summarize(articles[2:], words=80, seen=articles[:2], ranking=True),
    "the whole text": lambda articles: reprank.summarize(articles[0], words=5000, ranking=True),
    "a long text": lambda articles: reprank.summarize(articles * 2 + [RIVER, BRIDGE], words=80, ranking=True),
    "sentences that lean": lambda articles: reprank.summarize(LEANING, sentences=3, ranking=True),
    "reviews": lambda articles: reprank.summarize(REVIEWS, words=25, ranking=True),
    "Chinese": lambda articles: reprank.summarize(
        "河水上涨了。河水冲毁了桥。学校开放了。桥被关闭了。", sentences=2, ranking=True
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_votes_add_up_to_the_score(case: str, articles: list[str]) -> None:
    for explanation in explained(CASES[case](articles)):
        assert sum(vote.share for vote in explanation.votes) == pytest.approx(explanation.score, abs=1e-8)
        assert all(vote.share >= -1e-12 for vote in explanation.votes)


@pytest.mark.parametrize("case", CASES)
def test_the_terms_add_up_to_the_value(case: str, articles: list[str]) -> None:
    for explanation in explained(CASES[case](articles)):
        assert sum(term.share for term in explanation.terms) == pytest.approx(explanation.value, abs=1e-9)
        assert 0 <= explanation.covered <= 1


@pytest.mark.parametrize("case", CASES)
def test_the_score_that_is_shown_is_the_lowest_score_up_to_its_rank(case: str, articles: list[str]) -> None:
    every = explained(CASES[case](articles))
    lowest = np.minimum.accumulate([explanation.score for explanation in every])
    assert [explanation.sentence.score for explanation in every] == pytest.approx(lowest.tolist(), abs=1e-12)


@pytest.mark.parametrize("case", CASES)
def test_every_sentence_that_is_not_in_the_summary_has_a_reason(case: str, articles: list[str]) -> None:
    summary = CASES[case](articles)
    selected = {(sentence.document, sentence.start) for sentence in summary.sentences}
    for explanation in explained(summary):
        place = explanation.sentence.document, explanation.sentence.start
        assert explanation.selected == (place in selected)
        assert (explanation.not_selected is None) == (place in selected)


def test_the_values_at_selection_never_rise_where_needs_have_no_price(articles: list[str]) -> None:
    """Greedy selection by a value that only shrinks; fillers come after what they fill up for."""
    summary = reprank.RepRank(Coverage(misunderstood=0.0)).summarize(articles, words=100)
    by_rank = [summary.explain(sentence) for sentence in summary.by_rank()]
    values = [explanation.value for explanation in by_rank]
    assert values[0] == pytest.approx(1.0)
    assert values == sorted(values, reverse=True)


def test_votes_come_from_the_stationary_equation() -> None:
    """The same votes from a dense transition matrix that this test builds from the cosines of the graph."""
    text = RIVER.removesuffix(" A cat slept.")  # every sentence is well-formed
    ranking = Coverage().rank(task_of(text))
    unit = ranking.graph.unit.dense()
    cosine: Floats = unit @ unit.T
    sums = np.maximum(cosine.sum(axis=1), 1e-12)
    summary = reprank.summarize(text, sentences=3)
    texts = list(ranking.units.texts)
    for explanation in map(summary.explain, summary.sentences):
        own = texts.index(explanation.sentence.text)
        for vote in explanation.votes:
            if vote.sentence is not None:
                voter = texts.index(vote.sentence.text)
                expected = 0.5 * ranking.sentences[voter] * cosine[voter, own] / sums[voter]
                assert vote.share == pytest.approx(expected, rel=1e-6)


def test_a_near_duplicate_names_the_sentence_that_it_repeats() -> None:
    summary = reprank.summarize(REPEATING, sentences=3, ranking=True)
    reasons = [explanation.not_selected for explanation in explained(summary) if not explanation.selected]
    (repeated,) = [reason for reason in reasons if reason is not None and reason.why == "near-duplicate"]
    assert repeated.other is not None
    assert {repeated.sentence.document, repeated.other.document} == {0, 1}
    assert repeated.other.text in str(summary)


def test_what_is_not_well_formed_or_repeated_word_for_word_says_so() -> None:
    text = f"{RIVER}\n\nMarket news\n\n{RIVER.split('. ')[0]}."
    summary = reprank.summarize(text, sentences=2, ranking=True)
    why = {it.sentence.start: it.not_selected.why for it in explained(summary) if it.not_selected is not None}
    assert why[text.index("Market news")] == "not well-formed"
    assert why[text.rindex("The river rose")] == "repeats word for word"


def test_what_the_reader_knows_says_so() -> None:
    summary = reprank.summarize([RIVER, BRIDGE], seen=[RIVER.split(" The mayor")[0]], sentences=2, ranking=True)
    first = next(sentence for sentence in summary.ranking if sentence.start == 0 and sentence.document == 0)
    reason = summary.explain(first).not_selected
    assert reason is not None
    assert reason.why == "already known"


def test_a_sentence_that_leans_names_what_it_came_with() -> None:
    summary = reprank.summarize(LEANING, sentences=3)
    leaning = next(sentence for sentence in summary.sentences if sentence.text.startswith("She"))
    explanation = summary.explain(leaning)
    assert [sentence.text[:10] for sentence in explanation.leans_on] == ["Mara Oduya"]
    other = summary.explain(explanation.leans_on[0])
    assert leaning.text in [sentence.text for sentence in other.needed_by]


def test_a_sentence_that_leans_says_what_the_other_one_is_to_it() -> None:
    summary = reprank.summarize(LEANING, sentences=3)
    leaning = next(sentence for sentence in summary.sentences if sentence.text.startswith("She"))
    explanation = summary.explain(leaning)
    assert explanation.links == ("introduces a thing",)  # the tidal power plant
    reason = next(reason for reason in explanation.reasons if reason.name == "Depends on")
    assert reason.text == "to be understood, it needs the sentence that introduces what it mentions"


def test_every_link_has_words() -> None:
    assert set(NEEDED) == set(LINKS)


def test_a_sentence_too_long_for_the_room_says_so() -> None:
    long = (
        "The insurers, the county and the railway agreed that the flood cost farmers, shops, the mill and the brewery "
        "more than any fire, frost or drought since the town was founded."
    )
    summary = reprank.summarize(f"{long} {RIVER}", words=20, ranking=True)
    first = next(sentence for sentence in summary.ranking if sentence.start == 0)
    reason = summary.explain(first).not_selected
    assert reason is not None
    assert reason.why == "does not fit"


def test_covered_terms_name_the_sentence_that_covered_them(articles: list[str]) -> None:
    summary = reprank.summarize(articles, words=100)
    rank = {sentence.text: sentence.rank for sentence in summary.sentences}
    found = 0
    for explanation in map(summary.explain, summary.sentences):
        for term in explanation.terms:
            if term.covered_by is not None:
                found += 1
                assert term.covered > 0
                assert rank[term.covered_by.text] < explanation.sentence.rank
    assert found


def test_better_ranked_sentences_that_were_passed_over_are_not_in_the_summary(articles: list[str]) -> None:
    summary = reprank.summarize(articles, words=100, ranking=True)
    selected = {(sentence.document, sentence.start) for sentence in summary.sentences}
    passed = 0
    for explanation in map(summary.explain, summary.sentences):
        for other in explanation.passed_over:
            passed += 1
            assert (other.sentence.document, other.sentence.start) not in selected
            assert summary.explain(other.sentence).score >= explanation.score
            if other.why in (
                "covered",
                "long",
                "position or style",
                "leans",
                "retold",
                "another document",
                "less mass",
            ):
                assert other.value is not None
                assert other.value <= explanation.value + 1e-9
    assert passed


def test_explanations_are_words_and_plain_data(articles: list[str]) -> None:
    summary = reprank.summarize(articles, words=60)
    explanation = summary.explain(0)
    assert explanation == summary.explain(summary.sentences[0])
    written = str(explanation)
    assert summary.sentences[0].text in written
    assert "New here: " in written
    data = json.loads(json.dumps(explanation.to_dict()))
    assert sum(vote["share"] for vote in data["votes"]) == pytest.approx(data["score"])
    assert sum(term["share"] for term in data["terms"]) == pytest.approx(data["value"])
    reasons = summary.to_dict(explain=True)["reasons"]
    assert reasons == [summary.explain(sentence).to_dict() for sentence in summary.sentences]


def test_a_summary_is_the_same_whether_it_is_explained_or_not(articles: list[str]) -> None:
    explained_one, other = reprank.summarize(articles, words=60), reprank.summarize(articles, words=60)
    explained_one.explain(0)
    assert explained_one == other
    assert explained_one.to_json() == other.to_json()


def test_nothing_is_computed_before_somebody_asks(articles: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    original = Coverage.reasons
    monkeypatch.setattr(Coverage, "reasons", lambda *args: asked.append(1) or original(*args))
    summary = reprank.summarize(articles, words=60)
    summary.to_html()
    assert asked == []
    summary.explain(0)
    summary.explain(1)
    assert asked == [1]


def test_a_summary_that_was_pickled_cannot_be_explained(articles: list[str]) -> None:
    budget = reprank.Tokens(60, counter=lambda text: len(text.split()))
    summary = reprank.summarize(articles, budget=budget)
    again = pickle.loads(pickle.dumps(summary))
    assert again == summary
    with pytest.raises(reprank.InputError, match="summarize the documents again"):
        again.explain(0)


def test_a_system_without_reasons_is_named(articles: list[str]) -> None:
    summary = reprank.systems.make("lead").summarize(articles, words=60)
    with pytest.raises(reprank.InputError, match="lead gives no reasons"):
        summary.explain(0)


def test_a_sentence_of_another_text_is_refused(articles: list[str]) -> None:
    summary = reprank.summarize(articles, words=60)
    with pytest.raises(reprank.InputError, match="a sentence of this summary"):
        summary.explain(Sentence("Not there.", 0, 1, 7, 1.0, 1))
    with pytest.raises(reprank.InputError, match=f"has {len(summary)} sentences; got index 99"):
        summary.explain(99)
