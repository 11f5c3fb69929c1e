"""``reprank compare``: files about one thing in, what they agree and disagree about out."""

from __future__ import annotations

import argparse

from reprank.cli.inputs import SOME_UNREADABLE, read_documents, write
from reprank.cli.options import add_options, add_output, add_shared, files_of, given
from reprank.progress import elapsed
from reprank.schema import CompareOptions, options_of

HELP = "what several files tell, where they disagree, and what only one tells"
DESCRIPTION = (
    "Compare files about one thing: what several of them tell, numbers, days and claims that they\n"
    "disagree about, what changed, and the most important sentences that only one tells.\n"
    "Exit code 3: done, but some of the files could not be read."
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
