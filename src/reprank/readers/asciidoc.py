"""AsciiDoc to Document: its text without markup; a place names the section and the line of the file.

Blocks are told by their first and last lines. Attributes, comments, conditions and included files are left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from reprank.patterns import lazy_pattern
from reprank.readers.draft import Draft, clean
from reprank.readers.limits import Meter
from reprank.text.documents import Document
from reprank.text.markup import display

TITLE = lazy_pattern(r"(={1,6}) +(\S.*)$")
UNDERLINE = lazy_pattern(r"([-=~^+])\1{2,}$")
LEVELS = "=-~^+"  # marks below titles on two lines, by level
FENCE = lazy_pattern(r"(?:([-.+/])\1{3,}|\|===)$")  # of code, of comments and of a table
BORDER = lazy_pattern(r"(?:([=*_])\1{3,}|--)$")  # of a block with text
CELL = lazy_pattern(r"(?:^|(?<=\s))[\d.+*^<>]{0,9}[a-z]?\|", re.MULTILINE)  # 2+| begins a cell over two columns
LEFT_OUT = lazy_pattern(r"//|:!?[\w-]{1,60}!?:(?:\s|$)|\w{2,20}::[^\s\[]{0,300}+\[.*\]$|\[[^\]\n]{0,300}\]{1,2}$")
BLOCK_TITLE = lazy_pattern(r"\.[^\s.](?:.*[^\s.!?…])?$")  # ".Ways to count"; a sentence is none
ITEM = lazy_pattern(r"\s*(?:[-*]{1,5}|\.{1,5}|\d{1,3}\.|[a-z]\.)[ \t]+(?=\S)")
TERM = lazy_pattern(r"\s*(\S.{0,200}?)(?:::{1,3}|;;)(?:\s+(\S.*))?$")
LINK = lazy_pattern(  # the address may begin with an attribute that holds it; "^" opens it elsewhere
    r"(?:\b(?:link|xref|mailto|https?|footnote|image):{1,2}|\{(?:[\w-]{1,60}\}/|[\w-]{0,30}(?:ur[il]|link)[\w-]{0,30}\}))"
    r"[^\s\[\]]{0,300}\[([^\]\n]{0,300}?)\^?\]"
)
MAN_PAGE = lazy_pattern(r"\blink\w{2,20}:([\w.-]{1,80})\[(\d\w{0,5})\]")  # linkgit:git-log[1]
REFERENCE = lazy_pattern(r"<<([^<>,\n]{1,200})(?:,\s*([^<>\n]{1,200}))?>>")
ANCHORED = lazy_pattern(r"^\[\[([\w.-]{1,80})\]\]\n={1,6} +(\S.*)$", re.MULTILINE)
MAX_UNDERLINE_DIFFERENCE = 2  # in characters, between a title and the line below it


@dataclass
class _Reader:
    """Writes blocks into a draft while it goes through the lines."""

    draft: Draft
    titles: Mapping[str, str]  # of sections by their anchors
    section: str = ""
    lines: list[str] = field(default_factory=list)  # of the present paragraph
    number: int = 0  # of its first line
    kind: str = "prose"

    def read(self, lines: list[str], meter: Meter) -> None:
        """Read the blocks in order."""
        fence, borders, at = "", set[str](), 0  # borders of the blocks that are open
        while at < len(lines):
            meter.check_time()
            line, at = lines[at].rstrip(), at + 1
            following = lines[at].rstrip() if at < len(lines) else ""
            if fence:
                if line == fence:
                    self.flush()
                    fence = ""
                else:
                    self.add(line, at)
            elif not self.lines and following not in borders and _underlines(following, line):
                self.title(line, 1 + LEVELS.index(following[0]), at)
                at += 1
            elif title := TITLE.match(line):
                self.flush()
                self.title(title[2], len(title[1]), at)
            elif FENCE.match(line):
                self.flush()
                fence, self.kind = line, "furniture" if line[0] == "/" else "table" if line[0] == "|" else "code"
            elif BORDER.match(line):
                self.flush()
                borders ^= {line}
            elif not line or line == "+" or LEFT_OUT.match(line) or (not self.lines and _is_title(line, following)):
                self.flush()
            elif mark := ITEM.match(line):
                self.flush()
                self.kind = "list"
                self.add(line[mark.end() :], at)
            elif term := TERM.match(line):
                self.flush()
                self.draft.add_term(_shown(term[1], self.titles))
                self.add(term[2] or "", at)
            else:
                self.add(line, at)
        self.flush()

    def title(self, text: str, level: int, number: int) -> None:
        """Add a heading; the first one of the highest level is the title."""
        self.section = _shown(text, self.titles)
        if level == 1 and self.draft.title is None:
            self.draft.add_title(self.section)
        else:
            self.draft.add("heading", self.section, [(0, self._label(number))], level=level)

    def add(self, line: str, number: int) -> None:
        """Add a line to the paragraph; one that begins with blanks and is part of nothing is code."""
        if not self.lines:
            self.number = number
            if self.kind == "prose" and line[:1].isspace() and not self.draft.has_term:
                self.kind = "code"
        self.lines.append(line)

    def flush(self) -> None:
        """Add the paragraph as one block."""
        text, kind = "\n".join(self.lines), self.kind
        self.lines, self.kind = [], "prose"
        if kind == "furniture" or not text.strip():
            return
        if kind == "table":
            rows = "\n".join(line for line in text.split("\n") if not line.startswith("//"))
            self.draft.place(self._label(self.number))
            self.draft.add_row(_shown(cell, self.titles) for cell in CELL.split(rows))
            return
        self.draft.add(kind, text if kind == "code" else _shown(text, self.titles), [(0, self._label(self.number))])

    def _label(self, number: int) -> str:
        return f"section “{self.section}”, line {number}" if self.section else f"line {number}"


def read_asciidoc(text: str, meter: Meter) -> Document:
    """Read the text that a reader of the finished page would see."""
    draft = Draft()
    titles = dict(ANCHORED.findall(text))
    _Reader(draft, titles).read(text.split("\n"), meter)
    return draft.document(meter.name)


def _underlines(line: str, title: str) -> bool:
    """Tell whether a line of marks stands below a title: it has about the same length."""
    marked = UNDERLINE.match(line)
    return marked is not None and title[:1].isalnum() and abs(len(line) - len(title)) <= MAX_UNDERLINE_DIFFERENCE


def _is_title(line: str, following: str) -> bool:
    """Tell whether the first line of a block is its title: the block follows, and does not go on with its words."""
    return bool(following) and not following[0].islower() and BLOCK_TITLE.match(line) is not None


def _shown(text: str, titles: Mapping[str, str]) -> str:
    """Return text without markup; a reference shows its own text or the title of the section, or else its name.

    >>> _shown("See linkgit:git-log[1], link:a.html[this page], <<x,that>> and <<how>>.", {"how": "How to merge"})
    'See git-log(1), this page, that and How to merge.'
    """
    text = LINK.sub(r"\1", MAN_PAGE.sub(r"\1(\2)", text))
    return clean(display(REFERENCE.sub(lambda found: found[2] or titles.get(found[1], found[1]), text)))
