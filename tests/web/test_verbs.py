"""What a worker process does with a request, without processes and without HTTP."""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any

import pytest

import reprank
from reprank.web import fields, verbs
from reprank.web.problems import PROBLEM, Answer
from reprank.web.ranked_texts import MAX_CHARACTERS, MAX_TEXTS, RankedTexts
from reprank.web.verbs import TABLES, WorkRequest

FILES = Path(__file__).parents[1] / "readers" / "files"
PAGE_FIELDS = {"lengths", "pinned", "banned", "outline", "answer", "title", "date"}
TEXT = "The river rose all night. By dawn the river had closed the bridge. A dog slept through it all."


def answer(request: WorkRequest) -> Answer:
    return verbs.answer(request, RankedTexts())


def ask(verb: str, request: object, max_documents: int = 9) -> Any:
    made = answer(WorkRequest(verb, json.dumps(request).encode(), max_documents))
    return json.loads(made.body)


def refused(verb: str, request: object, max_documents: int = 9) -> dict[str, Any]:
    made = answer(WorkRequest(verb, json.dumps(request).encode(), max_documents))
    assert made.media_type == PROBLEM
    problem: dict[str, Any] = json.loads(made.body)
    assert problem["status"] == made.status >= 400
    return problem


def test_a_summary_is_that_of_the_library(articles: list[str]) -> None:
    options = {"words": 50, "query": "Who pays for the ferry?", "keywords": 4}
    assert ask("summarize", {"documents": articles, **options}) == reprank.summarize(articles, **options).to_dict()


def test_keywords_are_those_of_the_library(articles: list[str]) -> None:
    found = ask("keywords", {"documents": articles, "top": 5, "max_words": 2})["keywords"]
    expected = reprank.keywords(articles, top=5, max_words=2)
    assert [(it["text"], len(it["occurrences"])) for it in found] == [(it.text, len(it.occurrences)) for it in expected]


def test_compressed_chunks_are_those_of_the_library(articles: list[str]) -> None:
    made = ask("compress", {"chunks": articles, "query": "Who pays?", "tokens": 90})
    expected = json.loads(reprank.compress(articles, "Who pays?", tokens=90).to_json())
    assert made == expected


def test_a_summary_comes_in_other_forms() -> None:
    expected = reprank.summarize(TEXT, sentences=1)
    forms = {"text": f"{expected}\n", "markdown": expected.to_markdown(), "html": expected.to_html()}
    for form, written in forms.items():
        made = answer(WorkRequest("summarize", json.dumps({"text": TEXT, "sentences": 1, "format": form}).encode(), 9))
        assert (made.status, made.body.decode()) == (200, written)


def test_a_file_comes_back_as_a_document_that_can_be_summarized() -> None:
    made = answer(WorkRequest("read", (FILES / "paper.pdf").read_bytes(), 9, {"name": "paper.pdf"}))
    document = json.loads(made.body)["document"]
    sentence = ask("summarize", {"documents": [document], "sentences": 1})["sentences"][0]
    assert sentence["place"].startswith("paper.pdf, page ")
    assert document["text"][sentence["start"] : sentence["end"]] == sentence["text"]


def test_a_file_that_cannot_be_read_is_named() -> None:
    made = answer(WorkRequest("read", (FILES / "scan.pdf").read_bytes(), 9, {"name": "scan.pdf"}))
    assert made.status == 422
    assert "scan.pdf is a scan" in json.loads(made.body)["detail"]


def test_reasons_are_those_of_the_library(articles: list[str]) -> None:
    reasons = ask("summarize", {"documents": articles, "words": 50, "explain": True})["reasons"]
    summary = reprank.summarize(articles, words=50)
    assert {(it["document"], it["start"]) for it in reasons} == {(it.document, it.start) for it in summary}
    expected = summary.explain(summary.by_rank().sentences[0])
    assert [(it["name"], it["text"]) for it in reasons[0]["reasons"]] == [(it.name, it.text) for it in expected.reasons]
    assert [it["title"] for it in reasons[0]["numbers"]] == [title for title, _ in expected.numbers()]


def test_one_sentence_can_be_explained_whether_it_was_selected_or_not(articles: list[str]) -> None:
    summary = reprank.summarize(articles, words=50, ranking=True)
    for sentence in (summary.ranking[0], summary.ranking[-1]):
        request = {"documents": articles, "words": 50, "explain": [sentence.document, sentence.start]}
        (reasons,) = ask("summarize", request)["reasons"]
        assert (reasons["document"], reasons["start"], reasons["end"]) == (
            sentence.document, sentence.start, sentence.end,
        )  # fmt: skip
        assert reasons["selected"] == (sentence in summary.sentences)
        assert reasons["reasons"]
    assert refused("summarize", {"documents": articles, "words": 50, "explain": [0, 3]})["status"] == 422


def test_every_length_has_the_sentences_of_its_own_summary(articles: list[str]) -> None:
    options: dict[str, Any] = {"query": "Who pays for the ferry?"}
    for more in ({}, options, {"banned": [[0, articles[0].index("A loaded")]]}):
        made = ask("summarize", {"documents": articles, "words": 60, "lengths": [90, 30, 60], **more})
        assert [it["words"] for it in made["lengths"]] == [30, 60, 90]
        for entry in made["lengths"]:
            alone = ask("summarize", {"documents": articles, "words": entry["words"], **more})
            assert entry["sentences"] == alone["sentences"]
            assert entry["used"] == alone["budget"]["used"] <= entry["words"]
        assert [it["covered"] for it in made["lengths"]] == sorted(it["covered"] for it in made["lengths"])
    assert made["knee"] == reprank.coverage_curve(articles).knee


def test_pins_that_do_not_fit_a_length_leave_it_empty_and_say_so(articles: list[str]) -> None:
    place = [0, articles[0].index("A loaded")]
    made = ask("summarize", {"documents": articles, "words": 80, "lengths": [10, 80], "pinned": [place]})
    short, long = made["lengths"]
    assert short["sentences"] == []
    assert "pin fewer" in short["problem"]
    assert place in [[it["document"], it["start"]] for it in long["sentences"]]


def test_reasons_name_the_sentences_of_other_documents_that_tell_the_same(articles: list[str]) -> None:
    ranked = reprank.rank(articles)
    summary = ranked.summarize(words=120)
    reasons = ask("summarize", {"documents": articles, "words": 120, "explain": True, "sources": True})["reasons"]
    found = {(it["document"], it["start"]): [other["text"] for other in it["support"]] for it in reasons}
    for sentence in summary:
        expected = [other.sentence.text for other in ranked.support((sentence.document, sentence.start))]
        assert found[sentence.document, sentence.start] == expected
    assert any(found.values())


def test_the_outline_has_every_sentence(articles: list[str]) -> None:
    outline = ask("summarize", {"documents": articles, "words": 60, "outline": True})["outline"]
    ranked = reprank.rank(articles)
    places = [(number, start, end) for number, spans in enumerate(outline) for start, end in spans]
    assert places == [(it.document, it.start, it.end) for it in ranked.sentences]


def test_the_answer_is_the_best_sentence_and_names_the_words_that_were_found(articles: list[str]) -> None:
    asked = {"documents": articles, "words": 120, "query": "Who pays for the ferry?", "answer": True}
    made = ask("summarize", asked)
    first = next(it for it in made["sentences"] if it["rank"] == 1)
    assert [first["document"], first["start"]] in made["answer"]["sentences"]
    assert made["answer"]["words"] == ["ferry", "pay"]
    nothing = ask("summarize", {**asked, "query": "zebra xylophone"})["answer"]
    assert nothing == {"sentences": [], "words": []}


def test_a_length_can_be_left_to_the_text(articles: list[str]) -> None:
    expected = str(reprank.summarize(articles, words="auto"))
    assert ask("summarize", {"documents": articles, "words": "auto"})["text"] == expected


def test_what_is_known_is_not_repeated() -> None:
    assert "bridge" not in ask("summarize", {"text": TEXT, "seen": [TEXT.split(". ")[1] + "."], "words": 9})["text"]


@pytest.mark.parametrize(
    ("verb", "request_", "field", "words"),
    [
        ("summarize", {"text": TEXT, "words": 0}, "words", "at least 1"),
        ("summarize", {"text": TEXT, "words": "many"}, "words", "at least 1"),
        ("summarize", {"text": TEXT, "words": True}, "words", "got boolean"),
        ("summarize", {"text": TEXT, "words": 5, "ratio": 0.5}, "words", "keep one"),
        ("summarize", {"text": TEXT, "language": "xx-none"}, "language", "language"),
        ("summarize", {"text": TEXT, "wordz": 5}, "wordz", "unknown field"),
        ("summarize", {"text": TEXT, "format": "pdf"}, "format", "one of json"),
        ("summarize", {"text": TEXT, "documents": [TEXT]}, "documents", "either"),
        ("summarize", {}, "documents", "either"),
        ("summarize", {"documents": [TEXT, 7]}, "documents", "documents[1] must be"),
        ("summarize", {"documents": [{"text": TEXT, "blocks": [{"start": 9}]}]}, "documents", "blocks must be"),
        ("summarize", {"documents": [{"text": "a", "blocks": [{"start": 0, "end": 9, "kind": "prose"}]}]},
         "documents", "documents[0]: a block must be"),
        ("summarize", {"documents": [{"text": TEXT, "name": "x"}]}, "documents", "unknown field 'name'"),
        ("summarize", {"text": TEXT, "lengths": [5, "6"]}, "lengths", "whole numbers"),
        ("summarize", {"text": TEXT, "lengths": [5] * 65}, "lengths", "limit of 64"),
        ("summarize", {"text": TEXT, "pinned": [[0]]}, "pinned", "[document, start]"),
        ("summarize", {"text": TEXT, "pinned": [[0, 1]]}, "pinned", "pinned needs a sentence"),
        ("summarize", {"text": TEXT, "explain": [0, -1]}, "explain", "[document, start]"),
        ("keywords", {"text": TEXT, "exclude": ["a", 1]}, "exclude", "exclude[1]"),
        ("keywords", {"text": TEXT, "diversity": 3}, "diversity", "from 0 to 1"),
        ("compress", {"query": "x", "tokens": 5}, "chunks", "missing"),
        ("compress", {"chunks": [TEXT]}, "words", "needs a length"),
        ("compress", {"chunks": [TEXT], "query": "x", "threshold": 2}, "threshold", "from 0 to 1"),
    ],
)  # fmt: skip
def test_a_mistake_names_its_field(verb: str, request_: object, field: str, words: str) -> None:
    problem = refused(verb, request_)
    assert problem["field"] == field
    assert words in problem["detail"]


def test_more_documents_than_allowed_are_refused() -> None:
    assert refused("summarize", {"documents": [TEXT] * 3}, max_documents=2)["status"] == 413
    assert refused("summarize", {"documents": [TEXT], "seen": [TEXT, TEXT]}, max_documents=2)["field"] == "seen"


@pytest.mark.parametrize("body", [b"", b"{", b"[" * 100_000, b"\xff\xfe\xff", b'{"words": NaN}'])
def test_what_is_not_json_is_refused(body: bytes) -> None:
    made = answer(WorkRequest("summarize", body, 9))
    assert (made.status, made.media_type) == (400, PROBLEM)


@pytest.mark.parametrize("request_", [[], "text", 7, None])
def test_json_that_is_no_object_is_refused(request_: object) -> None:
    assert refused("summarize", request_)["status"] == 422


def test_half_a_surrogate_pair_does_not_break_the_answer() -> None:
    made = answer(WorkRequest("summarize", b'{"text": "The river \\ud800 rose. It fell.", "sentences": 2}', 9))
    assert made.status == 200
    assert "\ud800" in json.loads(made.body)["text"]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (b'{"id": 7, "text": "The river rose."}', (7, "summary")),
        (b'{"text": "The river rose."}', (3, "summary")),
        (b'{"id": "a"}', ("a", "error")),
        (b"{", (3, "error")),
        (b"[1]", (3, "error")),
        (b'{"id": 1, "documents": "no list"}', (1, "error")),
    ],
)
def test_a_line_of_a_batch_has_an_answer_whatever_it_is(line: bytes, found: tuple[object, str]) -> None:
    made: Answer = answer(WorkRequest("batch", line, 9, {"words": "20", "line": "3"}))
    row = json.loads(made.body)
    assert made.body.endswith(b"\n")
    assert row["id"] == found[0]
    assert found[1] in row


def test_other_columns_of_a_line_are_in_its_answer_and_none_is_overwritten() -> None:
    line = {"id": 7, "text": "The river rose.", "year": 1999, "summary": "Old.", "input_summary": "Older."}
    row = json.loads(answer(WorkRequest("batch", json.dumps(line).encode(), 9, {"line": "3"})).body)
    assert (row["summary"], row["year"]) == ("The river rose.", 1999)
    assert (row["input_summary"], row["input_input_summary"]) == ("Older.", "Old.")
    assert "text" not in row


@pytest.mark.parametrize("number", ["1e999", "-1e999", "NaN", "Infinity"])
def test_a_number_that_json_cannot_hold_is_refused(number: str) -> None:
    body = f'{{"id": 1, "text": "The river rose.", "year": {number}}}'.encode()
    row = json.loads(answer(WorkRequest("batch", body, 9, {"line": "3"})).body)
    assert "not JSON" in row["error"]["message"]


@pytest.mark.parametrize(
    ("verb", "function", "ours"),
    [
        ("summarize", reprank.summarize, {"text", "format", "explain", *PAGE_FIELDS}),
        ("keywords", reprank.keywords, {"text"}),
        ("compress", reprank.compress, set()),
    ],
)
def test_every_option_of_the_library_is_a_field(verb: str, function: Any, ours: set[str]) -> None:
    python_only = {"budget", "method"}
    assert set(TABLES[verb]) - ours == set(inspect.signature(function).parameters) - python_only
    assert set(fields.BATCH) < set(fields.SUMMARIZE)


def test_what_a_worker_remembers_changes_no_answer(articles: list[str]) -> None:
    texts = RankedTexts()
    requests: list[dict[str, Any]] = [
        {"documents": articles, "words": words, "explain": True, **options}
        for options in ({}, {"query": "Who pays for the ferry?"}, {"seen": articles[:1]}, {"language": "de"})
        for words in (20, 90, 5000)
    ]
    requests += [{"documents": articles[1:], "words": 60}, requests[1], {"documents": [TEXT], "sentences": 1}]
    for request in requests:
        work = WorkRequest("summarize", json.dumps(request).encode(), 20)
        assert verbs.answer(work, texts).body == answer(work).body


def test_a_text_is_ranked_once_and_what_is_kept_is_bounded() -> None:
    texts = RankedTexts()

    def rank(text: str, language: str | None = None) -> reprank.RankedText:
        return texts.rank([reprank.Document(text)], [], None, language)

    first = rank(TEXT)
    assert rank(TEXT) is first
    assert rank(TEXT, "de") is not first
    for number in range(MAX_TEXTS):
        rank(f"{TEXT} {number}")
    assert rank(TEXT) is not first
    long = TEXT + " " * (MAX_CHARACTERS - len(TEXT))
    assert rank(long) is rank(long)  # alone: the others had to go
    assert rank(TEXT) is rank(TEXT)
    too_long = TEXT + " " * MAX_CHARACTERS
    assert rank(too_long) is not rank(too_long)


def test_the_reasons_of_several_sentences_come_from_one_summary(articles: list[str]) -> None:
    texts = RankedTexts()
    ranked = texts.rank([reprank.Document(text) for text in articles], [], None, None)
    assert texts.summarize(ranked, words=60) is texts.summarize(ranked, words=60)
    assert texts.summarize(ranked, words=90) == ranked.summarize(words=90)


def test_the_description_says_that_documents_or_text_are_needed_and_null_is_no_field() -> None:
    from reprank.web.openapi import description

    schemas = description()["components"]["schemas"]  # type: ignore[index]
    request = schemas["SummarizeRequest"]
    assert request["anyOf"] == [{"required": ["documents"]}, {"required": ["text"]}]
    assert all("null" in schema["type"] for schema in request["properties"].values())
    assert None in request["properties"]["format"]["enum"]


@pytest.mark.parametrize("given", ["[" * 30_000, '{"a":' * 30_000, "NaN", "x"])
def test_an_option_of_a_batch_that_is_no_value_is_refused(given: str) -> None:
    with pytest.raises(verbs.Problem, match="ratio must be"):
        verbs.batch_options({"ratio": given})
