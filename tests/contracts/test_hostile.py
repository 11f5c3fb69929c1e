"""Short texts and files on which a careless pattern takes hours: each of these tests ends, or the whole run hangs."""

from __future__ import annotations

import re

import pytest

import reprank

PROSE = "The river rose all night and flooded the town. By dawn it had closed the bridge. The mayor spoke on Monday."


@pytest.mark.parametrize(
    "opening",
    [
        f"AA, {'A' * 2000}, {'A' * 2000} flooded the town. ",
        f"({'A' * 4000} flooded the town. ",
        f"CHECKSUMS, {'3FA9' * 500}, {'C01D' * 500} are those of the two files. ",
        f"({'GATTACA' * 600} flooded the town. ",
    ],
    ids=lambda text: text[:12],
)
def test_long_runs_of_capitals_at_the_start_of_a_text_do_not_stop_it(opening: str) -> None:
    assert "flooded" in str(reprank.summarize(opening + PROSE, words=30))


def test_many_comments_at_the_start_of_a_text_file_do_not_stop_its_reading() -> None:
    raw = b"<!-- generated, do not edit -->\n" * 140 + b"The river rose."
    assert "The river rose." in reprank.read(raw, name="a.md").text
    page = b"<!-- a -->\n" * 140 + b"<html><body><p>The river rose and closed the bridge.</p></body></html>"
    assert reprank.read(page, name="a").text.strip() == "The river rose and closed the bridge."


@pytest.mark.parametrize("mark", ["‘", "“", "“‘", "«", "„", "`", "''", "‘a ", "“a "])
def test_opening_quotation_marks_without_end_do_not_stop_it(mark: str) -> None:
    text = mark * (200_000 // len(mark)) + "The river rose and closed the bridge."
    assert reprank.summarize(text, words=30).budget.used <= 30


@pytest.mark.parametrize(
    "text",
    [
        f"---\ntitle: a{' ' * 100_000}b\n---\nThe river rose.",
        f"# {'[' * 100_000}\n\nThe river rose.",
        f"# {'[](' * 50_000}\n\nThe river rose.",
        f"The river rose.{'.[^a' * 50_000}",
    ],
    ids=["title", "brackets", "links", "notes"],
)
def test_markdown_without_end_does_not_stop_its_reading(text: str) -> None:
    assert "The river rose." in reprank.read(text.encode(), name="a.md").text


def test_a_query_of_opening_quotation_marks_does_not_stop_it() -> None:
    assert reprank.summarize(PROSE, words=30, query="« river " * 20_000).sentences
    assert reprank.compress(["The river “rose " * 20_000], "river", ratio=1.0, keep=["quotes"]).chunks


@pytest.mark.parametrize("keep", ["(" * 999, "(" * 5000, "a{99999999999}", "(", re.compile(b"a")])
def test_a_pattern_that_cannot_be_used_is_our_error(keep: str) -> None:
    with pytest.raises(reprank.InputError, match="keep has"):
        reprank.compress(["The river rose."], "river", tokens=5, keep=[keep])


def test_numbers_that_no_machine_can_hold_are_our_error() -> None:
    for number in (10**400, 10**5000):
        for name in ("ratio", "words", "tokens"):
            with pytest.raises(reprank.BudgetError):
                reprank.summarize(PROSE, **{name: number})
        with pytest.raises(reprank.InputError):
            reprank.keywords(PROSE, diversity=number)
        with pytest.raises(reprank.InputError):
            reprank.compress([PROSE], "river", threshold=number)


@pytest.mark.parametrize("damage", [rb"\u99999999999?", rb"\uc"])
def test_a_damaged_number_in_an_rtf_file_is_our_error(damage: bytes) -> None:
    with pytest.raises(reprank.InputError, match="damaged RTF"):
        reprank.read(rb"{\rtf1 " + damage + rb" The river.}", name="a.rtf")


@pytest.mark.parametrize("opening", [" " * 5000, "-" * 5000 + "\n", "\ufeff" * 1000, "1 " * 3000])
def test_the_language_is_that_of_the_first_letters(opening: str) -> None:
    assert reprank.summarize(opening + PROSE, words=30).language == "en"


def test_scores_in_json_have_no_digits_that_depend_on_the_processor() -> None:
    summary = reprank.summarize(PROSE, words=30, keywords=5, ranking=True)
    found = re.findall(r'"score": [\d.]*\.(\d+)', summary.to_json(explain=True))
    assert found
    assert max(map(len, found)) <= 12


def test_a_pdf_of_streams_without_end_is_refused_at_once() -> None:
    raw = b"%PDF-1.4\n" + b"1 0 obj <</Subtype/Form/Length 9>>stream\n" * 100_000
    with pytest.raises(reprank.InputError, match="many of its streams have no end"):
        reprank.read(raw, name="a.pdf")
    closed = b"%PDF-1.4\n" + b"1 0 obj <</Length 9>>stream\nendstream\nendobj\n" * 20_000
    with pytest.raises(reprank.InputError, match="is a damaged PDF"):
        reprank.read(closed, name="a.pdf")


def test_styles_with_long_names_do_not_stop_a_file() -> None:
    from reprank.readers.styles import kind_of_style

    assert kind_of_style("source code" * 100_000 + "\n") == "code"
    assert kind_of_style("a" * 1_000_000) is None


@pytest.mark.parametrize("section", ["<![x[y]]>", "<![ CDATA[y]]>", "<![cdata-x[y]]>", "<![if !mso]>", "<!["])
def test_no_marked_section_of_html_stops_the_reader(section: str) -> None:
    mail = (
        b"Subject: Mill\nContent-Type: text/html\n\n<p>The mill grinds corn.</p>"
        + section.encode()
        + b"<p>It rains.</p>"
    )
    assert "The mill grinds corn." in reprank.read(mail, name="a.eml").text


@pytest.mark.parametrize("tag", ['<a b=">" ', "<a b='>' ", '<a b= ">" ', '<a b="x"c=">', '<a b=x="> '])
@pytest.mark.parametrize("name", ["a.html", "a.eml"])
def test_tags_whose_end_is_inside_a_quotation_do_not_stop_the_reader(tag: str, name: str) -> None:
    head = "Subject: Mill\nContent-Type: text/html\n\n" if name == "a.eml" else "<html><body>"
    page = f"{head}<p>The mill grinds corn, and the river turns its wheel.</p>{tag * 20_000}"
    assert "The mill grinds corn" in reprank.read(page.encode(), name=name).text
