"""PDF to the work that it makes: the bytes that PDFium reads where forms draw forms, and where streams have no end.

A form is a piece of a page that may be drawn many times, also by other forms. PDFium reads a form anew each time and
cannot be interrupted: ten forms that draw each other ten times keep it busy for hours. So the bytes are counted before
a page is opened. Streams that are encrypted, or packed in a way of the past, cannot be counted: there a guess is made.
"""

from __future__ import annotations

import re
import zlib
from base64 import a85decode
from binascii import Error, unhexlify
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from reprank.caching import cached_property
from reprank.errors import InputError
from reprank.readers.limits import Meter

MAX_DRAWN_BYTES = 100_000_000  # of one page, its forms counted as often as they are drawn
MAX_SOUGHT_BYTES = 100_000_000  # that are searched for the ends of streams
DRAWING_BYTES = 100  # what it costs to draw an empty form, in bytes
MAX_DICTIONARY_BYTES = 200_000
MAX_FORM_DEPTH = 50  # of forms inside each other; PDFium looks no deeper than 40
MAX_REFERENCE_DEPTH = 4  # of dictionaries between a form and the forms that it names

OBJECT = re.compile(rb"(\d{1,10})\s+\d{1,5}\s+$")
OBJECT_BYTES = 24  # before the word "obj", in which its number stands
STREAM = re.compile(rb"stream\r?\n")
REFERENCE = re.compile(rb"(\d{1,10})\s+\d{1,5}\s+R\b")
NAMED_REFERENCE = re.compile(rb"/([^\s/<>\[\](){}%]+)\s+(\d{1,10})\s+\d{1,5}\s+R\b")
DRAWING = re.compile(rb"\bDo\b")
DRAWN_NAME = re.compile(rb"/([^\s/<>\[\](){}%]{1,127})\s+$")
DRAWN_NAME_BYTES = 140  # before the word "Do", in which the name of what is drawn stands
ESCAPED = re.compile(rb"#([0-9A-Fa-f]{2})")
FORM = re.compile(rb"/Subtype\s*/Form\b")
OBJECT_STREAM = re.compile(rb"/Type\s*/ObjStm\b")
FIRST = re.compile(rb"/First\s+(\d+)")
LENGTH = re.compile(rb"/Length\s+(\d+)(?!\s+\d+\s+R)")
FILTER = re.compile(rb"/(FlateDecode|Fl|ASCII85Decode|A85|ASCIIHexDecode|AHx|\w*Decode|LZW|RL)\b")
SHOWN = re.compile(rb"/(?:Contents|CharProcs)\s*(\d+\s+\d+\s+R|\[[^\]]{,20000}\]|<<[^>]{,20000}>>)")
PACKED_BYTES = 1 << 14  # that are unpacked at once
UNREADABLE_DRAWS = 10  # of each form that it names, assumed of a stream that only PDFium can unpack


def check_forms(raw: bytes, meter: Meter) -> None:
    """Refuse a PDF with a page that unpacks to too much, or whose forms draw each other too often.

    Raises InputError.
    """
    try:
        Drawing(raw, meter).check()
    except _TooMuch:
        raise InputError(
            f"{meter.name} is a PDF whose pages draw more than {MAX_DRAWN_BYTES:,} bytes, as if made to keep readers "
            "busy; if it is not, read it with FileLimits(own_process=True), which ends at max_seconds"
        ) from None


def check_streams(raw: bytes, meter: Meter) -> None:
    """Refuse a PDF in which PDFium would look for the ends of streams for too long.

    Where the table of objects is missing, PDFium looks for the end of each stream from its beginning on. Streams that
    have an end cost their own bytes; thousands without one cost the rest of the file each.

    Raises InputError.
    """
    total, end = 0, len(raw)
    for place in reversed([match.start() for match in re.finditer(rb"stream", raw)]):
        if raw[place - 3 : place] == b"end":
            end = place
        else:
            total += end - place
    if total > MAX_SOUGHT_BYTES + 2 * len(raw):
        raise InputError(
            f"{meter.name} is a damaged PDF: many of its streams have no end; save or download it again, or read it "
            "with FileLimits(own_process=True), which ends at max_seconds"
        )


class _TooMuch(Exception):
    """A page draws too much, or a form draws itself."""


@dataclass(frozen=True)
class Drawing:
    """What the streams of a PDF draw."""

    raw: bytes
    meter: Meter

    def check(self) -> None:
        """Raise _TooMuch if a page or a glyph draws too much."""
        costs: dict[int, int] = {}
        for number in self.forms:
            self._cost(number, costs, [])
        names = self._targets(self.dictionaries.values())
        for number in self._shown():
            if number in self.streams and number not in self.forms:
                self._sum(self._content(number), names, costs, [])

    def _cost(self, number: int, costs: dict[int, int], path: list[int]) -> int:
        """Return the bytes that PDFium reads to draw one form."""
        if number in path or len(path) > MAX_FORM_DEPTH:
            raise _TooMuch
        self.meter.check_time()
        if number not in costs:
            content = self._content(number)
            draws = content is None or DRAWING.search(content) is not None
            names = self._targets(self._resources(number)) if draws else {}
            costs[number] = self._sum(content, names, costs, [*path, number])
        return costs[number]

    def _sum(self, content: bytes | None, names: dict[bytes, set[int]], costs: dict[int, int], path: list[int]) -> int:
        if content is None:
            total, draws = 0, Counter({b"": UNREADABLE_DRAWS * len(names)})
        else:
            total, draws = len(content), Counter(_drawn(content))
        if total > MAX_DRAWN_BYTES:
            raise _TooMuch
        everything = set().union(*names.values())
        for name, times in draws.items():
            drawn = names.get(_plain(name), set()) if name else everything
            total += times * max((DRAWING_BYTES + self._cost(form, costs, path) for form in drawn), default=0)
            if total > MAX_DRAWN_BYTES:
                raise _TooMuch
        return total

    @cached_property
    def spans(self) -> dict[int, tuple[int, int]]:
        """Where each numbered object begins and ends, a stream perhaps later; of several the last one counts."""
        heads = []
        for match in re.finditer(rb"(?<!end)obj", self.raw):
            head = OBJECT.search(self.raw, max(0, match.start() - OBJECT_BYTES), match.start())
            if head:
                heads.append((int(head[1]), match.end()))
        found = {}
        for (number, start), (_, following) in pairwise([*heads, (0, len(self.raw))]):
            self.meter.check_time()
            most = min(following, start + MAX_DICTIONARY_BYTES)
            end = self.raw.find(b"endobj", start, most)
            found[number] = start, end if end >= 0 else most
        return found

    @cached_property
    def streams(self) -> dict[int, int]:
        """Where the bytes of each object that is a stream begin."""
        found = {}
        for number, span in self.spans.items():
            self.meter.check_time()
            match = STREAM.search(self.raw, *span)
            if match:
                found[number] = match.end()
        return found

    @cached_property
    def dictionaries(self) -> dict[int, bytes]:
        """The text of each object, of a stream without its bytes; those that are packed in object streams too."""
        found = {}
        for number, (start, end) in self.spans.items():
            found[number] = _plain(self.raw[start : self.streams.get(number, end)])
        for number in [number for number in self.streams if OBJECT_STREAM.search(found[number])]:
            for packed, text in self._unpacked(number, found[number]):
                found.setdefault(packed, text)
        return found

    @cached_property
    def forms(self) -> frozenset[int]:
        """Numbers of the forms."""
        return frozenset(number for number in self.streams if FORM.search(self.dictionaries[number]))

    def _unpacked(self, number: int, dictionary: bytes) -> Iterator[tuple[int, bytes]]:
        """Yield number and text of each object in an object stream."""
        content, first = self._content(number, dictionary), FIRST.search(dictionary)
        if content is None or first is None:
            return
        self.meter.add_unpacked(len(content))
        head = content[: int(first[1])].split()
        if not all(word.isdigit() for word in head):
            return
        places = [int(first[1]) + int(word) for word in head[1::2]]
        for packed, start, end in zip(head[::2], places, [*places[1:], len(content)], strict=False):
            yield int(packed), _plain(content[start:end])

    def _resources(self, number: int) -> Iterator[bytes]:
        """Yield the dictionaries that a form names, and those that they name."""
        waiting, seen = [(number, 0)], {number}
        while waiting:
            self.meter.check_time()
            at, depth = waiting.pop()
            text = self.dictionaries.get(at, b"")
            yield text
            for found in REFERENCE.finditer(text) if depth < MAX_REFERENCE_DEPTH else ():
                named = int(found[1])
                if named not in seen and named not in self.streams:
                    seen.add(named)
                    waiting.append((named, depth + 1))

    def _targets(self, texts: Iterable[bytes]) -> dict[bytes, set[int]]:
        """Return the forms that each name stands for."""
        forms = self.forms
        found: dict[bytes, set[int]] = {}
        for text in texts:
            for match in NAMED_REFERENCE.finditer(text):
                if int(match[2]) in forms:
                    found.setdefault(match[1], set()).add(int(match[2]))
        return found

    def _shown(self) -> set[int]:
        """Return the streams that are pages or glyphs."""
        listed = []
        for text in self.dictionaries.values():
            self.meter.check_time()
            listed += [int(ref[1]) for found in SHOWN.finditer(text) for ref in REFERENCE.finditer(found[1])]
        lists = (number for number in listed if number not in self.streams)
        inside = [int(ref[1]) for number in lists for ref in REFERENCE.finditer(self.dictionaries.get(number, b""))]
        return {*listed, *inside}

    def _packed(self, number: int, dictionary: bytes | None = None) -> bytes:
        start = self.streams[number]
        end = self.raw.find(b"endstream", start)
        length = LENGTH.search(self.dictionaries[number] if dictionary is None else dictionary)
        return self.raw[start : max(end if end >= 0 else len(self.raw), start + int(length[1]) if length else 0)]

    def _content(self, number: int, dictionary: bytes | None = None) -> bytes | None:
        """Return the bytes of a stream as they are read, as far as they are no more than allowed; None if unknown."""
        dictionary = self.dictionaries[number] if dictionary is None else dictionary
        content = self._packed(number, dictionary)
        for found in FILTER.finditer(dictionary):
            try:
                if found[1] in (b"FlateDecode", b"Fl"):
                    content = _inflated(content)
                elif found[1] in (b"ASCII85Decode", b"A85"):
                    content = a85decode(content.strip().removeprefix(b"<~").partition(b"~>")[0])
                elif found[1] in (b"ASCIIHexDecode", b"AHx"):
                    content = unhexlify(re.sub(rb"\s", b"", content.partition(b">")[0]))
                else:
                    return None
            except (Error, ValueError):
                return None
        return content


def _inflated(packed: bytes) -> bytes:
    """Unpack a stream as far as it is whole, which is what PDFium reads, and no further than allowed."""
    unpacking, parts, room = zlib.decompressobj(), [], MAX_DRAWN_BYTES + 1
    for start in range(0, len(packed), PACKED_BYTES):
        try:
            parts.append(unpacking.decompress(packed[start : start + PACKED_BYTES], room))
        except zlib.error:
            break
        room -= len(parts[-1])
        if not room:
            break
    return b"".join(parts)


def _drawn(content: bytes) -> Iterator[bytes]:
    """Yield the name of each thing that is drawn, empty where it does not stand before the word."""
    for found in DRAWING.finditer(content):
        name = DRAWN_NAME.search(content, max(0, found.start() - DRAWN_NAME_BYTES), found.start())
        yield name[1] if name else b""


def _plain(text: bytes) -> bytes:
    """Write letters of names that are given by their numbers: /#46orm is /Form."""
    return ESCAPED.sub(lambda found: bytes([int(found[1], 16)]), text) if b"#" in text else text
