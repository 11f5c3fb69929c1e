from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import reprank

spacy = pytest.importorskip("spacy", reason="spacy is not installed: make test-adapters")
from spacy.tokens import Doc, DocBin  # noqa: E402


@pytest.fixture(scope="module")
def nlp() -> spacy.Language:
    pipeline = spacy.blank("en")
    pipeline.add_pipe("reprank", config={"words": 60, "keywords": 5})
    return pipeline


def spans_of(doc: Doc) -> dict[str, list]:
    return {
        name: [(span.text, span.start, span.end, span.label_) for span in group] + [group.attrs["scores"]]
        for name, group in doc.spans.items()
    }


def test_the_factory_is_found_without_an_import() -> None:
    code = "import spacy, sys; spacy.blank('en').add_pipe('reprank'); print('reprank.adapters.spacy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True"]


def test_spans_are_the_sentences_and_keywords_of_summarize(nlp: spacy.Language, articles: list[str]) -> None:
    doc = nlp(articles[0])
    summary = reprank.summarize(articles[0], words=60, keywords=5)
    assert [span.text for span in doc.spans["reprank.summary"]] == [sentence.text for sentence in summary.sentences]
    assert [(span.start_char, span.end_char) for span in doc.spans["reprank.summary"]] == [
        (sentence.start, sentence.end) for sentence in summary.sentences
    ]
    assert doc._.reprank_keywords == [keyword.text for keyword in summary.keywords]
    assert doc.spans["reprank.summary"].attrs["scores"] == [sentence.score for sentence in summary.sentences]
    assert len(doc.spans["reprank.keywords"]) == sum(len(keyword.occurrences) for keyword in summary.keywords)


def test_spans_survive_bytes_and_doc_bins(nlp: spacy.Language, articles: list[str]) -> None:
    doc = nlp(articles[0])
    again = Doc(spacy.blank("en").vocab).from_bytes(doc.to_bytes())
    assert spans_of(again) == spans_of(doc)
    assert (again._.reprank_summary, again._.reprank_keywords) == (doc._.reprank_summary, doc._.reprank_keywords)
    stored = DocBin(docs=[doc], store_user_data=True).to_bytes()
    (from_bin,) = DocBin().from_bytes(stored).get_docs(spacy.blank("en").vocab)
    assert [span.text for span in from_bin.spans["reprank.summary"]] == [
        span.text for span in doc.spans["reprank.summary"]
    ]


def test_other_processes_give_the_same_spans(nlp: spacy.Language, articles: list[str]) -> None:
    here = [spans_of(doc) for doc in nlp.pipe(articles)]
    assert [spans_of(doc) for doc in nlp.pipe(articles, n_process=2)] == here


def test_a_pipeline_survives_being_written_and_read(nlp: spacy.Language, articles: list[str], tmp_path: Path) -> None:
    nlp.to_disk(tmp_path / "pipeline")
    again = spacy.load(tmp_path / "pipeline")
    assert spans_of(again(articles[1])) == spans_of(nlp(articles[1]))


def test_a_pipeline_for_many_languages_detects_the_language(articles: list[str]) -> None:
    pipeline = spacy.blank("xx")
    pipeline.add_pipe("reprank", config={"sentences": 2})
    assert len(pipeline(articles[0]).spans["reprank.summary"]) == 2


@pytest.mark.parametrize("text", ["", "   ", "Word"])
def test_a_text_without_sentences_has_no_errors(nlp: spacy.Language, text: str) -> None:
    doc = nlp(text)
    assert len(doc.spans["reprank.summary"]) <= 1
    assert isinstance(doc._.reprank_summary, str)


def test_a_document_that_the_component_has_not_seen_has_no_summary(nlp: spacy.Language) -> None:
    doc = spacy.blank("en")("It rained.")
    assert (doc._.reprank_summary, doc._.reprank_keywords) == (None, None)


def test_options_that_cannot_be_used_are_reported_when_the_component_is_added() -> None:
    with pytest.raises(reprank.InputError, match="keep one"):
        spacy.blank("en").add_pipe("reprank", config={"words": 5, "sentences": 2})
