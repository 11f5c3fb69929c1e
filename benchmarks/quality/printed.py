"""Texts of every kind to docs/lab/printed-summaries.md: their summaries as they come out, with a reader's judgement.

    python -m benchmarks.quality.printed

The texts were written for this project. A file of ``texts/`` is one input; a line ``=====`` separates its documents.
Texts, lengths and kinds were fixed before the first summary was made. ``texts/verdicts.json`` has, for each input, the
digest of the summary that was judged, a grade and a judgement. A summary with another digest counts as not judged.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import reprank
from benchmarks.report import DOCS, ROOT, table, write_between

TEXTS = Path(__file__).parent / "texts"
VERDICTS = TEXTS / "verdicts.json"
PAGE = DOCS / "lab" / "printed-summaries.md"
PART = "printed"
SEPARATOR = "\n=====\n"
GRADES = ("good", "fair", "poor")
KEYWORDS = 5
EXAMPLE = "example"  # reprank.example_documents()
# Inputs that are in the table, and whose texts are in the folder, but whose summaries would make the page too long.
NOT_SHOWN = {
    "news-water", "news-chess", "news-strike", "article-court", "reviews-headphones", "paper-stairs", "minutes-housing",
    "interview-glacier", "howto-sourdough", "faq-doorbell", "speech-opening", "actualites-ecole", "story-piano",
    "mail-venue", "transcript-planning", "article-orchard", "encyclopaedia-lighthouse", "paper-bees",
}  # fmt: skip


@dataclass(frozen=True)
class Input:
    """An input: the stem of its file, what it is about, its kind, and how many words its summary may have."""

    name: str
    title: str
    kind: str
    words: int


@dataclass(frozen=True)
class Printed:
    """An input with its documents, their summary, and the judgement of this very summary if there is one."""

    input: Input
    documents: Sequence[reprank.Document]
    summary: reprank.Summary
    grade: str | None
    judgement: str


INPUTS = (
    Input(EXAMPLE, "The Kestrel Bridge", "news cluster", 120),
    Input("news-water", "Bacteria in the water of Port Alder", "news cluster", 120),
    Input("news-chess", "A girl at the Tallinn Open", "news cluster", 100),
    Input("news-strike", "The ferry strike", "news cluster with a letter", 120),
    Input("article-orchard", "The apples of Nettle Bank", "news feature with quotations", 90),
    Input("article-court", "The pilot and the airline", "news article with quotations", 90),
    Input("reviews-restaurant", "A restaurant", "reviews", 70),
    Input("reviews-headphones", "Headphones", "reviews", 70),
    Input("paper-bees", "Bumblebees and street lamps", "scientific paper", 120),
    Input("paper-stairs", "Stair climbing", "scientific paper, lines wrapped", 120),
    Input("encyclopaedia-lighthouse", "Skerrin Lighthouse", "encyclopaedia article", 100),
    Input("transcript-planning", "A release is planned", "transcript of a meeting", 100),
    Input("minutes-housing", "A housing cooperative", "minutes", 100),
    Input("story-piano", "The Tuner", "short story", 120),
    Input("interview-glacier", "A glaciologist", "interview", 110),
    Input("howto-sourdough", "A sourdough culture", "instructions", 100),
    Input("mail-venue", "A venue for a conference", "e-mail thread, lines wrapped", 90),
    Input("faq-doorbell", "A video doorbell", "questions and answers about a product", 100),
    Input("speech-opening", "The opening of a library", "speech", 110),
    Input("nachrichten-bahn", "Nachtzug nach Triest", "news article in German", 90),
    Input("actualites-ecole", "L'école de Montreval", "news article in French", 90),
)


def main() -> None:
    """Summarize every input and write the page."""
    verdicts = json.loads(VERDICTS.read_text(encoding="utf-8"))
    printed = [summarized(one, verdicts.get(one.name, {})) for one in INPUTS]
    for one in printed:
        print(one.input.name, digest(one.summary), one.grade or "not judged", one.summary, sep="\n", end="\n\n")
    write_between(
        PAGE, PART, "\n\n".join([overview(printed), *(section(one) for one in printed if is_shown(one.input))])
    )


def is_shown(one: Input) -> bool:
    """Tell whether the page has a section for an input."""
    return one.name not in NOT_SHOWN


def documents_of(one: Input) -> list[reprank.Document]:
    """Read the documents of an input."""
    if one.name == EXAMPLE:
        return reprank.example_documents()
    text = _path(one).read_text(encoding="utf-8")
    return [reprank.Document(part) for part in text.split(SEPARATOR)]


def digest(summary: reprank.Summary) -> str:
    """Return the short digest of a summary's text, which a verdict is valid for."""
    return hashlib.sha256(str(summary).encode()).hexdigest()[:12]


def summarized(one: Input, verdict: Mapping[str, str]) -> Printed:
    """Summarize an input with the default, and attach its verdict if it is one of this summary."""
    documents = documents_of(one)
    summary = reprank.summarize(documents, words=one.words, keywords=KEYWORDS)
    if verdict.get("digest") != digest(summary):
        return Printed(one, documents, summary, None, "")
    return Printed(one, documents, summary, verdict["grade"], verdict["judgement"])


def overview(printed: Sequence[Printed]) -> str:
    """Write how many summaries were judged good, fair and poor, and the list of all."""
    grades = Counter(one.grade for one in printed)
    counts = ", ".join(f"{grades[grade]} {grade}" for grade in GRADES)
    judged = len(printed) - grades[None]
    sentence = f"Summaries: {len(printed)}. Judged in their present form: {judged}{f' ({counts})' if judged else ''}."
    rows = [[_link(one.input), one.input.kind, one.grade or "–"] for one in printed]
    return table(["input", "kind", "grade"], rows, caption=sentence).replace("---:|", "---|")


def section(printed: Printed) -> str:
    """Write one input: its kind and size, the summary, its keywords, and the judgement."""
    one, documents, summary = printed.input, printed.documents, printed.summary
    count = f"{len(documents)} documents" if len(documents) > 1 else "1 document"
    source = sum(len(document.text.split()) for document in documents)
    size = f"{count}, {source} words; at most {one.words} words requested, {len(str(summary).split())} returned."
    read = "" if one.name == EXAMPLE else f" [The text](../../{_path(one).relative_to(ROOT).as_posix()})."
    keywords = ", ".join(keyword.text for keyword in summary.keywords[:KEYWORDS])
    judgements = [f"**{printed.grade.capitalize()}.** {printed.judgement}"] if printed.grade else []
    lines = [
        f"## {one.title}",
        f"{one.kind[0].upper()}{one.kind[1:]}; {size}{read}",
        "\n".join(_quoted(str(summary))),
        f"Keywords: {keywords}",
        *judgements,
    ]
    return "\n\n".join([*lines, *(f"Warning: {warning}" for warning in summary.warnings)])


def _quoted(text: str) -> Iterator[str]:
    """Mark every line of a summary as quoted, in such a way that it is shown as it is."""
    for line in text.splitlines():
        # A line that begins like a list, a heading or a quotation would be shown as one.
        yield "> " + re.sub(r"^(\d+)(?=[.)]\s)|^(?=[-+*#>])", r"\1\\", line)


def _path(one: Input) -> Path:
    return TEXTS / f"{one.name}.txt"


def _link(one: Input) -> str:
    if not is_shown(one):
        return f"[{one.title}](../../{_path(one).relative_to(ROOT).as_posix()})"
    anchor = re.sub(r"[^\w\- ]", "", one.title.lower()).replace(" ", "-")
    return f"[{one.title}](#{anchor})"


if __name__ == "__main__":
    main()
