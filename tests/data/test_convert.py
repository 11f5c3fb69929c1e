"""Converters of published data sets, on miniatures in the form of each; the texts were written for these tests."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from benchmarks.data import convert as command
from benchmarks.data import keyphrases, questions, summaries
from benchmarks.data.sources import BY_NAME, SOURCES

from reprank.evaluation.datasets import read_clusters


def write(path: Path, *rows: object) -> Path:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


def archive(path: Path, files: dict[str, str | bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as opened:
        for name, content in files.items():
            opened.writestr(name, content)
    return path


def test_reviews_keep_their_quotation_marks(tmp_path: Path) -> None:
    head = ["cat", "group_id", *(f"rev{n}" for n in range(1, 9)), "summ1", "summ2", "summ3"]
    row = ["x", "B1", '"Great" stove', *(f"review {n}" for n in range(2, 9)), "good  stove", 'a "great" one', "fine"]
    for part in ("train", "val"):
        (tmp_path / f"{part}.csv").write_text("\t".join(head) + "\n" + "\t".join(row).replace("B1", part) + "\n")
    first, second = summaries.read_fewsum(tmp_path)
    assert (first["id"], second["id"]) == ("train", "val")
    assert first["documents"][0] == '"Great" stove'  # type: ignore[index]
    assert first["references"] == ["good stove", 'a "great" one', "fine"]


def test_vietnamese_clusters_have_plain_bodies_and_both_references(tmp_path: Path) -> None:
    folder = "clusters/cluster_2"
    path = archive(
        tmp_path / "a.zip",
        {
            "clusters/": "", f"{folder}/": "", f"{folder}/1.body.txt": "\ufeffNước  dâng.",
            f"{folder}/1.body.tok.txt": "no",
            f"{folder}/1.info.txt": "no", f"{folder}/2.body.txt": "Cầu đóng.", f"{folder}/cluster_2.ref1.txt": "Một.",
            f"{folder}/cluster_2.ref2.txt": "Hai.", f"{folder}/cluster_2.ref1.tok.txt": "no",
            f"{folder}/cluster_2.sum.txt": "no",
        },
    )  # fmt: skip
    (row,) = summaries.read_vietnamese(path)
    assert row == {"id": "cluster_2", "documents": ["Nước dâng.", "Cầu đóng."], "references": ["Một.", "Hai."]}


MEETING = {
    "general_query_list": [{"query": "Summarize.", "answer": "They moved the release."}],
    "specific_query_list": [{"query": "When?", "answer": "In June.", "relevant_text_span": [["1", "2"], ["2", "9"]]}],
    "meeting_transcripts": [
        {"speaker": "A", "content": "Hello ."},
        {"speaker": "B", "content": "In June ."},
        {"speaker": "A", "content": "Good ."},
    ],
}


def test_a_meeting_is_one_document_with_the_general_answer(tmp_path: Path) -> None:
    (row,) = summaries.read_qmsum_meetings(write(tmp_path / "val.jsonl", MEETING))
    assert row["id"] == "val-0"
    assert row["documents"] == ["Hello .\nIn June .\nGood ."]
    assert row["references"] == ["They moved the release."]


def test_questions_about_a_meeting_have_the_marked_turns_as_gold(tmp_path: Path) -> None:
    (row,) = questions.read_qmsum_questions(write(tmp_path / "val.jsonl", MEETING))
    assert row["id"] == "val-0-0"
    assert row["documents"] == ["A: Hello .", "B: In June .", "A: Good ."]
    assert row["gold"] == [[1, 0, 12], [2, 0, 9]]


def test_stories_have_the_answers_to_the_first_question(tmp_path: Path) -> None:
    story = {
        "metadata": {"passage_id": "61"},
        "document": "A ship left.",
        "questions": [
            {"responses": [{"response_text": "One."}, {"response_text": "Two."}]},
            {"responses": [{"response_text": "Other."}]},
        ],
    }
    (row,) = summaries.read_squality(write(tmp_path / "dev.jsonl", story))
    assert row == {"id": "61", "documents": ["A ship left."], "references": ["One.", "Two."]}


def test_news_clusters_are_cut_at_their_separator(tmp_path: Path) -> None:
    source = tmp_path / "train.src.cleaned"
    source.write_text("First. NEWLINE_CHAR More. ||||| Second.\nOnly story_separator_special_tag\n", encoding="utf-8")
    (tmp_path / "train.tgt.cleaned").write_text("– A summary.\nAnother.\n", encoding="utf-8")
    first, second = summaries.read_multi_news(source)
    assert first == {"id": "train-row0", "documents": ["First. \n More.", "Second."], "references": ["A summary."]}
    assert second["documents"] == ["Only"]
    cut = list(summaries.read_truncated_multi_news(source))
    assert [row["id"] for row in cut] == ["validation-44972", "validation-44973"]


def test_articles_and_papers_have_one_document(tmp_path: Path) -> None:
    news = write(tmp_path / "cnn.jsonl", {"article": "It rained.", "highlights": "rain"})
    (row,) = summaries.read_cnn(news)
    assert row == {"id": "cnndm-test-0", "documents": ["It rained."], "references": ["rain"]}
    paper = write(tmp_path / "p", {"article_id": 7, "article_text": ["a .", "b ."], "abstract_text": ["<S> c . </S>"]})
    (row,) = summaries.read_pubmed(paper)
    assert row == {"id": "7", "documents": ["a . b ."], "references": ["c ."]}


def test_every_opinion_is_a_document(tmp_path: Path) -> None:
    (tmp_path / "topics").mkdir()
    (tmp_path / "topics" / "stove.txt.data").write_bytes("Good flame .\r\n\r\nDon\u2019t buy .\n".encode("cp1252"))
    gold = tmp_path / "summaries-gold" / "stove"
    gold.mkdir(parents=True)
    for number in (1, 2):
        (gold / f"stove.{number}.gold").write_text(f"summary {number}\n", encoding="utf-8")
    (row,) = summaries.read_opinosis(tmp_path)
    assert row == {
        "id": "stove",
        "documents": ["Good flame .", "Don\u2019t buy ."],
        "references": ["summary 1", "summary 2"],
    }


def test_abstracts_have_free_keys_in_lower_case(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "9.abstr": "Who pays?\r\nA study of\n\tferries.",
        "9.uncontr": "emergency ferry; Sorrel\n\tisland; emergency ferry",
        "9.contr": "no", "10.abstr": "A title\r\nText.", "10.uncontr": "key",
    }  # fmt: skip
    ten, nine = keyphrases.read_inspec(archive(tmp_path / "v.zip", files))
    assert nine == {
        "id": "9",
        "text": "Who pays?\nA study of ferries.",
        "keyphrases": ["emergency ferry", "sorrel island"],
    }
    assert ten["text"] == "A title.\nText."


def test_texts_and_keys_are_matched_by_name(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "S/docsutf8/a.txt": "\ufeff The text ", "S/keys/a.key": "one\r\n two \none\n", "S/docsutf8/alone.txt": "no",
        "__MACOSX/S/docsutf8/a.txt": b"\x00\x05",
    }  # fmt: skip
    (row,) = keyphrases.read_text_and_key(archive(tmp_path / "s.zip", files))
    assert row == {"id": "a", "text": "The text", "keyphrases": ["one", "two"]}


def test_the_context_of_a_question_is_the_whole_article(tmp_path: Path) -> None:
    path = tmp_path / "xquad.de.json"
    asked = {"id": 5, "question": "Wer?", "answers": [{"text": "Anna", "answer_start": 4}]}
    article = {"paragraphs": [{"context": "Eins.", "qas": []}, {"context": "Die Anna.", "qas": [asked]}]}
    path.write_text(json.dumps({"data": [article]}), encoding="utf-8")
    (row,) = questions.read_squad(path)
    assert (row["id"], row["set"], row["documents"]) == ("5", "xquad-de", ["Eins.", "Die Anna."])
    (place,) = row["gold"]  # type: ignore[misc]
    number, start, end = place
    assert row["documents"][number][start:end] == "Anna"  # type: ignore[index]


def test_supporting_sentences_are_found_in_their_paragraphs(tmp_path: Path) -> None:
    path = tmp_path / "hotpot.json"
    row = {
        "_id": "h", "type": "bridge", "question": "?", "answer": "B",
        "context": [["One", ["A. ", "B. "]], ["Two", ["C."]]],
        "supporting_facts": [["One", 1], ["Two", 0], ["Two", 7], ["None", 0]],
    }  # fmt: skip
    path.write_text(json.dumps([row]), encoding="utf-8")
    (made,) = questions.read_hotpotqa(path)
    kept = [made["documents"][number][start:end] for number, start, end in made["gold"]]  # type: ignore[index, attr-defined]
    assert kept == ["B. ", "C."]


def test_answers_of_the_steps_are_found_in_their_paragraphs(tmp_path: Path) -> None:
    steps = [
        {"answer": "Anna", "paragraph_support_idx": 1}, {"answer": "absent", "paragraph_support_idx": 0},
        {"answer": "x", "paragraph_support_idx": None},
    ]  # fmt: skip
    row = {
        "id": "2hop", "question": "?", "answer": "Anna", "question_decomposition": steps,
        "paragraphs": [{"title": "a", "paragraph_text": "Nobody."}, {"title": "b", "paragraph_text": "It was Anna."}],
    }  # fmt: skip
    (made,) = questions.read_musique(write(tmp_path / "m.jsonl", row))
    assert made["gold"] == [[1, 7, 11]]
    assert made["titles"] == ["a", "b"]


def test_the_command_writes_the_clusters_of_the_tables_in_their_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    names = tmp_path / "identifiers.json"
    names.write_text(json.dumps({"meetings": ["val-2", "val-0"]}), encoding="utf-8")
    monkeypatch.setattr(command, "IDENTIFIERS", names)
    source = write(tmp_path / "val.jsonl", MEETING, MEETING, MEETING)
    target = tmp_path / "out" / "meetings.jsonl"
    assert command.main(["meetings", str(source), str(target)]) == 0
    assert [cluster.id for cluster in read_clusters(target)] == ["val-2", "val-0"]
    assert "2 of 2 clusters" in capsys.readouterr().err
    assert command.main(["meetings", str(source), str(target), "--all"]) == 0
    assert len(read_clusters(target)) == 3


def test_a_set_without_a_converter_says_where_it_comes_from(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="on request from NIST"):
        command.convert("multiling-en", [tmp_path])


def test_every_set_has_a_source_a_licence_and_identifiers() -> None:
    listed = json.loads(command.IDENTIFIERS.read_text(encoding="utf-8"))
    assert set(listed) == set(BY_NAME)
    assert all(source.url.startswith("https://") and source.licence for source in SOURCES)
    assert all(len(found) == len(set(found)) for found in listed.values())


def test_nothing_is_downloaded() -> None:
    folder = Path(command.__file__).parent
    for path in folder.glob("*.py"):
        assert not any(
            word in path.read_text(encoding="utf-8") for word in ("urllib", "requests", "http.client", "socket")
        )
