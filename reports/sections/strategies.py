"""Which strategies win, and who profits from whom?"""

from __future__ import annotations

from typing import Any

import numpy as np

from analyzer.experiments.report import Report
from analyzer.statistics import holm, p_value
from reports import figures
from reports.page import Grid, Section, interval, least, mixed_facts, most, picture, share
from reports.terminal import heading

ORDER, TITLE = 40, "Strategies and neighbours"


def write(report: Report) -> Section | None:
    """Win rates of different strategies against each other, and by who sits before whom."""
    tables, fair = report.study.tables, report.game.fair_share(report.players)
    table = tables["strategies"].sort_values("win_rate", ascending=False, kind="stable")
    facts = mixed_facts(report)
    pictures = [picture(lambda facts: figures.strategies(tables, facts), facts, "Win rates of the strategies")]
    best, worst = most(table, "win_rate"), least(table, "win_rate")
    sentence = (
        f"Against each other, {best.strategy} wins most ({_with_interval(best)}) and {worst.strategy} least "
        f"({_with_interval(worst)})."
    )
    if fair is not None:
        groups = report.study.mixed[0].tally.groups
        rates = [table[column].to_numpy() for column in ("win_rate", "win_rate_low", "win_rate_high")]
        p = p_value(rates[0], rates[1], rates[2], fair, report.level, groups)
        level = [row for row, q in zip(table["strategy"], holm(p), strict=True) if not q < 1 - report.level]
        near = f" Not significantly away from the fair share ({fair:.3f}): {', '.join(level)}." if level else ""
        sentence += near or f" All are significantly away from the fair share ({fair:.3f})."
    if len(tables.get("neighbours", ())):
        pictures.append(
            picture(lambda facts: figures.neighbours(tables, facts), facts, "Win rates by the player before")
        )
        sentence += _neighbours(report)
    measures = [c for c in table.columns if c.endswith("_mean")]
    header = ["strategy", "games", "win rate", "interval", *(heading(m) for m in measures)]
    rows = [
        [
            record["strategy"],
            f"{record['games']:,}",
            share(record["win_rate"], 4),
            interval(record["win_rate_low"], record["win_rate_high"], 4),
            *(f"{record[m]:.2f}" for m in measures),
        ]
        for record in table.to_dict("records")
    ]
    title = f"Every choice of {report.players} of these strategies, each in all seatings"
    return Section(sentence, pictures, [Grid(title, header, rows)])


def _with_interval(row: Any) -> str:
    return f"{row.win_rate:.3f}, {interval(row.win_rate_low, row.win_rate_high)}"


def _neighbours(report: Report) -> str:
    """The strategy that depends most on the player before it, if the two ends lie surely apart."""
    table = report.study.tables["neighbours"]
    widest, text = 0.0, " Who sits before whom makes no difference that is sure."
    for strategy, rows in table.groupby("strategy", sort=False):
        if np.isnan(rows["win_rate_low"]).any():
            continue
        best, worst = most(rows, "win_rate"), least(rows, "win_rate")
        gap = best.win_rate - worst.win_rate
        if gap > widest and best.win_rate_low > worst.win_rate_high:
            widest = gap
            text = (
                f" Who sits before whom matters: {strategy} wins {best.win_rate:.3f} after {best.after} and "
                f"{worst.win_rate:.3f} after {worst.after}."
            )
    return text
