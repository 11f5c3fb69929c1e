"""What users pass in, what they get back, and what a wrong call says."""

from __future__ import annotations

import datetime
import io
import itertools
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import reprank
from reprank import InputError
from tests.batch.texts import document

TEXT = document(1)


@pytest.mark.parametrize("number", [np.int64(3), np.int8(3), np.uint32(3)])
def test_integers_of_numpy_are_integers(number: np.integer) -> None:
    assert reprank.summarize(TEXT, sentences=number, keywords=number) == reprank.summarize(  # type: ignore[arg-type]
        TEXT, sentences=3, keywords=3
    )
    assert len(reprank.keywords(TEXT, top=number)) == 3  # type: ignore[arg-type]
    assert reprank.summarize(TEXT, ratio=np.float32(0.5)) == reprank.summarize(TEXT, ratio=0.5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("documents", "says"),
    [
        ({"text": TEXT}, "got dict: pass the texts that it contains"),
        (io.StringIO(TEXT), "got StringIO: pass the text that it contains, file.read()"),
        (Path("report.txt"), "Path: pass what the file contains"),
        ("report.txt", "'report.txt' looks like the name of a file"),
        (["news/monday.html", "news/tuesday.html"], "'news/monday.html' looks like the name of a file"),
        (b"The river rose.", "got bytes: decode it first"),
        (None, "got NoneType"),
        ([None], "got NoneType"),
        (3, "got int: pass str, Document, or a list of these"),
    ],
)
def test_what_is_no_text_is_an_error_that_says_what_to_do(documents: object, says: str) -> None:
    for call in (reprank.summarize, reprank.keywords):
        with pytest.raises(InputError, match=says):
            call(documents)  # type: ignore[operator]


@pytest.mark.parametrize("value", [int, np.array([1, 2]), [5], "5", 1.5, object()])
def test_a_length_that_is_no_number_is_refused(value: object) -> None:
    for name in ("words", "sentences", "tokens"):
        with pytest.raises(reprank.BudgetError, match="must be a whole number"):
            reprank.summarize(TEXT, **{name: value})  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["title", "id", "date"])
def test_the_title_the_id_and_the_date_of_a_document_are_checked(name: str) -> None:
    with pytest.raises(InputError, match=f"{name} must be .*; got int"):
        reprank.Document(TEXT, **{name: 5})  # type: ignore[arg-type]


def test_a_time_is_the_date_of_its_day() -> None:
    texts = ["The fire in Orrin hurt three people.", "The fire in Orrin hurt five people."]
    dates = [datetime.datetime(2026, 5, 1, 9, tzinfo=datetime.UTC), datetime.date(2026, 5, 2)]
    documents = [reprank.Document(text, date=date) for text, date in zip(texts, dates, strict=True)]
    assert documents[0].date == datetime.date(2026, 5, 1)
    assert [conflict.kind for conflict in reprank.rank(documents).conflicts()] == ["update"]


def test_other_options_that_are_no_text_are_refused() -> None:
    with pytest.raises(InputError, match="name must be text; got int"):
        reprank.read(b"The river rose.", name=5)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="marker must be text; got int"):
        reprank.compress([TEXT], "river", tokens=5, marker=5)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="keep must be a list"):
        reprank.compress([TEXT], "river", tokens=5, keep=None)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="explain takes a sentence or its index; got str"):
        reprank.summarize(TEXT).explain("The river rose.")  # type: ignore[arg-type]


def test_a_very_long_address_is_no_file() -> None:
    with pytest.raises(InputError, match="is an address, and pages are not fetched"):
        reprank.read("https://mill.example.org/" + "a" * 5000)


def test_texts_that_mention_files_are_texts() -> None:
    for text in ("See report.txt", "The file is report.txt.", "Read a.txt\nand b.txt"):
        assert str(reprank.summarize(text)).startswith(text[:3])


def test_a_query_must_be_one_text() -> None:
    with pytest.raises(InputError, match="query must be one text; got list: join its parts with spaces"):
        reprank.summarize(TEXT, query=["river", "bridge"])  # type: ignore[arg-type]


def test_a_wrong_keyword_names_the_function_that_was_called() -> None:
    with pytest.raises(TypeError, match=r"^summarize\(\) got an unexpected keyword argument 'word'"):
        reprank.summarize(TEXT, word=5)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"^keywords\(\) got an unexpected keyword argument 'number'"):
        reprank.keywords(TEXT, number=5)  # type: ignore[call-arg]


def test_a_summary_is_text_sentences_and_a_length() -> None:
    summary = reprank.summarize(TEXT, sentences=3)
    assert summary.text == str(summary) == summary.to_dict()["text"]
    assert list(summary) == list(summary.sentences)
    assert len(summary) == 3


def test_the_representation_of_a_summary_is_one_short_line() -> None:
    summary = reprank.summarize([document(number) for number in range(9)], words=200)
    assert len(repr(summary)) < 160
    assert "\n" not in repr(summary)
    assert "200 words" in repr(summary)


@pytest.mark.parametrize("system", ["reprank", "lexrank", "lead", "mmr", "grasshopper", "random"])
def test_scores_never_rise_with_the_rank(system: str) -> None:
    documents = [document(number) for number in range(4)]
    summary = reprank.systems.make(system).summarize(documents, words=40, ranking=True)
    for sentences in (summary.by_rank().sentences, summary.ranking):
        assert [sentence.rank for sentence in sentences] == list(range(1, len(sentences) + 1))
        assert all(one.score >= other.score for one, other in itertools.pairwise(sentences))
    assert {(s.document, s.start): s.score for s in summary.sentences}.items() <= {
        (s.document, s.start): s.score for s in summary.ranking
    }.items()


def test_a_text_that_fits_whole_comes_back_with_a_remark() -> None:
    text = "The river rose all night. By dawn it had closed the bridge."
    summary = reprank.summarize(text)
    assert (str(summary), summary.warnings) == (text, ("the whole text fits in 200 words: nothing is left out",))
    assert reprank.summarize(text, sentences=1).warnings == ()


PACKAGES = ("batch", "evaluation", "figures", "systems", "training")


class Series(list[str]):
    """Like a column of a table."""


def test_a_column_and_a_long_list_are_remarked_on() -> None:
    remark = "texts: for one summary of each, use reprank.summarize_many"
    assert any(remark in warning for warning in reprank.summarize(Series([TEXT] * 2), words=20).warnings)
    assert any(remark in warning for warning in reprank.summarize([TEXT] * 51, words=20).warnings)
    assert not any(remark in warning for warning in reprank.summarize([TEXT] * 50, words=20).warnings)
    articles = [reprank.Document(TEXT)] * 51
    assert not any(remark in warning for warning in reprank.summarize(articles, words=20).warnings)


def test_all_public_names_are_listed_and_nothing_else() -> None:
    program = "import reprank; print(*dir(reprank))"
    names = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert {name for name in names if not name.startswith("__")} == {*reprank.__all__, *PACKAGES} - {"__version__"}
    for name in (*reprank.__all__, *PACKAGES):
        assert getattr(reprank, name) is not None


def test_a_star_import_needs_no_extra() -> None:
    program = (
        "import sys; sys.modules.update(dict.fromkeys(['matplotlib', 'torch', 'scipy', 'uvicorn', 'pyarrow']));"
        "from reprank import *; print(summarize('The river rose.', words=5))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "The river rose.\n"


def test_the_package_runs_as_a_module() -> None:
    done = subprocess.run([sys.executable, "-m", "reprank", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"reprank {reprank.__version__}\n"
