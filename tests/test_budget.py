from __future__ import annotations

import pytest

import reprank
from reprank.budget import Budget, Bytes, Characters, Ratio, Sentences, Words, choose_length
from reprank.errors import BudgetError


def test_without_a_length_there_are_200_words() -> None:
    assert choose_length() == Words(200)


@pytest.mark.parametrize(
    ("options", "budget"),
    [
        ({"words": 5}, Words(5)),
        ({"sentences": 2}, Sentences(2)),
        ({"characters": 9}, Characters(9)),
        ({"bytes": 9}, Bytes(9)),
        ({"ratio": 0.5}, Ratio(0.5)),
        ({"ratio": 1}, Ratio(1.0)),
    ],
)
def test_each_length_has_its_budget(options: dict[str, float], budget: Budget | Ratio) -> None:
    assert choose_length(**options) == budget


@pytest.mark.parametrize(
    "options",
    [
        {"words": 0},
        {"words": -3},
        {"words": 2.5},
        {"words": True},
        {"words": "9"},
        {"sentences": 0},
        {"ratio": 0},
        {"ratio": 1.5},
        {"ratio": float("nan")},
        {"bytes": -1},
        {"words": 5, "sentences": 2},
        {"budget": object()},
        {"budget": Words(0)},
        {"budget": Words(9), "words": 9},
    ],
)
def test_an_impossible_length_is_refused_in_one_line(options: dict[str, float]) -> None:
    with pytest.raises(BudgetError) as caught:
        choose_length(**options)
    assert "\n" not in str(caught.value)
    assert next(iter(options)) in str(caught.value)


def test_words_are_counted_as_wc_counts_them_and_characters_of_unspaced_scripts_each() -> None:
    assert Words(1).cost("a well-known  fact,\nhere") == 4
    assert Words(1).cost("他去了 Paris 三天") == 6
    assert Words(1).cost(" ") == 0


@pytest.mark.parametrize("letters", ["สะพานปิดแล้ว", "ຂົວປິດແລ້ວໆໆ", "တံတားပိတ်ထား", "ស្ពានត្រូវបាន"])
def test_four_letters_count_as_a_word_where_words_have_letters_but_no_spaces(letters: str) -> None:
    assert Words(1).cost(letters) == -(-len(letters) // 4)
    assert Words(1).cost(f"{letters} {letters}, two") == 2 * Words(1).cost(letters) + 1


def test_bytes_count_utf8() -> None:
    assert Bytes(1).cost("é€") == 5


@pytest.mark.parametrize("unit", ["words", "sentences", "characters", "bytes", "tokens"])
def test_a_length_larger_than_any_machine_number_leaves_nothing_out(unit: str) -> None:
    text = "The river rose all night. The bridge was closed. A ferry will run from Thursday."
    summary = reprank.summarize(text, **{unit: 10**30}, seen="The ferry was late.")
    assert str(summary) == text
    assert summary.budget.limit == 10**30
    assert reprank.compress([text], "What was closed?", **{unit: 10**30}, threshold=0.01).chunks[0].text
