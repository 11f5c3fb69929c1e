"""reStructuredText to Document: its text without markup; a place names the section and the line of the file.

Lines are read by their indentation, as docutils does; directives that hold text are opened, all others are left out.
Nothing is included from other files and nothing is executed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from reprank.patterns import lazy_pattern
from reprank.readers.draft import Draft, clean
from reprank.readers.limits import Meter
from reprank.text.documents import Document
from reprank.text.markup import display
from reprank.text.tokens import STOPPED

ADORNMENT = lazy_pattern(r"([^\w\s])\1{2,}\s*$")
DIRECTIVE = lazy_pattern(
    r"\.\. (?:\|(?P<name>[^|\n]{1,100})\| )?(?P<kind>[A-Za-z][\w:+.-]{0,60})::(?:[ \t]+(?P<argument>.*))?$"
)
TARGET = lazy_pattern(r"\.\. _(?P<name>[^:`\n]{1,100}|`[^`\n]{1,200}`):")
FOOTNOTE = lazy_pattern(r"\.\. \[[#*\w.-]{1,60}\][ \t]+")
COMMENT = lazy_pattern(r"\.\.(?:[ \t]|$)")
ITEM = lazy_pattern(r"(?:[-*+•]|\(?(?:\d{1,4}|#|[a-zA-Z]|[ivxIVX]{1,5})[.)])[ \t]+(?=\S)")
FIELD = lazy_pattern(r":(?P<name>(?![:\s])(?:[^:\n\\`]|\\.|:(?!\s)|`[^`\n]*`){1,120}):(?:[ \t]+|$)")
OPTION = lazy_pattern(
    r"(?:-\w(?:[ =]\S+)?|--[\w-]+(?:[ =]\S+)?|/\w)(?:, (?:-\w(?:[ =]\S+)?|--[\w-]+(?:[ =]\S+)?))*(?:  +(?=\S)|$)"
)
GRID = lazy_pattern(r"\+[-=][-=+]{2,}\s*$")
SIMPLE_TABLE = lazy_pattern(r"={2,}(?:[ \t]+={2,})+\s*$")
LINE_BLOCK = lazy_pattern(r"\|(?: |$)")
REFERENCE = lazy_pattern(r"(?<![\w`:/])(\w(?:[\w.+-]{0,60}\w)?)__?(?![\w`])")
HEADER_FIELD = lazy_pattern(r"(?P<name>[A-Z][\w-]{1,30}):(?:\s+(?P<value>\S.*))?$")  # before the text, as in a mail
HEADER_NAMES = frozenset({"Title", "Author"})  # that a header has, besides others
JOINED = lazy_pattern(r"(?<=[^\s`:(\"'\[]`)\\(?=\w)")  # :term:`package`\s
SUBSTITUTION = lazy_pattern(r"\|(?P<name>[^|\s](?:[^|\n]{0,98}[^|\s])?)\|_{0,2}(?!\w)")

#: Directives whose body is text of the document; what they are called is not.
ADMONITIONS = frozenset({
    "note", "warning", "tip", "hint", "important", "caution", "danger", "attention", "error", "admonition", "topic",
    "sidebar", "epigraph", "highlights", "pull-quote", "compound", "container", "only", "versionadded",
    "versionchanged", "versionremoved", "deprecated", "rst-class", "class", "details", "dropdown", "tab-item", "tabs",
    "tab", "grid-item-card", "card",
})  # fmt: skip
#: Directives that define what their argument names.
DEFINITIONS = frozenset({
    "function", "method", "classmethod", "staticmethod", "attribute", "data", "exception", "decorator", "module",
    "describe", "object", "option", "envvar", "confval", "setting", "signal", "macro", "type", "member", "property",
    "decoratormethod", "pdbcommand", "opcode", "cmdoption", "program", "directive", "role", "c:function", "glossary",
})  # fmt: skip
WITHOUT_TERM = frozenset({"glossary", "program", "module"})
CODE = frozenset({
    "code-block", "code", "sourcecode", "parsed-literal", "literalinclude", "doctest", "testcode", "testsetup",
    "testoutput", "testcleanup", "highlight", "productionlist", "math", "raw", "graphviz", "prompt", "ipython",
})  # fmt: skip


@dataclass(frozen=True)
class Row:
    """A line of the file without the indentation of the block that it is in."""

    number: int
    text: str

    @property
    def indent(self) -> int:
        """Number of blanks before the text."""
        return len(self.text) - len(self.text.lstrip())

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing on the line."""
        return not self.text


@dataclass
class _Reader:
    """Writes blocks into a draft while it goes through the lines."""

    draft: Draft
    meter: Meter
    targets: frozenset[str]
    replacements: dict[str, str]
    section: str = ""
    has_prose: bool = False
    adornments: Counter[str] = field(default_factory=Counter)  # how often each style of headings occurs
    title_style: str = ""

    def read(self, rows: Sequence[Row], kind: str = "prose", *, depth: int = 0) -> None:
        """Read the blocks of lines that begin at the same indentation."""
        at = 0
        while at < len(rows):
            self.meter.check_time()
            row = rows[at]
            if row.is_blank:
                at += 1
            elif row.indent:  # a quotation
                end = _indented_end(rows, at)
                self.read(_dedented(rows[at:end]), kind, depth=depth + 1)
                at = end
            else:
                at = self._block(rows, at, kind, depth)

    def _block(self, rows: Sequence[Row], at: int, kind: str, depth: int) -> int:
        """Read one block; return the index of the line behind it."""
        row = rows[at]
        body_end = _indented_end(rows, at + 1)
        if row.text.startswith("..") and COMMENT.match(row.text):
            self._explicit(rows[at:body_end], kind, depth)
            return body_end
        if depth == 0 and (end := self._heading(rows, at)):
            return end
        if ADORNMENT.match(row.text) and not SIMPLE_TABLE.match(row.text):
            return at + 1  # a transition
        if GRID.match(row.text) or SIMPLE_TABLE.match(row.text):
            end = _table_end(rows, at)
            self._add("table", " ".join(each.text for each in rows[at:end] if any(map(str.isalnum, each.text))), row)
            return end
        if row.text.startswith(">>>"):
            end = _paragraph_end(rows, at)
            self._add("code", "\n".join(each.text for each in rows[at:end]), row)
            return end
        if marked := ITEM.match(row.text) or LINE_BLOCK.match(row.text):
            first = Row(row.number, " " * marked.end() + row.text[marked.end() :])
            self._item(_dedented([first, *rows[at + 1 : body_end]]), depth)
            return body_end
        if marked := FIELD.match(row.text) or OPTION.match(row.text):
            if depth == 0 and not self.has_prose:
                return body_end  # what a file says of itself before it begins
            self._defined([row.text[: marked.end()].strip().strip(":")], row, rows[at:body_end], marked.end(), depth)
            return body_end
        return self._paragraph(rows, at, kind, depth)

    def _item(self, rows: Sequence[Row], depth: int) -> None:
        """Read an item; a short first line that has no full stop and a text below it is a term."""
        if len(rows) > 2 and rows[1].is_blank and not STOPPED.search(rows[0].text) and not rows[0].text.endswith("::"):
            self._term(rows[0].text)
            rows = rows[2:]
        self.read(_dedented(rows), "list", depth=depth + 1)

    def _paragraph(self, rows: Sequence[Row], at: int, kind: str, depth: int) -> int:
        end = _paragraph_end(rows, at)
        if end == at + 1 and end < len(rows) and rows[end].indent:  # a term and its definition
            body_end = _indented_end(rows, end)
            self._term(re.split(r"(?<!\s)\s+:\s+", rows[at].text)[0])
            self.read(_dedented(rows[end:body_end]), "list", depth=depth + 1)
            return body_end
        text = "\n".join(row.text for row in rows[at:end])
        literal = text.endswith("::")
        if literal:
            text = text.removesuffix("::")
            text = text.rstrip() if text[-1:].isspace() else f"{text}:"
        self._add(kind, text, rows[at])
        if literal:
            body_end = _indented_end(rows, end)
            self._add("code", "\n".join(row.text for row in rows[end:body_end]).strip("\n"), rows[at])
            return body_end
        return end

    def _heading(self, rows: Sequence[Row], at: int) -> int:
        """Read a title with a line of marks below it, or above and below; return 0 if there is none."""
        over = ADORNMENT.match(rows[at].text) is not None and not SIMPLE_TABLE.match(rows[at].text)
        first = at + 1 if over else at
        if first + 1 >= len(rows) or rows[first].is_blank or not ADORNMENT.match(rows[first + 1].text):
            return 0
        below = rows[first + 1].text.rstrip()
        if SIMPLE_TABLE.match(below) or GRID.match(below):
            return 0
        if len(below) < min(4, len(rows[first].text)) or (over and rows[at].text.strip() != below.strip()):
            return 0
        style = ("over " if over else "") + below[0]
        self.adornments[style] += 1
        shown = self._shown(rows[first].text)
        if not shown:
            return first + 2
        if self.draft.is_empty:
            self.draft.title, self.title_style = shown, style
        self.section = shown
        self._add("heading", rows[first].text, rows[first], level=1 + list(self.adornments).index(style))
        return first + 2

    def _explicit(self, rows: Sequence[Row], kind: str, depth: int) -> None:
        """Read a directive, a footnote, a target or a comment."""
        row = rows[0]
        if note := FOOTNOTE.match(row.text):
            lines = [row.text[note.end() :], *(each.text.strip() for each in rows[1:])]
            self._add("footnote", "\n".join(lines), row)
            return
        found = DIRECTIVE.match(row.text)
        if found is None or found["name"]:
            return
        name = found["kind"].lower()
        name = name if name in DEFINITIONS or name in CODE else name.rpartition(":")[2]
        argument, body = (found["argument"] or "").strip(), _dedented(_without_options(rows[1:]))
        if name in CODE:
            self._add("code", "\n".join(each.text for each in body), row)
        elif name == "rubric":
            self._add("heading", argument, row)
        elif name in DEFINITIONS or (name == "class" and "(" in argument):
            if name not in WITHOUT_TERM:
                self._term(argument)
            self.read(body, "list", depth=depth + 1)
        elif name in ADMONITIONS:
            if name.startswith(("version", "deprecated")):
                argument = argument.partition(" ")[2]  # behind the number of the version
            if argument and name not in ("only", "container", "class", "rst-class"):
                body = [Row(row.number, argument), *body]
            self.read(body, kind, depth=depth + 1)
        elif name == "seealso":
            self.read(body, "list", depth=depth + 1)

    def _defined(self, terms: Sequence[str], row: Row, rows: Sequence[Row], width: int, depth: int) -> None:
        """Read what a field or an option is: the rest of its line and the lines that are indented below it."""
        for term in terms:
            self._term(term)
        rest = row.text[width:]
        below = _dedented(rows[1:])
        self.read(([Row(row.number, rest)] if rest else []) + below, "list", depth=depth + 1)

    def _term(self, text: str) -> None:
        self.draft.add_term(self._shown(text))

    def _add(self, kind: str, text: str, row: Row, *, level: int = 0) -> None:
        label = f"section “{self.section}”, line {row.number}" if self.section else f"line {row.number}"
        shown = text.strip("\n") if kind == "code" else self._shown(text)
        self.has_prose |= kind == "prose"
        if kind == "code" or any(map(str.isalnum, shown)):
            self.draft.add(kind, shown, [(0, label)], level=level)

    def _shown(self, text: str) -> str:
        shown = SUBSTITUTION.sub(self._replacement, text) if "|" in text and self.replacements else text
        shown = display(JOINED.sub("", shown), escapes=True).replace("\\ ", "")
        if "_" in shown and self.targets:
            shown = REFERENCE.sub(lambda match: match[1] if match[1].lower() in self.targets else match[0], shown)
        return clean(shown)

    def _replacement(self, match: re.Match[str]) -> str:
        return self.replacements.get(match["name"], match[0])


def read_rst(text: str, meter: Meter) -> Document:
    """Read reStructuredText: what it shows is the text, headings and lines are places."""
    lines = text.lstrip("\ufeff").expandtabs(8).splitlines()
    rows = [Row(number, line.rstrip()) for number, line in enumerate(lines, start=1)]
    targets, replacements = set(), {}
    for row in rows:
        stripped = row.text.lstrip()
        if not stripped.startswith(".. "):
            continue
        if target := TARGET.match(stripped):
            targets.add(target["name"].strip("`").lower())
        elif (found := DIRECTIVE.match(stripped)) and found["name"]:
            replacements[found["name"]] = (found["argument"] or "") if found["kind"] == "replace" else ""
    # A title is a target, too.
    targets |= {row.text.strip().lower() for row, below in pairwise(rows) if row.text and ADORNMENT.match(below.text)}
    reader = _Reader(Draft(), meter, frozenset(targets), replacements)
    header, fields = _header(rows)
    reader.read(rows[header:])
    if reader.adornments[reader.title_style] > 1:  # of a section like others, and not of the whole
        reader.draft.title = None
    reader.draft.title = fields.get("Title") or reader.draft.title
    return reader.draft.document(meter.name)


def _header(rows: Sequence[Row]) -> tuple[int, dict[str, str]]:
    """Return where the text begins behind a header such as that of a PEP, and the fields of the header."""
    first = next((at for at, row in enumerate(rows) if not row.is_blank), 0)
    end, fields = first, dict[str, str]()
    while end < len(rows) and not rows[end].is_blank:
        found = HEADER_FIELD.match(rows[end].text)
        if found:
            fields[found["name"]] = found["value"] or ""
        elif not rows[end].indent or end == first:
            return 0, {}
        end += 1
    has_text = not all(row.is_blank for row in rows[end:])
    return (end, fields) if has_text and fields.keys() > HEADER_NAMES else (0, {})


def _indented_end(rows: Sequence[Row], at: int) -> int:
    """Return where indented lines end, which may have blank lines between them."""
    end = at
    while at < len(rows) and (rows[at].is_blank or rows[at].indent):
        at += 1
        if not rows[at - 1].is_blank:
            end = at
    return end


def _paragraph_end(rows: Sequence[Row], at: int) -> int:
    while at < len(rows) and not rows[at].is_blank and (not rows[at].indent):
        at += 1
    return at


def _table_end(rows: Sequence[Row], at: int) -> int:
    """Return where a table ends: a grid at a blank line, a simple table at the last of its lines of marks."""
    if not SIMPLE_TABLE.match(rows[at].text):
        while at < len(rows) and not rows[at].is_blank:
            at += 1
        return at
    end = at + 1
    while end < len(rows):
        if SIMPLE_TABLE.match(rows[end].text) and (end + 1 == len(rows) or rows[end + 1].is_blank):
            return end + 1
        end += 1
    return at + 1


def _without_options(rows: Sequence[Row]) -> Sequence[Row]:
    """Leave out the options of a directive, which stand right below it."""
    at = 0
    while at < len(rows) and not rows[at].is_blank and FIELD.match(rows[at].text.lstrip()):
        at += 1
    return rows[at:]


def _dedented(rows: Sequence[Row]) -> list[Row]:
    """Remove the indentation that all lines share."""
    width = min((row.indent for row in rows if not row.is_blank), default=0)
    return [Row(row.number, row.text[width:]) for row in rows]
