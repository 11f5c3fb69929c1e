"""Reasons in words: what a reader is told, checked against the numbers behind it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from website import drawing

import reprank
from reprank.palette import PALETTE, SANS, SERIF

JARGON = re.compile(r"stop word|the prior|\bothers\b|\bmass\b|near-duplicate|leans", re.IGNORECASE)
COLOURS = Path(reprank.__file__).parent / "web" / "static" / "colours.css"


@pytest.mark.parametrize("query", [None, "Who pays for the ferry?"])
def test_every_sentence_has_a_reason_without_jargon(articles: list[str], query: str | None) -> None:
    summary = reprank.summarize(articles, words=120, query=query, ranking=True)
    for sentence in summary.ranking:
        reasons = summary.explain(sentence).reasons
        assert reasons
        own_words = [" ".join([reason.name, reason.text]) for reason in reasons]
        assert not any(JARGON.search(text) for text in own_words), own_words


def test_what_is_new_stands_in_the_sentence_and_in_none_before_it(articles: list[str]) -> None:
    summary = reprank.summarize(articles, words=120)
    for sentence in summary:
        new = [reason for reason in summary.explain(sentence).reasons if reason.name == "New here"]
        for name in (name for reason in new for name in reason.text.split(", ")):
            assert all(word in sentence.display for word in name.split())


def test_a_sentence_that_depends_on_another_names_it_and_is_named_by_it(articles: list[str]) -> None:
    summary = reprank.summarize(articles, words=120)
    pairs = set()
    for sentence in summary:
        for reason in summary.explain(sentence).reasons:
            if reason.name == "Depends on":
                pairs |= {(sentence.start, other.start) for other in reason.sentences}
    for one, other in pairs:
        needed = next(sentence for sentence in summary if sentence.start == other)
        reasons = {reason.name: reason for reason in summary.explain(needed).reasons}
        assert one in [sentence.start for sentence in reasons["Needed by"].sentences]
    assert pairs


def test_pins_and_bans_are_reasons(articles: list[str]) -> None:
    ranked = reprank.rank(articles)
    last = ranked.sentences[-1]
    assert ranked.explain(last, words=60, pinned=[last]).reasons[0].name == "Pinned"
    assert [reason.name for reason in ranked.explain(last, words=60, banned=[last]).reasons] == ["Dropped"]


def test_a_question_word_counts_only_where_it_stands(articles: list[str]) -> None:
    ranked = reprank.rank(articles, query="Who pays for the ferry?")
    assert ranked.query_words() == ("ferry", "pay")
    summary = ranked.summarize(words=120)
    for sentence in summary:
        for reason in summary.explain(sentence).reasons:
            if reason.name in ("Answers", "Mentions") and "ferry" in reason.text:
                assert "ferry" in sentence.text


def test_terms_of_a_script_without_spaces_are_written_without_them() -> None:
    text = (
        "大桥的桥墩被驳船撞击后关闭。工程师在桥墩上发现裂缝。渡轮将于星期四开始运行。县政府要求两家渡轮公司提供服务。"
    )
    explanation = reprank.summarize(text, words=15).explain(0)
    assert not any(" " in term.text for term in explanation.terms)


def test_a_term_that_is_divided_at_the_end_of_a_line_is_named_on_one_line() -> None:
    text = "The well-\nknown engineer closed the bridge at noon yesterday. Rain fell."
    reasons = reprank.summarize(text, sentences=1).explain(0).reasons
    assert any("well-known" in str(reason) for reason in reasons)
    assert not any("\n" in str(reason) for reason in reasons)


def test_common_words_come_last_in_the_numbers(articles: list[str]) -> None:
    summary = reprank.summarize(articles, words=120)
    for sentence in summary:
        names = [name for name, _ in summary.explain(sentence).carriers()]
        assert "all other words" not in names[:-1]


def test_the_page_and_everything_else_have_one_palette() -> None:
    css = COLOURS.read_text(encoding="utf-8")
    found = dict(re.findall(r"--([a-z-]+): light-dark\((#\w+, #\w+)\)", css))
    assert found == {name: f"{colour.light}, {colour.dark}" for name, colour in PALETTE.items()}
    assert f"--sans: {SANS};" in css
    assert f"--serif: {SERIF};" in css
    for name in ("ink", "soft", "line", "card", "accent", "amber"):
        assert getattr(drawing, name.upper()) == f"var(--{name}, {PALETTE[name].light})"
