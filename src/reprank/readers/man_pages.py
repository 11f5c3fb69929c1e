"""A man page as it is printed to Document: its paragraphs without their line breaks; places name section and line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from reprank.patterns import lazy_pattern
from reprank.readers.draft import MAX_TERM_CHARACTERS, PROMPTS, Draft, clean
from reprank.readers.limits import Meter
from reprank.readers.naming import PURPOSE
from reprank.text.blocks import plain_blocks
from reprank.text.documents import Document
from reprank.text.languages import language
from reprank.text.lines import CODE, FURNITURE, HEADING, OPTION, PROSE, indent_of
from reprank.text.man_pages import NAMES
from reprank.text.tokens import STOPPED

MARK = lazy_pattern(r"(?:[•·*+◦▪—–]|o|\d{1,3}[.)])(?:\s+|$)")  # a bullet or a number
GAP = lazy_pattern(r"(?<=\S) {2,}(?=\S)")  # between a term and its text
MIN_GAP_SPACES = 3  # on a line alone: text in full lines has two at most
COMMAND = lazy_pattern(r"[a-z][\w.-]*")
OPENED = ("\\", "(", "{", "[", "|")  # at the end of a line of code
SURE_TERM_WORDS = 2  # of a term on a line of its own; a longer one may be the beginning of a sentence


class _Part(NamedTuple):
    """A block of a page: its text without tabs, and the column and the line where it begins."""

    kind: str
    text: str
    column: int
    line: int


def read_man_page(text: str, meter: Meter) -> Document:
    """Read a printed man page; its title is what the section "NAME" says."""
    draft = Draft()
    title = next(line for line in text.splitlines() if line.strip()).expandtabs()
    section = ""
    names: list[str] = []  # what the section "NAME" says, one line for each thing
    above: list[tuple[int, str]] = []  # columns of the entries around an entry, and their first words
    last = 0
    for part in _parts(text, title.split()[0]):
        meter.check_time()
        if section.lower() in NAMES and part.column:
            if PURPOSE.match(part.text) or not names:
                names.append(part.text)
            elif part.line == last + 1:
                names[-1] += f"\n{part.text}"
            else:
                _add_names(names, draft)
                draft.add(PROSE, clean(part.text), [(0, f"line {part.line}")])
            last = part.line
            continue
        _add_names(names, draft)
        if part.kind == HEADING:
            section = clean(part.text)
            if section.lower() in NAMES:
                continue
        above = [(at, word) for at, word in above if at < part.column] if part.kind == OPTION else []
        shown = part.text if part.kind == CODE else clean(part.text)
        if part.kind == OPTION:
            above.append((part.column, part.text.split(maxsplit=1)[0]))
            shown = _entry(part.text, part.column, len(title), above)
        label = f"section “{section}”, line {part.line}" if section else f"line {part.line}"
        draft.add(part.kind, shown, [(0, label)])
    _add_names(names, draft)
    return draft.document(meter.name)


def _add_names(names: list[str], draft: Draft) -> None:
    """Add what the section "NAME" says, once: the first thing is what the page is about."""
    for number, name in enumerate(map(clean, names)):
        if number:
            draft.add(HEADING, name)
        else:
            draft.add_name(name)
    names.clear()


def _parts(text: str, name: str) -> Iterator[_Part]:
    """Yield the blocks of a page, one for each row of a list in columns, without its head and its foot.

    A term on a line of its own belongs to the block below it, and goes on there if its brackets are open.
    """
    line, counted, in_code = 1, 0, False
    opened: _Part | None = None
    for block in plain_blocks(text):
        line, counted = line + text.count("\n", counted, block.start), block.start
        content = text[block.start : block.end].expandtabs()
        column = len(text[text.rfind("\n", 0, block.start) + 1 : block.start].expandtabs())
        part = _Part(block.kind, content, column, line)
        if block.kind == FURNITURE or content.strip() == name:
            continue
        if block.kind == OPTION and (in_code or _is_code(content)):
            part = part._replace(kind=CODE)
        in_code = part.kind == CODE and content.endswith(OPENED)
        if opened and part.kind == OPTION and column == opened.column and _is_cut(opened.text):
            part = opened._replace(kind=OPTION, text=f"{opened.text} {content}")
        elif opened and part.kind == OPTION and column > opened.column:
            part = opened._replace(kind=OPTION, text=f"{opened.text}\n{' ' * column}{content}")
        elif opened:
            yield opened
        opened = part if _goes_on(part) else None
        if not opened:
            yield from _rows(part)
    if opened:
        yield opened


def _goes_on(part: _Part) -> bool:
    """Tell whether a block is a term on a line of its own, or the first half of one."""
    if "\n" in part.text or len(part.text) > MAX_TERM_CHARACTERS or STOPPED.search(part.text):
        return False
    return part.kind == OPTION or (part.kind == PROSE and _is_cut(part.text))


def _is_code(content: str) -> bool:
    return content.startswith(PROMPTS) or content.partition("\n")[0].endswith(OPENED)


def _is_cut(term: str) -> bool:
    return term.count("[") > term.count("]")


def _rows(part: _Part) -> Iterator[_Part]:
    """Yield the rows of a list of terms with their texts in a column; another block is yielded as it is."""
    lines = part.text.split("\n")
    gaps = [GAP.search(line.strip()) for line in lines]
    columns = {gap.end() if gap else 0 for gap in gaps}
    indents = {indent_of(line) for line in lines[1:]}
    if part.kind != OPTION or len(lines) == 1 or len(columns) > 1 or columns == {0} or indents != {part.column}:
        yield part
        return
    for number, line in enumerate(lines):
        yield part._replace(text=_spaced(line.strip()), line=part.line + number)


def _spaced(row: str) -> str:
    """Write a row of a list in columns with a gap that is sure."""
    return GAP.sub(" " * MIN_GAP_SPACES, row, count=1)


def _entry(content: str, column: int, width: int, above: Sequence[tuple[int, str]]) -> str:
    r"""Return an entry on one line, with a colon behind its term and the command that an option belongs to before it.

    >>> _entry("-e      Exit  if a\n        command fails.", 0, 80, [(-4, "set"), (0, "-e")])
    'set -e: Exit if a command fails.'
    >>> _entry("If  a\ncommand fails.", 0, 80, [(0, "If")]), _entry("•   the eels", 0, 80, [(0, "•")])
    ('If a command fails.', 'the eels')
    """
    term, explained = _parted(content, column, width)
    if not term or MARK.fullmatch(term):
        return clean(MARK.sub("", explained, count=1) if MARK.match(explained) else explained)
    commands = [word for _, word in above[:-1] if COMMAND.fullmatch(word)] if term[0] == "-" else []
    return clean(f"{commands[-1]} {term}: {explained}" if commands else f"{term}: {explained}")


def _parted(content: str, column: int, width: int) -> tuple[str, str]:
    """Return the term of an entry, or nothing, and its text.

    The text of a term begins in the column of the lines below it, or in the line below it. A single space before that
    column is one between two words, unless the line is as full as the others. The beginning of a sentence is no term.
    """
    first, _, rest = content.partition("\n")
    at = indent_of(rest) - column if rest else 0
    in_column = 0 < at < len(first) and first[at - 1] == " " and first[at] != " "
    is_spaced = in_column and first[:at].endswith("  ")
    is_full = rest and column + len(first) + 1 + len(rest.split(maxsplit=1)[0]) > width
    if is_spaced or (in_column and is_full and not _begins_sentence(first[:at])):
        term, explained = first[:at], content[at:]
    elif not rest and (gap := GAP.search(first)) and len(gap[0]) >= MIN_GAP_SPACES:
        term, explained = first[: gap.start()], first[gap.end() :]
    elif at > 0 and "  " not in first and not (_may_begin_sentence(first) and rest.lstrip()[:1].islower()):
        term, explained = first, rest
    else:
        return "", content
    term = term.strip().removesuffix(":")
    is_term = 0 < len(term) <= MAX_TERM_CHARACTERS and (STOPPED.search(term) is None or MARK.fullmatch(term))
    return (term, explained) if is_term else ("", content)


def _may_begin_sentence(line: str) -> bool:
    return line[0] != "-" and len(line.split()) > SURE_TERM_WORDS


def _begins_sentence(term: str) -> bool:
    return term.strip().lower() in language("en").stopwords
