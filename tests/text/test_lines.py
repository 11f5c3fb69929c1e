"""What a line of a plain text is, and what a text of unknown form is made of."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import reprank
from reprank.readers.reading import read
from reprank.text.blocks import plain_blocks, recognised
from reprank.text.documents import Document
from reprank.text.lines import line_kinds
from reprank.text.markdown import is_markdown, markdown_blocks

PROSE = (
    "The harbour of Brekka was closed on Monday because the wind had torn the roof off the customs house. "
    "Nobody was hurt. The town council will meet on Thursday to decide who pays for the repairs.\n"
)
MANUAL = """TIDE(1)                          User Commands                         TIDE(1)

NAME
       tide - print the times of high water

DESCRIPTION
       Tide prints the times of high water for the harbours that are given as
       arguments, one harbour to a line.

       -a, --all
              print low water too

       -d     Print the date before each time. Dates are those of the harbour.

Coast 2.1                          March 2024                          TIDE(1)
"""
GUIDE = """# Tide

Tide computes the times of high water for every harbour on the coast. It needs no network.

```python
# The harbour is a name or a number, and the result is a list of times.
print(tide("Brekka"))
```

## Accuracy

The times are right to two minutes for harbours on the open sea. In a fjord they may be late by a quarter of an hour.

1. The table of harbours is read once.
2. The constants of each harbour are checked against the table.

## References

- Vasser, E. (2019). The tides of the northern fjords. Journal of Harbours 12, pp. 3-19.
- Oduya, K. (2021). High water at Brekka. Coast Press.
"""


def kinds(text: str) -> list[str]:
    return [line.kind for line in line_kinds(text)]


def blocks(text: str) -> list[tuple[str, str]]:
    return [(block.kind, text[block.start : block.end]) for block in plain_blocks(text)]


def test_prose_has_no_blocks() -> None:
    document = Document(PROSE)
    assert recognised(document) is document


def test_a_heading_is_known_by_the_line_of_marks_below_it() -> None:
    assert kinds("Results\n=======\nThe river rose.\n") == ["heading", "furniture", "prose"]


def test_a_line_of_marks_below_a_paragraph_makes_no_heading() -> None:
    assert kinds("The river rose\nand fell again.\n-----\n") == ["prose", "prose", "furniture"]


def test_indented_lines_that_read_as_code_are_code() -> None:
    text = (
        "Call it so:\n\n    # Now the eel is in the pond.\n    pond.add(eel)\n    eel.save()\n\nThat is all there is.\n"
    )
    assert kinds(text)[2:5] == ["code"] * 3


def test_an_indented_quotation_stays_prose() -> None:
    text = "The captain wrote in his journal that night, by the light of a single lamp:\n\n"
    text += (
        "    The sea was calm, and nobody on board could have known what was coming.\n    We slept well that night.\n"
    )
    assert set(kinds(text)) == {"prose"}


def test_items_that_end_in_a_semicolon_are_no_code() -> None:
    text = "You may:\n  the owner of the boat;\n  the captain and the crew;\n  the harbour master.\n"
    assert "code" not in kinds(text)


def test_a_man_page_has_headings_options_and_a_running_title() -> None:
    found = blocks(MANUAL)
    assert [text for kind, text in found if kind == "heading"] == [
        "NAME",
        "tide - print the times of high water",
        "DESCRIPTION",
    ]
    assert [text.split()[0] for kind, text in found if kind == "option"] == ["-a,", "-d"]
    assert next(text for kind, text in found if kind == "prose").startswith("Tide prints the times")
    assert found[0][0] == found[-1][0] == "furniture"


@pytest.mark.parametrize("name", ["CREATE TIDE TABLE(7)", "git-tide(1)"])
def test_the_running_title_of_a_man_page_may_have_spaces(name: str) -> None:
    title = f"{name:28}The Coast{name:>28}"
    page = MANUAL.replace(MANUAL.partition("\n")[0], title).replace("TIDE(1)\n", f"{name}\n")
    found = blocks(page)
    assert found[0] == ("furniture", title)
    assert found[-1][0] == "furniture"
    assert blocks(MANUAL)[1:-1] == found[1:-1]


def test_a_running_title_that_is_cut_is_known_by_the_heading_below() -> None:
    title = "TIDE_TABLES_OF_THE_NORTHERN_COAST(1Tides and WiTIDE_TABLES_OF_THE_NORTHERN_COAST(1)"
    found = blocks(MANUAL.replace(MANUAL.partition("\n")[0], title))
    assert blocks(MANUAL)[1:-1] == found[1:-1]
    assert blocks(f"{title}\n\n{PROSE}")[0] == ("prose", title)
    assert ("prose", "Applicant(s)") in blocks(f"Applicant(s)\n\nName\n\n{PROSE}")


@pytest.mark.parametrize("section", ["DISCLAIMER", "SUPPORT"])
def test_what_a_man_page_says_of_its_makers_is_a_note(section: str) -> None:
    text = "Tide is given to you as it is."
    assert ("footnote", text) in blocks(MANUAL.replace("DESCRIPTION", f"{section}\n       {text}\n\nDESCRIPTION"))


def test_a_paragraph_of_a_man_page_that_lists_options_is_no_prose() -> None:
    page = MANUAL.replace("DESCRIPTION", "FLAGS\n       Known: --help, --quiet, --low, --date.\n\nDESCRIPTION")
    assert ("option", "Known: --help, --quiet, --low, --date.") in blocks(page)


def test_sections_above_the_description_of_a_man_page_keep_their_text_and_options() -> None:
    overview = "Tide knows every harbour. It needs no network."
    sections = f"OVERVIEW\n       {overview}\n\nOPTIONS\n       -q     Print nothing.\n\nDESCRIPTION\n"
    found = blocks(MANUAL.replace("DESCRIPTION\n", sections, 1))
    assert ("prose", overview) in found
    assert [text.split()[0] for kind, text in found if kind == "option"] == ["-q", "-a,", "-d"]
    assert set(blocks(MANUAL)) <= set(found)


def test_what_stands_between_two_commands_of_a_manual_is_no_code() -> None:
    text = (
        "Commands:\n\n"
        "    return [n]\n        Leave the harbour and give the number n to the harbour master at the gate.\n"
        "        Without a number the last one that was given counts for the ship.\n\n"
        "    let ship\n        Open the gate and let the ship in, if the water is high enough for it.\n\n"
        "Example:\n\n    let_in(ship)\n    # The ship is in the harbour now.\n    return_all()\n"
    )
    kinds = [line.kind for line in line_kinds(text)]
    assert set(kinds[:10]) == {"prose"}
    assert kinds[11:] == ["code"] * 3


@pytest.mark.parametrize(
    "code",
    [
        'def count(eels):\n    """Count.\n\n    They are counted by hand in May.\n    """\n    return len(eels)\n',
        "    /**\n     * Returns the number of eels in the whole river.\n     */\n    return x;\n}\n",
        "$ eels --help\n    Eels are counted by hand every year in May.\n$ eels\n",
    ],
)
def test_comments_and_output_are_code_like_what_is_around_them(code: str) -> None:
    text = f"{PROSE}\n{code}\n{PROSE}"
    prose = "".join(text[line.start : line.end] for line in line_kinds(text) if line.kind == "prose")
    assert not [line for line in code.split("\n") if line.strip() and line in prose]


def test_prose_behind_commands_is_no_output() -> None:
    said = "    The program then reads the long list of files.\n    It writes the result into one large file.\n"
    text = f"Intro.\n\n    $ ./configure\n    $ make\n\n{said}    Nobody needs to look at it before.\n\nEnd.\n"
    prose = "".join(text[line.start : line.end] for line in line_kinds(text) if line.kind == "prose")
    assert said in prose
    assert "$ make" not in prose


def test_items_that_read_as_prose_are_no_code() -> None:
    items = "".join(f"    * {name} opens the gate of (the) harbour at [{name}] bridge.\n" for name in ("Ann", "Ben"))
    assert {line.kind for line in line_kinds(f"{PROSE}\n{items}\n{PROSE}")} == {"prose"}


def test_an_option_is_not_selected() -> None:
    summary = reprank.summarize(MANUAL, words=20)
    assert str(summary).startswith("Tide prints the times of high water")


def test_the_number_of_an_item_is_outside_its_block() -> None:
    text = "1. The council meets on Monday.\n2. The mayor speaks first.\n"
    assert blocks(text) == [("list", "The council meets on Monday."), ("list", "The mayor speaks first.")]


def test_a_number_without_a_second_one_is_part_of_the_sentence() -> None:
    text = "1. FC Brekka won the cup on Saturday.\nThe town celebrated all night.\n"
    assert next(text for _, text in blocks(text)).startswith("1. FC Brekka")


@pytest.mark.parametrize("initial", ["J. Paul Oduya", "A. Vasser"])
def test_an_initial_is_no_number(initial: str) -> None:
    text = f"{initial} spoke first.\n\n{initial} spoke again.\n"
    assert [text.split(" spoke")[0] for _, text in blocks(text)] == [initial, initial]


def test_code_in_a_fence_is_no_sentence_of_a_string() -> None:
    selected = [sentence.text for sentence in reprank.summarize(GUIDE, words=500).sentences]
    assert not any("name or a number" in text or "print(" in text for text in selected)


@pytest.mark.parametrize("words", [20, 40, 60])
def test_a_string_and_a_file_of_markdown_give_the_same_sentences(words: int) -> None:
    from_string = [sentence.display for sentence in reprank.summarize(GUIDE, words=words).sentences]
    from_file = [
        sentence.display for sentence in reprank.summarize(read(GUIDE.encode(), name="tide.md"), words=words).sentences
    ]
    assert from_string == from_file


@pytest.mark.parametrize("name", ["tide.md", "tide.txt"])
def test_references_are_never_selected(name: str) -> None:
    text = GUIDE if name.endswith("md") else GUIDE.replace("## ", "").replace("# ", "")
    summary = reprank.summarize(read(text.encode(), name=name), words=500)
    assert not any("Vasser, E." in sentence.text or "Coast Press" in sentence.text for sentence in summary.sentences)


def test_a_comment_sign_alone_is_no_markdown() -> None:
    assert not is_markdown("# 1 of all boats\nIt was built in Brekka.")


@given(st.text(alphabet="aA.;:#`=-*>|1( )\n\t", max_size=120))
def test_blocks_are_in_order_and_do_not_overlap(text: str) -> None:
    for found in (list(plain_blocks(text)), list(markdown_blocks(text))):
        Document(text, blocks=tuple(found))  # raises if they overlap
        assert all(text[block.start : block.end].strip() for block in found)


@given(st.text(alphabet="aA.;:#`=-*>|1( )\n\t", max_size=120))
def test_every_line_has_a_kind(text: str) -> None:
    lines = line_kinds(text)
    assert "".join(text[line.start : line.end] for line in lines) == text


def test_a_line_of_one_mark_is_an_underline_and_a_comment_may_have_several_spaces() -> None:
    underlined = "Eels\n────\nThey swim.\n"
    assert [line.kind for line in line_kinds(underlined)] == ["heading", "furniture", "prose"]
    assert [line.kind for line in line_kinds("Eels\n=-=-\nThey swim.\n")] == ["prose", "furniture", "prose"]
    assert [line.kind for line in line_kinds("..   a comment\n\nThey swim.")] == ["furniture", "prose", "prose"]


def test_lines_cover_the_text_with_or_without_a_break_at_its_end() -> None:
    for text in ("", "\n", "a", "a\n", "a\n\nb", "a\r\nb\n\n"):
        assert "".join(text[line.start : line.end] for line in line_kinds(text)) == text


def test_the_indented_first_line_of_a_paragraph_is_no_code() -> None:
    line = "  3. You may moor a boat (or a raft of logs,\n"
    text = f"{PROSE}\n{line}under rule 2) at the pier for a night or two.\n\n{PROSE}"
    assert {kind for start, _, kind in line_kinds(text) if text[start:].strip()} == {"prose"}
    titled = text.replace(line, f"  Rule 3 (of 9)\n\n{line}")
    assert [kind for start, _, kind in line_kinds(titled) if titled[start:].startswith(line)] == ["prose"]
    assert [kind for start, _, kind in line_kinds(f"{PROSE}\n{line}\n{PROSE}") if text[start:].startswith(line)] == [
        "code"
    ]


@pytest.mark.parametrize("title", ["Why", "The harbour master", "II) Boats from abroad"])
def test_tildes_below_a_title_are_no_fence(title: str) -> None:
    text = f"{title}\n{'~' * len(title)}\n\nThe harbour opens at six. It closes at ten.\n\n" * 2
    assert [kind for kind, _ in blocks(text)] == ["heading", "furniture", "prose"] * 2


def test_a_line_of_tildes_across_the_page_is_no_fence() -> None:
    text = "The harbour opens at six.\n\n" + "~" * 70 + "\n\nIt closes at ten.\n"
    assert [kind for kind, _ in blocks(text)] == ["prose", "furniture", "prose"]


def test_a_fence_of_tildes_below_a_sentence_holds_code() -> None:
    text = "# Eels\n\nCount all the eels of the river:\n~~~~\ncount eels\n~~~~\n\n# Fish\n\nFish swim.\n"
    assert "code" in [kind for kind, _ in blocks(text)]


COMMENTS = """The settings of the weir are lines such as these, which are read from top to bottom:

# count all of them
count eels
# and again at night
count fish

Nobody needs to change them. A weir without settings counts everything that swims.
"""


def test_comments_of_a_file_with_settings_are_no_headings_of_markdown() -> None:
    assert not is_markdown(COMMENTS)
    assert is_markdown("# Eels\nEels live in the river all year.\n## Fish\nFish swim in the sea near it.\n")


def test_starred_lines_that_go_on_or_stand_alone_are_items() -> None:
    text = "** New traps\n\nThey hold more eels.\n\n** Count the eels of the river at\n   night\n\n** Mend nets\n"
    assert [(kind, text.split()[-1]) for kind, text in blocks(text)] == [
        ("heading", "traps"),
        ("prose", "eels."),
        ("list", "night"),
        ("list", "nets"),
    ]


def test_terms_in_lower_case_are_read_with_their_descriptions_and_not_selected() -> None:
    pairs = "".join(
        f"{term}\n    Counts the fish of the {term[:4]} river.\n\n" for term in ("weir.dat", "eels [-a]", "fish")
    )
    assert {kind for kind, _ in blocks(pairs)} == {"option"}
    assert "option" not in {kind for kind, _ in blocks(pairs.replace("weir.dat", "Weir").replace("eels", "Eels"))}


def test_an_option_may_be_an_item() -> None:
    text = "* --with-eels\n  Counts eels.\n* --with-fish\n  Counts fish.\n\nThe weir counts all of them at night.\n"
    assert [text for kind, text in blocks(text) if kind != "option"] == ["The weir counts all of them at night."]


def test_the_last_line_of_an_indented_paragraph_is_no_term() -> None:
    paragraph = '   The mayor of the town said that "we will sell the mill to nobody\nin the coming year."\n'
    assert [kind for kind, _ in blocks(paragraph * 4) if kind == "option"] == []
