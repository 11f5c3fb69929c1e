"""Verdicts of blind readers to the tables of docs/lab/readers.md.

    python -m benchmarks.quality.reading

The verdicts are in docs/results/reading.json: for each reading the input, the reader, and rank, content and readability
of each system. What several readers say of one input counts as one verdict, their mean. Readers saw the sources and the
summaries in shuffled order and knew neither the systems nor the code.
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from statistics import fmean
from typing import Any

from benchmarks.report import DOCS, RESULTS, table, write_between

PAGE = DOCS / "lab" / "readers.md"
FIRST = "reprank"
RIVALS = ("lead", "lexrank", "icsi")
OTHER = "without"  # what a change is compared with
Verdict = Mapping[str, Mapping[str, float]]  # system: rank, content and readability


def main() -> None:
    """Write the tables: of all studies that compare systems, of the present default, and of changes."""
    studies = json.loads((RESULTS / "reading.json").read_text(encoding="utf-8"))
    compared = {name: study for name, study in studies.items() if set(RIVALS) <= set(study["readings"][0]["systems"])}
    write_between(PAGE, "studies", overview(compared))
    present, before = studies["present"], list(studies).index("present")
    read_before = {_place(one["input"]) for study in list(studies.values())[:before] for one in study["readings"]}
    inputs = {reading["input"] for reading in present["readings"]}
    write_between(PAGE, "present-study", study_tables(present, {one for one in inputs if _place(one) in read_before}))
    changes = {name: study for name, study in studies.items() if set(study["readings"][0]["systems"]) == {FIRST, OTHER}}
    write_between(PAGE, "changes", changes_table(changes))


def _place(name: str) -> str:
    """Return the set and the identifier of an input; some studies name its kind before them."""
    return "/".join(name.split("/")[-2:])


def changes_table(studies: Mapping[str, Mapping[str, Any]]) -> str:
    """Write one row for each study of one change: what readers say of both sides."""
    rows = []
    for name, study in studies.items():
        verdicts = list(_verdicts(study).values())
        (_, content, reading, _), (_, other_content, other_reading, _) = (_means(verdicts, s) for s in (FIRST, OTHER))
        won, p = _wins(verdicts, OTHER)
        pairs = [f"{content}/{other_content}", f"{reading}/{other_reading}"]
        rows.append([name, str(len(verdicts)), won.replace(" ", ""), p, *pairs])
    return table(["tried", "inputs", "won : lost", "sign test p", "content", "readability"], rows)


def overview(studies: Mapping[str, Mapping[str, Any]]) -> str:
    """Write one row for each study: how many inputs, and rank, content and readability of each system."""
    rows = []
    for name, study in studies.items():
        verdicts = list(_verdicts(study).values())
        cells = ["/".join(_means(verdicts, system)[:3]) for system in (FIRST, *RIVALS)]
        rows.append([name, str(len(verdicts)), *cells])
    caption = "Mean rank/content (1 to 5)/readability (1 to 5):"
    return table(["study", "inputs", FIRST, *RIVALS], rows, caption=caption)


def study_tables(study: Mapping[str, Any], known: Collection[str]) -> str:
    """Write means and wins of one study, the mean ranks set by set, and how the inputs fare that are new.

    An input whose verdicts were read before rules were changed is not new to a later study.
    """
    by_input = _by_input(study)
    verdicts = _verdicts(study)
    values = list(verdicts.values())
    systems = sorted(values[0], key=lambda system: fmean(verdict[system]["rank"] for verdict in values))
    readings, readers = len(study["readings"]), len({reading["reader"] for reading in study["readings"]})
    caption = f"{len(verdicts)} inputs, {readings} readings by {readers} readers:"
    rows = [[system, *_means(values, system), *_wins(values, system)] for system in systems]
    head = ["system", "mean rank", "content 1–5", "readability 1–5", "best", f"{FIRST} won : lost", "sign test p"]
    sets = sorted({name.partition("/")[0] for name in verdicts})
    by_set = [[system, *(_mean_rank(verdicts, system, name) for name in sets)] for system in systems]
    parts = [table(head, rows, caption=caption)]
    if len(sets) > 1:
        parts.append(table(["mean rank", *sets], by_set, caption="Set by set:"))
    new = [verdict for name, verdict in verdicts.items() if name not in known]
    if len(new) < len(values):
        rest = ", ".join(f"{system} {' / '.join(_means(new, system)[:3])}" for system in systems)
        parts.append(f"On the {len(new)} inputs that were in no earlier study, rank / content / readability: {rest}.")
    if readings > len(verdicts):
        parts.append(
            f"Two readers of the same input agree on which of two systems is better in {_agreement(by_input):.0%} of "
            "cases."
        )
    return "\n\n".join(parts)


def _by_input(study: Mapping[str, Any]) -> dict[str, list[Verdict]]:
    found: dict[str, list[Verdict]] = {}
    for reading in study["readings"]:
        found.setdefault(reading["input"], []).append(reading["systems"])
    return found


def _verdicts(study: Mapping[str, Any]) -> dict[str, Verdict]:
    return {name: _mean_verdict(found) for name, found in _by_input(study).items()}


def _mean_verdict(found: Sequence[Verdict]) -> Verdict:
    """Return the mean of what several readers say of one input."""
    return {
        system: {kind: fmean(verdict[system][kind] for verdict in found) for kind in ("rank", "content", "readability")}
        for system in found[0]
    }


def _mean_rank(verdicts: Mapping[str, Verdict], system: str, name: str) -> str:
    ranks = [verdict[system]["rank"] for at, verdict in verdicts.items() if at.partition("/")[0] == name]
    return f"{fmean(ranks):.2f}"


def _agreement(by_input: Mapping[str, Sequence[Verdict]]) -> float:
    """Return how often two readers who both prefer one of two systems prefer the same."""
    same: list[bool] = []
    for found in by_input.values():
        for one, other in combinations(found, 2):
            for a, b in combinations(one, 2):
                first, second = one[a]["rank"] - one[b]["rank"], other[a]["rank"] - other[b]["rank"]
                if first and second:
                    same.append((first > 0) == (second > 0))
    return fmean(same)


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
