from __future__ import annotations

import pytest

import reprank
from reprank.text.documents import Document
from reprank.text.languages import language
from reprank.text.trimming import trim
from reprank.text.units import Units, read_units

BODY = (
    "The river rose all night and closed the bridge. Engineers found a fracture in the central pier. "
    "The ferry will carry cars from Thursday on. Repairs will take between four and six months."
)


def units_of(*texts: str, code: str = "en") -> Units:
    return read_units([Document(text) for text in texts], language(code))


def well_formed(*texts: str) -> list[str]:
    units = units_of(*texts)
    return [text for text, good in zip(units.texts, units.well_formed, strict=True) if good]


@pytest.mark.parametrize(
    ("glued", "sentence"),
    [
        ("LIMA, Peru (AP) — The river rose by two metres.", "The river rose by two metres."),
        ("(CNN) The river rose by two metres.", "The river rose by two metres."),
        ("(The Harbour Gazette) The river rose by two metres.", "The river rose by two metres."),
        ("PORT ALDER -- The river rose by two metres.", "The river rose by two metres."),
        ("Port Alder — the river rose by two metres.", "the river rose by two metres."),
        ("Port Alder, Sorrel ( ap ) — the river rose by two metres.", "the river rose by two metres."),
        ("BACKGROUND the river rises every spring.", "the river rises every spring."),
        ("CONCLUSIONS: We found that the river rises.", "We found that the river rises."),
        ("CLOSE Hundreds of houses were flooded.", "Hundreds of houses were flooded."),
        ("UPDATE 2: The bridge is open again today.", "The bridge is open again today."),
        ("Tuesday, January 18, 2005The river rose again.", "The river rose again."),
        ("Port Alder, Sorrel (CNN) The river rose by two metres.", "The river rose by two metres."),
        ("New Alder (AP) Six people were hurt by the river.", "Six people were hurt by the river."),
        ("(Lena Ortiz, Harbour Gazette) The river rose by two metres.", "The river rose by two metres."),
        ("( wavy ) the river rose by two metres.", "the river rose by two metres."),
        ("[ Why the old bridge was never mended ] The river rose by two metres.", "The river rose by two metres."),
        ("Findings We counted eels in nine rivers.", "We counted eels in nine rivers."),
        ("Objective to count the eels of nine rivers.", "to count the eels of nine rivers."),
    ],
)
def test_what_is_glued_to_the_front_of_a_sentence_is_not_part_of_it(glued: str, sentence: str) -> None:
    units = units_of(f"{glued} {BODY}")
    assert units.texts[0] == sentence
    assert units.documents[0].text[units.start[0] : units.end[0]] == sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "NASA will launch two satellites on Friday.",
        "The bridge (built in 1931) was closed.",
        "Close inspection revealed a fracture.",
        "Results were announced by the county on Friday.",
        "Port Alder - a town of fishermen - was flooded.",
        "Port Alder — a town of fishermen — was flooded.",
        "World Health Organization (WHO) officials came on Friday.",
        "Port Authority (PA) Director Lena Ortiz resigned on Friday.",
        "Findings of the county were published on Friday.",
        "Methods to count eels are old.",
    ],
)
def test_ordinary_openings_stay(sentence: str) -> None:
    assert units_of(f"{sentence} {BODY}").texts[0] == sentence


def test_a_legend_behind_the_full_stop_is_no_part_of_the_sentence() -> None:
    text = "this hypothesis was tested twice.fig. 3 expression of the promoter in the mutant strain"
    ((start, end),) = trim(text, [(0, len(text))])
    assert text[start:end] == "this hypothesis was tested twice."


def test_words_outside_sentences_are_not_counted() -> None:
    units = units_of(f"LIMA, Peru (AP) — {BODY}")
    assert "peru" not in [word for i, word in enumerate(units.words) if (units.word == i).any()]
    assert units.offsets[-1] == len(units.form) == len(units.word_start)


@pytest.mark.parametrize(
    "debris",
    [
        "Image copyright AFP Image caption The mayor in her office on Friday",
        "Figure 3. Water level at the central pier, in metres.",
        "You can add a location to your Tweets from the web.",
        "FLOOD CLOSES THE BRIDGE AND THE SCHOOL ON TUESDAY.",
        "Copyright 2018 Harbour Gazette.",
        "Sign up for our newsletter to get the news first.",
        "All authors read and approved the final manuscript.",
        "Mayor promises help for flooded families in the old town",
        "2018-07-24 10:33 river bridge closed ferry ship harbour",
        "Watch the full video of the ferry below, made by the harbour.",
        "Learn more about the floods of 1931 in the harbour museum.",
        "Editor's note: Lena Ortiz writes about bridges and the harbour.",
        "Would you like to proceed to the old page of the harbour?",
        "Please check your email and click on the link to open your harbour page.",
    ],
)
def test_debris_is_never_selected_and_never_a_keyword(debris: str) -> None:
    text = f"{BODY}\n\n{debris}\n\nThe mayor thanked the engineers for their work. The harbour will stay open."
    assert debris not in well_formed(text)
    summary = reprank.summarize(text, words=35)
    assert debris.split(".")[0] not in str(summary)


def test_a_caption_differs_from_a_sentence_about_a_figure() -> None:
    kept = well_formed(f"{BODY} Figure 3 shows the water level at the central pier.")
    assert "Figure 3 shows the water level at the central pier." in kept


def test_headlines_are_left_out_even_where_every_document_has_one() -> None:
    headlines = ["River closes the only bridge to the island", "Ferry to carry cars from Thursday, county says"]
    documents = [f"{headline}\n\n{BODY}" for headline in headlines]
    assert not set(headlines) & set(well_formed(*documents))


def test_a_text_without_marks_is_speech_and_stays() -> None:
    lines = [
        "So we have to design a new remote control",
        "It should be modern and for young people",
        "The budget is small this year",
    ]
    assert well_formed("\n\n".join(lines)) == lines


def test_a_short_review_may_lack_its_last_mark_but_a_cut_text_may_not() -> None:
    review = "Great battery. It lasts for two days on one charge"
    assert "It lasts for two days on one charge" in well_formed(review, BODY)
    cut = "Great battery indeed. It lasts for two days on one charge of the"
    assert "It lasts for two days on one charge of the" not in well_formed(cut, BODY)


@pytest.mark.parametrize(
    ("text", "is_title"),
    [
        ("Runaway barge closes the bridge\n" + BODY, True),
        ("RUNAWAY BARGE CLOSES THE BRIDGE\n\n" + BODY, True),
        ("Runaway barge closes the bridge " + BODY, False),
        ("The barge closed the bridge on Monday.\n" + BODY, False),
        ("Photo by Lena Ortiz for the Gazette\n" + BODY, False),
        ("Home\n" + BODY, False),
    ],
)
def test_a_first_line_without_a_mark_is_a_title(text: str, is_title: bool) -> None:
    units = units_of(text)
    assert bool(units.titles[0]) is is_title
    assert not units.titles[1:].any()
    assert not (units.titles & units.well_formed).any()


def test_a_title_raises_the_sentences_that_speak_of_it_and_is_not_selected() -> None:
    titled = reprank.rank("Ferry carries cars across the river\n" + BODY)
    plain = reprank.rank("The weather is good in April.\n" + BODY)
    speaking, before = (
        made.explain(next(it for it in made.sentences if "The ferry" in it.text), sentences=1).value
        for made in (titled, plain)
    )
    assert speaking > before
    assert "Ferry carries" not in str(titled.summarize(words=10))


@pytest.mark.parametrize(
    "caption",
    [
        "In this May 3, 2024, file photo, a barge leaves the harbour of Port Alder.",
        "Tomas Reyne, chief engineer, inspects the pier in Port Alder, Monday, June 3, 2024.",
        "Mayor Lena Ortiz (left) and engineer Tomas Reyne at the bridge on Monday.",
        "A gravel barge that tore loose last week is pictured outside the harbour.",
        "The barge struck the pier of the bridge and then drifted on towards...",
        "Mayor Lena Ortiz reads her notes at the bridge, Monday, June 3 2024.",
        "Mayor Lena Ortiz inspects the bridge of Port Alder June 3, 2024.",
    ],
)
def test_captions_of_photographs_are_no_prose(caption: str) -> None:
    assert caption not in well_formed(f"{BODY} {caption} {BODY}")


def test_a_sentence_that_tells_what_happened_may_end_with_a_date() -> None:
    for sentence in (
        "The battle of Port Alder was fought on June 3, 1863.",
        "The barge struck the pier on June 3, 2024.",
    ):
        assert sentence in well_formed(f"{BODY} {sentence} {BODY}")


def test_a_caption_that_comes_twice_first_cut_off_is_no_prose() -> None:
    whole = "Engineers of the county look at the fracture in the central pier below the water line."
    text = f"{BODY} {whole[:60]}... {whole} {BODY}"
    assert whole not in well_formed(text)
    assert whole in well_formed(f"{BODY} {whole} {BODY}")


def test_a_sentence_begins_behind_the_credit_of_a_photograph() -> None:
    text = "A barge leaves the harbour. (AP Photo/Lena Ortiz) The bridge stays closed until the summer."
    assert "The bridge stays closed until the summer." in well_formed(f"{BODY} {text}")
    glued = "A barge leaves the harbour ( ap photo/lena ortiz ) The bridge stays closed until the summer."
    ((start, end),) = trim(glued, [(0, len(glued))])
    assert glued[start:end] == "The bridge stays closed until the summer."
