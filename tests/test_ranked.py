"""A text that is read and ranked once: summaries of any length, pins and bans, reasons and similarities."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import reprank
from reprank.errors import InputError
from reprank.ranked import RankedText
from reprank.summary import Summary
from reprank.systems import SYSTEMS, make
from tests.helpers import BRIDGE, RIVER

LENGTHS: list[dict[str, Any]] = [
    {"words": 40}, {"words": 100}, {"sentences": 2}, {"ratio": 0.2}, {"characters": 300}, {"bytes": 500},
    {"tokens": 90}, {"words": "auto"}, {"words": 3}, {"words": 9000}, {},
]  # fmt: skip
INPUTS: dict[str, dict[str, Any]] = {
    "plain": {},
    "a query": {"query": "When will the ferry run?"},
    "a query that nothing answers": {"query": "xylophone"},
    "a language": {"language": "de"},
}
LEANING = (
    "Mara Oduya built the first tidal power plant of the coast in a small bay. She sold the tidal power plant to the "
    "city last spring. The city council wants more tidal power plants along the coast. Fishermen fear for the bay. "
    "A new harbour was opened last year. Tidal power needs a coast with strong tides."
)


def data(summary: Summary) -> object:
    return summary.to_dict()


@pytest.mark.parametrize("name", INPUTS)
def test_a_summary_of_a_ranked_text_is_that_of_the_documents(name: str, articles: list[str]) -> None:
    ranked = reprank.rank(articles, **INPUTS[name])
    for length in LENGTHS:
        expected = reprank.summarize(articles, **length, **INPUTS[name], ranking=True)
        assert data(ranked.summarize(**length, ranking=True)) == data(expected)


def test_known_documents_are_known_to_every_summary(articles: list[str]) -> None:
    ranked = reprank.rank(articles[2:], seen=articles[:2])
    for length in LENGTHS:
        assert data(ranked.summarize(**length)) == data(reprank.summarize(articles[2:], seen=articles[:2], **length))


def test_keywords_and_curve_are_those_of_the_documents(articles: list[str]) -> None:
    ranked = reprank.rank(articles)
    assert ranked.keywords(top=7, max_words=2) == reprank.keywords(articles, top=7, max_words=2)
    assert ranked.coverage_curve() == reprank.coverage_curve(articles)
    assert ranked.summarize(words="auto").budget.limit == ranked.coverage_curve().knee


def test_keywords_of_a_question_come_from_sentences_with_its_words(articles: list[str]) -> None:
    ranked = reprank.rank(articles, query="When will the ferry run?")
    for keyword in ranked.keywords(top=3):
        places = [(place.document, place.start) for place in keyword.occurrences]
        beside = [
            sentence.text.lower()
            for sentence in ranked.sentences
            if any(sentence.document == d and sentence.start <= start < sentence.end for d, start in places)
        ]
        assert any("ferry" in text or "run" in text for text in beside)


def test_sentences_are_in_the_order_of_the_documents_and_ranked_by_score(articles: list[str]) -> None:
    sentences = reprank.rank(articles).sentences
    assert [(it.document, it.start) for it in sentences] == sorted((it.document, it.start) for it in sentences)
    by_rank = sorted(sentences, key=lambda it: it.rank)
    assert [it.rank for it in by_rank] == list(range(1, len(sentences) + 1))
    assert [it.score for it in by_rank] == sorted((it.score for it in sentences), reverse=True)
    assert all(articles[it.document][it.start : it.end] == it.text for it in sentences)


def test_nothing_that_is_asked_changes_a_ranked_text(articles: list[str]) -> None:
    ranked = reprank.rank(articles)
    before = data(ranked.summarize(words=80))
    first = ranked.sentences[0]
    ranked.summarize(words=300, pinned=[first])
    ranked.summarize(words=20, banned=ranked.sentences[:5])
    ranked.keywords(exclude="bridge")
    assert data(ranked.summarize(words=80)) == before
    with pytest.raises(AttributeError):
        ranked.query = "other"  # type: ignore[misc]


def test_a_pickled_copy_gives_the_same(articles: list[str]) -> None:
    ranked = reprank.rank(articles, query="Who pays for the ferry?")
    expected = data(ranked.summarize(words=90))
    written = pickle.dumps(ranked)
    assert len(written) < 3 * sum(map(len, articles))
    copy = pickle.loads(written)
    assert isinstance(copy, RankedText)
    assert data(copy.summarize(words=90)) == expected


def test_threads_share_a_ranked_text(articles: list[str]) -> None:
    expected = [data(reprank.summarize(articles, words=words)) for words in range(20, 60)]
    ranked = reprank.rank(articles)
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(lambda words: data(ranked.summarize(words=words)), range(20, 60))) == expected


@given(st.data())
def test_pins_are_there_and_bans_are_not(drawn: st.DataObject) -> None:
    ranked = reprank.rank([RIVER, BRIDGE, LEANING], query=drawn.draw(st.sampled_from([None, "Who opened the hall?"])))
    places = [(it.document, it.start) for it in ranked.sentences]
    pinned = drawn.draw(st.lists(st.sampled_from(places), max_size=2, unique=True))
    banned = drawn.draw(st.lists(st.sampled_from([p for p in places if p not in pinned]), max_size=6, unique=True))
    words = drawn.draw(st.sampled_from([40, 60, 500]))
    summary = ranked.summarize(words=words, pinned=pinned, banned=banned, ranking=True)
    selected = {(it.document, it.start) for it in summary.sentences}
    assert set(pinned) <= selected
    assert not set(banned) & selected
    assert len(str(summary).split()) <= words
    assert [it.score for it in summary.ranking] == sorted((it.score for it in summary.ranking), reverse=True)
    for sentence in summary.ranking:
        explanation = summary.explain(sentence)
        place = sentence.document, sentence.start
        assert explanation.selected == (place in selected)
        assert explanation.pinned == (place in pinned)
        assert (explanation.not_selected is not None and explanation.not_selected.why == "banned") == (place in banned)
        assert sum(term.share for term in explanation.terms) == pytest.approx(explanation.value, abs=1e-9)


def test_debris_can_be_pinned_and_does_not_flatten_the_scores() -> None:
    text = f"MARKET NEWS\n\n{RIVER}"
    ranked = reprank.rank(text)
    heading = next(it for it in ranked.sentences if it.start == 0)
    summary = ranked.summarize(sentences=3, pinned=[heading])
    assert str(summary).startswith("MARKET NEWS")
    assert len({it.score for it in summary.sentences}) == 3


def test_a_repetition_that_is_pinned_is_not_told_twice() -> None:
    text = f"{RIVER} {RIVER.split('. ')[0]}."
    ranked = reprank.rank(text)
    last = ranked.sentences[-1]
    summary = ranked.summarize(words=500, pinned=[last])
    assert [it.start for it in summary.sentences if it.text == last.text] == [last.start]


def test_what_a_pin_needs_comes_while_it_fits() -> None:
    ranked = reprank.rank(LEANING)
    she = next(it for it in ranked.sentences if it.text.startswith("She"))
    mara = ranked.sentences[0]
    assert mara.text in str(ranked.summarize(sentences=2, pinned=[she]))
    assert mara.text not in str(ranked.summarize(sentences=2, pinned=[she], banned=[mara]))
    assert str(ranked.summarize(sentences=1, pinned=[she])) == she.text
    summary = ranked.summarize(sentences=2, pinned=[she])
    assert summary.explain(mara).needed_by[0].text == she.text


def test_wrong_pins_and_bans_say_so(articles: list[str]) -> None:
    ranked = reprank.rank(articles)
    first, second = ranked.sentences[:2]
    with pytest.raises(InputError, match=r"pinned sentences take \d+ words, the limit is 5: pin fewer"):
        ranked.summarize(words=5, pinned=[first, second])
    with pytest.raises(InputError, match="cannot be both pinned and banned"):
        ranked.summarize(words=50, pinned=[first], banned=[(first.document, first.start)])
    for wrong in ([(0, first.start + 1)], [(99, 0)], ["The"], [(0,)], [([], 0)], first, "The", 5):
        with pytest.raises(InputError, match=r"pinned (needs|must be)"):
            ranked.summarize(words=50, pinned=wrong)  # type: ignore[arg-type]


def test_a_sentence_is_explained_for_a_length(articles: list[str]) -> None:
    ranked = reprank.rank(articles)
    summary = reprank.summarize(articles, words=60)
    for sentence in ranked.sentences[:8]:
        assert ranked.explain(sentence, words=60) == summary.explain(sentence)
    assert ranked.explain((0, ranked.sentences[0].start), sentences=1).sentence.text == ranked.sentences[0].text


def test_the_similarity_that_is_shown_is_the_one_that_ranks(articles: list[str]) -> None:
    """Votes of similar sentences are α π_j S_ij / Σ_k S_jk: with S from ``similarities`` they must come out."""
    ranked = reprank.rank(articles[0])
    sentences = ranked.sentences
    cosine = ranked.similarities(sentences) + np.eye(len(sentences))
    for number, sentence in enumerate(sentences):
        for found in ranked.similar(sentence, top=len(sentences)):
            other = sentences.index(found.sentence)
            assert found.similarity == pytest.approx(cosine[number, other])
        for vote in ranked.explain(sentence, words=50).votes:
            if vote.sentence is not None:
                voter = next(i for i, it in enumerate(sentences) if it.start == vote.sentence.start)
                share = 0.5 * sentences[voter].score * cosine[voter, number] / cosine[voter].sum()
                assert vote.share == pytest.approx(share)


def test_a_sentence_may_be_compared_with_itself(articles: list[str]) -> None:
    ranked = reprank.rank(articles[0])
    first, second = ranked.sentences[:2]
    cosine = ranked.similarities([first, second, first])
    assert cosine[0, 2] == pytest.approx(1.0)
    assert cosine[:2, :2] == pytest.approx(ranked.similarities([first, second]))
    assert ranked.similarities([]).shape == (0, 0)


@pytest.mark.parametrize("name", [name for name in SYSTEMS if name != "reprank"])
def test_other_systems_have_no_ranked_text_and_say_so(name: str) -> None:
    with pytest.raises(InputError, match=f"{name}.* has no ranked text: use reprank"):
        make(name).rank("The river rose.")


def test_a_text_without_words_has_no_sentences() -> None:
    for ranked in (reprank.rank(""), reprank.rank([]), reprank.rank("…", query="why")):
        assert ranked.sentences == ()
        assert ranked.keywords() == ()
        assert str(ranked.summarize(words="auto")) == ""
