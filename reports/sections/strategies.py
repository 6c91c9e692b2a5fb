"""Which strategies win, and who profits from whom?"""

from __future__ import annotations

from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from analyzer.experiments.report import Report
from analyzer.tables import neighbour_effects
from reports import figures
from reports.page import Grid, Section, interval, least, mixed_facts, most, picture, share
from reports.style import Facts
from reports.terminal import heading

ORDER, TITLE = 40, "Strategies and neighbours"


def write(report: Report) -> Section | None:
    """Win rates of different strategies against each other, and by who sits before whom."""
    tables = report.study.tables
    table = tables["strategies"].sort_values("win_rate", ascending=False, kind="stable")
    if not table["win_rate"].max() > 0:
        return Section("No game of different strategies was finished, so that nobody won.")
    facts = mixed_facts(report)
    pictures = [picture(lambda facts: figures.strategies(tables, facts), facts, "Win rates of the strategies")]
    best, worst = most(table, "win_rate"), least(table, "win_rate")
    sentence = (
        f"Against each other, {best.strategy} wins most ({_with_interval(best)}) and {worst.strategy} least "
        f"({_with_interval(worst)})."
    )
    effects = neighbour_effects(report.study.mixed)
    if len(effects):
        pictures.append(
            picture(lambda facts: _heat_map(effects, facts), facts, "What the player before makes of win rates")
        )
        sentence += _neighbours(effects, report.level)
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
    digits = 3 if row.win_rate > 0.01 else 4
    return f"{row.win_rate:.{digits}f}, {interval(row.win_rate_low, row.win_rate_high, digits)}"


def _neighbours(effects: pd.DataFrame, level: float) -> str:
    """The largest effect of the player before that is sure."""
    surely = effects[effects["p_adjusted"] < 1 - level]
    if effects["p_adjusted"].isna().all():
        return " There are too few deals to tell whether it matters who sits before whom."
    if surely.empty:
        return " That it matters who sits before whom is not significant for any pair."
    largest = most(surely.assign(size=surely["difference"].abs()), "size")
    more = "more" if largest.difference > 0 else "less"
    return (
        f" Who sits before whom matters for {len(surely)} of {len(effects)} pairs: most of all, {largest.strategy} wins "
        f"{abs(largest.difference):.3f} {more} right behind {largest.after} than elsewhere at the same table "
        f"({interval(largest.difference_low, largest.difference_high)})."
    )


def _heat_map(effects: pd.DataFrame, facts: Facts) -> Figure:
    words = ("Who follows whom", "change of this strategy's win rate")
    return figures.heat_map(effects, ("strategy", "after"), "difference", 0.0, words, facts, sign="+")
