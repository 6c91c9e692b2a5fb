"""From results to tidy DataFrames. Each table and column is declared by the game; here they are filled in.

Several results of the same deals (the same numbers of players, games and seed) can be pooled: their sums are added group by
group, rows with the same labels together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from analyzer import statistics
from analyzer.game import Column, Table
from analyzer.registry import find_game

if TYPE_CHECKING:
    from analyzer.result import Result

Array = np.ndarray[Any, Any]
Key = tuple[Any, ...]


def make_tables(results: Result | Sequence[Result]) -> dict[str, pd.DataFrame]:
    """All tables that a game declares, of one result or of several that are pooled."""
    pooled = _several(results)
    return {table.name: make_table(pooled, table) for table in find_game(pooled[0].run.game).tables}


def make_table(results: Result | Sequence[Result], table: Table) -> pd.DataFrame:
    """One table of a result, or of several that are pooled.

    Returns
    -------
    DataFrame
        Wide: the keys, the count, then each measure with ``<name>_low`` and ``<name>_high`` where it has an interval.
        Long: ``measure``, ``value``, ``low``, ``high``.
    """
    pooled = _several(results)
    if table.layout == "long":
        rows = []
        for column in table.columns:
            estimate = _estimate(pooled, _sums(pooled, table, column, [()]), column)
            rows.append((column.name, float(estimate.value[0]), float(estimate.low[0]), float(estimate.high[0])))
        return pd.DataFrame(rows, columns=["measure", "value", "low", "high"])
    keys = _rows(pooled, table)
    data: dict[str, Any] = {name: [key[axis] for key in keys] for axis, name in enumerate(table.keys)}
    if table.count is not None:
        name, count = table.count
        data[name] = _total(pooled, table, count, keys)
    for column in table.columns:
        if not column.denominator:
            data[column.name] = _total(pooled, table, column.numerator, keys)
            continue
        estimate = _estimate(pooled, _sums(pooled, table, column, keys), column)
        data[column.name] = estimate.value
        if column.interval:
            data[f"{column.name}_low"] = estimate.low
            data[f"{column.name}_high"] = estimate.high
    return pd.DataFrame(data)


def make_comparison(a: Result | Sequence[Result], b: Result | Sequence[Result]) -> pd.DataFrame:
    """Every measure of two arms that played the same deals, with its paired difference.

    Parameters
    ----------
    a, b : Result, or several that are pooled
        With the same line-ups, deals and seed.

    Returns
    -------
    DataFrame
        One row for each row of a table and measure: ``table``, ``row``, ``measure``, ``a``, ``b``, ``difference`` (b - a) with
        ``difference_low`` and ``difference_high``, ``p_value``, ``p_adjusted`` (Holm, over all rows), ``pairing_factor``,
        ``identical``. What one arm lacks is NaN.
    """
    arm_a, arm_b = _several(a), _several(b)
    frames = []
    for table in find_game(arm_a[0].run.game).tables:
        keys = (
            _ordered(list(dict.fromkeys([*_rows(arm_a, table), *_rows(arm_b, table)])))
            if table.layout == "wide"
            else [()]
        )
        for column in table.columns:
            if column.denominator:
                frames.append(_compared(arm_a, arm_b, table, column, keys))
    found = pd.concat(frames, ignore_index=True)
    found.insert(list(found.columns).index("p_value") + 1, "p_adjusted", statistics.holm(found["p_value"].to_numpy()))
    return found


def sums_of(results: Result | Sequence[Result], table: str, measure: str, key: Key) -> tuple[Array, Array]:
    """The numerator and denominator of a measure in one row of a table, each ndarray (groups,)."""
    pooled = _several(results)
    found = next(t for t in pooled[0].game.tables if t.name == table)
    column = next(c for c in found.columns if c.name == measure)
    sums = _sums(pooled, found, column, [key])
    return sums.numerator[:, 0], sums.denominator[:, 0]


def p_values(results: Result | Sequence[Result], table: Table, column: Column, reference: float) -> Array:
    """For each row of a table, the p-value of the test that a measure equals a reference, ndarray (rows,)."""
    pooled = _several(results)
    sums = _sums(pooled, table, column, _rows(pooled, table))
    return statistics.p_value(sums.numerator, sums.denominator, reference)


def neighbour_effects(results: Result | Sequence[Result]) -> pd.DataFrame:
    """What it does to a strategy to sit right behind another one, among the games in which both play.

    Parameters
    ----------
    results : Result, or several that are pooled

    Returns
    -------
    DataFrame
        ``strategy``, ``after``, ``win_rate`` (behind it), ``otherwise`` (both play, but not so), ``difference`` with
        ``difference_low`` and ``difference_high``, ``p_adjusted`` (Holm). Empty if the game has no such tables, or if there are
        only two players: then everybody sits behind the other one.
    """
    pooled = _several(results)
    tables = {table.name: table for table in pooled[0].game.tables}
    rows = []
    if pooled[0].run.players > 2 and {"neighbours", "strategies"} <= tables.keys():
        after, everywhere = tables["neighbours"].columns[0], tables["strategies"].columns[0]
        for strategy, before in _rows(pooled, tables["neighbours"]):
            both = [result for result in pooled if {strategy, before} <= set(result.run.strategies)]
            behind = _sums(both, tables["neighbours"], after, [(strategy, before)])
            all_games = _sums(both, tables["strategies"], everywhere, [(strategy,)])
            rest = (all_games.numerator - behind.numerator, all_games.denominator - behind.denominator)
            found = statistics.paired_difference(rest, (behind.numerator, behind.denominator), pooled[0].run.level)
            facts = (found.b, found.a, found.value, found.low, found.high, found.p_value)
            rows.append((strategy, before, *(float(fact[0]) for fact in facts)))
    columns = [
        "strategy",
        "after",
        "win_rate",
        "otherwise",
        "difference",
        "difference_low",
        "difference_high",
        "p_value",
    ]
    found_rows = pd.DataFrame(rows, columns=columns)
    found_rows["p_adjusted"] = statistics.holm(found_rows.pop("p_value").to_numpy(float))
    return found_rows


def _compared(
    a: Sequence[Result], b: Sequence[Result], table: Table, column: Column, keys: Sequence[Key]
) -> pd.DataFrame:
    sums = [_sums(arm, table, column, keys) for arm in (a, b)]
    pairs = [(arm.numerator, arm.denominator) for arm in sums]
    found = statistics.paired_difference(pairs[0], pairs[1], a[0].run.level)
    return pd.DataFrame(
        {
            "table": table.name,
            "row": [_row_name(table, key) for key in keys],
            "measure": column.name,
            "a": found.a,
            "b": found.b,
            "difference": found.value,
            "difference_low": found.low,
            "difference_high": found.high,
            "p_value": found.p_value,
            "pairing_factor": found.pairing_factor,
            "identical": found.identical,
        }
    )


def _row_name(table: Table, key: Key) -> str:
    """A row by the names and values of its keys: ``strategy yardstick, colours 3``."""
    return ", ".join(f"{name} {value}" for name, value in zip(table.keys, key, strict=True))


def _several(results: Result | Sequence[Result]) -> Sequence[Result]:
    return results if isinstance(results, Sequence) else [results]


@dataclass(frozen=True)
class _Sums:
    """What a measure is made of: its numerator and denominator, each ndarray (groups, rows)."""

    numerator: Array
    denominator: Array


def _labels(result: Result, table: Table) -> list[list[Any]]:
    """The names of the rows in each dimension of a table; None for a row that is not shown."""
    found: list[list[Any]] = []
    for size in table.size:
        if size == "entries":
            found.append(list(result.run.strategies))
        elif size == "seats":
            found.append(list(range(result.run.players)))
        else:
            found.append(list(find_game(result.run.game).labels(size, result.card_set)))
    return found


def _places(result: Result, table: Table) -> dict[Key, tuple[int, ...]]:
    """Where each row of a table lies in the counts."""
    labels = _labels(result, table)
    shape = tuple(len(names) for names in labels)
    found = {}
    for place in np.ndindex(shape):
        key = tuple(names[i] for names, i in zip(labels, place, strict=True))
        if None not in key:
            found[key] = place
    return found


def _rows(results: Sequence[Result], table: Table) -> list[Key]:
    """The rows that a table shows: all in which something was counted, if it says so."""
    keys: dict[Key, int] = {}
    for result in results:
        where: Any = None if table.where is None else result.tally.total(table.where)
        for key, place in _places(result, table).items():
            counted = 1 if where is None else int(where[place])
            keys[key] = keys.get(key, 0) + counted
    return _ordered([key for key, counted in keys.items() if counted])


def _ordered(keys: Sequence[Key]) -> list[Key]:
    """Rows of several results in one order: numbers by size, names as they came."""
    ranks: list[dict[Any, Any]] = []
    for axis in range(len(keys[0]) if keys else 0):
        labels = dict.fromkeys(key[axis] for key in keys)
        ranks.append({label: i if isinstance(label, str) else label for i, label in enumerate(labels)})
    return sorted(keys, key=lambda key: [rank[label] for rank, label in zip(ranks, key, strict=True)])


def _column_of(results: Sequence[Result], table: Table, count: str, keys: Sequence[Key]) -> Array:
    """A count's sums for some rows, ndarray (groups, rows); a count of fewer dimensions is repeated, a missing row is 0."""
    total = np.zeros((results[0].tally.groups, len(keys)), np.int64)
    for result in results:
        sums = result.tally[count]
        places = _places(result, table) if table.size else {(): ()}
        for i, key in enumerate(keys):
            if key in places:
                place: Any = (slice(None), *places[key][: sums.ndim - 1])
                total[:, i] += sums[place]
    return total


def _total(results: Sequence[Result], table: Table, count: str, keys: Sequence[Key]) -> Array:
    return np.asarray(_column_of(results, table, count, keys).sum(axis=0))


def _sums(results: Sequence[Result], table: Table, column: Column, keys: Sequence[Key]) -> _Sums:
    numerator = _column_of(results, table, column.numerator, keys) / column.scale
    return _Sums(numerator, _column_of(results, table, column.denominator, keys))


def _estimate(results: Sequence[Result], sums: _Sums, column: Column) -> statistics.Estimate:
    run = results[0].run
    if column.rate:
        return statistics.rate(sums.numerator, sums.denominator, run.deals, run.level)
    estimate = statistics.jackknife(sums.numerator, sums.denominator, run.level)
    least = np.where((sums.numerator >= 0).all(axis=0), 0, -np.inf)  # the mean of counts can't be negative
    return statistics.Estimate(estimate.value, np.maximum(estimate.low, least), estimate.high)
