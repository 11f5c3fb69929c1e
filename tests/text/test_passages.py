from __future__ import annotations

import re
from textwrap import fill

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprank.text.passages import _lines, _numbered_titles, passages

WRAPPED = (
    "The committee met on Monday to talk about the old\n"
    "Harbour Road, which Mr. Oduya wants to close. It did\n"
    "not reach a decision, and it will meet again when the\n"
    "New Year has begun.\n"
)


def split(text: str) -> list[str]:
    return [text[start:end] for start, end in passages(text)]


def test_a_wrapped_paragraph_is_one_passage_even_where_a_line_begins_with_a_capital() -> None:
    assert split(WRAPPED) == [WRAPPED.strip()]


def test_a_wrapped_paragraph_with_windows_line_ends_is_one_passage() -> None:
    text = WRAPPED.replace("\n", "\r\n")
    assert split(text) == [text.strip()]


def test_a_blank_line_ends_a_passage() -> None:
    assert split("One thing ended.\n\nAnother began.") == ["One thing ended.", "Another began."]


def test_a_blank_line_inside_a_sentence_that_goes_on_in_lower_case_is_only_a_space() -> None:
    assert split("They gave them more of\n \n an education than expected!") == [
        "They gave them more of\n \n an education than expected!"
    ]


@pytest.mark.parametrize("marker", ["- ", "* ", "• ", "1. ", "2) ", "(a) ", "## "])
def test_a_list_item_begins_a_passage(marker: str) -> None:
    assert split(f"We need\n{marker}apples from the north\n{marker}pears") == [
        "We need",
        f"{marker}apples from the north",
        f"{marker}pears",
    ]


def test_a_heading_ends_where_its_line_ends() -> None:
    text = "Results\nThe trial ended early because the drug worked.\nIt was approved."
    assert split(text)[0] == "Results"


def test_paragraphs_that_are_one_long_line_each_are_passages() -> None:
    long = "This paragraph was never wrapped and goes on for a good while. " * 5
    assert split(f"{long}\n{long}\n{long}") == [long.strip()] * 3


@given(st.text(alphabet="aA.\n\r\t -•1é中", max_size=80))
def test_passages_keep_every_visible_character_in_order(text: str) -> None:
    spans = list(passages(text))
    assert "".join("".join(text[start:end].split()) for start, end in spans) == "".join(text.split())
    assert all(start < end for start, end in spans)
    assert spans == sorted(spans)


def test_a_note_in_brackets_ends_its_paragraph() -> None:
    text = "The mill turned too fast\nat night.\n[since last year]\n\nmill is faster now with\nits new wheel.\n"
    assert [text[start:end] for start, end in passages(text)][-1] == "mill is faster now with\nits new wheel."


@pytest.mark.parametrize("mark", ["- ", "* ", "• ", "12. "])
def test_a_line_that_is_indented_like_the_text_of_an_item_goes_on_with_it(mark: str) -> None:
    indent = " " * len(mark)
    wrapped = fill("Every mill on the river has a wheel that turns and grinds. " * 9, 50)
    item = f"{mark}Watermills will turn if the wheel\n{indent}Stuck for so long in the ice."
    title = f"{mark}Wheels\n{indent}They are of oak."
    assert split(f"{wrapped}\n\n{item}\n{title}")[1:] == [item, f"{mark}Wheels", "They are of oak."]
    unindented = item.replace(f"\n{indent}S", "\nS")
    assert len(split(f"{wrapped}\n\n{unindented}")) == 3


def test_an_item_goes_on_below_a_line_that_ends_with_a_sentence() -> None:
    item = "* The wheel turns.\n  It is of oak.\n  Nobody knows its age."
    assert split(f"{item}\n* The mill is old.") == [item, "* The mill is old."]
    assert split(f"{item}\n\n  It stands.") == [item, "It stands."]
    assert split("1. How old is it?\n   1.1. Is it old?\n   1.2. Who knows?")[0] == "1. How old is it?"


def test_a_line_with_too_many_words_for_a_heading_goes_on_even_if_it_is_a_little_short() -> None:
    text = (
        "The committee met on Monday to talk about the old road along the\n"
        "harbour. It did not reach a decision, and it will meet again when\n"
        "it knows what the road costs.  This road belongs to the Northern\n"
        "Ferry Company since it was built, and to all of its old shareholders\n"
        "too.\n"
    )
    early = text.replace("belongs to the Northern\nFerry", "is a road of North\nFerry")
    assert split(text) == [text.strip()]
    assert split(early) == [early.strip()]


def test_titles_with_the_numbers_of_sections_are_passages() -> None:
    titles = [
        "1.1. Where the fish come from in the spring of the year",
        "1.2. How they swim",
        "1.3. What becomes of them in the long and cold nights",
        "2.1. The harbour",
        "2.2. The boats of the harbour",
    ]
    assert split("\n".join(titles)) == titles


def test_a_quantity_at_the_beginning_of_a_line_is_inside_the_sentence() -> None:
    text = (
        "The river rose by a good deal more than usual, namely by\n"
        "2.1 metres at the old mill of Brekka, and it had only been\n"
        "0.4 metres in the year before, as everybody remembers.\n"
    )
    assert len(split(text)) == 1


@pytest.mark.parametrize("title", ["1. Introduction", "About the tool"])
def test_a_title_does_not_go_on_in_a_name_in_lower_case(title: str) -> None:
    assert split(f"{WRAPPED}\n{title}\n\nnetmend mends nets.\n")[1:] == [title, "netmend mends nets."]


@given(st.text(st.sampled_from("ab \t\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029"), max_size=30))
def test_a_line_ends_at_every_line_break_and_at_no_separator_of_files(text: str) -> None:
    found = re.finditer(r"[^\r\n\f\v\x85\u2028\u2029]+", text)

    assert _lines(text) == [match.span() for match in found if not match[0].isspace()]


def test_quantities_that_follow_one_another_are_no_numbers_of_sections() -> None:
    text = "Sales of boats rose from\n2.1 million in the first year to\n2.2 million in the second.\n"
    assert list(_numbered_titles(text, _lines(text))) == []


def test_an_article_of_one_letter_is_no_bullet() -> None:
    text = "O presidente disse que visitou\no Brasil durante o inverno e que voltou\no Chile em seguida.\n"
    assert split(text) == [text.strip()]
