"""``reprank evaluate``: data in, a table of all systems out."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from reprank.cli.files import warn, write
from reprank.cli.progress import ProgressLine
from reprank.errors import InputError

if TYPE_CHECKING:
    from reprank.evaluation.jobs import Outcome, Roster
    from reprank.evaluation.rouge import RougeSettings
    from reprank.evaluation.sets import NamedSet

FORMATS = ("table", "markdown", "json", "html")
EXAMPLES = """\
examples:
  reprank evaluate news.jsonl                                  all systems, lengths near those of the references
  reprank evaluate news.jsonl --systems reprank,lexrank,lead --words 100
  reprank evaluate *.jsonl --format html --output report.html --resume results.jsonl
  reprank evaluate DUC2002/ --systems lexrank,textrank,reprank-paper --score recall
  reprank evaluate keyphrases.jsonl                            keyword systems, where lines have keyphrases
"""

Maker = TypeVar("Maker")


def add(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the verb and its options."""
    parser = verbs.add_parser(
        "evaluate",
        help="compare systems on data with references",
        description="Run systems on clusters with references, or on texts with keyphrases, and compare their scores.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("data", nargs="+", metavar="DATA", help="JSON lines, folders of clusters, or DUC folders")
    parser.add_argument("--systems", metavar="A,B…", help="which systems (default: all)")
    parser.add_argument("--words", type=int, metavar="N", help="length of summaries (default: near the references')")
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N clusters of each set")
    parser.add_argument("--language", metavar="CODE", help="language of the data (default: detected)")
    parser.add_argument("--queries", action="store_true", help="hand the clusters' queries to the systems")
    parser.add_argument("--time-limit", type=float, metavar="S", help="seconds for one cluster; more is a failure")
    parser.add_argument("--workers", type=int, metavar="N", help="processes, 0 for none (default: one a core)")
    parser.add_argument("--resume", metavar="FILE", help="keep results here, and do not do again what is there")
    parser.add_argument("--format", choices=FORMATS, default="table")
    parser.add_argument("--output", metavar="FILE", help="write to a file instead of standard output")
    _add_scoring(parser)
    parser.set_defaults(run=run)


def _add_scoring(parser: argparse.ArgumentParser) -> None:
    scoring = parser.add_argument_group("scoring")
    scoring.add_argument("--metrics", default="rouge-1,rouge-2", metavar="A,B…", help="also rouge-l, rouge-su4, …")
    scoring.add_argument("--score", choices=["f1", "recall", "precision"], default="f1", help="(default: f1)")
    scoring.add_argument("--against", metavar="NAME", help="whom to compare with (default: reprank, else the best)")
    scoring.add_argument("--references", default="mean", choices=["mean", "max", "pooled", "jackknife"],
                         help="how several references are combined (default: mean)")  # fmt: skip
    scoring.add_argument("--no-stemming", action="store_true", help="compare words as they are")
    scoring.add_argument("--remove-stop-words", action="store_true", help="compare without stop words")
    cut = scoring.add_mutually_exclusive_group()
    cut.add_argument("--word-limit", type=int, metavar="N", help="score only the first N words (-l of ROUGE-1.5.5)")
    cut.add_argument("--byte-limit", type=int, metavar="N", help="score only the first N bytes (-b of ROUGE-1.5.5)")
    scoring.add_argument("--gold", choices=["all", "present"], default="all", help="gold keyphrases that count")
    scoring.add_argument("--seed", type=int, default=0, metavar="N", help="of the bootstrap (default: 0)")


def run(options: argparse.Namespace) -> int:
    """Run the experiment and write what came of it; exit 1 if nothing at all could be done."""
    from reprank.evaluation import experiment, sets
    from reprank.evaluation.reporting import page, standings
    from reprank.evaluation.reporting import tables as report

    reading = sets.Reading(
        words=options.words, language=options.language, limit=options.limit, rouge=_rouge(options), gold=options.gold
    )
    named = sets.read_sets(options.data, reading)
    conditions = experiment.Conditions(
        metrics=tuple(_names(options.metrics)),
        language=options.language,
        queries=options.queries,
        time_limit=options.time_limit,
    )
    view = standings.View(score=options.score, against=options.against, seed=options.seed)
    roster = _roster(options.systems, named)
    with ProgressLine("runs") as line:
        results = experiment.run(
            named,
            roster,
            conditions=conditions,
            workers=options.workers,
            resume=Path(options.resume) if options.resume else None,
            progress=lambda done, total, last: _show(line, done, total, last),
        )
    tables = standings.tables(results, view)
    texts = {
        "table": lambda: report.text(tables, view),
        "markdown": lambda: report.markdown(tables, view),
        "json": lambda: report.to_json(results, tables, view),
        "html": lambda: page.page(results, tables, view),
    }
    write(texts[options.format](), options.output)
    failed = sum(outcome.error is not None for outcome in results.outcomes)
    if failed:
        warn([f"{failed} of {len(results.outcomes)} runs failed and have no score; the report names them"])
    return 1 if failed == len(results.outcomes) else 0


def _rouge(options: argparse.Namespace) -> RougeSettings:
    from reprank.evaluation.rouge import RougeSettings

    return RougeSettings(
        stem=not options.no_stemming,
        remove_stop_words=options.remove_stop_words,
        references=options.references,
        word_limit=options.word_limit,
        byte_limit=options.byte_limit,
    )


def _roster(wanted: str | None, named: Iterable[NamedSet]) -> Roster:
    """Choose systems by name; a name must be known to some kind of set that is there."""
    from reprank.evaluation.jobs import Roster
    from reprank.evaluation.pool import registered
    from reprank.evaluation.sets import SummarySet

    every = registered()
    kinds = {isinstance(one, SummarySet) for one in named}
    known = {**(every.summarizers if True in kinds else {}), **(every.keyword_systems if False in kinds else {})}
    names = list(known) if wanted is None else _names(wanted)
    unknown = [name for name in names if name not in known]
    if unknown:
        raise InputError(f"unknown system {unknown[0]!r}: use one of {', '.join(known)}")
    return Roster(_chosen(every.summarizers, names), _chosen(every.keyword_systems, names))


def _chosen(makers: Mapping[str, Maker], names: Iterable[str]) -> dict[str, Maker]:
    return {name: makers[name] for name in names if name in makers}


def _names(listed: str) -> list[str]:
    return list(dict.fromkeys(name.strip() for name in listed.split(",") if name.strip()))


def _show(line: ProgressLine, done: int, total: int, last: Outcome | None) -> None:
    line.update(done, done / max(total, 1), f"{last.set}/{last.id} {last.system}" if last else "", total=total)
