"""Summary to Markdown and HTML: the summary beside its sources, what was selected and what is key marked."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from reprank.palette import SANS, SERIF, css_variables

if TYPE_CHECKING:
    from reprank.explanation import Explanation
    from reprank.summary import Sentence, Summary

LIGHT, DARK = css_variables("light"), css_variables("dark")
# A notebook says in its page which theme it has; elsewhere the setting of the system decides.
LIGHT_THEMES = "body[data-jp-theme-light=true]", "body.vscode-light", "html[theme=light]", "html[data-theme=light]"
DARK_THEMES = "body[data-jp-theme-light=false]", "body.vscode-dark", "html[theme=dark]", "html[data-theme=dark]"
THEMES = f"""
.reprank {{ --sans: {SANS}; --serif: {SERIF}; {LIGHT} }}
@media (prefers-color-scheme: dark) {{ .reprank {{ {DARK} }} }}
{", ".join(f"{theme} .reprank" for theme in LIGHT_THEMES)} {{ {LIGHT} }}
{", ".join(f"{theme} .reprank" for theme in DARK_THEMES)} {{ {DARK} }}
"""
STYLE = Path(__file__).with_suffix(".css").read_text(encoding="utf-8")


def markdown(
    summary: Summary, explanations: Sequence[Explanation] = (), *, title: str | None = None, date: str | None = None
) -> str:
    """Write the summary as Markdown with the place of every sentence, and with the reasons if they are given.

    With a title, it begins with the title, the query, the length and the date.
    """
    parts = []
    if title:
        parts.append(f"# {markdown_escape(title)}")
        parts.append("\n".join(f"*{name}*: {markdown_escape(text)}  " for name, text in _about(summary, title, date)))
    first, rest = _answer_and_rest(summary) if title else ([], list(range(len(summary.sentences))))
    for number in (*first, *rest):
        sentence = summary.sentences[number]
        if first and number in (first[0], *rest[:1]):
            parts.append("**Answer**" if number == first[0] else "**Context**")
        parts.append(f"{markdown_escape(sentence.display)} {_markdown_source(summary, sentence)}")
        if explanations:
            reasons = [(reason.name, reason.detail()) for reason in explanations[number].reasons]
            parts.append("\n".join(f"- *{name}*: {markdown_escape(text)}" for name, text in reasons))
    parts += [f"- {markdown_escape(str(conflict))}" for conflict in summary.conflicts]
    if summary.keywords:
        parts.append("**Keywords:** " + ", ".join(markdown_escape(keyword.text) for keyword in summary.keywords))
    parts.extend(f"> {warning}" for warning in summary.warnings)
    return "\n\n".join(part for part in parts if part) + "\n"


def _markdown_source(summary: Summary, sentence: Sentence) -> str:
    """Write the place and, where they were asked for, the numbers of all documents that tell the sentence."""
    if sentence.sources and not summary.place(sentence):
        return sentence.citation
    return f"[{_markdown_place(summary, sentence)}] {sentence.citation}".rstrip()


def _markdown_place(summary: Summary, sentence: Sentence) -> str:
    """Write the place where the document says one, else the number of the document and the offsets."""
    place = summary.place(sentence)
    return markdown_escape(place) if place else f"{sentence.document + 1}:{sentence.start}–{sentence.end}"


def markdown_escape(text: str) -> str:
    """Escape the characters that Markdown would take for markup."""
    return "".join("\\" + character if character in "\\`*_[]<>#|" else character for character in text)


def page(
    summary: Summary, explanations: Sequence[Explanation] = (), *, title: str | None = None, date: str | None = None
) -> str:
    """Write a whole HTML page."""
    title = title or title_of(summary)
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(summary.language)}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{escape(title)}</title>'
        "<style>body { margin: 0; } body > .reprank.reprank { padding: 2rem; min-height: 90vh; } "
        "body > .reprank .sources.sources { max-height: none; }</style>"
        f"</head><body>{fragment(summary, explanations, title=title, date=date)}</body></html>\n"
    )


def fragment(
    summary: Summary, explanations: Sequence[Explanation] = (), *, title: str | None = None, date: str | None = None
) -> str:
    """Write the summary and its sources as one element, for a page or a notebook.

    Hovering over a sentence lights it in the other column, by style alone: no script, and nothing to install. Names
    inside the element begin with a digest of the summary, so that several summaries can share one notebook.
    """
    own = _digest(summary)
    about = "".join(f"<span>{name} <b>{escape(text)}</b></span>" for name, text in _about(summary, title, date))
    return (
        f'<div class="reprank {own}"><style>{THEMES}{STYLE}{_hover_rules(summary, own)}</style><div class="columns">'
        f'<section class="summary" aria-label="Summary"><h1 dir="auto">{escape(title or title_of(summary))}</h1>'
        f'<p class="about" dir="auto">{about}</p>{_chosen(summary, own, explanations)}'
        f"{_conflicts(summary)}{_keywords(summary)}{_notes(summary)}</section>"
        f'<section class="sources" aria-label="Sources">{_sources(summary, own)}</section></div></div>'
    )


def title_of(summary: Summary) -> str:
    """Return a title for the summary: that of its document, or the number of its documents."""
    if len(summary.documents) == 1:
        source = summary.documents[0]
        return source.title or source.id or "Summary"
    return f"Summary of {len(summary.documents)} documents"


def _about(summary: Summary, title: str | None, date: str | None) -> list[tuple[str, str]]:
    """Return what the head says: the query unless it is the title, the length and the date."""
    budget = summary.budget
    length = f"{budget.used} of at most {budget.limit} {budget.unit}"
    query = summary.query if summary.query and summary.query != title else ""
    parts = [("Question", query), ("Length", length), ("Made on", date or "")]
    return [(name, text) for name, text in parts if text]


def _digest(summary: Summary) -> str:
    """Return a name that two summaries share only if they show the same."""
    places = [(sentence.document, sentence.start, sentence.end, sentence.rank) for sentence in summary.sentences]
    keywords = [keyword.text for keyword in summary.keywords]
    content = repr((places, keywords, [document.text for document in summary.documents]))
    return "r" + hashlib.blake2b(content.encode("utf-8", "replace"), digest_size=6).hexdigest()


def _hover_rules(summary: Summary, own: str) -> str:
    """Write the rules that light a sentence and its source together, and a keyword with all its places."""
    sentences = [f".{own}:has(.s{s.rank}:is(:hover, :focus-within)) .s{s.rank}" for s in summary.sentences]
    keywords = [f".{own}:has(.k{k}:hover) .k{k}" for k in range(len(summary.keywords))]
    lit = "background: color-mix(in oklab, var(--amber) 85%, transparent);"
    rules = [(sentences, lit), (keywords, "background: var(--keyword);")]
    return "\n".join(f"{', '.join(selectors)} {{ {style} }}" for selectors, style in rules if selectors)


def _chosen(summary: Summary, own: str, explanations: Sequence[Explanation]) -> str:
    """Write each selected sentence with a link to its place; what answers a query comes first."""

    def written(numbers: Iterable[int]) -> str:
        reasons = [_reasons(it) for it in explanations] or [""] * len(summary.sentences)
        return "".join(_paragraph(summary, summary.sentences[number], own) + reasons[number] for number in numbers)

    first, rest = _answer_and_rest(summary)
    if not first:
        return written(rest)
    return f"<h2>Answer</h2>{written(first)}" + (f"<h2>Context</h2>{written(rest)}" if rest else "")


def _answer_and_rest(summary: Summary) -> tuple[list[int], list[int]]:
    """Return the index of the sentence that answers the query best, and those of the others in reading order.

    Without a query, or if its words do not occur, all are others.
    """
    asked = summary.query and not any("no word of the query" in warning for warning in summary.warnings)
    first = [number for number, sentence in enumerate(summary.sentences) if asked and sentence.rank == 1]
    return first, [number for number in range(len(summary.sentences)) if number not in first]


def _paragraph(summary: Summary, sentence: Sentence, own: str) -> str:
    """Write one sentence; script direction follows the text."""
    return (
        f'<p dir="auto" id="{own}-{sentence.rank}" class="s{sentence.rank}">{escape(sentence.display)}'
        f'<a class="place" href="#{_anchor(sentence, own)}" title="{escape(_title(summary, sentence.document))}">'
        f"{escape(_cited(summary, sentence))}</a></p>"
    )


def _cited(summary: Summary, sentence: Sentence) -> str:
    place = summary.place(sentence)
    if sentence.sources:
        return f"[{place}] {sentence.citation}" if place else sentence.citation
    return f"[{place or sentence.document + 1}]"


def explanation_fragment(explanation: Explanation) -> str:
    """Write the reasons for one sentence as one element, for a notebook."""
    quote = f'<p dir="auto">{escape(explanation.sentence.display)}</p>'
    return f'<div class="reprank"><style>{THEMES}{STYLE}</style>{quote}{_reasons(explanation, unfolded=True)}</div>'


def _reasons(explanation: Explanation, *, unfolded: bool = False) -> str:
    """Write why a sentence was selected, in a part that unfolds: in words, then the numbers in a part of their own."""
    words = "".join(
        f'<dt>{escape(reason.name)}</dt><dd dir="auto">{escape(reason.detail())}</dd>' for reason in explanation.reasons
    )
    opened, title = (
        " open" if unfolded else "",
        "Why this sentence" if explanation.selected else "Why not this sentence",
    )
    numbers = f"<details><summary>Numbers</summary><dl>{_numbers(explanation)}</dl></details>"
    return f"<details{opened}><summary>{title}</summary><dl>{words}</dl>{numbers}</details>"


def _numbers(explanation: Explanation) -> str:
    """Write the shares behind the reasons, those of the terms as bars."""
    shares = [(name, share / explanation.value) for name, share in explanation.carriers()]
    bars = "".join(
        f'<div class="bar"><span dir="auto">{escape(name)}</span><i style="--share: {share:.1%}"></i>'
        f"<span>{share:.0%}</span></div>"
        for name, share in shares
    )
    decided, *others = [
        f"<dt>{escape(name)}</dt>" + "".join(f'<dd dir="auto">{escape(text)}</dd>' for text in texts)
        for name, texts in explanation.numbers(carriers=False)
    ]
    return "".join([decided, f"<dt>Value from</dt><dd>{bars}</dd>" if bars else "", *others])


def _anchor(sentence: Sentence, own: str) -> str:
    return f"{own}-{sentence.document}-{sentence.start}"


def _title(summary: Summary, document: int) -> str:
    source = summary.documents[document]
    return source.title or source.id or f"Document {document + 1}"


def _keywords(summary: Summary) -> str:
    if not summary.keywords:
        return ""
    items = "".join(
        f'<li dir="auto" class="k{number}">{escape(keyword.text)}</li>'
        for number, keyword in enumerate(summary.keywords)
    )
    return f'<ul class="keywords">{items}</ul>'


def _conflicts(summary: Summary) -> str:
    if not summary.conflicts:
        return ""
    items = "".join(f'<li dir="auto">{escape(str(conflict))}</li>' for conflict in summary.conflicts)
    return f'<h2>Where sources disagree</h2><ul class="conflicts">{items}</ul>'


def _notes(summary: Summary) -> str:
    used = (
        f"{summary.budget.used} of {summary.budget.limit} {summary.budget.unit}, by {summary.system} {summary.version}"
    )
    return "".join(f'<p class="note">{escape(note)}</p>' for note in [*summary.warnings, used])


def _sources(summary: Summary, own: str) -> str:
    return "".join(
        f"<h2>{escape(_title(summary, number))}</h2>"
        f'<div class="source" dir="auto">{_marked(summary, number, own)}</div>'
        for number in range(len(summary.documents))
    )


def _marked(summary: Summary, document: int, own: str) -> str:
    """Mark selected sentences and, inside and outside them, keywords.

    Tags are placed by offset and opened again across each other's borders, so that they nest whatever overlaps.
    """
    text = summary.documents[document].text
    selected = {sentence.start: sentence for sentence in summary.sentences if sentence.document == document}
    by_end = {sentence.end: sentence for sentence in selected.values()}
    keys = _key_spans(summary, document)
    key_ends = {end for _, end in keys}
    number_of = {start: number for (start, _), number in keys.items()}
    borders = sorted({0, len(text), *selected, *by_end, *number_of, *key_ends})
    html: list[str] = []
    inside: Sentence | None = None
    key: int | None = None
    for start, end in itertools.pairwise(borders):
        if start in key_ends and key is not None:
            html.append("</b>")
            key = None
        crossing = key is not None and (start in by_end or start in selected)
        html.append("</b>" if crossing else "")
        if start in by_end and inside is not None:
            html.append(_close(inside, own))
            inside = None
        if start in selected:
            inside = selected[start]
            style = f"--strength: {_strength(inside, len(summary.sentences)):.2f}"
            html.append(f'<mark id="{_anchor(inside, own)}" class="s{inside.rank}" style="{style}">')
        if crossing or start in number_of:
            key = number_of.get(start, key)
            html.append(f'<b class="key k{key}">')
        html.append(escape(text[start:end]))
    html.append(("</b>" if key is not None else "") + (_close(inside, own) if inside is not None else ""))
    return "".join(html)


def _strength(sentence: Sentence, selected: int) -> float:
    """Return 1 for the sentence that was selected first, down to 0.3 for the last one."""
    return 1.0 if selected < 2 else 1 - 0.7 * (sentence.rank - 1) / (selected - 1)


def _close(sentence: Sentence, own: str) -> str:
    """Close a marked sentence with a link back. Style shows its number, so the text stays that of the source."""
    label = f"sentence {sentence.rank} of the summary"
    link = f'<a class="back" href="#{own}-{sentence.rank}" data-rank="{sentence.rank}" aria-label="{label}"></a>'
    return f"{link}</mark>"


def _key_spans(summary: Summary, document: int) -> dict[tuple[int, int], int]:
    """Return the places of keywords in a document, with the numbers of the keywords.

    Of places that overlap, the first stays, and of those that begin together the longest.
    """
    number_of: dict[tuple[int, int], int] = {}
    for number, keyword in enumerate(summary.keywords):
        for place in keyword.occurrences:
            if place.document == document:
                number_of.setdefault((place.start, place.end), number)
    kept: dict[tuple[int, int], int] = {}
    last = 0
    for span in sorted(number_of, key=lambda span: (span[0], -span[1])):
        if span[0] >= last:
            kept[span] = number_of[span]
            last = span[1]
    return kept
