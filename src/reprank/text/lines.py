r"""Text to the kinds of its lines: what a line of a text is whose form nobody knows.

Marks decide first: a fence, a heading with its underline, an option with its description. Lines that only may be code
or a table are, if several of them stand together; one alone is prose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from reprank.patterns import lazy_pattern

PROSE, CODE, TABLE, HEADING, OPTION, FURNITURE = "prose", "code", "table", "heading", "option", "furniture"
LINE_KINDS = frozenset({CODE, TABLE, FURNITURE})  # found line by line: neighbours are one block
MAYBE_CODE, MAYBE_TABLE, INDENTED, BLANK = "code?", "table?", "indented", ""
FENCE = lazy_pattern(r" {0,3}(```+|~~~+)")
HEADING_LINE = lazy_pattern(r" {0,3}#{1,6} +\S|\*{2,5} \S")  # the second in the news of GNU
STARS = lazy_pattern(r"(\*{1,5}) \S")
WRAP_COLUMNS = 70  # of a line whose next word, had it fitted, would stand in it
RULE = lazy_pattern(r"[\s=\-~^*#+_.·•|─━═]{3,}$")
TABLE_LINE = lazy_pattern(r"\s*\|.*\|\s*$|[^|\n]+\|[^|\n]+\|.*$|[^\t\n]+\t[^\t\n]+\t.*$")
# A line of a programming language, a log or markup: it begins like a statement or ends like one.
CODE_LINE = lazy_pattern(
    r"\s*(?:(?:async )?def \w+\(|class \w+[:(]|import [\w.]+$|from [\w.]+ import |return\b|@\w+[\w.]*(?:\(|$)"
    r"|#include\b|(?:public|private|static|const|let|var|func|fn|function) \w"
    r"|(?:if|for|while|elif|else|try|with|except)\b.*:$|[\w.\[\]'\"]+ [-+*/|]?= \S|[\w.]+\(.*\)$"
    r"|[{}()\[\]]+[;,]?$|</?[a-z]+|//|/\*|\$ \S|>>> )"
)
CODE_END = lazy_pattern(r".*\{$|[^{]*\}$|.*[\w)\]\"'];$")
CODE_END_MARKS = frozenset("{};")  # no end of a statement without one of these
OPENS_OUTPUT = lazy_pattern(r".*[:{]$|\s*\$ \S")  # the next line is inside of code, or output of a command
QUOTES = (('"""', '"""'), ("'''", "'''"), ("/*", "*/"))  # around comments of code
STATEMENT_MARK = lazy_pattern(r"[=(){}\[\]<>_]|^\s*\w+;$")
OPTION_TAG = lazy_pattern(r"[ \t]*(?:-[A-Za-z0-9?@%]|--[A-Za-z]|-[A-Z]\w*\b)[^\s.]*(?:[ ,=/|\[<].*)?$")
PROSE_LINE = lazy_pattern(r"\s*(?:[-*+•] +)?[\"'“(]?[^\W\d_][\w'’,;:()\"“”./-]*(?: +[\w'’,;:()\"“”./&%$-]+){4}")
MAX_UNDERLINE_DIFFERENCE = 2  # columns, between a title and the tildes below it
MIN_RULE_COLUMNS = 40  # of tildes: no fence is as long
# A line with nothing but a command or the name of a file: "quilt applied [patch]".
TERM = lazy_pattern(r"[ \t]*[a-z][^\s,;]{0,40}(?: [^\s,;]{1,40}){0,20}(?:(?<![.:!?])|\.\.\.)$")
MIN_TERMS = 3  # with a description each
MAX_CODE_COLUMNS = 200
MIN_BLOCK_LINES = 2  # of a table, of code without a fence or of a list of options
CODE_INDENT_COLUMNS = 2  # by which code is indented more than the prose around it


class TextLine(NamedTuple):
    """A line with its end, and what it is."""

    start: int
    end: int
    kind: str


def line_kinds(text: str) -> list[TextLine]:
    r"""Return every line of a text with its kind: prose, heading, code, table, option or furniture.

    >>> text = "Eels\n====\nThey swim:\n\n    swim(eel)\n    swim(eel, far)\n\nThat is all.\n"
    >>> [line.kind for line in line_kinds(text)]
    ['heading', 'furniture', 'prose', 'prose', 'code', 'code', 'prose', 'prose']
    """
    lines = list(_decided(text, list(_likely(text))))
    contents = [text[line.start : line.end].rstrip() for line in lines]
    kinds = [line.kind for line in lines]
    _mark_headings(contents, kinds)
    if "** " in text:
        _mark_starred_items(contents, kinds)
    if ".. " in text or "::" in text:
        _mark_directives(contents, kinds)
    if not _mark_man_page(contents, kinds):
        _mark_options(contents, kinds)
        _mark_terms(contents, kinds)
        _mark_indented(contents, kinds)
    return [TextLine(line.start, line.end, kind) for line, kind in zip(lines, kinds, strict=True)]


def _likely(text: str) -> Iterator[TextLine]:
    """Yield every line with its likely kind."""
    fence = ""
    fenced = "```" in text or "~~~" in text
    end = 0
    above = ""
    for content in text.split("\n"):
        start, end = end, min(end + len(content) + 1, len(text))
        if start == end:  # nothing behind the last line break
            break
        line = content.rstrip()
        mark = FENCE.match(line) if fenced else None
        if mark and not fence and is_tilde_rule(line, above):
            mark = None
        above = line
        if fence:
            kind = CODE
            if mark and mark.group(1).startswith(fence) and not line.strip(" `~"):
                fence = ""
        elif mark:
            fence, kind = mark.group(1), CODE
        else:
            kind = _kind(line)
        yield TextLine(start, end, kind)


def is_tilde_rule(line: str, above: str) -> bool:
    """Tell whether tildes, which look like a fence, are a line across the page or as long as the title above them.

    >>> [is_tilde_rule("~~~~~", above) for above in ("Fish:", "This counts fish:")], is_tilde_rule("~~~", "Fish")
    ([True, False], False)
    """
    mark, title = line.strip(), above.strip()
    if mark.strip("~"):
        return False
    difference = abs(len(mark) - len(title))
    underlines = title != "" and difference <= min(MAX_UNDERLINE_DIFFERENCE, len(mark) - 3)
    return underlines or len(mark) >= MIN_RULE_COLUMNS


def _kind(line: str) -> str:
    if not line:
        return BLANK
    if HEADING_LINE.match(line):
        return HEADING
    if ("|" in line or "\t" in line) and TABLE_LINE.match(line):
        return MAYBE_TABLE
    if len(line) <= MAX_CODE_COLUMNS and _may_be_code(line) and not _is_item(line):
        return MAYBE_CODE
    return INDENTED if line.startswith(("    ", "\t")) else PROSE


def _may_be_code(line: str) -> bool:
    """Tell whether a line begins like a statement or ends like one."""
    return CODE_LINE.match(line) is not None or (line[-1] in CODE_END_MARKS and CODE_END.match(line) is not None)


def _is_item(line: str) -> bool:
    """Tell whether a line that ends like a statement has nothing else of one: an item of a list ends so too."""
    return line.endswith(";") and STATEMENT_MARK.search(line) is None


def _decided(text: str, lines: list[TextLine]) -> Iterator[TextLine]:
    """Decide on lines that may be code or a table.

    A blank or an indented line between lines of code is code too, unless a third of the lines read as prose.
    """
    i = 0
    while i < len(lines):
        kind = lines[i].kind
        if kind not in (MAYBE_CODE, MAYBE_TABLE):
            yield lines[i]._replace(kind=PROSE) if kind in (BLANK, INDENTED) else lines[i]
            i += 1
            continue
        inside = (kind, BLANK, INDENTED) if kind == MAYBE_CODE else (kind,)
        j = i + 1
        while j < len(lines) and lines[j].kind in inside:
            j += 1
        edges = _prose(text, lines, i, j)
        if 2 * len(edges) <= sum(line.kind == kind for line in lines[i:j]):
            edges = []
        start = i
        for edge in edges:
            yield from _block(lines[start:edge], kind)
            yield lines[edge]._replace(kind=PROSE)
            start = edge + 1
        yield from _block(lines[start:j], kind)
        i = j


def _block(lines: list[TextLine], kind: str) -> Iterator[TextLine]:
    """Decide on lines that stand together: from the first one of the kind on they are a block, if there are enough."""
    last = max((k for k, line in enumerate(lines) if line.kind != BLANK), default=-1)
    block = CODE if kind == MAYBE_CODE else TABLE
    is_block = sum(line.kind == kind for line in lines) >= MIN_BLOCK_LINES
    begun = False
    for k, line in enumerate(lines):
        begun |= line.kind == kind
        yield line._replace(kind=block if is_block and begun and k <= last else PROSE)


def _prose(text: str, lines: list[TextLine], start: int, end: int) -> list[int]:
    """Return the lines between lines of code that read as prose and are no comment or output of a command."""
    found, inside, quoted, before = list[int](), False, False, ""
    for k in range(start, end):
        line = lines[k]
        content = text[line.start : line.end].rstrip()[:MAX_CODE_COLUMNS]
        if not quoted:
            if line.kind == INDENTED and PROSE_LINE.match(content):
                inside = inside or OPENS_OUTPUT.match(before) is not None
                if not inside:
                    found.append(k)
                before = ""
            else:
                inside, before = False, content
        for opening, closing in QUOTES:
            if opening in content:
                is_open = content.rfind(opening) >= content.rfind(closing)
                quoted = (quoted ^ (content.count(opening) % 2 == 1)) if opening == closing else is_open
            elif closing in content:
                quoted = False
    return found


def _mark_headings(contents: list[str], kinds: list[str]) -> None:
    """Find headings with a line of marks below, and perhaps above; other lines of marks are furniture."""
    for i, content in enumerate(contents):
        if kinds[i] in (CODE, TABLE) or not content or not RULE.match(content):
            continue
        above = contents[i - 1].strip() if i else ""
        rule = content.strip()
        is_underline = above and len(set(rule)) == 1 and RULE.match(rule) is not None
        if (
            is_underline
            and kinds[i - 1] in (PROSE, TABLE)
            and len(rule) * 2 > len(above)
            and _is_alone(contents, i - 1)
        ):
            kinds[i - 1] = HEADING
        kinds[i] = FURNITURE


def _mark_starred_items(contents: list[str], kinds: list[str]) -> None:
    """Find items among the lines with two stars or more: those that go on in the next line, or with nothing below them.

    What is below a line stands before the next one with as many stars or fewer.
    """
    below = 1  # stars of the next line that is not blank; 0 for any other text, 1 at the end
    for i in range(len(contents) - 1, -1, -1):
        stars = STARS.match(contents[i])
        if stars is not None and kinds[i] == HEADING:
            following = contents[i + 1].split(maxsplit=1) if i + 1 < len(contents) else []
            goes_on = following and (following[0][0].islower() or len(contents[i]) + len(following[0]) >= WRAP_COLUMNS)
            if goes_on or 0 < below <= len(stars[1]):
                kinds[i] = PROSE
        if contents[i]:
            below = len(stars[1]) if stars is not None else 0


def _is_alone(contents: list[str], i: int) -> bool:
    """Tell whether nothing but a blank line or a line of marks stands above a line."""
    return i == 0 or not contents[i - 1] or RULE.match(contents[i - 1]) is not None


def _mark_directives(contents: list[str], kinds: list[str]) -> None:
    """Find directives and comments of reStructuredText with what is indented below them, and literal blocks."""
    for i, content in enumerate(contents):
        is_directive = content.lstrip().startswith(".. ")
        if kinds[i] != PROSE or not (is_directive or content.endswith("::")):
            continue
        indent, j = indent_of(content), i + 1
        while j < len(contents) and (not contents[j] or indent_of(contents[j]) > indent):
            kinds[j] = CODE if contents[j] else kinds[j]
            j += 1
        if is_directive:
            kinds[i] = FURNITURE


def _mark_man_page(contents: list[str], kinds: list[str]) -> bool:
    """Find the parts of a man page, whose first line ends with the number of its section; tell whether it is one."""
    first = next((content for content in contents if content), "")
    if not first.endswith(")"):
        return False
    from reprank.text.man_pages import mark_man_page

    return mark_man_page(contents, kinds)


def _mark_options(contents: list[str], kinds: list[str]) -> None:
    """Find options with their descriptions, which are indented more or stand in the same line."""
    tags = [
        i for i, content in enumerate(contents) if kinds[i] in (PROSE, CODE) and content and _is_option(contents, i)
    ]
    if len(tags) < MIN_BLOCK_LINES:
        return
    for i in tags:
        indent, j = indent_of(contents[i]), i + 1
        kinds[i] = OPTION
        while j < len(contents) and (not contents[j] or indent_of(contents[j]) > indent):
            kinds[j] = OPTION if contents[j] else kinds[j]
            j += 1


def _is_option(contents: list[str], i: int) -> bool:
    """Tell whether a line begins with an option: alone, or with two spaces before its description."""
    content = contents[i].lstrip().removeprefix("* ")
    if not (content.startswith("-") and OPTION_TAG.match(content)):
        return False
    following = contents[i + 1] if i + 1 < len(contents) else ""
    described = "  " in content.strip() or "\t" in content.strip()
    return described or (following != "" and indent_of(following) > indent_of(contents[i]))


def _mark_terms(contents: list[str], kinds: list[str]) -> None:
    """Find terms in lower case with their descriptions, which are indented below them and begin with a capital."""
    terms: dict[int, range] = {}
    behind = 0  # of the last description: a term stands there, or below a blank line
    for i, content in enumerate(contents):
        if kinds[i] == PROSE and content and (i <= behind or not contents[i - 1]) and TERM.match(content):
            described = _description(contents, i)
            if described:
                terms[i], behind = described, described.stop
    for i, described in terms.items() if len(terms) >= MIN_TERMS else ():
        for k in (i, *described):
            kinds[k] = OPTION if contents[k] else kinds[k]


def _description(contents: list[str], i: int) -> range:
    """Return the lines below a term that are indented more; none if they do not begin with a capital."""
    indent, j = indent_of(contents[i]), i + 1
    while j < len(contents) and (not contents[j] or indent_of(contents[j]) >= indent + CODE_INDENT_COLUMNS):
        j += 1
    first = next((content for content in contents[i + 1 : min(j, i + 3)] if content), "")
    return range(i + 1, j) if first.lstrip()[:1].isupper() else range(0)


def _mark_indented(contents: list[str], kinds: list[str]) -> None:
    """Find code that is indented and set off by a blank line: few of its lines read as prose."""
    usual = _usual_indent(contents, kinds)
    i = 0
    while i < len(contents):
        set_off = i == 0 or not contents[i - 1] or contents[i - 1].endswith(":")
        if kinds[i] != PROSE or not contents[i] or not set_off or indent_of(contents[i]) < usual + CODE_INDENT_COLUMNS:
            i += 1
            continue
        least, j = indent_of(contents[i]), i
        while j < len(contents) and (not contents[j] or indent_of(contents[j]) >= least):
            j += 1
        if j < len(contents) and contents[j - 1] and (j - 1 == i or not contents[j - 2]):
            j -= 1  # the first line of a paragraph whose other lines are indented less
        run = [k for k in range(i, j) if contents[k]]
        if run and _reads_as_code(contents, run):
            for k in run:
                kinds[k] = CODE if kinds[k] == PROSE else kinds[k]
        i = max(j, i + 1)


def _reads_as_code(contents: list[str], run: list[int]) -> bool:
    prose = sum(PROSE_LINE.match(contents[k]) is not None for k in run)
    marked = sum(re.search(r"[=(){}\[\]<>$/\\|`]|--\w|^\s*[\w.]+:\s*\S+$|#", contents[k]) is not None for k in run)
    return 2 * prose <= len(run) <= 2 * marked


def _usual_indent(contents: list[str], kinds: list[str]) -> int:
    """Return the indentation that most lines of prose have."""
    counts: dict[int, int] = {}
    for content, kind in zip(contents, kinds, strict=True):
        if kind == PROSE and PROSE_LINE.match(content):
            indent = indent_of(content)
            counts[indent] = counts.get(indent, 0) + 1
    return max(counts, key=lambda indent: (counts[indent], -indent), default=0)


def indent_of(content: str) -> int:
    """Return the columns of white space before a line."""
    start = content[: len(content) - len(content.lstrip())]
    return len(start.expandtabs(8)) if "\t" in start else len(start)
