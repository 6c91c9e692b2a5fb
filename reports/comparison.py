"""A comparison of two card sets as plain text."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer.registry import find_game
from reports.terminal import cell, columns, counted, heading

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.experiments.compare import Comparison
    from analyzer.result import Run

NOT_SIGNIFICANT = "n.s."


def comparison_text(comparison: Comparison) -> str:
    """What was played, the main measures in both arms with their paired differences, and how many of all differ."""
    run, game = comparison.run, find_game(comparison.run["game"])
    names = arm_names(comparison)
    games, deals = counted(run["games"], "game"), counted(run["deals"], "deal")
    parts = [
        [
            f"{game.title}, {run['players']} players: {names[0]} (a) against {names[1]} (b)",
            f"{games} of each, on the same {deals}, seed {run['seed']}: {', '.join(run['strategies'])}",
        ]
    ]
    table = comparison.tables["comparison"]
    if comparison.identical:
        parts.append([f"Identical in all {run['deals']:,} deals: nothing that was counted differs."])
    else:
        for name, measure in game.compared:
            rows = table[(table["table"] == name) & (table["measure"] == measure if measure else True)]
            parts.append(_rows(rows, run))
        parts.append(verdict(table, run["level"]))
    parts.append([f"Note: {note}." for note in _notes(comparison)])
    shown = f"These are the main ones of {len(table):,} measures. " if not comparison.identical else ""
    parts.append([f"{shown}--out DIR writes all, figures and both results; --format json or csv prints them."])
    return "\n\n".join("\n".join(part) for part in parts if part)


def arm_names(comparison: Comparison) -> tuple[str, str]:
    """The names of the two card sets; what was typed, if the names are the same."""
    return names_of(comparison.a.run, comparison.b.run)


def names_of(a: Run, b: Run) -> tuple[str, str]:
    """The names of the card sets of two runs; what was typed, if the names are the same."""
    return (a.card_set, b.card_set) if a.card_set != b.card_set else (a.card_set_spec, b.card_set_spec)


def verdict(table: pd.DataFrame, level: float) -> list[str]:
    """How many measures differ, corrected for their number, and how much the pairing helped."""
    tested = table["p_adjusted"].notna()
    differ = int((table["p_adjusted"] < 1 - level).sum())
    same = int(table["identical"].sum())
    factor = table.loc[tested, "pairing_factor"].replace(np.inf, np.nan).median()
    if not tested.any():
        return ["Too few deals to test anything: no difference above is known to be more than chance."]
    lines = [
        f"{differ} of {int(tested.sum())} measures differ significantly (Holm's correction for their number, level "
        f"{100 * level:g} %); {NOT_SIGNIFICANT} marks those that don't."
    ]
    if same:
        lines.append(f"{same} more are identical in all deals.")
    if not math.isnan(factor):
        lines.append(f"Playing both on the same deals made intervals narrower by a factor of {factor:.2f} (median).")
    return lines


def _notes(comparison: Comparison) -> list[str]:
    found = []
    for name, arm in zip(arm_names(comparison), (comparison.a, comparison.b), strict=True):
        found += [f"{name}: {note}" for note in arm.run.notes]
    return found


def _rows(table: pd.DataFrame, run: dict[str, Any]) -> list[str]:
    rows = [["", "a", "b", "b - a", f"{100 * run['level']:g} % interval", "narrower by", ""]]
    for record in table.to_dict("records"):
        low, high = record["difference_low"], record["difference_high"]
        factor, p = record["pairing_factor"], record["p_adjusted"]
        mark = "identical" if record["identical"] else "" if p < 1 - run["level"] else NOT_SIGNIFICANT
        name = f"{record['row']}: {heading(record['measure'])}" if record["row"] else heading(record["measure"])
        rows.append(
            [
                name,
                _or_dash(record["a"]),
                _or_dash(record["b"]),
                signed(record["difference"]),
                "-" if math.isnan(low) else f"{signed(low)} to {signed(high)}",
                "-" if math.isnan(factor) or math.isinf(factor) else f"{factor:.2f}",
                mark,
            ]
        )
    return columns(rows)


def _or_dash(value: float) -> str:
    return "-" if math.isnan(value) else cell(float(value))


def signed(value: float) -> str:
    """A difference for people."""
    if math.isnan(value):
        return "-"
    text = f"{value:+.4f}" if abs(value) < 1 else f"{value:+.2f}"
    return text.replace("-0.0000", "0.0000").replace("+0.0000", "0.0000")
