from __future__ import annotations

import pytest

import reprank
from tests.helpers import units_of

BODY = (
    "Eels of the river Brae leave the harbour at night in autumn. We counted the eels of the river with nine cameras. "
    "The cameras saw most eels when the moon was new. Street lamps on the bridge kept eels in the harbour for weeks. "
    "A lamp that is dimmed in autumn lets the eels leave the harbour."
)
ENTRIES = (
    "Oduya, M. and Reyne, T. (2009). Night journeys of eels. Journal of River Life 4, 112-120.\n"
    "Ortiz, L. (2014). The moon and the eels of northern harbours. Harbour Letters 9, 33-47.\n"
    "Khoury, S. et al. (2018). Lamps over rivers keep eels at home. River Ecology 2, 1-9.\n"
)


def selectable(text: str) -> str:
    units = units_of(text)
    return " ".join(sentence for sentence, good in zip(units.texts, units.substantial, strict=True) if good)


@pytest.mark.parametrize(
    "title", ["References", "REFERENCES", "7. Bibliography", "## References", "Literaturverzeichnis:"]
)
def test_the_list_of_references_is_never_selected(title: str) -> None:
    text = f"{BODY}\n\n{title}\n{ENTRIES}"
    assert selectable(text) == BODY
    assert "moon and the eels of northern" not in str(reprank.summarize(text, ratio=0.9))
    assert "northern harbours" not in {keyword.text for keyword in reprank.keywords(text, top=30)}


def test_a_section_behind_the_references_is_read() -> None:
    appendix = "The nine cameras were built by the harbour of Brae and tested twice."
    assert selectable(f"{BODY}\n\nReferences\n{ENTRIES}\nAppendix\n{appendix}\n").endswith(appendix)


@pytest.mark.parametrize(
    "text",
    [
        f"{BODY}\n\nReferences\nThe owners gave us good references for the cameras. They are still in use.",
        f"{BODY} References to eels are old. Aristotle wrote of them.",
        f"References\n\n{BODY}",
    ],
)
def test_the_word_alone_makes_no_list(text: str) -> None:
    assert "lets the eels leave the harbour." in selectable(text)
    assert selectable(text).count(".") >= 5


def test_a_title_that_ends_with_a_colon_is_a_title() -> None:
    units = units_of(f"Eels of the river Brae:\na study with cameras\n\n{BODY}")
    assert units.title_lines[0]


def test_a_sentence_that_announces_a_list_is_hardly_selected() -> None:
    text = f"{BODY} The eels and cameras of the harbour and the river in autumn were these:\n\n- a\n- b\n\n{BODY}"
    assert ":" not in str(reprank.summarize(text, words=40))
