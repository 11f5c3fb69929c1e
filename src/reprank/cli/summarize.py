"""``reprank summarize``: files in, one summary out."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from reprank.cli.inputs import SOME_UNREADABLE, read_documents, warn, write
from reprank.cli.options import add_length, add_options, add_output, add_shared, files_of, given, length_of
from reprank.errors import InputError
from reprank.files import write_whole
from reprank.progress import elapsed
from reprank.schema import SummaryOptions, options_of
from reprank.summary import Summary
from reprank.text.tokens import join_sentences

if TYPE_CHECKING:
    from reprank.api import Summarizer

PAPER_SYSTEMS = ("reprank", "reprank-paper", "reprank-paper-absorb")  # that take --model; the default means the paper
PLAIN = ("keywords", "query", "language", "ranking", "sources", "conflicts")  # options as the library has them
FIGURE_FORMATS = ("png", "svg", "pdf")

HELP = "summarize one or more files"
DESCRIPTION = (
    "Select the most important sentences from one or more files: PDF, web pages, office files, books,\n"
    "mail, subtitles, Markdown and plain text. The type is detected from the content.\n"
    "Exit code 3: done, but some files could not be read."
)
EXAMPLES = """\
examples:
  reprank summarize report.pdf --words 150
  reprank summarize minutes.docx page.html mails/ '*.epub' --words 300
  reprank summarize monday.txt tuesday.txt --sentences 5 --keywords 8
  reprank summarize minutes.txt --query "budget for the new school"
  reprank summarize today/*.txt --seen yesterday/*.txt
  reprank summarize report.pdf --words auto --explain
  reprank summarize reports/*.txt --sources
  reprank summarize report.pdf --plot report.png
  curl -s … | reprank summarize - --ratio 0.1 --format json
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    add_shared(parser, "files")
    add_length(parser)
    add_options(
        parser,
        options_of(SummaryOptions),
        *PLAIN,
        keywords="number of keywords (default: 10, or none in plain text)",
        conflicts="also list what the files disagree about",
        ranking="list every sentence with its score (JSON only)",
        sources="with each sentence, list all files that report it, such as [1, 2, 5]",
    )
    add_shared(parser, "--seen", "--system")
    parser.add_argument("--model", metavar="FILE", help="use the paper's method with a model made by `reprank train`")
    parser.add_argument("--order", choices=["source", "rank"], default="source", help="reading order, or best first")
    add_output(parser, "text", "markdown", "json", "html")
    parser.add_argument("--explain", action="store_true", help="explain why each sentence was selected")
    parser.add_argument(
        "--plot", metavar="FILE", help="also plot ranking, similarity and coverage to a .png, .svg or .pdf file"
    )
    add_shared(parser, "--encoding")


def run(options: argparse.Namespace) -> int:
    """Summarize and write."""
    draw = _figure_writer(options.plot) if options.plot else None
    plain = options.format == "text"
    documents, complete = read_documents(files_of(options), options.encoding)
    seen, seen_complete = read_documents(options.seen, options.encoding)
    code = 0 if complete and seen_complete else SOME_UNREADABLE
    wanted = given(options, *PLAIN)
    if plain:
        wanted.setdefault("keywords", 0)
    wanted["ranking"] = options.ranking or draw is not None
    with elapsed("summarizing"):
        summary = _system(options).summarize(documents, budget=length_of(options), seen=seen, **wanted)
    if draw is not None:
        draw(summary)
        summary = summary if options.ranking else replace(summary, ranking=())
    if options.order == "rank":
        summary = summary.by_rank()
    warn(summary.warnings)
    if options.ranking and options.format != "json":
        warn(["--ranking only affects JSON: add --format json"])
    if plain and not options.output and sys.stdout.isatty():
        from reprank.cli.terminal import show

        show(summary, explain=options.explain)
        return code
    write(_written(summary, options), options.output)
    return code


def _system(options: argparse.Namespace) -> Summarizer:
    """Return the summarizer that was named, or the paper's with a model of one's own."""
    from reprank.systems import make

    if options.model is None:
        return make(options.system)
    if options.system not in PAPER_SYSTEMS:
        raise InputError(f"--model is for the method of the paper: use --system {' or '.join(PAPER_SYSTEMS[1:])}")
    from reprank.api import RepRank
    from reprank.paper.encoder import Encoder

    return RepRank.paper(vectors=Encoder.load(options.model), absorbing=options.system.endswith("absorb"))


def _written(summary: Summary, options: argparse.Namespace) -> str:
    if options.format == "markdown":
        return summary.to_markdown(explain=options.explain)
    if options.format == "json":
        return summary.to_json(indent=2, explain=options.explain) + "\n"
    if options.format == "html":
        return summary.to_html(explain=options.explain)
    keywords = _keyword_line([keyword.text for keyword in summary.keywords])
    text = join_sentences(f"{it.display} {it.citation}".rstrip() for it in summary.sentences)
    disagreements = "".join(f"\n{conflict}\n" for conflict in summary.conflicts)
    return f"{text}\n{disagreements}{keywords}{_reasons(summary) if options.explain else ''}"


def _figure_writer(path: str) -> Callable[[Summary], None]:
    """Return the function that draws a summary to a file; a missing package or a wrong name is an error at once."""
    from reprank import figures

    form = Path(path).suffix.lstrip(".").lower()
    if form not in FIGURE_FORMATS:
        raise InputError(f"--plot writes .{', .'.join(FIGURE_FORMATS)}; got {path}: use one of these extensions")

    def draw(summary: Summary) -> None:
        if not summary.ranking:
            warn([f"nothing to draw: {path} is not written"])
            return
        figure = figures.overview(summary)
        write_whole(path, lambda part: figure.savefig(part, format=form))

    return draw


def _reasons(summary: Summary) -> str:
    """Write the reasons for all sentences, in the order of the summary, each sentence with its source."""
    parts = []
    for sentence in summary.sentences:
        first, *reasons = str(summary.explain(sentence)).splitlines()
        place = summary.place(sentence)
        parts.append("\n".join([first, *([f"Source: {place}"] if place else []), *reasons]))
    return "".join(f"\n{part}\n" for part in parts)


def _keyword_line(keywords: list[str]) -> str:
    return f"\nKeywords: {', '.join(keywords)}\n" if keywords else ""
