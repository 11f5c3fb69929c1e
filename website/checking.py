"""Built site to complaints: dead links, outside resources, pictures without words, anchors that occur twice."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# Elements whose addresses a browser loads by itself. A link that a reader must click may lead anywhere.
LOADED = {"img", "script", "link", "iframe", "source", "video", "audio", "object", "embed", "image", "use"}
WITHOUT_HEADING = {"search.html"}  # its heading is written by a script, with the words that were looked for
_STYLE_ADDRESS = re.compile(r"url\(\s*['\"]?(?!data:)([^)'\"]+)|@import\s+['\"]([^'\"]+)")


@dataclass
class _Page(HTMLParser):
    """What a page has and asks for."""

    anchors: Counter[str] = field(default_factory=Counter)
    links: list[tuple[str, str]] = field(default_factory=list)
    without_words: list[str] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what one element has and asks for."""
        values = dict(attrs)
        if values.get("id"):
            self.anchors[str(values["id"])] += 1
        if tag == "img" and "alt" not in values:
            self.without_words.append(str(values.get("src")))
        if tag in ("h1", "h2", "h3"):
            self.headings.append(tag)
        self.links += [(tag, str(values[name])) for name in ("href", "src", "xlink:href") if values.get(name)]


def complaints(site: Path) -> Iterator[str]:
    """Yield one line for everything that is wrong with a built site."""
    pages = {path.relative_to(site).as_posix(): _read(path) for path in sorted(site.rglob("*.html"))}
    for name, page in pages.items():
        yield from (f"{name}: the anchor {anchor} occurs twice" for anchor, n in page.anchors.items() if n > 1)
        yield from (f"{name}: the picture {source} has no alt text" for source in page.without_words)
        if page.headings.count("h1") != 1 and name not in WITHOUT_HEADING:
            yield f"{name}: a page has one first heading; this one has {page.headings.count('h1')}"
        for tag, address in page.links:
            if problem := _problem(site, pages, name, tag, address):
                yield f"{name}: {problem}"
    for path in sorted(site.rglob("*.css")):
        for found in _STYLE_ADDRESS.findall(path.read_text(encoding="utf-8")):
            yield f"{path.name}: loads {found[0] or found[1]}"


def _read(path: Path) -> _Page:
    page = _Page()
    page.feed(path.read_text(encoding="utf-8"))
    page.close()
    return page


def _problem(site: Path, pages: dict[str, _Page], name: str, tag: str, address: str) -> str:
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        if tag in LOADED and parts.scheme != "data":
            return f"loads {address} from another machine"
        return "" if parts.scheme in ("https", "mailto", "data", "http") else f"unknown kind of address: {address}"
    target = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(parts.path))) if parts.path else name
    if target.startswith("..") or not (site / target).is_file():
        return f"{address} leads nowhere"
    if parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
        return f"{address}: {target} has no anchor {parts.fragment}"
    return ""
