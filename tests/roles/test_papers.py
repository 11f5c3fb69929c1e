from __future__ import annotations

from reprank import RepRank
from reprank.coverage.method import Coverage
from reprank.coverage.settings import WorthWeights
from reprank.roles.papers import DETAIL, NEITHER, STATEMENT, parts_of_papers
from reprank.text.documents import Document
from reprank.text.languages import language
from reprank.text.units import read_units

PAPER = (
    "Soils of the valley hold little water in summer. In this study we compare six soils of the valley. "
    "Samples were stored at 4 °C until use. Samples were washed twice with distilled water. "
    "Soils with more clay kept their water for two weeks. Our results show that clay decides how long soils stay wet. "
    "Table 2 lists the soils by their share of clay. Farmers of the valley grow maize and beans."
)


def parts(text: str, code: str = "en") -> list[int]:
    return parts_of_papers(read_units([Document(text)], language(code))).tolist()


def test_statements_and_details_of_a_paper_are_told_apart() -> None:
    expected = [NEITHER, STATEMENT, DETAIL, DETAIL, NEITHER, STATEMENT, DETAIL, NEITHER]
    assert parts(PAPER) == expected


def test_a_single_phrase_of_papers_makes_no_paper() -> None:
    text = "The council met on Monday. A new report came. In this report the bridge is called safe. " * 2
    assert set(parts("The council met. In this report the bridge is called safe. Traffic was measured.")) == {NEITHER}
    assert STATEMENT in parts(text)


def test_no_parts_are_told_in_other_languages() -> None:
    assert set(parts(PAPER, "de")) == {NEITHER}


def test_the_more_statements_count_the_more_a_summary_has_of_them() -> None:
    plain = RepRank(Coverage(weights=WorthWeights(statement=0.0, detail=0.0))).summarize(PAPER, words=22)
    stating = RepRank(Coverage(weights=WorthWeights(statement=1.0, detail=0.0))).summarize(PAPER, words=22)
    assert "Our results show" not in str(plain)
    assert "Our results show" in str(stating)


def test_details_of_the_method_give_way() -> None:
    detailed = RepRank(Coverage(weights=WorthWeights(statement=0.0, detail=2.0))).summarize(PAPER, words=22)
    plain = RepRank(Coverage(weights=WorthWeights(statement=0.0, detail=-2.0))).summarize(PAPER, words=22)
    assert "Samples were" in str(detailed)
    assert "Samples were" not in str(plain)
