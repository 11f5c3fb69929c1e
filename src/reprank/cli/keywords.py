"""``reprank keywords``: files in, phrases out."""

from __future__ import annotations

import argparse
import csv
import io
import json
from collections.abc import Sequence

from reprank.cli.files import SOME_UNREADABLE, read_documents, warn, write
from reprank.cli.summarize import add_files, add_reading, files_of
from reprank.progress import elapsed
from reprank.summary import Keyword, keyword_fields

SCORE_DIGITS = 3
EXAMPLES = """\
examples:
  reprank keywords report.txt --top 15
  reprank keywords news/*.txt --max-words 1 --scores
  reprank keywords reviews.txt --exclude battery --diversity 0.6
  reprank keywords today.txt --seen yesterday.txt
  reprank keywords report.txt --candidates "river,flood barrier,insurance" --format csv
  reprank keywords report.txt --format json | jq -r '.[].text'
"""


def add(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the verb and its options."""
    parser = verbs.add_parser(
        "keywords",
        help="list the most important phrases",
        description="List the most important phrases of one or many files, one per line, best first.\n"
        "In options, separate phrases with commas; phrases are compared by their stems.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_files(parser)
    parser.add_argument("--top", type=int, default=10, metavar="K", help="number of keywords (default: 10)")
    parser.add_argument(
        "--min-words", type=int, default=1, metavar="N", help="minimum number of words in a phrase (default: 1)"
    )
    parser.add_argument(
        "--max-words", type=int, default=4, metavar="N", help="maximum number of words in a phrase (default: 4)"
    )
    parser.add_argument(
        "--diversity",
        type=float,
        metavar="D",
        help="from 0 (the best, however similar) to 1 (hardly any word in common)",
    )
    parser.add_argument(
        "--exclude",
        type=_phrases,
        action="extend",
        default=[],
        metavar="LIST",
        help="phrases that no keyword may contain",
    )
    parser.add_argument(
        "--include", type=_phrases, action="extend", default=[], metavar="LIST", help="phrases to add if they occur"
    )
    parser.add_argument(
        "--candidates", type=_phrases, action="extend", metavar="LIST", help="the only phrases that may be keywords"
    )
    parser.add_argument(
        "--seeds",
        type=_phrases,
        action="extend",
        default=[],
        metavar="LIST",
        help="words that boost phrases with or near them",
    )
    parser.add_argument("--seen", nargs="+", metavar="FILE", default=[], help="files that the reader already knows")
    parser.add_argument("--system", default="reprank", metavar="NAME", help="keyword system to use (default: reprank)")
    parser.add_argument(
        "--scores", action="store_true", help="print scores and counts next to the phrases in plain text"
    )
    parser.add_argument("--format", choices=list(FORMATS), default="text")
    parser.add_argument("--output", metavar="FILE", help="write to a file instead of standard output")
    add_reading(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Rank and write."""
    from reprank.systems import make_keyword_system

    documents, complete = read_documents(files_of(options), options.encoding)
    seen, seen_complete = read_documents(options.seen, options.encoding)
    with elapsed("ranking"):
        found = make_keyword_system(options.system).keywords(
            documents,
            top=options.top,
            min_words=options.min_words,
            max_words=options.max_words,
            diversity=options.diversity,
            exclude=options.exclude,
            include=options.include,
            candidates=options.candidates,
            seeds=options.seeds,
            seen=seen,
            language=options.language,
        )
    if not found:
        warn(["no keywords: the documents contain no phrases to rank"])
    written = _with_scores(found) if options.scores and options.format == "text" else FORMATS[options.format](found)
    write(written, options.output)
    return 0 if complete and seen_complete else SOME_UNREADABLE


def _phrases(text: str) -> tuple[str, ...]:
    return tuple(phrase for part in text.split(",") if (phrase := part.strip()))


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
