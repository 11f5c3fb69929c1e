"""Verdicts of blind readers to the tables of docs/reading-notes.md.

    python -m benchmarks.quality.reading

The verdicts are in docs/results/reading.json: for each reading the input, the reader, and rank, content and readability
of each system. Readers saw the sources and the summaries in shuffled order and knew neither the systems nor the code.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from benchmarks.report import DOCS, RESULTS, table, write_between

PAGE = DOCS / "reading-notes.md"
FIRST = "reprank"
Verdict = Mapping[str, Mapping[str, float]]  # system: rank, content and readability


def main() -> None:
    """Write the tables."""
    studies = json.loads((RESULTS / "reading.json").read_text(encoding="utf-8"))
    known: set[str] = set()
    for name, study in studies.items():
        # An input whose verdicts were read before rules were changed is not new to a later study.
        readings = [reading for reading in study["readings"] if reading["input"] not in known]
        known |= {reading["input"] for reading in readings}
        content = study_tables({**study, "readings": readings})
        print(content)
        write_between(PAGE, f"{name}-study", content)


def study_tables(study: Mapping[str, Any]) -> str:
    """Write means and wins of one study, and the mean ranks set by set."""
    verdicts: list[Verdict] = [reading["systems"] for reading in study["readings"]]
    inputs = [reading["input"].partition("/")[0] for reading in study["readings"]]
    systems = sorted(verdicts[0], key=lambda system: fmean(verdict[system]["rank"] for verdict in verdicts))
    readers = len({reading["reader"] for reading in study["readings"]})
    caption = f"{len(verdicts)} readings by {readers} readers, seed {study['seed']}:"
    rows = [[system, *_means(verdicts, system), *_wins(verdicts, system)] for system in systems]
    head = ["system", "mean rank", "content 1–5", "readability 1–5", "best", f"{FIRST} won : lost", "sign test p"]
    by_set = [
        [system, *(f"{fmean(v[system]['rank'] for v, i in zip(verdicts, inputs, strict=True) if i == name):.2f}"
                   for name in sorted(set(inputs)))]
        for system in systems
    ]  # fmt: skip
    return "\n\n".join(
        [table(head, rows, caption=caption), table(["mean rank", *sorted(set(inputs))], by_set, caption="Set by set:")]
    )


def _means(verdicts: Sequence[Verdict], system: str) -> list[str]:
    means = [
        f"{fmean(verdict[system][kind] for verdict in verdicts):.2f}" for kind in ("rank", "content", "readability")
    ]
    best = sum(verdict[system]["rank"] == min(other["rank"] for other in verdict.values()) for verdict in verdicts)
    return [*means, str(best)]


def _wins(verdicts: Sequence[Verdict], system: str) -> list[str]:
    """Count the readings that prefer RepRank to a system, and those that prefer the system, with a sign test."""
    if system == FIRST:
        return ["", ""]
    won = sum(verdict[FIRST]["rank"] < verdict[system]["rank"] for verdict in verdicts)
    lost = sum(verdict[FIRST]["rank"] > verdict[system]["rank"] for verdict in verdicts)
    n, k = won + lost, min(won, lost)
    p = min(1.0, 2 * sum(math.comb(n, i) for i in range(k + 1)) / 2**n) if n else 1.0
    return [f"{won} : {lost}", f"{p:.3f}"]


if __name__ == "__main__":
    main()
