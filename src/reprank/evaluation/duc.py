"""The DUC 2002 and DUC 2007 folders, as NIST distributes them, to clusters.

Unpack the archives (and the archives inside them) anywhere below one folder and pass that folder. Folders and files
are found by name, at any depth, upper or lower case:

DUC 2002, task 2 (archives ``DUC2002_Summarization_Documents.tgz``, ``duc2002extractsandabstracts.tar.gz``)
    documents   a folder per document set, ``d061j/``, with SGML files ``AP880911-0016``; ``docs/`` is preferred to
                ``docs.with.sentence.breaks/``, whose files end in ``.S``, where there are both
    references  a folder per document set and author, ``d061ja/``, with files ``10``, ``50``, ``100``, ``200``
                (abstracts) and ``200e``, ``400e`` (extracts), each one ``<SUM …>`` element; ``perdocs`` is not read

DUC 2007, main task (archives ``DUC2007_Summarization_Documents.tgz``, ``mainEval.tar.gz``; ``duc2007_topics.sgml``)
    documents   a folder per topic, ``D0701A/``, with SGML files ``XIE19980304.0061``, not below a folder ``update``;
                read in the order of the dates in their names, the most recent last
    references  files ``D0701.M.250.A.C``: topic, multi-document, length, selector, author; authors that are numbers are
                systems and are left out. NIST ships each of them several times (``ROUGE/models``, ``ROUGE/peers``,
                ``manual/peers``), with and without one sentence a line: of each topic and author one file is read,
                that of ``ROUGE/models`` if it is there
    query       title and narrative of the topic in ``duc2007_topics.sgml``, if the file is there

The text of a document is read: ``<TEXT>``, before it ``<LP>`` or ``<LEADPARA>``, where the Wall Street Journal and the
San Jose Mercury News keep the first paragraph. Headlines, bylines and dates are left out. Paragraphs are set apart by
an empty line, lines within them are joined, and the quotation marks ``` `` ``` and ``''`` become ``"``.
"""

from __future__ import annotations

import html
import re
import textwrap
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from reprank.errors import DataError
from reprank.evaluation.datasets import Cluster
from reprank.patterns import lazy_pattern

WORDS_2002 = 200  # the paper's lengths, under "Datasets"
WORDS_2007 = 250
SUMMARIES_2002 = ("10", "50", "100", "200", "200e", "400e")

_DOCSET_2002 = lazy_pattern(r"(d\d{3})[a-z]", re.IGNORECASE)
_MODELS_2002 = lazy_pattern(r"(d\d{3})[a-z]{2}", re.IGNORECASE)
_DOCSET_2007 = lazy_pattern(r"(D07\d{2})[A-Z]", re.IGNORECASE)
_MODEL_2007 = lazy_pattern(r"(D07\d{2})\.M\.250\.[A-Z]\.([A-Z])", re.IGNORECASE)
_DATE_2007 = lazy_pattern(r"\d{8}")
_ARCHIVE = lazy_pattern(r".*\.(?:tgz|tar|tar\.gz|tar\.Z|zip)", re.IGNORECASE)
_TOPICS_2007 = "duc2007_topics.sgml"

Reader = Callable[[Path], tuple[Cluster, ...]]


def layout(folder: Path) -> Reader | None:
    """Find the reader for a folder, ``None`` if it is neither DUC 2002 nor DUC 2007.

    Raises DataError if the folder has both years, or nothing of them but archives that have to be unpacked.
    """
    found: dict[Reader, Path] = {}
    for path in _below(folder):
        if _MODEL_2007.fullmatch(path.name) or (path.is_dir() and _DOCSET_2007.fullmatch(path.name)):
            found.setdefault(read_duc2007, path)
        if path.is_dir() and (_DOCSET_2002.fullmatch(path.name) or _MODELS_2002.fullmatch(path.name)):
            found.setdefault(read_duc2002, path)
    if len(found) > 1:
        raise DataError(
            f"{folder}: both DUC 2002 ({found[read_duc2002]}) and DUC 2007 ({found[read_duc2007]}) are here: "
            "put each year in its own folder and name both folders"
        )
    if not found and (archive := _archive(folder)):
        raise DataError(f"{folder}: {archive} is not unpacked: unpack it, and the archives inside it, in this folder")
    return next(iter(found), None)


def read_duc2002(folder: str | Path, *, summaries: str = "200") -> tuple[Cluster, ...]:
    """Read the document sets of DUC 2002 with the summaries of one kind, by default abstracts of 200 words.

    Document sets without such a summary are left out with a warning that names them. Raises DataError, naming folder
    and pattern, if documents or summaries are missing altogether.
    """
    folder = Path(folder)
    if summaries not in SUMMARIES_2002:
        raise DataError(f"summaries must be one of {', '.join(SUMMARIES_2002)}; got {summaries!r}")
    paths = _below(folder)
    documents = _document_sets(paths, _DOCSET_2002)
    _require(documents, folder, "documents: folders such as docs/d061j/ with SGML files")
    models: defaultdict[str, dict[str, Path]] = defaultdict(dict)
    for path in paths:
        name = _MODELS_2002.fullmatch(path.parent.name)
        if name and path.name == summaries and path.is_file():
            models[name[1].lower()].setdefault(path.parent.name.lower(), path)
    _require(models, folder, f"summaries: files such as extracts_abstracts/d061ja/{summaries}")
    return _clusters(folder, documents, models, {})


def read_duc2007(folder: str | Path) -> tuple[Cluster, ...]:
    """Read the topics of DUC 2007's main task with their model summaries and, as query, title and narrative.

    Topics without a model are left out with a warning that names them. Raises DataError, naming folder and pattern, if
    documents or models are missing altogether.
    """
    folder = Path(folder)
    paths = [path for path in _below(folder) if "update" not in str(path.relative_to(folder)).lower()]
    documents = {key: sorted(files, key=_date) for key, files in _document_sets(paths, _DOCSET_2007).items()}
    _require(documents, folder, "documents: folders such as duc2007_testdocs/main/D0701A/ with SGML files")
    models: defaultdict[str, dict[str, Path]] = defaultdict(dict)
    for path in sorted(paths, key=_distance_from_models):
        name = _MODEL_2007.fullmatch(path.name)
        if name and path.is_file():
            models[name[1].lower()].setdefault(name[2].lower(), path)
    _require(models, folder, "models: files such as mainEval/ROUGE/models/D0701.M.250.A.C")
    topics = next((path for path in paths if path.name.lower() == _TOPICS_2007), None)
    return _clusters(folder, documents, models, read_topics(topics) if topics else {})


def _distance_from_models(path: Path) -> int:
    """Rank the places of a human summary: NIST's models, other models, any other copy, Basic Elements (no text)."""
    folders = [part.lower() for part in path.parts[:-1]]
    if folders[-2:] == ["rouge", "models"]:
        return 0
    if folders[-1:] == ["models"]:
        return 1
    return 3 if folders[-1:] == ["bemodels"] else 2


def _date(path: Path) -> tuple[str, str]:
    found = _DATE_2007.search(path.name)
    return (found[0] if found else "", path.name)


def read_topics(path: Path) -> dict[str, str]:
    """Read a topics file: the topic's number in lower case, without selector, to its title and narrative."""
    topics = {}
    for topic in _elements(_decode(path), "topic"):
        number, title, narrative = (" ".join(_elements(topic, tag)) for tag in ("num", "title", "narr"))
        name = _DOCSET_2007.fullmatch(_plain(number).strip())
        if name is None:
            raise DataError(f"{path}: a topic's <num> must look like D0701A; got {_plain(number).strip()!r}")
        topics[name[1].lower()] = " ".join(f"{_plain(title)} {_plain(narrative)}".split())
    return topics


def documents_of(sgml: str) -> list[str]:
    r"""Read the texts of an SGML file, one for each ``<DOC>``, without those that have none.

    >>> documents_of("<DOC><HEAD>Flood</HEAD><TEXT><P>Water\nrose.</P><P>It fell.</P></TEXT></DOC>")
    ['Water rose.\n\nIt fell.']
    """
    texts = []
    for document in _elements(sgml, "DOC") or [sgml]:
        number = " ".join(_elements(document, "DOCNO"))
        parts = [part for tag in ("LP", "LEADPARA", "TEXT") for part in _elements(document, tag)]
        if number.strip().startswith("SJMN"):  # this newspaper ends its paragraphs with a semicolon
            parts = [re.sub(r"(?<=[.!?\"'])\s*;", "<P>", part) for part in parts]
        if text := "\n\n".join(paragraph for part in parts for paragraph in _paragraphs(part)):
            texts.append(text)
    return texts


def _document_sets(paths: Iterable[Path], pattern: re.Pattern[str]) -> dict[str, list[Path]]:
    folders: dict[str, Path] = {}
    for path in paths:
        name = pattern.fullmatch(path.name)
        if name and path.is_dir() and any(file.is_file() for file in path.iterdir()):
            known = folders.get(name[1].lower())
            if known is None or "sentence.breaks" in known.parent.name:
                folders[name[1].lower()] = path
    return {key: sorted(file for file in folder.iterdir() if _is_document(file)) for key, folder in folders.items()}


def _is_document(path: Path) -> bool:
    return path.is_file() and not path.name.startswith(".") and path.name.upper() != "README"


def _clusters(
    folder: Path,
    documents: Mapping[str, list[Path]],
    models: Mapping[str, Mapping[str, Path]],
    topics: Mapping[str, str],
) -> tuple[Cluster, ...]:
    """Join documents with the models of each author, in the order of authors."""
    bare = sorted(documents.keys() - models.keys())
    if bare:
        warnings.warn(f"{folder}: left out because they have no reference: {', '.join(bare)}", stacklevel=3)
    shared = sorted(documents.keys() & models.keys())
    if not shared:
        raise DataError(f"{folder}: no document set has a reference: sets {_some(documents)}, models {_some(models)}")
    return tuple(
        Cluster(
            key, _texts(documents[key]), tuple(_model(file) for _, file in sorted(models[key].items())), topics.get(key)
        )
        for key in shared
    )


def _texts(files: Sequence[Path]) -> tuple[str, ...]:
    texts = []
    for file in files:
        found = documents_of(_decode(file))
        if not found:
            raise DataError(f"{file}: no text here: wanted an SGML document with <TEXT>")
        texts += found
    return tuple(texts)


def _model(path: Path) -> str:
    text = _decode(path)
    text = "\n".join(_elements(text, "SUM")) or text
    text = " ".join(part for part, _ in _parts(text, "title"))
    text = re.sub(r"<a\b[^<>]*>\[\d+\]</a>", " ", text, flags=re.IGNORECASE)
    lines = [" ".join(line.split()) for line in _plain(re.sub(r"</?s\b[^<>]*>", "\n", text)).splitlines()]
    summary = "\n".join(line for line in lines if line)
    if not summary:
        raise DataError(f"{path}: the summary is empty")
    return summary


def _elements(sgml: str, tag: str) -> list[str]:
    return [content for _, content in _parts(sgml, tag)[:-1] if content is not None]


def _parts(sgml: str, tag: str) -> list[tuple[str, str | None]]:
    """Cut at the ends of an element: what is before each element, and its content; last, what is behind them all."""
    found: list[tuple[str, str | None]] = []
    *parts, rest = re.split(rf"</{tag}>", sgml, flags=re.IGNORECASE)
    for part in parts:
        begun = re.split(rf"<{tag}(?:\s[^<>]*)?>", part, maxsplit=1, flags=re.IGNORECASE)
        found.append((begun[0], begun[1] if len(begun) > 1 else None))
    return [*found, (rest, None)]


def _paragraphs(sgml: str) -> list[str]:
    # A paragraph begins at a tag, after an empty line, or with a line that is indented more than others. Sentences
    # that NIST marked (<s>) are kept apart in the same way.
    blocks = re.split(r"</?(?:p|s)\b[^<>]*>", sgml, flags=re.IGNORECASE)
    parts = [part for block in blocks for part in re.split(r"\n\s*\n|\n(?=[ \t]{2,})", textwrap.dedent(block))]
    paragraphs = (" ".join(_plain(part).split()) for part in parts)
    return [paragraph for paragraph in paragraphs if paragraph]


def _plain(sgml: str) -> str:
    text = re.sub(r"<[/!]?[A-Za-z][^<>]*>", " ", sgml)
    text = html.unescape(text.replace("&hyph;", "-").replace("&blank;", " "))
    text = re.sub(r"&[A-Za-z]{2,6};", " ", text)  # typesetting marks of the news wires, such as &UR;
    return text.replace("``", '"').replace("''", '"')


def _decode(path: Path) -> str:
    raw = path.read_bytes()
    try:
        return raw.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError:  # NIST names no encoding; what is not UTF-8 is most likely this
        return raw.decode("cp1252", errors="replace").replace("\r\n", "\n")


def _below(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*"))


def _require(found: Mapping[str, object], folder: Path, wanted: str) -> None:
    if not found:
        archive = _archive(folder)
        pending = f" ({archive} is not unpacked)" if archive else ""
        raise DataError(f"{folder}: no {wanted}: unpack NIST's archives below this folder{pending}")


def _archive(folder: Path) -> str | None:
    return next((path.name for path in _below(folder) if path.is_file() and _ARCHIVE.fullmatch(path.name)), None)


def _some(names: Mapping[str, object]) -> str:
    return ", ".join(sorted(names)[:3])
