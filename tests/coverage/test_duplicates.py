from __future__ import annotations

import numpy as np
import pytest

import reprank
from reprank.budget import Words
from reprank.coverage import Coverage
from reprank.coverage.duplicates import NearDuplicates
from reprank.coverage.settings import Duplicates
from reprank.pipeline import Input, ReadText
from reprank.selection import Costs, Task
from reprank.text.documents import Document
from reprank.text.languages import language
from reprank.text.units import read_units

REST = (
    "The ferry will carry cars from Thursday on. Repairs will take between four and six months. "
    "The mayor thanked the volunteers. Milk is running out in the shops of the island."
)


def duplicates_of(first: str, second: str) -> bool:
    """Tell whether the first sentences of two reports count as the same."""
    units = read_units([Document(f"{first} {REST}"), Document(f"{second} {REST}")], language("en"))
    costs = Costs(units.lengths, 1000, 0)
    task = Task(units, costs, np.ones(len(units), dtype=np.bool_), np.zeros(len(units), dtype=np.bool_))
    other = int(np.flatnonzero(units.document == 1)[0])
    return other in NearDuplicates(Coverage().rank(task), Duplicates()).of(0)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (
            "Officials say they are not filing charges against the parents whose child died in a hot car in Averne.",
            "No charges have been filed at this time in the death of a child who was left in a hot car in Averne.",
        ),
        (
            "Averne police announced today that they investigate the deaths of Barry and Honey Lind as a homicide.",
            "The deaths of Barry Lind, the founder of a drug company, and his wife Honey are investigated by the "
            "police of Averne as a homicide.",
        ),
    ],
)
def test_two_reports_of_one_event_are_duplicates(first: str, second: str) -> None:
    assert duplicates_of(first, second)
    assert duplicates_of(second, first)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The flood in Averne killed 80 people on Tuesday.", "The flood in Averne killed 120 people by Thursday."),
        (
            "The repairs of the old bridge will take four months.",
            "The repairs of the old bridge will take eight months.",
        ),
        ("The county will close the old bridge in May.", "The county will not close the old bridge in May."),
        ("Divers found a fracture in the central pier.", "Milk is scarce because the ferry carries only cars."),
    ],
)
def test_a_different_number_or_outcome_is_news(first: str, second: str) -> None:
    assert not duplicates_of(first, second)


def test_a_repeated_fact_is_not_told_again_after_it_was_seen() -> None:
    seen = f"The bridge will cost 40 million euros. {REST}"
    summary = reprank.summarize(
        "The new bridge will cost 40 million euros. A choir of forty children sang.", seen=seen, words=50
    )
    assert "40 million" not in str(summary)
    assert "choir" in str(summary)


@pytest.mark.parametrize(
    ("seen", "news"),
    [
        ("Divers found a fracture in the central pier.", "Divers found a second fracture in the central pier."),
        ("Repairs of the bridge will take four months.", "Repairs of the bridge will take eight months."),
        ("The county will pay for the emergency ferry.", "The county will not pay for the emergency ferry."),
    ],
)
def test_a_changed_number_or_outcome_is_part_of_an_update(seen: str, news: str) -> None:
    summary = reprank.summarize(f"{news} The mayor spoke.", seen=f"{seen} {REST}", words=12)
    assert news in str(summary)


def test_a_sentence_that_tells_the_same_event_loses_value_but_not_in_its_own_document() -> None:
    texts = (
        "A gravel barge struck the bridge on Monday. The bridge was struck by the gravel barge on Monday morning.",
        "On Monday a gravel barge struck the old bridge. The ferry carries two hundred cars.",
    )
    task = ReadText.of(Input(tuple(map(Document, texts)), code="en")).task(Words(50))
    near = NearDuplicates(Coverage().rank(task), Duplicates())
    factors = near.novelty(0)
    assert factors[0] == factors[1] == 1.0
    assert factors[2] < factors[3] <= 1.0


def test_each_seen_sentence_absorbs_its_terms_as_a_selected_one_does() -> None:
    method = Coverage()
    text = "The bridge is closed. The ferry is late."
    given = Input((Document(text),), (Document("The bridge is old. Nobody likes the bridge."),), code="en")
    task = ReadText.of(given).task(Words(50))
    prepared = method.prepare(task)
    terms = prepared.ranking.terms
    left = dict(
        zip(
            [terms.stems.names[i] for i in terms.first[: terms.unigrams]],
            prepared.mass / prepared.original_mass,
            strict=False,
        )
    )
    assert left["bridg"] == pytest.approx((1 - method.absorption) ** 2)
    assert left["ferri"] == 1.0


def test_one_word_in_common_makes_no_duplicate() -> None:
    text = "I shall measure the lake. Ingrid Dahl has measured the same glacier every year since the war."
    task = ReadText.of(Input((Document(text),), code="en")).task(Words(50))
    assert NearDuplicates(Coverage().rank(task), Duplicates(cosine=0.1)).of(0).tolist() == [0]
