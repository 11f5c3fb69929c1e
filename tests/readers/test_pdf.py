from __future__ import annotations

import textwrap
import threading
from itertools import zip_longest

import pytest

import reprank
from reprank.readers.draft import Draft
from reprank.readers.furniture import without_furniture
from reprank.readers.layout import write_pages
from reprank.readers.lines import HYPHEN, Line
from tests.readers import texts
from tests.readers.gold import FILES, ITEMS, of_kind, report, selectable, sentences
from tests.readers.tiny_pdf import glyph_pdf, tiny_pdf

pytest.importorskip("pypdfium2")


@pytest.fixture(scope="module")
def paper() -> reprank.Document:
    return reprank.read(FILES / "paper.pdf")


def test_all_sentences_of_a_two_column_paper_are_found_in_order_and_nothing_else(paper: reprank.Document) -> None:
    first, *rest = texts.METHOD
    items = ["Batteries last for six weeks in cold water.", "Memory cards last for one winter of recordings."]
    after = sentences(*rest, *texts.RESULTS, *texts.DISCUSSION)
    assert selectable(paper) == [*sentences(*texts.OPENING, first), *items, *after]


def test_running_heads_feet_and_page_numbers_are_gone(paper: reprank.Document) -> None:
    author, title = "I. Halden and B. Prior", texts.TITLE
    rest = paper.text.replace(author, "").replace(title, "")
    for head in (*texts.RUNNING_HEADS, "Preprint of the river society"):
        assert head not in rest
    assert not any(block.isdigit() for block in paper.text.split("\n"))


def test_divided_words_are_whole_again_and_compounds_keep_their_hyphens(paper: reprank.Document) -> None:
    words = set(paper.text.split())
    for whole in ("nineteen", "inexpensive", "fast-flowing", "crystal-clear", "oxygen-rich"):
        assert whole in words or f"{whole}," in words


def test_footnote_caption_table_and_references_are_set_aside(paper: reprank.Document) -> None:
    assert of_kind(paper, "footnote") == [texts.FOOTNOTE]
    assert of_kind(paper, "caption") == [f"Figure 1: {texts.CAPTION}", "Table 1: Encounters at three of the stations."]
    assert [table.split()[0] for table in of_kind(paper, "table")] == ["Station"]
    assert [reference.split("] ")[1] for reference in of_kind(paper, "reference")] == list(texts.REFERENCES)


def test_the_mark_of_a_footnote_is_not_part_of_the_sentence(paper: reprank.Document) -> None:
    assert "series of observations.\n" in paper.text


def test_title_pages_and_name_are_known(paper: reprank.Document) -> None:
    assert (paper.title, paper.id) == (texts.TITLE, "paper.pdf")
    assert [place.label for place in paper.places] == ["page 1", "page 2", "page 3", "page 4"]
    assert paper.place_of(paper.text.index("The combined estimate")) == "page 3"


def test_a_summary_says_the_page_of_each_sentence(paper: reprank.Document) -> None:
    summary = reprank.summarize([paper], words=120)
    pages = {f"paper.pdf, page {number}" for number in range(1, 5)}
    assert {summary.place(sentence) for sentence in summary.sentences} <= pages
    assert all(fields["place"] in pages for fields in summary.to_dict()["sentences"])  # type: ignore[attr-defined]
    assert "[paper.pdf, page " in summary.to_markdown()
    assert "[paper.pdf, page " in summary.to_html()


def test_two_columns_by_groff_are_in_order() -> None:
    assert selectable(reprank.read(FILES / "groff.pdf")) == report()


def test_a_footnote_between_two_pages_by_libreoffice_does_not_interrupt_a_sentence() -> None:
    document = reprank.read(FILES / "libreoffice-report.pdf")
    found = [sentence for sentence in selectable(document) if sentence != texts.CAPTION]
    assert found == report(*ITEMS)
    assert of_kind(document, "code") == ["record --minutes 10 --every 60"]


def test_a_scan_is_called_a_scan_and_an_encrypted_file_encrypted() -> None:
    with pytest.raises(reprank.InputError, match=r"scan\.pdf is a scan: .* run text recognition"):
        reprank.read(FILES / "scan.pdf")
    with pytest.raises(reprank.InputError, match=r"encrypted\.pdf is an encrypted PDF: save it without a password"):
        reprank.read(FILES / "encrypted.pdf")
    with pytest.raises(reprank.InputError, match="is a damaged PDF"):
        reprank.read(b"%PDF-1.7 and nothing more", name="x.pdf")


def test_threads_may_read_at_once(paper: reprank.Document) -> None:
    found: list[reprank.Document] = []
    raw = (FILES / "paper.pdf").read_bytes()
    threads = [threading.Thread(target=lambda: found.append(reprank.read(raw, name="paper.pdf"))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [paper] * 4


@pytest.mark.parametrize("shift", [0, 4])
def test_columns_that_a_file_writes_row_by_row_are_read_column_by_column(shift: int) -> None:
    left, right = (textwrap.wrap(" ".join(paragraphs), 44) for paragraphs in (texts.OPENING, texts.METHOD))
    page = [(60.0, 780.0, 18.0, "A Title over Both Columns")]
    for row, (one, other) in enumerate(zip_longest(left, right, fillvalue="")):
        page += [(60.0, 740.0 - 13 * row, 10.0, one), (310.0, 740.0 - shift - 13 * row, 10.0, other)]
    document = reprank.read(tiny_pdf([page]), name="rows.pdf")
    assert selectable(document) == sentences(*texts.OPENING, *texts.METHOD)


def test_three_columns_that_a_file_writes_row_by_row_are_read_column_by_column() -> None:
    columns = [textwrap.wrap(" ".join(part), 34) for part in (texts.OPENING, texts.METHOD, texts.DISCUSSION)]
    page = [(40.0, 790.0, 18.0, "A Title over Three Columns")]
    for row, cells in enumerate(zip_longest(*columns, fillvalue="")):
        page += [(40.0 + 180 * at, 750.0 - 11.5 * row, 9.0, cell) for at, cell in enumerate(cells)]
    document = reprank.read(tiny_pdf([page]), name="rows.pdf")
    assert selectable(document) == sentences(*texts.OPENING, *texts.METHOD, *texts.DISCUSSION)


@pytest.mark.parametrize("columns", [False, True])
def test_words_that_stand_far_apart_are_text_unless_they_make_columns(columns: bool) -> None:
    words = " ".join(texts.METHOD).split()
    page: list[tuple[float, float, float, str]] = []
    for row in range(14):
        for at, number in enumerate(range(8 * row, 8 * row + 8, 2)):
            x = 60 + 110 * at + (0 if columns else 7 * ((5 * row + 3 * at) % 4))
            page.append((x, 780 - 13 * row, 8, " ".join(words[number : number + 2])))
    kinds = {block.kind for block in reprank.read(tiny_pdf([page]), name="scan.pdf").blocks}
    assert ("table" in kinds) is columns
    assert ("prose" in kinds) is not columns


def test_glyphs_without_letters_are_read_in_the_usual_order_or_not_at_all() -> None:
    said = "The mill grinds corn for all of the villages – and for the café."
    beyond = {"–": 177, "é": 112}
    glyphs = [beyond.get(letter, ord(letter) - 29) for letter in said]
    assert reprank.read(glyph_pdf([glyphs]), name="glyphs.pdf").text == said
    with pytest.raises(reprank.InputError, match="which letters they show"):
        reprank.read(glyph_pdf([[7 * (3 + at % 23) for at in range(60)]] * 3), name="own-order.pdf")


def test_letters_of_formulas_are_read_as_plain_letters_and_other_rare_characters_as_they_are() -> None:
    page = [(60.0, 740.0, 10.0, "The speed Q of the wheel is measured at the mill, and Z stands for a fish.")]
    read = reprank.read(tiny_pdf([page], meant={"Q": "\U0001d445", "Z": "\U0001f41f"}), name="formulas.pdf")
    assert read.text == "The speed R of the wheel is measured at the mill, and \U0001f41f stands for a fish."


def line(text: str, base: float, *, page: int = 0, left: float = 50, right: float = 250, size: float = 10) -> Line:
    return Line(text, page, left, right, base, size)


def pages_with(head: str, pages: int) -> list[list[Line]]:
    """Pages whose head stands above twenty lines of text, each line different."""
    letters = [f"{a}{b}" for a in "abcdefghij" for b in "klmnopqrst"]
    return [
        [
            line(head.format(page + 1), 760, page=page),
            *(line(f"the {letters[page * 20 + row]} of the text", 700 - 12 * row, page=page) for row in range(20)),
        ]
        for page in range(pages)
    ]


@pytest.mark.parametrize("head", ["Annual report {}", "{}", "Page {} of 9", "— {} —"])
def test_heads_that_change_only_in_their_number_are_furniture(head: str) -> None:
    assert [len(page) for page in without_furniture(pages_with(head, 3))] == [20, 20, 20]


def test_the_first_line_of_the_text_is_no_furniture_because_it_is_at_the_top() -> None:
    pages = [page[1:] for page in pages_with("", 4)]
    assert without_furniture(pages) == pages


def test_titles_of_slides_are_no_furniture_and_lines_of_a_table_of_contents_are() -> None:
    pages = pages_with("", 4)
    titles = [line(f"Slide about {name}", 760, page=page, size=20) for page, name in enumerate(("a", "b", "c", "d"))]
    pages = [[title, *page[1:]] for title, page in zip(titles, pages, strict=True)]
    assert without_furniture(pages) == pages
    contents, sentence = line("Introduction . . . . . . 3", 500), line("Well ..... it rained.", 400)
    short = line("Can a long question leave room for two dots? . . 11", 450)
    assert without_furniture([[contents, short, sentence]]) == [[sentence]]


def test_the_first_line_of_a_long_entry_of_a_table_of_contents_is_furniture() -> None:
    entries = ["1 Introduction . . . . . 3", "2 Why is it that nobody mends the wheel of", "the old mill? . . . . . 4"]
    lines = [line(text, 600 - 20 * number) for number, text in enumerate([*entries, "Mills are old.", "They turn."])]
    assert without_furniture([lines]) == [lines[3:]]


def test_a_year_that_ends_a_page_is_no_page_number() -> None:
    (page,) = pages_with("", 1)
    page = [*page[1:], line("2018.", 700 - 12 * 20)]
    assert without_furniture([page]) == [page]


@pytest.mark.parametrize(
    ("lines", "joined"),
    [
        (["A re" + HYPHEN, "inspection. Every reinspection is good. Or so."], "A reinspection."),
        (["A re" + HYPHEN, "inspection. Every re-inspection is good. Or so."], "A re-inspection."),
        (["The Anglo" + HYPHEN, "Saxon king. He came."], "The Anglo-Saxon king."),
        (["From 1990" + HYPHEN, "1995 it rained. It did."], "From 1990-1995 it rained."),
        (["The peo-", "ple came. They did."], "The people came."),
    ],
)
def test_a_hyphen_at_the_end_of_a_line_is_resolved_by_the_words_of_the_document(lines: list[str], joined: str) -> None:
    draft = Draft()
    write_pages([[line(text, 700 - 12 * row) for row, text in enumerate(lines)]], draft)
    assert draft.document(None).text.startswith(joined)


def _read_lines(*lines: tuple[float, float, str]) -> reprank.Document:
    """Read a page of lines, each with its height, its size and its text."""
    return reprank.read(tiny_pdf([[(60, height, size, text) for height, size, text in lines]]), name="x.pdf")


def test_a_number_behind_the_last_full_stop_of_a_paragraph_is_the_mark_of_a_note() -> None:
    read = _read_lines(
        (700, 10, "The old guide to the mills of the valley of the river Alder is read by nobody any more, and"),
        (688, 10, "most of it is outdated. 1"),
        (670, 10, "The new guide has a chapter for each of the mills, and one about the river that drives them all,"),
        (658, 10, "from the hills to the sea."),
    )
    assert [text.split()[-1] for text in of_kind(read, "prose")] == ["outdated.", "sea."]


@pytest.mark.parametrize("bullet", ["•", "\uf0b7", "\uf0a7", "\uf0d8", "\uf0fc"])  # of Word, in a font of symbols
def test_a_symbol_before_a_line_marks_an_item_of_a_list(bullet: str) -> None:
    said = ["The mill grinds corn for all of the villages.", "The bakery sells bread to the people of the valley."]
    draft = Draft()
    write_pages([[line(f"{bullet} {item}", 700 - 20 * at) for at, item in enumerate(said)]], draft)
    assert draft.parts == [("list", item) for item in said]


def test_a_number_before_a_short_title_in_large_type_belongs_to_it() -> None:
    said = "The wheel of the mill turns in the water of the river all year."
    read = _read_lines((720, 20, "Parts of the Mill"), (690, 14, "8.1.1 Wheel"), (660, 10, said), (640, 10, said))
    assert of_kind(read, "heading") == ["Parts of the Mill", "8.1.1 Wheel"]


def test_a_figure_in_large_type_is_neither_a_heading_nor_a_version() -> None:
    said = "Visitors came to the mills of the valley in the summer of last year."
    read = _read_lines((720, 20, "Our Year"), (690, 30, "3.2M"), (660, 10, said), (600, 30, "1.5M"), (570, 10, said))
    assert of_kind(read, "heading") == ["Our Year"]
    assert of_kind(read, "prose") == [said, said]


def test_a_title_is_all_of_its_lines() -> None:
    body = [(640 - 12 * row, 10, "The mill grinds corn for all of the villages.") for row in range(9)]
    read = _read_lines((740, 20, "The Mills of the"), (700, 20, "Valley of the Alder"), (670, 14, "A History"), *body)
    assert read.title == "The Mills of the Valley of the Alder"


def test_an_address_or_a_statement_in_large_type_is_no_title_and_a_question_is_one() -> None:
    body = [
        (700 - 12 * line, 10, "The mill grinds corn for all of the villages beside the river.") for line in range(9)
    ]
    asked = "Who mends the mill?"
    for large, title in (
        ("The Mill", "The Mill"),
        (asked, asked),
        ("Mills (http://mill.example)", None),
        ("them.", None),
    ):
        assert _read_lines((740, 20, large), *body).title == title
