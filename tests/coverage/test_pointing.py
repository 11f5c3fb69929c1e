"""Sentences that point back, by the words that do so."""

from __future__ import annotations

import numpy as np
import pytest

import reprank
from reprank.coverage.pointing import points_back
from reprank.text.documents import Document
from reprank.text.languages import language
from reprank.text.units import read_units

OPENING = "The harbour of Tarn was built by Mara Oduya and her brothers. "


def last_points_back(sentence: str, *asked: str) -> bool:
    units = read_units([Document(OPENING + sentence)], language("en"))
    stems = [units.stems.names.index(stem) for stem in units.language.stem(asked)]
    return bool(points_back(units, np.array(stems, np.intp))[-1])


@pytest.mark.parametrize(
    "sentence",
    [
        "It opened in spring.",
        "When they left, the town was poor.",
        "In winter her boats stay ashore.",
        "However, Tarn has a railway.",
        "Ships of the line use this pier.",
        "The lighthouse is white.",
    ],
)
def test_pronouns_connectives_and_things_that_were_not_named_point_back(sentence: str) -> None:
    assert last_points_back(sentence)


@pytest.mark.parametrize(
    "sentence", ["Tarn has a railway.", "Ships wait until the tide lets them in.", "Mara Oduya sold her boats."]
)
def test_a_pronoun_behind_what_it_stands_for_does_not_point_back(sentence: str) -> None:
    assert not last_points_back(sentence)


def test_what_was_asked_for_is_known_to_the_reader() -> None:
    assert last_points_back("The lighthouse is white.")
    assert not last_points_back("The lighthouse is white.", "lighthouse")


def test_a_thing_that_is_named_at_once_does_not_point_back() -> None:
    assert last_points_back("The mayor of the town, who is young, resigned in Port Alder.")
    assert not last_points_back("The mayor of the town, Ida Brandt, resigned.")


def test_an_answer_brings_what_its_sentence_points_to_if_both_fit() -> None:
    text = (
        "Rain fell on most days of that autumn. Bread was dear. Mara Oduya is a clockmaker in Tarn. "
        "She repaired the clock of the cathedral in 1990. A market was held in the hall."
    )
    answer = reprank.summarize(text, query="Who repaired the cathedral clock?", words=20, keywords=0)
    assert str(answer) == "Mara Oduya is a clockmaker in Tarn. She repaired the clock of the cathedral in 1990."
