"""The command line: ``reprank VERB``.

Results go to standard output, progress and warnings to standard error. Exit codes: 0 done; 1 an error, in one line; 2
incorrect usage; 3 some files or rows failed; 130 interrupted.
"""

from __future__ import annotations

import argparse
import atexit
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from reprank.errors import BudgetError, InputError, LanguageError, RepRankError
from reprank.processes import THREAD_VARIABLES
from reprank.version import __version__

DESCRIPTION = """\
Select the most important sentences and keywords: offline, and with the same result every time.

  reprank summarize report.txt --words 150          one document
  reprank summarize news/*.txt --words 200          many documents, one summary
  reprank keywords report.txt --top 15              the most important phrases
  reprank compare news/*.txt                        where several files agree and disagree
  reprank compress docs/*.md --query … --tokens 500 the sentences that answer a question
  reprank batch articles.jsonl out.jsonl            a summary of every row of a file
  reprank evaluate clusters.jsonl                   compare systems with reference summaries
  reprank serve                                     the same in a browser
  reprank systems                                   names for --system
  reprank mcp papers/                               tools for an assistant
  reprank demo                                      a first look

Exit codes: 0 done; 1 error; 2 incorrect usage; 3 some files or rows failed; 130 interrupted.
"""
#: Each verb is a module of its own, listed in the order of the help.
VERBS = (
    "summarize", "keywords", "compare", "compress", "batch", "evaluate", "train", "serve", "mcp", "systems", "demo",
)  # fmt: skip
COLLECTED_OBJECTS = 50_000  # new objects after which Python looks for garbage


class _Parser(argparse.ArgumentParser):
    """A parser that names the nearest choice where one is misspelt."""

    def error(self, message: str) -> NoReturn:
        wrong, _, choices = message.partition("invalid choice: '")[2].partition("' (choose from ")
        nearest = _nearest(wrong, choices.removesuffix(")").replace("'", "").split(", ")) if choices else []
        super().error(f"{message}; did you mean {nearest[0]}?" if nearest else message)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    # What is imported is no garbage: Python would look through all of it several times, and twice at the end.
    gc.set_threshold(COLLECTED_OBJECTS)
    atexit.register(gc.freeze)
    given = list(sys.argv[1:] if arguments is None else arguments)
    parser = _parser(given[:1])
    options = _parsed(parser, given)
    if "run" not in options:
        parser.print_help()
        return 0
    if options.threads is not None:
        # Early enough: the numerical libraries are loaded when the verb runs.
        os.environ.update(dict.fromkeys(THREAD_VARIABLES, str(options.threads)))
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, such as `head`, has stopped reading
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except RepRankError as error:
        from reprank.cli.terminal import printable

        print(f"reprank: {printable(str(error))}", file=sys.stderr)
        return 2 if _is_usage(error) else 1
    except OSError as error:
        print(f"reprank: {error.filename or 'output'}: {error.strerror}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("reprank: interrupted", file=sys.stderr)
        return 130
    return code


def _nearest(wrong: str, known: Sequence[str]) -> list[str]:
    """Return the known name that is spelled most like a wrong one, if one is."""
    from difflib import get_close_matches

    return get_close_matches(wrong, known, n=1)


def _parsed(parser: argparse.ArgumentParser, arguments: Sequence[str]) -> argparse.Namespace:
    """Parse the arguments; an unknown option is reported with the usage of its verb and the nearest known option."""
    options, unknown = parser.parse_known_args(arguments)
    if unknown:
        verb: argparse.ArgumentParser = getattr(options, "verb", parser)
        known = [name for action in verb._actions for name in action.option_strings if name.startswith("--")]
        nearest = _nearest(unknown[0].partition("=")[0], known)
        verb.error(
            f"unrecognized arguments: {' '.join(unknown)}" + (f"; did you mean {nearest[0]}?" if nearest else "")
        )
    return options


def _is_usage(error: RepRankError) -> bool:
    """Return whether an error is about an option rather than about a file or the work itself."""
    return isinstance(error, BudgetError | LanguageError) or type(error) is InputError


def _at_least_one(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be at least 1; got {number}")
    return number


def _parser(first: Sequence[str] = ()) -> argparse.ArgumentParser:
    """Make the parser; if the first argument is a verb, only this verb is imported."""
    parser = _Parser(prog="reprank", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", action="version", version=f"reprank {__version__}")
    parser.add_argument(
        "--threads", type=_at_least_one, metavar="N", help="maximum number of threads for numerical libraries"
    )
    verbs = parser.add_subparsers(metavar="VERB")
    for name in first if first and first[0] in VERBS else VERBS:
        verb = import_module(f"reprank.cli.{name}")
        added = verbs.add_parser(
            name,
            help=verb.HELP,
            description=getattr(verb, "DESCRIPTION", None),
            epilog=getattr(verb, "EXAMPLES", None),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        verb.add(added)
        added.set_defaults(run=verb.run, verb=added)
    return parser
