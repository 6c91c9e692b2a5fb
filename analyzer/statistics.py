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
        The interval is NaN where fewer than two groups hold anything.

    Notes
    -----
    Source: Kott, "The delete-a-group jackknife", Journal of Official Statistics 17(4), 2001: with G groups the variance is
    (G-1)/G times the sum of the squared deviations of the G ratios that leave a group out; t with G-1 degrees of freedom.
    """
    n, d = np.asarray(numerator, float), np.asarray(denominator, float)
    held = d > 0  # groups that hold nothing, of an interrupted run or a rare event, are no observations
    groups = held.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        value = n.sum(axis=0) / d.sum(axis=0)
        without = np.where(held, (n.sum(axis=0) - n) / (d.sum(axis=0) - d), 0)
        mean = without.sum(axis=0) / groups
        squares = np.where(held, (without - mean) ** 2, 0).sum(axis=0)
        half = stdtrit(groups - 1, (1 + level) / 2) * np.sqrt((groups - 1) / groups * squares)
    half = np.where(groups < 2, np.nan, half)
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
    extreme = (estimate.value == 0) | (estimate.value == 1)
    tried = np.minimum(float(deals), np.asarray(denominator, float).sum(axis=0))
    score = wilson(estimate.value * tried, tried, level)
    return Estimate(estimate.value, np.where(extreme, score.low, low), np.where(extreme, score.high, high))
