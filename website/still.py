"""The page to one file that needs no service: the real page with answers that were prepared for the example.

python -m website.still [FILE]     FILE is build/demo.html if not given; a browser opens it from the file system too

The file has the scripts, the style and the answers in it: twelve lengths of the example without and with four
questions, the reasons for every sentence at every length, and each pin and each drop of one sentence.
"""

from __future__ import annotations

import argparse
import base64
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.report import ROOT

import reprank
from reprank.errors import InputError
from reprank.ranked import RankedText
from reprank.summary import Summary, keyword_fields
from website.staging import PAGE

STOPS = (20, 30, 40, 60, 80, 100, 120, 150, 200, 300, 500, 800)
QUESTIONS = (
    "Who pays for the ferry?",
    "How long will the repairs take?",
    "Why did the barge break loose?",
    "Who was hurt?",
)
FIRST_WORDS = 120  # the length that keywords and the answer belong to
KEYWORDS = 14
_IMPORT = re.compile(r'(from|import) "\./([\w-]+\.js)"')


def main() -> None:
    """Write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path, default=ROOT / "build" / "demo.html")
    file = parser.parse_args().file
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(page(), encoding="utf-8")
    print(f"{file}: {file.stat().st_size / 1000:.0f} kB")


def page() -> str:
    """Return the page with everything in it."""
    html = (PAGE / "index.html").read_text(encoding="utf-8")
    icon = _data("image/svg+xml", (PAGE / "icon.svg").read_text(encoding="utf-8"))
    html = html.replace('href="icon.svg"', f'href="{icon}"').replace('src="icon.svg"', f'src="{icon}"')
    for name in ("colours.css", "style.css"):
        style = (PAGE / name).read_text(encoding="utf-8")
        html = html.replace(f'<link rel="stylesheet" href="{name}">', f"<style>\n{style}</style>")
    modules = {f"reprank/{path.name}": _data("text/javascript", _script(path)) for path in PAGE.glob("*.js")}
    answers = json.dumps(prepared(), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    scripts = (
        f'<script type="importmap">{json.dumps({"imports": modules})}</script>\n'
        f'<script type="application/json" id="still-data">{answers}</script>\n'
        '<script type="module">import "reprank/page.js";</script>'
    )
    return html.replace('<script type="module" src="page.js"></script>', scripts)


def _script(path: Path) -> str:
    """Return a module that imports by name, and from the prepared answers in place of the service."""
    text = path.read_text(encoding="utf-8")
    return _IMPORT.sub(lambda it: f'{it[1]} "reprank/{it[2].replace("service.js", "still.js")}"', text)


def _data(kind: str, text: str) -> str:
    return f"data:{kind};base64,{base64.b64encode(text.encode()).decode()}"


def prepared() -> dict[str, Any]:
    """Return the answers to everything that the page without a service can ask."""
    documents = [replace(it, id=_named(it.id or "")) for it in reprank.example_documents()]
    reasons: dict[str, int] = {}
    answers = {query: _answers(documents, query, reasons) for query in ("", *QUESTIONS)}
    return {
        "documents": [{"text": it.text, "id": it.id} for it in documents],
        "stops": STOPS,
        "version": reprank.__version__,
        "answers": answers,
        "conflicts": [conflict.to_dict() for conflict in reprank.rank(documents).conflicts()],
        "reasons": [json.loads(text) for text in reasons],
    }


def _named(file: str) -> str:
    """Write the name of a file as people would, as the page does."""
    return re.sub(r"^\d+-|\.\w+$", "", file).replace("-", " ").capitalize()


def _answers(documents: list[reprank.Document], query: str, reasons: dict[str, int]) -> dict[str, Any]:
    ranked = reprank.rank(documents, query=query or None)
    number = {(it.document, it.start): i for i, it in enumerate(ranked.sentences)}
    summaries = [ranked.summarize(words=words, keywords=0) for words in STOPS]
    first = ranked.summarize(words=FIRST_WORDS, keywords=KEYWORDS)
    best = first.by_rank().sentences[0]
    group = {(it.document, it.start) for it in (best, *first.explain(best).leans_on)}
    answered: dict[str, Any] = {
        "sentences": [[it.document, it.start, it.end, list(ranked.sources(it))] for it in ranked.sentences],
        "support": [
            [number[s.sentence.document, s.sentence.start] for s in ranked.support(it)] for it in ranked.sentences
        ],
        "lengths": [_picks(ranked, summary, number) for summary in summaries],
        "reasons": [[_reasons(summary, it, number, reasons) for it in ranked.sentences] for summary in summaries],
        "keywords": [keyword_fields(keyword) for keyword in first.keywords],
        "warnings": list(first.warnings),
        "knee": ranked.coverage_curve().knee,
        "answer": {
            "sentences": [[it.document, it.start] for it in first if (it.document, it.start) in group],
            "words": list(ranked.query_words()),
        },
    }
    if not query:
        answered["pins"] = [
            [_changed(ranked, words, number, pinned=[it]) for words in STOPS] for it in ranked.sentences
        ]
        answered["drops"] = [
            [_changed(ranked, words, number, banned=[it]) for words in STOPS] for it in ranked.sentences
        ]
    return answered


def _picks(ranked: RankedText, summary: Summary, number: dict[tuple[int, int], int]) -> list[Any]:
    """Return the words used, the share covered, and the number and rank of every sentence in reading order."""
    picks = [[number[it.document, it.start], it.rank] for it in summary.sentences]
    return [summary.budget.used, round(ranked.covered(summary.sentences), 4), *picks]


def _changed(ranked: RankedText, words: int, number: dict[tuple[int, int], int], **change: Any) -> list[Any]:
    try:
        return _picks(ranked, ranked.summarize(words=words, keywords=0, **change), number)
    except InputError:  # the pinned sentence is longer than the summary
        return [0, 0]


def _reasons(
    summary: Summary, sentence: reprank.Sentence, number: dict[tuple[int, int], int], known: dict[str, int]
) -> list[int]:
    """Return the reasons for a sentence as numbers in a list of all different reasons."""
    found = []
    for reason in summary.explain(sentence).reasons:
        others = [number[it.document, it.start] for it in reason.sentences]
        text = json.dumps([reason.name, reason.text, others], ensure_ascii=False)
        found.append(known.setdefault(text, len(known)))
    return found


if __name__ == "__main__":
    main()
