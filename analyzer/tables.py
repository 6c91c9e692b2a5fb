"""From a result to tidy DataFrames. Each table and column is declared by the game; here they are filled in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from analyzer import statistics
from analyzer.game import Column, Table
from analyzer.registry import find_game

if TYPE_CHECKING:
    from analyzer.result import Result

Array = np.ndarray[Any, Any]


def make_tables(result: Result) -> dict[str, pd.DataFrame]:
    """All tables that a game declares."""
    return {table.name: make_table(result, table) for table in find_game(result.run.game).tables}


def make_table(result: Result, table: Table) -> pd.DataFrame:
    """One table of a result.

    Returns
    -------
    DataFrame
        Wide: the keys, the count, then each measure with ``<name>_low`` and ``<name>_high`` where it has an interval.
        Long: ``measure``, ``value``, ``low``, ``high``.
    """
    if table.layout == "long":
        rows = []
        for column in table.columns:
            estimate = _estimate(result, column)
            rows.append((column.name, float(estimate.value), float(estimate.low), float(estimate.high)))
        return pd.DataFrame(rows, columns=["measure", "value", "low", "high"])
    labels = [_labels(result, size) for size in table.size]
    shape = tuple(len(names) for names in labels)
    shown = _shown(result, table, labels, shape)
    data: dict[str, Any] = {}
    for axis, (key, names) in enumerate(zip(table.keys, labels, strict=True)):
        places = np.indices(shape)[axis][shown]
        data[key] = [names[place] for place in places]
    if table.count is not None:
        name, count = table.count
        data[name] = _cut(result.tally.total(count), shape)[shown]
    for column in table.columns:
        estimate = _estimate(result, column)
        if not column.denominator:
            data[column.name] = _cut(result.tally.total(column.numerator), shape)[shown]
            continue
        data[column.name] = _cut(estimate.value, shape)[shown]
        if column.interval:
            data[f"{column.name}_low"] = _cut(estimate.low, shape)[shown]
            data[f"{column.name}_high"] = _cut(estimate.high, shape)[shown]
    return pd.DataFrame(data)


def _labels(result: Result, size: str) -> list[Any]:
    if size == "entries":
        return list(result.run.strategies)
    if size == "seats":
        return list(range(result.run.players))
    return list(find_game(result.run.game).labels(size, result.card_set))


def _cut(values: Array, shape: tuple[int, ...]) -> Array:
    """The part of an array that belongs to this run's rows; a scalar is repeated."""
    if values.ndim == 0:
        return np.broadcast_to(values, shape)
    return values[tuple(slice(length) for length in shape)]


def _shown(result: Result, table: Table, labels: list[list[Any]], shape: tuple[int, ...]) -> Array:
    """Which rows are shown, ndarray of `shape`, bool."""
    shown = np.ones(shape, bool)
    for axis, names in enumerate(labels):
        named = np.array([name is not None for name in names])
        shown &= named.reshape([-1 if a == axis else 1 for a in range(len(shape))])
    if table.where is not None:
        shown &= _cut(result.tally.total(table.where), shape) != 0
    return shown


def _estimate(result: Result, column: Column) -> statistics.Estimate:
    numerator = result.tally[column.numerator] / column.scale
    if not column.denominator:
        return statistics.Estimate(*[np.asarray(result.tally.total(column.numerator), float)] * 3)
    denominator = result.tally[column.denominator]
    denominator = denominator.reshape(denominator.shape + (1,) * (numerator.ndim - denominator.ndim))
    denominator = np.broadcast_to(denominator, numerator.shape)
    if column.rate:
        return statistics.rate(numerator, denominator, result.run.deals, result.run.level)
    estimate = statistics.jackknife(numerator, denominator, result.run.level)
    least = np.where((numerator >= 0).all(axis=0), 0, -np.inf)  # the mean of counts can't be negative
    return statistics.Estimate(estimate.value, np.maximum(estimate.low, least), estimate.high)
