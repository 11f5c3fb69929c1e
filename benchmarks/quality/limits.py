"""Results to the table of docs/limits.md: how much of what an extract can reach is reached, set by set.

    python -m benchmarks.quality.limits

Reads docs/results/english.json, languages.json and keyphrases.json, which benchmarks.quality.quality writes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from benchmarks.report import DOCS, RESULTS, replace_between, table

KINDS = {
    "multiling-en": "ten reports of one event",
    "multi-news": "two to ten articles about one event",
    "multi-news-truncated": "the same, cut short, lower case",
    "yelp": "reviews of a business",
    "amazon": "reviews of a product",
    "opinosis": "single opinions on one aspect",
    "cnn": "one news article",
    "pubmed": "a scientific paper",
    "squality": "a story",
    "meetings": "the transcript of a meeting",
    "multiling-fr": "reports of one event, French",
    "multiling-el": "reports of one event, Greek",
    "vietnamese": "reports of one event, Vietnamese",
}


def main() -> None:
    """Write the table."""
    head = ["kind of text", "set", "RepRank, R-1", "best other system", "oracle", "share of the oracle"]
    rows = [row for name in ("english", "languages") for row in _rows(_read(name))]
    replace_between(DOCS / "limits.md", "limits", f"{table(head, rows)}\n\n{_origin(_read('english'))}")


def _read(name: str) -> dict[str, Any]:
    return dict(json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8")))


def _rows(results: dict[str, Any]) -> Iterator[list[str]]:
    for found in results["tables"][1:]:
        means = {row["system"]: 100 * row["scores"]["rouge-1"]["mean"] for row in found["systems"]}
        others = {system: mean for system, mean in means.items() if system not in ("reprank", "oracle")}
        best = max(others, key=lambda system: others[system])
        yield [
            KINDS[found["name"]],
            f"`{found['name']}`",
            f"{means['reprank']:.1f}",
            f"{others[best]:.1f} ({best})",
            f"{means['oracle']:.1f}",
            f"{means['reprank'] / means['oracle']:.0%}",
        ]


def _origin(results: dict[str, Any]) -> str:
    """Name the code that was measured, which may be older than this table."""
    return f"<sub>Made by `benchmarks.quality.quality` with RepRank {results['build']}.</sub>"


if __name__ == "__main__":
    main()
