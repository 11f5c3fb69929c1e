"""A man page as it is printed to Document: its paragraphs without their line breaks; places name section and line."""

from __future__ import annotations

from collections.abc import Sequence

from reprank.patterns import lazy_pattern
from reprank.readers.draft import MAX_TERM_CHARACTERS, Draft, clean
from reprank.readers.limits import Meter
from reprank.text.blocks import plain_blocks
from reprank.text.documents import Document
from reprank.text.lines import CODE, FURNITURE, HEADING, OPTION, indent_of
from reprank.text.man_pages import NAMES

GAP = lazy_pattern(r" {2,}")  # between a term and its text
MIN_GAP_SPACES = 3  # on a single line: between words, text that is set to full lines has two


def read_man_page(text: str, meter: Meter) -> Document:
    """Read a printed man page; its title is what the section "NAME" says."""
    draft = Draft()
    section, line, counted = "", 1, 0
    name: list[str] = []  # lines of the section "NAME"
    above: list[tuple[int, str]] = []  # columns of the entries around an entry, and their first words
    for block in plain_blocks(text):
        meter.check_time()
        line, counted = line + text.count("\n", counted, block.start), block.start
        content = text[block.start : block.end].expandtabs()
        is_indented = text[max(block.start - 1, 0) : block.start].isspace() and text[block.start - 1] != "\n"
        if block.kind == FURNITURE:
            continue
        if section.lower() in NAMES and is_indented:
            name.append(content)
            continue
        if name:
            draft.add_title(clean("\n".join(name)))
            name = []
        if block.kind == HEADING:
            section = clean(content)
            if section.lower() in NAMES:
                continue
        label = f"section “{section}”, line {line}" if section else f"line {line}"
        column = len(text[text.rfind("\n", 0, block.start) + 1 : block.start].expandtabs())
        if block.kind == OPTION:
            above = [(at, name) for at, name in above if at < column] + [(column, content.split(maxsplit=1)[0])]
            term, content = _entry(content, column)
            if term:
                content = f"{_with_command(term, above)}: {content}"
        else:
            above = []
        draft.add(block.kind, content if block.kind == CODE else clean(content), [(0, label)])
    return draft.document(meter.name)


def _entry(content: str, column: int) -> tuple[str, str]:
    r"""Return the term of an entry, and its text; the lines below a term are indented more than its own column.

    >>> _entry("-e      Exit  if a\n        command fails.", 4), _entry("If  a\n    command fails.", 4)
    (('-e', 'Exit  if a\n        command fails.'), ('', 'If  a\n    command fails.'))
    """
    first, _, rest = content.partition("\n")
    hangs = bool(rest) and indent_of(rest) > column
    gap = GAP.search(first)
    if hangs and gap is None and len(first) <= MAX_TERM_CHARACTERS:
        return first.rstrip(":"), rest
    if gap and (hangs or len(gap[0]) >= MIN_GAP_SPACES) and gap.start() <= MAX_TERM_CHARACTERS:
        return first[: gap.start()].rstrip(":"), content[gap.end() :]
    return "", content


def _with_command(term: str, above: Sequence[tuple[int, str]]) -> str:
    """Write the command around an option before it: "set -e"."""
    commands = [name for _, name in above[:-1] if name[0].isalpha()] if term.startswith("-") else []
    return f"{commands[-1]} {term}" if commands else term
