"""Names to streams of bytes: files, object storage and standard input, and how much of them has been read."""

from __future__ import annotations

import hashlib
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import IO, Any, cast

from reprank.errors import DataError
from reprank.files import compression_of, decompressed, import_extra

STANDARD = "-"  # the name of standard input and standard output
PATHS = "paths"  # the format of an input that is a list of files
FORMATS = (".jsonl", ".csv", ".tsv", ".parquet")
SYNONYMS = {".json": ".jsonl", ".ndjson": ".jsonl", ".tab": ".tsv", ".pq": ".parquet"}
SAMPLES = 16  # pieces of a file that its fingerprint looks at
SAMPLE_BYTES = 1 << 16


def is_remote(place: str) -> bool:
    """Tell ``s3://bucket/rows.jsonl`` from a file of this machine.

    >>> is_remote("s3://bucket/rows.jsonl"), is_remote("rows.jsonl")
    (True, False)
    """
    return "://" in place


def name_of(place: str) -> str:
    """Return the last part of a path or address."""
    return PurePosixPath(place).name if is_remote(place) else Path(place).name


def format_of(place: str, format: str | None = None) -> str:
    """Return the format that was given, or else the one that the name ends in; standard input has JSON lines.

    Raises DataError for a name that ends in no known format.

    >>> format_of("rows.jsonl.gz"), format_of("-", "csv")
    ('.jsonl', '.csv')
    """
    compression = compression_of(name_of(place))
    suffixes = [suffix.lower() for suffix in Path(name_of(place)).suffixes]
    last = "".join(suffixes[:-1][-1:] if compression else suffixes[-1:])
    found = SYNONYMS.get(last, last)
    if format is not None and format != PATHS and found not in FORMATS:
        found = f".{format.lower().removeprefix('.')}"
    elif place == STANDARD:
        found = ".jsonl"
    if found not in FORMATS:
        raise DataError(
            f"{place}: the format is unknown: end the name in .jsonl, .csv, .tsv or .parquet, compressed or not, "
            "or give the format"
        )
    if compression and found == ".parquet":
        raise DataError(f"{place}: Parquet is compressed inside: drop {compression} from the name")
    return found


def same_file(one: str, other: str) -> bool:
    """Return whether two names are those of one file."""
    if STANDARD in (one, other):
        return False
    if is_remote(one) or is_remote(other):
        return one == other
    with suppress(OSError, ValueError):
        return Path(one).samefile(other)
    return Path(one).resolve() == Path(other).resolve()


def changed(place: str) -> DataError:
    """Return the error of an input that was written to while a batch read it."""
    return DataError(f"{place} was changed while it was read: remove the results, and begin again")


class Raw:
    """An input before decompression, and how much of it has been read."""

    def __init__(self, place: str) -> None:
        self.place = place
        self.unpacked: IO[bytes] | None = None
        self.stream: IO[bytes]
        self.rows_share: float | None = None  # set by a reader that knows better than the position in the file
        if place == STANDARD:
            self.stream, self.size = sys.stdin.buffer, 0
        elif is_remote(place):
            with _storage_errors(place):
                system, path = _file_system(place)
                self.stream = system.open_input_file(path)
                self.size = int(system.get_file_info(path).size)
        else:
            if not Path(place).exists():
                raise DataError(f"{place}: no such file")
            try:
                self.stream = Path(place).open("rb")  # noqa: SIM115 - close() closes it
            except OSError as error:
                raise DataError(f"cannot read {place}: {error.strerror or error}") from None
            self.size = os.fstat(self.stream.fileno()).st_size
        self._opened = self._times()

    def close(self) -> None:
        """Close the file; standard input stays open."""
        if self.place != STANDARD:
            self.stream.close()

    def _times(self) -> tuple[int, int] | None:
        """Return the size of a local file and when it was written last."""
        if self.place == STANDARD or is_remote(self.place):
            return None
        status = os.fstat(self.stream.fileno())
        return status.st_size, status.st_mtime_ns

    def check_unchanged(self) -> None:
        """Raise DataError if the file was written to since it was opened: rows may be missing or cut in two."""
        if self._times() != self._opened:
            raise changed(self.place)

    def share(self) -> float:
        """Return how much has been read, from 0 to 1; 0 if the size is unknown."""
        if self.rows_share is not None:
            return self.rows_share
        if not self._seekable():
            return 0.0
        return self.stream.tell() / self.size if self.size and not self.stream.closed else 1.0

    def fingerprint(self) -> str:
        """Return a text that differs for another file: its size, and a digest of pieces from all over it."""
        if not self._seekable():
            return "not known"
        digest = hashlib.sha256()
        for k in range(SAMPLES):
            self.stream.seek(k * max(self.size - SAMPLE_BYTES, 0) // (SAMPLES - 1))
            digest.update(self.stream.read(SAMPLE_BYTES))
            if self.size <= SAMPLE_BYTES:
                break
        self.stream.seek(0)
        return f"{self.size} bytes, digest {digest.hexdigest()[:16]}"

    def _seekable(self) -> bool:
        return self.place != STANDARD and (self.stream.closed or self.stream.seekable())


def unpacked(raw: Raw) -> IO[bytes]:
    """Return the decompressed bytes; the name decides how. They are open as long as the raw ones are."""
    raw.unpacked = decompressed(raw.stream, raw.place if raw.place == STANDARD else name_of(raw.place))
    return raw.unpacked


def text_lines(raw: Raw, encoding: str | None, newline: str) -> Iterator[str]:
    """Yield the lines of a text; bytes that are not of the encoding become lone surrogates (``is_decoded``).

    Raises DataError for an unknown encoding and for a file that is broken or cut off.
    """
    # A copy of the stream that may be closed without closing standard input.
    stream = unpacked(raw)
    try:
        text = io.TextIOWrapper(
            cast(io.BufferedReader, stream),
            encoding=encoding or "utf-8-sig",
            errors="surrogateescape",
            newline=newline,
        )
    except LookupError:
        raise DataError(f"unknown encoding {encoding!r}: use a name such as utf-8, cp1252, latin-1, utf-16") from None
    try:
        yield from text
    except UnicodeError as error:
        raise DataError(f"{raw.place}: not {encoding or 'UTF-8'}: {error}") from None
    except OSError as error:
        raise DataError(f"cannot read {raw.place}: {error.strerror or error}") from None
    finally:
        if not text.closed:
            text.detach()


def upload(path: Path, place: str) -> None:
    """Copy a finished file to object storage."""
    with _storage_errors(place), path.open("rb") as source:
        system, name = _file_system(place)
        with system.open_output_stream(name) as target:
            while piece := source.read(1 << 20):
                target.write(piece)


def exists(place: str) -> bool:
    """Return whether a file is there, here or in object storage."""
    if not is_remote(place):
        return Path(place).exists()
    with _storage_errors(place):
        system, name = _file_system(place)
        return bool(system.get_file_info(name).is_file)


def _file_system(place: str) -> tuple[Any, str]:
    """Return the ``pyarrow.fs.FileSystem`` of an address, and the path in it."""
    storage = import_extra("pyarrow.fs", purpose=f"the address {place.split('://')[0]}://", extra="batch")
    system, path = storage.FileSystem.from_uri(place)
    return system, str(path)


@contextmanager
def _storage_errors(place: str) -> Iterator[None]:
    """Turn an error of the storage into one line."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise DataError(f"{place}: {str(error).splitlines()[0]}") from None
