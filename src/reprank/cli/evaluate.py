"""``reprank evaluate``: data in, a table of all systems out."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from reprank.cli.inputs import warn, write
from reprank.errors import InputError
from reprank.progress import ProgressLine

if TYPE_CHECKING:
    from reprank.evaluation.jobs import Outcome
    from reprank.evaluation.rouge import RougeSettings
    from reprank.evaluation.sets import NamedSet
    from reprank.evaluation.systems import Systems

FORMATS = ("table", "markdown", "json", "html")
HELP = "compare systems on data with references"
DESCRIPTION = "Run systems on clusters with references, or on texts with keyphrases, and compare their scores."
EXAMPLES = """\
examples:
  reprank evaluate news.jsonl                                  all systems, with lengths close to the references
  reprank evaluate news.jsonl --systems reprank,lexrank,lead --words 100
  reprank evaluate *.jsonl --format html --output report.html --resume results.jsonl
  reprank evaluate news.jsonl --systems reprank,my.module:Mine   a system of your own: summarize(documents, words=N)
  reprank evaluate news.jsonl --systems reprank --predictions gpt=outputs.jsonl     existing summaries
  reprank evaluate DUC2002/ --systems lexrank,textrank,reprank-paper --score recall
  reprank evaluate keyphrases.jsonl                            keyword systems, if the lines have keyphrases
"""

REFERENCES = ("mean", "max", "pooled", "jackknife", "jackknife-pooled")
STEMMING = ("porter", "rouge-1.5.5", "none")


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("data", nargs="+", metavar="DATA", help="JSON lines, folders of clusters, or DUC folders")
    parser.add_argument("--systems", metavar="A,B…", help="systems to run: names, or module:Class for your own "
                        "(default: all, or none with --predictions)")  # fmt: skip
    parser.add_argument("--predictions", action="append", default=[], metavar="[NAME=]FILE",
                        help='summaries to score, one {"id", "summary"} per line; can be repeated')  # fmt: skip
    parser.add_argument("--words", type=int, metavar="N", help="length of summaries (default: close to the references)")
    parser.add_argument("--limit", type=int, metavar="N", help="use only the first N clusters of each set")
    parser.add_argument("--language", metavar="CODE", help="language of the data (default: detected)")
    parser.add_argument("--queries", action="store_true", help="pass the clusters' queries to the systems")
    parser.add_argument(
        "--time-limit", type=float, metavar="S", help="maximum seconds for one cluster; longer counts as a failure"
    )
    parser.add_argument("--workers", type=int, metavar="N", help="processes, 0 for none (default: one per core)")
    parser.add_argument("--resume", metavar="FILE", help="keep results in this file, and reuse those already in it")
    parser.add_argument("--format", choices=FORMATS, default="table")
    parser.add_argument("--output", metavar="FILE", help="write to a file instead of standard output")
    _add_scoring(parser)


def _add_scoring(parser: argparse.ArgumentParser) -> None:
    scoring = parser.add_argument_group("scoring")
    scoring.add_argument(
        "--metrics",
        default="rouge-1,rouge-2",
        metavar="A,B…",
        help="such as rouge-l, rouge-su4 (default: rouge-1,rouge-2)",
    )
    scoring.add_argument(
        "--score", choices=["f1", "recall", "precision"], default="f1", help="score to report (default: f1)"
    )
    scoring.add_argument(
        "--against", metavar="NAME", help="the system to compare with (default: reprank, else the best)"
    )
    scoring.add_argument("--references", default="mean", choices=REFERENCES,
                         help="how several references are combined (default: mean)")  # fmt: skip
    scoring.add_argument("--stemming", choices=STEMMING, default="porter",
                         help="how English words are stemmed (default: porter)")  # fmt: skip
    scoring.add_argument("--exceptions", metavar="FOLDER", help="WordNet's *.exc files, for --stemming rouge-1.5.5")
    scoring.add_argument("--remove-stop-words", action="store_true", help="ignore stop words")
    cut = scoring.add_mutually_exclusive_group()
    cut.add_argument("--word-limit", type=int, metavar="N", help="score only the first N words (-l of ROUGE-1.5.5)")
    cut.add_argument("--byte-limit", type=int, metavar="N", help="score only the first N bytes (-b of ROUGE-1.5.5)")
    scoring.add_argument(
        "--gold", choices=["all", "present"], default="all", help="count all gold keyphrases, or only those in the text"
    )
    scoring.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the bootstrap (default: 0)")


def run(options: argparse.Namespace) -> int:
    """Run the experiment and write the report; exit 1 if every run failed."""
    from reprank.evaluation import experiment, sets
    from reprank.evaluation.reporting import page, results_json, rows
    from reprank.evaluation.reporting import tables as report

    reading = sets.ReadOptions(
        words=options.words, language=options.language, limit=options.limit, rouge=_rouge(options), gold=options.gold
    )
    named = sets.read_sets(options.data, reading)
    run_options = experiment.RunOptions(
        metrics=tuple(_names(options.metrics)),
        language=options.language,
        queries=options.queries,
        time_limit=options.time_limit,
    )
    shown = rows.ReportOptions(score=options.score, against=options.against, seed=options.seed)
    systems = _systems(options.systems, options.predictions, named)
    with ProgressLine("runs") as line:
        results = experiment.run(
            named,
            systems,
            options=run_options,
            workers=options.workers,
            resume=Path(options.resume) if options.resume else None,
            progress=partial(show_progress, line),
        )
    tables = rows.tables(results, shown)
    texts = {
        "table": lambda: report.text(tables, shown),
        "markdown": lambda: report.markdown(tables, shown),
        "json": lambda: results_json.to_json(results, tables, shown),
        "html": lambda: page.page(results, tables, shown),
    }
    write(texts[options.format](), options.output)
    failed = sum(outcome.error is not None for outcome in results.outcomes)
    if failed:
        warn([f"{failed} of {len(results.outcomes)} runs failed and have no score; the report names them"])
    return 1 if failed == len(results.outcomes) else 0


def _rouge(options: argparse.Namespace) -> RougeSettings:
    from reprank.evaluation.rouge import RougeSettings

    return RougeSettings(
        stem=options.stemming,
        exceptions=options.exceptions,
        remove_stop_words=options.remove_stop_words,
        references=options.references,
        word_limit=options.word_limit,
        byte_limit=options.byte_limit,
    )


def _systems(wanted: str | None, predictions: Iterable[str], named: Iterable[NamedSet]) -> Systems:
    """Choose systems by name or module, and read ready summaries; a name must fit some kind of set that is there."""
    from reprank.evaluation.datasets import read_predictions
    from reprank.evaluation.sets import SummarySet
    from reprank.evaluation.systems import Systems, choose, registered

    ready: dict[str, dict[str, str]] = {}
    for given in predictions:
        name, path = _named_file(given)
        if name in ready:
            raise InputError(f"two prediction files are named {name!r}: write NAME={path} for one of them")
        ready[name] = read_predictions(path)
    kinds = {isinstance(one, SummarySet) for one in named}
    if ready and True not in kinds:
        raise InputError("predictions are summaries, and none of the sets has references for summaries")
    if wanted is not None:
        if ":" in wanted:
            sys.path.insert(0, "")  # a module in this folder is found, as with python -m
        chosen = choose(_names(wanted), summaries=True in kinds, keyphrases=False in kinds)
    elif ready:
        chosen = Systems(keyword_systems=registered().keyword_systems)
    else:
        chosen = registered()
    return Systems(chosen.summarizers, chosen.keyword_systems, ready)


def _named_file(given: str) -> tuple[str, str]:
    """Read ``NAME=FILE`` or ``FILE``; a file without a name is named after itself."""
    name, mark, path = given.partition("=")
    if mark and name and path and not Path(given).exists():
        return name, path
    return Path(given).name.split(".jsonl")[0], given


def _names(listed: str) -> list[str]:
    return list(dict.fromkeys(name.strip() for name in listed.split(",") if name.strip()))


def show_progress(line: ProgressLine, done: int, total: int, last: Outcome | None) -> None:
    """Show how far an experiment is."""
    line.update(done, done / max(total, 1), f"{last.set}/{last.id} {last.system}" if last else "", total=total)
