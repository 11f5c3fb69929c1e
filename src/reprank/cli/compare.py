"""``reprank compare``: files about one thing in, what they agree and disagree about out."""

from __future__ import annotations

import argparse

from reprank.cli.files import SOME_UNREADABLE, read_documents, write
from reprank.cli.summarize import add_files, add_reading, files_of
from reprank.progress import elapsed

EXAMPLES = """\
examples:
  reprank compare gazette.txt wire.txt courier.txt
  reprank compare mails/ --words 300 --format markdown
"""


def add(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the verb and its options."""
    parser = verbs.add_parser(
        "compare",
        help="show where several files agree and disagree",
        description="Compare files on the same subject: what several of them report, what they disagree about\n"
        "(numbers, days and claims), what changed, and the most important sentences that only one reports.\n"
        "Exit code 3: done, but some files could not be read.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_files(parser)
    parser.add_argument(
        "--words",
        type=int,
        default=200,
        metavar="N",
        help="maximum number of words, not counting conflicts (default: 200)",
    )
    parser.add_argument("--format", choices=["text", "markdown", "json"], default="text")
    parser.add_argument("--output", metavar="FILE", help="write to a file (default: -, standard output)")
    add_reading(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Compare and write."""
    from reprank.comparison import compare

    documents, complete = read_documents(files_of(options), options.encoding)
    with elapsed("comparing"):
        made = compare(documents, words=options.words, language=options.language)
    if options.format == "json":
        written = made.to_json(indent=2) + "\n"
    else:
        written = made.to_markdown() if options.format == "markdown" else f"{made}\n"
    write(written, options.output)
    return 0 if complete else SOME_UNREADABLE
