"""Significance tests against analytic cases and exhaustive enumeration."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from reprank.errors import InputError
from reprank.evaluation.significance import (
    macro_average,
    macro_comparison,
    paired_bootstrap,
    permutation_p_value,
)


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(7)


def test_the_interval_of_a_large_normal_sample_is_the_textbook_one(rng) -> None:
    values = rng.normal(0.4, 0.1, 400)
    estimate = macro_average([values], rng=rng)
    half = 1.96 * values.std() / math.sqrt(400)
    assert estimate.mean == pytest.approx(values.mean())
    assert estimate.low == pytest.approx(values.mean() - half, abs=0.06 * half)
    assert estimate.high == pytest.approx(values.mean() + half, abs=0.06 * half)


def test_the_interval_of_two_values_is_their_range(rng) -> None:
    # A resample of (0, 1) has mean 0 or 1 with probability a quarter each, so both 2.5% tails lie there.
    estimate = macro_average([[0.0, 1.0]], rng=rng)
    assert (estimate.mean, estimate.low, estimate.high) == (0.5, 0.0, 1.0)


def test_less_confidence_gives_a_narrower_interval(rng) -> None:
    values = rng.random(50)
    wide = macro_average([values], rng=np.random.default_rng(1), confidence=0.99)
    narrow = macro_average([values], rng=np.random.default_rng(1), confidence=0.5)
    assert wide.low < narrow.low < narrow.mean < narrow.high < wide.high


def test_the_bootstrap_p_value_of_a_large_sample_is_that_of_a_paired_t_test(rng) -> None:
    first = rng.normal(0.40, 0.1, 300)
    second = first - rng.normal(0.008, 0.08, 300)
    comparison = paired_bootstrap(first, second, rng=rng, resamples=50_000)
    assert comparison.p_value == pytest.approx(stats.ttest_rel(first, second).pvalue, abs=0.01)
    assert comparison.mean == pytest.approx((first - second).mean())
    assert comparison.pairs == 300


def exhaustive(differences) -> float:
    observed = abs(sum(differences))
    sums = [abs(sum(s * d for s, d in zip(signs, differences, strict=True)))
            for signs in itertools.product((1, -1), repeat=len(differences))]  # fmt: skip
    return sum(total >= observed - 1e-12 for total in sums) / len(sums)


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=9))
def test_fewer_than_ten_pairs_are_permuted_exhaustively(differences) -> None:
    rng = np.random.default_rng(0)
    comparison = paired_bootstrap(differences, [0] * len(differences), rng=rng, resamples=600)
    assert comparison.p_value == pytest.approx(exhaustive(differences))
    assert comparison.test == "permutation"


@pytest.mark.parametrize("pairs", range(1, 10))
def test_few_pairs_of_one_sign_are_never_surer_than_two_of_all_signs(pairs, rng) -> None:
    first = rng.random(pairs) + 0.1
    assert paired_bootstrap(first, np.zeros(pairs), rng=rng).p_value == pytest.approx(2 / 2**pairs)


def test_ten_pairs_are_compared_by_bootstrap(rng) -> None:
    assert paired_bootstrap(rng.random(10), rng.random(10), rng=rng).test == "bootstrap"


def test_random_permutations_approach_the_exhaustive_p_value(rng) -> None:
    differences = [0.3, -0.1, 0.2, 0.25, -0.05, 0.4, 0.1, -0.2, 0.15, 0.05, 0.02, 0.11]
    p_value = permutation_p_value([np.array(differences)], rng=rng, rounds=4_000)  # below 2**12
    assert p_value == pytest.approx(exhaustive(differences), abs=0.02)


def test_random_permutations_agree_with_a_normal_approximation_on_many_pairs(rng) -> None:
    differences = rng.normal(0.01, 0.1, 500)
    z = differences.sum() / math.sqrt((differences**2).sum())
    p_value = permutation_p_value([differences], rng=rng, rounds=20_000)
    assert p_value == pytest.approx(2 * stats.norm.sf(abs(z)), abs=0.01)


def test_sets_weigh_the_same_in_a_permutation_however_many_pairs_they_have(rng) -> None:
    # Two sets, (1) and (1, 1): means 1 and 1. Of the eight signs two have a mean over sets of 1 or -1.
    assert permutation_p_value([np.ones(1), np.ones(2)], rng=rng) == pytest.approx(2 / 8)
    # The lone pair of the first set weighs as much as both of the second: 1/2 + 0 reached by half of all signs.
    assert permutation_p_value([np.ones(1), np.zeros(2)], rng=rng) == pytest.approx(1)


def test_one_small_set_makes_the_whole_comparison_a_permutation_test(rng) -> None:
    comparison = macro_comparison([rng.random(50), rng.random(3)], [np.zeros(50), np.zeros(3)], rng=rng)
    assert comparison.test == "permutation"
    assert comparison.p_value < 0.01


def test_equal_systems_differ_by_nothing(rng) -> None:
    comparison = paired_bootstrap([0.2, 0.5, 0.4], [0.2, 0.5, 0.4], rng=rng)
    assert (comparison.mean, comparison.low, comparison.high, comparison.p_value) == (0, 0, 0, 1)


def test_one_pair_proves_nothing(rng) -> None:
    comparison = paired_bootstrap([0.9], [0.1], rng=rng)
    assert comparison.mean == pytest.approx(0.8)
    assert (comparison.low, comparison.high, comparison.p_value) == (-math.inf, math.inf, 1.0)


def test_a_constant_difference_has_a_point_as_interval_and_the_smallest_p_value(rng) -> None:
    first, second = np.full(20, 0.5), np.full(20, 0.25)
    comparison = paired_bootstrap(first, second, rng=rng, resamples=999)
    assert (comparison.mean, comparison.low, comparison.high) == (0.25, 0.25, 0.25)
    assert comparison.p_value == pytest.approx(1 / 1000)


def test_swapping_the_systems_turns_the_sign() -> None:
    first, second = np.random.default_rng(3).random((2, 40))
    one = paired_bootstrap(first, second, rng=np.random.default_rng(5))
    other = paired_bootstrap(second, first, rng=np.random.default_rng(5))
    assert one.mean == pytest.approx(-other.mean)
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low))
    assert one.p_value == other.p_value


def test_the_p_value_is_uniform_when_there_is_no_difference() -> None:
    draws = np.random.default_rng(11)
    p_values = [permutation_p_value([np.subtract(*draws.random((2, 30)))], rng=draws, rounds=500) for _ in range(300)]
    assert stats.kstest(p_values, "uniform").pvalue > 0.001


def test_a_macro_average_counts_sets_alike_whatever_their_size(rng) -> None:
    estimate = macro_average([np.full(1000, 0.2), np.full(10, 0.8)], rng=rng)
    assert estimate.mean == pytest.approx(0.5)
    assert (estimate.low, estimate.high) == pytest.approx((0.5, 0.5))


def test_the_spread_of_a_macro_average_is_the_textbook_one(rng) -> None:
    sets = [rng.normal(0.3, 0.1, 200), rng.normal(0.6, 0.2, 300), rng.normal(0.1, 0.05, 100)]
    estimate = macro_average(sets, rng=rng)
    half = 1.96 * math.sqrt(sum(values.var() / len(values) for values in sets)) / 3
    assert estimate.high - estimate.low == pytest.approx(2 * half, rel=0.05)


def test_a_macro_comparison_over_one_set_is_the_paired_bootstrap() -> None:
    first, second = np.random.default_rng(3).random((2, 40))
    one = macro_comparison([first], [second], rng=np.random.default_rng(5))
    assert one == paired_bootstrap(first, second, rng=np.random.default_rng(5))


def test_a_macro_comparison_finds_a_difference_that_every_set_shows(rng) -> None:
    seconds = [rng.random(30), rng.random(50)]
    firsts = [values + rng.normal(0.1, 0.05, len(values)) for values in seconds]
    comparison = macro_comparison(firsts, seconds, rng=rng, resamples=2000)
    assert comparison.low > 0.05
    assert comparison.p_value < 0.001
    assert comparison.pairs == 80


def test_the_same_generator_gives_the_same_result_however_large_the_blocks(monkeypatch) -> None:
    values = np.random.default_rng(0).random(60)
    whole = macro_average([values], rng=np.random.default_rng(1), resamples=500)
    monkeypatch.setattr("reprank.evaluation.significance._BLOCK_NUMBERS", 600)
    assert macro_average([values], rng=np.random.default_rng(1), resamples=500) == whole


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda rng: macro_average([[]], rng=rng), "at least one number"),
        (lambda rng: macro_average([[0.1, math.nan]], rng=rng), "finite"),
        (lambda rng: macro_average([[0.1, 0.2]], rng=rng, confidence=95), "between 0 and 1"),
        (lambda rng: macro_average([[0.1, 0.2]], rng=rng, resamples=0), "at least 1"),
        (lambda rng: macro_average([], rng=rng), "at least one set"),
        (lambda rng: paired_bootstrap([0.1], [0.1, 0.2], rng=rng), "equally many; got 1 and 2"),
        (lambda rng: macro_comparison([[0.1]], [], rng=rng), "same sets"),
    ],
)
def test_wrong_calls_say_what_was_wanted(call, message, rng) -> None:
    with pytest.raises(InputError, match=message):
        call(rng)
