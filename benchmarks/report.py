"""Results to pages: tables, the part of a page that a script writes, and the code that it was measured with.

A script writes between ``<!-- name:begin -->`` and ``<!-- name:end -->`` of a page, and nothing else of it. The part
ends with the name of the script and the digest of the code that makes summaries, so that ``benchmarks.pages`` can say
which parts are of other code than the present one.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from reprank.evaluation.experiment import build

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
RESULTS = DOCS / "results"
_PART = re.compile(r"<!-- (?P<name>[\w-]+):begin -->\n(?P<content>.*?)\n?<!-- (?P=name):end -->", re.DOTALL)
_ORIGIN = re.compile(r"<sub>Made by `(?P<script>[\w.]+)` with RepRank (?P<build>[^<]+)\.</sub>")


@dataclass(frozen=True)
class Part:
    """A part of a page that a script wrote: which page, which part, which script, and with which code."""

    page: Path
    name: str
    script: str | None
    build: str | None


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, caption: str = "") -> str:
    """Write a Markdown table: the first column is text, the others are numbers.

    >>> print(table(["set", "F1"], [["news", "31.5"]], caption="Means."))
    Means.
    <BLANKLINE>
    | set | F1 |
    |---|---:|
    | news | 31.5 |
    """
    lines = [f"| {' | '.join(row)} |" for row in (head, *rows)]
    lines.insert(1, "|---|" + "---:|" * (len(head) - 1))
    return "\n".join([caption, "", *lines] if caption else lines)


def write_between(page: Path, name: str, content: str) -> None:
    """Write the part of a page between its two marks, with the script and the code behind it.

    Exits with a line that says what to do if the page has no marks for this part.
    """
    replace_between(page, name, f"{content.strip()}\n\n<sub>Made by `{_script()}` with RepRank {build()}.</sub>")


def replace_between(page: Path, name: str, content: str) -> None:
    """Replace what is between ``<!-- name:begin -->`` and ``<!-- name:end -->``."""
    begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
    text = page.read_text(encoding="utf-8")
    if begin not in text or end not in text:
        raise SystemExit(f"{page.name} has no lines {begin} and {end}: add them where the part belongs")
    before, rest = text.split(begin, 1)
    after = rest.split(end, 1)[1]
    page.write_text(f"{before}{begin}\n{content}\n{end}{after}", encoding="utf-8")


def _script() -> str:
    """Name the script that is running, as ``python -m`` wants it."""
    spec = sys.modules["__main__"].__spec__
    return spec.name if spec else Path(sys.argv[0]).stem


def write_figures(name: str, figures: dict[str, object]) -> Path:
    """Write figures as ``docs/results/NAME.json``, with the code that they were measured with."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    path = RESULTS / f"{name}.json"
    path.write_text(json.dumps({"build": build(), **figures}, indent=1) + "\n", encoding="utf-8")
    return path


def parts(page: Path) -> Iterator[Part]:
    """Find the parts of a page that scripts write."""
    for found in _PART.finditer(page.read_text(encoding="utf-8")):
        origin = _ORIGIN.search(found["content"])
        yield Part(page, found["name"], origin and origin["script"], origin and origin["build"])
