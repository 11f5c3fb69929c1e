"""Bytes of a published file to the text that editors read: plain text, web pages, feeds, mail, manual pages, EPUB.

These conversions belong to the data set: the marks are offsets into their results, so they must never change. They
are deliberately simple, keep captions, credits and link lists, and depend on nothing but the standard library (manual
pages: on ``man``).
"""

from __future__ import annotations

import email
import email.policy
import html
import json
import os
import re
import subprocess
import tempfile
import unicodedata
import zipfile
from collections.abc import Callable
from email.message import EmailMessage
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path


def _tags(names: str) -> frozenset[str]:
    return frozenset(names.split())


DROPPED = _tags("script style noscript template svg nav footer form button select iframe head textarea")
BLOCKS = _tags(
    "p div li dt dd tr h1 h2 h3 h4 h5 h6 blockquote pre table ul ol dl section article header aside figure figcaption "
    "main body br hr caption title item note steps page td th address"
)
VOID = _tags("br hr img input meta link wbr source col area base embed track param")
PARAGRAPHS = _tags("p li dd dt h1 h2 h3 h4 h5 h6 pre blockquote title tr")
DECLARED = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?([\w-]+)""", re.I)
SPACE = re.compile(r"[ \t\r\f\v\xa0]+")
BLANK_LINES = re.compile(r"\n{3,}")
FEED_ENTRY = re.compile(r"<(item|entry)\b.*?</\1>", re.S)
FEED_TITLE = re.compile(r"<title[^>]*>(.*?)</title>", re.S)
FEED_BODY = re.compile(r"<(content:encoded|content|description|summary)\b[^>]*>(.*?)</\1>", re.S)
CDATA = re.compile(r"^\s*<!\[CDATA\[(.*?)\]\]>\s*$", re.S)


class _Lines(HTMLParser):
    """Collect the text of a page, one line a block; lines that start a paragraph follow a blank line."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.dropped = 0
        self.preformatted = 0
        self.open: list[str] = []
        self.lines: list[str] = [""]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID:
            self._block(tag)
            return
        self.open.append(tag)
        self.dropped += tag in DROPPED
        self.preformatted += tag == "pre"
        self._block(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._block(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.open:
            return
        while self.open:
            closed = self.open.pop()
            self.dropped -= closed in DROPPED
            self.preformatted -= closed == "pre"
            if closed == tag:
                break
        self._block(tag)

    def handle_data(self, data: str) -> None:
        if self.dropped:
            return
        if self.preformatted:
            first, *others = data.split("\n")
            self.lines[-1] += first
            self.lines.extend(others)
        else:
            self.lines[-1] += SPACE.sub(" ", data.replace("\n", " "))

    def _block(self, tag: str) -> None:
        if tag in BLOCKS and not self.dropped:
            self.lines.extend(["", ""] if tag in PARAGRAPHS else [""])


def page_text(page: str) -> str:
    r"""Return the text of the part of a page that holds its article, or of all but its navigation.

    >>> page_text("<nav>Home</nav><h1>Rain</h1><p>It rained<br>all <b>day</b>.</p><script>x()</script>")
    'Rain\n\nIt rained\nall day.'
    """
    parts = [
        match.group() for name in ("article", "main") for match in re.finditer(rf"<{name}\b.*?</{name}>", page, re.S)
    ]
    longest = max((_lines(part) for part in parts), key=len, default="")
    return longest if len(longest) >= 1500 else _lines(page)


def _lines(page: str) -> str:
    parser = _Lines()
    parser.feed(page)
    parser.close()
    return _tidy("\n".join(line.strip() for line in parser.lines))


def _tidy(text: str) -> str:
    return BLANK_LINES.sub("\n\n", unicodedata.normalize("NFC", text)).strip()


def decoded(content: bytes, encoding: str | None = None) -> str:
    """Return bytes as text, in the given encoding, the declared one, UTF-8 or Latin-1."""
    declared = DECLARED.search(content[:2000])
    names = [encoding, declared.group(1).decode() if declared else None, "utf-8", "latin-1"]
    for name in names:
        if name:
            try:
                return content.decode(name).removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
            except (UnicodeDecodeError, LookupError):
                continue
    raise ValueError("latin-1 decodes everything")


def read_plain(content: bytes, part: str) -> str:
    """Return a plain text as it is; ``part`` names its encoding."""
    return _tidy("\n".join(line.rstrip() for line in decoded(content, part or None).split("\n")))


def read_html(content: bytes, part: str) -> str:
    """Return the text of a web page."""
    return page_text(decoded(content, part or None))


def read_feed(content: bytes, part: str) -> str:
    """Return titles and texts of a feed's entries, in their order."""
    feed = decoded(content, part or None)
    entries = []
    for match in FEED_ENTRY.finditer(feed):
        title = FEED_TITLE.search(match.group())
        bodies = [_unescaped(body) for _, body in FEED_BODY.findall(match.group())]
        body = max(bodies, key=len, default="")
        entries.append("\n".join(_lines(text) for text in (_unescaped(title.group(1)) if title else "", body)).strip())
    return _tidy("\n\n".join(entries))


def _unescaped(text: str) -> str:
    wrapped = CDATA.match(text)
    return wrapped.group(1) if wrapped else html.unescape(text)


def read_mail(content: bytes, part: str) -> str:
    """Return sender, date, subject and body of a message, quoted lines included."""
    message = email.message_from_bytes(content, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    body = message.get_body(("plain", "html"))
    payload = None if body is None else body.get_payload(decode=True)
    text = decoded(payload, body.get_content_charset()) if body is not None and isinstance(payload, bytes) else ""
    if body is not None and body.get_content_subtype() == "html":
        text = page_text(text)
    head = "\n".join(
        f"{name}: {SPACE.sub(' ', str(message[name]))}" for name in ("From", "Date", "Subject") if message[name]
    )
    return _tidy(head + "\n\n" + "\n".join(line.rstrip() for line in text.split("\n")))


def read_man(content: bytes, part: str) -> str:
    """Return a manual page as ``man`` prints it on a screen of 80 columns, without hyphenation."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "page.1"
        path.write_bytes(content)
        environment = {**os.environ, "MANWIDTH": "80", "LC_ALL": "C.UTF-8", "MAN_KEEP_FORMATTING": ""}
        command = ["man", "--encoding=UTF-8", "--no-hyphenation", "--no-justification", "--local-file", str(path)]
        printed = subprocess.run(command, capture_output=True, check=True, env=environment).stdout.decode()
    return _tidy("\n".join(line.rstrip() for line in re.sub(".\b", "", printed).split("\n")))


def read_epub(content: bytes, part: str) -> str:
    """Return the text of one file of an EPUB book; ``part`` is its path."""
    with zipfile.ZipFile(BytesIO(content)) as book:
        return page_text(decoded(book.read(part)))


def read_json(content: bytes, part: str) -> str:
    """Return a string inside a JSON file; ``part`` is the path to it, such as ``0/speeches/12``."""
    value = json.loads(content)
    for key in part.split("/"):
        value = value[int(key)] if isinstance(value, list) else value[key]
    return _tidy(str(value))


def read_row(content: bytes, part: str) -> str:
    """Return the first document of the row with this identifier in a file of JSON lines."""
    for line in filter(None, content.decode().split("\n")):
        row = json.loads(line)
        if str(row["id"]) == part:
            return _tidy(row["documents"][0])
    raise KeyError(part)


def read_thread(content: bytes, part: str) -> str:
    """Return the posts and comments of one discussion in recorded answers of a forum; ``part`` is its identifier."""
    posts: dict[str, str] = {}
    for exchange in json.loads(content)["interactions"]:
        _collect_posts(json.loads(exchange["response"]["body"]["string"] or "null"), part, posts)
    return _tidy("\n\n".join(posts.values()))


def _collect_posts(value: object, discussion: str, posts: dict[str, str]) -> None:
    if isinstance(value, dict):
        found = value.get("data")
        post: dict[str, str] = found if isinstance(found, dict) else {}
        if value.get("kind") in ("t1", "t3") and discussion in (post.get("link_id"), post.get("name")):
            text = post.get("body") or f"{post.get('title')}\n\n{post.get('selftext')}"
            posts.setdefault(post["name"], f"{post['author']}:\n{html.unescape(text)}")
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _collect_posts(inner, discussion, posts)


def read_pdf(content: bytes, part: str) -> str:
    """Return the text of some pages of a PDF, such as ``12-14``, as PDFium prints it."""
    import pypdfium2

    first, _, last = part.partition("-")
    document = pypdfium2.PdfDocument(content)
    pages = [
        document[number - 1].get_textpage().get_text_range() for number in range(int(first), int(last or first) + 1)
    ]
    return _tidy("\n\n".join(page.replace("\r\n", "\n").replace("\ufffe", "") for page in pages))


#: How a text is taken out of a file.
FORMS: dict[str, Callable[[bytes, str], str]] = {
    "plain": read_plain,
    "html": read_html,
    "feed": read_feed,
    "mail": read_mail,
    "man": read_man,
    "epub": read_epub,
    "json": read_json,
    "row": read_row,
    "thread": read_thread,
    "pdf": read_pdf,
}
