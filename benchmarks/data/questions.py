"""Published files to questions with contexts: ``{"id", "set", "question", "answers", "documents", "gold"}``.

``gold`` holds the stretches that must be kept for the question to be answerable: document, start and end.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Row = dict[str, object]


def read_squad(source: Path) -> Iterator[Row]:
    """XQuAD and COVID-QA, in SQuAD's form: the context of a question is the whole article that it is about."""
    name = source.stem.replace(".", "-").lower()
    for article in json.loads(source.read_text(encoding="utf-8"))["data"]:
        documents = [paragraph["context"] for paragraph in article["paragraphs"]]
        for number, paragraph in enumerate(article["paragraphs"]):
            for question in paragraph["qas"]:
                answer = question["answers"][0]
                start = answer["answer_start"]
                yield {
                    "id": str(question["id"]),
                    "set": name,
                    "question": question["question"],
                    "answers": [answer["text"]],
                    "documents": documents,
                    "gold": [[number, start, start + len(answer["text"])]],
                }


def read_hotpotqa(source: Path) -> Iterator[Row]:
    """HotpotQA: ``hotpot_dev_distractor_v1.json``; gold are the supporting sentences."""
    for row in json.loads(source.read_text(encoding="utf-8")):
        titles = [title for title, _ in row["context"]]
        sentences = dict(row["context"])
        gold = []
        for title, number in row["supporting_facts"]:
            if title in sentences and number < len(sentences[title]):
                start = sum(map(len, sentences[title][:number]))
                gold.append([titles.index(title), start, start + len(sentences[title][number])])
        yield {
            "id": row["_id"],
            "set": "hotpot",
            "type": row["type"],
            "question": row["question"],
            "answers": [row["answer"]],
            "documents": ["".join(parts) for _, parts in row["context"]],
            "titles": titles,
            "gold": gold,
        }


def read_musique(source: Path) -> Iterator[Row]:
    """MuSiQue: ``musique_ans_v1.0_dev.jsonl``; gold are the answers of the sub-questions in their paragraphs."""
    for row in _lines(source):
        documents = [paragraph["paragraph_text"] for paragraph in row["paragraphs"]]
        gold = []
        for step in row["question_decomposition"]:
            number = step["paragraph_support_idx"]
            start = -1 if number is None else documents[number].find(step["answer"])
            if start >= 0:
                gold.append([number, start, start + len(step["answer"])])
        yield {
            "id": row["id"],
            "set": "musique",
            "question": row["question"],
            "answers": [row["answer"]],
            "documents": documents,
            "titles": [paragraph["title"] for paragraph in row["paragraphs"]],
            "gold": gold,
        }


def read_qmsum_questions(source: Path) -> Iterator[Row]:
    """QMSum: ``data/ALL/jsonl/val.jsonl``; every turn is a document, gold are the turns marked as relevant."""
    for number, meeting in enumerate(_lines(source)):
        turns = [f"{turn['speaker']}: {turn['content']}" for turn in meeting["meeting_transcripts"]]
        for place, asked in enumerate(meeting["specific_query_list"]):
            spans = [(int(first), int(last)) for first, last in asked["relevant_text_span"]]
            relevant = sorted({turn for first, last in spans for turn in range(first, last + 1) if turn < len(turns)})
            yield {
                "id": f"{source.stem}-{number}-{place}",
                "set": "qmsum",
                "question": asked["query"],
                "answers": [asked["answer"]],
                "documents": turns,
                "gold": [[turn, 0, len(turns[turn])] for turn in relevant],
            }


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        yield from (json.loads(line) for line in file if line.strip())
