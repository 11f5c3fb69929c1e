"""Which sentences of two documents disagree."""

import datetime
import json
import time

import pytest

import reprank
from reprank.sources.days import day_of, days
from reprank.sources.quantities import quantities


def conflicts(*texts: str | reprank.Document, language: str = "en") -> list[tuple[str, tuple[str, str]]]:
    return [(it.kind, it.values) for it in reprank.rank(list(texts), language=language).conflicts()]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("The fire in Orrin hurt three people.", "The fire in Orrin hurt five people.", ("number", ("three", "five"))),
        ("Haldane pays $2.4 bn for Lorne.", "Haldane pays $2.1 bn for Lorne.", ("number", ("$2.4 bn", "$2.1 bn"))),
        ("The bridge is 310 metres long.", "The bridge is 0.36 km long.", ("number", ("310 metres", "0.36 km"))),
        ("The canal is closed until Friday.", "The canal is closed until Sunday.", ("date", ("Friday", "Sunday"))),
        ("The gate in Orrin was built in 1931.", "The gate in Orrin was built in 1913.", ("date", ("1931", "1913"))),
        ("No jobs will be lost in May.", "In May 300 jobs will be lost.", ("negation", ("denied", "claimed"))),
    ],
)
def test_a_difference_is_found(one: str, other: str, expected: tuple[str, tuple[str, str]]) -> None:
    assert conflicts(one, other) == [expected]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The fire in Orrin hurt three people.", "The fire in Orrin hurt 3 people."),
        ("The fire drove 230 people from Orrin.", "The fire drove more than 200 people from Orrin."),
        ("The fire drove 52 people from Orrin.", "The fire drove about 50 people from Orrin."),
        ("The bridge at Dorrin is 310 metres long.", "The bridge at Dorrin is 0.31 km long."),
        ("The fire in Orrin hurt three people.", "The fire in Orrin destroyed five houses."),
        ("The fire in Orrin hurt three people.", "Last year a fire in Orrin hurt five people."),
        ("Repairs take four months in Orrin.", "Repairs take between four and six months in Orrin."),
        ("Haldane had sales of $7.5 billion in May.", "Lorne had sales of $1.9 billion in May."),
        ("The bridge at Dorrin is 310 metres long.", "The tower at Dorrin is 52 metres high."),
        ("The canal is closed until Friday.", "The canal is not closed."),
    ],
)
def test_what_differs_rightly_is_no_number_or_date_conflict(one: str, other: str) -> None:
    assert [it for it in conflicts(one, other) if it[0] != "negation"] == []


def test_a_later_document_brings_an_update_and_the_earlier_sentence_comes_first() -> None:
    early = reprank.Document("The quake in Ardal killed 12 people.", date=datetime.date(2026, 4, 2))
    late = reprank.Document("The quake in Ardal killed 47 people.", date=datetime.date(2026, 4, 3))
    for documents in ((early, late), (late, early)):
        (found,) = reprank.rank(documents).conflicts()
        assert found.kind == "update"
        assert found.values == ("12", "47")
        assert "later" in str(found)


def test_a_sentence_that_tells_a_change_is_an_update_without_dates() -> None:
    assert conflicts(
        "About 140 houses in Orrin were flooded.", "The number of flooded houses in Orrin has risen to 210."
    ) == [("update", ("140", "210"))]


def test_the_date_of_a_document_gives_weekdays_their_day() -> None:
    monday = reprank.Document("The canal is closed to ships until Friday.", date=datetime.date(2026, 3, 2))
    assert conflicts(monday, reprank.Document("The canal is closed to ships until 6 March.", date=monday.date)) == []
    assert conflicts(monday, reprank.Document("The canal is closed to ships until 9 March.", date=monday.date)) == [
        ("date", ("Friday", "9 March"))
    ]


def test_one_document_and_seen_documents_have_no_conflicts() -> None:
    assert conflicts("The fire in Orrin hurt three people. The fire in Orrin hurt five people.") == []
    ranked = reprank.rank("The fire in Orrin hurt three people.", seen=["The fire in Orrin hurt five people."])
    assert ranked.conflicts() == ()


def test_a_sentence_that_disagrees_is_no_support() -> None:
    ranked = reprank.rank(["The fire in Orrin hurt three people.", "The fire in Orrin hurt five people."])
    assert ranked.support((0, 0)) == ()


@pytest.mark.parametrize(
    ("language", "sentence", "values"),
    [
        ("de", "Die Elbe stieg in Bergau auf {}.", ("8,40 Meter", "9,10 Meter")),
        ("fr", "La grève à Valmont durera jusqu'au {}.", ("12 mars", "15 mars")),
        ("es", "El fuego de Arandilla quemó {}.", ("1.200 hectáreas", "2.800 hectáreas")),
    ],
)
def test_other_languages(language: str, sentence: str, values: tuple[str, str]) -> None:
    assert [it[1] for it in conflicts(*map(sentence.format, values), language=language)] == [values]


def test_a_summary_carries_conflicts_only_where_they_are_asked_for() -> None:
    documents = reprank.example_documents()
    plain, asked = reprank.summarize(documents, words=60), reprank.summarize(documents, words=60, conflicts=True)
    assert plain.conflicts == ()
    assert "conflicts" not in plain.to_dict()
    assert asked.warnings == plain.warnings
    assert ("Three", "Four") in [it.values for it in asked.conflicts]
    written = json.loads(asked.to_json())["conflicts"][0]
    assert (
        documents[written["first"]["document"]][written["first"]["start"] : written["first"]["end"]]
        == written["first"]["text"]
    )
    assert "says three" in asked.to_markdown()
    assert "says three" in asked.to_html()


@pytest.mark.parametrize(
    ("text", "low", "high", "unit"),
    [
        ("about 90 men", 76.5, 103.5, ""),
        ("more than 200 men", 200, 280, ""),
        ("less than $4", 2.4, 4, "$"),
        ("between four and six hours", 4 * 3600, 1.05 * 6 * 3600, "time"),
        ("2.4 billion euros", 2.35e9, 2.45e9, "€"),
        ("thirty-four men", 34, 34, ""),
        ("1,200 tonnes", 1_150_000, 1_250_000, "mass"),
        ("12 per cent", 12, 12, "%"),
    ],
)
def test_quantities(text: str, low: float, high: float, unit: str) -> None:
    (found,) = quantities(f"There were {text} here.", "en")
    assert (found.unit, found.low, found.high) == (unit, pytest.approx(low), pytest.approx(high))


@pytest.mark.parametrize("text", ["Flight 447", "the third man", "four of the nine"])
def test_labels_ordinals_and_wholes_count_nothing(text: str) -> None:
    assert [it.text for it in quantities(f"It was {text}.", "en")] in ([], ["four"])


def test_days_are_read_in_four_languages() -> None:
    texts = "4 May 1961", "May 4, 1961", "am 4. Mai 1961", "le 4 mai 1961", "el 4 de mayo de 1961", "1961-05-04"
    assert {(it.value, it.year) for text in texts for it in days(text)} == {((5, 4), 1961)}


def test_the_day_of_a_document_is_its_date_or_the_first_date_in_it() -> None:
    given = datetime.date(2026, 3, 2)
    assert day_of(reprank.Document("3 March 2026. The gate broke.", date=given)) == given
    assert day_of(reprank.Document("3 March 2026. The gate broke.")) == datetime.date(2026, 3, 3)
    assert day_of(reprank.Document("31 February 2026. The gate broke.")) is None


@pytest.mark.parametrize(
    "text", ["1" * 20_000, "111 " * 5_000, "1-" * 9_000, "1:" * 9_000, "$" * 9_000, "May " * 5_000]
)
def test_hostile_numbers_are_read_in_no_time(text: str) -> None:
    begin = time.process_time()
    quantities(text, "en")
    days(text)
    assert time.process_time() - begin < 2


@pytest.mark.parametrize("date", [datetime.date.min, datetime.date.max])
def test_a_weekday_beyond_the_calendar_has_no_date(date: datetime.date) -> None:
    text = "The ferry will run until Thursday. It sank yesterday, not tomorrow and not on Monday."
    documents = [reprank.Document(text, date=date), reprank.Document(text.replace("Thursday", "Sunday"))]
    assert reprank.rank(documents).conflicts() is not None
    for it in days(text):
        found = it.resolved(date).date
        assert found is None or abs((found - date).days) < 7
