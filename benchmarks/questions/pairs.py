"""Print questions on texts written for this project, with the summaries that answer them.

python -m benchmarks.questions.pairs
"""

from __future__ import annotations

from pathlib import Path

import reprank
from benchmarks.report import ROOT, write_between

TEXTS = Path(__file__).parent / "texts"
PAGE = ROOT / "docs" / "lab" / "questions.md"
QUESTIONS = {
    "five newspaper articles (`reprank.example_documents()`)": (
        None,
        40,
        (
            "Who pays for the ferry?",
            "How many people were hurt?",
            "What did the divers find below the water line?",
            "How long will the bridge stay closed?",
            "What happens to the milk of the dairies?",
        ),
    ),
    "the minutes of a council": (
        "minutes.txt",
        40,
        (
            "budget for the new school",
            'Who brought up the "speed limit"?',
        ),
    ),
    "the manual of a weather station": (
        "manual.txt",
        35,
        (
            "How do I reset the base unit?",
            "Which batteries should I use?",
        ),
    ),
}


def main() -> None:
    """Answer every question and write the page."""
    lines: list[str] = []
    number = 0
    for label, (name, words, questions) in QUESTIONS.items():
        documents = [(TEXTS / name).read_text(encoding="utf-8")] if name else reprank.example_documents()
        lines += ["", f"From {label}, at most {words} words:", ""]
        for question in questions:
            number += 1
            summary = reprank.summarize(documents, words=words, query=question)
            lines.append(f"{number}. *{question}* {summary}")
            lines += [f"   ({warning})" for warning in summary.warnings]
    print("\n".join(lines))
    write_between(PAGE, "pairs", "\n".join(lines).strip())


if __name__ == "__main__":
    main()
