"""HTML to blocks: the pieces of a page, a chapter or a mail by their tags, with nothing guessed about its main text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html.parser import HTMLParser
from itertools import islice
from typing import NamedTuple

from reprank.patterns import lazy_pattern
from reprank.readers.draft import MAX_TERM_CHARACTERS, MIN_LINKED, Draft, clean
from reprank.readers.encodings import decode, decode_declared
from reprank.readers.limits import Meter
from reprank.text.tokens import is_ended

SKIPPED = frozenset({
    "script", "style", "template", "head", "noscript", "svg", "math", "object", "iframe", "select", "button",
    "textarea", "nav", "audio", "video", "canvas", "rt",
})  # fmt: skip
KIND_OF_TAG = {
    **{f"h{level}": "heading" for level in range(1, 7)},
    "li": "list", "dd": "list", "dt": "term", "pre": "code", "figcaption": "caption", "caption": "caption",
    "td": "table", "th": "table", "footer": "furniture",
}  # fmt: skip
BLOCK_TAGS = frozenset(KIND_OF_TAG) | {
    "p", "div", "section", "article", "main", "aside", "header", "blockquote", "ul", "ol", "dl", "tr", "table", "hr",
    "figure", "body", "html", "address", "center", "tbody", "thead", "details", "summary",
}  # fmt: skip
PAGE_TAGS = frozenset({"html", "body", "main", "article"})
VOID_TAGS = frozenset(
    {"br", "hr", "img", "input", "link", "meta", "wbr", "area", "base", "col", "embed", "source", "track"}
)
MAIL_QUOTES = (
    "gmail_quote", "gmail_signature", "yahoo_quoted", "moz-cite-prefix", "moz-signature", "divrplyfwdmsg",
    "protonmail_quote",
)  # fmt: skip
NOTE_ROLES = lazy_pattern(r"footnotes?|endnotes?|rearnotes?|doc-(?:foot|end)notes?", re.IGNORECASE)
NOTE_MARKS = lazy_pattern(r"(?:doc-)?(?:noteref|backlink)|footnote-(?:ref|back)", re.IGNORECASE)
# What editors of a wiki say in its pages: "[edit]" behind a heading, "[citation needed]" behind a statement.
EDITOR_ROLES, EDITOR_TAGS = frozenset({"mw-editsection", "noprint"}), frozenset({"span", "sup"})
# A raised mark that links to a note: <sup><a href="#note-1">[1]</a></sup>.
NOTE_LINK = lazy_pattern(
    r"<sup(?:\s[^<>]{0,200})?>\s*+<a\s[^<>]{0,200}#[^<>]{0,200}>"
    r"(?:</?(?:span|b|i|em)(?:\s[^<>]{0,99})?>|\s++|[\d\[\]*†‡§¶]|&#9[13];|[a-z](?![a-z])|note(?=\s)){1,12}+</a\s*+>\s*+"
    r"</sup\s*+>",
    re.IGNORECASE,
)
BOX_ROLES = frozenset({"note", "tip", "hint", "important", "warning", "caution", "danger", "admonition"})
CHARSET = re.compile(
    rb"<(?:meta[^>]{0,200}?charset|\?xml[^>]{0,100}?encoding)\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE
)
# A marked section that html.parser does not know stops it; CDATA and the conditions of office programs do not.
UNKNOWN_SECTION = lazy_pattern(
    r"<!\[(?!(?:temp|cdata|ignore|include|rcdata|if|else|endif)(?![\w.-]))", re.IGNORECASE | re.ASCII
)
# A tag up to its end, as html.parser finds it: not inside a quotation.
TAG = lazy_pattern(
    r"<[A-Za-z][^\s/>]*+(?:[\s/]++|(?<=[\s/\"'])[^\s/>][^\s/=>]*+"
    r"(?:\s*+=++\s*+(?:\"[^\"]*+\"|'[^']*+'|(?![\"'])[^\s>]*+))?+)*+>"
)
TAG_BEGINNING = lazy_pattern(r"<(?=[A-Za-z])")
MAX_UNCLOSED_TAGS = 10  # of a page, for each of which all of it is searched; from the last one on it is text
# Names of elements around a text, where pages are searched for their main text.
LAYOUT = lazy_pattern(
    r"comments?|comment-?list|respond|disqus|replies|sidebar|related|footer|nav|navbar|navigation|menu|widget|share|"
    r"social|promo|newsletter|breadcrumbs?|(?:[\w-]{1,40}-)?(?:popup|modal)",
    re.IGNORECASE,
)
LINKED_KINDS = frozenset({"prose", "list", "term"})  # that are furniture if they are nothing but links
MIN_SENTENCE_WORDS = 6  # of a sentence in a cell of a table
MIN_BAR_LINKS = 3  # of a paragraph that leads to other pages, with a word for each: "Next: Stones, Up: Mills, Top"
HIDDEN = lazy_pattern(r"\bdisplay\s?:\s?none\b", re.IGNORECASE)
HEAD_BYTES = 4096  # in which a page must declare its encoding
MAX_OPEN_TAGS = 500  # tags inside each other; deeper ones are not told apart
CHECKED_TAGS = 10_000  # between two looks at the clock
LINE_BREAK = "\ue000"  # of the page, not of its source
# Two line breaks end a paragraph; one does so unless the sentence goes on behind it.
BREAKS = lazy_pattern(rf"{LINE_BREAK}\s*(?:{LINE_BREAK}\s*)+|{LINE_BREAK}(?!\s*[^\W\d_A-Z])")
ANCHORS = frozenset({"#", "¶", "🔗", "§"})  # what a heading shows behind its text as the link to itself
ANCHOR_MARK = lazy_pattern(r"(?<!\s)\s*[¶🔗]$|(?<=\w)\s+#$")


def decode_html(raw: bytes, name: str, encoding: str | None, notes: list[str]) -> str:
    """Decode a page as named, by its mark, by what it declares, or by a guess."""
    declared = CHARSET.search(raw, 0, HEAD_BYTES)
    if encoding is None and declared is not None and not raw.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        text = decode_declared(raw, declared.group(1).decode("ascii"))
        if text is not None:
            return text
    return decode(raw, name, encoding, notes)


class Piece(NamedTuple):
    """What one element of a page shows: a block, a term before its definition, or a row of a table."""

    kind: str  # of a block, or "term", "row", "end" of a list of terms
    text: str = ""
    cells: tuple[str, ...] = ()
    element: int = 0  # number of the innermost element around it
    is_link: bool = False  # whether it is nothing but links


class Pieces(NamedTuple):
    """The pieces of a page in order, and for each element, by its number, the element around it; 0 is the page."""

    pieces: list[Piece]
    parents: list[int]


def add_blocks(html: str, draft: Draft, meter: Meter, *, cut_quotes: bool = False, only_text: bool = False) -> None:
    """Add every block of HTML; the options are those of ``read_pieces``."""
    add_pieces(read_pieces(html, meter, cut_quotes=cut_quotes, only_text=only_text).pieces, draft)


def add_pieces(pieces: Iterable[Piece], draft: Draft) -> None:
    """Add pieces of HTML as the blocks that they are."""
    for piece in pieces:
        if piece.kind == "term":
            draft.add_term(piece.text)
        elif piece.kind == "end":
            draft.end_term()
        elif piece.kind == "row":
            draft.add_row(piece.cells)
        else:
            draft.add(piece.kind, piece.text)


def read_pieces(html: str, meter: Meter, *, cut_quotes: bool = False, only_text: bool = False) -> Pieces:
    """Return the pieces of HTML.

    ``cut_quotes`` leaves out what a reply quotes; ``only_text`` makes furniture of layout, and of paragraphs, items and
    rows that are nothing but links.
    """
    reader = _PieceReader(meter, cut_quotes=cut_quotes, only_text=only_text)
    reader.feed(_closed(without_note_links(html)))
    reader.close()
    reader.finish()
    return Pieces(reader.pieces, reader.parents)


def without_note_links(html: str) -> str:
    """Remove the raised marks of notes, which would stand inside words and sentences.

    >>> without_note_links('A mill<sup><a href="#n1">[1]</a></sup> grinds<sup>2</sup> corn.')
    'A mill grinds<sup>2</sup> corn.'
    """
    return NOTE_LINK.sub("", html)


def _closed(html: str) -> str:
    """Remove comments, and take what is never closed for text: html.parser would look for its end again and again."""
    parts = html.split("<!--")
    for number, part in enumerate(parts[1:], start=1):
        _, closed, after = part.partition("-->")
        parts[number] = after if closed else ""
    html = UNKNOWN_SECTION.sub("&lt;![", "".join(parts))
    end = html.rfind(">") + 1
    html = html[:end] + html[end:].replace("<", "&lt;")
    return _without_unclosed_tags(html)


def _without_unclosed_tags(html: str) -> str:
    """Take for text what begins like a tag and never ends.

    >>> _without_unclosed_tags('<p>A mill <b c=">"> grinds <b c=">" corn.')
    '<p>A mill <b c=">"> grinds &lt;b c=">" corn.'
    """
    unclosed = list(islice(_unclosed_tags(html), MAX_UNCLOSED_TAGS))
    for start in reversed(unclosed):
        end = None if start == unclosed[-1] and len(unclosed) == MAX_UNCLOSED_TAGS else start + 1
        html = html[:start] + html[start:end].replace("<", "&lt;") + ("" if end is None else html[end:])
    return html


def _unclosed_tags(html: str) -> Iterator[int]:
    """Yield where tags begin that never end."""
    at = 0
    while beginning := TAG_BEGINNING.search(html, at):
        tag = TAG.match(html, beginning.start())
        if tag is None:
            yield beginning.start()
        at = (tag or beginning).end()


class _Element(NamedTuple):
    """An open tag with the kind of block that it makes."""

    tag: str
    kind: str | None
    number: int
    is_link: bool
    name: str | None  # by which links find it


class _PieceReader(HTMLParser):
    """Pieces by their tags, for ``read_pieces``."""

    def __init__(self, meter: Meter, *, cut_quotes: bool, only_text: bool) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[Piece] = []
        self.parents = [0]
        self.meter = meter
        self.tags = 0
        self.cut_quotes, self.only_text = cut_quotes, only_text
        self.linked, self.links = 0, 0  # characters of the present block that are links, and the number of these …
        self.loose = 0  # … and words beside them
        self.open: list[_Element] = []
        self.text: list[str] = []
        self.breaks = 0
        self.row: list[list[tuple[str, str]]] = []  # cells of the row of a table: kind and text of what is in each
        self.row_linked = 0  # characters of them that are links
        self.boxes: list[int] = []  # how many tags were open before each box with a remark

    @property
    def kind(self) -> str:
        """The kind that the innermost tag decides; what is skipped, a note, code and tables decide for all inside."""
        kinds = [element.kind for element in self.open if element.kind]
        if "table" in kinds and "code" in kinds:
            return "table"
        for strong in ("skipped", "footnote", "code", "table", "furniture", "caption"):
            if strong in kinds:
                return strong
        return kinds[-1] if kinds else "prose"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags += 1
        if self.tags % CHECKED_TAGS == 0:
            self.meter.check_time()
        if tag == "br":
            self.breaks += 1
            if self.breaks > 1:
                self.flush()
            else:
                self.text.append(LINE_BREAK)
            return
        if tag in BLOCK_TAGS:
            self.flush()
        if tag in ("table", "tr"):  # also of a table inside a cell
            self._add_row()
        elif tag in ("td", "th"):
            self.row.append([])
        if tag in VOID_TAGS:
            return
        if tag in ("p", "li", "td", "th", "dd", "dt"):
            self._close_unclosed(tag)
        attributes = dict(attrs)
        roles = " ".join(attributes.get(key) or "" for key in ("type", "epub:type", "role", "class")).split()
        kind = self._kind_of(tag, attributes, roles)
        if tag == "div" and BOX_ROLES.intersection(roles):
            self.boxes.append(len(self.open))
        if len(self.open) < MAX_OPEN_TAGS:
            is_link = tag == "a" and "href" in attributes and not self._is_permalink(attributes["href"] or "")
            self.links += is_link
            self.open.append(_Element(tag, kind, len(self.parents), is_link, attributes.get("id")))
            self.parents.append(self.open[-2].number if len(self.open) > 1 else 0)

    def _kind_of(self, tag: str, attributes: dict[str, str | None], roles: Sequence[str]) -> str | None:
        """Return the kind of block that an element makes of what is inside it; None if it makes none."""
        kind = KIND_OF_TAG.get(tag)
        if (
            tag in SKIPPED
            or "hidden" in attributes
            or HIDDEN.search(attributes.get("style") or "")
            or (tag in EDITOR_TAGS and not EDITOR_ROLES.isdisjoint(roles))
            or (any(NOTE_MARKS.fullmatch(role) for role in roles) and self.kind != "heading")
            or (self.cut_quotes and _is_quote(tag, attributes))
            or (kind == "heading" and self.boxes)  # "Note", "Tip": it heads no section
        ):
            return "skipped"
        if any(NOTE_ROLES.fullmatch(role) for role in roles) or (tag == "ol" and "references" in roles):
            return "footnote"
        if self.only_text and kind != "heading" and tag not in PAGE_TAGS:
            names = [*roles, attributes.get("id") or ""]
            return "furniture" if any(map(LAYOUT.fullmatch, names)) else kind
        return kind

    def _is_permalink(self, target: str) -> bool:
        """Tell whether a link leads to an element around it, such as a term with an address of its own."""
        return target[:1] == "#" and any(element.name == target[1:] for element in self.open[-2:])

    def _close_unclosed(self, tag: str) -> None:
        """Close what HTML lets authors leave open, such as a paragraph before the next one."""
        while self.open and self.open[-1].tag == tag:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag in BLOCK_TAGS:
            self.flush()
        if tag in ("tr", "table", "body", "html"):
            self._add_row()
        elif tag == "dl":
            self._add("end")
        if any(element.tag == tag for element in self.open):
            while self.open.pop().tag != tag:
                pass
        while self.boxes and self.boxes[-1] >= len(self.open):
            self.boxes.pop()

    def handle_data(self, data: str) -> None:
        if any(element.kind == "skipped" for element in self.open):
            return
        is_anchor = data.strip() in ANCHORS and bool(self.open) and self.open[-1].tag == "a"
        if is_anchor and self.kind in ("heading", "term") and not all(map(str.isspace, self.text)):
            return
        if not data.isspace():
            self.breaks = 0
        self.text.append(data)
        if self.only_text and any(element.is_link for element in self.open):
            self.linked += len(data)
        else:
            self.loose += sum(any(map(str.isalpha, word)) for word in data.split())

    def finish(self) -> None:
        """Add what no tag ended."""
        self.flush()
        self._add_row()

    def _add(self, kind: str, text: str = "", cells: Iterable[str] = (), *, is_link: bool = False) -> None:
        element = self.open[-1].number if self.open else 0
        self.pieces.append(Piece(kind, text, tuple(cells), element, is_link))

    def _add_row(self) -> None:
        """Add the cells of a row: as a row, or what is in them one after the other where one of them has a sentence."""
        row, linked, self.row, self.row_linked = [cell for cell in self.row if cell], self.row_linked, [], 0
        if linked and linked >= MIN_LINKED * sum(len(text) for cell in row for _, text in cell):
            return
        if question := _question(row):  # its answer is in the next row
            self._add("heading", question)
            return
        if not any(map(_is_text_cell, row)):
            if row:
                self._add("row", cells=map(_joined, row))
            return
        label = ""
        if not _is_text_cell(row[0]) and len(_joined(row[0])) <= MAX_TERM_CHARACTERS:
            label = _joined(row.pop(0)).rstrip(":. ")
        if short := [_joined(cell) for cell in row if not _is_text_cell(cell)]:
            self._add("row", cells=short)
        if any(map(str.isalpha, label)) and label.lower() not in BOX_ROLES:
            self._add("term", label)
        for kind, text in (part for cell in row if _is_text_cell(cell) for part in cell):
            self._add(kind, text)
        self._add("end")

    def flush(self) -> None:
        """Add what was collected as one block."""
        text, self.text, self.breaks = "".join(self.text), [], 0
        linked, is_bar = self.linked, self.links >= MIN_BAR_LINKS and self.loose <= self.links
        self.linked = self.links = self.loose = 0
        if not text.strip(f" \t\n\r{LINE_BREAK}"):
            return
        kind = self.kind
        is_link = linked >= MIN_LINKED * len(text.strip()) and self.only_text
        if (kind in LINKED_KINDS and is_link) or (
            kind == "prose" and is_bar and self.only_text and not is_ended(text.strip())
        ):
            kind = "furniture"
        if kind == "code":
            self._add(kind, text.replace(LINE_BREAK, "\n").strip("\n"))
        elif kind in ("term", "heading"):
            self._add(kind, ANCHOR_MARK.sub("", clean(text.replace(LINE_BREAK, " "))), is_link=is_link)
        elif kind == "table":
            self._add_to_cell(text)
            self.row_linked += linked
        else:
            for part in self._parts(text):
                self._add(kind, clean(part.replace(LINE_BREAK, " ")))

    def _add_to_cell(self, text: str) -> None:
        kinds = [element.kind for element in self.open if element.kind]
        is_code = "code" in kinds
        shown = text.replace(LINE_BREAK, "\n").strip("\n") if is_code else clean(text.replace(LINE_BREAK, " "))
        inner = "code" if is_code else {"list": "list", "heading": "heading"}.get(kinds[-1], "prose")
        if not self.row:
            self.row.append([])
        self.row[-1].append((inner, shown))

    def _parts(self, text: str) -> Iterator[str]:
        yield from BREAKS.split(text) if self.only_text else [text]


def _is_text_cell(cell: Sequence[tuple[str, str]]) -> bool:
    """Tell whether a cell of a table holds a sentence, as in layouts, boxes with remarks and lists of options."""
    return any(is_ended(text) and len(text.split()) >= MIN_SENTENCE_WORDS for kind, text in cell if kind != "code")


def _question(row: Iterable[Sequence[tuple[str, str]]]) -> str:
    """Return the question that is alone in a row, perhaps with its number."""
    said = [cell for cell in row if any(map(str.isalpha, _joined(cell)))]
    text = said[0][0][1] if len(said) == 1 and len(said[0]) == 1 else ""
    return text if text.endswith("?") and not text[0].islower() else ""


def _joined(cell: Iterable[tuple[str, str]]) -> str:
    return clean(" ".join(text for _, text in cell))


def _is_quote(tag: str, attributes: dict[str, str | None]) -> bool:
    """Recognise what mail programs put around the mail that is answered, and signatures."""
    if tag == "blockquote" and (attributes.get("type") == "cite" or "cite" in attributes):
        return True
    names = f"{attributes.get('class') or ''} {attributes.get('id') or ''}".lower()
    return any(mark in names for mark in MAIL_QUOTES)
