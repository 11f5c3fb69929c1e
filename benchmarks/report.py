"""Results to documents: what a script writes between two marks of a page, and nothing else of it."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "docs" / "results"


def write_between(page: Path, name: str, content: str) -> None:
    """Replace what stands between ``<!-- name:begin -->`` and ``<!-- name:end -->``; exit with a line without them."""
    begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
    text = page.read_text(encoding="utf-8")
    if begin not in text or end not in text:
        raise SystemExit(f"{page.name} has no lines {begin} and {end}")
    before, rest = text.split(begin, 1)
    after = rest.split(end, 1)[1]
    page.write_text(f"{before}{begin}\n{content}\n{end}{after}", encoding="utf-8")
