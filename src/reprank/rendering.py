"""Summary to Markdown and HTML: the summary beside its sources, what was selected and what is key marked."""

from __future__ import annotations

import itertools
from html import escape
from typing import TYPE_CHECKING

from reprank.text.joining import flatten

if TYPE_CHECKING:
    from reprank.summary import Occurrence, Sentence, Summary

STYLE = """
.reprank { --ink: #1d2429; --soft: #5b6770; --line: #d9dfe3; --selected: #fff1b8; --key: #0b6e6e; --paper: #ffffff;
  color: var(--ink); background: var(--paper); font: 16px/1.55 Georgia, 'Times New Roman', serif; }
@media (prefers-color-scheme: dark) {
  .reprank { --ink: #e8e6e1; --soft: #a3adb5; --line: #3a444c; --selected: #4a4017; --key: #6fd3cd;
    --paper: #181c20; } }
.reprank .columns { display: grid; grid-template-columns: minmax(18rem, 2fr) 3fr; gap: 2.5rem; align-items: start; }
@media (max-width: 50rem) { .reprank .columns { grid-template-columns: 1fr; } }
.reprank .summary { position: sticky; top: 1.5rem; max-height: 94vh; overflow: auto; }
.reprank h1 { font-size: 1.3rem; margin: 0 0 .8rem; }
.reprank h2 { font-size: 1rem; margin: 1.6rem 0 .5rem; color: var(--soft); font-weight: normal; }
.reprank p { margin: 0 0 .8rem; }
.reprank a { color: inherit; text-decoration: none; }
.reprank a.place { color: var(--soft); font: .75rem system-ui, sans-serif; padding-left: .25rem; }
.reprank a.place:hover { text-decoration: underline; }
.reprank mark { background: var(--selected); color: inherit; border-radius: 2px; padding: .05em 0; }
.reprank mark:target { outline: 2px solid var(--key); }
.reprank b.key { color: var(--key); font-weight: 600; }
.reprank ul.keywords { list-style: none; display: flex; flex-wrap: wrap; gap: .4rem; padding: 0; margin: 1rem 0;
  font: .85rem system-ui, sans-serif; }
.reprank ul.keywords li { border: 1px solid var(--line); border-radius: 1rem; padding: .1rem .7rem; color: var(--key); }
.reprank .source { white-space: pre-wrap; overflow-wrap: anywhere; border-top: 1px solid var(--line);
  padding-top: .8rem; }
.reprank .note { color: var(--soft); font: .8rem system-ui, sans-serif; }
"""


def markdown(summary: Summary) -> str:
    """Write the summary as Markdown with the place of every sentence."""
    lines = [f"{_markdown_escape(flatten(s.text))} [{_markdown_place(summary, s)}]" for s in summary.sentences]
    parts = ["\n\n".join(lines)]
    if summary.keywords:
        parts.append("**Keywords:** " + ", ".join(_markdown_escape(keyword.text) for keyword in summary.keywords))
    parts.extend(f"> {warning}" for warning in summary.warnings)
    return "\n\n".join(part for part in parts if part) + "\n"


def _markdown_place(summary: Summary, sentence: Sentence) -> str:
    """Write the place where the document says one, else the number of the document and the offsets."""
    place = summary.place(sentence)
    return _markdown_escape(place) if place else f"{sentence.document + 1}:{sentence.start}–{sentence.end}"


def _markdown_escape(text: str) -> str:
    return "".join("\\" + character if character in "\\`*_[]<>#|" else character for character in text)


def page(summary: Summary) -> str:
    """Write a whole HTML page."""
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<title>Summary</title><style>body { margin: 0; } body > .reprank { padding: 2rem; min-height: 90vh; }</style>"
        f"</head><body>{fragment(summary)}</body></html>\n"
    )


def fragment(summary: Summary) -> str:
    """Write the summary and its sources as one element, for a page or a notebook."""
    return (
        f'<div class="reprank"><style>{STYLE}</style><div class="columns">'
        f'<section class="summary"><h1>Summary</h1>{_chosen(summary)}{_keywords(summary)}{_notes(summary)}</section>'
        f"<section>{_sources(summary)}</section></div></div>"
    )


def _chosen(summary: Summary) -> str:
    """Write each selected sentence with a link to its place; script direction follows the text."""
    return "".join(
        f'<p dir="auto">{escape(flatten(sentence.text))}'
        f'<a class="place" href="#{_anchor(sentence)}" title="{escape(_title(summary, sentence.document))}">'
        f"[{escape(summary.place(sentence) or str(sentence.document + 1))}]</a></p>"
        for sentence in summary.sentences
    )


def _anchor(sentence: Sentence) -> str:
    return f"s{sentence.document}-{sentence.start}"


def _title(summary: Summary, document: int) -> str:
    source = summary.documents[document]
    return source.title or source.id or f"Document {document + 1}"


def _keywords(summary: Summary) -> str:
    if not summary.keywords:
        return ""
    items = "".join(f'<li dir="auto">{escape(keyword.text)}</li>' for keyword in summary.keywords)
    return f'<ul class="keywords">{items}</ul>'


def _notes(summary: Summary) -> str:
    used = (
        f"{summary.budget.used} of {summary.budget.limit} {summary.budget.unit}, by {summary.system} {summary.version}"
    )
    return "".join(f'<p class="note">{escape(note)}</p>' for note in [*summary.warnings, used])


def _sources(summary: Summary) -> str:
    places = [place for keyword in summary.keywords for place in keyword.occurrences]
    return "".join(
        f"<h2>{escape(_title(summary, number))}</h2>"
        f'<div class="source" dir="auto">{_marked(source.text, number, summary.sentences, places)}</div>'
        for number, source in enumerate(summary.documents)
    )


def _marked(text: str, document: int, sentences: tuple[Sentence, ...], places: list[Occurrence]) -> str:
    """Mark selected sentences and, inside and outside them, keywords.

    Tags are placed by offset and opened again across each other's borders, so that they nest whatever overlaps.
    """
    selected = {sentence.start: sentence for sentence in sentences if sentence.document == document}
    sentence_ends = {sentence.end for sentence in selected.values()}
    keys = _without_overlap([place for place in places if place.document == document])
    key_starts, key_ends = {start for start, _ in keys}, {end for _, end in keys}
    borders = sorted({0, len(text), *selected, *sentence_ends, *key_starts, *key_ends})
    html, in_sentence, in_key = [], False, False
    for start, end in itertools.pairwise(borders):
        if start in key_ends and in_key:
            html.append("</b>")
            in_key = False
        crossing = in_key and (start in sentence_ends or start in selected)
        html.append("</b>" if crossing else "")
        if start in sentence_ends and in_sentence:
            html.append("</mark>")
            in_sentence = False
        if start in selected:
            html.append(f'<mark id="{_anchor(selected[start])}">')
            in_sentence = True
        if crossing or start in key_starts:
            html.append('<b class="key">')
            in_key = True
        html.append(escape(text[start:end]))
    html.append(("</b>" if in_key else "") + ("</mark>" if in_sentence else ""))
    return "".join(html)


def _without_overlap(places: list[Occurrence]) -> list[tuple[int, int]]:
    """Keep the longest of keywords that overlap, left to right."""
    kept: list[tuple[int, int]] = []
    for start, end in sorted({(place.start, place.end) for place in places}, key=lambda span: (span[0], -span[1])):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return kept
