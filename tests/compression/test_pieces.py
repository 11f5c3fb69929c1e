from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from reprank.compression.pieces import read_pieces
from reprank.text.documents import KINDS, Block, Document
from reprank.text.markdown import markdown_blocks

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


MARKDOWN = """# The flood

The river rose all
night.[^1] Nobody was hurt.

- The road is closed.

```
make all
```

![A map](map.png)
"""


def test_pieces_of_a_document_with_blocks_are_its_blocks_with_their_markup() -> None:
    pieces = read_pieces([Document(MARKDOWN, blocks=tuple(markdown_blocks(MARKDOWN)))], "en")
    assert list(zip(pieces.kind, pieces.owned, strict=True)) == [
        ("heading", "# The flood\n\n"),
        ("prose", "The river rose all\nnight.[^1] "),
        ("prose", "Nobody was hurt.\n\n"),
        ("list", "- The road is closed.\n\n"),
        ("code", "```\nmake all\n```\n\n"),
        ("caption", "![A map](map.png)\n"),
    ]
    assert pieces.selectable.tolist() == [False, True, True, True, True, True]


def test_a_line_that_looks_like_a_table_is_prose_where_the_reader_says_so() -> None:
    text = "a | b | c\nd | e | f"
    assert read_pieces([Document(text)], "en").kind == ("table",)
    assert read_pieces([Document(text, blocks=(Block(0, len(text), "prose"),))], "en").kind == ("prose",)


@st.composite
def documents_with_blocks(draw: st.DrawFn) -> Document:
    text = draw(st.text("ab.!- \n#", min_size=1, max_size=60))
    edges = sorted(draw(st.sets(st.integers(0, len(text)), min_size=2, max_size=8)))
    spans = zip(edges[::2], edges[1::2], strict=False)
    blocks = [Block(start, end, draw(st.sampled_from(sorted(KINDS)))) for start, end in spans]
    return Document(text, blocks=tuple(blocks))


@given(st.lists(documents_with_blocks(), max_size=3))
@example([Document("aaa\na ", blocks=(Block(0, 1, "caption"), Block(5, 6, "caption")))])  # a blank block
@example([Document(" aa", blocks=(Block(0, 1, "caption"), Block(2, 3, "caption")))])  # before another on its line
@example([Document("aaaaa.-", blocks=(Block(6, 7, "caption"),))])  # words before a block on its line
def test_pieces_cover_documents_with_blocks_and_never_cross_one(documents: list[Document]) -> None:
    pieces = read_pieces(documents, "en")
    for number, document in enumerate(documents):
        numbers = pieces.of_chunk(number)
        assert not numbers or "".join(pieces.owned[i] for i in numbers) == document.text
        for i in numbers:
            start, end = int(pieces.units.start[i]), int(pieces.units.end[i])
            inside = [block for block in document.blocks if block.start < end and start < block.end]
            assert [block.kind for block in inside] in ([pieces.kind[i]], [])  # or in the markup before its block
