from __future__ import annotations

import pytest

import reprank
from tests.helpers import units_of

TALK = (
    ("ANITA", "The ferry is late again, and nobody told the passengers on the pier."),
    ("MR. BRANDL", "The engine failed this morning, as it did twice last week."),
    ("ANITA", "How long will the repair of the engine take this time?"),
    ("MR. BRANDL", "The workshop says that the ferry runs again on Friday."),
    ("The Chair", "Thank you both for the report about the ferry."),
)


@pytest.mark.parametrize("before", ["", "[00:04:10] ", "04:10 ", ">> "])
def test_the_label_of_a_speaker_is_no_part_of_what_is_said(before: str) -> None:
    text = "\n\n".join(f"{before}{name}: {said}" for name, said in TALK)
    units = units_of(text)
    assert list(units.texts) == [said for _, said in TALK]
    assert [text[start:end] for start, end in zip(units.start, units.end, strict=True)] == list(units.texts)
    names = {keyword.text.lower() for keyword in reprank.keywords(text, top=10)}
    assert not names & {"anita", "brandl", "mr. brandl", "chair"}


def test_labels_in_a_text_that_lost_its_capitals_are_known_by_their_return() -> None:
    text = " ".join(f"{name.capitalize()}: {said}" for name, said in TALK[:4])
    assert list(units_of(text).texts) == [said for _, said in TALK[:4]]


@pytest.mark.parametrize(
    "text",
    [
        "The reason is: rain. The answer was: snow. The result is: ice. The end of it: water.",
        "Name: Ann Oduya\nDate: Monday\nPlace: Port Alder\nSubject: the ferry",
        "Anna: It rains on the pier again today.",
    ],
)
def test_other_labels_stay(text: str) -> None:
    units = units_of(text)
    assert " ".join(units.texts) == " ".join(text.split("\n"))


def test_chunks_for_a_model_keep_who_said_it() -> None:
    text = "\n".join(f"{name}: {said}" for name, said in TALK)
    kept = reprank.compress([text], query="When does the ferry run again?", tokens=25).chunks[0].text
    assert "MR. BRANDL: The workshop says" in kept


def test_a_list_with_labels_among_other_paragraphs_is_no_transcript() -> None:
    laws = (
        "Many laws of the islands change this year, and some of them are disputed.",
        "Sorrel: The island forbids nets in the harbour from June on.",
        "Brekka: Ferries must carry a doctor in winter, as the county wanted.",
        "The county had asked for a doctor since the accident of last year.",
        "Sorrel: Schools open an hour later on days with a storm.",
        "Brekka: The customs house becomes a school for pilots.",
        "Nobody knows yet what all of this will cost the islands.",
        "The council meets again in March to look at the figures.",
        "A report about the first months is expected in summer.",
    )
    assert "Sorrel: The island forbids nets in the harbour from June on." in units_of("\n\n".join(laws)).texts


def test_notes_of_sounds_are_not_printed() -> None:
    said = "The ferry {vocalsound} is late again [inaudible] on the northern line. (Applause) Nobody waited for it."
    summary = reprank.summarize(said, words=50)
    assert str(summary) == "The ferry is late again on the northern line. Nobody waited for it."
    assert all(said[sentence.start : sentence.end] == sentence.text for sentence in summary.sentences)
