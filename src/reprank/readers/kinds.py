"""Bytes and a name to the kind of a file: by content first, by the end of the name where content does not tell."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import PurePath

from reprank.errors import InputError
from reprank.files import COMPRESSIONS
from reprank.patterns import lazy_pattern

SUFFIXES = {
    ".pdf": "pdf", ".html": "html", ".htm": "html", ".xhtml": "html", ".mhtml": "mhtml", ".mht": "mhtml",
    ".docx": "docx", ".docm": "docx", ".odt": "odt", ".odp": "odt", ".pptx": "pptx", ".pptm": "pptx", ".epub": "epub",
    ".rtf": "rtf", ".eml": "eml", ".md": "markdown", ".markdown": "markdown", ".mdown": "markdown", ".rst": "rst",
    ".adoc": "asciidoc", ".asciidoc": "asciidoc",
    ".srt": "subtitles", ".vtt": "subtitles", ".txt": "plain", ".text": "plain", "": "plain",
}  # fmt: skip
ROWS = {".jsonl", ".ndjson", ".csv", ".tsv", ".parquet", ".json"}
ZIP, OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
# First bytes of compressed files, and the endings of their names.
COMPRESSED = {b"\x1f\x8b": ".gz", b"BZh": ".bz2", b"\xfd7zXZ\x00": ".xz", b"\x28\xb5\x2f\xfd": ".zst"}
PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\x00", b"MM\x00*")
REFUSED = {
    **dict.fromkeys(PICTURES, "a picture: run text recognition (OCR) first"),
    b"PAR1": "a Parquet file of many rows: use reprank batch",
    b"7z\xbc\xaf": "an archive: unpack it first",
    b"Rar!": "an archive: unpack it first",
    b"OggS": "a recording: make a transcript first",
    b"ID3": "a recording: make a transcript first",
    b"%!PS": "PostScript: convert it to PDF first",
    b"AT&TFORM": "DjVu: convert it to PDF first",
}
PDF_HEAD_BYTES = 1024  # in which a PDF must say that it is one
MAIL_FIELDS = {"from", "to", "subject", "date", "received", "mime-version", "message-id", "return-path", "content-type"}
FIELD = lazy_pattern(r"([!-9;-~]+):(?:\s|$)")
SRT = lazy_pattern(r"\s*\d+[^\S\n]*\n\s*\d{1,3}:\d{2}:\d{2}[,.]\d{1,3}\s*-->")
HTML = lazy_pattern(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?>.*?-->)\s*)*+(?:<!doctype\s+html|<html|<head\b|<body\b)",
    re.IGNORECASE | re.DOTALL,
)
# What only reStructuredText has: directives, targets and roles.
RST = lazy_pattern(r"^\.\. (?:[\w-]{1,40}::|_[^:\n]{1,80}:)|:[a-z:-]{2,20}:`[^`\n]{1,200}`", re.MULTILINE)
MIN_SIGNS = 3
# A heading of Markdown with a version or the number of a section, as changelogs without an ending in their name have.
NUMBERED_HEADING = lazy_pattern(r"^#{1,4} +\[?v?\d{1,4}(?:\.\d{1,4}){1,3}(?![\w.])", re.MULTILINE)
# Titles of AsciiDoc, which other texts may have too, and what only AsciiDoc has: anchors, attributes and macros.
ASCIIDOC_TITLE = lazy_pattern(r"(?:\A|^[ \t]*\n)={1,5} [^\W\d_][^=\n]{0,100}$", re.MULTILINE)
ASCIIDOC = lazy_pattern(
    r"^\[\[[\w.-]{1,80}\]\]$|^:!?[a-z][\w-]{1,60}!?:(?:[ \t]|$)|^\[source\b[^\]\n]{0,100}\]$|"
    r"<<[\w.-]{1,80}(?:,[^<>\n]{1,200})?>>|\b(?:link(?:git)?:|image::?)[^\s\[\]]{1,300}\[",
    re.MULTILINE,
)
# The title of a man page in its source, and the heading of a section.
ROFF = lazy_pattern(r"^[.'][ \t]?(?:TH|Dt)[ \t]", re.MULTILINE)
ROFF_SECTION = lazy_pattern(r"^[.'][ \t]?S[Hh][ \t]", re.MULTILINE)
JSON_ROW = lazy_pattern(r"\s*\{\s*\".*\}\s*$")
HEAD_CHARACTERS = 5_000


def suffix(name: str | None) -> str:
    """Return the end of a name that tells its kind, in lower case, without that of a compression."""
    path = PurePath((name or "").lower())
    return PurePath(path.stem).suffix if path.suffix in COMPRESSIONS else path.suffix


def kind_of_bytes(raw: bytes, name: str) -> str | None:
    """Recognise a file by its first bytes; None if it may be text. Refuse what is known and cannot be read."""
    if b"%PDF-" in raw[:PDF_HEAD_BYTES]:
        return "pdf"
    for magic, compression in COMPRESSED.items():
        if raw.startswith(magic):
            return compression
    if raw.startswith(ZIP):
        return _kind_of_zip(raw, name)
    if raw.lstrip()[:5] == b"{\\rtf":
        return "rtf"
    if raw.startswith(OLE):
        if "EncryptedPackage".encode("utf-16-le") in raw:
            raise InputError(f"{name} is an encrypted Office file: save it without a password")
        raise InputError(f"{name} is an Office file of before 2007: save it as DOCX, PPTX or PDF")
    for magic, what in REFUSED.items():
        if raw.startswith(magic):
            raise InputError(f"{name} is {what}")
    return None


def _kind_of_zip(raw: bytes, name: str) -> str:
    from reprank.readers.archive import open_zip

    names = set(open_zip(raw, name).namelist())
    if "word/document.xml" in names:
        return "docx"
    if "ppt/presentation.xml" in names:
        return "pptx"
    if "META-INF/container.xml" in names:
        return "epub"
    if "content.xml" in names and suffix(name) != ".ods":
        return "odt"
    if "xl/workbook.xml" in names or "content.xml" in names:
        raise InputError(f"{name} is a spreadsheet: export it as CSV and use reprank batch")
    raise InputError(f"{name} is a zip archive: unpack it and name the files in it")


def kind_of_mail(raw: bytes) -> str | None:
    """Recognise a mail or a saved page by its head: return ``eml``, ``mhtml`` or None."""
    head = raw[:HEAD_CHARACTERS].lstrip().decode("latin-1").replace("\r\n", "\n").split("\n\n")[0]
    lines = [line for line in head.split("\n") if line and not line[0].isspace()]
    fields = [match.group(1).lower() if (match := FIELD.match(line)) else "" for line in lines]
    if not fields or fields.count("") > (fields[0] == "") or len(MAIL_FIELDS.intersection(fields)) < 2:
        return None
    saved = "multipart/related" in head.lower() and "from" in fields and "<saved by" in head.lower()
    return "mhtml" if saved or "snapshot-content-location" in fields else "eml"


def kind_of_text(text: str, name: str | None) -> str:
    """Recognise text by how it begins, else by its name; refuse files of many rows."""
    head = text[:HEAD_CHARACTERS]
    if head.lstrip("\ufeff").startswith("WEBVTT") or SRT.match(head.lstrip("\ufeff")):
        return "subtitles"
    if HTML.match(head.lstrip("\ufeff")):
        return "html"
    rows = head.splitlines()[:2]
    if suffix(name) in ROWS or (len(rows) == 2 and all(JSON_ROW.match(row) for row in rows)):
        raise InputError(
            f"{name or 'the file'} holds many rows, not one document: use reprank batch, one summary for each row"
        )
    kind = SUFFIXES.get(suffix(name), "plain")
    if kind == "plain":
        if len(list(islice(RST.finditer(text), MIN_SIGNS))) == MIN_SIGNS:
            kind = "rst"
        elif len(list(islice(NUMBERED_HEADING.finditer(text), MIN_SIGNS))) == MIN_SIGNS:
            kind = "markdown"
        elif ASCIIDOC_TITLE.search(text) and ASCIIDOC.search(text):
            kind = "asciidoc"
        elif ROFF.search(text) and ROFF_SECTION.search(text):
            kind = "roff"
    return kind if kind in ("markdown", "rst", "asciidoc", "roff", "subtitles", "html") else "plain"
