from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from html.parser import HTMLParser
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprank.errors import InputError
from reprank.evaluation.datasets import Cluster, KeyphraseText
from reprank.evaluation.experiment import Results, RunOptions
from reprank.evaluation.jobs import KEYPHRASE_METRICS, Failure, Outcome
from reprank.evaluation.overlaps import Score
from reprank.evaluation.reporting import page, results_json
from reprank.evaluation.reporting import tables as report
from reprank.evaluation.reporting.excerpts import MarkedText, side_by_side
from reprank.evaluation.reporting.plots import Dot, box_plot, log_ticks, place_labels, scatter, ticks
from reprank.evaluation.reporting.rows import MEAN, ReportOptions, Table, differences, tables
from reprank.evaluation.sets import KeyphraseSet, NamedSet, SummarySet
from reprank.evaluation.tokenization import tokenizer

OPTIONS = ReportOptions(resamples=500)
FAILED = None


def summary_set(name: str, count: int) -> SummarySet:
    clusters = tuple(Cluster(f"c{n}", ("The old bridge fell.",), ("The bridge fell down.",)) for n in range(count))
    return SummarySet(name, clusters, words=50)


def outcome(named: NamedSet, system: str, number: int, value: float | None, *, saw_references: bool = False) -> Outcome:
    metrics = ("rouge-1", "rouge-2") if isinstance(named, SummarySet) else KEYPHRASE_METRICS
    return Outcome(
        set=named.name,
        system=system,
        id=f"c{number}",
        settings="s",
        content="c",
        build="b",
        seconds=None if value is None else 0.01 * (number + 1),
        output=("The bridge fell.",),
        scores={} if value is None else {metric: Score(value, value / 2, value) for metric in metrics},
        saw_references=saw_references,
        error=Failure("ZeroDivisionError", "<oops> & more") if value is None else None,
    )


def results_of(scores: Mapping[str, Mapping[str, list[float | None]]], *, saw_references: str = "") -> Results:
    """Make results from scores by set and system."""
    sets, outcomes = [], []
    for name, systems in scores.items():
        named = summary_set(name, len(next(iter(systems.values()))))
        sets.append(named)
        outcomes += [
            outcome(named, system, number, value, saw_references=system == saw_references)
            for system, values in systems.items()
            for number, value in enumerate(values)
        ]
    return Results(tuple(sets), RunOptions(), tuple(outcomes), "0.1+abc")


def table_of(results: Results, name: str, view: ReportOptions = OPTIONS) -> Table:
    return next(table for table in tables(results, view) if table.name == name)


def row(table: Table, system: str) -> object:
    return next(one for one in table.rows if one.system == system)


TWO = {
    "news": {"reprank": [0.4, 0.5, 0.6], "lead": [0.3, 0.4, 0.2], "oracle": [0.8, 0.9, 0.9]},
    "talk": {"reprank": [0.2, 0.2], "lead": [0.3, 0.3], "oracle": [0.5, 0.7]},
}


def test_means_and_differences_are_those_worked_out_by_hand() -> None:
    lead = next(r for r in table_of(results_of(TWO), "news").rows if r.system == "lead")
    assert lead.scores["rouge-1"].mean == pytest.approx(0.3)
    assert lead.differences["rouge-1"].mean == pytest.approx(-0.2)
    assert lead.scores["rouge-1"].low <= 0.3 <= lead.scores["rouge-1"].high
    assert lead.seconds == pytest.approx(0.02)


def test_sets_count_alike_in_the_mean_over_sets() -> None:
    lead = next(r for r in table_of(results_of(TWO), MEAN).rows if r.system == "lead")
    assert lead.scores["rouge-1"].mean == pytest.approx((0.3 + 0.3) / 2)
    assert lead.differences["rouge-1"].mean == pytest.approx((-0.2 + 0.1) / 2)
    assert lead.seconds == pytest.approx((0.02 + 0.015) / 2)


def test_the_winner_has_not_seen_the_references() -> None:
    table = table_of(results_of(TWO, saw_references="oracle"), "news")
    assert table.rows[0].system == "oracle"
    winner = table.winners["rouge-1"]
    assert (winner.system, winner.second) == ("reprank", "lead")
    assert winner.lead is not None
    assert winner.lead.mean == pytest.approx(0.2)
    assert "‡ oracle: sees the references" in report.text([table], OPTIONS)


def test_a_failure_is_marked_and_pairs_are_those_that_both_finished() -> None:
    scores = {"news": {"reprank": [0.5, 0.5, 0.9], "lead": [0.4, FAILED, 0.4]}}
    table = table_of(results_of(scores), "news")
    lead = next(r for r in table.rows if r.system == "lead")
    assert lead.scores["rouge-1"].mean == pytest.approx(0.4)
    assert lead.differences["rouge-1"].mean == pytest.approx((-0.1 - 0.5) / 2)
    assert lead.differences["rouge-1"].pairs == 2
    text = report.text([table], OPTIONS)
    assert "lead †" in text
    assert "† lead failed on 1 of 3, news/c1 first: ZeroDivisionError: <oops> & more" in text


def test_a_system_without_any_result_on_a_set_has_no_mean_over_sets() -> None:
    scores = {"a": {"reprank": [0.5], "lead": [FAILED]}, "b": {"reprank": [0.5], "lead": [0.9]}}
    table = table_of(results_of(scores), MEAN)
    lead = next(r for r in table.rows if r.system == "lead")
    assert not lead.scores
    assert not lead.differences
    assert lead.seconds is None
    assert table.rows[-1] is lead
    assert "–" in report.text([table], OPTIONS)


def test_one_cluster_has_no_interval_in_any_format() -> None:
    results = results_of({"one": {"reprank": [0.5], "lead": [0.4]}})
    found = tables(results, OPTIONS)
    assert math.isinf(found[0].rows[0].scores["rouge-1"].high)
    written = json.loads(results_json.to_json(results, found, OPTIONS))
    assert written["tables"][0]["systems"][0]["scores"]["rouge-1"] == {"mean": 0.5, "low": None, "high": None}
    for text in (report.text(found, OPTIONS), report.markdown(found, OPTIONS), page.page(results, found, OPTIONS)):
        assert not re.search(r"\b(inf|nan)\b", text)


def test_systems_with_the_same_mean_are_a_tie_and_neither_is_above_the_other() -> None:
    scores = {"news": {"reprank": [0.4, 0.5], "lead": [0.5, 0.4], "mmr": [0.1, 0.2]}}
    table = table_of(results_of(scores), "news")
    winner = table.winners["rouge-1"]
    assert ({winner.system, *winner.tied}, winner.second) == ({"reprank", "lead"}, "mmr")
    text = report.text([table], OPTIONS)
    assert "best R-1: a tie of reprank, lead, 30.00" in text
    assert "above lead" not in text
    assert report.markdown([table], OPTIONS).count("**45.00**") == 4  # two systems, two metrics


def test_all_systems_equal_is_a_tie_without_a_second() -> None:
    table = table_of(results_of({"news": {"reprank": [0.4], "lead": [0.4]}}), "news")
    assert table.winners["rouge-1"].second is None
    assert "best R-1: a tie of reprank, lead\n" in report.text([table], OPTIONS)


@pytest.mark.parametrize(("clusters", "stars"), [(2, ""), (5, ""), (6, "*"), (7, "*"), (8, "**")])
def test_few_clusters_have_only_the_stars_that_they_can_have(clusters: int, stars: str) -> None:
    # All differences have one sign: p = 2 / 2^n, which is .0625 for five clusters and .0078 for eight.
    scores = {"news": {"reprank": [0.5] * clusters, "lead": [0.3] * clusters}}
    table = table_of(results_of(scores), "news")
    text = report.text([table], OPTIONS)
    lead = next(line for line in text.splitlines() if line.startswith("lead "))
    assert lead.count("-20.00" + stars + " ") == 2  # two metrics
    assert f"p = {2 / 2**clusters:.4f}" in text
    assert "p by permutation test" in text


def test_many_clusters_need_no_note_about_the_test() -> None:
    table = table_of(results_of({"news": {"reprank": [0.5] * 12, "lead": [0.3] * 12}}), "news")
    assert "permutation" not in report.text([table], OPTIONS)


def test_reading_measures_are_in_every_form_of_a_summary_table_and_not_with_keyphrases() -> None:
    results = results_of({"news": {"reprank": [0.5], "lead": [0.4]}})
    found = tables(results, OPTIONS)
    # One sentence, "The bridge fell.", with nothing wrong in it; the document is shorter than the length.
    assert found[0].rows[0].reading == dict.fromkeys(("dangling", "debris", "unbalanced", "fragments", "repeated"), 0.0)
    for text in (report.text(found, OPTIONS), report.markdown(found, OPTIONS), page.page(results, found, OPTIONS)):
        assert "told twice" in text
    fields = json.loads(results_json.to_json(results, found, OPTIONS))
    assert fields["tables"][0]["systems"][0]["reading"]["debris"] == 0.0
    keys = KeyphraseSet("keys", (KeyphraseText("c0", "Old bridges.", ("old bridges",)),))
    phrases = Results((keys,), RunOptions(), (outcome(keys, "reprank", 0, 0.5),), "0")
    assert "told twice" not in report.text(tables(phrases, OPTIONS), OPTIONS)


def test_summaries_that_are_too_long_are_pointed_out() -> None:
    named = SummarySet("news", summary_set("news", 2).clusters, words=2)
    outcomes = tuple(outcome(named, "lead", number, 0.5) for number in range(2))
    text = report.text(tables(Results((named,), RunOptions(), outcomes, "0"), OPTIONS), OPTIONS)
    assert "lead: 2 of 2 summaries are longer than the length" in text


def test_a_further_system_moves_no_interval() -> None:
    scores = {"news": {"reprank": [0.4, 0.5, 0.6], "lead": [0.3, 0.4, 0.2]}}
    more = {"news": {"random": [0.1, 0.2, 0.4], **scores["news"]}}
    few, many = table_of(results_of(scores), "news"), table_of(results_of(more), "news")
    assert row(few, "lead") == row(many, "lead")


def test_differences_are_taken_from_whom_was_named_else_reprank_else_the_best() -> None:
    assert table_of(results_of(TWO), "news", ReportOptions(against="lead", resamples=100)).against == "lead"
    assert table_of(results_of(TWO), "news").against == "reprank"
    others = {"news": {"lead": [0.3, 0.4], "mmr": [0.5, 0.6]}}
    assert table_of(results_of(others), "news").against == "mmr"
    with pytest.raises(InputError, match="cannot compare with 'nobody', which takes no part: use one of lead, mmr"):
        tables(results_of(others), ReportOptions(against="nobody"))


def test_recall_is_shown_when_asked_for() -> None:
    table = table_of(results_of(TWO), "news", ReportOptions(score="recall", resamples=100))
    assert next(r for r in table.rows if r.system == "lead").scores["rouge-1"].mean == pytest.approx(0.15)
    assert "recall × 100" in report.text([table], ReportOptions(score="recall"))
    with pytest.raises(InputError, match="score must be one of f1, recall, precision"):
        ReportOptions(score="f2")


def test_lines_stay_within_a_hundred_columns_whatever_is_shown() -> None:
    scores = {"multi-news-truncated": {"reprank": [0.4, 0.5], "mutual-reinforcement": [0.1, FAILED]}}
    results = results_of(scores)
    text = report.text(tables(results, OPTIONS), OPTIONS)
    measured = [line for line in text.splitlines() if "|" not in line]  # signatures are as long as they are
    assert max(map(len, measured)) <= 100


def test_markdown_has_as_many_cells_in_every_row() -> None:
    lines = report.markdown(tables(results_of(TWO, saw_references="oracle"), OPTIONS), OPTIONS).splitlines()
    rows = [line for line in lines if line.startswith("|")]
    assert {line.count("|") for line in rows} == {14}  # two metrics of three cells, seconds, five of reading
    assert any("**50.00**" in line for line in rows)


def test_json_has_settings_standings_and_outcomes() -> None:
    results = results_of(TWO)
    found = tables(results, OPTIONS)
    fields = json.loads(results_json.to_json(results, found, OPTIONS))
    assert fields["sets"][0]["signatures"]["rouge-2"].startswith("rouge-2|lang:en|refs:mean|")
    assert [table["name"] for table in fields["tables"]] == [MEAN, "news", "talk"]
    assert len(fields["outcomes"]) == 15
    assert "outcomes" not in json.loads(results_json.to_json(results, found, OPTIONS, outcomes=False))


def test_the_same_results_are_written_the_same_way_twice() -> None:
    results = results_of(TWO)
    for write in (report.text, report.markdown):
        assert write(tables(results, OPTIONS), OPTIONS) == write(tables(results, OPTIONS), OPTIONS)
    assert page.page(results, tables(results, OPTIONS), OPTIONS) == page.page(
        results, tables(results, OPTIONS), OPTIONS
    )


class Balance(HTMLParser):
    """Follows tags and notes scripts, addresses and anything left open."""

    VOID = ("meta", "line", "rect", "circle", "br")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.scripts = 0
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.scripts += tag == "script"
        self.addresses += [value or "" for name, value in attributes if name in ("src", "href")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_whole_safe_and_needs_nothing_from_elsewhere() -> None:
    evil = '<script>alert("x")</script>'
    named = SummarySet(evil, (Cluster(evil, (evil,), (f"The bridge {evil} fell.",)),), words=50)
    results = Results(
        (named,),
        RunOptions(),
        tuple(
            Outcome(
                set=evil,
                system=system,
                id=evil,
                settings="s",
                content="c",
                build="b",
                seconds=None if broken else 0.1,
                output=() if broken else (f"The bridge {evil} fell.",),
                scores={} if broken else {"rouge-1": Score(1, 1, 1), "rouge-2": Score(1, 1, 1)},
                error=Failure(evil, evil) if broken else None,
            )
            for system, broken in ((f"a{evil}", False), (f"b{evil}", True), ("reprank", False))
        ),
        "0",
    )
    html = page.page(results, tables(results, OPTIONS), OPTIONS)
    parser = Balance()
    parser.feed(html)
    assert parser.open == []
    assert parser.scripts == 1
    assert all(address.startswith("#") for address in parser.addresses)
    assert "url(" not in html
    assert "@import" not in html


def test_the_page_shows_a_part_of_a_large_set_and_says_so() -> None:
    results = results_of({"large": {"reprank": [0.5] * 30, "lead": [0.4] * 30}})
    html = page.page(results, tables(results, OPTIONS), OPTIONS)
    assert "the first 20 of 30" in html
    assert html.count("<h4>Reference 1</h4>") == 20


def test_shared_pairs_of_words_are_marked_on_both_sides_and_nothing_else() -> None:
    named = summary_set("news", 1)
    html = side_by_side(named, named.clusters[0], [outcome(named, "lead", 0, 0.5)], "f1")
    # "bridge fell" is the pair that both have; "the" begins "the bridge", which both have too.
    assert '<mark class="m3">The bridge fell</mark> down.' in html
    assert '<mark class="m4">The bridge fell.</mark>' in html


def test_phrases_that_are_gold_are_marked() -> None:
    named = KeyphraseSet("keys", (KeyphraseText("c0", "Old bridges.", ("old bridges", "rivers")),))
    found = Outcome(
        set="keys",
        system="s",
        id="c0",
        settings="",
        content="",
        build="",
        output=("Old bridge", "dog"),
        scores={metric: Score(0.5, 0.5, 0.5) for metric in KEYPHRASE_METRICS},
    )
    html = side_by_side(named, named.texts[0], [found], "f1")
    assert ">Old bridge</mark>, dog" in html
    assert ">old bridges</mark>, rivers" in html


@given(st.text(alphabet="ab c<&\n中文é", max_size=40))
def test_marking_changes_no_character(text: str) -> None:
    reading = MarkedText.of(text, tokenizer("en"))
    marked = reading.marked(dict.fromkeys(reading.pairs(), 2))
    bare = re.sub(r"</?mark[^>]*>", "", marked)
    assert bare.replace("&lt;", "<").replace("&amp;", "&") == text


def test_characters_of_unspaced_scripts_are_marked_one_by_one() -> None:
    reading = MarkedText.of("老桥倒了", tokenizer("zh", stem="none"))
    assert reading.marked({("桥", "倒"): 1}) == '老<mark class="m1">桥倒</mark>了'


def test_differences_pair_clusters_and_leave_failures_out() -> None:
    results = results_of({"news": {"reprank": [0.5, 0.5, FAILED], "lead": [0.4, FAILED, 0.1]}})
    assert differences(results.outcomes, "rouge-1", against="reprank") == {"lead": [pytest.approx(-0.1)]}


@given(st.floats(-100, 100), st.floats(0.01, 100))
def test_ticks_are_evenly_spaced_and_within_bounds(low: float, width: float) -> None:
    found = ticks(low, low + width)
    assert 2 <= len(found) <= 8
    assert all(low - 1e-6 <= tick <= low + width + 1e-6 for tick in found)
    steps = [two - one for one, two in pairwise(found)]
    assert max(steps) - min(steps) < 1e-6


def test_logarithmic_ticks_are_one_two_five() -> None:
    assert log_ticks(-3, -1.9) == [0.001, 0.002, 0.005, 0.01]


def test_plots_are_well_formed_and_put_zero_where_it_belongs() -> None:
    plot = box_plot({"a & b": [0.1, -0.1, 0.3], "c": [0.2]}, title="<t>", against="lead", sure={"c"})
    root = ElementTree.fromstring(plot)
    middle = next(line for line in root if line.get("class") == "zero").get("x1")
    labels = [text for text in root if text.text == "0"]
    assert [label.get("x") for label in labels] == [middle]
    assert [group.get("class") for group in root if group.tag == "g"] == ["same", "better"]
    assert box_plot({}, title="t", against="x") == ""


def test_slower_is_further_right_and_better_is_higher() -> None:
    plot = scatter([Dot("fast", 0.001, 10), Dot("slow", 1, 20, favourite=True)], title="t", metric="R-2")
    dots = [group.find("circle") for group in ElementTree.fromstring(plot) if group.tag == "g"]
    (fast, slow) = [(float(dot.get("cx", "0")), float(dot.get("cy", "0"))) for dot in dots if dot is not None]
    assert fast[0] < slow[0]
    assert fast[1] > slow[1]
    assert scatter([Dot("none", 0, 1)], title="t", metric="m") == ""


def test_labels_of_a_few_close_dots_do_not_overlap() -> None:
    placed = place_labels([(300.0, 100.0 + n, 60.0) for n in range(4)])
    boxes = [(left, base - 9, left + 60, base + 2) for left, base in placed]
    for number, one in enumerate(boxes):
        for two in boxes[number + 1 :]:
            assert one[2] <= two[0] or two[2] <= one[0] or one[3] <= two[1] or two[3] <= one[1]
