"""Names to bytes and back: compressed files opened, results written whole or not at all, optional packages imported."""

from __future__ import annotations

import errno
import io
import os
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import IO, Protocol, cast

from reprank.errors import DataError, InputError, MissingExtra, MissingFileError, OutputError

#: How names of compressed files end.
COMPRESSIONS = (".gz", ".bz2", ".xz", ".zst")

_MODULES = {".gz": "gzip", ".bz2": "bz2", ".xz": "lzma"}  # imported when they are needed
READ_BYTES = 1 << 10  # of a Zstandard file at a time; even of a bomb, they unpack to no more than 32 MB


def import_extra(module: str, *, purpose: str, extra: str) -> ModuleType:
    """Import an optional package; raise MissingExtra, which says what to install, if it is not there.

    >>> import_extra("json", purpose="an example", extra="none").__name__
    'json'
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingExtra(purpose, extra, error) from None


def compression_of(name: str | os.PathLike[str]) -> str:
    """Return the ending of a compressed file's name in lower case, or an empty text for any other name.

    >>> compression_of("rows.jsonl.GZ"), compression_of("rows.jsonl")
    ('.gz', '')
    """
    suffix = Path(name).suffix.lower()
    return suffix if suffix in COMPRESSIONS else ""


def open_compressed(path: str | os.PathLike[str]) -> IO[bytes]:
    """Open a file for reading bytes; the ending of its name (.gz, .bz2, .xz, .zst) decides how it is decompressed.

    Raises DataError if there is no such file, and, while it is read, if its compression is broken or ends too early.
    """
    path = Path(path)
    try:
        stream = path.open("rb")
    except FileNotFoundError:
        raise MissingFileError(f"{path}: no such file") from None
    except IsADirectoryError:
        raise DataError(f"{path} is a folder: name the files in it, for example {path}/*.txt") from None
    except OSError as error:
        raise DataError(f"cannot read {path}: {error.strerror or error}") from None
    try:
        return decompressed(stream, str(path))
    except MissingExtra:
        stream.close()
        raise


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """Read a whole file, decompressed; raise DataError if it cannot be read."""
    with open_compressed(path) as stream:
        return stream.read()


def decompressed(stream: IO[bytes], name: str) -> IO[bytes]:
    """Return the decompressed bytes of an open file; the ending of its name decides. Closing it closes the file.

    A stream that is broken or ends too early raises DataError when the reader arrives there.
    """
    compression = compression_of(name)
    if not compression:
        return stream
    source, errors = _unpacked(stream, compression)
    return cast(IO[bytes], io.BufferedReader(_Decompressed(source, stream, name, errors)))


class _Source(Protocol):
    """What can be read from."""

    def read(self, size: int, /) -> bytes: ...


_Errors = tuple[type[Exception], ...]


class _Decompressed(io.RawIOBase):
    """Decompressed bytes whose errors name the file."""

    def __init__(self, source: _Source, stream: IO[bytes], name: str, errors: _Errors) -> None:
        self._source, self._stream, self._name = source, stream, name
        self._errors: _Errors = (EOFError, OSError, *errors)

    def readable(self) -> bool:
        """Return that this can be read."""
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        """Fill the buffer with the next bytes; return their number."""
        try:
            piece = self._source.read(len(buffer))
        except self._errors as error:
            raise DataError(f"{self._name}: broken or cut off: {error}") from None
        buffer[: len(piece)] = piece
        return len(piece)

    def close(self) -> None:
        """Close the file beneath."""
        self._stream.close()
        super().close()


def _unpacked(stream: IO[bytes], compression: str) -> tuple[_Source, _Errors]:
    """Return what decompresses a stream, and what it raises when the stream is broken."""
    if compression == ".zst":
        package = _zstandard_package()
        return _Zstandard(stream, package.ZstdDecompressor().decompressobj), (package.ZstdError,)
    module = import_module(_MODULES[compression])
    return module.open(stream), (zlib.error, getattr(module, "LZMAError", zlib.error))


def _zstandard_package() -> ModuleType:
    return import_extra("zstandard", purpose="a file ending in .zst", extra="batch")


class _Frame(Protocol):
    """The part of ``zstandard.ZstdDecompressionObj`` that is used here."""

    eof: bool
    unused_data: bytes

    def decompress(self, piece: bytes) -> bytes: ...


class _Zstandard:
    """Zstandard frames one after the other. Unlike the package's reader, this one reports a frame without an end."""

    def __init__(self, stream: IO[bytes], start: Callable[[], _Frame]) -> None:
        self._stream, self._start = stream, start
        self._frame: _Frame | None = None
        self._ready, self._rest = io.BytesIO(), b""

    def read(self, size: int, /) -> bytes:
        """Return the next bytes, at most ``size``; none at the end."""
        while not (ready := self._ready.read(size)):
            piece = self._rest or self._stream.read(READ_BYTES)
            if not piece:
                if self._frame is not None and not self._frame.eof:
                    raise EOFError("the last frame has no end")
                return b""
            if self._frame is None or self._frame.eof:
                self._frame = self._start()
            self._ready = io.BytesIO(self._frame.decompress(piece))
            self._rest = self._frame.unused_data if self._frame.eof else b""
        return ready


@contextmanager
def compressed(path: str | os.PathLike[str], compression: str | None = None) -> Iterator[IO[bytes]]:
    """Open a file for writing bytes, compressed as the ending of its name or ``compression`` says."""
    path = Path(path)
    with _compressor(path, compression_of(path) if compression is None else compression.lower()) as stream:
        yield stream


def _compressor(path: Path, compression: str) -> AbstractContextManager[IO[bytes]]:
    if compression == ".gz":
        return _gzip_writer(path)
    if compression == ".zst":
        return cast(IO[bytes], _zstandard_package().open(path, "wb"))
    return cast(IO[bytes], import_module(_MODULES[compression]).open(path, "wb")) if compression else path.open("wb")


@contextmanager
def _gzip_writer(path: Path) -> Iterator[IO[bytes]]:
    """Write gzip without name and time, so that equal contents are equal bytes."""
    import gzip

    with path.open("wb") as stream, gzip.GzipFile("", "wb", fileobj=stream, mtime=0) as packed:
        yield cast(IO[bytes], packed)


def write_whole(
    path: str | os.PathLike[str], write: Callable[[Path], object], *, error: type[InputError] = OutputError
) -> None:
    """Let ``write`` fill a file beside the path, and move it there when it is complete.

    After a full disk, an interruption or any other failure, nothing new is at the path and what was there is still
    whole. A path that is not a regular file, such as ``/dev/stdout`` or a pipe, is written directly. Raises ``error``
    if the file cannot be written.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     place = Path(folder) / "greeting.txt"
    ...     write_whole(place, lambda path: path.write_text("good morning"))
    ...     place.read_text()
    'good morning'
    """
    target = Path(path)
    if target.exists() and not target.is_file():
        if target.is_dir():
            raise error(f"cannot write {path}: it is a folder; name a file")
        write(target)
        return
    target = target.resolve()  # the file that a link points to is replaced, not the link
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        try:
            write(part)
            _to_disk(part)
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
    except OSError as problem:
        raise error(f"cannot write {path}: {problem.strerror or problem}; {_advice(problem, target)}") from problem


def _advice(problem: OSError, target: Path) -> str:
    """Say what to do about a file that cannot be written."""
    if isinstance(problem, FileNotFoundError):
        return f"make the folder {target.parent} first"
    if problem.errno in (errno.ENOSPC, errno.EDQUOT):
        return "free some space or choose another place"
    return "choose another place"


def _to_disk(path: Path) -> None:
    """Wait until the contents are on the disk, so that the new name never points to an empty file."""
    with path.open("rb+") as stream:
        os.fsync(stream.fileno())
