"""Estimates and their intervals, against textbook values and by coverage."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as hs
from scipy import stats

from analyzer.statistics import MIN_GROUPS, holm, jackknife, p_value, paired_difference, rate, wilson
from analyzer.tally import Tally


def test_the_jackknife_of_a_mean_is_the_t_interval_of_the_group_means():
    sums = np.random.default_rng(1).normal(10, 3, 40)
    estimate = jackknife(sums, np.ones(40), 0.9)
    low, high = stats.t.interval(0.9, 39, sums.mean(), stats.sem(sums))
    assert np.allclose([estimate.value, estimate.low, estimate.high], [sums.mean(), low, high])


@settings(deadline=None)
@given(hs.integers(0, 50), hs.integers(1, 50), hs.sampled_from([0.8, 0.95, 0.99]))
def test_wilson_agrees_with_scipy(successes, more, level):
    n = successes + more
    mine = wilson(np.array(float(successes)), np.array(float(n)), level)
    theirs = stats.binomtest(successes, n).proportion_ci(level, method="wilson")
    assert np.allclose([mine.low, mine.high], [theirs.low, theirs.high], atol=1e-12)
    assert successes > 0 or mine.low == 0


@pytest.mark.parametrize("groups", [3, 10, 128])
def test_the_interval_of_a_ratio_covers_the_truth_as_often_as_it_says(groups):
    random = np.random.default_rng(2)
    held = 0
    for _ in range(2_000):
        turns = random.poisson(30, groups).astype(float)
        busts = random.binomial(turns.astype(int), 0.3)
        estimate = jackknife(busts, turns, 0.95)
        held += bool(estimate.low <= 0.3 <= estimate.high)
    assert 0.93 < held / 2_000 < 0.97


def test_groups_that_hold_nothing_do_not_count():
    n, d = np.array([3.0, 5.0, 4.0]), np.array([10.0, 11.0, 9.0])
    full, padded = jackknife(n, d, 0.95), jackknife(np.r_[n, np.zeros(50)], np.r_[d, np.zeros(50)], 0.95)
    assert (full.low, full.high) == (padded.low, padded.high)


def test_one_group_gives_no_interval():
    estimate = jackknife(np.array([3.0]), np.array([10.0]), 0.95)
    assert estimate.value == 0.3 and np.isnan(estimate.low) and np.isnan(estimate.high)


def test_a_rate_of_0_or_1_gets_wilsons_interval_by_deals_or_fewer_trials():
    none, all_ = np.zeros((20, 2)), np.full((20, 2), 50.0)
    estimate = rate(none, all_, 400, 0.95)
    assert estimate.low.tolist() == [0, 0]
    assert np.allclose(estimate.high, stats.binomtest(0, 400).proportion_ci(0.95, "wilson").high)
    rare = np.zeros(20)
    rare[3] = 2
    certain = rate(rare, rare, 400, 0.95)
    assert certain.high == 1 and np.isclose(certain.low, stats.binomtest(2, 2).proportion_ci(0.95, "wilson").low)


def test_a_tally_adds_weighted_records_by_group():
    counts = np.dtype([("a", "i8"), ("b", "i8", (2,))])
    tally = Tally(counts, 3)
    records = np.zeros(2, counts)
    records["a"], records["b"] = [1, 10], [[1, 2], [3, 4]]
    tally.add(1, records, [1, 2])
    assert tally["a"].tolist() == [0, 21, 0] and tally.total("b").tolist() == [7, 10]
    assert tally.merged(tally)["a"].tolist() == [0, 42, 0]
    with pytest.raises(ValueError, match="can't be merged"):
        tally.merged(Tally(counts, 2))


def test_a_paired_difference_of_means_is_the_paired_t_interval():
    random = np.random.default_rng(4)
    a = random.normal(10, 3, 60)
    b = a + random.normal(0.5, 1, 60)
    ones = np.ones(60)
    found = paired_difference((a, ones), (b, ones), 0.9)
    theirs = stats.ttest_rel(b, a)
    assert np.allclose([found.low, found.high], theirs.confidence_interval(0.9))
    assert np.allclose([found.value, found.p_value], [(b - a).mean(), theirs.pvalue])
    unpaired = np.sqrt(a.var(ddof=1) + b.var(ddof=1)) / (b - a).std(ddof=1)
    assert np.isclose(found.pairing_factor, unpaired) and found.pairing_factor > 2
    assert not found.identical


def test_identical_arms_differ_by_exactly_nothing_and_are_not_tested():
    sums, ones = np.arange(10.0), np.ones(10)
    found = paired_difference((sums, ones), (sums.copy(), ones), 0.95)
    assert found.identical and (found.value, found.low, found.high) == (0, 0, 0) and np.isnan(found.p_value)
    nothing = paired_difference((sums * 0, ones * 0), (sums * 0, ones * 0), 0.95)
    assert np.isnan(nothing.value) and not nothing.identical  # there is nothing to be identical


def test_the_paired_interval_covers_the_truth_as_often_as_it_says():
    random = np.random.default_rng(5)
    held = 0
    for _ in range(2_000):
        turns = random.poisson(30, 64).astype(float)
        common = random.binomial(turns.astype(int), 0.2)
        more = [random.binomial(turns.astype(int), p) for p in (0.1, 0.13)]
        found = paired_difference((common + more[0], turns), (common + more[1], turns), 0.95)
        held += bool(found.low <= 0.03 <= found.high)
    assert 0.93 < held / 2_000 < 0.97


def test_holms_correction():
    # By hand: 0.005 * 4, 0.01 * 3, 0.03 * 2, 0.04 * 1 and never less than the one before.
    adjusted = holm(np.array([0.01, np.nan, 0.04, 0.03, 0.005]))
    assert np.allclose(adjusted, [0.03, np.nan, 0.06, 0.06, 0.02], equal_nan=True)
    assert (holm(np.array([0.9, 0.8])) == [1, 1]).all() and holm(np.array([np.nan])).size == 1


def test_holm_keeps_false_alarms_at_the_level():
    p_values = np.random.default_rng(6).uniform(size=(4_000, 20))
    alarms = np.mean([(holm(row) < 0.05).any() for row in p_values])
    assert 0.04 < alarms < 0.06


def test_nothing_is_tested_where_nothing_varies_or_with_too_few_groups():
    ones = np.ones(20)
    same = paired_difference(
        (ones * 2, ones), (ones * 3, ones), 0.95
    )  # 1 more in every group: no sign of how it varies
    assert same.value == 1 and np.isnan(same.p_value) and np.isnan(same.low) and not same.identical
    random = np.random.default_rng(7)
    a, b = random.normal(5, 1, (2, MIN_GROUPS - 1))
    few = paired_difference((a, np.ones(len(a))), (b, np.ones(len(a))), 0.95)
    assert np.isnan(few.p_value) and np.isfinite(few.low)
    assert np.isnan(p_value(a, np.ones(len(a)), 5)) and np.isnan(p_value(ones, ones, 0.5))
    zero = paired_difference((ones * 0, ones), (ones * 0, ones * 2), 0.95)
    assert zero.identical and zero.value == 0  # a rate of 0 in both arms, in every group


def test_the_test_of_a_ratio_is_the_t_test_of_the_group_means():
    sums = np.random.default_rng(8).normal(10, 3, 40)
    assert np.isclose(p_value(sums, np.ones(40), 9.5), stats.ttest_1samp(sums, 9.5).pvalue)


def test_one_group_has_no_interval_even_at_the_ends():
    one = rate(np.array([0.0]), np.array([4.0]), 1, 0.95)
    assert one.value == 0 and np.isnan(one.low) and np.isnan(one.high)
