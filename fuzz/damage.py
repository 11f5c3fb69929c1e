"""Chance to damaged files: valid documents, models and word vectors, changed in their bytes or inside their parts."""

from __future__ import annotations

import gzip
import io
import json
import tempfile
import zipfile
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
from tests.readers.gold import FILES
from tests.readers.tiny_pdf import form_pdf, tiny_pdf

from reprank.paper.encoder import Encoder
from reprank.paper.vectors import WordVectors

MAX_FILE_BYTES = 35_000  # of the files that are damaged: larger ones take long to read and teach no more
TOKENS = {
    "pdf": (
        b"obj", b"endobj", b"stream", b"/Length 99999999", b"/Kids [1 0 R]", b"<<", b">>", b"/Parent 3 0 R",
        b"xref", b"Tj", b" Do ", b"/Subtype /Form", b"/X 6 0 R", b"/Type /ObjStm /N 9 /First 9",
        b"/Filter /ASCII85Decode", b"/#46orm", b"endstream", b"/Contents [5 0 R 6 0 R]",
    ),
    "xml": (
        b"<", b">", b"</w:p>", b"<w:p>", b'<!DOCTYPE x [<!ENTITY e "x">]>', b"&e;", b"&#0;", b"\x00",
        b"<text:s text:c='99999999'/>", b"<table:table-cell table:number-columns-repeated='99999999'/>", b"<![CDATA[",
        b"<w:tbl>", b"-->", b"<p>",
    ),
    "text": (
        b"\n\n", b"# ", b"```", b"|", b"> ", b"- ", b"<p>", b"<script>", b"&#xD800;", b"\xff", b"\xfe\xff", b"\x1f\x8b",
        b"00:00:01.000 --> 00:00:02.000\n", b"99999999999:00:00,000 --> 0:0:0,0\n",
        b"Content-Type: text/html; charset=x\n", b"Content-Transfer-Encoding: base64\n", b"=?utf-8?q?=ff?=",
        b"\\u99999", b"{\\rtf1", b"\\bin99999 ", b"\\'zz",
        b"\\u-10240?", b"\\u-10179?\\u-8640?", b"Content-Type: text/plain; charset=utf-7\n", b"+2AA-", b'<a b=">" ',
        b"--boundary", b"\x1b", b"\xc3", b"WEBVTT\n", b"[x](y)", b"***", b"    code\n",
    ),
}  # fmt: skip


RST = """\
Bridges
=======

.. note:: The *river* rose, see :ref:`dams <dam>`.

:Author: Ana

1. One item;
2. another item.

.. code-block:: python

   close(bridge)

term
   Its definition. See `the page <http://x.org>`_.

+---+---+
| a | b |
+---+---+
"""
MAN_PAGE = """\
LS(1)                     User Commands                    LS(1)

NAME
       ls - list what is in a folder

OPTIONS
       -a, --all
              do not leave out hidden files

GNU coreutils             May 2026                         LS(1)
"""


def file(chance: Random) -> tuple[str, bytes]:
    """Return a damaged document and its name, now and then one that lies about its kind."""
    named = files()
    name = chance.choice(sorted(named))
    raw = named[name]
    if chance.random() < 0.5 and raw.startswith(b"PK"):
        raw = _damaged_part(chance, raw)
    elif chance.random() < 0.97:
        raw = damaged(chance, raw, _tokens(name))
    if chance.random() < 0.05:
        raw = gzip.compress(raw, mtime=0)
    if chance.random() < 0.1:
        name = chance.choice((*sorted(named), "x", "x.unknown", "a\nb.txt", "../x.md", ".", "x.jsonl", "\ud800.txt"))
    return name, raw


@cache
def files() -> dict[str, bytes]:
    """Return small valid files of every kind, by name."""
    made = {path.name: path.read_bytes() for path in sorted(FILES.iterdir()) if path.stat().st_size <= MAX_FILE_BYTES}
    lines = ("The river rose all night and closed the bridge.", "Engineers checked the central pier on Friday.")
    made["manual.rst"] = RST.encode()
    made["ls.txt"] = MAN_PAGE.encode()
    made["tiny.pdf"] = tiny_pdf([[(70, 700 - 14 * number, 11, line) for number, line in enumerate(lines)]] * 2)
    drawing = "/Subtype /Form /Resources << /XObject << /X 7 0 R >> /Font << /F1 3 0 R >> >>"
    shown = f"BT /F1 11 Tf 70 700 Td ({lines[0]}) Tj ET".encode()
    made["forms.pdf"] = form_pdf(
        [(drawing, b"/X Do"), (drawing, shown), ("/Type /ObjStm /N 1 /First 5", b"90 0 << >>")]
    )
    return made


def _tokens(name: str) -> tuple[bytes, ...]:
    return TOKENS["pdf" if name.endswith(".pdf") else "text"]


def _damaged_part(chance: Random, raw: bytes) -> bytes:
    """Change one part of an archive, or leave it out, double it or rename it, and pack all again."""
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        parts = [(name, archive.read(name)) for name in archive.namelist()]
    xml = [at for at, (name, _) in enumerate(parts) if name.endswith((".xml", ".rels", ".xhtml", ".opf", ".ncx"))]
    at = chance.choice(xml or [0])
    name, content = parts[at]
    way = chance.randrange(8)
    if way == 0:
        del parts[at]
    elif way == 1:
        parts[at] = name, parts[chance.randrange(len(parts))][1]
    elif way == 2:
        parts[at] = chance.choice(("../x", "/etc/passwd", "", name.upper(), "x" * 300)), content
    else:
        parts[at] = name, damaged(chance, content, TOKENS["xml"])
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in parts:
            archive.writestr(zipfile.ZipInfo(name or "x"), content)
    return packed.getvalue()


def damaged(chance: Random, raw: bytes, tokens: tuple[bytes, ...] = ()) -> bytes:
    """Change some places of a file."""
    made = bytearray(raw)
    for _ in range(chance.choice((1, 1, 2, 5, 20))):
        at = chance.randrange(len(made) + 1)
        way = chance.randrange(7)
        if way == 0 and at < len(made):
            made[at] = chance.randrange(256)
        elif way == 1 and at < len(made):
            made[at] ^= 1 << chance.randrange(8)
        elif way == 2:
            del made[at : at + chance.choice((1, 4, 50, 1000))]
        elif way == 3:
            made[at:at] = made[at : at + chance.choice((1, 8, 200))] * chance.choice((1, 2, 20))
        elif way == 4 and tokens:
            made[at:at] = chance.choice(tokens)
        elif way == 5:
            made[at : at + 4] = chance.choice((0, 1, 0x7FFFFFFF, 0xFFFFFFFF, 0x80000000)).to_bytes(4, "little")
        elif way == 6 and chance.random() < 0.3:
            del made[at:]
    return bytes(made)


@cache
def _words() -> WordVectors:
    generator = np.random.default_rng(0)
    words = ("the", "river", "bridge", "flood", "naïve", "橋")
    return WordVectors(words, generator.normal(size=(len(words), 4)).astype(np.float32))


@cache
def _model() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.safetensors"
        Encoder.from_vectors(_words(), attention=np.linspace(-1, 1, len(_words().words))).save(path)
        return path.read_bytes()


def encoder(chance: Random) -> bytes:
    """Return a damaged model file: its bytes, or the JSON of its header."""
    raw = _model()
    if chance.random() < 0.4:
        return damaged(chance, raw)
    length = int.from_bytes(raw[:8], "little")
    header, body = json.loads(raw[8 : 8 + length]), raw[8 + length :]
    name = chance.choice(sorted(header))
    other = chance.choice(sorted(header))
    values = (
        None,
        [],
        {},
        "x",
        -1,
        0,
        2**63,
        1e308,
        float("nan"),
        True,
        [0, 0],
        [-1, 4],
        [2**62, 2**62],
        "F64",
        "BF16",
        "I8",
    )
    way = chance.randrange(6)
    if way == 0:
        header[name] = chance.choice(values)
    elif way == 1 and header[name]:
        header[name][chance.choice(sorted(header[name]))] = chance.choice(values)
    elif way == 2:
        header[name] = header[other]
    elif way == 3:
        del header[name]
    elif way == 4 and name != "__metadata__":
        header[name]["data_offsets"] = [chance.randrange(len(body) + 9) for _ in range(2)]
        header[name]["shape"] = [chance.randrange(9) for _ in range(chance.randrange(4))]
    text = json.dumps(header).encode()
    if way == 5:
        text = text[:-1] + b"," + text[1:]  # every name twice
    if chance.random() < 0.3:
        body = damaged(chance, body)
    return len(text).to_bytes(8, "little") + text + body


@cache
def _vector_files() -> dict[str, bytes]:
    words = _words()
    lines = [f"{word} {' '.join(f'{x:.4f}' for x in row)}" for word, row in zip(words.words, words.matrix, strict=True)]
    text = ("\n".join(lines) + "\n").encode()
    head = f"{len(lines)} 4\n".encode()
    binary = head + b"".join(
        word.encode() + b" " + row.astype("<f4").tobytes() for word, row in zip(words.words, words.matrix, strict=True)
    )
    packed, table = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(zipfile.ZipInfo("glove.txt"), text)
    np.save(table, words.matrix)
    return {
        "glove.txt": text, "word2vec.vec": head + text, "word2vec.bin": binary,
        "glove.txt.gz": gzip.compress(text, mtime=0), "glove.zip": packed.getvalue(), "table.npy": table.getvalue(),
    }  # fmt: skip


def vectors(chance: Random) -> tuple[str, bytes]:
    """Return a damaged file of word vectors and its name."""
    name = chance.choice(sorted(_vector_files()))
    tokens = (
        b" nan",
        b" inf",
        b" 1e999",
        b"\n",
        b" ",
        b"9999999999 9999\n",
        b"(2, 99999999999)",
        b"'|O'",
        b"\x93NUMPY",
    )
    return name, damaged(chance, _vector_files()[name], tokens)


def words_of_table() -> tuple[str, ...]:
    """Return the words that belong to the NumPy table."""
    return _words().words
