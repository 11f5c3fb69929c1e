from __future__ import annotations

from datetime import date

import reprank
from reprank.coverage.method import reading_order
from reprank.roles.reading import roles_of
from reprank.text.documents import Document
from reprank.text.languages import language
from reprank.text.units import read_units

FIRST = "The bridge stays closed. Engineers inspect the pier every day. A ferry carries cars across the river."
SECOND = "A barge hit the bridge on Monday. Divers found a fracture in the pier. Nobody was hurt in the crash."


def order(selected: list[int], *texts: str | Document) -> list[int]:
    documents = [text if isinstance(text, Document) else Document(text) for text in texts]
    units = read_units(documents, language("en"))
    return reading_order(units, selected, roles_of(units).alone >= 0.5)


def test_the_document_of_the_best_sentence_comes_first() -> None:
    assert order([3, 0, 4], FIRST, SECOND) == [3, 4, 0]


def test_a_document_that_opens_with_its_beginning_comes_first() -> None:
    assert order([2, 3], FIRST, SECOND) == [3, 2]


def test_documents_come_by_date_where_all_have_one() -> None:
    dated = [Document(FIRST, date=date(2024, 5, 3)), Document(SECOND, date=date(2024, 5, 1))]
    assert order([0, 3], *dated) == [3, 0]
    assert order([0, 3], FIRST, SECOND) == [0, 3]


def test_a_story_is_not_told_again_from_a_second_source() -> None:
    first = (
        "A gravel barge tore loose on Monday and struck the central pier of the Kestrel Bridge. "
        "The county closed the bridge at once. Divers will inspect the pier on Thursday."
    )
    second = (
        "The Kestrel Bridge was closed after a runaway gravel barge struck its central pier. "
        "The owner of the barge has been fined twice before. A ferry will carry cars from Friday on."
    )
    summary = str(reprank.summarize([first, second], words=45))
    assert summary.count("gravel barge") == 1
