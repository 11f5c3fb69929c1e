"""Clusters with seeded conflicts to figures: which of them are found, and what else is reported.

    python -m benchmarks.sources.conflicts [--half development|sealed] [--failures] [--news DATA]

The clusters are development.json and sealed.json. In their texts ``{n1:three}`` marks a value: those with the same
label are values of the same thing that differ. The letter says how: n number, d date, x negation, u update; r is a
number that differs rightly. The rules were made with the development half; the sealed half was opened when they were
done, once. Writes docs/results/conflicts.json and the part ``conflicts`` of docs/lab/sources.md. With ``--news`` it
prints what is reported in clusters of real news, for readers to judge; their verdicts are in judged.json.
"""

from __future__ import annotations

import argparse
import datetime
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import reprank
from benchmarks.report import DOCS, RESULTS, table, write_between, write_figures
from reprank.text.documents import Document

HERE = Path(__file__).parent
PAGE = DOCS / "lab" / "sources.md"
MARK = re.compile(r"\{([a-z]\d):([^}]*)\}")
KINDS = {"n": "number", "d": "date", "x": "negation", "u": "update"}
NEWS = ("multi-news", "multi-news-truncated", "multiling-en", "multiling-fr", "multiling-el")


@dataclass(frozen=True)
class Mark:
    """A marked value."""

    label: str
    document: int
    start: int
    text: str


@dataclass(frozen=True)
class Cluster:
    """Documents, and the values that are marked in them."""

    id: str
    language: str
    documents: tuple[Document, ...]
    marks: tuple[Mark, ...]


def main() -> int:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", choices=["development", "sealed"], default="development")
    parser.add_argument("--failures", action="store_true", help="print what is missed and what is wrong")
    parser.add_argument("--news", type=Path, metavar="DATA", help="print what is reported in summaries/*.jsonl")
    options = parser.parse_args()
    if options.news:
        report_news(options.news)
        return 0
    figures = measure(options.half, failures=options.failures)
    path = RESULTS / "conflicts.json"
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    halves = {**known.get("halves", {}), options.half: figures}
    write_figures("conflicts", {"halves": halves})
    print(json.dumps(figures, indent=1))
    write_page(halves)
    return 0


def clusters(half: str) -> Iterator[Cluster]:
    """Read the clusters of a half, and take the marks out of their texts."""
    for row in json.loads((HERE / f"{half}.json").read_text(encoding="utf-8")):
        days = row.get("dates", [])
        documents, marks = [], []
        for number, marked in enumerate(row["documents"]):
            text, last = "", 0
            for match in MARK.finditer(marked):
                text += marked[last : match.start()]
                marks.append(Mark(match[1], number, len(text), match[2]))
                text += match[2]
                last = match.end()
            day = days[number] if number < len(days) else None
            date = datetime.date.fromisoformat(day) if day else None
            documents.append(Document(text + marked[last:], date=date))
        yield Cluster(row["id"], row["language"], tuple(documents), tuple(marks))


def measure(half: str, *, failures: bool) -> dict[str, object]:
    """Count what is found, what is missed and what is wrong."""
    found: Counter[str] = Counter()
    total: Counter[str] = Counter()
    reported = right = right_kind = rightly_different = 0
    for cluster in clusters(half):
        seeded = {mark.label for mark in cluster.marks if mark.label[0] in KINDS}
        rightly_different += sum(mark.label[0] == "r" for mark in cluster.marks)
        total.update(label[0] for label in seeded)
        hit: set[str] = set()
        for conflict in reprank.rank(cluster.documents, language=cluster.language).conflicts():
            reported += 1
            labels = matching(cluster, conflict)
            right += bool(labels)
            right_kind += any(KINDS[label[0]] == conflict.kind for label in labels)
            hit |= labels
            if failures and not labels:
                print("WRONG", cluster.id, conflict.kind, conflict)
        found.update(label[0] for label in hit)
        if failures and seeded - hit:
            print("MISSED", cluster.id, sorted(seeded - hit))
    kinds = {KINDS[letter]: [found[letter], total[letter]] for letter in KINDS}
    return {
        "reported": reported,
        "right": right,
        "right kind": right_kind,
        "found": sum(found.values()),
        "seeded": sum(total.values()),
        "rightly different": rightly_different,
        "kinds": kinds,
    }


def matching(cluster: Cluster, conflict: reprank.Conflict) -> set[str]:
    """Return the labels of the seeded pair that a conflict is, if it is one."""
    sides = []
    for sentence, value in zip((conflict.first, conflict.second), conflict.values, strict=True):
        inside = [
            mark
            for mark in cluster.marks
            if mark.document == sentence.document and sentence.start <= mark.start < sentence.end
        ]
        sides.append({mark.label for mark in inside if _is_value(mark, value)})
    return {label for label in sides[0] & sides[1] if label[0] in KINDS}


def _is_value(mark: Mark, value: str) -> bool:
    if value in ("claimed", "denied"):
        return mark.label[0] in "xu"
    return mark.label[0] in "nduxr" and (value in mark.text or mark.text in value)


def write_page(halves: dict[str, dict[str, object]]) -> None:
    """Write the table of both halves."""
    rows = []
    for half, figures in halves.items():
        reported, right, seeded = (int(str(figures[name])) for name in ("reported", "right", "seeded"))
        kinds = figures["kinds"]
        assert isinstance(kinds, dict)
        rows.append(
            [
                half,
                f"{right} of {reported}",
                f"{right / max(reported, 1):.2f}".lstrip("0"),
                f"{figures['found']} of {seeded}",
                f"{int(str(figures['found'])) / seeded:.2f}".lstrip("0"),
                *(f"{one} of {seeds}" for one, seeds in kinds.values()),
                f"{figures['right kind']} of {right}",
            ]
        )
    judged = json.loads((HERE / "judged.json").read_text(encoding="utf-8"))
    caption = (
        "We wrote forty clusters with conflicts, and with as many numbers that differ for good reason. The rules were "
        "made on the first half; one label was added to it after a report showed that it was missing. The second "
        "half was opened once, when the rules were finished. One author wrote both halves and the rules."
    )
    head = ["half", "right", "precision", "found", "recall", *(f"{kind}s" for kind in KINDS.values()), "right kind"]
    real = sum(it["right"] for it in judged["reported"])
    news = (
        f"In {judged['clusters']} clusters of real news, {len(judged['reported'])} conflicts are reported, of which "
        f"{real} are right in the judgement of the author of the rules. Rules and thresholds were also set on these "
        "clusters, and some of them are translations of each other, so expect less on other news. Real reports vary "
        "their words more than ours do, so most of their conflicts are missed."
    )
    write_between(PAGE, "conflicts", table(head, rows, caption=caption) + "\n\n" + news)


def report_news(data: Path) -> None:
    """Print what is reported in clusters of real news."""
    count = 0
    for name in NEWS:
        for line in (data / "summaries" / f"{name}.jsonl").open(encoding="utf-8"):
            row = json.loads(line)
            if len(row["documents"]) < 2:
                continue
            count += 1
            for conflict in reprank.rank([Document(text) for text in row["documents"]]).conflicts():
                places = [(it.document, it.start) for it in (conflict.first, conflict.second)]
                print(json.dumps([name, row["id"], conflict.kind, conflict.values, places], ensure_ascii=False))
                print("   ", conflict.first.display[:300], "\n   ", conflict.second.display[:300])
    print(count, "clusters")


if __name__ == "__main__":
    raise SystemExit(main())
