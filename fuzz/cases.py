"""Chance to cases: one call of the library with arguments that JSON can hold, so that a failure can be kept."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from fuzz import damage, texts
from reprank.budget import LENGTHS
from reprank.compression.keeping import PRESETS
from reprank.result_rows import RESULT_COLUMNS
from reprank.systems import SYSTEMS
from reprank.text.documents import KINDS as BLOCK_KINDS
from reprank.text.languages import known_languages
from reprank.web.verbs import TABLES

CORPUS = Path(__file__).parent / "corpus"
CODES = (*known_languages(), "german", "pt-BR", "zh-Hans", "xx", "", "EN", "en-\x00", "日本")
# Values that no option takes, or that only some take.
WRONG = (0, -1, True, 1.5, "auto", "", "x", float("nan"), float("inf"), 10**30, [], {}, None)
ODD = (
    [0],
    ["x"],
    {"start": 0},
    [[0, 0]],
    [[0, 0], [0, 0]],
    [[9, -1]],
    [[0, 0, 0]],
    [20, 50],
    [1] * 99,
    [10**30],
    [True],
)
SLOW_SYSTEMS = {"oracle", "icsi", "sparse", "reprank-paper-absorb"}
OTHER_SYSTEMS = sorted(set(SYSTEMS) - SLOW_SYSTEMS - {"reprank"})
#: How often each kind of call is made.
SHARES = {
    "summarize": 34, "keywords": 16, "compress": 12, "rank": 1, "read": 16, "service": 10, "rows": 5, "encoder": 4,
    "vectors": 3,
}  # fmt: skip


@dataclass(frozen=True)
class Case:
    """A call and its arguments."""

    kind: str
    arguments: dict[str, Any]

    def to_json(self) -> str:
        """Write the case; halves of characters are escaped."""
        return json.dumps({"kind": self.kind, "arguments": self.arguments}, sort_keys=True)

    @classmethod
    def from_json(cls, line: str) -> Case:
        """Read what ``to_json`` wrote."""
        return cls(**json.loads(line))


def kept_cases() -> dict[str, Case]:
    """Read the inputs that once broke something, or nearly did, by their names."""
    return {path.stem: Case.from_json(path.read_text(encoding="ascii")) for path in sorted(CORPUS.glob("*.json"))}


def make_case(chance: Random, kinds: dict[str, int] | None = None) -> Case:
    """Make one case of any kind."""
    shares = kinds or SHARES
    at = chance.randrange(sum(shares.values()))
    for kind, share in shares.items():
        at -= share
        if at < 0:
            return Case(kind, MAKERS[kind](chance))
    raise AssertionError("shares add up")


def _summarize(chance: Random) -> dict[str, Any]:
    documents = _documents(chance)
    arguments: dict[str, Any] = {"documents": documents, **_length(chance)}
    arguments["keywords"] = _option(chance, chance.choice((0, 0, 0, 1, 3, 10)))
    _sometimes(chance, arguments, "query", 0.3, lambda: texts.text(chance, most=1))
    _sometimes(chance, arguments, "seen", 0.25, lambda: _seen(chance, documents))
    _sometimes(chance, arguments, "language", 0.2, lambda: chance.choice(CODES))
    _sometimes(chance, arguments, "ranking", 0.2, lambda: True)
    _sometimes(chance, arguments, "system", 0.06, lambda: chance.choice(OTHER_SYSTEMS))
    _sometimes(chance, arguments, "explain", 0.05, lambda: True)
    return arguments


def _keywords(chance: Random) -> dict[str, Any]:
    documents = _documents(chance)
    arguments: dict[str, Any] = {"documents": documents, "top": _option(chance, chance.randrange(1, 12))}
    _sometimes(chance, arguments, "min_words", 0.2, lambda: _option(chance, chance.randrange(1, 4)))
    _sometimes(chance, arguments, "max_words", 0.2, lambda: _option(chance, chance.randrange(1, 7)))
    _sometimes(chance, arguments, "diversity", 0.2, lambda: _option(chance, chance.random()))
    for name in ("exclude", "include", "candidates", "seeds"):
        _sometimes(chance, arguments, name, 0.12, lambda: _phrases(chance, documents))
    _sometimes(chance, arguments, "seen", 0.15, lambda: _seen(chance, documents))
    _sometimes(chance, arguments, "language", 0.2, lambda: chance.choice(CODES))
    return arguments


def _compress(chance: Random) -> dict[str, Any]:
    chunks = _documents(chance)
    arguments: dict[str, Any] = {"chunks": chunks, **_length(chance)}
    _sometimes(chance, arguments, "query", 0.7, lambda: texts.text(chance, most=1))
    _sometimes(chance, arguments, "threshold", 0.2, lambda: _option(chance, chance.random()))
    wishes = (*PRESETS, r"\d+", "(", "river", ".", "^$", 0, 1, 99, -1)
    _sometimes(chance, arguments, "keep", 0.2, lambda: [chance.choice(wishes)])
    _sometimes(chance, arguments, "marker", 0.2, lambda: chance.choice(("[…]", "", "...", "\n", "\ud800", "x" * 50)))
    _sometimes(chance, arguments, "language", 0.2, lambda: chance.choice(CODES))
    return arguments


def _rank(chance: Random) -> dict[str, Any]:
    """Rank documents once, and ask all that can be asked of a ranked text; sentences are marked by their numbers."""
    documents = _documents(chance)
    arguments: dict[str, Any] = {"documents": documents, "lengths": [_length(chance) for _ in range(2)]}
    _sometimes(chance, arguments, "query", 0.3, lambda: texts.text(chance, most=1))
    _sometimes(chance, arguments, "seen", 0.25, lambda: _seen(chance, documents))
    _sometimes(chance, arguments, "language", 0.2, lambda: chance.choice(CODES))
    for name in ("pinned", "banned"):
        arguments[name] = [chance.randrange(12) for _ in range(chance.choice((0, 1, 1, 3, 9)))]
    return arguments


def _read(chance: Random) -> dict[str, Any]:
    name, raw = damage.file(chance)
    arguments: dict[str, Any] = {"name": name, "bytes": base64.b64encode(raw).decode()}
    encodings = ("utf-8", "latin-1", "utf-16", "cp1252", "nonsense", "idna", "zip", "")
    _sometimes(chance, arguments, "encoding", 0.05, lambda: chance.choice(encodings))
    return arguments


def _encoder(chance: Random) -> dict[str, Any]:
    return {"bytes": base64.b64encode(damage.encoder(chance)).decode()}


def _vectors(chance: Random) -> dict[str, Any]:
    name, raw = damage.vectors(chance)
    arguments: dict[str, Any] = {"name": name, "bytes": base64.b64encode(raw).decode()}
    _sometimes(chance, arguments, "limit", 0.2, lambda: chance.choice((0, -1, 1, 2, 10**9)))
    return arguments


def _service(chance: Random) -> dict[str, Any]:
    """Make a request of the web service: its verb, the bytes of its body, and what its address says."""
    verb = chance.choice(("summarize", "summarize", "keywords", "compress", "batch", "read"))
    if verb == "read":
        name, raw = damage.file(chance)
        return {"verb": verb, "bytes": base64.b64encode(raw).decode(), "options": {"name": name}}
    options: dict[str, str] = {}
    if verb == "batch":
        body: dict[str, Any] = {**_line(chance)}
        options = {name: json.dumps(value) for name, value in _length(chance).items()}
    else:
        body = {"summarize": _summarize, "keywords": _keywords, "compress": _compress}[verb](chance)
        body.pop("system", None)
        for place in ("documents", "chunks"):
            body[place] = [_in_json(one) for one in body.get(place, ())] or body.pop(place, [])
        if verb == "compress":
            body.pop("documents", None)
        else:
            body.pop("chunks", None)
        for name in TABLES[verb]:
            _sometimes(chance, body, name, 0.03, lambda: chance.choice((*WRONG, *ODD)))
    raw = json.dumps(body, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")
    if chance.random() < 0.3:
        raw = damage.damaged(
            chance, raw, (b'"', b"[", b"]", b"{", b"}", b",", b":", b"\\u", b"\\", b"1e999", b"\x00", b"null")
        )
    return {"verb": verb, "bytes": base64.b64encode(raw).decode(), "options": options}


def _in_json(document: Any) -> Any:
    """Write blocks and places as the service takes them."""
    if not isinstance(document, dict):
        return document
    blocks = [dict(zip(("start", "end", "kind"), block, strict=True)) for block in document["blocks"]]
    places = [dict(zip(("start", "label"), place, strict=True)) for place in document["places"]]
    return {**document, "blocks": blocks, "places": places}


def _line(chance: Random) -> dict[str, Any]:
    """Make a row of a batch: an id, texts, and columns of any name and value."""
    documents = [one if isinstance(one, str) else one["text"] for one in _documents(chance)]
    row: dict[str, Any] = {"text": documents[0]} if len(documents) == 1 else {"documents": documents}
    _sometimes(chance, row, "id", 0.8, lambda: chance.choice((1, "a", texts.sentence(chance), *WRONG)))
    _sometimes(chance, row, "documents", 0.05, lambda: chance.choice((*WRONG, ["x"], [1], [None])))
    for name in (*RESULT_COLUMNS, "input_summary", "input_input_summary", "year", "", "\ud800", texts.sentence(chance)):
        _sometimes(chance, row, name, 0.08, lambda: chance.choice((*WRONG, texts.sentence(chance), [{"a": [1.5]}])))
    return row


def _rows(chance: Random) -> dict[str, Any]:
    raw = json.dumps(_line(chance), ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")
    if chance.random() < 0.2:
        raw = damage.damaged(chance, raw, (b'"', b"[", b"{", b"\\ud800", b"\xff", b"1e999", b"\xef\xbb\xbf", b"NaN"))
    return {"line": base64.b64encode(raw.replace(b"\n", b" ")).decode()}


MAKERS = {
    "summarize": _summarize,
    "keywords": _keywords,
    "compress": _compress,
    "rank": _rank,
    "read": _read,
    "service": _service,
    "rows": _rows,
    "encoder": _encoder,
    "vectors": _vectors,
}


def _sometimes(chance: Random, arguments: dict[str, Any], name: str, share: float, make: Any) -> None:
    if chance.random() < share:
        arguments[name] = make()


def _option(chance: Random, right: Any) -> Any:
    return chance.choice(WRONG) if chance.random() < 0.02 else right


def _length(chance: Random) -> dict[str, Any]:
    if chance.random() < 0.03:
        return {}
    unit = chance.choice(tuple(LENGTHS))
    if unit == "ratio":
        return {unit: _option(chance, chance.choice((0.01, 0.3, 0.5, 1.0, chance.random())))}
    limit = chance.choice((1, 2, 3, 5, 10, 40, 200, 10_000))
    length: dict[str, Any] = {unit: _option(chance, limit * (4 if unit in ("characters", "bytes") else 1))}
    if chance.random() < 0.02:
        length[chance.choice(tuple(LENGTHS))] = 5
    return length


def _documents(chance: Random) -> list[Any]:
    count = chance.choice((1, 1, 1, 1, 2, 2, 3, 0, 7))
    made = [texts.text(chance, most=max(6 // max(count, 1), 1)) for _ in range(count)]
    if made and chance.random() < 0.1:
        again = chance.choice(made)
        made.append(texts.twin(chance, again) if chance.random() < 0.5 else again)
    return [_with_blocks(chance, text) if chance.random() < 0.1 else text for text in made]


def _with_blocks(chance: Random, text: str) -> dict[str, Any]:
    """Make the fields of a Document with blocks and places; now and then with ones that are refused."""
    # A border inside a word would make two words of it, of which each is the other's copy.
    borders = [0, *(at for at, character in enumerate(text) if character.isspace()), len(text), len(text) + 1]
    edges = sorted(chance.choice(borders) for _ in range(chance.choice((0, 2, 4, 8))))
    kinds = sorted(BLOCK_KINDS)
    blocks = [[a, b, chance.choice(kinds)] for a, b in zip(edges[::2], edges[1::2], strict=True)]
    places = [[edge, texts.sentence(chance)] for edge in edges[::3]]
    return {
        "text": text,
        "title": texts.sentence(chance),
        "id": texts.sentence(chance),
        "blocks": blocks,
        "places": places,
        "date": chance.choice((None, None, "2024-05-01", "0001-01-01", "9999-12-31", "2026-02-28")),
    }


def _seen(chance: Random, documents: list[Any]) -> list[str]:
    """Take what the reader knows from the documents themselves, as often as not."""
    known = [text for document in documents if (text := document if isinstance(document, str) else document["text"])]
    seen = []
    for _ in range(chance.randrange(1, 3)):
        if known and chance.random() < 0.6:
            document = chance.choice(known)
            start = chance.randrange(len(document))
            other = texts.twin(chance, document)
            seen.append(chance.choice((document, document[start:], document[:start], document.upper(), other)))
        else:
            seen.append(texts.text(chance, most=2))
    return seen


def _phrases(chance: Random, documents: list[Any]) -> Any:
    known = [word for document in documents if isinstance(document, str) for word in document.split()]
    if chance.random() < 0.05:
        return chance.choice(WRONG)
    phrases = [
        " ".join(chance.choice(known or ["river"]) for _ in range(chance.randrange(1, 3)))
        for _ in range(chance.randrange(3))
    ]
    return phrases or texts.sentence(chance)
