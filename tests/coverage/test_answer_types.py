"""Types of answers: what a question asks for by its first words."""

import numpy as np
import pytest

import reprank
from reprank.coverage.answer_types import answering
from tests.helpers import units_of

MILL = (
    "The mill belongs to Ada Quist. It has 3 wheels. It was built in June. It stands near Averne. "
    "She works for two hours."
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who owns the mill?", "The mill belongs to Ada Quist."),
        ("How many wheels are there?", "It has 3 wheels."),
        ("When was it built?", "It was built in June."),
        ("How long does she work?", "She works for two hours."),
        ("Where is it?", "It stands near Averne."),
    ],
)
def test_a_question_word_finds_the_sentence_of_its_type(question: str, answer: str) -> None:
    units = units_of(MILL)
    found = answering(question, units)
    assert found is not None
    assert answer in [units.texts[i] for i in np.flatnonzero(found[1])]
    assert not found[1].all()


def test_other_questions_and_other_languages_have_no_type() -> None:
    assert answering("What does the mill grind?", units_of(MILL)) is None
    assert answering("How many wheels?", units_of("Die Mühle hat 3 Räder.", code="de")) is None


def test_an_answer_of_the_right_type_comes_before_others_with_the_same_words() -> None:
    text = (
        "The miller is elected by the farmers of the village. The miller serves for two years. "
        "The miller opens the gate of the mill."
    )
    assert str(reprank.summarize(text, query="How long is the miller in office?", sentences=1)) == (
        "The miller serves for two years."
    )
