from __future__ import annotations

import bz2
import csv
import gzip
import json
import lzma
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprank.batch.rows import Row, RowFormat, row_of
from reprank.batch.sources import RowsSource, grouped
from reprank.batch.storage import format_of
from reprank.errors import DataError

ROWS = [{"id": "a", "text": "Ein Text mit Umlaut: Mühle."}, {"id": 2, "documents": ["One.", "Two."]}]
WANTED = [Row("a", ("Ein Text mit Umlaut: Mühle.",)), Row(2, ("One.", "Two."))]
LINES = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in ROWS).encode()


def _zst(content: bytes) -> bytes:
    zstandard = pytest.importorskip("zstandard")
    packed: bytes = zstandard.ZstdCompressor().compress(content)
    return packed


PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
    ".zst": _zst,
}


def read(path: Path, **format: str) -> list[Row]:
    with closing(RowsSource(str(path), RowFormat(**format))) as source:
        rows = list(source.rows)
        assert source.share() == pytest.approx(1.0)
        return rows


@pytest.mark.parametrize("compression", PACKERS)
def test_json_lines_read_the_same_through_every_compression(tmp_path: Path, compression: str) -> None:
    path = tmp_path / f"rows.jsonl{compression}"
    path.write_bytes(PACKERS[compression](LINES))
    assert read(path) == WANTED


@pytest.mark.parametrize("compression", PACKERS)
def test_csv_reads_the_same_through_every_compression(tmp_path: Path, compression: str) -> None:
    path = tmp_path / f"rows.csv{compression}"
    path.write_bytes(PACKERS[compression](b'id,text\r\na,"Two lines,\nand a ""quote""."\r\n,"No id."\r\n'))
    assert read(path) == [Row("a", ('Two lines,\nand a "quote".',)), Row(4, ("No id.",))]


def test_two_compressed_files_one_after_the_other_are_one_file(tmp_path: Path) -> None:
    for compression in (".gz", ".bz2", ".xz", ".zst"):
        path = tmp_path / f"rows.jsonl{compression}"
        path.write_bytes(PACKERS[compression](LINES) + PACKERS[compression](LINES))
        assert read(path) == WANTED + WANTED


def test_parquet_reads_texts_and_lists_of_documents(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "rows.parquet"
    parquet.write_table(
        arrow.table({"id": [1, 2], "documents": [["One.", "Two."], None], "text": [None, "Three."]}), path
    )
    assert read(path) == [Row(1, ("One.", "Two.")), Row(2, ("Three.",))]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b"{", "not JSON"),
        (b"[1]", "an object was expected; got list"),
        (b'{"id": 1, "body": "x"}', "a field text or documents (a list of texts) was expected; got id, body: name"),
        (b'{"id": 1, "text": 5}', "every document must be text"),
        (b'{"id": 1, "documents": "one"}', "documents (a list of texts) was expected"),
        (b'{"id": [1], "text": "x"}', "id must be text or a whole number; got list"),
        (b'{"id": 1, "text": "\xff"}', "not UTF-8: name the encoding"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"id": 1, "text": "x", "documents": ["y"]}', "both text and documents: give one of them"),
        (b'{"id": "a\\ud800", "text": "x"}', "id has half a surrogate pair"),
        (b'{"id": ' + b"9" * 5000 + b"}", "not JSON that can be read"),
    ],
)
def test_a_bad_line_says_what_is_wrong_and_the_next_is_read(tmp_path: Path, line: bytes, says: str) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(line + b"\n\n" + LINES)
    bad, *good = read(path)
    assert bad.error is not None
    assert says in bad.error
    assert bad.error.startswith("line 1: ")
    assert good == WANTED


def test_csv_that_is_not_utf8_is_an_error_of_its_row_alone(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_bytes(b"\xef\xbb\xbfid,text\n1,caf\xe9\n2,tea\n")
    bad, good = read(path)
    assert (bad.error, good.documents) == ("line 2: not UTF-8: name the encoding (--encoding)", ("tea",))


@pytest.mark.parametrize("name", ["rows.txt", "rows", "rows.gz", "rows.parquet.gz"])
def test_a_name_without_a_format_is_refused_in_one_line(name: str) -> None:
    with pytest.raises(DataError, match=r"rows") as caught:
        format_of(name)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("compression", [".gz", ".bz2", ".xz", ".zst"])
def test_a_cut_compressed_file_is_an_error_not_an_end(tmp_path: Path, compression: str) -> None:
    path = tmp_path / f"rows.jsonl{compression}"
    whole = PACKERS[compression](b"".join(json.dumps({"text": f"{i} {i**5}"}).encode() + b"\n" for i in range(5000)))
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(DataError, match="broken or cut off"):
        read(path)


@pytest.mark.parametrize(("name", "content"), [("rows.csv", b"id,body\n1,x\n"), ("rows.parquet", b"no parquet")])
def test_an_unusable_file_is_refused_when_it_is_opened(tmp_path: Path, name: str, content: bytes) -> None:
    pytest.importorskip("pyarrow")
    (tmp_path / name).write_bytes(content)
    with pytest.raises(DataError, match=name):
        RowsSource(str(tmp_path / name))


def test_parquet_without_texts_names_the_columns_it_has(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow")
    pytest.importorskip("pyarrow.parquet").write_table(
        arrow.table({"id": [1], "body": ["x"]}), tmp_path / "rows.parquet"
    )
    with pytest.raises(DataError, match="got id, body"):
        RowsSource(str(tmp_path / "rows.parquet"))


def test_a_field_of_a_book_is_read_from_csv(tmp_path: Path) -> None:
    with (tmp_path / "rows.csv").open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([["id", "text"], ["book", "word " * 200_000]])
    assert read(tmp_path / "rows.csv")[0].size() == 1_000_000


def test_an_address_reads_as_the_file_it_names(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    (tmp_path / "rows.jsonl.gz").write_bytes(gzip.compress(LINES))
    source = RowsSource((tmp_path / "rows.jsonl.gz").as_uri())
    assert list(source.rows) == WANTED
    source.close()


@given(st.lists(st.lists(st.text(max_size=3), max_size=4), max_size=12), st.integers(1, 5))
def test_grouping_keeps_every_document_in_order(clusters: list[list[str]], size: int) -> None:
    groups = list(grouped((Row(i, tuple(documents)) for i, documents in enumerate(clusters)), size))
    assert [text for group in groups for text in group.documents] == [text for texts in clusters for text in texts]
    assert [group.id for group in groups] == [size * i for i in range(len(groups))]
    assert all(len(group.documents) == size for group in groups[:-1])


def test_grouping_refuses_a_bad_row() -> None:
    with pytest.raises(DataError, match="row 7: not JSON: correct or remove it"):
        list(grouped(iter([Row(7, error="row 7: not JSON")]), 2))


def test_a_row_without_an_id_is_named_by_its_number() -> None:
    assert row_of({"text": "x"}, "line 9", 9).id == 9


def test_numbers_are_those_of_lines_even_after_blank_lines_and_long_fields(tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_text('{"text": "a"}\n\n\n{"text": "b"}\noops\n')
    assert [(row.id, row.error) for row in read(tmp_path / "rows.jsonl")][:2] == [(1, None), (4, None)]
    assert str(read(tmp_path / "rows.jsonl")[2].error).startswith("line 5: not JSON")
    (tmp_path / "rows.csv").write_text('text\n"two\nlines"\nshort\n')
    assert [row.id for row in read(tmp_path / "rows.csv")] == [2, 4]


@pytest.mark.parametrize(
    ("name", "format"),
    [("rows.tsv", {}), ("rows.csv", {"separator": "\t"}), ("rows", {"format": "tsv"}), ("rows.tab", {})],
)
def test_tables_are_separated_as_the_name_or_the_caller_says(tmp_path: Path, name: str, format: dict[str, str]) -> None:
    (tmp_path / name).write_text("id\ttext\na\tOne, two; three.\n")
    assert read(tmp_path / name, **format) == [Row("a", ("One, two; three.",))]


def test_a_wrong_separator_is_suggested(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("id;text\n1;x\n")
    with pytest.raises(DataError, match=r"name the separator \(--separator ';'\)"):
        read(tmp_path / "rows.csv")


def test_other_columns_are_copied_and_named_columns_are_used(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("key,body,text,year\nk1,The text.,other,1999\n")
    assert read(tmp_path / "rows.csv", text_column="body", id_column="key") == [
        Row("k1", ("The text.",), copied={"text": "other", "year": "1999"})
    ]
    (tmp_path / "rows.jsonl").write_text('{"key": 7, "body": ["One.", "Two."], "tags": ["a"], "score": NaN}\n')
    assert read(tmp_path / "rows.jsonl", text_column="body", id_column="key") == [
        Row(7, ("One.", "Two."), copied={"tags": ["a"], "score": None})
    ]


def test_an_id_column_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("key,text\nk1,x\n")
    with pytest.raises(DataError, match="a column named code was expected; got key, text"):
        read(tmp_path / "rows.csv", id_column="code")


@pytest.mark.parametrize("name", ["rows.jsonl", "rows.csv"])
@pytest.mark.parametrize("encoding", ["cp1252", "utf-16"])
def test_other_encodings_are_read_when_they_are_named(tmp_path: Path, name: str, encoding: str) -> None:
    content = "text\nCafé Zoë.\n" if name == "rows.csv" else '{"text": "Café Zoë."}\n'
    (tmp_path / name).write_bytes(content.encode(encoding))
    assert [row.documents for row in read(tmp_path / name, encoding=encoding)] == [("Café Zoë.",)]


def test_an_unknown_encoding_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_text("{}\n")
    with pytest.raises(DataError, match="unknown encoding 'klingon'"):
        read(tmp_path / "rows.jsonl", encoding="klingon")


@pytest.mark.parametrize("content", ['[{"text": "x"}]\n', '[\n  {"text": "x"}\n]\n'])
def test_a_json_array_is_refused_as_a_whole(tmp_path: Path, content: str) -> None:
    (tmp_path / "rows.json").write_text(content)
    with pytest.raises(DataError, match="one JSON object a line was expected; got an array"):
        read(tmp_path / "rows.json")


def test_dates_and_bytes_of_parquet_are_copied_as_text(tmp_path: Path) -> None:
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    from datetime import date

    table = arrow.table({"text": ["x"], "day": [date(2024, 5, 6)], "raw": [b"ab"], "n": [3]})
    parquet.write_table(table, tmp_path / "rows.parquet")
    assert read(tmp_path / "rows.parquet")[0].copied == {"day": "2024-05-06", "raw": "ab", "n": 3}


def test_a_row_with_more_fields_than_columns_is_an_error_of_its_row(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("id,text\n1,a,b\n2,c\n")
    bad, good = read(tmp_path / "rows.csv")
    assert (bad.error, good.documents) == ("line 2: more fields than the first line has columns", ("c",))


def row(fields: str) -> Row:
    return row_of(json.loads(fields), "line 1", 1)


def test_half_a_surrogate_pair_is_replaced_in_its_place_and_said() -> None:
    found = row(r'{"id": 1, "text": "The \ud83d river.", "note": "a\udc00", "n\ud800": [{"x": "\ud800"}]}')
    assert found.documents == ("The \ufffd river.",)
    assert found.copied == {"note": "a\ufffd", "n\ufffd": [{"x": "\ufffd"}]}
    assert "the text has half a surrogate pair: it is replaced by U+FFFD" in found.notes
    assert "note has half a surrogate pair: it is replaced by U+FFFD" in found.notes
    assert row(r'{"id": 1, "text": "The \ud83c\udf0a river."}').notes == ()  # a whole pair


def test_a_number_that_is_too_large_is_left_out_and_said() -> None:
    found = row('{"id": 1, "text": "x", "price": 1e999, "nan": NaN}')
    assert found.copied == {"price": None, "nan": None}
    assert found.notes == ("a number in price is too large: it is left out",)


def test_a_column_named_documents_that_is_no_list_is_a_column_as_any_other() -> None:
    found = row('{"id": 1, "text": "x", "documents": 12}')
    assert (found.documents, found.copied, found.error) == (("x",), {"documents": 12}, None)
    assert row('{"id": 1, "text": "x", "documents": null}').copied == {}


def test_a_byte_order_mark_may_begin_any_line(tmp_path: Path) -> None:
    line = b'\xef\xbb\xbf{"id": 1, "text": "x"}\n'
    (tmp_path / "rows.jsonl").write_bytes(line * 2)  # two files, put together
    assert [row.error for row in read(tmp_path / "rows.jsonl")] == [None, None]
