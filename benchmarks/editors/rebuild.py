"""Inputs, their texts and the marks of the first editor in one file, for scores and for fitting.

    python -m benchmarks.editors.rebuild FOLDER OUT.jsonl [--data DATA] [--marks marks.jsonl]

FOLDER has the downloaded packages (``benchmarks.editors.sources``). A line of OUT is one input: set, id, language,
words, held_back, documents (texts), sentences [{document, start, end}…], and the marks pick, core, key, debris, leans,
same, note. ``held_back`` is true for texts in the held-back part of the development data: nothing may be fitted to
them. Inputs whose texts are missing or have changed are named and left out.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path

from benchmarks.editors.inputs import ChangedTextError, Input, Texts, documents_of, read_inputs
from benchmarks.editors.marks import MARKS, Marks, read_marks
from benchmarks.editors.sources import Files


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--marks", type=Path, default=MARKS)
    arguments = parser.parse_args()
    marks = {each.id: each for each in read_marks(arguments.marks) if each.editor == 1}
    files = Files(arguments.folder, arguments.data)
    rows = list(rebuilt(read_inputs(), marks, files))
    lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in rows]
    arguments.out.write_text("".join(lines), encoding="utf-8")
    print(f"{len(rows)} of {len(marks)} marked inputs")


def rebuilt(inputs: Iterable[Input], marks: Mapping[str, Marks], files: Texts) -> Iterator[dict[str, object]]:
    """Yield every marked input with its texts and marks; inputs from one package come together."""
    marked = [given for given in inputs if given.id in marks]
    for given in sorted(marked, key=lambda given: given.documents[0].package):
        try:
            documents = documents_of(given, files)
        except (ChangedTextError, OSError, KeyError) as error:
            print(f"{given.id} is left out: {error}", file=sys.stderr)
            continue
        yield {
            "set": given.set,
            "id": given.id,
            "language": given.language,
            "words": given.words,
            "held_back": given.held_back,
            "documents": list(documents),
            "sentences": [{"document": s.document, "start": s.start, "end": s.end} for s in given.sentences],
            **{name: value for name, value in asdict(marks[given.id]).items() if name not in ("id", "editor")},
        }


if __name__ == "__main__":
    main()
