"""Zip archives of documents to their parts, and XML to trees: within limits, with no entity ever expanded."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from reprank.errors import InputError
from reprank.readers.limits import Meter

DAMAGED = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, NotImplementedError, ValueError, OSError)
MAX_DEPTH = 250  # elements inside each other; a deeper tree is an attack, and code that recurses would fail

MAX_ELEMENTS = 3_000_000  # of one part, each of them about 200 bytes of memory; a book has a tenth of it
CHECKED_ELEMENTS = 10_000  # between two looks at the clock


def open_zip(raw: bytes, name: str) -> zipfile.ZipFile:
    """Open a zip archive; say so if it is damaged."""
    try:
        return zipfile.ZipFile(io.BytesIO(raw))
    except DAMAGED as error:
        raise InputError(f"{name} is a damaged archive ({error}): save or download it again") from None


class Archive:
    """A zip archive whose parts are read one by one, each counted against the limit of unpacked bytes."""

    def __init__(self, raw: bytes, meter: Meter) -> None:
        self.meter = meter
        self._zip = open_zip(raw, meter.name)
        self.names = frozenset(self._zip.namelist())

    def read(self, part: str) -> bytes:
        """Return one part, at most as many bytes as the limit leaves."""
        self.meter.check_time()
        try:
            with self._zip.open(part) as file:
                content = file.read(self.meter.room + 1)
        except KeyError:
            raise InputError(f"{self.meter.name} has no part {part}: it is incomplete, save it again") from None
        except DAMAGED as error:
            raise InputError(f"{self.meter.name} is damaged at {part} ({error}): save or download it again") from None
        except RuntimeError as error:  # zipfile's way to say that a password is needed
            raise InputError(f"{self.meter.name} is encrypted ({error}): save it without a password") from None
        self.meter.add_unpacked(len(content))
        return content

    def xml(self, part: str) -> Element:
        """Return one part as a tree."""
        return parse_xml(self.read(part), f"{self.meter.name} ({part})", check=self.meter.check_time)


def parse_xml(raw: bytes, name: str, *, check: Callable[[], None] | None = None) -> Element:
    """Parse XML into elements that have local names only; refuse entity declarations, absurd depth and absurd number.

    ``check`` is called now and then, to end what takes too long.

    >>> parse_xml(b'<a xmlns:w="urn:w"><w:b w:val="1">text</w:b></a>', "x.xml").find("b").attrib
    {'val': '1'}
    """
    builder = TreeBuilder()
    parser = expat.ParserCreate(namespace_separator="}")
    parser.buffer_text = True
    depth = count = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth, count
        depth += 1
        count += 1
        if depth > MAX_DEPTH:
            raise InputError(f"{name} has more than {MAX_DEPTH} elements inside each other: it is refused")
        if count > MAX_ELEMENTS:
            raise InputError(f"{name} has more than {MAX_ELEMENTS:,} elements: it may be a zip bomb; split it")
        if check is not None and count % CHECKED_ELEMENTS == 0:
            check()
        # Where two attributes have one local name, such as id and r:id, the one with a namespace is kept.
        ordered = sorted(attributes.items(), key=lambda item: "}" in item[0])
        builder.start(_local(tag), {_local(key): value for key, value in ordered})

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(_local(tag))

    def refuse(*_: object) -> None:
        raise InputError(f"{name} declares XML entities: it may be an XML bomb and is refused")

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = builder.data
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(raw, True)
    except (expat.ExpatError, LookupError) as error:  # LookupError: an encoding that does not exist
        raise InputError(f"{name} is not well-formed XML ({error}): save it again") from None
    return builder.close()


def _local(name: str) -> str:
    return name.rpartition("}")[2]


def topmost(element: Element, tag: str, *, skipped: frozenset[str]) -> list[Element]:
    """Return the elements of a tag below an element that do not stand inside another one of this tag."""
    below = [found for child in element for found in descendants(child, skipped=skipped | {tag}, with_skipped=True)]
    return [found for found in below if found.tag == tag]


def descendants(element: Element, *, skipped: frozenset[str], with_skipped: bool = False) -> Iterator[Element]:
    """Yield an element and all below it in document order, without the subtrees of the skipped tags."""
    pending = [element]
    while pending:
        found = pending.pop()
        if found.tag not in skipped:
            yield found
            pending.extend(reversed(found))
        elif with_skipped:
            yield found
