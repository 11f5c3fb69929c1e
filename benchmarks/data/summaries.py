"""Published files to clusters with references: ``{"id", "documents", "references"}``."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

Row = dict[str, object]
MULTI_NEWS_SEPARATOR = re.compile(r"\s*(?:\|\|\|\|\||story_separator_special_tag)\s*")
MULTI_NEWS_TRAINING_ROWS = 44_972
REVIEWS = 8


def read_fewsum(source: Path) -> Iterator[Row]:
    """Yelp and Amazon reviews of FewSum: the folder ``artifacts/NAME/gold_summs``; training and validation part."""
    for part in ("train", "val"):
        text = (source / f"{part}.csv").read_text(encoding="utf-8")
        # Quotation marks are part of the reviews: the files are separated by tabs and quote nothing.
        for row in csv.DictReader(io.StringIO(text), delimiter="\t", quoting=csv.QUOTE_NONE):
            documents = [row[f"rev{number}"] for number in range(1, REVIEWS + 1)]
            references = [" ".join(row[f"summ{number}"].split()) for number in (1, 2, 3)]
            yield {"id": row["group_id"], "documents": documents, "references": references}


def read_vietnamese(source: Path) -> Iterator[Row]:
    """VietnameseMDS: the archive ``KTLAB-200document-clusters.zip``, clusters in the order of their names."""
    with zipfile.ZipFile(source) as archive:
        names = sorted(archive.namelist())
        for cluster in sorted({name.split("/")[1] for name in names if name.count("/") == 2}):
            own = [name for name in names if name.startswith(f"clusters/{cluster}/")]
            documents = [name for name in own if name.endswith(".body.txt")]
            references = [name for name in own if re.search(r"\.ref\d+\.txt$", name)]
            yield {
                "id": cluster,
                "documents": [_text(archive, name) for name in documents],
                "references": [_text(archive, name) for name in references],
            }


def _text(archive: zipfile.ZipFile, name: str) -> str:
    return " ".join(archive.read(name).decode("utf-8-sig").split())


def read_qmsum_meetings(source: Path) -> Iterator[Row]:
    """QMSum: ``data/ALL/jsonl/val.jsonl``; the answer to the first general question is the summary of the meeting."""
    for number, meeting in enumerate(_lines(source)):
        turns = [turn["content"] for turn in meeting["meeting_transcripts"]]
        reference = meeting["general_query_list"][0]["answer"]
        yield {"id": f"{source.stem}-{number}", "documents": ["\n".join(turns)], "references": [reference]}


def read_squality(source: Path) -> Iterator[Row]:
    """SQuALITY: a file of ``data/v1-3/txt``; the first question asks for the plot."""
    for story in _lines(source):
        responses = story["questions"][0]["responses"]
        yield {
            "id": str(story["metadata"]["passage_id"]),
            "documents": [story["document"]],
            "references": [response["response_text"] for response in responses],
        }


def read_multi_news(source: Path) -> Iterator[Row]:
    """Multi-News: a file ``PART.src`` with one cluster a line, beside it ``PART.tgt`` with the summaries."""
    targets = source.with_name(source.name.replace(".src", ".tgt"))
    pairs = zip(_text_lines(source), _text_lines(targets), strict=True)
    for number, (cluster, reference) in enumerate(pairs):
        documents = [part.replace("NEWLINE_CHAR", "\n").strip() for part in MULTI_NEWS_SEPARATOR.split(cluster)]
        yield {
            "id": f"{source.name.split('.')[0]}-row{number}",
            "documents": [document for document in documents if document],
            "references": [reference.strip().removeprefix("– ")],
        }


def read_truncated_multi_news(source: Path) -> Iterator[Row]:
    """Multi-News, validation part of the truncated download; rows are numbered after those of the training part."""
    for number, row in enumerate(read_multi_news(source)):
        yield {**row, "id": f"validation-{MULTI_NEWS_TRAINING_ROWS + number}"}


def read_cnn(source: Path) -> Iterator[Row]:
    """CNN/DailyMail as JSON lines with ``article`` and ``highlights``, in the published order."""
    for number, row in enumerate(_lines(source)):
        yield {"id": f"cnndm-test-{number}", "documents": [row["article"]], "references": [row["highlights"]]}


def read_pubmed(source: Path) -> Iterator[Row]:
    """PubMed of Cohan et al.: JSON lines with ``article_text`` and ``abstract_text``, sentences in ``<S>`` marks."""
    for row in _lines(source):
        abstract = [re.sub(r"</?S>", "", sentence).strip() for sentence in row["abstract_text"]]
        yield {
            "id": str(row["article_id"]),
            "documents": [" ".join(row["article_text"])],
            "references": [" ".join(abstract)],
        }


def read_opinosis(source: Path) -> Iterator[Row]:
    """Opinosis: the unpacked archive with ``topics`` and ``summaries-gold``; every opinion is a document."""
    for topic in sorted((source / "topics").glob("*.txt.data")):
        name = topic.name.removesuffix(".txt.data")
        references = sorted((source / "summaries-gold" / name).glob("*.gold"))
        yield {
            "id": name,
            "documents": [line.strip() for line in _read_any(topic).splitlines() if line.strip()],
            "references": [_read_any(path).strip() for path in references],
        }


def _read_any(path: Path) -> str:
    """Read UTF-8 or, where that fails, the Windows code page that older files are in."""
    content = path.read_bytes()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def _lines(path: Path) -> Iterator[dict]:  # type: ignore[type-arg]
    with path.open(encoding="utf-8") as file:
        yield from (json.loads(line) for line in file if line.strip())


def _text_lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").split("\n")[:-1]
