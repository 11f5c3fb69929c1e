"""``reprank keywords``: files in, phrases out."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from reprank.cli.files import SOME_UNREADABLE, read_documents, warn, write
from reprank.cli.summarize import add_reading

EXAMPLES = """\
examples:
  reprank keywords report.txt --top 15
  reprank keywords news/*.txt --max-words 1
  reprank keywords report.txt --format json | jq -r '.[].text'
"""


def add(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the verb and its options."""
    parser = verbs.add_parser(
        "keywords",
        help="name the phrases that matter",
        description="Name the phrases that matter in one or many files, one a line, best first.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="files, folders or patterns; - is standard input")
    parser.add_argument("--top", type=int, default=10, metavar="K", help="how many (default: 10)")
    parser.add_argument("--max-words", type=int, default=4, metavar="N", help="longest phrase (default: 4)")
    parser.add_argument("--format", choices=["text", "json"], default="text")
    parser.add_argument("--output", metavar="FILE", help="write to a file instead of standard output")
    add_reading(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Rank and write."""
    from reprank.api import RepRank

    documents, complete = read_documents(options.files, options.encoding)
    found = RepRank().keywords(
        documents,
        top=options.top,
        max_words=options.max_words,
        language=options.language,
    )
    if not found:
        warn(["no keywords: the documents hold no phrases to rank"])
    if options.format == "json":
        write(json.dumps([asdict(keyword) for keyword in found], ensure_ascii=False, indent=2) + "\n", options.output)
    else:
        write("".join(f"{keyword.text}\n" for keyword in found), options.output)
    return 0 if complete else SOME_UNREADABLE
