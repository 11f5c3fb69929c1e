from __future__ import annotations

import pytest

import reprank
from tests.coverage.updates import UPDATES, Update

# What stems and numbers cannot tell: an opposite outcome in words that the seen text has, or the same fact in others.
FILLER = "A choir sang in the evening."


@pytest.mark.parametrize("update", UPDATES, ids=lambda update: update.news[:40])
def test_an_update_has_the_news_and_not_what_was_seen(update: Update) -> None:
    newer = f"{update.repeated} {update.news} {FILLER}"
    summary = str(reprank.summarize(newer, seen=update.seen, words=100, language="en"))
    assert update.news in summary
    assert update.repeated not in summary


def test_the_pairs_are_thirty() -> None:
    assert len(UPDATES) >= 30
