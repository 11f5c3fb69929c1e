r"""Markdown to blocks: what each stretch of it is; ``is_markdown`` tells whether a text is Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from reprank.patterns import lazy_pattern
from reprank.text.documents import SELECTABLE_KINDS, Block
from reprank.text.lines import LINE_KINDS, PROSE, PROSE_LINE, is_tilde_rule
from reprank.text.outline import heads_references
from reprank.values import dataclass

FENCE = lazy_pattern(r"(\s{0,3})(`{3,}|~{3,}|\$\$)(.*)")
HEADING = lazy_pattern(r"\s{0,3}#{1,6}(?:\s+|$)")
ATTRIBUTES = lazy_pattern(r"\{[^{}]{0,200}\}$")
UNDERLINE = lazy_pattern(r"\s{0,3}(?:=+|-+)\s*")
RULE = lazy_pattern(r"\s{0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})")
ITEM = lazy_pattern(r"(\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?)(?=\S)")
QUOTE = lazy_pattern(r"\s{0,3}(?:>\s?)+")
LABELLED = lazy_pattern(r"\s{0,3}\*\*[^*\n]{1,40}(?::\*\*|\*\*:)\s")  # "**Date:** …", a line of its own
TABLE_ROW = lazy_pattern(r"\s{0,3}\|.*|.*\|\s*")
TABLE_RULE = lazy_pattern(r"\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+(?:\|\s*)?")
FOOTNOTE = lazy_pattern(r"\s{0,3}\[\^[^\]]+\]:\s*")
DEFINITION = lazy_pattern(r"\s{0,3}\[[^\]]+\]:\s*\S+.*")
IMAGE = lazy_pattern(r"\s*!\[([^\]]*)\]\([^)]*\)(?:\{[^{}]*\})?\s*")
TAG_LINE = lazy_pattern(r"\s{0,3}</?[A-Za-z!?][^>]*>\s*")
HTML_LINE = lazy_pattern(r"\s*</?([A-Za-z][A-Za-z0-9]{0,9})\b")
HTML_HEADING_LINE = lazy_pattern(r"<h([1-6])\b.*</h\1>\s*", re.IGNORECASE)
# Tags with a text of the document inside; it may be indented up to the next blank line. Tables are not read.
TEXT_TAGS = frozenset({"center", "details", "div", "h1", "h2", "h3", "h4", "h5", "h6", "p", "picture", "summary"})
TAGS_IN_TEXT = frozenset({"a", "b", "br", "code", "em", "i", "img", "kbd", "source", "span", "strong", "sub", "sup"})
NOTE_MARK = lazy_pattern(r"(?<=[.!?…])(?:\[\^[^\[\]\s]+\])+")
CODE_INDENT = ("    ", "\t")
EMPHASIS = lazy_pattern("[*_`]")
# What shows that a text is Markdown: a fence and its end, or a heading or a badge, and one thing more.
FENCE_LINE = lazy_pattern(r"^ {0,3}(?:```|~~~).*", re.MULTILINE)
MARKED_HEADING = lazy_pattern(r"^(#{1,6}) +\S[^\n]*+(?:\n([^\n]*))?", re.MULTILINE)
BELOW_HEADING = lazy_pattern(r"\s*$|#{1,6} |\s*(?:[-*+]|\d{1,3}[.)]) +\S")
BADGE = "[!["
INLINE_LINK = lazy_pattern(r"\w\]\((?:https?:|[#./\w])")
MIN_SIGNS = 2
MAX_TITLE_CHARACTERS = 60  # of a title of references


@dataclass
class _Scan:
    """Where a block that may go on over several lines stands."""

    start: int
    end: int
    kind: str


def is_markdown(text: str) -> bool:
    r"""Tell whether a text is Markdown.

    >>> [is_markdown(text) for text in ("# One\n\nEels.\n\n# Two\n", "# 1 of us\nEels live long.", "Eels.")]
    [True, False, False]
    """
    fences = (
        found for found in FENCE_LINE.finditer(text) if not is_tilde_rule(found[0], _line_before(text, found.start()))
    )
    if len(list(islice(fences, MIN_SIGNS))) == MIN_SIGNS:
        return True
    headings = _headings(text) + text.count(BADGE)
    return headings > 0 and headings + len(INLINE_LINK.findall(text)) >= MIN_SIGNS


def _headings(text: str) -> int:
    """Count the headings with number signs; none if most lines of this form are comments in code.

    Code goes on in the line below a comment; below a heading there is text, a list or a blank line.
    """
    below = [(found[1], found[2] or "") for found in MARKED_HEADING.finditer(text)]
    headings = sum(
        not line.startswith(f"{mark} ") and (BELOW_HEADING.match(line) or PROSE_LINE.match(line)) is not None
        for mark, line in below
    )
    return headings if 2 * headings > len(below) else 0


def _line_before(text: str, start: int) -> str:
    """Return the line that ends before a place."""
    return text[text.rfind("\n", 0, max(start - 1, 0)) + 1 : max(start - 1, 0)]


def markdown_blocks(text: str, start: int = 0) -> Iterator[Block]:
    r"""Yield the blocks of Markdown from ``start`` on; markup of blocks is outside of them.

    What follows a heading such as "References" is a reference up to the next heading.

    >>> text = "# Eels\n\nEels live long.\n\n```\nls eels\n```\n- They swim."
    >>> [(block.kind, text[block.start : block.end]) for block in markdown_blocks(text)]
    [('heading', 'Eels'), ('prose', 'Eels live long.'), ('code', '```\nls eels\n```'), ('list', 'They swim.')]
    """
    in_references = False
    lines: Block | None = None  # of a kind that is found line by line
    for found in _scan(text, start):
        first, last, kind = found.start, found.end, found.kind
        while last > first and text[last - 1].isspace():
            last -= 1
        if first == last:
            continue
        if lines is not None:
            if kind == lines.kind and text.count("\n", lines.end, first) == 1:
                lines = Block(lines.start, last, kind)
                continue
            yield lines
            lines = None
        titled = kind in ("heading", PROSE) and last - first <= MAX_TITLE_CHARACTERS
        if titled and heads_references(EMPHASIS.sub("", text[first:last])):
            kind, in_references = "heading", True
        elif kind == "heading":
            in_references = False
        elif in_references and kind in SELECTABLE_KINDS:
            kind = "reference"
        if kind in SELECTABLE_KINDS:
            yield from (Block(*span, kind) for span in _without_note_marks(text, first, last))
        elif kind in LINE_KINDS:
            lines = Block(first, last, kind)
        else:
            yield Block(first, last, kind)
    if lines is not None:
        yield lines


def _without_note_marks(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut a paragraph at the marks of footnotes that stand after a full stop."""
    for mark in NOTE_MARK.finditer(text, start, end):
        yield start, mark.start()
        start = mark.end()
    if text[start:end].strip():
        yield start, end


def _scan(text: str, start: int) -> Iterator[_Scan]:
    """Yield the blocks of the lines from ``start`` on."""
    fence: str | None = None
    in_comment = in_html = False
    current: _Scan | None = None
    for line in re.compile(r"[^\n]*\n?").finditer(text, start):
        content = line.group().rstrip("\r\n")
        first, last = line.start(), line.start() + len(content)
        if first == len(text):
            break
        if fence is not None or in_comment:
            yield _Scan(first, last, "code" if fence else "furniture")
            fence = None if fence and content.strip().startswith(fence) else fence
            in_comment = in_comment and "-->" not in content
            continue
        opening = FENCE.fullmatch(content)
        if opening is not None and not (opening.group(2) == "$$" and opening.group(3).strip().endswith("$$")):
            fence = opening.group(2)
            yield from _ended(current)
            current = None
            yield _Scan(first, last, "code")
            continue
        if content.lstrip().startswith("<!--"):
            in_comment = "-->" not in content
            yield from _ended(current)
            current = None
            yield _Scan(first, last, "furniture")
            continue
        if current is not None and current.kind == "prose" and UNDERLINE.fullmatch(content):
            current.kind = "heading"
            yield current
            current = None
            continue
        if current is not None and LABELLED.match(content) and _is_apart(text, current):
            yield current
            current = None
        in_html = _is_in_html(content, before=in_html)
        if in_html:
            content = content.lstrip()
        if in_html and HTML_HEADING_LINE.fullmatch(content):
            yield from _ended(current)
            current = None
            yield _Scan(last - len(content), last, PROSE)
            continue
        found = _line(content, last - len(content), last, current)
        if found is None:  # the line goes on with the block
            assert current is not None
            current.end = last
        else:
            yield from _ended(current)
            current = found
    yield from _ended(current)


def _is_apart(text: str, before: _Scan) -> bool:
    """Tell whether a line with a label is apart from the line before it, which has one too or ends a sentence."""
    last = max(text.rfind("\n", before.start, before.end) + 1, before.start)
    is_labelled = LABELLED.match(text, last, before.end) is not None
    return before.kind == PROSE and (is_labelled or text[before.end - 1] in ".!?")


def _is_in_html(content: str, *, before: bool) -> bool:
    """Tell whether a line is text in HTML, where an indentation means nothing: up to a blank line or another tag."""
    tag = HTML_LINE.match(content)
    if tag is None:
        return before and bool(content.strip())
    name = tag[1].lower()
    return (before and name in TAGS_IN_TEXT) or (name in TEXT_TAGS and (before or not content.startswith(CODE_INDENT)))


def _ended(scan: _Scan | None) -> Iterator[_Scan]:
    if scan is not None and scan.end > scan.start:
        yield scan


def _line(content: str, first: int, last: int, current: _Scan | None) -> _Scan | None:
    """Return the block that a line begins, or None if it goes on with the current one."""
    if not content.strip() or QUOTE.fullmatch(content):
        return _Scan(last, last, "blank")
    if match := HEADING.match(content):
        heading = ATTRIBUTES.sub("", content[match.end() :].rstrip()).rstrip()
        unmarked = heading.rstrip("#")  # "# Heading #", but not "# About C#"
        heading = unmarked.rstrip() if unmarked[-1:].isspace() or not unmarked else heading
        return _Scan(first + match.end(), first + match.end() + len(heading), "heading")
    if (
        RULE.fullmatch(content)
        or (DEFINITION.fullmatch(content) and not FOOTNOTE.match(content))
        or TAG_LINE.fullmatch(content)
    ):
        return _Scan(first, last, "furniture")
    if match := IMAGE.fullmatch(content):
        return _Scan(first + match.start(1), first + match.end(1), "caption")
    if match := FOOTNOTE.match(content):
        return _Scan(first + match.end(), last, "footnote")
    if "|" in content and (TABLE_ROW.fullmatch(content) or TABLE_RULE.fullmatch(content.strip())):
        return _Scan(first, last, "table")
    goes_on = current is not None and current.kind in ("prose", "list", "footnote")
    if not goes_on and content.startswith(CODE_INDENT) and not ITEM.match(content):
        return _Scan(first, last, "code")
    if match := ITEM.match(content):
        return _Scan(first + match.end(), last, "list")
    if goes_on:
        return None
    quote = QUOTE.match(content)
    indent = quote.end() if quote else len(content) - len(content.lstrip())
    return _Scan(first + indent, last, "prose")
