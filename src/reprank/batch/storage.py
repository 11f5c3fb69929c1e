"""Names to streams of bytes: files and object storage, compressed or not, and how much of them is read."""

from __future__ import annotations

import bz2
import gzip
import hashlib
import io
import lzma
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path, PurePosixPath
from types import ModuleType
from typing import IO, Protocol, cast

from reprank.errors import DataError, MissingExtra

COMPRESSIONS = (".gz", ".bz2", ".xz", ".zst")
FORMATS = (".jsonl", ".csv", ".parquet")
SYNONYMS = {".json": ".jsonl", ".ndjson": ".jsonl", ".pq": ".parquet"}


def is_remote(place: str) -> bool:
    """Tell ``s3://bucket/rows.jsonl`` from a file of this machine.

    >>> is_remote("s3://bucket/rows.jsonl"), is_remote("rows.jsonl")
    (True, False)
    """
    return "://" in place


def name_of(place: str) -> str:
    """Return the last part of a path or address."""
    return PurePosixPath(place).name if is_remote(place) else Path(place).name


def format_of(place: str) -> str:
    """Tell the format by the name; raise DataError for one that is not read or written here.

    >>> format_of("rows.jsonl.gz")
    '.jsonl'
    """
    suffixes = [suffix.lower() for suffix in Path(name_of(place)).suffixes]
    packed = bool(suffixes) and suffixes[-1] in COMPRESSIONS
    last = "".join(suffixes[:-1][-1:] if packed else suffixes[-1:])
    found = SYNONYMS.get(last, last)
    if found not in FORMATS:
        raise DataError(f"{place}: the name tells no format: end it in .jsonl, .csv or .parquet, compressed or not")
    if packed and found == ".parquet":
        raise DataError(f"{place}: Parquet is compressed inside: drop {suffixes[-1]} from the name")
    return found


def is_compressed(place: str) -> bool:
    """Tell whether the bytes are packed as a whole."""
    return Path(name_of(place)).suffix.lower() in COMPRESSIONS


def optional(module: str, purpose: str, extra: str = "batch") -> ModuleType:
    """Import a package that not everybody has; raise MissingExtra with what to install."""
    try:
        return import_module(module)
    except ImportError:
        raise MissingExtra(purpose, extra) from None


class Raw:
    """A file before decompression, and how much of it has been read."""

    def __init__(self, place: str) -> None:
        self.place = place
        self.rows_share: float | None = None  # told by readers that know better than the position in the file
        if is_remote(place):
            with _storage_errors(place):
                system, path = _file_system(place)
                self.stream = cast(IO[bytes], system.open_input_file(path))
                self.size = int(system.get_file_info(path).size)
        else:
            if not Path(place).is_file():
                raise DataError(f"{place}: no such file")
            self.stream = Path(place).open("rb")  # noqa: SIM115 - closed by who reads it
            self.size = Path(place).stat().st_size

    def share(self) -> float:
        """Return how much has been read, from 0 to 1."""
        if self.rows_share is not None:
            return self.rows_share
        return self.stream.tell() / self.size if self.size and not self.stream.closed else 1.0

    def fingerprint(self) -> str:
        """Return what tells this file from another of its name: its size and how it begins."""
        self.stream.seek(0)
        digest = hashlib.sha256(self.stream.read(1 << 16)).hexdigest()[:16]
        self.stream.seek(0)
        return f"{self.size}-{digest}"


def unpacked(raw: Raw) -> IO[bytes]:
    """Read through the compression that the name tells."""
    openers: dict[str, Callable[[IO[bytes]], object]] = {
        ".gz": lambda stream: gzip.GzipFile(fileobj=stream),
        ".bz2": bz2.BZ2File,
        ".xz": lzma.LZMAFile,
        ".zst": lambda stream: io.BufferedReader(cast(io.RawIOBase, _Unzst(stream))),
    }
    opener = openers.get(Path(name_of(raw.place)).suffix.lower())
    return cast(IO[bytes], opener(raw.stream)) if opener else raw.stream


class _Unzst(io.RawIOBase):
    """Frames of Zstandard one after the other; unlike the package's own reader, one that is cut off is an error."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._start: Callable[[], _Frame] = (
            optional("zstandard", "a file ending in .zst").ZstdDecompressor().decompressobj
        )
        self._frame: _Frame | None = None
        self._ready = self._rest = b""

    def readable(self) -> bool:
        """Say that this can be read from."""
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        """Fill the buffer with what comes next; return how much that was."""
        while not self._ready:
            piece = self._rest or self._stream.read(1 << 16)
            if not piece:
                if self._frame is not None and not self._frame.eof:
                    raise EOFError("the last frame has no end")
                return 0
            if self._frame is None or self._frame.eof:
                self._frame = self._start()
            self._ready = self._frame.decompress(piece)
            self._rest = self._frame.unused_data if self._frame.eof else b""
        count = min(len(buffer), len(self._ready))
        buffer[:count], self._ready = self._ready[:count], self._ready[count:]
        return count


class _Frame(Protocol):
    """The part of ``zstandard.ZstdDecompressionObj`` that is used here."""

    eof: bool
    unused_data: bytes

    def decompress(self, piece: bytes) -> bytes: ...


@contextmanager
def packed(path: Path, compression: str) -> Iterator[IO[bytes]]:
    """Write through a compression such as ``.gz``, or plainly."""
    openers: dict[str, Callable[[Path], object]] = {
        ".gz": lambda path: gzip.GzipFile(path, "wb"),
        ".bz2": lambda path: bz2.BZ2File(path, "wb"),
        ".xz": lambda path: lzma.LZMAFile(path, "wb"),  # noqa: SIM115 - closed below
        ".zst": lambda path: optional("zstandard", "a file ending in .zst").open(path, "wb"),
    }
    opener = openers.get(compression.lower())
    with cast(IO[bytes], opener(path)) if opener else path.open("wb") as stream:
        yield stream


def lines(raw: Raw) -> Iterator[bytes]:
    """Yield the lines of a file; raise DataError where its compression is broken or cut off."""
    stream = unpacked(raw)
    broken: tuple[type[Exception], ...] = (EOFError, OSError, lzma.LZMAError, zlib.error, *_zstandard_errors(raw.place))
    while True:
        try:
            line = stream.readline()
        except broken as error:
            raise DataError(f"{raw.place}: broken or cut off: {error}") from None
        if not line:
            return
        yield line


def _zstandard_errors(place: str) -> tuple[type[Exception], ...]:
    return (optional("zstandard", "a file ending in .zst").ZstdError,) if place.lower().endswith(".zst") else ()


def upload(path: Path, place: str) -> None:
    """Copy a finished file to object storage."""
    with _storage_errors(place), path.open("rb") as source:
        system, name = _file_system(place)
        with system.open_output_stream(name) as target:
            while piece := source.read(1 << 20):
                target.write(piece)


def exists(place: str) -> bool:
    """Tell whether a file is there, here or in object storage."""
    if not is_remote(place):
        return Path(place).exists()
    with _storage_errors(place):
        system, name = _file_system(place)
        return bool(system.get_file_info(name).is_file)


def _file_system(place: str) -> tuple[_FileSystem, str]:
    storage = optional("pyarrow.fs", f"reading and writing {place.split('://')[0]}:// addresses")
    return cast("tuple[_FileSystem, str]", storage.FileSystem.from_uri(place))


@contextmanager
def _storage_errors(place: str) -> Iterator[None]:
    """Turn what the storage says into one line."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise DataError(f"{place}: {str(error).splitlines()[0]}") from None


class _FileSystem(Protocol):
    """The part of ``pyarrow.fs.FileSystem`` that is used here."""

    def open_input_file(self, path: str) -> object: ...
    def open_output_stream(self, path: str) -> IO[bytes]: ...
    def get_file_info(self, path: str) -> _FileInfo: ...


class _FileInfo(Protocol):
    size: int
    is_file: bool
