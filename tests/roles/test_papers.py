from __future__ import annotations

from reprank import RepRank
from reprank.coverage.method import Coverage
from reprank.coverage.settings import WorthWeights
from reprank.roles.words import statements_of_papers
from reprank.text.documents import Document
from reprank.text.languages import language
from reprank.text.units import read_units

PAPER = (
    "Soils of the valley hold little water in summer. In this study we compare six soils of the valley. "
    "Samples were stored at 4 °C until use. Samples were washed twice with distilled water. "
    "We found that soils with more clay kept their water for two weeks. "
    "Our results show that clay decides how long soils stay wet. "
    "Table 2 lists the soils by their share of clay. Farmers of the valley grow maize and beans."
)


def statements(text: str, code: str = "en") -> list[bool]:
    found: list[bool] = statements_of_papers(read_units([Document(text)], language(code))).tolist()
    return found


def test_statements_of_a_paper_are_found() -> None:
    assert [number for number, states in enumerate(statements(PAPER)) if states] == [1, 4, 5]


def test_a_single_phrase_of_papers_makes_no_paper() -> None:
    text = "The council met on Monday. A new report came. In this report the bridge is called safe. "
    assert not any(statements(text * 2))
    assert any(statements(text * 3))


def test_no_statements_are_found_in_other_languages() -> None:
    assert not any(statements(PAPER, "de"))


def test_the_more_statements_count_the_more_a_summary_has_of_them() -> None:
    plain = RepRank(Coverage(weights=WorthWeights(statement=0.0))).summarize(PAPER, words=32)
    stating = RepRank(Coverage(weights=WorthWeights(statement=2.0))).summarize(PAPER, words=32)
    assert "In this study" not in str(plain)
    assert "In this study" in str(stating)


def test_an_article_about_a_paper_is_no_paper() -> None:
    article = (
        "A botanist says that the moss is dying. Her conclusions are disputed. The goal of the park is to save it. "
        "Other botanists reach different conclusions. One of them calls her conclusions early."
    )
    assert not any(statements(article))
