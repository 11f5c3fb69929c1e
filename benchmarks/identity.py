"""Summaries and keywords to digests: show that two revisions give the same results.

    python -m benchmarks.identity ../shared/data before.json      in one revision
    python -m benchmarks.identity ../shared/data after.json --compare before.json      in the other

Every system summarizes texts of every development set, to 100 words, and every keyword system ranks ten keywords. A
digest covers places, ranks, and scores to twelve digits. The default runs on whole sets, slow systems on a few texts of
each; it takes about two minutes of one core. With ``--compare`` it lists what differs and exits with 1.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from reprank.api import KeywordSystem, Summarizer, System
from reprank.budget import Words
from reprank.systems import KEYWORD_SYSTEMS, SYSTEMS, OracleSystem

DEFAULT = "reprank"
SCORE_DIGITS = 12
TEXTS = 6  # of each set, for systems other than the default
FEWER = {"reprank-paper-absorb": 2, "oracle": 3, "icsi": 5, "sparse": 3}  # texts for slow systems
LONG_SETS = {"meetings": 2, "squality": 2, "pubmed": 2, "semeval2010": 2}  # texts for systems other than the default
LONG_SETS_DEFAULT = {"semeval2010": 20}
QUICK = frozenset({"lead", "random"})

Row = dict[str, Any]  # a line of a set


def main() -> int:
    """Digest, write, and compare if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="folder with summaries/ and keyphrases/")
    parser.add_argument("output", type=Path)
    parser.add_argument("--compare", type=Path, help="the file of another revision")
    parser.add_argument("--limit", type=int, help="at most this many texts of each set")
    options = parser.parse_args()
    digests = {
        **summaries(options.data / "summaries", options.limit),
        **phrases(options.data / "keyphrases", options.limit),
    }
    options.output.write_text(json.dumps(digests, indent=1) + "\n", encoding="utf-8")
    if options.compare is None:
        return 0
    other = json.loads(options.compare.read_text(encoding="utf-8"))
    changed = [name for name in other if name in digests and digests[name] != other[name]]
    for name in changed:
        print(f"differs: {name}")
    for name in sorted(digests.keys() ^ other.keys()):
        print(f"only in one of them: {name}")
    print(f"{len(digests.keys() & other.keys()) - len(changed)} equal, {len(changed)} different")
    return 1 if changed else 0


def summaries(folder: Path, limit: int | None) -> dict[str, str]:
    """Digest the summaries of every system on every set."""
    found: dict[str, str] = {}
    for path in _sets(folder):
        for name, make in SYSTEMS.items():
            system = make()
            found[f"{path.stem}/{name}"] = digest([_summary(system, name, row) for row in _rows(path, name, limit)])
    return found


def phrases(folder: Path, limit: int | None) -> dict[str, str]:
    """Digest the keywords of every keyword system on every set."""
    found: dict[str, str] = {}
    for path in _sets(folder):
        for name, make in KEYWORD_SYSTEMS.items():
            system = make()
            found[f"keywords/{path.stem}/{name}"] = digest([_keywords(system, row) for row in _rows(path, name, limit)])
    return found


def digest(results: object) -> str:
    """Return a short digest of anything that JSON can hold."""
    return hashlib.sha256(json.dumps(results, sort_keys=True).encode()).hexdigest()[:12]


def _summary(system: System, name: str, row: Row) -> list[object]:
    able: Summarizer = system.given(row["references"]) if isinstance(system, OracleSystem) else system
    summary = able.summarize(row["documents"], budget=Words(100), keywords=10 if name == DEFAULT else 0)
    sentences = [[s.document, s.start, s.end, round(s.score, SCORE_DIGITS), s.rank] for s in summary.sentences]
    return [sentences, [[k.text, round(k.score, SCORE_DIGITS), len(k.occurrences)] for k in summary.keywords]]


def _keywords(system: KeywordSystem, row: Row) -> list[object]:
    return [[keyword.text, round(keyword.score, SCORE_DIGITS)] for keyword in system.keywords(row["text"], top=10)]


def _sets(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.glob("*.jsonl")):
        print(path.stem, flush=True)
        yield path


def _rows(path: Path, name: str, limit: int | None) -> Iterator[Row]:
    few = FEWER.get(name, TEXTS) if name != DEFAULT else None
    long = LONG_SETS_DEFAULT if name == DEFAULT else {} if name in QUICK else LONG_SETS
    count = min((number for number in (few, long.get(path.stem), limit) if number is not None), default=None)
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if count is not None and number >= count:
                return
            yield json.loads(line)


if __name__ == "__main__":
    raise SystemExit(main())
