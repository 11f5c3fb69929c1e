"""Readers of foreign vector files, against files written here by hand."""

import gzip
import io
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reprank.errors import ModelError
from reprank.paper.vectors import WordVectors, read_vectors

WORDS = ("the", "river", "Łódź", "new york", "‘rose’")
MATRIX = np.array([[0.5, -1, 2], [1, 0, 0], [-0.25, 8, 1e-3], [3, 3, 3], [0, 0, 0]], dtype=np.float32)


def glove() -> bytes:
    lines = [f"{word} {' '.join(map(str, row))}" for word, row in zip(WORDS, MATRIX.tolist(), strict=True)]
    return ("\n".join(lines) + "\n").encode()


def word2vec_text() -> bytes:
    return b"5 3\n" + glove()


def fasttext() -> bytes:
    return b"5 3\n" + glove().replace(b"\n", b" \n")


def windows() -> bytes:
    return glove().replace(b"\n", b"\r\n")


def binary(newline: bytes) -> bytes:
    body = b""
    for word, row in zip(WORDS, MATRIX, strict=True):
        body += word.replace(" ", "_").encode() + b" " + struct.pack("<3f", *row) + newline
    return b"5 3\n" + body


def plain(path: Path, contents: bytes) -> None:
    path.write_bytes(contents)


def gzipped(path: Path, contents: bytes) -> None:
    path.write_bytes(gzip.compress(contents))


def zipped(path: Path, contents: bytes) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("vectors.txt", contents)


PACKINGS = pytest.mark.parametrize("pack", [plain, gzipped, zipped])
Pack = Callable[[Path, bytes], None]


@PACKINGS
@pytest.mark.parametrize("write", [glove, word2vec_text, fasttext, windows])
def test_text_formats_give_the_words_and_numbers_written(
    tmp_path: Path, write: Callable[[], bytes], pack: Pack
) -> None:
    pack(tmp_path / "file", write())
    vectors = read_vectors(tmp_path / "file")
    assert vectors.words == WORDS
    np.testing.assert_array_equal(vectors.matrix, MATRIX)
    assert vectors.matrix.dtype == np.float32


@PACKINGS
@pytest.mark.parametrize("newline", [b"", b"\n"])
def test_binary_gives_the_words_and_numbers_written(tmp_path: Path, newline: bytes, pack: Pack) -> None:
    pack(tmp_path / "file", binary(newline))
    vectors = read_vectors(tmp_path / "file")
    assert vectors.words == tuple(word.replace(" ", "_") for word in WORDS)
    np.testing.assert_array_equal(vectors.matrix, MATRIX)


def test_a_large_binary_crosses_every_buffer(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    matrix = rng.normal(size=(700, 50)).astype(np.float32)
    words = [f"word{number}" * (number % 7 + 1) for number in range(700)]
    body = b"".join(word.encode() + b" " + row.tobytes() for word, row in zip(words, matrix, strict=True))
    (tmp_path / "file.bin").write_bytes(b"700 50\n" + body)
    vectors = read_vectors(tmp_path / "file.bin")
    assert vectors.words == tuple(words)
    np.testing.assert_array_equal(vectors.matrix, matrix)


@pytest.mark.parametrize("name", ["glove.npy", "glove.f16.npy"])
def test_a_numpy_table_is_read_with_the_word_list_beside_it(tmp_path: Path, name: str) -> None:
    np.save(tmp_path / name, MATRIX.astype(np.float16))
    (tmp_path / "glove.words.txt").write_text("\n".join(WORDS) + "\n", encoding="utf-8")
    vectors = read_vectors(tmp_path / name)
    assert vectors.words == WORDS
    np.testing.assert_array_equal(vectors.matrix, MATRIX.astype(np.float16).astype(np.float32))
    assert read_vectors(tmp_path / name, limit=2).words == WORDS[:2]


@pytest.mark.parametrize("contents", [glove(), word2vec_text(), binary(b"\n")])
def test_a_limit_reads_the_first_words_and_looks_at_no_more(tmp_path: Path, contents: bytes) -> None:
    spoilt = contents[: contents.index("‘rose’".encode())] + b"\xff\xfe garbage"
    (tmp_path / "file").write_bytes(spoilt)
    vectors = read_vectors(tmp_path / "file", limit=3)
    assert vectors.words == WORDS[:3]
    np.testing.assert_array_equal(vectors.matrix, MATRIX[:3])
    with pytest.raises(ModelError):
        read_vectors(tmp_path / "file")


def test_a_limit_above_the_count_reads_all(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(glove())
    assert read_vectors(tmp_path / "file", limit=99).words == WORDS


def test_words_with_spaces_keep_them_and_full_stops_are_not_numbers(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("the 1 2\n. . . 3 4\nat name@domain.com 5 6\nroute 66 7 8\n")
    vectors = read_vectors(tmp_path / "file")
    assert vectors.words == ("the", ". . .", "at name@domain.com", "route 66")
    np.testing.assert_array_equal(vectors.matrix, [[1, 2], [3, 4], [5, 6], [7, 8]])


BAD_TEXT = {
    "empty": (b"", "is empty"),
    "blank": (b"\n\n", "begins with an empty line"),
    "prose": (b"It was a dark and stormy night.\n", "line 1 is neither a word"),
    "one field": (b"word\n", "line 1 is neither a word"),
    "short line": (b"a 1 2 3\nb 1 2\n", "line 2: wanted a word and 3 numbers"),
    "long line": (b"a 1.5 2.5\nb 1.5 2.5 3.5\nc 1.5 2.5 3.5\n", "line 2: wanted a word and 2 numbers"),
    "letters": (b"a 1 2\n\nb 1 x\n", "line 3: wanted a word and 2 numbers"),
    "nan": (b"a 1 2\nb nan 2\n", "line 2: wanted finite .* got nan"),
    "inf": (b"a 1 -inf\n", "line 1: wanted finite .* got -inf"),
    "overflow": (b"a 1 1e39\n", "line 1: wanted finite"),
    "missing lines": (b"3 2\na 1 2\nb 1 2\n", "ends after 2 of the 3 words"),
    "no lines": (b"3 2\n", "ends after 0 of the 3 words"),
    "no dimension": (b"3 0\n", "expected at least 1"),
    "no words": (b"0 3\n", "expected at least 1"),
    "wide": (b"3 99999999999\n", "expected at least 1 of 1 to 10,000"),
    "cut binary": (binary(b"")[:-5], "ends inside word 5 of 5"),
    "binary without its last word": (binary(b"\n")[: binary(b"\n").index("‘rose’".encode())], "before word 5 of 5"),
    "binary without spaces": (b"9 2\n" + b"\x00" * 2000, "no space within"),
    "binary nan": (b"1 2\nword " + struct.pack("<2f", 1, float("nan")), "word 1: wanted finite"),
    "cut gzip": (gzip.compress(glove() * 50)[:-20], "cannot read the vectors"),
    "broken gzip": (b"\x1f\x8b" + b"nonsense" * 9, "cannot read the vectors"),
    "broken zip": (b"PK\x03\x04" + b"nonsense" * 9, "cannot read the vectors"),
    "broken npy": (b"\x93NUMPY" + b"nonsense" * 9, "no word list beside it"),
}


@pytest.mark.parametrize("case", BAD_TEXT)
def test_a_bad_file_is_told_with_its_place_and_what_was_expected(tmp_path: Path, case: str) -> None:
    contents, message = BAD_TEXT[case]
    (tmp_path / "file.txt").write_bytes(contents)
    with pytest.raises(ModelError, match=message) as caught:
        read_vectors(tmp_path / "file.txt")
    assert "file.txt" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_file_and_a_folder_are_told(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="No such file"):
        read_vectors(tmp_path / "nowhere.txt")
    with pytest.raises(ModelError, match="directory"):
        read_vectors(tmp_path)


def test_a_limit_below_one_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="at least 1"):
        read_vectors(tmp_path / "file", limit=0)


def test_a_zip_of_several_files_wants_a_name(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "several.zip", "w") as archive:
        archive.writestr("two.txt", "a 1 2\n")
        archive.writestr("three.txt", "a 1 2 3\n")
    with pytest.raises(ModelError, match=r"holds two\.txt, three\.txt; name one"):
        read_vectors(tmp_path / "several.zip")
    with pytest.raises(ModelError, match="name one"):
        read_vectors(tmp_path / "several.zip", member="four.txt")
    assert read_vectors(tmp_path / "several.zip", member="three.txt").matrix.shape == (1, 3)


def test_an_empty_zip_and_an_unusual_packing_are_told(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "unusual.zip", "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("file.txt", "a 1 2\n")
    with pytest.raises(ModelError, match=r"file\.txt is encrypted or packed in an unusual way"):
        read_vectors(tmp_path / "unusual.zip")
    with zipfile.ZipFile(tmp_path / "folder.zip", "w") as archive:
        archive.mkdir("folder")
    with pytest.raises(ModelError, match="is an empty zip"):
        read_vectors(tmp_path / "folder.zip")


@pytest.mark.parametrize(
    ("table", "words", "message"),
    [
        (MATRIX, "a\nb\n", "2 words for 5 rows"),
        (MATRIX, None, "no word list"),
        (MATRIX.astype(int), "a\nb\nc\nd\ne\n", "expected floats"),
        (MATRIX[:0], "", "expected floats"),
        (MATRIX[0], "a\nb\nc\n", "expected floats"),
        (MATRIX * np.float64(1e39), "a\nb\nc\nd\ne\n", "'a' holds a number that is not finite"),
    ],
)
def test_a_numpy_table_must_fit_its_word_list(
    tmp_path: Path, table: np.ndarray, words: str | None, message: str
) -> None:
    np.save(tmp_path / "glove.npy", table)
    if words is not None:
        (tmp_path / "glove.words.txt").write_text(words)
    with pytest.raises(ModelError, match=message):
        read_vectors(tmp_path / "glove.npy")


def test_numpy_tables_of_any_order_width_and_endianness_are_read(tmp_path: Path) -> None:
    (tmp_path / "glove.words.txt").write_text("a\nb\nc\nd\ne\n")
    for table in (np.asfortranarray(MATRIX), MATRIX.astype(">f8"), MATRIX.astype("<f4")):
        np.save(tmp_path / "glove.npy", table)
        np.testing.assert_array_equal(read_vectors(tmp_path / "glove.npy").matrix, MATRIX)
    with (tmp_path / "glove.npy").open("wb") as file:
        np.lib.format.write_array(file, MATRIX, version=(3, 0))
    np.testing.assert_array_equal(read_vectors(tmp_path / "glove.npy").matrix, MATRIX)


def test_a_numpy_file_of_objects_is_never_unpickled(tmp_path: Path) -> None:
    np.save(tmp_path / "glove.npy", np.array([[{}]], dtype=object), allow_pickle=True)
    (tmp_path / "glove.words.txt").write_text("a\n")
    with pytest.raises(ModelError, match="not a NumPy table"):
        read_vectors(tmp_path / "glove.npy")


def test_word_vectors_must_fit_their_words() -> None:
    with pytest.raises(ModelError, match="2 words"):
        WordVectors(("a", "b"), np.zeros((3, 2), dtype=np.float32))
    with pytest.raises(ModelError, match="'b' holds"):
        WordVectors(("a", "b"), np.array([[1], [np.nan]], dtype=np.float32))


def npy() -> bytes:
    file = io.BytesIO()
    np.save(file, MATRIX)
    return file.getvalue()


SEEDS = [glove(), word2vec_text(), binary(b"\n"), binary(b""), gzip.compress(glove()), npy()]


@settings(deadline=None)
@given(seed=st.sampled_from(SEEDS), start=st.integers(0, 200), garbage=st.binary(max_size=30), keep=st.integers(0, 400))
def test_damaged_files_are_read_or_refused_and_nothing_else_happens(
    tmp_path_factory: pytest.TempPathFactory, seed: bytes, start: int, garbage: bytes, keep: int
) -> None:
    path = tmp_path_factory.getbasetemp() / "damaged.npy"
    path.with_name("damaged.words.txt").write_text("\n".join("abcde"))
    path.write_bytes((seed[:start] + garbage + seed[start + len(garbage) :])[:keep])
    try:
        vectors = read_vectors(path)
    except ModelError:
        return
    assert len(vectors.words) == len(vectors.matrix) > 0
    assert np.all(np.isfinite(vectors.matrix))


def test_a_zip_of_an_unknown_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "vectors.zip"
    zipped(path, b"river 1 2\n")
    damaged = bytearray(path.read_bytes())
    damaged[damaged.index(b"PK\x01\x02") + 6] = 255  # the version that is needed to unpack it
    path.write_bytes(damaged)
    with pytest.raises(ModelError, match="zip file version 25"):
        read_vectors(path)


def test_the_message_about_a_damaged_table_is_the_same_in_every_run(tmp_path: Path) -> None:
    path = tmp_path / "vectors.npy"
    np.save(path, MATRIX)
    (tmp_path / "vectors.words.txt").write_text("\n".join(WORDS) + "\n", encoding="utf-8")
    path.write_bytes(path.read_bytes().replace(b"False", b"f( ) "))
    with pytest.raises(ModelError, match=r"malformed node or string on line 1$"):
        read_vectors(path)


@pytest.mark.parametrize("pack", [gzipped, zipped])
def test_a_packed_file_that_unpacks_to_far_more_than_vectors_do_is_refused(
    tmp_path: Path, pack: Callable[[Path, bytes], None]
) -> None:
    path = tmp_path / "vectors"
    pack(path, b"a 0\n" * 2_000_000)
    with pytest.raises(ModelError, match=r"unpacks to more than 5,000,000 bytes.* give the file inside"):
        read_vectors(path)
    assert len(read_vectors(path, limit=3).words) == 3
