"""Check what editors wrote, gather it in ``marks.jsonl``, and write the agreement of two editors into the README.

    python -m benchmarks.editors.assemble FOLDER [--out marks.jsonl]

FOLDER has the editors' files: ``packet-*.json`` of the first and ``second-*.json`` of the second editor of an input.
Each is ``{"item id": {"pick": …, "core": …, …}, …}``. Mistakes are printed, and marks with mistakes are left out. Texts
are not needed.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.editors.agreement import Agreement, agreement, pairs
from benchmarks.editors.inputs import Input, read_inputs
from benchmarks.editors.marks import MARKS, Marks, MarksError, check, write_marks
from benchmarks.report import replace_between, table

README = Path(__file__).with_name("README.md")
EDITORS = {"packet": 1, "second": 2}


def main() -> None:
    """Gather, report, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--out", type=Path, default=MARKS)
    arguments = parser.parse_args()
    inputs = {each.id: each for each in read_inputs()}
    marks, problems = gather(arguments.folder, inputs)
    for problem in problems:
        print(problem)
    unmarked = [name for name in inputs if name not in {each.id for each in marks if each.editor == 1}]
    print(f"{len(marks)} marks, {len(problems)} left out; inputs not marked: {', '.join(unmarked) or 'none'}")
    write_marks(marks, arguments.out)
    found = agreement(pairs(marks), inputs)
    print(table_of(found))
    if arguments.out == MARKS:
        replace_between(README, "agreement", table_of(found))
        replace_between(README, "kinds", table_of_kinds([inputs[each.id] for each in marks if each.editor == 1]))


def gather(folder: Path, inputs: Mapping[str, Input]) -> tuple[list[Marks], list[str]]:
    """Return all marks that fit their inputs, in the order of the inputs, and what is wrong with the others."""
    marks: dict[tuple[int, str], Marks] = {}
    problems = []
    for prefix, editor in EDITORS.items():
        for path in sorted(folder.glob(f"{prefix}-*.json")):
            try:
                items = json.loads(path.read_text(encoding="utf-8")).items()
            except (ValueError, AttributeError) as error:
                problems.append(f"{path.name}: not a JSON object of items: {error}")
                continue
            for name, marked in items:
                if name not in inputs:
                    problems.append(f"{path.name}: {name}: no such input")
                    continue
                try:
                    marks[editor, name] = check(inputs[name], marked, editor)
                except MarksError as error:
                    problems.append(f"{path.name}: {name}: {error}")
    ordered = [marks[editor, name] for editor in EDITORS.values() for name in inputs if (editor, name) in marks]
    return ordered, problems


def table_of(found: Agreement) -> str:
    """Write the agreement of two editors as a table."""
    measures = [
        ("words of the extract, F1", found.pick),
        ("a core sentence in common", found.core),
        ("main points, F1", found.key),
        ("debris, F1", found.debris),
        ("sentences that need another, F1", found.leans),
        ("the same needed sentence, where both say that one is needed", found.need),
    ]
    return table(
        [f"two editors, {found.inputs} inputs", "agreement"], [[name, f"{each:.2f}"] for name, each in measures]
    )


def table_of_kinds(inputs: Sequence[Input]) -> str:
    """Write how many inputs and sentences there are of each kind, and in which languages."""
    rows = []
    for kind, count in sorted(Counter(each.set for each in inputs).items()):
        members = [each for each in inputs if each.set == kind]
        sentences = sum(len(each.sentences) for each in members)
        languages = ", ".join(code for code, _ in Counter(each.language for each in members).most_common())
        rows.append([kind, str(count), f"{sentences:,}", languages])
    total = ["all", str(len(inputs)), f"{sum(len(each.sentences) for each in inputs):,}", ""]
    return table(["kind", "inputs", "sentences", "languages"], [*rows, total])


if __name__ == "__main__":
    main()
