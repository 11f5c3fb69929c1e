"""EPUB to Document: the chapters of the spine in order, with chapters as places."""

from __future__ import annotations

import posixpath
import re
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from reprank.errors import InputError
from reprank.patterns import lazy_pattern
from reprank.readers.archive import Archive
from reprank.readers.draft import Draft, useful_title
from reprank.readers.html_blocks import add_blocks, decode_html
from reprank.readers.limits import Meter
from reprank.text.documents import Document

PAGES = frozenset({"application/xhtml+xml", "text/html", "application/x-dtbook+xml"})
FRONT = lazy_pattern(r"(?:nav|toc|cover|titlepage|title_page|copyright|colophon)\b.*", re.IGNORECASE)


def read_epub(raw: bytes, meter: Meter) -> Document:
    """Read a book; its cover and table of contents are left out."""
    archive = Archive(raw, meter)
    if "META-INF/encryption.xml" in archive.names and "META-INF/rights.xml" in archive.names:
        raise InputError(f"{meter.name} is protected by digital rights management and cannot be read")
    root = archive.xml("META-INF/container.xml").find(".//rootfile")
    if root is None:
        raise InputError(f"{meter.name} names no package: it is incomplete, save or download it again")
    package_part = root.get("full-path", "")
    package = archive.xml(package_part)
    draft = Draft()
    titles = (useful_title(node.text or "") for node in package.iter("title"))
    draft.title = next((title for title in titles if title), None)
    chapters = _chapters(package, posixpath.dirname(package_part))
    meter.check_pages(len(chapters), "chapters")
    number = 0
    for part in chapters:
        if part in archive.names and not FRONT.fullmatch(posixpath.basename(part)):
            number += 1
            draft.place(f"chapter {number}")
            add_blocks(decode_html(archive.read(part), meter.name, None, meter.notes), draft, meter)
    return draft.document(meter.name)


def _chapters(package: Element, folder: str) -> list[str]:
    """Return the parts of the spine in order, without navigation."""
    items = {item.get("id", ""): item for item in package.iter("item")}
    parts = []
    for reference in package.iter("itemref"):
        item = items.get(reference.get("idref", ""))
        if item is None or reference.get("linear") == "no" or "nav" in item.get("properties", "").split():
            continue
        if item.get("media-type", "application/xhtml+xml") in PAGES:
            parts.append(posixpath.normpath(posixpath.join(folder, unquote(item.get("href", "")))))
    return parts
