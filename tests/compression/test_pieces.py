from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprank.compression.pieces import read_pieces
from reprank.text.documents import Document

PYTHON = "def area(r):\n    x = r * r\n\n    return 3 * x"


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("One sentence. Another one.", ["prose", "prose"]),
        ("Before it.\n\n```\nx\n```\n\nAfter it.", ["prose", "code", "prose"]),
        ("Never closed.\n\n~~~\nx = 1\n\ny = 2", ["prose", "code"]),
        (f"See this:\n\n{PYTHON}\n\nIt is short.", ["prose", "code", "prose"]),
        ("| a | b |\n|---|---|\n| 1 | 2 |\n\nA table.", ["table", "prose"]),
        ("name\tage\tcity\nAnn\t41\tRome\n", ["table"]),
        ("# Title\nText follows here.", ["heading", "prose"]),
        ("Either this | or that.", ["prose"]),
    ],
)
def test_blocks_are_one_piece_each(text: str, kinds: list[str]) -> None:
    assert list(read_pieces([Document(text)], "en").kind) == kinds


def test_code_without_a_fence_stays_together_over_blank_lines() -> None:
    pieces = read_pieces([Document(f"See this:\n\n{PYTHON}\n\nIt is short.")], "en")
    assert PYTHON in pieces.units.texts


@given(st.lists(st.text(max_size=80), max_size=4))
def test_pieces_cover_each_chunk_that_has_words_without_gap_or_overlap(chunks: list[str]) -> None:
    pieces = read_pieces([Document(text) for text in chunks], "en")
    for number, text in enumerate(chunks):
        stretches = [pieces.bounds[i] for i in pieces.of_chunk(number)]
        if stretches:
            assert "".join(text[start:end] for start, end in stretches) == text


@given(st.lists(st.sampled_from(["A pump failed.", "```\na b\n```", "x = f(1);", "| a | b |", "\n", " "]), max_size=9))
def test_words_stand_where_the_units_say(parts: list[str]) -> None:
    text = "\n".join(parts)
    units = read_pieces([Document(text)], "en").units
    for place, form in zip(units.word_start.tolist(), units.form.tolist(), strict=True):
        assert text.startswith(units.forms[form], place)
