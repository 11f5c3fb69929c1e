"""``reprank summarize``: files in, one summary out."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from reprank.budget import AUTO, DEFAULT_WORDS, LENGTHS, Length, choose_length
from reprank.cli.files import SOME_UNREADABLE, read_documents, warn, write
from reprank.errors import InputError
from reprank.files import write_whole
from reprank.progress import elapsed
from reprank.summary import Summary
from reprank.text.joining import join_sentences

if TYPE_CHECKING:
    from reprank.api import Summarizer

PAPER_SYSTEMS = ("reprank", "reprank-paper", "reprank-paper-absorb")  # that take --model; the default means the paper
FIGURE_FORMATS = ("png", "svg", "pdf")

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


def add(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the verb and its options."""
    parser = verbs.add_parser(
        "summarize",
        help="summarize one or many files",
        description="Select the most important sentences of one or many files: PDF, web pages, office files, books,\n"
        "mail, subtitles, Markdown and plain text. The type is detected from the content.\n"
        "Exit code 3: done, but some files could not be read.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_files(parser)
    add_length(parser)
    parser.add_argument(
        "--keywords",
        type=int,
        metavar="K",
        help="number of keywords (default: 10, or none in plain text)",
    )
    parser.add_argument("--query", metavar="TEXT", help="a question that the summary should answer")
    parser.add_argument(
        "--seen",
        nargs="+",
        metavar="FILE",
        default=[],
        help="files that the reader already knows; list them after FILE…",
    )
    parser.add_argument("--system", default="reprank", metavar="NAME", help="summarizer to use (default: reprank)")
    parser.add_argument("--model", metavar="FILE", help="use the paper's method with a model made by `reprank train`")
    parser.add_argument("--order", choices=["source", "rank"], default="source", help="reading order, or best first")
    parser.add_argument("--format", choices=["text", "markdown", "json", "html"], default="text")
    parser.add_argument("--ranking", action="store_true", help="list every sentence with its score (JSON only)")
    parser.add_argument("--explain", action="store_true", help="explain why each sentence was selected")
    parser.add_argument(
        "--sources", action="store_true", help="list all files that report each sentence, such as [1, 2, 5]"
    )
    parser.add_argument("--conflicts", action="store_true", help="also list what the files disagree about")
    parser.add_argument(
        "--plot", metavar="FILE", help="also plot ranking, similarity and coverage to a .png, .svg or .pdf file"
    )
    parser.add_argument("--output", metavar="FILE", help="write to a file (default: -, standard output)")
    add_reading(parser)
    parser.set_defaults(run=run)


def add_files(parser: argparse.ArgumentParser) -> None:
    """Add the files to read."""
    parser.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        help="files, folders or patterns; - is standard input (the default if something is piped in)",
    )


def files_of(options: argparse.Namespace) -> list[str]:
    """Return the files that were named, or standard input if something is piped in."""
    if options.files:
        return list(options.files)
    if getattr(options, "seen", None):
        raise InputError("no FILE to read: name the files before --seen, which takes all names that follow it")
    if sys.stdin is None or sys.stdin.isatty():
        raise InputError("no FILE to read: name one or more, or - for standard input")
    return ["-"]


def add_length(parser: argparse.ArgumentParser) -> None:
    """Add the lengths, of which one may be given."""
    length = parser.add_mutually_exclusive_group()
    for name in LENGTHS:
        if name == "ratio":
            length.add_argument("--ratio", type=float, metavar="R", help="at most this share of the words, such as 0.1")
        else:
            default = f" (default: {DEFAULT_WORDS})" if name == "words" else ""
            of = _words if name == "words" else int
            automatic = "; auto: the length beyond which more words add little" if name == "words" else ""
            length.add_argument(f"--{name}", type=of, metavar="N", help=f"at most N {name}{default}{automatic}")


def _words(text: str) -> int | str:
    if text == AUTO:
        return AUTO
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a whole number or {AUTO}; got {text!r}") from None


def length_of(options: argparse.Namespace) -> Length:
    """Return the length that was given, or the default."""
    return choose_length(**{name: getattr(options, name) for name in LENGTHS})


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Add how files are to be read."""
    parser.add_argument("--language", metavar="CODE", help="language of the text, such as en or fr (default: detected)")
    parser.add_argument(
        "--encoding", metavar="NAME", help="encoding of text files (default: by byte order mark, UTF-8, or a guess)"
    )


def run(options: argparse.Namespace) -> int:
    """Summarize and write."""
    draw = _figure_writer(options.plot) if options.plot else None
    plain = options.format == "text"
    wanted = options.keywords if options.keywords is not None else (0 if plain else 10)
    documents, complete = read_documents(files_of(options), options.encoding)
    seen, seen_complete = read_documents(options.seen, options.encoding)
    code = 0 if complete and seen_complete else SOME_UNREADABLE
    with elapsed("summarizing"):
        summary = _system(options).summarize(
            documents,
            budget=length_of(options),
            keywords=wanted,
            query=options.query,
            seen=seen,
            language=options.language,
            ranking=options.ranking or draw is not None,
            sources=options.sources,
            conflicts=options.conflicts,
        )
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
