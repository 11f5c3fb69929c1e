"""What documents agree and disagree about."""

import datetime
import json

import pytest

import reprank
from reprank.cli import main
from reprank.errors import InputError

GAZETTE = (
    "A sluice gate on the Orrin canal broke on Sunday night. Three people in Orrin were hurt by the water. "
    "The mayor of Orrin promised new gates for all canals of the county."
)
WIRE = (
    "On Sunday night a sluice gate on the Orrin canal broke. Five people in Orrin were hurt by the water. "
    "The lower town was without power for most of the night."
)
LATER = "Nine people in Orrin were hurt by the water. A baker gave bread to everybody who had slept in the school."


def test_a_comparison_has_what_several_tell_conflicts_and_what_one_tells() -> None:
    made = reprank.compare([GAZETTE, WIRE], words=60)
    assert [(it.text, it.sources) for it in made.agreed] == [
        ("A sluice gate on the Orrin canal broke on Sunday night.", (0, 1))
    ] or [(it.text, it.sources) for it in made.agreed] == [
        ("On Sunday night a sluice gate on the Orrin canal broke.", (1, 0))
    ]
    assert [it.values for it in made.conflicts] == [("Three", "Five")]
    assert made.updates == ()
    assert {it.sources for it in made.single} == {(0,), (1,)}
    assert not {it.text for it in made.single} & {it.text for it in made.agreed}


def test_dates_make_updates() -> None:
    days = datetime.date(2026, 3, 2), datetime.date(2026, 3, 4)
    made = reprank.compare([reprank.Document(GAZETTE, date=days[0]), reprank.Document(LATER, date=days[1])])
    assert [it.values for it in made.updates] == [("Three", "Nine")]
    assert made.conflicts == ()


@pytest.mark.parametrize("words", [1, 5, 20, 60, 200])
def test_the_sentences_never_exceed_the_length(words: int) -> None:
    made = reprank.compare(reprank.example_documents(), words=words)
    assert sum(len(it.display.split()) for it in (*made.agreed, *made.single)) <= words


@pytest.mark.parametrize("documents", ["One text.", ["One text."], ["One text.", "  "], []])
def test_fewer_than_two_documents_are_an_error_that_says_what_is_needed(documents: str | list[str]) -> None:
    with pytest.raises(InputError, match="two or more documents"):
        reprank.compare(documents)


def test_a_copy_is_no_second_source() -> None:
    made = reprank.compare([GAZETTE, GAZETTE, GAZETTE])
    assert made.agreed == ()
    assert made.conflicts == ()


def test_every_form_has_every_part() -> None:
    made = reprank.compare([reprank.Document(GAZETTE, id="gazette"), reprank.Document(WIRE, id="wire")], words=60)
    for text in (str(made), made.to_markdown()):
        for part in (
            "Sources",
            "Reported by several",
            "Where they disagree",
            "Reported by one",
            "gazette says three; wire says five",
        ):
            assert part in text
    written = json.loads(made.to_json())
    assert written == made.to_dict()
    assert set(written) == {"agreed", "conflicts", "updates", "single", "documents"}
    texts = GAZETTE, WIRE
    for it in (*written["agreed"], *written["single"]):
        assert texts[it["document"]][it["start"] : it["end"]] == it["text"]


def test_the_command_line_compares_files(tmp_path, capsys) -> None:  # type: ignore[no-untyped-def]
    names = []
    for name, text in (("gazette.txt", GAZETTE), ("wire.txt", WIRE)):
        (tmp_path / name).write_text(text, encoding="utf-8")
        names.append(str(tmp_path / name))
    assert main(["compare", *names, "--words", "60"]) == 0
    assert "Where they disagree" in capsys.readouterr().out
    assert main(["compare", *names, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["conflicts"][0]["values"] == ["Three", "Five"]
    assert main(["compare", names[0]]) == 2
    assert "two or more documents" in capsys.readouterr().err


def test_mails_and_pages_give_documents_their_date() -> None:
    mail = b"From: a@example.org\nSubject: Gate\nDate: Mon, 02 Mar 2026 10:00:00 +0100\n\nThe gate broke last night.\n"
    assert reprank.read(mail, name="gate.eml").date == datetime.date(2026, 3, 2)
    body = "<p>" + "The gate broke last night and water flooded the lower town of Orrin. " * 6 + "</p>"
    meta = '<meta property="article:published_time" content="2026-03-02T09:30:00Z">'
    page = f"<html><head><title>Gate</title>{meta}</head><body><article>{body}</article></body></html>"
    assert reprank.read(page.encode(), name="gate.html").date == datetime.date(2026, 3, 2)
    assert reprank.read(page.replace(meta, "").encode(), name="gate.html").date is None
