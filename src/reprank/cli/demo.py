"""``reprank demo``: five newspaper articles about one event, summarized."""

from __future__ import annotations

import argparse

from reprank.examples import example_documents

HELP = "summarize five example articles"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--words", type=int, default=120, metavar="N", help="length of the summary (default: 120)")


def run(options: argparse.Namespace) -> int:
    """Show the sources, the summary and the keywords."""
    from reprank.api import RepRank
    from reprank.cli.terminal import show

    documents = example_documents()
    total = sum(len(document.text.split()) for document in documents)
    print(f"{len(documents)} articles about one event, {total} words:\n")
    for number, document in enumerate(documents, start=1):
        print(f"{number:>3}  {document.text.splitlines()[0][:70]}")
    print(f"\nA summary in at most {options.words} words, each sentence with its source:\n")
    summary = RepRank().summarize(documents, words=options.words, keywords=10, sources=True, conflicts=True)
    show(summary)
    return 0
