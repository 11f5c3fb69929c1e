"""``reprank compress``: chunks in, shorter chunks out."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from reprank.cli.inputs import SOME_UNREADABLE, read_bytes, read_documents, warn, write
from reprank.cli.options import add_options, add_shared, given
from reprank.errors import DataError, InputError
from reprank.progress import elapsed
from reprank.readers.encodings import decode
from reprank.schema import LENGTHS, QUESTION, CompressOptions, options_of
from reprank.text.documents import Document

if TYPE_CHECKING:
    from reprank.compression import Compressed

PLAIN = ("threshold", "marker", "language")  # options as the library has them
HELP = "shorten texts to the sentences that answer a question"
DESCRIPTION = "From text files, keep the sentences that answer a question, in place and within one overall length."
EXAMPLES = """\
examples:
  reprank compress docs/*.md --query "Which port does the server use?" --tokens 500
  reprank compress notes.txt --query "Who pays?" --threshold 0.5 --marker "[…]"
  reprank compress log.txt --ratio 0.3 --keep numbers --keep "ERROR"
  reprank compress chunks.jsonl --query "Who pays?" --tokens 500 --format jsonl

rows of a .jsonl file (or of standard input with --format jsonl):
  {"id": "a", "text": "…"}                      a chunk; all rows together are compressed to one length
  {"id": 1, "query": "…", "chunks": ["…", …]}   a separate call, with its own query or that of --query
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("files", nargs="+", metavar="CHUNK", help="text files or .jsonl files; - is standard input")
    add_options(parser, {"query": QUESTION})
    options = options_of(CompressOptions)
    add_options(parser.add_mutually_exclusive_group(), options, *LENGTHS)
    add_options(parser, options, *PLAIN)
    parser.add_argument(
        "--keep",
        action="append",
        default=[],
        metavar="WHAT",
        help="what to keep: a regular expression, or numbers, paths, urls, quotes, code, tables or headings; "
        "can be repeated",
    )
    parser.add_argument("--keep-chunk", action="append", type=int, default=[], metavar="N", help="keep chunk N whole")
    parser.add_argument(
        "--format", choices=["text", "json", "jsonl"], help="default: jsonl for .jsonl files, otherwise text"
    )
    parser.add_argument("--output", metavar="FILE", help="write to a file instead of standard output")
    add_shared(parser, "--encoding")


def run(options: argparse.Namespace) -> int:
    """Compress and write."""
    in_rows = [name for name in options.files if name.endswith(".jsonl") or (name == "-" and options.format == "jsonl")]
    form = options.format or ("jsonl" if in_rows else "text")
    if not in_rows:
        documents, complete = read_documents(options.files, options.encoding)
        made = _compress(documents, options.query, options)
        write(_written(made, form), options.output)
        return 0 if complete else SOME_UNREADABLE
    if len(in_rows) < len(options.files):
        raise InputError("text files and .jsonl files cannot be mixed: use one kind or the other")
    rows = [row for name in in_rows for row in _rows(name, options.encoding)]
    if any("chunks" in row for row in rows):
        write("".join(_call(row, options) for row in rows), options.output)
        return 0
    made = _compress([_chunk(row["text"], row.get("id")) for row in rows], options.query, options)
    if form == "jsonl":
        lines = [{**row, **_fields(made, i)} for i, row in enumerate(rows)]
        write("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), options.output)
    else:
        write(_written(made, form), options.output)
    return 0


def _compress(chunks: list[Document], query: str | None, options: argparse.Namespace) -> Compressed:
    from reprank.compression import compress

    with elapsed("compressing"):
        keep = [*options.keep, *options.keep_chunk]
        made = compress(chunks, query, keep=keep, **given(options, *LENGTHS, *PLAIN))
    warn(made.warnings)
    return made


def _written(made: Compressed, form: str) -> str:
    if form == "json":
        return made.to_json(indent=2) + "\n"
    if form == "jsonl":
        lines = [{"id": chunk.id, **_fields(made, i)} for i, chunk in enumerate(made.chunks)]
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    return f"{str(made).rstrip()}\n"


def _fields(made: Compressed, i: int) -> dict[str, object]:
    chunk = made.chunks[i]
    return {"text": chunk.text, "kept": chunk.kept, "dropped": chunk.dropped}


def _call(row: dict[str, object], options: argparse.Namespace) -> str:
    """Compress the chunks of one row by themselves."""
    chunks = row.get("chunks")
    if not isinstance(chunks, list):
        raise DataError(f"row {row.get('id')!r}: chunks must be a list; got {type(chunks).__name__}")
    query = row.get("query", options.query)
    if query is not None and not isinstance(query, str):
        raise DataError(f"row {row.get('id')!r}: query must be text; got {type(query).__name__}")
    documents = [
        _chunk(item.get("text"), item.get("id")) if isinstance(item, dict) else _chunk(item, None) for item in chunks
    ]
    made = _compress(documents, query, options).to_dict()
    return json.dumps({"id": row.get("id"), **made}, ensure_ascii=False) + "\n"


def _chunk(text: object, identity: object) -> Document:
    if not isinstance(text, str):
        raise DataError(f"a chunk must be text, or an object with text; got {type(text).__name__}")
    return Document(text, id=None if identity is None else str(identity))


def _rows(name: str, encoding: str | None) -> Iterator[dict[str, object]]:
    text = decode(read_bytes(name), name, encoding)
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError as error:
            raise DataError(f"{name}, line {number}: not JSON: {error}") from None
        if not isinstance(row, dict) or not ("chunks" in row or isinstance(row.get("text"), str)):
            raise DataError(f'{name}, line {number}: expected an object with "text" or "chunks"')
        yield row
