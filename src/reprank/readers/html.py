"""HTML to Document: the main text of a page, or every block of a chapter or a mail."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from itertools import takewhile
from typing import Any

from reprank.errors import InputError, MissingExtra
from reprank.patterns import lazy_pattern
from reprank.readers.draft import CELL_BORDER, MIN_LINKED, Draft, clean
from reprank.readers.encodings import decode, decode_declared
from reprank.readers.limits import Meter
from reprank.text.documents import Document

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
BOX_ROLES = frozenset({"note", "tip", "hint", "important", "warning", "caution", "danger", "admonition"})
CHARSET = re.compile(
    rb"<(?:meta[^>]{0,200}?charset|\?xml[^>]{0,100}?encoding)\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE
)
TITLE = lazy_pattern(r"<title[^<>]{0,200}>([^<]{1,1000})<", re.IGNORECASE)
META = lazy_pattern(r"<meta[^<>]{1,500}>", re.IGNORECASE)
PUBLISHED = lazy_pattern(
    r"[\"'](?:article:published_time|datePublished|date|dc\.date|dcterms\.(?:date|created)|pubdate|publish-date)[\"']",
    re.IGNORECASE,
)
# A marked section that html.parser does not know stops it; CDATA and the conditions of office programs do not.
UNKNOWN_SECTION = lazy_pattern(
    r"<!\[(?!(?:temp|cdata|ignore|include|rcdata|if|else|endif)(?![\w.-]))", re.IGNORECASE | re.ASCII
)
SHARED = lazy_pattern(r"[\"']og:title[\"']", re.IGNORECASE)
CONTENT = lazy_pattern(r"""content\s?=\s?(["'])(.{1,400}?)\1""", re.IGNORECASE | re.DOTALL)
DAY = lazy_pattern(r"content\s?=\s?[\"'](\d{4})-(\d\d)-(\d\d)", re.IGNORECASE)
SECTION_LINK = lazy_pattern(r"<a\s[^<>]{0,200}?href=[\"']?[\w.-]{0,100}#[^<>]{0,200}>([^<]{1,300})</a>", re.IGNORECASE)
# The mark behind a heading that links to its own section, and names it: "related-work", "menus".
PERMALINK = lazy_pattern(
    r"href=[\"']?#([\w.:-]{1,200})[\"']?[^<>]{0,200}>\s{0,9}(?:¶|&para;|&#182;|🔗|#|§|\u200b|&#8203;)\s{0,9}</a>"
)
NAME_OF_ELEMENT = lazy_pattern(r"\sid=([\"']?)([\w.:-]{1,200})\1(?=[\s>/])")
# Names of elements around a text, where only pages without a known main part are searched for lists.
LAYOUT = lazy_pattern(
    r"comments?|comment-?list|respond|disqus|replies|sidebar|related|footer|nav|navbar|navigation|menu|widget|share|"
    r"social|promo|newsletter|breadcrumbs?",
    re.IGNORECASE,
)
COMMENTS = lazy_pattern(
    r"(?:\d+ )?(?:comments?|leave a (?:comment|reply)|comentar|comentarios|comentários|commentaires?|kommentare?|"
    r"commenti|reacties|комментарии|コメント|评论|댓글)(?: ?\(?\d+\)?)?",
    re.IGNORECASE,
)
NOT_XML = lazy_pattern(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")  # what no element may contain
SITE_NAME = lazy_pattern(r"(?<!\s)\s+[|–—»·]\s+[^|–—»·]{2,40}$")
HEAD_BYTES = 4096  # in which a page must declare its encoding
HEAD_CHARACTERS = 500_000  # in which the title is looked for
MAX_OPEN_TAGS = 500  # tags inside each other; deeper ones are not told apart
MAX_ARTICLE_TAGS = 300_000  # of a page whose main text is looked for, which takes some 70 µs a tag
CHECKED_TAGS = 10_000  # between two looks at the clock
BEGINNING_CHARACTERS = 40  # by which a paragraph is found in its page
MAX_HEADINGS = 3  # above one another: of a chapter, a section and a part of it
LISTED = frozenset({"list", "option"})
MIN_ARTICLE_CHARACTERS = 250  # less is not worth the search for a main text
KIND_OF_ELEMENT = {"head": "heading", "list": "list", "item": "list", "code": "code", "cell": "table"}
CONTAINERS = frozenset({"body", "div", "list", "quote", "table", "row"})
PARAGRAPHS = frozenset({"p", "div"})  # of the kind that they are inside
BLOCK_ELEMENTS = CONTAINERS | PARAGRAPHS | KIND_OF_ELEMENT.keys()
LINE_BREAK = "\ue000"  # of the page, not of its source
# Two line breaks end a paragraph; one does so unless the sentence goes on behind it.
BREAKS = lazy_pattern(rf"{LINE_BREAK}\s*(?:{LINE_BREAK}\s*)+|{LINE_BREAK}(?!\s*[^\W\d_A-Z])")
ANCHOR_MARK = lazy_pattern(r"(?<!\s)\s*[¶🔗]$|(?<=\w)\s+#$")


def decode_html(raw: bytes, name: str, encoding: str | None, notes: list[str]) -> str:
    """Decode a page as named, by its mark, by what it declares, or by a guess."""
    declared = CHARSET.search(raw, 0, HEAD_BYTES)
    if encoding is None and declared is not None and not raw.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        text = decode_declared(raw, declared.group(1).decode("ascii"))
        if text is not None:
            return text
    return decode(raw, name, encoding, notes)


def read_page(html: str, meter: Meter) -> Document:
    """Read the main text of a web page: no navigation, advertisements, comments or related stories."""
    try:
        from trafilatura import bare_extraction
    except ImportError as error:
        raise MissingExtra("reading web pages", "files", error) from None
    draft = Draft(sections=True)
    draft.title = _title(html)
    draft.date = _date(html)
    found: Any = None
    if html.count("<") <= MAX_ARTICLE_TAGS:
        found = bare_extraction(_unnamed(html), fast=True, include_comments=False, include_tables=False)
    else:
        meter.notes.append(f"{meter.name} has too many tags to look for its main text: all of it was read")
    meter.check_time()
    if found is not None and found.body is not None and len(found.text or "") >= MIN_ARTICLE_CHARACTERS:
        _drop_contents(found.body, html)
        if next(found.body.iter("head"), None) is None:  # the main part of the page is not known
            page = Draft()
            add_blocks(html, page, meter, only_text=True)
            _add_unknown(found.body, page.parts, draft)
        else:
            _add_main(found.body, draft)
    else:
        add_blocks(html, draft, meter)
    if draft.is_empty:
        raise InputError(f"{meter.name} has no text: the page may be made by a program; save it from a browser")
    return draft.document(meter.name)


def _add_main(body: Any, draft: Draft) -> None:
    """Add what trafilatura found, without comments."""
    _drop_comments(body)
    _add_elements(body, "prose", draft)


def _add_unknown(body: Any, parts: list[tuple[str, str]], draft: Draft) -> None:
    """Add what trafilatura found on a page, given by its parts, whose main one it does not know.

    There it returns the paragraphs alone, and of a list the code in it.
    """
    if not _add_between(body, parts, draft):
        _restore_headings(body, parts)
        _add_main(body, draft)


def _unnamed(html: str) -> str:
    """Remove the names of sections: trafilatura drops what is named "related-work" or "menus", as sites name layout."""
    sections = {name for name in PERMALINK.findall(html) if not LAYOUT.fullmatch(name)}
    return NAME_OF_ELEMENT.sub(lambda it: "" if it[2] in sections else it[0], html) if sections else html


def _date(html: str) -> datetime.date | None:
    """Return the day on which a page says that it was published."""
    for found in META.finditer(html, 0, HEAD_CHARACTERS):
        if PUBLISHED.search(found.group()) and (day := DAY.search(found.group())):
            try:
                return datetime.date(*map(int, day.groups()))
            except ValueError:
                continue
    return None


def _title(html: str) -> str | None:
    """Return the title of a page without the name of its site."""
    found = TITLE.search(html, 0, HEAD_CHARACTERS)
    if found is None:
        return None
    title = clean(unescape(found.group(1)))
    shared = _shared_title(html)
    if shared and "".join(shared.split()) in "".join(title.split()):
        return shared
    return SITE_NAME.sub("", title) or None


def _shared_title(html: str) -> str:
    """Return the title that a page gives to other sites, most often without the name of its own."""
    for found in META.finditer(html, 0, HEAD_CHARACTERS):
        if SHARED.search(found.group()) and (content := CONTENT.search(found.group())):
            return SITE_NAME.sub("", clean(unescape(content[2])))
    return ""


def _drop_comments(body: Any) -> None:
    """Remove what readers of a page wrote below it, and its rules: all that follows a last heading "Comments"."""
    headings = body.findall("head")
    if headings and COMMENTS.fullmatch(clean("".join(headings[-1].itertext()))):
        for element in list(headings[-1].itersiblings()):
            body.remove(element)


def _drop_contents(body: Any, html: str) -> None:
    """Remove paragraphs and items that are nothing but links to sections: a table of contents, "Back to top"."""
    linked = {clean(unescape(link.group(1))) for link in SECTION_LINK.finditer(html)}
    for element in list(body.iter("p", "item")) if linked else ():
        lines = [clean(line) for line in _inline_text(element).split(LINE_BREAK)]
        if all(line in linked for line in lines if line) and not (element.tail or "").strip():
            element.getparent().remove(element)


def _add_between(body: Any, parts: list[tuple[str, str]], draft: Draft) -> bool:
    """Add paragraphs, and the headings, lists and code that stand between them in the page.

    Tell whether this was done: only for nothing but paragraphs, and if there are such lists.
    """
    loose = [body.text, *(child.tail for child in body if child.tag != "code")]
    if next(body.iter("list"), None) is not None or any(text and not text.isspace() for text in loose):
        return False  # it returned more than paragraphs
    places: dict[tuple[bool, str], list[int]] = {}  # of code and other parts by their beginnings, the last first
    for number in range(len(parts) - 1, -1, -1):
        kind, text = parts[number]
        if kind != "heading":
            places.setdefault((kind == "code", _beginning(text)), []).append(number)
    found: list[tuple[Any, int, int]] = []  # paragraphs with the places in the page where they begin and end, or −1
    at = -1
    for child in body:
        own = dict.fromkeys(map(_beginning, _texts(child)))
        keys = ((child.tag == "code", text) for text in own)
        place = next((place for key in keys if (place := _next_place(places.get(key), at)) >= 0), -1)
        first = place
        while place >= 0 and place + 1 < len(parts) and _beginning(parts[place + 1][1]) in own:
            place += 1  # the paragraphs of a quotation
        found.append((child, first, place))
        at = max(at, place)
    known = [place for _, first, last in found for place in (first, last) if place >= 0]
    if not known or not any(kind in LISTED for kind, _ in parts[known[0] : known[-1] + 2]):
        return False
    end = _comments(parts[: known[-1]])
    at = _first_heading(parts, known[0])
    for child, first, last in found:
        if first > end:
            _insert(parts[at:end], draft)
            return True
        if first >= 0:
            _insert(parts[at:first], draft)
            at = last + 1
        elif child.tag == "code":
            continue  # of an item of a list
        _add_elements(child, KIND_OF_ELEMENT.get(child.tag, "prose"), draft)
    for kind, text in takewhile(lambda part: part[0] in LISTED, parts[at:]):
        draft.add(kind, text)
    return True


def _texts(element: Any) -> Iterator[str]:
    """Yield the text of an element, its lines and the paragraphs inside it."""
    text = _inline_text(element)
    yield text.replace(LINE_BREAK, " ")
    yield from text.split(LINE_BREAK)
    yield from ("".join(inner.itertext()) for inner in element.iterdescendants("p"))


def _comments(parts: list[tuple[str, str]]) -> int:
    """Return the number of the first of the last headings, all of which head comments; the number of parts without."""
    end = len(parts)
    for number in range(len(parts) - 1, -1, -1):
        kind, text = parts[number]
        if kind == "heading":
            if not COMMENTS.fullmatch(text):
                break
            end = number
    return end


def _next_place(places: list[int] | None, at: int) -> int:
    """Return the first of some places, given the last first, that is behind another one; −1 if there is none."""
    while places and places[-1] <= at:
        places.pop()
    return places[-1] if places else -1


def _first_heading(parts: list[tuple[str, str]], place: int) -> int:
    """Return where the headings begin that stand right above a part."""
    while place and parts[place - 1][0] == "heading":
        place -= 1
    return place


def _insert(parts: list[tuple[str, str]], draft: Draft) -> None:
    """Add what stands between two paragraphs: headings of what follows, items of lists and code."""
    waiting: list[str] = []
    for kind, text in parts:
        if kind == "heading":
            waiting.append(text)
        elif kind in LISTED or kind == "code":
            for heading in waiting[-MAX_HEADINGS:]:
                draft.add("heading", heading)
            waiting = []
            draft.add(kind, text)
    for heading in waiting[-MAX_HEADINGS:]:
        draft.add("heading", heading)


def _restore_headings(body: Any, parts: list[tuple[str, str]]) -> None:
    """Insert the headings of a page: each above the text that follows it there."""
    above: dict[str, list[str]] = {}  # headings by the beginning of the text below them
    waiting: list[str] = []
    for kind, text in parts:
        if kind == "heading" or (kind == "table" and text.endswith("?")):  # a row with a question is above its answer
            waiting.append(text.rpartition(CELL_BORDER)[2])
        elif waiting:
            above.setdefault(_beginning(text), waiting[-MAX_HEADINGS:])
            waiting = []
    for child in list(body):
        for text in above.pop(_beginning("".join(child.itertext())), ()):
            heading = body.makeelement("head")
            heading.text = NOT_XML.sub("", text)
            child.addprevious(heading)


def _beginning(text: str) -> str:
    """Return the first letters of a text, without white space."""
    return "".join(text[: 2 * BEGINNING_CHARACTERS].split())[:BEGINNING_CHARACTERS]


def _add_elements(element: Any, kind: str, draft: Draft) -> None:
    """Add an element of an extracted page and all inside it: each is a block, what is inline belongs to its block."""
    inline = [element.text or ""]
    for child in element:
        if _is_inline(child):
            inline.append(_inline_text(child))
        else:
            _add_text("".join(inline), kind, draft)
            inline = []
            inner = kind if child.tag in PARAGRAPHS else KIND_OF_ELEMENT.get(child.tag, "prose")
            _add_elements(child, "term" if (child.get("rend") or "").startswith("dt") else inner, draft)
        inline.append(child.tail or "")
    _add_text("".join(inline), kind, draft)


def _is_inline(element: Any) -> bool:
    """Tell whether an element is part of a paragraph: all that is no block, and code on one or two lines in a text."""
    if element.tag != "code":
        return element.tag not in BLOCK_ELEMENTS
    parent = element.getparent().tag
    return parent in BLOCK_ELEMENTS and parent not in CONTAINERS and _inline_text(element).strip().count("\n") <= 1


def _inline_text(element: Any) -> str:
    inner = "".join(_inline_text(child) + (child.tail or "") for child in element)
    return LINE_BREAK if element.tag == "lb" else (element.text or "") + inner


def _add_text(text: str, kind: str, draft: Draft) -> None:
    """Add a block; inside it a line break of the source is a space, and one of the page ends it at a full stop."""
    if kind == "code":
        draft.add(kind, text.replace(LINE_BREAK, "\n").strip("\n"))
        return
    for part in BREAKS.split(text):
        shown = clean(part.replace(LINE_BREAK, " "))
        if kind in ("heading", "term"):
            shown = ANCHOR_MARK.sub("", shown)
        if kind == "term":
            draft.add_term(shown)
        else:
            draft.add(kind, shown)


def add_blocks(html: str, draft: Draft, meter: Meter, *, cut_quotes: bool = False, only_text: bool = False) -> None:
    """Add every block of HTML, with nothing guessed about what is the main text.

    ``cut_quotes`` leaves out what a reply quotes, ``only_text`` items that are nothing but links, and layout.
    """
    reader = _BlockReader(draft, meter, cut_quotes=cut_quotes, only_text=only_text)
    reader.feed(_closed(html))
    reader.close()
    reader.flush()


def _closed(html: str) -> str:
    """Remove comments, and take what is never closed for text: html.parser would look for its end again and again."""
    parts = html.split("<!--")
    for number, part in enumerate(parts[1:], start=1):
        _, closed, after = part.partition("-->")
        parts[number] = after if closed else ""
    html = UNKNOWN_SECTION.sub("&lt;![", "".join(parts))
    end = html.rfind(">") + 1
    return html[:end] + html[end:].replace("<", "&lt;")


class _BlockReader(HTMLParser):
    """Blocks by their tags, for ``add_blocks``."""

    def __init__(self, draft: Draft, meter: Meter, *, cut_quotes: bool, only_text: bool) -> None:
        super().__init__(convert_charrefs=True)
        self.draft = draft
        self.meter = meter
        self.tags = 0
        self.cut_quotes, self.only_text = cut_quotes, only_text
        self.linked = 0  # characters of the present block that are links
        self.open: list[tuple[str, str | None]] = []  # tags with the kind of block that each one makes
        self.text: list[str] = []
        self.breaks = 0
        self.row: list[str] = []  # cells of the row of a table
        self.boxes: list[int] = []  # how many tags were open before each box with a remark

    @property
    def kind(self) -> str:
        """The kind that the innermost tag decides; what is skipped, a note, code and tables decide for all inside."""
        kinds = [kind for _, kind in self.open if kind]
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
                self.text.append("\n")
            return
        if tag in BLOCK_TAGS:
            self.flush()
        if tag in VOID_TAGS:
            return
        if tag in ("p", "li", "td", "th", "dd", "dt"):
            self._close_unclosed(tag)
        attributes = dict(attrs)
        roles = " ".join(attributes.get(key) or "" for key in ("type", "epub:type", "role", "class")).split()
        kind = KIND_OF_TAG.get(tag)
        if (
            tag in SKIPPED
            or "hidden" in attributes
            or any(NOTE_MARKS.fullmatch(role) for role in roles)
            or (self.cut_quotes and _is_quote(tag, attributes))
            or (kind == "heading" and self.boxes)  # "Note", "Tip": it heads no section
        ):
            kind = "skipped"
        elif any(NOTE_ROLES.fullmatch(role) for role in roles):
            kind = "footnote"
        elif (
            self.only_text
            and kind != "heading"
            and tag not in PAGE_TAGS
            and any(map(LAYOUT.fullmatch, [*roles, attributes.get("id") or ""]))
        ):
            kind = "furniture"
        if tag == "div" and BOX_ROLES.intersection(roles):
            self.boxes.append(len(self.open))
        if len(self.open) < MAX_OPEN_TAGS:
            self.open.append((tag, kind))

    def _close_unclosed(self, tag: str) -> None:
        """Close what HTML lets authors leave open, such as a paragraph before the next one."""
        while self.open and self.open[-1][0] == tag:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag in BLOCK_TAGS:
            self.flush()
        if tag in ("tr", "table"):
            self.draft.add_row(self.row)
            self.row = []
        elif tag == "dl":
            self.draft.end_term()
        if any(name == tag for name, _ in self.open):
            while self.open.pop()[0] != tag:
                pass
        while self.boxes and self.boxes[-1] >= len(self.open):
            self.boxes.pop()

    def handle_data(self, data: str) -> None:
        if any(kind == "skipped" for _, kind in self.open):
            return
        if not data.isspace():
            self.breaks = 0
        self.text.append(data)
        if self.only_text and any(tag == "a" for tag, _ in self.open):
            self.linked += len(data)

    def flush(self) -> None:
        """Add what was collected as one block."""
        text, self.text, self.breaks = "".join(self.text), [], 0
        linked, self.linked = self.linked, 0
        if not text or text.isspace():
            return
        kind = self.kind
        if kind in ("list", "term") and linked >= MIN_LINKED * len(text.strip()):
            kind = "furniture"
        if kind == "code":
            self.draft.add(kind, text.strip("\n"))
        elif kind == "term":
            self.draft.add_term(ANCHOR_MARK.sub("", clean(text)))
        elif kind == "heading":
            self.draft.add(kind, ANCHOR_MARK.sub("", clean(text)))
        elif kind == "table":
            self.row.append(clean(text))
        else:
            self.draft.add(kind, clean(text))


def _is_quote(tag: str, attributes: dict[str, str | None]) -> bool:
    """Recognise what mail programs put around the mail that is answered, and signatures."""
    if tag == "blockquote" and (attributes.get("type") == "cite" or "cite" in attributes):
        return True
    names = f"{attributes.get('class') or ''} {attributes.get('id') or ''}".lower()
    return any(mark in names for mark in MAIL_QUOTES)
