"""Bundled articles to the front page: real summaries beside their sources, made when the site is built."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass

import reprank

Mark = tuple[int, int, float]


@dataclass(frozen=True)
class Case:
    """One thing to show: its name, the summary, each sentence with its strength, and the sources with marks as HTML."""

    name: str
    command: str
    summary: reprank.Summary
    sentences: tuple[tuple[str, str, float], ...]
    sources: tuple[tuple[str, str], ...]


def cases() -> tuple[Case, ...]:
    """Return what the front page shows, in the order of its buttons."""
    documents = reprank.example_documents()
    question = "Who pays for the ferry?"
    made = [
        _case(
            f"{words} words", f"*.txt --words {words}", documents, reprank.summarize(documents, words=words, keywords=8)
        )
        for words in (30, 60, 120)
    ]
    asked = reprank.summarize(documents, words=40, keywords=8, query=question)
    made.append(_case("a question", f'*.txt --words 40 --query "{question}"', documents, asked))
    news = reprank.summarize(documents[4], words=60, keywords=8, seen=documents[:4])
    made.append(_case("what is new", "thursday.txt --words 60 --seen tuesday/*.txt", documents[4:], news))
    return tuple(made)


def _case(name: str, command: str, documents: Sequence[reprank.Document], summary: reprank.Summary) -> Case:
    count = max(len(summary), 1)
    strength = {sentence: 1 - (sentence.rank - 1) / count for sentence in summary.sentences}
    chosen = tuple(
        (sentence.text, title_of(documents[sentence.document]), strength[sentence]) for sentence in summary.sentences
    )
    marks: dict[int, list[Mark]] = {}
    for sentence in summary.sentences:
        marks.setdefault(sentence.document, []).append((sentence.start, sentence.end, strength[sentence]))
    sources = tuple(
        (title_of(document), marked(document.text, marks.get(number, []))) for number, document in enumerate(documents)
    )
    return Case(name, command, summary, chosen, sources)


def title_of(document: reprank.Document) -> str:
    """Return the name of an article for readers.

    >>> title_of(reprank.Document("", title="1-harbour-gazette.txt"))
    'Harbour gazette'
    """
    return re.sub(r"^\d+-|\.txt$", "", document.title or "").replace("-", " ").capitalize()


def marked(text: str, marks: Sequence[Mark]) -> str:
    r"""Return a text as paragraphs of HTML, with the marked stretches in ``mark``.

    >>> marked("One. Two.\n\nThree.", [(5, 9, 1.0)])
    '<p>One. <mark style="--strength: 1.00">Two.</mark></p><p>Three.</p>'
    """
    made: list[str] = []
    for paragraph in re.finditer(r"\S.*?(?=\n\s*\n|\Z)", text, re.DOTALL):
        start, end = paragraph.span()
        parts: list[str] = []
        for begin, stop, strength in sorted(marks):
            if start <= begin and stop <= end:
                parts += [html.escape(text[start:begin]), f'<mark style="--strength: {strength:.2f}">']
                parts += [html.escape(text[begin:stop]), "</mark>"]
                start = stop
        made.append(f"<p>{''.join(parts)}{html.escape(text[start:end]).rstrip()}</p>")
    return "".join(made)
