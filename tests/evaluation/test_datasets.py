"""Readers of JSON lines and of folders of text files."""

import bz2
import gzip
import json
import lzma

import pytest

from reprank.errors import DataError
from reprank.evaluation.datasets import Cluster, KeyphraseText, read_clusters, read_folder, read_keyphrase_texts
from tests.helpers import DATA

SHARED = DATA
FLOOD = {"id": "flood", "documents": ["Water rose.", "Café fermé."], "references": ["It rained."]}
DAM = {"id": 7, "documents": ["The dam held."], "references": ["It held.", "Held."], "query": "Did the dam hold?"}
LINES = "\n".join([json.dumps(FLOOD), "", json.dumps(DAM, ensure_ascii=False)]) + "\n"
CLUSTERS = (
    Cluster("flood", ("Water rose.", "Café fermé."), ("It rained.",)),
    Cluster("7", ("The dam held.",), ("It held.", "Held."), "Did the dam hold?"),
)


@pytest.mark.parametrize(
    ("name", "encode"),
    [("s.jsonl", bytes), ("s.jsonl.gz", gzip.compress), ("s.jsonl.xz", lzma.compress), ("s.jsonl.bz2", bz2.compress)],
)
def test_json_lines_are_read_plain_and_compressed(tmp_path, name, encode) -> None:
    (tmp_path / name).write_bytes(encode(LINES.encode()))
    assert read_clusters(tmp_path / name) == CLUSTERS


def test_windows_line_ends_and_a_byte_order_mark_do_no_harm(tmp_path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + LINES.replace("\n", "\r\n").encode())
    assert read_clusters(str(path)) == CLUSTERS


def test_texts_with_keyphrases_are_read(tmp_path) -> None:
    path = tmp_path / "keys.jsonl"
    path.write_text('{"id": "1", "text": "A dam.", "keyphrases": ["dam", "large dam"]}')
    assert read_keyphrase_texts(path) == (KeyphraseText("1", "A dam.", ("dam", "large dam")),)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"id": "a", ', ":2: not JSON: .* at column"),
        ('["a"]', ":2: wanted a JSON object; got list"),
        ('{"documents": ["x"], "references": ["y"]}', ":2: field 'id' is missing; got 'documents', 'references'"),
        ('{"id": "a", "documents": ["x"]}', ":2: field 'references' is missing"),
        ('{"id": "a", "documents": ["x"], "references": []}', ":2: 'references' is empty"),
        ('{"id": "a", "documents": [], "references": ["y"]}', ":2: 'documents' is empty"),
        ('{"id": "a", "documents": "x", "references": ["y"]}', ":2: 'documents' must be a list of texts; got str"),
        ('{"id": "a", "documents": ["x", 3], "references": ["y"]}', ":2: 'documents' .* got a list with int"),
        ('{"id": null, "documents": ["x"], "references": ["y"]}', ":2: 'id' must be text; got NoneType"),
        ('{"id": "a", "documents": ["x"], "references": ["y"], "query": 3}', ":2: 'query' must be text; got int"),
        (json.dumps(FLOOD), ":2: id 'flood' is used twice"),
        ("\udcff", ":2: not UTF-8"),
    ],
)
def test_a_bad_line_is_named_with_its_file_and_number(tmp_path, line, message) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(f"{json.dumps(FLOOD)}\n{line}\n".encode(errors="surrogateescape"))
    with pytest.raises(DataError, match=r"bad\.jsonl" + message):
        read_clusters(path)


@pytest.mark.parametrize(
    ("content", "name"), [(b"", "e.jsonl"), (b"\n \n", "e.jsonl"), (gzip.compress(b"", mtime=0), "e.gz")]
)
def test_an_empty_file_is_refused(tmp_path, content, name) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(DataError, match="the file is empty"):
        read_clusters(tmp_path / name)


@pytest.mark.parametrize("suffix", [".gz", ".xz", ".bz2"])
@pytest.mark.parametrize("content", [b"not compressed", gzip.compress(b"x" * 99, mtime=0)[:-9], b""])
def test_a_broken_archive_is_refused(tmp_path, suffix, content) -> None:
    path = tmp_path / f"s.jsonl{suffix}"
    path.write_bytes(content)
    with pytest.raises(DataError, match=r"s\.jsonl"):
        read_clusters(path)


def test_a_missing_file_is_named(tmp_path) -> None:
    with pytest.raises(DataError, match=r"nowhere\.jsonl: no such file or folder"):
        read_clusters(tmp_path / "nowhere.jsonl")
    with pytest.raises(DataError, match="nowhere: no such folder"):
        read_folder(tmp_path / "nowhere")


def write(folder, texts) -> None:
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def test_a_folder_of_text_files_is_read_in_the_order_of_names(tmp_path) -> None:
    write(
        tmp_path,
        {
            "storm/documents/2.txt": "Second.",
            "storm/documents/1.txt": "First, naïve.",
            "storm/documents/notes.md": "Not a document.",
            "storm/references/anna.txt": "By Anna.",
            "d061j/documents/a.txt": "A cluster may be named as it likes.",
            "d061j/references/b.txt": "It may.",
            "d061j/query.txt": "Which names?\n",
            "readme.txt": "Not a cluster.",
        },
    )
    assert read_clusters(tmp_path) == (
        Cluster("d061j", ("A cluster may be named as it likes.",), ("It may.",), "Which names?"),
        Cluster("storm", ("First, naïve.", "Second."), ("By Anna.",)),
    )


def test_a_folder_without_what_is_needed_is_named(tmp_path) -> None:
    with pytest.raises(DataError, match=r"no cluster here: wanted .*NAME/documents"):
        read_clusters(tmp_path)
    write(tmp_path, {"storm/documents/1.txt": "First."})
    with pytest.raises(DataError, match=r"storm/references: no text here: wanted files \*\.txt"):
        read_clusters(tmp_path)
    (tmp_path / "storm/documents/1.txt").write_bytes("Café".encode("latin-1"))
    with pytest.raises(DataError, match=r"1\.txt: not UTF-8 \(byte 3\)"):
        read_clusters(tmp_path)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the development data are not here: set REPRANK_DATA")
def test_the_development_sets_are_read_whole() -> None:
    clusters = {path.stem: len(read_clusters(path)) for path in (SHARED / "summaries").glob("*.jsonl")}
    texts = {path.stem: len(read_keyphrase_texts(path)) for path in (SHARED / "keyphrases").glob("*.jsonl")}
    assert (clusters["multiling-en"], clusters["cnn"], clusters["squality"]) == (10, 300, 75)
    assert (texts["inspec"], texts["500n"], texts["wikinews-fr"]) == (500, 200, 40)
