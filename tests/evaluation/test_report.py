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
from reprank.evaluation.experiment import Conditions, Results
from reprank.evaluation.jobs import KEYPHRASE_METRICS, Failure, Outcome
from reprank.evaluation.overlaps import Score
from reprank.evaluation.reporting import page
from reprank.evaluation.reporting import tables as report
from reprank.evaluation.reporting.excerpts import Reading, side_by_side
from reprank.evaluation.reporting.plots import Point, box_plot, log_ticks, place_labels, scatter, ticks
from reprank.evaluation.reporting.standings import MEAN, Table, View, differences, tables
from reprank.evaluation.sets import KeyphraseSet, NamedSet, SummarySet
from reprank.evaluation.tokenization import tokenizer

VIEW = View(resamples=500)
FAILED = None


def summary_set(name: str, count: int) -> SummarySet:
    clusters = tuple(Cluster(f"c{n}", ("The old bridge fell.",), ("The bridge fell down.",)) for n in range(count))
    return SummarySet(name, clusters, words=50)


def outcome(named: NamedSet, system: str, number: int, value: float | None, *, aided: bool = False) -> Outcome:
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
        aided=aided,
        error=Failure("ZeroDivisionError", "<oops> & more") if value is None else None,
    )


def results_of(scores: Mapping[str, Mapping[str, list[float | None]]], *, aided: str = "") -> Results:
    """Make results from scores by set and system."""
    sets, outcomes = [], []
    for name, systems in scores.items():
        named = summary_set(name, len(next(iter(systems.values()))))
        sets.append(named)
        outcomes += [
            outcome(named, system, number, value, aided=system == aided)
            for system, values in systems.items()
            for number, value in enumerate(values)
        ]
    return Results(tuple(sets), Conditions(), tuple(outcomes), "0.1+abc")


def table_of(results: Results, name: str, view: View = VIEW) -> Table:
    return next(table for table in tables(results, view) if table.name == name)


def row(table: Table, system: str) -> object:
    return next(standing for standing in table.rows if standing.system == system)


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
    table = table_of(results_of(TWO, aided="oracle"), "news")
    assert table.rows[0].system == "oracle"
    winner = table.winners["rouge-1"]
    assert (winner.system, winner.second) == ("reprank", "lead")
    assert winner.lead is not None
    assert winner.lead.mean == pytest.approx(0.2)
    assert "‡ oracle: sees the references" in report.text([table], VIEW)


def test_a_failure_is_marked_and_pairs_are_those_that_both_finished() -> None:
    scores = {"news": {"reprank": [0.5, 0.5, 0.9], "lead": [0.4, FAILED, 0.4]}}
    table = table_of(results_of(scores), "news")
    lead = next(r for r in table.rows if r.system == "lead")
    assert lead.scores["rouge-1"].mean == pytest.approx(0.4)
    assert lead.differences["rouge-1"].mean == pytest.approx((-0.1 - 0.5) / 2)
    assert lead.differences["rouge-1"].pairs == 2
    text = report.text([table], VIEW)
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
    assert "–" in report.text([table], VIEW)


def test_one_cluster_has_no_interval_in_any_format() -> None:
    results = results_of({"one": {"reprank": [0.5], "lead": [0.4]}})
    found = tables(results, VIEW)
    assert math.isinf(found[0].rows[0].scores["rouge-1"].high)
    written = json.loads(report.to_json(results, found, VIEW))
    assert written["tables"][0]["systems"][0]["scores"]["rouge-1"] == {"mean": 0.5, "low": None, "high": None}
    for text in (report.text(found, VIEW), report.markdown(found, VIEW), page.page(results, found, VIEW)):
        assert not re.search(r"\b(inf|nan)\b", text)


def test_a_further_system_moves_no_interval() -> None:
    scores = {"news": {"reprank": [0.4, 0.5, 0.6], "lead": [0.3, 0.4, 0.2]}}
    more = {"news": {"random": [0.1, 0.2, 0.4], **scores["news"]}}
    few, many = table_of(results_of(scores), "news"), table_of(results_of(more), "news")
    assert row(few, "lead") == row(many, "lead")


def test_differences_are_taken_from_whom_was_named_else_reprank_else_the_best() -> None:
    assert table_of(results_of(TWO), "news", View(against="lead", resamples=100)).against == "lead"
    assert table_of(results_of(TWO), "news").against == "reprank"
    others = {"news": {"lead": [0.3, 0.4], "mmr": [0.5, 0.6]}}
    assert table_of(results_of(others), "news").against == "mmr"
    with pytest.raises(InputError, match="cannot compare with 'nobody', which takes no part: use one of lead, mmr"):
        tables(results_of(others), View(against="nobody"))


def test_recall_is_shown_when_asked_for() -> None:
    table = table_of(results_of(TWO), "news", View(score="recall", resamples=100))
    assert next(r for r in table.rows if r.system == "lead").scores["rouge-1"].mean == pytest.approx(0.15)
    assert "recall × 100" in report.text([table], View(score="recall"))
    with pytest.raises(InputError, match="score must be one of f1, recall, precision"):
        View(score="f2")


def test_lines_stay_within_a_hundred_columns_whatever_is_shown() -> None:
    scores = {"multi-news-truncated": {"reprank": [0.4, 0.5], "mutual-reinforcement": [0.1, FAILED]}}
    results = results_of(scores)
    text = report.text(tables(results, VIEW), VIEW)
    measured = [line for line in text.splitlines() if "|" not in line]  # signatures are as long as they are
    assert max(map(len, measured)) <= 100


def test_markdown_has_as_many_cells_in_every_row() -> None:
    lines = report.markdown(tables(results_of(TWO, aided="oracle"), VIEW), VIEW).splitlines()
    rows = [line for line in lines if line.startswith("|")]
    assert {line.count("|") for line in rows} == {9}
    assert any("**50.00**" in line for line in rows)


def test_json_has_settings_standings_and_outcomes() -> None:
    results = results_of(TWO)
    found = tables(results, VIEW)
    fields = json.loads(report.to_json(results, found, VIEW))
    assert fields["sets"][0]["signatures"]["rouge-2"].startswith("rouge-2|lang:en|refs:mean|")
    assert [table["name"] for table in fields["tables"]] == [MEAN, "news", "talk"]
    assert len(fields["outcomes"]) == 15
    assert "outcomes" not in json.loads(report.to_json(results, found, VIEW, outcomes=False))


def test_the_same_results_are_written_the_same_way_twice() -> None:
    results = results_of(TWO)
    for write in (report.text, report.markdown):
        assert write(tables(results, VIEW), VIEW) == write(tables(results, VIEW), VIEW)
    assert page.page(results, tables(results, VIEW), VIEW) == page.page(results, tables(results, VIEW), VIEW)


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
        Conditions(),
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
    html = page.page(results, tables(results, VIEW), VIEW)
    parser = Balance()
    parser.feed(html)
    assert parser.open == []
    assert parser.scripts == 1
    assert all(address.startswith("#") for address in parser.addresses)
    assert "url(" not in html
    assert "@import" not in html


def test_the_page_shows_a_part_of_a_large_set_and_says_so() -> None:
    results = results_of({"large": {"reprank": [0.5] * 30, "lead": [0.4] * 30}})
    html = page.page(results, tables(results, VIEW), VIEW)
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
    reading = Reading.of(text, tokenizer("en", stem=True, remove_stop_words=False))
    marked = reading.marked(dict.fromkeys(reading.pairs(), 2))
    bare = re.sub(r"</?mark[^>]*>", "", marked)
    assert bare.replace("&lt;", "<").replace("&amp;", "&") == text


def test_characters_of_unspaced_scripts_are_marked_one_by_one() -> None:
    reading = Reading.of("老桥倒了", tokenizer("zh", stem=False, remove_stop_words=False))
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
    plot = scatter([Point("fast", 0.001, 10), Point("slow", 1, 20, favourite=True)], title="t", metric="R-2")
    dots = [group.find("circle") for group in ElementTree.fromstring(plot) if group.tag == "g"]
    (fast, slow) = [(float(dot.get("cx", "0")), float(dot.get("cy", "0"))) for dot in dots if dot is not None]
    assert fast[0] < slow[0]
    assert fast[1] > slow[1]
    assert scatter([Point("none", 0, 1)], title="t", metric="m") == ""


def test_labels_of_a_few_close_dots_do_not_overlap() -> None:
    placed = place_labels([(300.0, 100.0 + n, 60.0) for n in range(4)])
    boxes = [(left, base - 9, left + 60, base + 2) for left, base in placed]
    for number, one in enumerate(boxes):
        for two in boxes[number + 1 :]:
            assert one[2] <= two[0] or two[2] <= one[0] or one[3] <= two[1] or two[3] <= one[1]
