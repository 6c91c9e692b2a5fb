"""From tallies to estimates with intervals.

Everything is a ratio of two sums over groups of deals: win shares over games, busts over draws. The unit is the group, so that
games of one deal, which share their cards, are never taken for independent ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import ndtri, stdtrit

Array = np.ndarray[Any, Any]


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
        The interval is NaN with fewer than two groups, or where a group holds the whole denominator.

    Notes
    -----
    Source: Kott, "The delete-a-group jackknife", Journal of Official Statistics 17(4), 2001: with G groups the variance is
    (G-1)/G times the sum of the squared deviations of the G ratios that leave a group out; t with G-1 degrees of freedom.
    """
    n, d = np.asarray(numerator, float), np.asarray(denominator, float)
    groups = len(n)
    with np.errstate(divide="ignore", invalid="ignore"):
        value = n.sum(axis=0) / d.sum(axis=0)
        if groups < 2:
            nothing = np.full(value.shape, np.nan)
            return Estimate(value, nothing, nothing)
        without = (n.sum(axis=0) - n) / (d.sum(axis=0) - d)
    deviations = without - without.mean(axis=0)
    error = np.sqrt((groups - 1) / groups * (deviations**2).sum(axis=0))
    half = stdtrit(groups - 1, (1 + level) / 2) * error
    return Estimate(value, value - half, value + half)


def wilson(successes: Array, n: Array, level: float) -> Estimate:
    """A rate with Wilson's score interval.

    Source: Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22, 1927.
    """
    z = float(ndtri((1 + level) / 2))
    with np.errstate(divide="ignore", invalid="ignore"):
        rate = np.asarray(successes, float) / n
        centre = (rate + z**2 / (2 * n)) / (1 + z**2 / n)
        half = z * np.sqrt(rate * (1 - rate) / n + z**2 / (4 * n**2)) / (1 + z**2 / n)
    return Estimate(rate, np.clip(centre - half, 0, 1), np.clip(centre + half, 0, 1))


def rate(numerator: Array, denominator: Array, deals: int, level: float) -> Estimate:
    """A rate from 0 to 1 with its interval.

    By the jackknife; where the rate is 0 or 1 in all groups, which leaves the jackknife nothing to go by, Wilson's interval
    with n = deals.

    Parameters
    ----------
    numerator, denominator : ndarray (groups, ...)
    deals : int
    level : float
    """
    estimate = jackknife(numerator, denominator, level)
    low, high = np.clip(estimate.low, 0, 1), np.clip(estimate.high, 0, 1)
    extreme = (estimate.value == 0) | (estimate.value == 1)
    score = wilson(estimate.value * deals, np.full(estimate.value.shape, float(deals)), level)
    return Estimate(estimate.value, np.where(extreme, score.low, low), np.where(extreme, score.high, high))
