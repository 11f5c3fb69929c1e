from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprank.budget import Tokens
from reprank.errors import BudgetError
from reprank.text.token_estimate import estimate_tokens

# Counted with the tokenizers that docs/lab/tokens.md names: the largest of cl100k, o200k and Claude's.
JAPANESE = (
    "これはひらがなとカタカナのぶんしょうです。わたしたちはあしたのあさ、ちいさなみずうみのほとりをあるいて、"
    "サンドイッチとコーヒーをたのしむつもりです。" * 3,
    231,
)


def test_japanese_is_not_estimated_too_low() -> None:
    assert estimate_tokens(JAPANESE[0]) >= JAPANESE[1]


@given(st.text(max_size=80), st.text(max_size=80))
def test_more_text_never_costs_less(one: str, other: str) -> None:
    assert estimate_tokens(one + "\n" + other) >= max(estimate_tokens(one), estimate_tokens(other))


@given(st.text(max_size=80))
def test_only_white_space_costs_nothing(text: str) -> None:
    assert (estimate_tokens(text) > 0) or not text.strip() or not text.isprintable()


def test_english_words_cost_between_one_and_two_tokens() -> None:
    text = "The council voted on Friday to close the old bridge because engineers had found cracks in two of its piers."
    words = len(text.split())
    assert words <= estimate_tokens(text) <= 2 * words


def test_a_counter_may_be_a_function_or_have_encode() -> None:
    class Letters:
        def encode(self, text: str) -> list[str]:
            return list(text)

        def __call__(self, text: str) -> str:
            raise AssertionError("encode decides")

    assert Tokens(9, counter=Letters()).cost("four") == 4
    assert Tokens(9, counter=lambda text: len(text.split())).cost("two words") == 2


def test_a_counter_that_cannot_count_is_refused() -> None:
    with pytest.raises(BudgetError, match="got int"):
        Tokens(9, counter=5)  # type: ignore[arg-type]
