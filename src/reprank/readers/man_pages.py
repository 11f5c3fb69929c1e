"""A man page as it is printed to Document: its paragraphs without their line breaks; places name section and line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reprank.patterns import lazy_pattern
from reprank.readers.draft import MAX_TERM_CHARACTERS, Draft, clean
from reprank.readers.limits import Meter
from reprank.text.blocks import plain_blocks
from reprank.text.documents import Document
from reprank.text.languages import language
from reprank.text.lines import CODE, FURNITURE, HEADING, OPTION, PROSE, indent_of
from reprank.text.man_pages import NAMES
from reprank.text.tokens import STOPPED

MARK = lazy_pattern(r"(?:[•·*+◦▪—–]|o|\d{1,3}[.)])(?:\s+|$)")  # a bullet or a number
GAP = lazy_pattern(r" {3,}")  # on a single line between a term and its text: text in full lines has two spaces at most
COMMAND = lazy_pattern(r"[a-z][\w.-]*")
SURE_TERM_WORDS = 2  # of a term on a line of its own; a longer one may be the beginning of a sentence


def read_man_page(text: str, meter: Meter) -> Document:
    """Read a printed man page; its title is what the section "NAME" says."""
    draft = Draft()
    section = ""
    name: list[str] = []  # lines of the section "NAME"
    above: list[tuple[int, str]] = []  # columns of the entries around an entry, and their first words
    for kind, content, column, line in _blocks(text):
        meter.check_time()
        if kind == FURNITURE:
            continue
        if section.lower() in NAMES and column:
            name.append(content)
            continue
        if name:
            draft.add_name(clean("\n".join(name)))
            name = []
        if kind == HEADING:
            section = clean(content)
            if section.lower() in NAMES:
                continue
        above = [(at, word) for at, word in above if at < column] if kind == OPTION else []
        shown = content if kind == CODE else clean(content)
        if kind == OPTION:
            above.append((column, content.split(maxsplit=1)[0]))
            shown = _entry(content, column, above)
        draft.add(kind, shown, [(0, f"section “{section}”, line {line}" if section else f"line {line}")])
    if name:
        draft.add_name(clean("\n".join(name)))
    return draft.document(meter.name)


def _blocks(text: str) -> Iterator[tuple[str, str, int, int]]:
    """Yield the kind of each block, its text without tabs, its column and its line.

    A term on a line of its own belongs to the block below it, and goes on there if its brackets are open.
    """
    line, counted = 1, 0
    opened: tuple[str, str, int, int] | None = None
    for block in plain_blocks(text):
        line, counted = line + text.count("\n", counted, block.start), block.start
        content = text[block.start : block.end].expandtabs()
        column = len(text[text.rfind("\n", 0, block.start) + 1 : block.start].expandtabs())
        found = block.kind, content, column, line
        if opened and block.kind == OPTION and column == opened[2] and _is_cut(opened[1]):
            found = OPTION, f"{opened[1]} {content}", column, opened[3]
        elif opened and block.kind == OPTION and column > opened[2]:
            found = OPTION, f"{opened[1]}\n{' ' * column}{content}", opened[2], opened[3]
        elif opened:
            yield opened
        is_term = block.kind == OPTION and len(content) <= MAX_TERM_CHARACTERS and not STOPPED.search(content)
        is_open = "\n" not in found[1] and (is_term or (block.kind in (OPTION, PROSE) and _is_cut(content)))
        opened = found if is_open else None
        if not opened:
            yield found
    if opened:
        yield opened


def _is_cut(term: str) -> bool:
    return term.count("[") > term.count("]")


def _entry(content: str, column: int, above: Sequence[tuple[int, str]]) -> str:
    r"""Return an entry on one line, with a colon behind its term and the command that an option belongs to before it.

    >>> _entry("-e      Exit  if a\n        command fails.", 0, [(-4, "set"), (0, "-e")])
    'set -e: Exit if a command fails.'
    >>> _entry("If  a\ncommand fails.", 0, [(0, "If")]), _entry("•   the eels", 0, [(0, "•")])
    ('If a command fails.', 'the eels')
    """
    term, explained = _parted(content, column)
    if not term or MARK.fullmatch(term):
        return clean(MARK.sub("", explained, count=1) if MARK.match(explained) else explained)
    commands = [word for _, word in above[:-1] if COMMAND.fullmatch(word)] if term[0] == "-" else []
    return clean(f"{commands[-1]} {term}: {explained}" if commands else f"{term}: {explained}")


def _parted(content: str, column: int) -> tuple[str, str]:
    """Return the term of an entry, or nothing, and its text.

    The text of a term begins in the column of the lines below it, or in the line below it. The beginning of a sentence
    is no term.
    """
    first, _, rest = content.partition("\n")
    at = indent_of(rest) - column if rest else 0
    if 0 < at < len(first) and first[at - 1] == " " and first[at] != " ":
        term, explained = first[:at], content[at:]
    elif not rest and (gap := GAP.search(first)):
        term, explained = first[: gap.start()], first[gap.end() :]
    elif at > 0 and "  " not in first:
        term, explained = first, rest
        if term[0] != "-" and len(term.split()) > SURE_TERM_WORDS and rest.lstrip()[:1].islower():
            return "", content
    else:
        return "", content
    term = term.strip().removesuffix(":")
    begins_sentence = term.lower() in language("en").stopwords or STOPPED.search(term) is not None
    is_term = 0 < len(term) <= MAX_TERM_CHARACTERS and not (begins_sentence and MARK.fullmatch(term) is None)
    return (term, explained) if is_term else ("", content)
