from __future__ import annotations

import pytest

import reprank
from reprank.text.documents import Document
from reprank.text.languages import language
from reprank.text.units import read_units

RUNNING = "The harbour was closed on Monday. Nobody was hurt. The ferry waited outside for six hours."


def _whole(text: str, title: str | None = None) -> list[bool]:
    return read_units([Document(text, title)], language("en")).whole.tolist()


@pytest.mark.parametrize(
    ("piece", "is_whole"),
    [
        ("wheel: The paddles turn again after a flood.", True),
        ("wheel: turns again after a flood.", False),
        ("of the harbour and of the ferry that waited.", False),
        ("The harbour has three rules:", False),
        ("The harbour master closes the gate;", False),
        ("Opening hours of the harbour office", False),
        ("Write to the office at harbour@example.org.", False),
        ("The rules are at https://example.org/rules in three languages.", False),
        ("(The gate was built by Ada Miller (see the plan) in May.)", False),
        ("(The first) gate was built by Ada Miller (in May).", True),
        ("tidewatch2 reads the gauge of the harbour.", True),
        ("iPads show the tide of the harbour.", True),
        ("“Nobody saw the barge,” the master said.", True),
    ],
)
def test_a_piece_is_no_whole_sentence(piece: str, is_whole: bool) -> None:
    assert _whole(f"{RUNNING}\n\n{piece}")[3:] == [is_whole]


def test_a_whole_sentence_may_begin_with_a_name_of_its_document_in_lower_case() -> None:
    text = f"{RUNNING}\n\nmake builds the gate from a list of rules."
    assert _whole(text)[-1] is False
    assert _whole(text, "make")[-1] is True


def test_without_capitals_and_full_stops_nothing_is_a_piece() -> None:
    text = "the harbour was closed\n\nnobody was hurt\n\nthe ferry waited outside"
    assert all(_whole(text))


def test_no_piece_is_selected_where_there_is_a_whole_sentence() -> None:
    document = reprank.read(
        b"# Tides\n\nTides reads the gauge of a harbour every minute.\n\n- for Redis\n- for SQLite\n\nRun it so:\n",
        name="README.md",
    )
    assert str(reprank.summarize(document, words=100)) == "Tides reads the gauge of a harbour every minute."


@pytest.mark.parametrize(
    "pointer",
    [
        "See the guide to the mill for its history.",
        "The miller opens its gate in the morning as follows.",
        "Most of the wheels listed above belong to the mill.",
        "This manual is also available in some other languages.",
        "The gates of the mill are described in the guide of the village.",
        "Read the notes of the miller for more details.",
        "If you want to know how a mill turns, look at the pictures.",
        "Take a look at the guide to the mill.",
        "For the names of the wheels, see Section 5.",
        "The gate is described in gate_config(5).",
        "Find more details in the guide to the mill.",
    ],
)
def test_a_sentence_that_only_sends_the_reader_elsewhere_is_no_part_of_a_summary(pointer: str) -> None:
    text = f"# The mill\n\nThe mill grinds corn for four villages. {pointer}\n"
    assert str(reprank.summarize(text, words=40)) == "The mill grinds corn for four villages."


def test_an_answer_that_only_sends_the_reader_elsewhere_is_not_whole() -> None:
    answers = ("The wheel is made of oak.", "See the page on wood.", "The river drives the stones.")
    text = "\n\n".join(f"## What is it about wheel {n}?\n\n{answer}" for n, answer in enumerate(answers, start=1))
    assert _whole(f"# The mill\n\n{text}")[1:] == [True, False, True]


def test_half_a_quotation_is_no_whole_sentence() -> None:
    assert _whole(f"{RUNNING}\n\n“Nobody saw the barge at the gate.")[-1] is False


def test_a_sentence_that_has_what_it_announces_is_whole() -> None:
    text = "# The mill\n\nThe mill keeps the following hours: from dawn to noon, and in the evening.\n"
    assert "from dawn to noon" in str(reprank.summarize(text, words=40))


@pytest.mark.parametrize(
    "statement",
    [
        "The manual transmission of the new mill is available from May.",
        "Support our millers, the union of Velm demanded on Monday.",
        "–5 degrees were measured at the mill on Monday.",
        "Each gate must be described in the guide of the village.",
        "If the flour makes you cough at night, see the nurse at once.",
        "To keep the flour dry, look at the lid of the barrel.",
        "The council asked the miller for details.",
        "Find more than one way to grind corn.",
        "The flood is described in the oldest letters of the village.",
        "The flood is described in the doctoral thesis of Ada Miller.",
        "The millers run a hotline for information.",
        "Its miller, who was asked for details, is described in the guide as tall.",
    ],
)
def test_a_statement_with_the_words_of_a_pointer_or_a_sign_stays_as_it_is(statement: str) -> None:
    text = f"# The mill\n\nThe mill grinds corn for four villages. {statement}\n"
    assert str(reprank.summarize(text, words=40)).endswith(statement)


def test_a_document_may_begin_with_a_name_in_lower_case() -> None:
    rest = "It is old. Nobody knows its age. The river drives it."
    assert _whole(f"millkeep is a mill of oak. {rest}")[0]
    assert not _whole(f"It is a mill of oak. {rest}\n\nmillkeep is a name.")[-1]
    assert not _whole(f"The mill is of oak. {rest}\n\nthe rest of it was sold.")[-1]


def test_what_is_all_in_square_brackets_is_an_aside() -> None:
    assert _whole(f"{RUNNING}\n\n[This is the first release of the mill.]")[-1] is False
    assert _whole(f"{RUNNING}\n\nThis is the first [known] release of the mill.")[-1] is True
