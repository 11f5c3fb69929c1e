"""Published files to the sets of the tables, as JSON lines; nothing is downloaded.

    python -m benchmarks.data.convert yelp FewSum/artifacts/yelp/gold_summs data/summaries/yelp.jsonl
    python -m benchmarks.data.convert squality v1-3/txt/train.jsonl v1-3/txt/dev.jsonl data/summaries/squality.jsonl
    python -m benchmarks.data.convert --page         write the tables of docs/lab/data.md

The result holds the clusters of the tables, which benchmarks/data/identifiers.json lists; with ``--all``, every cluster
of the file.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path

from benchmarks.data.sources import BY_NAME, SOURCES, Source
from benchmarks.data.split import is_held_back
from benchmarks.report import DOCS, replace_between, table

IDENTIFIERS = Path(__file__).with_name("identifiers.json")


def main(arguments: list[str] | None = None) -> int:
    """Convert one set, or write the tables of the page about data."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", nargs="?", choices=sorted(BY_NAME), metavar="NAME", help="name of the set")
    parser.add_argument(
        "paths", nargs="*", type=Path, metavar="FILE", help="published files or folders, then the result"
    )
    parser.add_argument("--all", action="store_true", help="every cluster, not only those of the tables")
    parser.add_argument("--page", action="store_true", help="write the tables of docs/lab/data.md")
    options = parser.parse_args(arguments)
    if options.page:
        write_page()
        return 0
    if options.name is None or len(options.paths) < 2:
        parser.error("give the name of a set, at least one published file, and the file to write")
    *sources, target = options.paths
    rows = convert(options.name, sources, every=options.all)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    print(f"{target}: {len(rows)} of {len(identifiers(options.name))} clusters of the tables", file=sys.stderr)
    return 0


def convert(name: str, sources: Iterable[Path], *, every: bool = False) -> list[dict[str, object]]:
    """Return the rows of a set in the order of the tables."""
    source = BY_NAME[name]
    if source.convert is None:
        raise SystemExit(f"{name} has no converter: {source.path}")
    rows = {str(row["id"]): row for path in sources for row in source.convert(path)}
    if every:
        return list(rows.values())
    return [rows[identifier] for identifier in identifiers(name) if identifier in rows]


def identifiers(name: str) -> list[str]:
    """Return the identifiers of the clusters of a set that the tables are about, in their order."""
    found: list[str] = json.loads(IDENTIFIERS.read_text(encoding="utf-8"))[name]
    return found


def write_page() -> None:
    """Write the tables of docs/lab/data.md: every set with its source, its licence and its parts."""
    for folder in ("summaries", "keyphrases", "questions"):
        rows = [_row(source) for source in SOURCES if source.folder == folder]
        head = ["set", "what it is", "clusters (held back)", "licence", "input of the converter"]
        made = table(head, rows).replace("---:|", "---|")
        replace_between(DOCS / "lab" / "data.md", f"data-{folder}", made)


def _row(source: Source) -> list[str]:
    names = ", ".join(f"`{name}`" for name in source.names)
    counts = [(len(found), sum(map(is_held_back, found))) for found in map(identifiers, source.names)]
    sizes = ", ".join(f"{count} ({held})" for count, held in dict.fromkeys(counts))
    return [names, f"[{source.what}]({source.url})", sizes, source.licence, source.path]


if __name__ == "__main__":
    sys.exit(main())
