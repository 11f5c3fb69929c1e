"""``reprank compare``: files about one thing in, what they agree and disagree about out."""

from __future__ import annotations

import argparse

from reprank.cli.inputs import SOME_UNREADABLE, read_documents, write
from reprank.cli.options import add_options, add_output, add_shared, files_of, given
from reprank.progress import elapsed
from reprank.schema import CompareOptions, options_of

HELP = "show where several files agree and disagree"
DESCRIPTION = (
    "Compare files on the same subject: what several of them report, what they disagree about\n"
    "(numbers, days and claims), what changed, and the most important sentences that only one reports.\n"
    "Exit code 3: done, but some files could not be read."
)
EXAMPLES = """\
examples:
  reprank compare gazette.txt wire.txt courier.txt
  reprank compare mails/ --words 300 --format markdown
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    add_shared(parser, "files")
    add_options(parser, options_of(CompareOptions))
    add_output(parser, "text", "markdown", "json")
    add_shared(parser, "--encoding")


def run(options: argparse.Namespace) -> int:
    """Compare and write."""
    from reprank.comparison import compare

    documents, complete = read_documents(files_of(options), options.encoding)
    with elapsed("comparing"):
        made = compare(documents, **given(options, *options_of(CompareOptions)))
    if options.format == "json":
        written = made.to_json(indent=2) + "\n"
    else:
        written = made.to_markdown() if options.format == "markdown" else f"{made}\n"
    write(written, options.output)
    return 0 if complete else SOME_UNREADABLE
