"""Short texts and files on which a careless pattern takes hours: each of these tests ends, or the whole run hangs."""

from __future__ import annotations

import random
import re

import pytest

import reprank
from reprank.text.trimming import AGENCY, DATELINE

PROSE = "The river rose all night and flooded the town. By dawn it had closed the bridge. The mayor spoke on Monday."


@pytest.mark.parametrize(
    "opening",
    [
        f"AA, {'A' * 2000}, {'A' * 2000} flooded the town. ",
        f"({'A' * 4000} flooded the town. ",
        f"CHECKSUMS, {'3FA9' * 500}, {'C01D' * 500} are those of the two files. ",
        f"({'GATTACA' * 600} flooded the town. ",
    ],
    ids=lambda text: text[:12],
)
def test_long_runs_of_capitals_at_the_start_of_a_text_do_not_stop_it(opening: str) -> None:
    assert "flooded" in str(reprank.summarize(opening + PROSE, words=30))


def test_datelines_and_agencies_are_found_as_by_the_ambiguous_patterns() -> None:
    dateline = re.compile(
        r"(?=[A-Z(])(?:[A-Z][A-Z.'’-]+(?: [A-Z][A-Z.'’-]+){0,3}(?:, (?:[A-Z\d][\w.'’-]* ?){1,3}){0,2}\s*)?"
        r"(?:\(\s?[A-Z][\w.&'/ -]{0,30}\))?\s?(?:--|—|–|-)\s+(?=\S)"
    )
    agency = re.compile(r"\(\s?(?:[A-Z][\w.&'-]*\s?){1,4}\)\s*(?:(?:--|—|–|-)\s*)?(?=[\"“'A-Z\d])")
    chance, found = random.Random(1), 0
    parts = ["A", "AB", "LIMA", " ", ", ", "(", ")", "-", "--", " — ", "1", "a", ".", " The", "'", "\n"]
    for _ in range(5000):
        text = "".join(chance.choices(parts, k=chance.randint(3, 12)))
        for ours, wide, begin in ((DATELINE, dateline, ""), (AGENCY, agency, "(")):
            expected, match = wide.match(begin + text), ours.match(begin + text)
            assert (match and match.span()) == (expected and expected.span()), begin + text
            found += match is not None
    assert found > 50


def test_many_comments_at_the_start_of_a_text_file_do_not_stop_its_reading() -> None:
    raw = b"<!-- generated, do not edit -->\n" * 140 + b"The river rose."
    assert "The river rose." in reprank.read(raw, name="a.md").text
    page = b"<!-- a -->\n" * 140 + b"<html><body><p>The river rose and closed the bridge.</p></body></html>"
    assert reprank.read(page, name="a").text.strip() == "The river rose and closed the bridge."
