"""A web page to Document: the article of a site, or the text of a document whose pages have little beside it."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from html import unescape

from reprank.errors import InputError
from reprank.patterns import lazy_pattern
from reprank.readers.draft import Draft, clean
from reprank.readers.html_blocks import MIN_SENTENCE_WORDS, Piece, add_blocks, add_pieces, read_pieces
from reprank.readers.limits import Meter
from reprank.readers.web_articles import MIN_ARTICLE_CHARACTERS, add_article, comments_begin
from reprank.text.documents import SELECTABLE_KINDS, Document
from reprank.text.tokens import is_ended

TITLE = lazy_pattern(r"<title[^<>]{0,200}>([^<]{1,1000})<", re.IGNORECASE)
META = lazy_pattern(r"<meta[^<>]{1,500}>", re.IGNORECASE)
PUBLISHED = lazy_pattern(
    r"[\"'](?:article:published_time|datePublished|date|dc\.date|dcterms\.(?:date|created)|pubdate|publish-date)[\"']",
    re.IGNORECASE,
)
SHARED = lazy_pattern(r"[\"']og:title[\"']", re.IGNORECASE)
CONTENT = lazy_pattern(r"""content\s?=\s?(["'])(.{1,400}?)\1""", re.IGNORECASE | re.DOTALL)
DAY = lazy_pattern(r"content\s?=\s?[\"'](\d{4})-(\d\d)-(\d\d)", re.IGNORECASE)
SITE_NAME = lazy_pattern(r"(?<!\s)\s+[|–—»·]\s+[^|–—»·]{2,40}$")
SITE_MARK = " - "  # before the name of a site too, and inside titles
HEAD_CHARACTERS = 500_000  # in which the title is looked for
# What pages of sites have for their visitors: a card for social networks, a feed, facts for search engines, or a place
# for comments.
OF_SITE = lazy_pattern(
    r"<(?:meta|link|script)\s[^<>]{0,300}?[\"'](?:og:\w|twitter:\w|application/(?:rss\+xml|atom\+xml|ld\+json))|"
    r"\sid=[\"']?(?:comments|respond|disqus_thread)[\"'\s>]",
    re.IGNORECASE,
)
MIN_PLAIN_SHARE = 0.8  # of the characters of a page that is plain text between two tags …
MIN_PLAIN_SENTENCES = 0.3  # … and of these, in paragraphs that end as sentences: the rest of code has none
PLAIN_CHARACTERS = 20_000  # of it, from which this is told
MIN_CONTAINED = 0.9  # of the characters of all sentences, of the element around the text of a document


def read_page(html: str, meter: Meter) -> Document:
    """Read the main text of a web page: no navigation, advertisements, comments or related stories."""
    draft = Draft(sections=True)
    draft.title = _title(html)
    draft.date = _date(html)
    is_added = False if OF_SITE.search(html) else _add_document(html, draft, meter)
    if not is_added and not add_article(html, draft, meter):
        add_blocks(html, draft, meter)
    if draft.is_empty:
        raise InputError(f"{meter.name} has no text: the page may be made by a program; save it from a browser")
    title, mark, _ = (draft.title or "").rpartition(SITE_MARK)
    if mark and ("heading", title) in draft.parts:
        draft.title = title  # the rest is the name of the site
    return draft.document(meter.name)


def _add_document(html: str, draft: Draft, meter: Meter) -> bool:
    """Add the text of a page that is part of a document; tell whether there is one."""
    page, parents = read_pieces(html, meter, only_text=True)
    pieces = [piece for piece in page if piece.kind != "furniture"]
    meter.check_time()
    plain = _plain_text(pieces)
    if plain:
        draft.add_plain(plain)
    else:
        add_pieces(_text_pieces(pieces, parents), draft)
    return not draft.is_empty


def _plain_text(pieces: Sequence[Piece]) -> str:
    """Return the text of a page that is nothing but preformatted text in paragraphs; empty if a page is another one."""
    code = "\n\n".join(piece.text for piece in pieces if piece.kind == "code")
    if len(code) < MIN_PLAIN_SHARE * sum(len(piece.text) + sum(map(len, piece.cells)) for piece in pieces):
        return ""
    beginning, draft = code[:PLAIN_CHARACTERS], Draft()
    draft.add_plain(beginning)
    sentences = sum(len(text) for kind, text in draft.parts if kind in SELECTABLE_KINDS and is_ended(text))
    return code if sentences >= MIN_PLAIN_SENTENCES * len(beginning) else ""


def _text_pieces(pieces: Sequence[Piece], parents: Sequence[int]) -> list[Piece]:
    """Return the pieces of the smallest element around the first and most sentences, up to comments.

    A page of hardly a sentence is an index, a table or a listing: all of its pieces are returned.
    """
    sizes = [0] * len(parents)  # characters of the sentences in each element
    for piece in pieces:
        sizes[piece.element] += _sentence_characters(piece)
    for element in range(len(parents) - 1, 0, -1):
        sizes[parents[element]] += sizes[element]
    if sizes[0] < MIN_ARTICLE_CHARACTERS:
        return list(pieces)
    around = next(piece.element for piece in pieces if _sentence_characters(piece))
    while sizes[around] < MIN_CONTAINED * sizes[0]:
        around = parents[around]
    is_inside = [element == around for element in range(len(parents))]
    for element in range(1, len(parents)):
        is_inside[element] |= is_inside[parents[element]]
    titles = {piece.text for piece in pieces if piece.kind == "heading" and not piece.is_link}
    kept = [
        piece
        for piece in pieces
        if is_inside[piece.element]
        and not (piece.kind == "heading" and piece.is_link and piece.text in titles)  # of a table of contents
    ]
    return kept[: comments_begin([(piece.kind, piece.text) for piece in kept])]


def _sentence_characters(piece: Piece) -> int:
    """Return the number of characters of a paragraph or an item that ends as a sentence."""
    is_sentence = (
        piece.kind in SELECTABLE_KINDS and is_ended(piece.text) and len(piece.text.split()) >= MIN_SENTENCE_WORDS
    )
    return len(piece.text) if is_sentence else 0


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
