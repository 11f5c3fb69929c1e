"""Sentences that end with a colon, and what they announce."""

from __future__ import annotations

import pytest

import reprank
from reprank.text.documents import Document
from reprank.text.languages import language
from reprank.text.units import read_units

LICENCE = """Boats may lie at the pier of Brekka for one night, provided that all of the following hold:

1. The harbour master knows the name of the boat.
2. The fee was paid in advance.

The town is not liable for any damage.
"""


def sentences(text: str) -> list[str]:
    return [" ".join(each.split()) for each in read_units([Document(text)], language("en")).slices]


def test_an_announcement_is_one_sentence_with_its_list() -> None:
    assert sentences(LICENCE) == [
        "Boats may lie at the pier of Brekka for one night, provided that all of the following hold: "
        "1. The harbour master knows the name of the boat. 2. The fee was paid in advance.",
        "The town is not liable for any damage.",
    ]


def test_items_that_go_on_in_one_another_end_with_the_final_mark() -> None:
    text = "A boat must leave the pier at once if:\n\n(a) its fee was not paid; or\n(b) it leaks.\n\nIt may come back."
    assert sentences(text)[0] == "A boat must leave the pier at once if: (a) its fee was not paid; or (b) it leaks."


def test_a_short_announcement_is_no_label_if_its_first_item_goes_on() -> None:
    text = "The pier enables:\n\n* boats to leave, and\n* ferries to land.\n\nIt is open."
    assert sentences(text)[0] == "The pier enables: * boats to leave, and * ferries to land."


@pytest.mark.parametrize(
    "announced",
    [
        "* tides\n* wind\n",  # items that would run into one another
        "* it prints tides.\n* it prints wind.\n",
        "    tide --all\n    tide --wind\n",
        "* " + "Tides are printed for every harbour of the coast. " * 12 + "\n* Wind is printed too.\n",
    ],
)
def test_what_cannot_be_read_on_behind_the_colon_is_not_joined(announced: str) -> None:
    first = "The program prints these things on request:"
    assert sentences(f"{first}\n\n{announced}\nNothing else is printed by it.\n")[0] == first


def test_a_label_announces_nothing() -> None:
    assert sentences("Two rules:\n\n1. Boats must pay.\n2. Boats must leave.\n")[0] == "Two rules:"


def test_the_paragraph_after_the_following_is_announced_where_there_are_only_paragraphs() -> None:
    text = "Copies may be made under the following condition:\n\nThe name of the author stays.\n\nNo more is asked."
    assert len(sentences(text)) == 2
    assert len(sentences(text.replace("the following", "one"))) == 3
    assert len(sentences(text + "\n\n* Fish.\n* Boats.\n")) > 4


def test_an_announcement_is_selected_with_its_list_or_not_at_all() -> None:
    text = LICENCE + "\nMore boats come to Brekka in every summer, and most of them stay for a night.\n"
    summary = reprank.summarize(text, words=40)
    assert "hold: 1. The harbour master" in str(summary)
    assert all(text[each.start : each.end] == each.text for each in summary.sentences)
    assert "following hold" not in str(reprank.summarize(text, words=20))


def test_a_short_announcement_is_one_sentence_with_items_that_go_on_in_one_another() -> None:
    text = "The pier serves:\n\n- boats that carry mail, and\n- boats that carry fish.\n\nIt is old."
    assert sentences(text)[0] == "The pier serves: - boats that carry mail, and - boats that carry fish."
    assert sentences(text.replace("mail, and", "mail."))[0] == "The pier serves:"
