"""Results to the table of docs/how-good.md: RepRank and its best rival in each task.

    python -m benchmarks.quality.overview

Reads docs/results: english, languages, keyphrases, questions, reading and speed.
"""

from __future__ import annotations

import json
from statistics import fmean
from typing import Any

from benchmarks.report import DOCS, RESULTS, replace_between, table

PAGE = DOCS / "how-good.md"
SHARE_KEPT = 1  # the second of the shares of words that questions.json has, 20 %
SIZE = 1000  # sentences


def main() -> None:
    """Write the table."""
    rows = [
        _scores("english", "rouge-1", "English summaries, ROUGE-1"),
        _scores("languages", "rouge-1", "French, Greek and Vietnamese summaries, ROUGE-1"),
        _scores("keyphrases", "keyphrases@10", "keywords, F1 of the first ten"),
        _questions(),
        *_readers(),
        _speed(),
    ]
    head = ["task and measure", "RepRank", "best other system", "evidence"]
    replace_between(PAGE, "overview", table(head, rows).replace("---:|", "---|"))


def _read(name: str) -> Any:
    return json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))


def _scores(name: str, metric: str, label: str) -> list[str]:
    found = _read(name)["tables"][0]["systems"]
    means = {row["system"]: 100 * row["scores"][metric]["mean"] for row in found if not row["saw_references"]}
    ours = means.pop("reprank")
    best = max(means, key=lambda system: means[system])
    page = "lab/keywords.md" if name == "keyphrases" else "lab/quality.md"
    return [label, *_compared(ours, means[best], best), f"[table]({page})"]


def _compared(ours: float, other: float, system: str) -> list[str]:
    """Write both figures, the larger one in bold."""
    return (
        [f"**{ours:.1f}**", f"{other:.1f} ({system})"]
        if ours >= other
        else [f"{ours:.1f}", f"**{other:.1f}** ({system})"]
    )


def _questions() -> list[str]:
    # QMSum has relevant turns instead of answers, which is another measure.
    kept = [found["kept"] for name, found in _read("questions")["sets"].items() if name != "qmsum"]
    means = {system: fmean(one[system][SHARE_KEPT] for one in kept) for system in kept[0]}
    ours = means.pop("reprank")
    best = max(means, key=lambda system: means[system])
    label = "questions, percent with the whole answer in 20 % of the words"
    return [label, *_compared(ours, means[best], best), "[table](lab/questions.md)"]


def _readers() -> list[list[str]]:
    """Show the last study that compares RepRank with other systems."""
    studies = [study for study in _read("reading").values() if "lead" in study["readings"][0]["systems"]]
    readings = [reading["systems"] for reading in studies[-1]["readings"]]
    rivals = [system for system in readings[0] if system not in ("reprank", "before")]
    rows = []
    for kind, label in (("content", "content"), ("readability", "readability")):
        means = {system: fmean(reading[system][kind] for reading in readings) for system in ("reprank", *rivals)}
        best = max(rivals, key=lambda system: means[system])
        cells = _compared(means["reprank"], means[best], best)
        rows.append([f"blind readers, {label} from 1 to 5", *cells, "[readers](lab/readers.md)"])
    return rows


def _speed() -> list[str]:
    runs = [run for run in _read("speed")["runs"] if run["sentences"] == SIZE and "wall" in run]
    seconds = {run["system"]: run["wall"] for run in runs if run["system"] != "yake"}
    ours = seconds.pop("reprank")
    best = min(seconds, key=lambda system: seconds[system])
    label = f"seconds for {SIZE:,} sentences"
    return [label, f"**{ours:.2f}**", f"{seconds[best]:.2f} ({best})", "[speed](lab/speed.md)"]


if __name__ == "__main__":
    main()
