"""``reprank batch``: a file of rows in, a file of summaries out."""

from __future__ import annotations

import argparse
import sys
import time

from reprank.cli.summarize import add_length

EXAMPLES = """\
examples:
  reprank batch articles.jsonl summaries.jsonl --words 100
  reprank batch articles.jsonl.gz summaries.parquet --workers 8 --time-limit 30
  reprank batch articles.jsonl summaries.jsonl --words 100 --resume     after an interruption

A row in is {"id", "documents": [...]} or {"id", "text"}; CSV has the columns id and text. A row out is the summary's JSON
and its id, or {"id", "error"}: as many rows out as in.
"""


def add(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the verb and its options."""
    parser = verbs.add_parser(
        "batch",
        help="summarize every row of a file",
        description="Summarize every row of a JSONL, CSV or Parquet file, compressed or not.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("source", metavar="IN", help="file of rows: .jsonl, .csv or .parquet, also .gz .bz2 .xz .zst")
    parser.add_argument("target", metavar="OUT", help="file of summaries, of any of these formats")
    add_length(parser)
    parser.add_argument("--keywords", type=int, default=10, metavar="K", help="keywords a row (default: 10)")
    parser.add_argument("--system", default="reprank", metavar="NAME", help="another summarizer (default: reprank)")
    parser.add_argument("--language", metavar="CODE", help="language of all rows (default: detected for each)")
    parser.add_argument("--workers", type=int, metavar="N", help="worker processes (default: one for each core)")
    parser.add_argument("--resume", action="store_true", help="go on where an interrupted run stopped")
    parser.add_argument("--order", choices=["input", "done"], default="input", help="input order, or as they are done")
    parser.add_argument("--time-limit", type=float, metavar="S", help="seconds that one row may take")
    parser.add_argument("--memory-limit", type=int, metavar="MB", help="megabytes that one worker may take")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the batch and say how it went."""
    from reprank.batch import Job, Lengths, run
    from reprank.batch.work import Limits

    lengths = Lengths(
        system=options.system,
        words=options.words,
        sentences=options.sentences,
        ratio=options.ratio,
        characters=options.characters,
        bytes=options.bytes,
        keywords=options.keywords,
        language=options.language,
    )
    job = Job(lengths, Limits(options.time_limit, options.memory_limit), options.order)
    progress = Progress()
    try:
        failures = run(
            options.source, options.target, job=job, workers=options.workers, resume=options.resume, progress=progress
        )
    except KeyboardInterrupt:
        progress.end()
        print(f"reprank: interrupted after {progress.done} rows; go on with --resume", file=sys.stderr)
        return 130
    progress.end()
    print(f"reprank: {progress.done} rows, {failures} failed", file=sys.stderr)
    return 0


class Progress:
    """Rows done and the rate, on a terminal a few times a second."""

    def __init__(self) -> None:
        self.done = 0
        self._began = self._shown = time.monotonic()
        self._first: int | None = None

    def __call__(self, done: int, failures: int) -> None:
        """Note how far the work is."""
        self._first = done if self._first is None else self._first
        self.done = done
        now = time.monotonic()
        if sys.stderr.isatty() and now - self._shown > 0.2:
            rate = (done - self._first) / (now - self._began)
            print(
                f"\r{done:,} rows, {rate:,.0f} a second, {failures:,} failed", end="\x1b[K", file=sys.stderr, flush=True
            )
            self._shown = now

    def end(self) -> None:
        """Leave the line."""
        if sys.stderr.isatty():
            print("\r", end="\x1b[K", file=sys.stderr)
