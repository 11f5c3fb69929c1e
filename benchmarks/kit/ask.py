"""Ask questions of the documents of the kit, and count how many are answered in 50 words.

    python -m benchmarks.kit.ask FOLDER [--words 50] [--show]

FOLDER is where ``benchmarks.kit.collect`` put the documents. ``questions.jsonl`` has the questions: those of the first
report, new ones by somebody who had not seen the code, and more on other documents, written before the answers were
seen. All of them have been used to choose mechanisms since. An answer counts if it contains one of the strings that
every answering passage of the document contains; case and white space do not matter.
"""

from __future__ import annotations

import argparse
import json
import warnings
from collections import Counter
from pathlib import Path

import reprank

QUESTIONS = Path(__file__).with_name("questions.jsonl")


def main() -> None:
    """Ask and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--words", type=int, default=50)
    parser.add_argument("--show", action="store_true", help="print every question with its answer")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore", reprank.ReadingWarning)
    asked, right = Counter[str](), Counter[str]()
    for line in QUESTIONS.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        document = reprank.read(arguments.folder / row["document"])
        answer = str(reprank.summarize(document, words=arguments.words, query=row["question"], keywords=0))
        found = any(_plain(string) in _plain(answer) for string in row["strings"])
        asked.update([row["set"], "all"])
        right.update([row["set"], "all"] if found else [])
        if arguments.show:
            print(f"{'+' if found else '-'} {row['document']}: {row['question']}\n    {answer}\n")
    for name, count in asked.items():
        print(f"{name}: {right[name]} of {count} answered in {arguments.words} words ({right[name] / count:.0%})")


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


if __name__ == "__main__":
    main()
