"""The type in which many whole numbers are stored: it must not change a result."""

from __future__ import annotations

import numpy as np
import pytest

import reprank
from reprank import arrays
from tests.helpers import ROOT

SAMPLES = ROOT / "docs" / "samples"
REPORTS = [path.read_text(encoding="utf-8") for path in sorted((SAMPLES / "sluice").glob("*.txt"))]
GERMAN = (SAMPLES / "languages" / "deutsch.txt").read_text(encoding="utf-8")
CHINESE = (SAMPLES / "languages" / "zhongwen.txt").read_text(encoding="utf-8")
LONG = "\n\n".join(path.read_text(encoding="utf-8") for path in sorted((SAMPLES / "book").glob("*.md")))


def _results() -> list[str]:
    texts: list[list[str]] = [REPORTS, [GERMAN], [CHINESE], [LONG]]
    found = [reprank.summarize(each, words=60, keywords=8).to_json(explain=True) for each in texts]
    found += [reprank.summarize(REPORTS, words=60, query="Who is to pay?", seen=REPORTS[:1]).to_json(explain=True)]
    found += [str(reprank.keywords(each, exclude=["gate"], include=["water"], max_words=3)) for each in texts]
    return [
        *found,
        reprank.compare(REPORTS).to_json(),
        str(reprank.compress(LONG, "What did the vote decide?", words=80)),
    ]


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.int32])
def test_results_do_not_depend_on_the_bytes_of_whole_numbers(
    kind: type[np.signedinteger], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = _results()
    monkeypatch.setattr(arrays, "COMPACT", kind)  # products of bytes do not fit into a byte even in short texts
    monkeypatch.setattr(arrays, "COMPACT_FROM", 0)
    assert _results() == expected


def test_numbers_that_are_too_large_stay_as_they_are() -> None:
    many = np.arange(arrays.COMPACT_FROM)
    assert arrays.compact(many).dtype == np.int32
    assert arrays.compact(many << 20).dtype == many.dtype
    assert arrays.compact(arrays.compact(many)) is not None
    np.testing.assert_array_equal(arrays.compact(many), many)


def test_running_sums_of_small_numbers_do_not_overflow() -> None:
    assert arrays.running(np.full(300, 100, np.int8)).tolist()[-1] == 30_000
