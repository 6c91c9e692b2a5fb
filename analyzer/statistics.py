"""From tallies to estimates with intervals.

Everything is a ratio of two sums over groups of deals: win shares over games, busts over draws. The unit is the group, so that
games of one deal, which share their cards, are never taken for independent ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import ndtri, stdtr, stdtrit

Array = np.ndarray[Any, Any]


#: Fewer groups than this are too few to test anything with.
MIN_GROUPS = 8


@dataclass(frozen=True)
class Estimate:
    """Values with the ends of their intervals, each ndarray (...) float64; NaN where nothing can be said."""

    value: Array
    low: Array
    high: Array


def jackknife(numerator: Array, denominator: Array, level: float) -> Estimate:
    """A ratio of sums with its interval by the delete-a-group jackknife.

    Parameters
    ----------
    numerator, denominator : ndarray (groups, ...)
        Sums by group.
    level : float
        Confidence level, 0.95 for 95 %.

    Returns
    -------
    Estimate
        The interval is NaN where fewer than two groups hold anything.

    Notes
    -----
    Source: Kott, "The delete-a-group jackknife", Journal of Official Statistics 17(4), 2001: with G groups the variance is
    (G-1)/G times the sum of the squared deviations of the G ratios that leave a group out; t with G-1 degrees of freedom.
    """
    value, without = _leave_one_out(numerator, denominator)
    held = (
        np.asarray(denominator) > 0
    )  # groups that hold nothing, of an interrupted run or a rare event, are no observations
    half = _quantile(held, level) * _standard_error(without, held)
    return Estimate(value, value - half, value + half)


def _leave_one_out(numerator: Array, denominator: Array) -> tuple[Array, Array]:
    """A ratio of sums, and the ratios that leave one group out, ndarray (groups, ...)."""
    n, d = np.asarray(numerator, float), np.asarray(denominator, float)
    with np.errstate(divide="ignore", invalid="ignore"):
        return n.sum(axis=0) / d.sum(axis=0), (n.sum(axis=0) - n) / (d.sum(axis=0) - d)


def _standard_error(without: Array, held: Array) -> Array:
    """The jackknife's standard error, from what is left when a group is left out; NaN with fewer than two groups."""
    groups = held.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = np.where(held, without, 0).sum(axis=0) / groups
        squares = np.where(held, (without - mean) ** 2, 0).sum(axis=0)
        return np.where(groups < 2, np.nan, np.sqrt((groups - 1) / groups * squares))


def _quantile(held: Array, level: float) -> Array:
    """Student's t for a two-sided interval, with as many degrees of freedom as there are groups less one."""
    groups = held.sum(axis=0)
    return np.asarray(stdtrit(np.maximum(groups - 1, 1), (1 + level) / 2))


@dataclass(frozen=True)
class Difference:
    """A paired comparison of two arms, each ndarray (...) float64; NaN where nothing can be said.

    Attributes
    ----------
    a, b : ndarray
        The ratio in each arm.
    value, low, high : ndarray
        b - a, with its interval.
    p_value : ndarray
        Of a two-sided t test that the difference is 0.
    pairing_factor : ndarray
        By how much the pairing narrowed the interval: the width that independent deals would have given, over this one.
    identical : ndarray of bool
        Whether the ratio is the same in both arms in every group.
    """

    a: Array
    b: Array
    value: Array
    low: Array
    high: Array
    p_value: Array
    pairing_factor: Array
    identical: Array


def paired_difference(a: tuple[Array, Array], b: tuple[Array, Array], level: float) -> Difference:
    """The difference of a ratio between two arms that played the same deals, group by group.

    Parameters
    ----------
    a, b : pair of ndarray (groups, ...)
        Numerator and denominator of each arm; group g holds the same deals in both.
    level : float

    Notes
    -----
    The delete-a-group jackknife of `jackknife`, applied to the difference. Where both arms are identical in every group the
    difference is exactly 0, and so are the ends of its interval.
    """
    value_a, without_a = _leave_one_out(*a)
    value_b, without_b = _leave_one_out(*b)
    held_a, held_b = np.asarray(a[1]) > 0, np.asarray(b[1]) > 0
    held = held_a | held_b
    value = value_b - value_a
    error = _standard_error(without_b - without_a, held)
    unpaired = np.hypot(_standard_error(without_a, held_a), _standard_error(without_b, held_b))
    half = _quantile(held, level) * error
    with np.errstate(divide="ignore", invalid="ignore"):
        p_value = 2 * stdtr(np.maximum(held.sum(axis=0) - 1, 1), -np.abs(value / error))
        factor = np.where(error > 0, unpaired / error, np.nan)
    equal = np.asarray(a[0], float) * np.asarray(b[1], float) == np.asarray(b[0], float) * np.asarray(a[1], float)
    identical = equal.all(axis=0) & held_a.any(axis=0) & held_b.any(axis=0)
    # Where nothing varies there is nothing to test; a difference that is the same in every group is no certainty.
    p_value = np.where(identical | (error == 0) | (held.sum(axis=0) < MIN_GROUPS), np.nan, p_value)
    half = np.where((error == 0) & ~identical, np.nan, half)
    return Difference(value_a, value_b, value, value - half, value + half, p_value, factor, identical)


def holm(p_values: Array) -> Array:
    """P-values corrected for their number; NaN where there is none.

    Source: Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6, 1979.
    """
    p = np.asarray(p_values, float)
    tested = np.flatnonzero(~np.isnan(p))
    order = tested[np.argsort(p[tested], kind="stable")]
    adjusted = np.full(p.shape, np.nan)
    if len(order):
        steps = p[order] * np.arange(len(order), 0, -1)
        adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1)
    return adjusted


def wilson(successes: Array, n: Array, level: float) -> Estimate:
    """A rate with Wilson's score interval.

    Source: Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22, 1927.
    """
    z = float(ndtri((1 + level) / 2))
    with np.errstate(divide="ignore", invalid="ignore"):
        rate = np.asarray(successes, float) / n
        centre = (rate + z**2 / (2 * n)) / (1 + z**2 / n)
        half = z * np.sqrt(rate * (1 - rate) / n + z**2 / (4 * n**2)) / (1 + z**2 / n)
    low = np.where(rate == 0, 0, np.clip(centre - half, 0, 1))
    return Estimate(rate, low, np.where(rate == 1, 1, np.clip(centre + half, 0, 1)))


def rate(numerator: Array, denominator: Array, deals: int, level: float) -> Estimate:
    """A rate from 0 to 1 with its interval.

    By the jackknife; where the rate is 0 or 1 in all groups, which leaves the jackknife nothing to go by, Wilson's interval
    with n = deals, or the whole denominator if that is less (a rare event has not been tried in every deal).

    Parameters
    ----------
    numerator, denominator : ndarray (groups, ...)
    deals : int
    level : float
    """
    estimate = jackknife(numerator, denominator, level)
    low, high = np.clip(estimate.low, 0, 1), np.clip(estimate.high, 0, 1)
    extreme = ((estimate.value == 0) | (estimate.value == 1)) & (len(np.atleast_1d(denominator)) >= 2)
    tried = np.minimum(float(deals), np.asarray(denominator, float).sum(axis=0))
    score = wilson(estimate.value * tried, tried, level)
    return Estimate(estimate.value, np.where(extreme, score.low, low), np.where(extreme, score.high, high))


def p_value(numerator: Array, denominator: Array, reference: float) -> Array:
    """P-values of two-sided t tests that ratios equal a reference; NaN where nothing varies, or with too few groups.

    Parameters
    ----------
    numerator, denominator : ndarray (groups, ...)
    reference : float
    """
    value, without = _leave_one_out(numerator, denominator)
    held = np.asarray(denominator) > 0
    groups, error = held.sum(axis=0), _standard_error(without, held)
    with np.errstate(divide="ignore", invalid="ignore"):
        p = 2 * stdtr(np.maximum(groups - 1, 1), -np.abs(value - reference) / error)
    return np.where((groups < MIN_GROUPS) | (error == 0), np.nan, p)
