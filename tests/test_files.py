from __future__ import annotations

import bz2
import gzip
import lzma
import os
import threading
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from reprank import files
from reprank.errors import DataError, InputError, MissingExtra, ModelError

CONTENT = b"one line\n" * 10_000 + b"and a last one"
COMPRESS: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
    ".zst": lambda content: zstandard.ZstdCompressor().compress(content),
}


@pytest.mark.parametrize("suffix", COMPRESS)
def test_a_compressed_file_is_read_as_its_contents(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"text{suffix.upper()}"
    path.write_bytes(COMPRESS[suffix](CONTENT))
    assert files.read_bytes(path) == CONTENT
    with files.open_compressed(path) as stream:
        assert list(stream) == CONTENT.splitlines(keepends=True)


@pytest.mark.parametrize("suffix", COMPRESS)
def test_two_compressed_streams_in_one_file_are_read_as_one(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"text{suffix}"
    path.write_bytes(COMPRESS[suffix](b"first ") + COMPRESS[suffix](b"second"))
    assert files.read_bytes(path) == b"first second"


@pytest.mark.parametrize("suffix", COMPRESS)
def test_a_file_that_ends_too_early_is_an_error_that_names_it(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"text{suffix}"
    path.write_bytes(COMPRESS[suffix](os.urandom(5_000))[:-20])
    with pytest.raises(DataError, match=f"text{suffix}: broken or cut off"):
        files.read_bytes(path)


@pytest.mark.parametrize("suffix", COMPRESS)
def test_a_file_that_is_not_compressed_as_its_name_says_is_an_error(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"text{suffix}"
    path.write_bytes(b"plain text, long enough to look at")
    with pytest.raises(DataError, match="broken or cut off"):
        files.read_bytes(path)


@pytest.mark.parametrize("suffix", ["", *COMPRESS])
def test_what_is_written_compressed_can_be_read(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"text{suffix}"
    with files.compressed(path) as stream:
        stream.write(CONTENT)
    assert files.read_bytes(path) == CONTENT
    assert (path.stat().st_size < len(CONTENT)) == bool(suffix)


def test_an_absent_file_and_a_folder_are_errors_of_one_line(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"gone\.txt: no such file"):
        files.read_bytes(tmp_path / "gone.txt")
    with pytest.raises(DataError, match="is a folder: name the files in it"):
        files.read_bytes(tmp_path)


def test_a_failed_write_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "result.txt"
    path.write_text("old")

    def write(part: Path) -> None:
        part.write_text("half of the n")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        files.write_whole(path, write)
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["result.txt"]


def test_a_complete_write_replaces_what_was_there_through_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "result.txt", tmp_path / "link.txt"
    path.write_text("old")
    link.symlink_to(path)
    files.write_whole(link, lambda part: part.write_text("new"))
    assert path.read_text() == "new"
    assert link.is_symlink()
    assert len(list(tmp_path.iterdir())) == 2


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    found: list[str] = []
    reader = threading.Thread(target=lambda: found.append(pipe.read_text()))
    reader.start()
    files.write_whole(pipe, lambda path: path.write_text("through"))
    reader.join()
    assert found == ["through"]
    assert pipe.is_fifo()


def test_a_place_that_cannot_be_written_is_the_error_that_was_asked_for(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot write .*: No such file or directory"):
        files.write_whole(tmp_path / "absent" / "result.txt", lambda part: part.write_text("new"))
    with pytest.raises(ModelError, match="it is a folder"):
        files.write_whole(tmp_path, lambda part: part.write_text("new"), error=ModelError)


def test_a_package_that_is_not_installed_is_named_with_what_to_install() -> None:
    with pytest.raises(MissingExtra, match=r"telepathy needs an optional package: pip install 'reprank\[mind\]'"):
        files.import_extra("reprank_telepathy", purpose="telepathy", extra="mind")


@pytest.mark.parametrize("compression", ["", ".gz", ".bz2", ".xz", ".zst"])
def test_equal_contents_are_equal_bytes_under_any_name_at_any_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compression: str
) -> None:
    for name, now in (("one", 1_000.0), ("another", 2_000.0)):
        monkeypatch.setattr("time.time", lambda now=now: now)
        with files.compressed(tmp_path / f"{name}{compression}") as stream:
            stream.write(b"The river rose.")
    assert (tmp_path / f"one{compression}").read_bytes() == (tmp_path / f"another{compression}").read_bytes()


def test_a_zstandard_bomb_is_unpacked_piece_by_piece(tmp_path: Path) -> None:
    """A few bytes may stand for a block of 128 KiB: how many are unpacked at once must not depend on the file."""
    path = tmp_path / "zeros.zst"
    path.write_bytes(zstandard.compress(bytes(400_000_000)))
    assert path.stat().st_size < 64_000
    tracemalloc.start()
    with files.open_compressed(path) as stream:
        assert stream.read(1_000) == bytes(1_000)
    assert tracemalloc.get_traced_memory()[1] < 80_000_000
    tracemalloc.stop()
