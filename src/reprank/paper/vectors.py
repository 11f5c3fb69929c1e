"""Files of other programs to word vectors: GloVe, word2vec and fastText, plain, gzipped or zipped, and NumPy tables.

==================  =================================================================================================
GloVe text          a line for each word: the word, then its components, separated by spaces
word2vec text       the same after a first line ``words dimension``; fastText's ``.vec`` is this too
word2vec binary     the same first line, then a word, a space, and its components as little-endian 32-bit floats
NumPy               ``name.npy`` (or ``name.f16.npy``) beside ``name.words.txt`` with one word on each line
==================  =================================================================================================

The contents decide which format it is, not the name. The first word is taken for the most frequent one.
"""

from __future__ import annotations

import gzip
import io
import os
import zipfile
import zlib
from codecs import getincrementaldecoder
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tokenize import TokenError  # what NumPy raises for some damaged headers
from typing import IO, TYPE_CHECKING, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from reprank.errors import ModelError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

MAX_FLOAT = float(np.finfo(np.float32).max)
MAX_DIMENSION = 10_000
MAX_WORD_BYTES = 1_000  # a longer word means that the file is something else
MAX_LINE_BYTES = MAX_WORD_BYTES + 40 * MAX_DIMENSION
MAX_PACKING = 10  # bytes that one byte of a packed file may become; those of vectors become two or three
MIN_UNPACKED_BYTES = 5_000_000  # that every packed file may have
BUFFER_BYTES = 1 << 16
Entry: TypeAlias = tuple[str, bytes, NDArray[np.floating]]  # its place in the file, the word, its components
FORMATS = "GloVe text, word2vec text or binary, fastText .vec (each plain, .gz or .zip), or .npy beside .words.txt"


@dataclass(frozen=True, slots=True, eq=False)
class WordVectors:
    """Words in order of frequency, and a row of the matrix for each.

    >>> WordVectors(("river", "flood"), np.eye(2, dtype=np.float32)).matrix.shape
    (2, 2)
    """

    words: tuple[str, ...]
    matrix: NDArray[np.float32]

    def __post_init__(self) -> None:
        if self.matrix.ndim != 2 or len(self.words) != len(self.matrix) or self.matrix.dtype != np.float32:
            raise ModelError(
                f"word vectors must be a float32 matrix with a row a word; got {len(self.words):,} words "
                f"and a {self.matrix.dtype} array of shape {self.matrix.shape}"
            )
        unusable = np.flatnonzero(~np.all(np.isfinite(self.matrix), axis=1))
        if len(unusable):
            raise ModelError(
                f"the vector of {self.words[unusable[0]]!r} holds a number that is not finite; leave it out"
            )


def read_vectors(path: str | os.PathLike[str], *, limit: int | None = None, member: str | None = None) -> WordVectors:
    """Read word vectors of any known format, at most the first ``limit`` of them.

    ``member`` names the file inside a zip that holds several. Words may contain spaces; bytes that are not UTF-8 become
    replacement characters. Raises ModelError, with the line or the word's number, for anything that is not as expected.
    """
    path = Path(path)
    if limit is not None and limit < 1:
        raise ModelError(f"limit must be at least 1 word, got {limit}; leave it out to read all words")
    try:
        with _opened(path, member) as stream:
            if stream.peek(6)[:6] == b"\x93NUMPY":
                return _numpy_pair(path, limit)
            return _collected(path, _rows(path, stream), limit)
    except (OSError, EOFError, zlib.error, zipfile.BadZipFile, NotImplementedError, UnicodeDecodeError) as error:
        raise ModelError(f"cannot read the vectors in {path}: {getattr(error, 'strerror', None) or error}") from error


def _collected(path: Path, rows: Iterator[Entry], limit: int | None) -> WordVectors:
    words: list[str] = []
    vectors: list[NDArray[np.float32]] = []
    for place, word, row in islice(rows, limit):
        if not np.abs(row).max() <= MAX_FLOAT:  # in this form it is true for NaN too
            wrong = row[~(np.abs(row) <= MAX_FLOAT)][0]
            raise ModelError(f"{path}, {place}: wanted finite 32-bit numbers, got {wrong}; remove or correct this word")
        words.append(word.decode(errors="replace"))
        vectors.append(row.astype(np.float32))
    return WordVectors(tuple(words), np.stack(vectors))


def _rows(path: Path, stream: io.BufferedReader) -> Iterator[Entry]:
    """Yield place, word and components of every word; the first line decides which format it is."""
    line = stream.readline(MAX_LINE_BYTES)
    if not line.strip():
        raise ModelError(f"{path} {'is empty' if not line else 'begins with an empty line'}; expected {FORMATS}")
    fields = line.split()
    if len(fields) == 2 and all(field.isdigit() and len(field) < 12 for field in fields):
        count, dimension = int(fields[0]), int(fields[1])
        if count < 1 or not 1 <= dimension <= MAX_DIMENSION:
            raise ModelError(
                f"{path}, line 1: {count} words of {dimension} dimensions; expected at least 1 of 1 to 10,000"
            )
        if _is_text(stream.peek(1), dimension):
            return _text(path, stream, dimension, count=count)
        return _binary(path, stream, dimension, count)
    dimension = len(fields) - 1
    if not 1 <= dimension <= MAX_DIMENSION or not _numbers(fields[1:]):
        raise ModelError(f"{path}, line 1 is neither a word with its vector nor two counts; expected {FORMATS}")
    return _text(path, stream, dimension, first=line)


def _text(
    path: Path, stream: io.BufferedReader, dimension: int, *, first: bytes | None = None, count: int | None = None
) -> Iterator[Entry]:
    """Yield the words of a text file: the last ``dimension`` fields of a line are numbers, all before is the word."""
    number, seen = (1, 0) if first is None else (0, 0)
    line = stream.readline(MAX_LINE_BYTES) if first is None else first
    while line:
        number += 1
        if line.strip():
            word, *fields = line.rsplit(None, dimension)
            row = _numbers(fields)
            excess = word.split()[
                1:
            ]  # for the word "of the" it is "the"; on a line with a number too many it is a number
            if len(fields) != dimension or row is None or (excess and b"." in excess[-1] and _numbers(excess[-1:])):
                raise ModelError(f"{path}, line {number}: wanted a word and {dimension} numbers, got {_shown(line)}")
            seen += 1
            yield f"line {number}", word.strip(), np.array(row)
        line = stream.readline(MAX_LINE_BYTES)
        if seen == count:
            return
    if count is not None:
        raise ModelError(f"{path} ends after {seen:,} of the {count:,} words that line 1 announces; fetch it again")


def _binary(path: Path, stream: io.BufferedReader, dimension: int, count: int) -> Iterator[Entry]:
    """Yield the words of a binary file; some writers end a vector with a line break, some do not."""
    for number in range(1, count + 1):
        word = b""
        while b" " not in word and len(word) <= MAX_WORD_BYTES:
            ahead = stream.peek(1)
            if not ahead:
                raise ModelError(
                    f"{path} ends before word {number:,} of {count:,}; the file is cut short: fetch it again"
                )
            word += stream.read(ahead.find(b" ") + 1 or len(ahead))
        if len(word) > MAX_WORD_BYTES:
            raise ModelError(
                f"{path}, word {number:,}: no space within {MAX_WORD_BYTES:,} bytes; expected word2vec binary"
            )
        components = stream.read(4 * dimension)
        if len(components) < 4 * dimension:
            raise ModelError(f"{path} ends inside word {number:,} of {count:,}; the file is cut short: fetch it again")
        yield f"word {number:,}", word[:-1].lstrip(b"\r\n"), np.frombuffer(components, "<f4")


def _is_text(beginning: bytes, dimension: int) -> bool:
    """Return whether lines of text follow the counts, and not a word, a space and binary floats."""
    first = beginning[: max(beginning.find(b"\n"), beginning.find(b" ") + 1 + 4 * dimension)]
    try:
        text = getincrementaldecoder("utf-8")().decode(first)  # accepts a last character that is cut in half
    except UnicodeDecodeError:
        return False
    return all(character >= " " or character in "\t\r\n" for character in text)


def _numbers(fields: list[bytes]) -> list[float] | None:
    try:
        return [float(field) for field in fields]
    except ValueError:
        return None


def _shown(line: bytes) -> str:
    text = line.strip().decode(errors="replace")
    return repr(text if len(text) <= 60 else f"{text[:40]} … {text[-15:]}") + f" ({len(line.split())} fields)"


def _numpy_pair(path: Path, limit: int | None) -> WordVectors:
    beside = [path.with_name(f"{stem}.words.txt") for stem in (path.stem, Path(path.stem).stem)]
    words_path = next((file for file in beside if file.is_file()), None)
    if words_path is None:
        raise ModelError(f"{path} has no word list beside it; expected {beside[-1].name}, a word a line")
    matrix = _numpy_table(path)
    with words_path.open(encoding="utf-8", errors="replace", newline="\n") as file:
        words = tuple(line.rstrip("\r\n") for line in islice(file, limit))
    rows = len(matrix) if limit is None else min(limit, len(matrix))
    if len(words) != rows:
        raise ModelError(f"{words_path.name} has {len(words):,} words for {rows:,} rows of {path}; expected as many")
    with np.errstate(over="ignore", invalid="ignore"):  # WordVectors names the word that becomes infinite
        return WordVectors(words, np.ascontiguousarray(matrix[:rows], dtype=np.float32))


def _numpy_table(path: Path) -> NDArray[np.floating]:
    """Map a table of floats into memory; an array of objects, which would have to be unpickled, is refused."""
    try:
        table: NDArray[np.floating] = np.load(path, mmap_mode="r", allow_pickle=False)
    except (ValueError, SyntaxError, TokenError, MemoryError, OverflowError, TypeError) as error:
        raise ModelError(f"{path} is not a NumPy table of numbers, or is cut short: {_first_line(error)}") from error
    if table.ndim != 2 or table.dtype.kind != "f" or 0 in table.shape:
        raise ModelError(f"{path} holds {table.dtype} numbers of shape {table.shape}; expected floats, a row a word")
    return table


def _first_line(error: Exception) -> str:
    """Return the first line without the address of an object, which differs from run to run."""
    return str(error).split("\n", 1)[0].partition(": <")[0]


@contextmanager
def _opened(path: Path, member: str | None) -> Iterator[io.BufferedReader]:
    """Open a file, unpacking it on the way if its first bytes are those of gzip or zip."""
    with path.open("rb") as file:
        magic = file.peek(4)[:4]
        if magic[:2] == b"\x1f\x8b":
            with gzip.open(file) as unpacked:
                yield _bounded(unpacked, path)
        elif magic == b"PK\x03\x04":
            with zipfile.ZipFile(file) as archive, archive.open(_chosen(path, archive, member)) as unpacked:
                yield _bounded(unpacked, path)
        else:
            yield file


def _bounded(stream: IO[bytes] | gzip.GzipFile, path: Path) -> io.BufferedReader:
    return io.BufferedReader(_Unpacked(stream, path), BUFFER_BYTES)


class _Unpacked(io.RawIOBase):
    """The bytes of a packed file, up to what vectors of its size may have: a bomb would fill the memory."""

    def __init__(self, stream: IO[bytes] | gzip.GzipFile, path: Path) -> None:
        self._stream, self._path, self._read = cast(io.BufferedIOBase, stream), path, 0
        self._most = max(MAX_PACKING * path.stat().st_size, MIN_UNPACKED_BYTES)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        count = self._stream.readinto(buffer)
        self._read += count
        if self._read > self._most:
            raise ModelError(
                f"{self._path} unpacks to more than {self._most:,} bytes, which word vectors in a file of its size do "
                "not: it may be a zip bomb; if it is not, unpack it and give the file inside"
            )
        return count


def _chosen(path: Path, archive: zipfile.ZipFile, member: str | None) -> zipfile.ZipInfo:
    files = {entry.filename: entry for entry in archive.infolist() if entry.filename and not entry.is_dir()}
    if member is None and len(files) == 1:
        member = next(iter(files))
    if member not in files:
        names = ", ".join(files) or "nothing"
        raise ModelError(
            f"{path} holds {names}; name one of its files with member=" if files else f"{path} is an empty zip"
        )
    entry = files[member]
    if entry.flag_bits & 1 or entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise ModelError(
            f"{path}: {member} is encrypted or packed in an unusual way; unpack it and give the file inside"
        )
    return entry
