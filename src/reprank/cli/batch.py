"""``reprank batch``: a file of rows in, a file of summaries out."""

from __future__ import annotations

import argparse
import sys
import time
from typing import TYPE_CHECKING

from reprank.cli.summarize import add_length, length_of
from reprank.errors import InputError

if TYPE_CHECKING:
    from reprank.batch import Engine, Job, Progress

EXAMPLES = """\
examples:
  reprank batch articles.jsonl summaries.jsonl --words 100
  reprank batch articles.jsonl.gz summaries.parquet --workers 8 --time-limit 30
  reprank batch articles.jsonl summaries.jsonl --words 100 --resume     after an interruption
  reprank batch s3://bucket/in.parquet s3://bucket/out.parquet --engine ray --address auto
  reprank batch archive.jsonl one-summary.jsonl --words 300 --partition 200

A row in is {"id", "documents": [...]} or {"id", "text"}; CSV has the columns id and text. A row out is the summary's
JSON and its id, or {"id", "error"}: as many rows out as in. Beside OUT stand OUT.part and OUT.journal until it is done.
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
    parser.add_argument("source", metavar="IN", help="rows: .jsonl, .csv or .parquet, also with .gz .bz2 .xz .zst")
    parser.add_argument("target", metavar="OUT", help="summaries, in any of these formats")
    add_length(parser)
    parser.add_argument("--keywords", type=int, default=10, metavar="K", help="keywords a row (default: 10)")
    parser.add_argument("--system", default="reprank", metavar="NAME", help="another summarizer (default: reprank)")
    parser.add_argument("--language", metavar="CODE", help="language of all rows (default: detected for each)")
    parser.add_argument("--resume", action="store_true", help="go on where an interrupted run stopped")
    parser.add_argument("--order", choices=["input", "done"], default="input", help="input order, or as they are done")
    parser.add_argument("--time-limit", type=float, metavar="S", help="seconds that one row may take")
    parser.add_argument("--memory-limit", type=int, metavar="MB", help="megabytes that one row may take (Linux)")
    parser.add_argument("--workers", type=int, metavar="N", help="worker processes (default: one for each core)")
    parser.add_argument("--engine", choices=["local", "ray"], default="local", help="this machine, or a Ray cluster")
    parser.add_argument(
        "--address", metavar="A", help="Ray cluster, such as auto or ray://host:10001 (default: a new one)"
    )
    parser.add_argument(
        "--partition",
        type=int,
        metavar="N",
        help="take all rows as one cluster, rank N documents at a time, then their leaders: one summary, approximate",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the batch and say how it went."""
    from reprank.batch import Stopped, run

    job, engine = _job(options), _engine(options)
    if options.partition is not None:
        return _one_cluster(options, job, engine)
    progress = ProgressLine()
    try:
        with progress:
            report = run(
                options.source, options.target, job=job, engine=engine, resume=options.resume, progress=progress
            )
    except Stopped as stopped:
        print(f"reprank: {stopped}: the same command with --resume goes on", file=sys.stderr)
        return stopped.code
    whole = f"{report.rows:,} rows, {report.failed:,} failed" if report.rows else "nothing left to do"
    print(f"reprank: {whole}", file=sys.stderr)
    return 0


def _job(options: argparse.Namespace) -> Job:
    from reprank.batch import Job, Limits, Settings

    settings = Settings(
        system=options.system,
        budget=length_of(options),
        keywords=options.keywords,
        language=options.language,
    )
    return Job(settings, Limits(options.time_limit, options.memory_limit), options.order)


def _engine(options: argparse.Namespace) -> Engine:
    if options.engine == "ray":
        from reprank.batch.ray_engine import Ray

        return Ray(workers=options.workers, address=options.address)
    if options.address:
        raise InputError("--address is for --engine ray: add that, or leave the address out")
    from reprank.batch import Local

    return Local(options.workers)


def _one_cluster(options: argparse.Namespace, job: Job, engine: Engine) -> int:
    from reprank.batch.partition import run
    from reprank.cli.files import warn

    with ProgressLine() as progress:
        summary = run(
            options.source, options.target, partition=options.partition, job=job, engine=engine, progress=progress
        )
    warn(summary.warnings)
    return 0


class ProgressLine:
    """Rows done, the rate and the time left: on a terminal a few times a second, in a log once a minute."""

    def __init__(self) -> None:
        self._live = sys.stderr.isatty()
        self._began = self._shown = time.monotonic()
        self._first: Progress | None = None

    def __call__(self, now: Progress) -> None:
        """Note how far the work is."""
        clock = time.monotonic()
        if self._first is None:  # what earlier runs did says nothing about the speed of this one
            self._first, self._began = now, clock
        if clock - self._shown < (0.2 if self._live else 60):
            return
        self._shown = clock
        line = f"{now.rows:,} rows, {now.failed:,} failed{self._pace(now, self._first, clock - self._began)}"
        if self._live:
            print(f"\r{line}", end="\x1b[K", file=sys.stderr, flush=True)
        else:
            print(f"reprank: {line}", file=sys.stderr, flush=True)

    def _pace(self, now: Progress, first: Progress, seconds: float) -> str:
        rows, share = now.rows - first.rows, now.share - first.share
        if rows <= 0 or seconds <= 0:
            return ""
        left = f", {duration(seconds * (1 - now.share) / share)} left" if share > 0 else ""
        return f", {rows / seconds:,.0f} a second{left}"

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *problem: object) -> None:
        if self._live:
            print("\r", end="\x1b[K", file=sys.stderr, flush=True)


def duration(seconds: float) -> str:
    """Write a time as people say it.

    >>> duration(42), duration(200), duration(7500)
    ('42 s', '3 min', '2 h 05 min')
    """
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02d} min"
