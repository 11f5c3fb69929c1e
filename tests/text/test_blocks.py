from __future__ import annotations

import pytest

from reprank.errors import InputError
from reprank.text.blocks import plain_blocks
from reprank.text.documents import Block, Document, Place
from reprank.text.languages import language
from reprank.text.units import read_units


def test_no_sentence_crosses_the_border_of_a_block() -> None:
    text = "Results of the year and The river rose\nall night long. Then the bridge was closed at dawn."
    middle = text.index("The river")
    document = Document(text, blocks=(Block(0, middle, "heading"), Block(middle, len(text))))
    units = read_units([document], language("en"))
    assert units.texts[0] == "Results of the year and"
    assert units.texts[1] == "The river rose\nall night long."


def test_only_prose_and_lists_are_selectable_and_unread_blocks_have_no_words() -> None:
    kinds = ["prose", "list", "heading", "caption", "table", "footnote", "code", "furniture", "reference"]
    lines = [f"The {kind} has a sentence of seven words." for kind in kinds]
    text = "\n".join(lines)
    starts = [text.index(line) for line in lines]
    blocks = tuple(
        Block(start, start + len(line), kind) for start, line, kind in zip(starts, lines, kinds, strict=True)
    )
    units = read_units(
        [Document("An other text comes before this one."), Document(text, blocks=blocks)], language("en")
    )
    assert units.texts[1:] == tuple(lines[:6])
    assert [i for i in range(len(units)) if units.substantial[i]] == [0, 1, 2]
    assert not {"code", "furniture", "reference"}.intersection(units.forms)
    assert units.offsets[-1] == len(units.form)


def test_text_outside_all_blocks_is_not_read_and_offsets_stay() -> None:
    text = "* The river rose all night. *"
    units = read_units([Document(text, blocks=(Block(2, 27),))], language("en"))
    assert [(int(units.start[0]), int(units.end[0]))] == [(2, 27)]


@pytest.mark.parametrize(
    ("blocks", "message"),
    [
        ((Block(0, 3, "poem"),), "unknown kind of block 'poem': use one of caption, code"),
        ((Block(0, 99),), "from 0 to 5; got 0 to 99"),
        ((Block(2, 2),), "got 2 to 2"),
        ((Block(0, 3), Block(2, 5)), "must not overlap; got one that starts at 2 after one that ends at 3"),
    ],
)
def test_wrong_blocks_are_refused(blocks: tuple[Block, ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Document("abcde", blocks=blocks)


def test_places_are_looked_up_by_offset_and_must_be_in_order() -> None:
    document = Document("abcdef", places=(Place(1, "page 1"), Place(4, "page 2")))
    assert [document.place_of(offset) for offset in (0, 1, 3, 4, 5)] == [None, "page 1", "page 1", "page 2", "page 2"]
    with pytest.raises(InputError, match="places must be in order; got 1 after 4"):
        Document("abcdef", places=(Place(4, "b"), Place(1, "a")))


LICENCE = """1. Basic Permissions.

The keeper may open the gate of the harbour for every ship that has paid. The
gate is closed again behind it.

2. Modified Gates.

You may use a modified gate, provided that you do all of these things:

A. Preserve all notices that the keeper has put up.
B. State on the gate that you have changed it.
C. Give the keeper a key.
"""


def test_a_numbered_title_is_a_heading_and_an_enumerator_is_no_part_of_its_item() -> None:
    found = [(block.kind, LICENCE[block.start : block.end]) for block in plain_blocks(LICENCE)]
    assert [text for kind, text in found if kind == "heading"] == ["Basic Permissions.", "Modified Gates."]
    assert [text for kind, text in found if kind == "list"] == [
        "Preserve all notices that the keeper has put up.",
        "State on the gate that you have changed it.",
        "Give the keeper a key.",
    ]


def test_an_initial_is_no_enumerator() -> None:
    text = "J. Smith opened the gate.\n\nA. Oduya closed it again.\n\nNobody knows why they did it.\n"
    assert next(text[block.start : block.end] for block in plain_blocks(text)) == "J. Smith opened the gate."
