"""Summary to terminal: wrapped to its width, keywords in colour unless NO_COLOR is set."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from reprank.summary import Keyword, Summary
from reprank.wording import counted

if TYPE_CHECKING:
    from reprank.explanation import Explanation

DIM, KEY, RESET = "\x1b[2m", "\x1b[36m", "\x1b[0m"
MAX_LINE_COLUMNS = 100  # longer lines are hard to read


def printable(text: str) -> str:
    r"""Escape what a terminal would obey or could not show: line breaks, control characters, halves of characters.

    >>> print(printable("notes\n2.txt \x1b[31m"))
    notes\n2.txt \x1b[31m
    """
    return "".join(it if it.isprintable() else it.encode("unicode_escape").decode() for it in text)


def show(summary: Summary, *, explain: bool = False) -> None:
    """Print a summary for a person: sentences with their sources, then keywords, then the length used.

    With ``explain``, the reasons for each sentence follow it.
    """
    colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    width = min(shutil.get_terminal_size().columns, MAX_LINE_COLUMNS)
    many = len(summary.documents) > 1
    for sentence in summary.sentences:
        place = summary.place(sentence) if many else summary.documents[0].place_of(sentence.start)
        label = f"{sentence.document + 1:>3}  " if many and not place else "  "
        body = textwrap.fill(
            printable(sentence.display + (f" [{place}]" if place else "") + f" {sentence.citation}").rstrip(),
            width,
            initial_indent=label,
            subsequent_indent=" " * len(label),
            break_on_hyphens=False,
        )
        if colour:
            body = DIM + body[: len(label)] + RESET + _coloured(body[len(label) :], summary.keywords)
        print(body)
        if explain:
            print(_reason_lines(summary.explain(sentence), width, colour, indent=len(label)) + "\n")
    for conflict in summary.conflicts:
        print("\n" + textwrap.fill(printable(str(conflict)), width, initial_indent="  ", subsequent_indent="  "))
    if summary.keywords:
        print("\n" + _keyword_table(summary.keywords, width, colour))
    note = f"{summary.budget.used} of {counted(summary.budget.limit, summary.budget.unit)}"
    print(f"\n{DIM}{note}{RESET}" if colour else f"\n{note}")


def _reason_lines(explanation: Explanation, width: int, colour: bool, indent: int) -> str:
    """Write each reason on lines of its own, its heading in colour."""
    margin = " " * (indent + 2)
    lines = []
    for reason in explanation.reasons:
        text = printable(f"{reason.name}: {reason.detail()}")
        wrapped = textwrap.fill(
            text, width, initial_indent=margin, subsequent_indent=margin + "  ", break_on_hyphens=False
        )
        if colour:
            head, rest = wrapped[: len(margin) + len(reason.name) + 1], wrapped[len(margin) + len(reason.name) + 1 :]
            wrapped = f"{KEY}{head}{RESET}{DIM}{rest}{RESET}"
        lines.append(wrapped)
    return "\n".join(lines)


def _coloured(text: str, keywords: Sequence[Keyword]) -> str:
    if not keywords:
        return text
    words = sorted((keyword.text for keyword in keywords), key=len, reverse=True)
    pattern = "|".join(r"\s+".join(map(re.escape, word.split())) for word in words)
    return re.sub(rf"\b(?:{pattern})\b", lambda match: f"{KEY}{match.group()}{RESET}", text, flags=re.IGNORECASE)


def _keyword_table(keywords: Sequence[Keyword], width: int, colour: bool) -> str:
    """Write keywords with a bar for the score and the number of occurrences."""
    longest = max(len(printable(keyword.text)) for keyword in keywords)
    room = max(min(24, width - longest - 12), 4)
    best = max(keyword.score for keyword in keywords) or 1.0
    lines = []
    for keyword in keywords:
        bar = "━" * max(round(room * keyword.score / best), 1)
        name = f"{printable(keyword.text):<{longest}}"
        name = f"{KEY}{name}{RESET}" if colour else name
        lines.append(f"  {name}  {bar:<{room}} {len(keyword.occurrences):>3}×")
    return "\n".join(lines)
