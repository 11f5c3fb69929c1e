"""The command line: ``reprank VERB``.

Results go to standard output, progress and warnings to standard error. Exit 0: done; 1: our error, in one line; 2:
wrong usage.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from reprank.errors import RepRankError
from reprank.version import __version__

DESCRIPTION = """\
Summaries and keywords from one graph of sentences and words: extractive, offline, the same result every time.

  reprank summarize report.txt --words 150          one document
  reprank summarize news/*.txt --words 200          many documents, one summary
  reprank keywords report.txt --top 15              the phrases that matter
  reprank compress docs/*.md --query … --tokens 500 what answers a question
  reprank batch articles.jsonl out.jsonl            every row of a file
  reprank evaluate clusters.jsonl                   systems against references
  reprank demo                                      a first look
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    options = _parser().parse_args(arguments)
    if options.threads is not None:
        for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
            os.environ[variable] = str(options.threads)  # in time: linear algebra is loaded when the verb runs
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except RepRankError as error:
        print(f"reprank: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"reprank: {error.filename or 'output'}: {error.strerror}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("reprank: interrupted", file=sys.stderr)
        return 130
    return code


def _at_least_one(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be at least 1; got {number}")
    return number


def _parser() -> argparse.ArgumentParser:
    from reprank.cli import batch, compress, demo, evaluate, keywords, summarize, train

    parser = argparse.ArgumentParser(
        prog="reprank", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--version", action="version", version=f"reprank {__version__}")
    parser.add_argument("--threads", type=_at_least_one, metavar="N", help="most threads of the linear algebra")
    verbs = parser.add_subparsers(metavar="VERB", required=True)
    for verb in (summarize, keywords, compress, batch, evaluate, train, demo):
        verb.add(verbs)
    return parser
