"""``reprank batch``: a file of rows or a folder of documents in, a file of summaries out."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from reprank.cli.inputs import read_documents, warn
from reprank.cli.options import add_length, add_options, add_shared, given, length_of
from reprank.errors import InputError
from reprank.progress import ProgressLine
from reprank.schema import SummaryOptions, options_of

if TYPE_CHECKING:
    from reprank.batch import Engine, Job, Progress, Report

ALL_FAILED, SOME_FAILED = 1, 3  # exit codes
SEPARATORS = {"tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";"}
PLAIN = ("keywords", "query", "language", "sources")  # options as the library has them
HELP = "summarize every row of a file, or every document in a folder"
DESCRIPTION = (
    "Summarize every row of a JSONL, CSV, TSV or Parquet file, compressed or not, or every document in a folder."
)
EXAMPLES = """\
examples:
  reprank batch articles.jsonl summaries.jsonl --words 100
  reprank batch articles.jsonl.gz summaries.parquet --workers 8 --time-limit 30
  reprank batch export.csv summaries.csv --separator ';' --text-column body --id-column key
  reprank batch articles.jsonl summaries.jsonl --words 100 --resume     after an interruption
  zcat rows.csv.gz | reprank batch - - --format csv > summaries.csv
  reprank batch s3://bucket/in.parquet s3://bucket/out.parquet --engine ray --address auto
  reprank batch reports/ summaries.csv --words 100                      a row for each document in a folder
  find . -name '*.pdf' | reprank batch - summaries.jsonl --format paths
  reprank batch archive.jsonl one-summary.jsonl --words 300 --partition 200

An input row is {"id", "documents": [...]} or {"id", "text"}; in CSV, TSV and Parquet, these are columns. Each input row
gives one output row: the id, all other columns, and the summary's JSON with the text under "summary"; or, if the row
failed, {"id", "error"}. The id of a document is its name, or its path inside the folder.
While a batch runs, its results are in OUT.part; OUT.journal records how OUT was made, for --resume.

exit codes: 0 all rows have a summary; 1 no row has one, or the batch could not run; 2 incorrect usage; 3 some rows
failed; 130 interrupted. With --allow-errors, failed rows do not change the exit code.
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument(
        "source",
        nargs="+",
        metavar="IN",
        help="rows: .jsonl, .csv, .tsv or .parquet, also with .gz .bz2 .xz .zst, or - for standard input; or a folder, "
        "or documents such as PDF files, one row each",
    )
    parser.add_argument("target", metavar="OUT", help="the summaries, in any of these formats; - is standard output")
    add_length(parser)
    add_options(parser, options_of(SummaryOptions), *PLAIN)
    add_shared(parser, "--seen", "--system")
    _add_rows(parser)
    _add_running(parser)


def _add_rows(parser: argparse.ArgumentParser) -> None:
    rows = parser.add_argument_group("rows")
    rows.add_argument(
        "--format",
        choices=["jsonl", "csv", "tsv", "parquet", "paths"],
        help="format of standard input and output, and of files without an extension (default: jsonl); paths: IN is a "
        "list of documents, one name per line",
    )
    rows.add_argument("--text-column", default="text", metavar="NAME", help="column with the text (default: text)")
    rows.add_argument("--id-column", default="id", metavar="NAME", help="column with the id (default: id)")
    rows.add_argument(
        "--separator", metavar="C", help="separator of CSV input: a character, or tab (default: comma; tab for .tsv)"
    )
    rows.add_argument("--encoding", metavar="NAME", help="encoding of the input and of --seen (default: UTF-8)")


def _add_running(parser: argparse.ArgumentParser) -> None:
    running = parser.add_argument_group("running")
    running.add_argument("--resume", action="store_true", help="continue where an interrupted run stopped")
    running.add_argument("--allow-errors", action="store_true", help="exit with 0 even if rows failed")
    running.add_argument(
        "--order", choices=["input", "done"], default="input", help="in the order of the input, or as rows finish"
    )
    running.add_argument("--time-limit", type=float, metavar="S", help="maximum seconds for one row")
    running.add_argument("--memory-limit", type=int, metavar="MB", help="maximum megabytes for one row (Linux)")
    running.add_argument("--workers", type=int, metavar="N", help="worker processes (default: one per core)")
    running.add_argument("--engine", choices=["local", "ray"], default="local", help="this machine, or a Ray cluster")
    running.add_argument(
        "--address", metavar="A", help="Ray cluster, such as auto or ray://host:10001 (default: a new one)"
    )
    running.add_argument(
        "--partition",
        type=int,
        metavar="N",
        help="one approximate summary of all rows: rank N documents at a time, then their best sentences",
    )


def run(options: argparse.Namespace) -> int:
    """Run the batch and report how it ended."""
    from reprank.batch import Stopped, run
    from reprank.readers.collect import left_out

    job, engine = _job(options), _engine(options)
    warn([note for place in options.source for note in left_out(place, options.target)])
    if options.partition is not None:
        return _one_cluster(options, job, engine)
    try:
        with ProgressLine("rows") as line:
            report = run(
                options.source,
                options.target,
                job=job,
                engine=engine,
                resume=options.resume,
                progress=lambda now: _show(line, now),
            )
    except Stopped as stopped:
        advice = "" if options.target == "-" else ": run the same command with --resume to continue"
        print(f"reprank: {stopped}{advice}", file=sys.stderr)
        return stopped.code
    before = "nothing left to do: " if report.done_before else ""
    print(f"reprank: {before}{report.rows:,} rows, {report.failed:,} failed", file=sys.stderr)
    return 0 if options.allow_errors else _exit_code(report)


def _exit_code(report: Report) -> int:
    if not report.failed:
        return 0
    return ALL_FAILED if report.failed == report.rows else SOME_FAILED


def _show(line: ProgressLine, now: Progress) -> None:
    line.update(now.rows, now.share, f"{now.failed:,} failed" if now.failed else "")


def _job(options: argparse.Namespace) -> Job:
    from reprank.batch import Job, Limits, RowFormat, RowSettings

    settings = RowSettings(
        system=options.system,
        budget=length_of(options),
        **given(options, *PLAIN),
        seen=tuple(document.text for document in read_documents(options.seen, options.encoding)[0]),
    )
    rows = RowFormat(
        format=options.format,
        separator=SEPARATORS.get(options.separator, options.separator),
        encoding=options.encoding,
        text_column=options.text_column,
        id_column=options.id_column,
    )
    return Job(settings, Limits(options.time_limit, options.memory_limit), options.order, rows)


def _engine(options: argparse.Namespace) -> Engine:
    if options.engine == "ray":
        from reprank.batch.ray_engine import Ray

        return Ray(workers=options.workers, address=options.address)
    if options.address:
        raise InputError("--address needs --engine ray: add it, or leave the address out")
    from reprank.batch import Local

    return Local(options.workers)


def _one_cluster(options: argparse.Namespace, job: Job, engine: Engine) -> int:
    from reprank.batch.partition import run

    if len(options.source) > 1:
        raise InputError(f"--partition needs one file of rows; got {len(options.source)} names")
    with ProgressLine("partitions") as line:
        summary = run(
            options.source[0],
            options.target,
            partition=options.partition,
            job=job,
            engine=engine,
            progress=lambda now: _show(line, now),
        )
    warn(summary.warnings)
    return 0
