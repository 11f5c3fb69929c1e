"""``reprank keywords``: files in, phrases out."""

from __future__ import annotations

import argparse
import csv
import io
import json
from collections.abc import Sequence

from reprank.cli.inputs import SOME_UNREADABLE, read_documents, warn, write
from reprank.cli.options import add_options, add_output, add_shared, files_of, given
from reprank.progress import elapsed
from reprank.schema import KeywordOptions, options_of
from reprank.summary import Keyword, keyword_fields

SCORE_DIGITS = 3
PLAIN = [name for name in options_of(KeywordOptions) if name != "seen"]  # options as the library has them
HELP = "list the most important phrases"
DESCRIPTION = (
    "List the most important phrases in one or more files, one per line, best first.\n"
    "In options, separate phrases with commas; phrases are compared by their stems."
)
EXAMPLES = """\
examples:
  reprank keywords report.txt --top 15
  reprank keywords news/*.txt --max-words 1 --scores
  reprank keywords reviews.txt --exclude battery --diversity 0.6
  reprank keywords today.txt --seen yesterday.txt
  reprank keywords report.txt --candidates "river,flood barrier,insurance" --format csv
  reprank keywords report.txt --format json | jq -r '.[].text'
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    add_shared(parser, "files")
    add_options(parser, options_of(KeywordOptions), *PLAIN)
    add_shared(parser, "--seen", "--system")
    parser.add_argument(
        "--scores", action="store_true", help="print scores and counts next to the phrases in plain text"
    )
    add_output(parser, *FORMATS)
    add_shared(parser, "--encoding")


def run(options: argparse.Namespace) -> int:
    """Rank and write."""
    from reprank.systems import make_keyword_system

    documents, complete = read_documents(files_of(options), options.encoding)
    seen, seen_complete = read_documents(options.seen, options.encoding)
    with elapsed("ranking"):
        system = make_keyword_system(options.system)
        found = system.keywords(documents, seen=seen, **given(options, *PLAIN))
    if not found:
        warn(["no keywords: the documents contain no phrases to rank"])
    written = _with_scores(found) if options.scores and options.format == "text" else FORMATS[options.format](found)
    write(written, options.output)
    return 0 if complete and seen_complete else SOME_UNREADABLE


def _text(found: Sequence[Keyword]) -> str:
    return "".join(f"{keyword.text}\n" for keyword in found)


def _with_scores(found: Sequence[Keyword]) -> str:
    """Write score, number of occurrences and phrase, with tabs between them."""
    return "".join(f"{row[1]}\t{row[2]}\t{row[0]}\n" for row in _rows(found))


def _json(found: Sequence[Keyword]) -> str:
    return json.dumps([keyword_fields(keyword) for keyword in found], ensure_ascii=False, indent=2) + "\n"


def _csv(found: Sequence[Keyword]) -> str:
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(["keyword", "score", "occurrences"])
    writer.writerows(_rows(found))
    return table.getvalue()


def _markdown(found: Sequence[Keyword]) -> str:
    rows = "".join(f"| {_escaped(text)} | {score} | {count} |\n" for text, score, count in _rows(found))
    return "| keyword | score | occurrences |\n|---|---:|---:|\n" + rows


def _rows(found: Sequence[Keyword]) -> list[tuple[str, str, int]]:
    return [(keyword.text, f"{keyword.score:.{SCORE_DIGITS}f}", len(keyword.occurrences)) for keyword in found]


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|")


FORMATS = {"text": _text, "json": _json, "csv": _csv, "markdown": _markdown}
