"""A page of a site to the blocks of its article: trafilatura finds its paragraphs, the page what is between them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape
from itertools import takewhile
from typing import Any

from reprank.errors import MissingExtra
from reprank.patterns import lazy_pattern
from reprank.readers.draft import CELL_BORDER, Draft, clean
from reprank.readers.html_blocks import ANCHOR_MARK, BREAKS, LAYOUT, LINE_BREAK, add_blocks, without_note_links
from reprank.readers.limits import Meter

SECTION_LINK = lazy_pattern(r"<a\s[^<>]{0,200}?href=[\"']?[\w.-]{0,100}#[^<>]{0,200}>([^<]{1,300})</a>", re.IGNORECASE)
# The mark behind a heading that links to its own section, and names it: "related-work", "menus".
PERMALINK = lazy_pattern(
    r"href=[\"']?#([\w.:-]{1,200})[\"']?[^<>]{0,200}>\s{0,9}(?:¶|&para;|&#182;|🔗|#|§|\u200b|&#8203;)\s{0,9}</a>"
)
NAME_OF_ELEMENT = lazy_pattern(r"\sid=([\"']?)([\w.:-]{1,200})\1(?=[\s>/])")
# The remarks of editors of a wiki, and its lists of references.
NO_TEXT = (
    "//span[contains(@class, 'mw-editsection')]",
    "//sup[contains(@class, 'noprint')]",
    "//ol[@class='references']",
)
COMMENTS = lazy_pattern(
    r"(?:\d+ )?(?:comments?|leave a (?:comment|reply)|comentar|comentarios|comentários|commentaires?|kommentare?|"
    r"commenti|reacties|комментарии|コメント|评论|댓글)(?: ?\(?\d+\)?)?",
    re.IGNORECASE,
)
NOT_XML = lazy_pattern(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")  # what no element may contain
MAX_ARTICLE_TAGS = 300_000  # of a page whose main text is looked for, which takes some 70 µs a tag
BEGINNING_CHARACTERS = 40  # by which a paragraph is found in its page
MAX_HEADINGS = 3  # above one another: of a chapter, a section and a part of it
LISTED = frozenset({"list", "option"})
MIN_ARTICLE_CHARACTERS = 250  # less is not worth the search for a main text
KIND_OF_ELEMENT = {"head": "heading", "list": "list", "item": "list", "code": "code", "cell": "table"}
CONTAINERS = frozenset({"body", "div", "list", "quote", "table", "row"})
PARAGRAPHS = frozenset({"p", "div"})  # of the kind that they are inside
BLOCK_ELEMENTS = CONTAINERS | PARAGRAPHS | KIND_OF_ELEMENT.keys()


def add_article(html: str, draft: Draft, meter: Meter) -> bool:
    """Add the main text of a page, without advertisements, comments and related stories; tell whether there is one."""
    try:
        from trafilatura import bare_extraction
    except ImportError as error:
        raise MissingExtra("reading web pages", "files", error) from None
    if html.count("<") > MAX_ARTICLE_TAGS:
        meter.notes.append(f"{meter.name} has too many tags to look for its main text: all of it was read")
        return False
    found: Any = bare_extraction(
        _unnamed(without_note_links(html)),
        fast=True,
        include_comments=False,
        include_tables=False,
        prune_xpath=list(NO_TEXT),
    )
    meter.check_time()
    if found is None or found.body is None or len(found.text or "") < MIN_ARTICLE_CHARACTERS:
        return False
    _drop_contents(found.body, html)
    if next(found.body.iter("head"), None) is None:  # the main part of the page is not known
        page = Draft()
        add_blocks(html, page, meter, only_text=True)
        _add_unknown(found.body, page.parts, draft)
    else:
        _add_main(found.body, draft)
    return True


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
    end = comments_begin(parts[: known[-1]])
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


def comments_begin(parts: Sequence[tuple[str, str]]) -> int:
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
