"""Files to documents and results to files; ``-`` is standard input or standard output."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Sequence
from pathlib import Path

from reprank import files
from reprank.errors import DataError, InputError
from reprank.text.documents import Document

BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
CONTROL = [bytes([code]) for code in (*range(9), *range(14, 27), *range(28, 32))]  # bytes that no text has
FORMATS = {b"%PDF": "a PDF", b"PK\x03\x04": "a zip archive or office document", b"\x1f\x8b": "gzip-compressed"}


def read_documents(names: Sequence[str], encoding: str | None) -> list[Document]:
    """Read text files, compressed or not; ``-`` is standard input."""
    return [Document(decode(read_bytes(name), _shown(name), encoding), title=Path(_shown(name)).name) for name in names]


def _shown(name: str) -> str:
    return "standard input" if name == "-" else name


def read_bytes(name: str) -> bytes:
    """Read a whole file, or standard input; raise DataError if it cannot be read."""
    return sys.stdin.buffer.read() if name == "-" else files.read_bytes(name)


def decode(raw: bytes, name: str, encoding: str | None = None) -> str:
    """Decode text: in the encoding that was given, by its byte order mark, or as UTF-8.

    Raises DataError, which says what the file looks like, if it cannot be decoded.
    """
    if encoding:
        return _decode_as(raw, name, encoding)
    for mark, codec in BYTE_ORDER_MARKS:
        if raw.startswith(mark):
            return _decode_as(raw, name, codec)
    for magic, what in FORMATS.items():
        if raw.startswith(magic):
            raise DataError(f"{name} is {what}, not plain text: convert it to text first")
    head = raw[:4096]
    if sum(head.count(byte) for byte in CONTROL) > len(head) // 20:
        raise DataError(f"{name} looks like a binary file, not plain text (if it is UTF-16, add --encoding utf-16)")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise DataError(
            f"{name} is not UTF-8: byte 0x{raw[error.start]:02x} at offset {error.start}; "
            f"it may be cp1252 or latin-1: name its encoding with --encoding"
        ) from None


def _decode_as(raw: bytes, name: str, encoding: str) -> str:
    try:
        return raw.decode(encoding)
    except LookupError:
        raise InputError(f"unknown encoding {encoding!r}: use a name such as utf-8, cp1252, latin-1, utf-16") from None
    except UnicodeDecodeError as error:
        raise DataError(f"{name} is not {encoding}: {error.reason} at offset {error.start}") from None


def write(text: str, output: str | None) -> None:
    """Write a result to a file, whole or not at all and compressed by its name, or to standard output."""
    encoded = text.encode("utf-8", "replace")
    if output is None or output == "-":
        sys.stdout.buffer.write(encoded)
        return
    compression = files.compression_of(output)

    def fill(path: Path) -> None:
        with files.compressed(path, compression) as stream:
            stream.write(encoded)

    files.write_whole(output, fill)


def warn(warnings: Sequence[str]) -> None:
    """Write warnings to standard error, one line each."""
    for warning in warnings:
        print(f"reprank: {warning}", file=sys.stderr)
