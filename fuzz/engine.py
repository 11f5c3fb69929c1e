"""Cases to verdicts: each call is made, its result is checked, and only errors of ours are accepted."""

from __future__ import annotations

import base64
import codecs
import datetime
import hashlib
import json
import pickle
import tempfile
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import reprank
from fuzz import damage
from fuzz.cases import LENGTHS, Case
from fuzz.invariants import (
    Broken,
    check_comparison,
    check_compressed,
    check_document,
    check_explanation,
    check_html,
    check_keywords,
    check_ranked,
    check_summary,
    hold,
)
from reprank.batch.sources import RowsSource
from reprank.batch.worker import RowSettings, summarize_row
from reprank.batch.writers import WRITERS, encode
from reprank.budget import Words
from reprank.errors import RepRankError
from reprank.paper.encoder import Encoder
from reprank.paper.vectors import read_vectors
from reprank.systems import make
from reprank.text.documents import Block, Document, Place
from reprank.web.ranked_texts import RankedTexts
from reprank.web.verbs import WorkRequest, answer

HELD, REFUSED = "held", "refused"
PAGES = 20  # of every 20th summary, the page is checked too
FILE_LIMITS = reprank.FileLimits(max_bytes=5_000_000, max_unpacked_bytes=5_000_000, max_seconds=20.0)
STATUSES = (200, 400, 413, 422)
ROW_SETTINGS = RowSettings(budget=Words(20), keywords=2)
MAX_READ_CHARACTERS = 5_000  # of a file that is also summarized


@dataclass
class Tally:
    """What was tried, and what came of it."""

    held: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[Case, str]] = field(default_factory=list)
    slowest: tuple[float, Case | None] = (0.0, None)
    digest: Any = field(default_factory=hashlib.sha256)

    @property
    def tried(self) -> int:
        """Number of inputs."""
        return self.held.total() + self.refused.total() + len(self.failures)


def try_cases(cases: Iterable[Case], tally: Tally | None = None) -> Tally:
    """Run cases one after the other; a failure is kept and does not end the run."""
    tally = tally or Tally()
    with warnings.catch_warnings(), tempfile.TemporaryDirectory() as folder:
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", reprank.ReadingWarning)
        warnings.filterwarnings("ignore", "Reading `.npy`")  # NumPy on tables of Python 2, which are read
        for case in cases:
            began = time.process_time()
            try:
                verdict, result = run(case, Path(folder))
            except Exception:  # noqa: BLE001 (any other exception is what is looked for)
                tally.failures.append((case, traceback.format_exc()))
                continue
            finally:
                took = time.process_time() - began
                tally.slowest = max(tally.slowest, (took, case), key=lambda pair: pair[0])
            tally.digest.update(result.encode("utf-8", "surrogatepass"))
            (tally.held if verdict == HELD else tally.refused)[case.kind] += 1
    return tally


def run(case: Case, folder: Path) -> tuple[str, str]:
    """Make one call; return whether it gave a result or an error of ours, and what that was."""
    try:
        return HELD, CALLS[case.kind](dict(case.arguments), folder)
    except RepRankError as error:
        hold(str(error).strip(), "an error says something")
        return REFUSED, f"{type(error).__name__}: {error}".replace(str(folder), "")


def _summarize(arguments: dict[str, Any], _: Path) -> str:
    documents = _documents(arguments.pop("documents"))
    length = _length(arguments)
    explained, name = arguments.pop("explain", False), arguments.pop("system", None)
    system = make(name) if name else reprank.RepRank()
    summary = system.summarize(documents, **arguments)
    check_summary(summary, documents, arguments.get("seen", ()), length)
    written = summary.to_json()
    # Which summaries are shown as a page depends on the input, not on how many came before.
    if explained or sum(map(len, (document.text for document in documents))) % PAGES == 0:
        explained = explained and name is None
        check_html(summary.to_html(explain=explained), documents)
        summary.to_markdown(explain=explained)
        if explained:
            written += json.dumps(summary.to_dict(explain=True)["reasons"], allow_nan=False)
    return written


def _keywords(arguments: dict[str, Any], _: Path) -> str:
    documents = _documents(arguments.pop("documents"))
    keywords = reprank.keywords(documents, **arguments)
    check_keywords(keywords, documents, arguments["top"])
    return repr([(keyword.text, keyword.score, keyword.occurrences) for keyword in keywords])


def _compress(arguments: dict[str, Any], _: Path) -> str:
    chunks = _documents(arguments.pop("chunks"))
    made = reprank.compress(chunks, arguments.pop("query", None), **arguments)
    check_compressed(made, chunks, _length(arguments))
    return made.to_json()


def _rank(arguments: dict[str, Any], _: Path) -> str:
    """Rank documents; ask for summaries with pins and bans, for reasons, sources, conflicts and similar sentences."""
    documents = _documents(arguments.pop("documents"))
    lengths = [_length(length) for length in arguments.pop("lengths")]
    marked = [arguments.pop("pinned"), arguments.pop("banned")]
    ranked = reprank.rank(documents, **arguments)
    seen = arguments.get("seen", ())
    plain = ranked.summarize(keywords=2, **lengths[0])
    check_summary(plain, documents, seen, lengths[0])
    alone = reprank.summarize(documents, keywords=2, **lengths[0], **arguments)
    hold(plain.to_json() == alone.to_json(), "a ranked text gives the same summary")
    hold(
        pickle.loads(pickle.dumps(ranked)).summarize(keywords=2, **lengths[0]).to_json() == plain.to_json(),
        "so does a copy",
    )
    check_ranked(ranked)
    sentences = ranked.sentences
    pinned, banned = ([sentences[number] for number in numbers if number < len(sentences)] for numbers in marked)
    written = plain.to_json()
    try:
        other = ranked.summarize(
            keywords=2, ranking=True, sources=True, conflicts=True, pinned=pinned, banned=banned, **lengths[1]
        )
    except RepRankError as error:
        hold(
            pinned or banned or len(lengths[1]) > 1 or "must be" in str(error),
            "only pins, bans and lengths are refused",
        )
        return written
    places = {(sentence.document, sentence.start) for sentence in other.sentences}
    hold({(it.document, it.start) for it in pinned} <= places, "what is pinned is there")
    hold(not {(it.document, it.start) for it in banned} & places, "what is banned is not there")
    check_summary(other, documents, seen if not pinned else (), lengths[1], pinned=bool(pinned))
    check_html(other.to_html(explain=True), documents)
    other.to_markdown(explain=True, title="x", date="y")
    for sentence in other.ranking[:6]:
        check_explanation(other.explain(sentence))
    if sum(bool(document.text.strip()) for document in documents) > 1 and "seen" not in arguments:
        check_comparison(reprank.compare(documents, words=30, language=arguments.get("language")), documents)
    return written + other.to_json()


def _read(arguments: dict[str, Any], _: Path) -> str:
    raw = base64.b64decode(arguments.pop("bytes"))
    document = reprank.read(raw, limits=FILE_LIMITS, **arguments)
    check_document(document)
    if len(document.text) <= MAX_READ_CHARACTERS:
        summary = reprank.summarize([document], words=30, keywords=0)
        check_summary(summary, [document], (), {"words": 30})
        if len(document.text) % PAGES == 0:
            check_html(summary.to_html(), [document])
    return repr(document)


def _service(arguments: dict[str, Any], _: Path) -> str:
    raw = base64.b64decode(arguments["bytes"])
    options = {**arguments["options"], **({"line": "3"} if arguments["verb"] == "batch" else {})}
    made = answer(WorkRequest(arguments["verb"], raw, 20, options), _texts())
    hold(not made.fault, f"the service expects every exception; {made.fault}")
    hold(made.status in STATUSES, f"a request is answered or refused; got {made.status}")
    if "json" in made.media_type:
        members = json.loads(made.body, parse_constant=_refused_constant)
        hold(isinstance(members, dict), "an answer is an object")
        hold(made.status == 200 or members["detail"], "a refusal says why")
        hold(arguments["verb"] != "batch" or ({"summary", "error"} & set(members)), "a line has a summary or an error")
    if made.status != 200:
        raise RepRankError(json.loads(made.body)["detail"])
    return made.body.decode("utf-8")


def _refused_constant(name: str) -> None:
    raise Broken(f"JSON has no {name}")


@cache
def _texts() -> RankedTexts:
    return RankedTexts()


def _rows(arguments: dict[str, Any], folder: Path) -> str:
    line = base64.b64decode(arguments["line"])
    (folder / "rows.jsonl").write_bytes(line)
    try:
        with closing(RowsSource(str(folder / "rows.jsonl"))) as source:
            rows = list(source.rows)
    except RepRankError:
        if line.removeprefix(codecs.BOM_UTF8).strip().startswith(b"["):
            raise
        raise Broken("only a file that is an array is refused") from None
    written = [encode(summarize_row(row, ROW_SETTINGS)) for row in rows]
    for row, result in zip(rows, written, strict=True):
        fields = json.loads(result, parse_constant=_refused_constant)
        hold("id" in fields and {"summary", "error"} & set(fields), "a row has a summary or an error")
        hold(len(fields) >= len(row.copied) + 2, "no column is overwritten")
        hold(result.count(b"\n") == 1, "a row is a line")
    for name in (".csv", ".parquet") if len(line) % PAGES == 0 else ():
        WRITERS[name](folder / f"out{name}", "", lambda: written)
    return b"".join(written).decode("utf-8")


def _encoder(arguments: dict[str, Any], folder: Path) -> str:
    path = folder / "model.safetensors"
    path.write_bytes(base64.b64decode(arguments["bytes"]))
    encoder = Encoder.load(path)
    words = [*damage.words_of_table(), "unknown", "river-bridge"]
    vectors = encoder.vectors_of(words)
    hold(np.isfinite(vectors).all(), "vectors are finite")
    hold(not np.isnan(encoder.attention_of(words)).any(), "attention is a number")
    return repr((vectors.tolist(), encoder.metadata))


def _vectors(arguments: dict[str, Any], folder: Path) -> str:
    path = folder / arguments["name"]
    path.write_bytes(base64.b64decode(arguments["bytes"]))
    (folder / "table.words.txt").write_text("\n".join(damage.words_of_table()) + "\n", encoding="utf-8")
    vectors = read_vectors(path, limit=arguments.get("limit"))
    hold(np.isfinite(vectors.matrix).all(), "vectors are finite")
    return repr((vectors.words, vectors.matrix.tolist()))


CALLS: dict[str, Callable[[dict[str, Any], Path], str]] = {
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


def _length(arguments: dict[str, Any]) -> dict[str, Any]:
    return {name: arguments[name] for name in LENGTHS if arguments.get(name) is not None}


def _documents(given: list[Any]) -> list[Document]:
    return [_document(one) if isinstance(one, dict) else Document(one) for one in given]


def _document(fields: dict[str, Any]) -> Document:
    blocks = tuple(Block(*block) for block in fields["blocks"])
    places = tuple(Place(*place) for place in fields["places"])
    date = datetime.date.fromisoformat(fields["date"]) if fields.get("date") else None
    return Document(fields["text"], fields["title"], fields["id"], blocks, places, date)
