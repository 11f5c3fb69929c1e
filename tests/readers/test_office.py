from __future__ import annotations

import io
import zipfile

import pytest

import reprank
from tests.readers import texts
from tests.readers.gold import FILES, ITEMS, of_kind, report, selectable

WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


@pytest.mark.parametrize(
    "name", ["report.docx", "report.odt", "report.epub", "libreoffice-report.docx", "libreoffice-report.odt"]
)
def test_sentences_are_found_in_order_and_the_rest_is_named(name: str) -> None:
    document = reprank.read(FILES / name)
    found = [sentence for sentence in selectable(document) if sentence != texts.CAPTION]  # LibreOffice drops the style
    assert found == report(*ITEMS)
    assert document.title == texts.TITLE
    assert [note.rstrip("↩︎ ") for note in of_kind(document, "footnote")] == [texts.FOOTNOTE]
    assert of_kind(document, "code") == ["record --minutes 10 --every 60"]
    assert of_kind(document, "table")[1] == "Harbour | 183 | 163"
    assert of_kind(document, "reference") == list(texts.REFERENCES)
    assert [heading for heading in of_kind(document, "heading") if heading in dict(texts.SECTIONS)] == [
        title for title, _ in texts.SECTIONS
    ]


@pytest.mark.parametrize("name", ["report.docx", "report.odt", "report.epub", "libreoffice-report.odt"])
def test_captions_are_not_selected(name: str) -> None:
    document = reprank.read(FILES / name)
    assert of_kind(document, "caption") == [texts.CAPTION]
    assert texts.CAPTION not in selectable(document)


def test_an_emoji_in_rtf_is_one_character_and_half_of_one_is_replaced() -> None:
    pytest.importorskip("striprtf")
    text = reprank.read(rb"{\rtf1 The owl \u-10178?\u-8879? sleeps. Half \u-10178? of one is none.}", name="a.rtf").text
    assert text == "The owl \U0001f951 sleeps. Half \ufffd of one is none."


def test_rtf_gives_its_paragraphs_and_tables() -> None:
    pytest.importorskip("striprtf")
    document = reprank.read(FILES / "report.rtf")
    assert [sentence for sentence in selectable(document) if sentence != texts.CAPTION] == report(*ITEMS)
    assert of_kind(document, "table")[1] == "Harbour | 183 | 163"
    assert of_kind(document, "reference") == list(texts.REFERENCES)


@pytest.mark.parametrize("name", ["slides.pptx", "libreoffice-slides.odp"])
def test_slides_are_places_and_their_notes_too(name: str) -> None:
    document = reprank.read(FILES / name)
    places = {
        text: document.place_of(document.text.index(text)) for text in ("Eels travel", "Explain here", "The combined")
    }
    assert places == {"Eels travel": "slide 2", "Explain here": "notes of slide 2", "The combined": "slide 3"}
    assert of_kind(document, "heading")[1:] == ["Why microphones", "What we found", "Numbers"]
    assert of_kind(document, "table") == ["Station | First", "Harbour | 183"]
    assert all(place.start < len(document.text) for place in document.places)


@pytest.mark.parametrize(("written", "title"), [("Eels", "Eels"), ("PowerPoint Presentation", None), ("", None)])
def test_slides_without_a_title_of_their_own_have_that_of_the_first_slide(written: str, title: str | None) -> None:
    copy = io.BytesIO()
    with zipfile.ZipFile(FILES / "slides.pptx") as old, zipfile.ZipFile(copy, "w") as new:
        for name in old.namelist():
            core = name == "docProps/core.xml"
            new.writestr(name, f"<core><title>{written}</title></core>" if core else old.read(name))
    document = reprank.read(copy.getvalue(), name="slides.pptx")
    assert document.title == (title or of_kind(document, "heading")[0])


def test_places_are_sections_of_a_report_and_chapters_of_a_book() -> None:
    report_places = {place.label for place in reprank.read(FILES / "report.docx").places}
    assert report_places == {f"section “{title}”" for title in [*dict(texts.SECTIONS), "References"]}
    assert [place.label for place in reprank.read(FILES / "report.epub").places] == [
        f"chapter {n}" for n in range(1, 6)
    ]


def docx(body: str) -> bytes:
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", f"<w:document {WORD}><w:body>{body}</w:body></w:document>")
    return raw.getvalue()


def paragraph(text: str) -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def test_deleted_text_and_repeated_fallbacks_are_left_out() -> None:
    body = (
        "<w:p><w:r><w:t>Kept.</w:t></w:r><w:del><w:r><w:delText>Gone.</w:delText></w:r></w:del></w:p>"
        '<w:p><mc:AlternateContent xmlns:mc="urn:mc"><mc:Choice><w:r><w:t>Once.</w:t></w:r></mc:Choice>'
        "<mc:Fallback><w:r><w:t>Once.</w:t></w:r></mc:Fallback></mc:AlternateContent></w:p>"
    )
    assert reprank.read(docx(body), name="x.docx").text == "Kept.\n\nOnce."


def test_tables_and_boxes_inside_each_other_are_read_once() -> None:
    long = "This sentence stands in the innermost of many tables, and it is read only once."
    table = paragraph(long)
    for _ in range(20):
        table = f"<w:tbl><w:tr><w:tc>{table}</w:tc></w:tr></w:tbl>"
    assert reprank.read(docx(table), name="x.docx").text == long
    box = paragraph("Inside.")
    for _ in range(20):
        box = f"<w:p><w:r><w:txbxContent>{box}</w:txbxContent></w:r></w:p>"
    assert reprank.read(docx(box), name="x.docx").text == "Inside."


def test_a_cell_that_holds_a_sentence_is_prose() -> None:
    long = "This form keeps all of its text in the cells of one large table of layout."
    cells = "".join(f"<w:tc>{paragraph(text)}</w:tc>" for text in ("Purpose", long))
    document = reprank.read(docx(f"<w:tbl><w:tr>{cells}</w:tr></w:tbl>"), name="x.docx")
    assert long in of_kind(document, "prose")


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"PK\x03\x04 broken", "is a damaged archive"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "an Office file of before 2007: save it as DOCX"),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
            "an encrypted Office file: save it without a password",
        ),
        (docx(paragraph("x"))[:-30], "is a damaged archive"),
        (docx("<w:p>"), "is not well-formed XML"),
    ],
)
def test_what_is_wrong_with_an_office_file_is_said(raw: bytes, message: str) -> None:
    with pytest.raises(reprank.InputError, match=message):
        reprank.read(raw, name="x.docx")


def test_other_archives_are_refused_with_advice() -> None:
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as archive:
        archive.writestr("a.txt", "text")
    with pytest.raises(reprank.InputError, match="is a zip archive: unpack it"):
        reprank.read(raw.getvalue(), name="x.zip")
    with zipfile.ZipFile(raw := io.BytesIO(), "w") as archive:
        archive.writestr("xl/workbook.xml", "<x/>")
    with pytest.raises(reprank.InputError, match="is a spreadsheet: export it as CSV"):
        reprank.read(raw.getvalue(), name="x.xlsx")
