"""Is it better to start, or to sit last? At every number of players, each strategy against itself."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pandas as pd

from analyzer.experiments.report import Report
from analyzer.statistics import holm
from analyzer.tables import p_values
from reports.figures import fair_line, spans
from reports.page import Grid, Section, interval, picture, rows_of, self_facts, share
from reports.style import COLOURS, Facts, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ORDER, TITLE = 10, "Seats"


def write(report: Report) -> Section | None:
    """Shares of the wins by seat against the fair share; None for a game that has no such thing."""
    declared = {table.name: table for table in report.game.tables}
    if "seats" not in declared or not report.study.selves or report.game.fair_share(report.players) is None:
        return None
    column = next(c for c in declared["seats"].columns if c.name == "share_of_wins")
    frames = []
    for players, tables in report.study.self_tables.items():
        fair = report.game.fair_share(players)
        assert fair is not None
        p = p_values(report.study.selves[players], declared["seats"], column, fair)
        frames.append(tables["seats"].assign(players=players, fair=fair, p_value=p))
    rows = pd.concat(frames, ignore_index=True)
    if rows["share_of_wins"].isna().all():
        return Section("No game was finished, so that no seat won any.")
    rows["p_adjusted"] = holm(rows["p_value"].to_numpy())
    grid = Grid(
        "Seats: each strategy against itself (p: that the seat wins its fair share, corrected for the number of rows)",
        ["players", "seat", "share of wins", "interval", "p", "VP"],
        [
            [
                str(row.players),
                str(row.seat),
                share(row.share_of_wins, 4),
                interval(row.share_of_wins_low, row.share_of_wins_high, 4),
                _p_text(row.p_adjusted),
                f"{row.vp_mean:.2f}",
            ]
            for row in rows_of(rows)
        ],
        names=2,
    )
    drawn = picture(
        lambda facts: draw(rows, facts), self_facts(report), "Shares of the wins by seat at every number of players"
    )
    remarks = ["Shares are of the games that were finished."]
    return Section(_sentence(rows, report), [drawn], [grid], remarks)


def _p_text(p: float) -> str:
    if math.isnan(p):
        return "-"
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def _sentence(rows: pd.DataFrame, report: Report) -> str:
    parts: list[str] = []
    even: list[str] = []
    untested: list[str] = []
    for players in sorted(set(rows["players"])):
        table = rows[rows["players"] == players]
        surely = table[table["p_adjusted"] < 1 - report.level]
        above, below = (
            surely[surely["share_of_wins"] > surely["fair"]],
            surely[surely["share_of_wins"] < surely["fair"]],
        )
        words = [
            f"{_seats(part)} {how} than a fair share"
            for part, how in ((above, "wins more"), (below, "wins less"))
            if len(part)
        ]
        if words:
            parts.append(f"with {players} players {' and '.join(words)}")
        else:
            (untested if table["p_adjusted"].isna().all() else even).append(str(players))
    if even:
        parts.append(f"with {_listed(even)} players no seat's share differs significantly from the fair one")
    if untested:
        parts.append(f"with {_listed(untested)} players there are too few deals to tell")
    text = "; ".join(parts)
    return f"{text[:1].upper()}{text[1:]}."


def _listed(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def _seats(table: pd.DataFrame) -> str:
    return ", ".join(
        f"seat {row.seat} ({row.share_of_wins:.3f}, {interval(row.share_of_wins_low, row.share_of_wins_high)})"
        for row in rows_of(table)
    )


def draw(rows: pd.DataFrame, facts: Facts) -> Figure:
    """One panel for each number of players."""
    numbers = sorted(set(rows["players"]))
    figure, axes = new_figure(1.7, "", facts, panels=len(numbers), width_ratios=numbers)
    for axis, players in zip(axes, numbers, strict=True):
        table = rows[rows["players"] == players]
        axis.errorbar(
            table["seat"], table["share_of_wins"], yerr=spans(table, "share_of_wins"), fmt="o", color=COLOURS[0]
        )
        fair_line(axis, Facts("", "", facts.level, float(table["fair"].iloc[0])), vertical=False)
        axis.set_title(f"{players} players", fontsize=6.5, fontweight="normal")
        axis.set_xticks(table["seat"])
        axis.set_xlim(-0.6, players - 0.4)
        axis.tick_params(labelsize=5.5)
    axes[0].set_ylabel("share of wins (dashed: fair)")
    figure.supxlabel("seat (0 starts)", fontsize=7)
    return figure
