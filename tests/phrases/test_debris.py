from __future__ import annotations

import reprank

STORM = (
    "A storm hit the coast of Alba on Monday. The storm tore roofs from houses in the old harbour. Fishermen of "
    "Alba lost "
    "their boats in the storm. The harbour stays closed until the army has cleared it of boats."
)


def keywords(text: str, top: int = 40) -> list[str]:
    return [str(keyword) for keyword in reprank.keywords(text, top=top, language="en")]


def test_the_agency_of_a_dateline_is_no_keyword() -> None:
    for dateline in ("(CNN) -- ", "LONDON, England (Reuters) - ", "(CNN)-- "):
        found = keywords(dateline + STORM)
        assert "storm" in found
        assert not {"CNN", "Reuters"} & set(found)


def test_an_acronym_in_parentheses_elsewhere_can_be_one() -> None:
    assert "NATO" in keywords(f"{STORM} The alliance (NATO) sent ships.")


def test_headings_and_notices_alone_make_no_keywords() -> None:
    found = keywords(
        "THE PROJECT GUTENBERG EBOOK STALEMATE\n\n"
        f"Getty Images\n\n{STORM}\n\nAll rights reserved.\n\nCopyright 2018 Harbinger Media Group."
    )
    assert "storm" in found
    shown = " ".join(found).lower()
    for word in ("gutenberg", "ebook", "getty", "rights", "copyright", "harbinger"):
        assert word not in shown


def test_a_heading_counts_for_a_phrase_that_the_prose_has_too() -> None:
    heading = next(
        keyword
        for keyword in reprank.keywords(f"Storm over Alba\n\n{STORM}", top=40)
        if keyword.text.lower() == "storm"
    )
    assert heading.occurrences[0].start == 0


def test_the_words_of_a_notice_can_be_what_a_text_is_about() -> None:
    text = (
        "Parliament changes the copyright law. Authors keep their copyright for seventy years. Libraries ask for "
        "exceptions to copyright. The minister calls the copyright law a compromise between authors and libraries."
    )
    assert keywords(text)[0] == "copyright law"


def test_a_line_that_recurs_in_a_document_is_furniture() -> None:
    lines = "\n\n".join(
        f"{part}.\n\nSubmit tips to the Courier newsroom today please." for part in STORM.split(".")[:4]
    )
    assert not any("courier" in text.lower() for text in keywords(lines))


def test_a_list_of_titles_has_keywords_all_the_same() -> None:
    assert keywords("Storm over Alba\nHarbour closed\n")
