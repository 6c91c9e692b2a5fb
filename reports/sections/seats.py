"""Is it better to start, or to sit last? At every number of players, each strategy against itself."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from analyzer.experiments.report import Report
from analyzer.statistics import holm, p_value
from reports.figures import fair_line, spans
from reports.page import Grid, Section, interval, least, most, picture, rows_of, self_facts, share
from reports.style import COLOURS, Facts, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ORDER, TITLE = 10, "Seats"


def write(report: Report) -> Section | None:
    """Win rates by seat against the fair share; None for a game that has no such thing."""
    tables = {players: tables["seats"] for players, tables in report.study.self_tables.items() if "seats" in tables}
    shares = {players: report.game.fair_share(players) for players in tables}
    if not tables or None in shares.values():
        return None
    rows = pd.concat(
        [table.assign(players=players, fair=shares[players]) for players, table in tables.items()], ignore_index=True
    )
    groups = {players: report.study.selves[players][0].tally.groups for players in tables}
    p = [
        float(p_value(row.win_rate, row.win_rate_low, row.win_rate_high, row.fair, report.level, groups[row.players]))
        for row in rows_of(rows)
    ]
    rows["p_adjusted"] = holm(np.array(p))
    facts = self_facts(report)
    grid = Grid(
        "Seats: each strategy against itself (p: that the seat has the fair share, corrected for the number of rows)",
        ["players", "seat", "win rate", "interval", "p", "VP"],
        [
            [
                str(row.players),
                str(row.seat),
                share(row.win_rate, 4),
                interval(row.win_rate_low, row.win_rate_high, 4),
                _p_text(row.p_adjusted),
                f"{row.vp_mean:.2f}",
            ]
            for row in rows_of(rows)
        ],
        names=2,
    )
    drawn = picture(lambda facts: draw(rows, facts), facts, "Win rates by seat at every number of players")
    return Section(_sentence(rows, report), [drawn], [grid])


def _p_text(p: float) -> str:
    if math.isnan(p):
        return "-"
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def _sentence(rows: pd.DataFrame, report: Report) -> str:
    parts = []
    for players in sorted(set(rows["players"])):
        table = rows[rows["players"] == players]
        if not (table["p_adjusted"] < 1 - report.level).any():
            parts.append(f"with {players} players no seat differs significantly from the fair share")
            continue
        best, worst = most(table, "win_rate"), least(table, "win_rate")
        parts.append(
            f"with {players} players seat {best.seat} wins most ({best.win_rate:.3f}) and seat {worst.seat} least "
            f"({worst.win_rate:.3f})"
        )
    text = "; ".join(parts)
    return f"{text[:1].upper()}{text[1:]}."


def draw(rows: pd.DataFrame, facts: Facts) -> Figure:
    """One panel for each number of players."""
    numbers = sorted(set(rows["players"]))
    figure, axes = new_figure(1.7, "", facts, panels=len(numbers), width_ratios=numbers)
    for axis, players in zip(axes, numbers, strict=True):
        table = rows[rows["players"] == players]
        axis.errorbar(table["seat"], table["win_rate"], yerr=spans(table, "win_rate"), fmt="o", color=COLOURS[0])
        fair_line(axis, Facts("", "", facts.level, float(table["fair"].iloc[0])), vertical=False)
        axis.set_title(f"{players} players", fontsize=6.5, fontweight="normal")
        axis.set_xticks(table["seat"])
        axis.set_xlim(-0.6, players - 0.4)
        axis.tick_params(labelsize=5.5)
    axes[0].set_ylabel("win rate (dashed: fair share)")
    figure.supxlabel("seat (0 starts)", fontsize=7)
    return figure
