"""The page about roles: it has words for every column, and the weights that ship."""

from __future__ import annotations

from benchmarks.roles import page

from reprank.roles.antecedents import PAIR_FEATURES
from reprank.roles.features import FEATURES, GROUPS, WORDS


def test_every_column_has_words() -> None:
    assert set(page.COLUMN_WORDS) == set(FEATURES) - set(WORDS)
    assert set(page.CANDIDATE_WORDS) == set(PAIR_FEATURES)
    assert set(page.GROUP_WORDS) == set(GROUPS)


def test_the_weights_of_the_page_are_those_that_ship() -> None:
    text = page.PAGE.read_text(encoding="utf-8")
    assert [name for name, content in page.weight_tables().items() if content not in text] == [], "run `make docs`"
