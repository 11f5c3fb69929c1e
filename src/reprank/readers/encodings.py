"""Bytes to text: by byte order mark, as UTF-8, as named, or by a guess that is reported."""

from __future__ import annotations

import codecs
import re

from reprank.errors import InputError
from reprank.patterns import lazy_pattern

BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Codecs of Python for names of hosts and for source code. Some take time that grows with the square of the length.
NO_TEXT_CODECS = frozenset({"idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined"})
CONTROL = [bytes([code]) for code in (*range(9), *range(14, 27), *range(28, 32))]  # what text does without
HEAD_BYTES = 4096  # enough to tell text from other files
SAMPLE_BYTES = 100_000  # enough to guess an encoding
WESTERN = lazy_pattern(r"[\x00-\x7fÀ-ÖØ-öø-ÿŒœŠšŽžŸ‘’‚“”„–—…•€«»¡¿§°·£©®™\xa0´²³½¼¾ºª±×µ]*")
MISPLACED = lazy_pattern(r"[a-zà-ÿ][À-ÖØ-Þ]|\b[¡¿²³½¼¾ºª±×µ´]+[a-z]|[bcdfghjklmnpqrstvwxz][³²¹º½¼¾][a-z]")
CZECH_AS_WESTERN = frozenset("øì")  # what "ř" and "ě" of cp1250 look like in cp1252; no language has both
TURKISH_AS_WESTERN = frozenset("þý")  # likewise "ş" and "ı" of cp1254; Icelandic has both, but no "ü" and "ç"
ONE_BYTE = lazy_pattern(r"(?:iso-?8859|latin|windows-125|cp125|koi8)[\w-]*", re.IGNORECASE)  # encodings, by their names
MIN_HIGH_BYTES = 10  # fewer tell nothing about an encoding
MIN_VALID_CHARACTERS = 20  # of UTF-8 for each byte that is not: other encodings hardly ever look like one
CANDIDATES = (
    "cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "koi8_r", "iso8859_2", "iso8859_5",
    "iso8859_7", "shift_jis", "euc_jp", "gb18030", "big5", "euc_kr",
)  # fmt: skip


def decode(raw: bytes, name: str, encoding: str | None = None, notes: list[str] | None = None) -> str:
    """Decode text; a guessed encoding is reported in ``notes``.

    Raises:
        InputError: if the file is not text, not in the named encoding, or in one that cannot be guessed.

    >>> decode("Zoë".encode("utf-16"), "a.txt")
    'Zoë'
    """
    if encoding:
        return _decode_as(raw, name, encoding)
    for mark, codec in BOMS:
        if raw.startswith(mark):
            return _decode_as(raw, name, codec)
    if wide := _utf16_without_mark(raw[:HEAD_BYTES]):
        return _guessed(raw, name, wide, notes)
    head = raw[:HEAD_BYTES]
    if sum(head.count(byte) for byte in CONTROL) > len(head) // 20:
        raise InputError(f"{name} looks like a binary file, not text: convert it to text first, or name its encoding")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        guess = _guess(raw, error.start)
        if guess is None:
            raise InputError(
                f"{name} is not UTF-8: byte 0x{raw[error.start]:02x} at offset {error.start}; "
                "name its encoding, such as cp1252 or shift_jis (at the command line: --encoding)"
            ) from None
        return _guessed(raw, name, guess, notes)


def decode_declared(raw: bytes, declared: str) -> str | None:
    """Decode text as a file declares; None if it declares wrongly, which is common.

    Valid UTF-8 is hardly ever meant as an encoding of one byte a letter: such a page was converted when it was saved.

    >>> decode_declared("Zoë".encode(), "latin-1"), decode_declared("Zoë".encode("latin-1"), "latin-1")
    ('Zoë', 'Zoë')
    """
    for encoding in ("utf-8", declared) if ONE_BYTE.fullmatch(declared) else (declared,):
        try:
            return _decode_as(raw, "", encoding)
        except InputError:
            continue
    return None


def _decode_as(raw: bytes, name: str, encoding: str) -> str:
    try:
        codec = codecs.lookup(encoding).name
        if codec in NO_TEXT_CODECS:
            raise LookupError(codec)
        text = raw.decode(codec)
        text.encode()  # UTF-7 lets half a character through
        return text
    except (UnicodeDecodeError, UnicodeEncodeError) as error:
        raise InputError(f"{name} is not {encoding}: {error.reason} at offset {error.start}") from None
    except (LookupError, ValueError):  # ValueError: a zero byte in the name of the encoding
        raise InputError(f"unknown encoding {encoding!r}: use a name such as utf-8, cp1252, latin-1, utf-16") from None


def _guessed(raw: bytes, name: str, codec: str, notes: list[str] | None) -> str:
    problem = "has bytes that are not UTF-8" if codec == "utf-8" else "is not UTF-8"
    if notes is not None:
        notes.append(f"{name} {problem} and was read as {codec}: name its encoding if that is wrong")
    return raw.decode(codec, "replace")


def _utf16_without_mark(head: bytes) -> str | None:
    """Recognise UTF-16 by its zero bytes, which stand at every second place in most scripts' spaces and full stops."""
    if len(head) < 4 or b"\0" not in head:
        return None
    even, odd = head[::2].count(0), head[1::2].count(0)
    if max(even, odd) < len(head) // 20 or min(even, odd) > max(even, odd) // 10:
        return None
    codec = "utf-16-be" if even > odd else "utf-16-le"
    text = head[: len(head) // 2 * 2].decode(codec, "replace")
    readable = sum(character.isprintable() or character.isspace() for character in text)
    return codec if readable > 0.95 * len(text) else None


def _guess(raw: bytes, wrong: int) -> str | None:
    """Guess the encoding of text that is not UTF-8, or not all of it: Western if it reads so, else by a detector."""
    sample = raw[max(0, wrong - SAMPLE_BYTES // 2) : wrong + SAMPLE_BYTES // 2]
    text = sample.decode("utf-8", "replace")
    if _high(text) > MIN_VALID_CHARACTERS * text.count("\ufffd"):
        return "utf-8"
    try:
        text = sample.decode("cp1252")
    except UnicodeDecodeError:
        text = ""
    letters = set(text) if _rare_letters(text) else set()
    if letters >= CZECH_AS_WESTERN:
        return "cp1250"
    if letters >= TURKISH_AS_WESTERN and letters & set("üÜçÇ"):
        return "cp1254"
    if text and WESTERN.fullmatch(text) and _rare_letters(text) and len(MISPLACED.findall(text)) * 50 <= _high(text):
        return "cp1252"
    return _detected(sample) if sum(byte > 127 for byte in sample) >= MIN_HIGH_BYTES else None


def _high(text: str) -> int:
    return sum(character > "\x7f" for character in text)


def _rare_letters(text: str) -> bool:
    """Tell whether accented letters are as rare among letters as they are in Western languages."""
    letters = sum(character.isalpha() for character in text)
    return sum(character > "\x7f" for character in text if character.isalpha()) <= 0.25 * letters


def _detected(sample: bytes) -> str | None:
    try:
        from charset_normalizer import from_bytes
    except ImportError:  # it comes with the extra "files"; without it the user names the encoding
        return None
    best = from_bytes(sample, cp_isolation=list(CANDIDATES)).best()
    return None if best is None else str(best.encoding)
