"""The printed summaries: every text is used, and a judgement is shown only beside the summary that was judged."""

from __future__ import annotations

import json

import pytest
from benchmarks.quality import printed
from benchmarks.report import parts

VERDICTS = json.loads(printed.VERDICTS.read_text(encoding="utf-8"))
BY_NAME = {one.name: one for one in printed.INPUTS}


def test_every_text_is_an_input_and_every_input_has_a_text() -> None:
    assert {path.stem for path in printed.TEXTS.glob("*.txt")} == set(BY_NAME) - {printed.EXAMPLE}
    assert len(BY_NAME) == len(printed.INPUTS) >= 20


def test_the_page_has_its_marks_and_a_section_for_every_input_that_is_shown() -> None:
    assert [(part.name, part.script) for part in parts(printed.PAGE)] == [(printed.PART, "benchmarks.quality.printed")]
    lines = printed.PAGE.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("## ")] == [
        f"## {one.title}" for one in printed.INPUTS if printed.is_shown(one)
    ]


def test_every_input_was_judged_with_a_grade_that_the_page_explains() -> None:
    assert set(VERDICTS) == set(BY_NAME)
    assert {verdict["grade"] for verdict in VERDICTS.values()} <= set(printed.GRADES)
    assert all(verdict["judgement"].endswith(".") and len(verdict["digest"]) == 12 for verdict in VERDICTS.values())
    text = printed.PAGE.read_text(encoding="utf-8")
    assert all(f"*{grade.capitalize()}*: " in text for grade in printed.GRADES)


def test_a_line_of_equals_signs_separates_documents() -> None:
    documents = printed.documents_of(BY_NAME["reviews-restaurant"])
    assert len(documents) == 8
    assert not any("=====" in document.text for document in documents)


def test_a_judgement_is_shown_for_the_summary_that_was_judged_and_for_no_other() -> None:
    one = BY_NAME["reviews-headphones"]
    own = {"digest": printed.digest(printed.summarized(one, {}).summary), "grade": "fair", "judgement": "Too short."}
    judged, stale = printed.summarized(one, own), printed.summarized(one, {**own, "digest": "0" * 12})
    assert "**Fair.** Too short." in printed.section(judged)
    assert "Too short." not in printed.section(stale)
    overview = printed.overview([judged, stale, judged])
    assert overview.startswith("Summaries: 3. Judged in their present form: 2 (0 good, 2 fair, 0 poor).")


@pytest.mark.parametrize(
    ("line", "quoted"),
    [("3. Library", r"> 3\. Library"), ("- an item", r"> \- an item"), ("It cost 3.50.", "> It cost 3.50.")],
)
def test_a_line_that_looks_like_markup_is_shown_as_it_is(line: str, quoted: str) -> None:
    assert list(printed._quoted(line)) == [quoted]
