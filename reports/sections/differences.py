"""What the card set changes against another one, on the same deals."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from analyzer.experiments.report import Report
from analyzer.statistics import holm
from analyzer.tables import make_comparison
from reports import comparison, figures
from reports.page import Grid, Section, mixed_facts, most, picture, rows_of
from reports.terminal import cell, heading

ORDER, TITLE = 90, "Differences"


def write(report: Report) -> Section | None:
    """Paired differences to the other card set; None if there is none."""
    if report.against is None:
        return None
    names = comparison.names_of(report.against.mixed[0].run, report.study.mixed[0].run)
    table_of = make_comparison(report.against.mixed, report.study.mixed)
    table = _shown(report, table_of)
    seats = [
        _seats(make_comparison(report.against.selves[players], report.study.selves[players]), players)
        for players in report.study.selves
        if players in report.against.selves
    ]
    everything = pd.concat([table, *seats], ignore_index=True)
    faces = table_of[table_of["measure"].eq("hired_per_game") & table_of["difference"].notna()]
    everything = pd.concat([everything, faces], ignore_index=True)
    everything["p_adjusted"] = holm(everything["p_value"].to_numpy())
    if _same(report):
        deals = report.study.mixed[0].run.deals
        return Section(
            f"{names[1]} and {names[0]} are identical in all {deals:,} deals: nothing that was counted differs."
        )
    surely = everything[everything["p_adjusted"] < 1 - report.level]
    sentence = (
        f"{len(surely)} of {int(everything['p_adjusted'].notna().sum())} measures differ significantly between {names[1]} and "
        f"{names[0]} (Holm's correction)."
    )
    if len(surely):
        told = surely[~figures.is_rare(surely) & surely["b"].ne(0)]
        relative = (told["difference"] / told["a"].abs()).replace([np.inf, -np.inf], np.nan)
        if relative.notna().any():
            largest = most(told.assign(relative=relative.abs()), "relative")
            sentence += (
                f" The largest of these relative to its value is that of {_name(largest)}: from {cell(float(largest.a))} to "
                f"{cell(float(largest.b))}."
            )
    main = everything[everything["table"].ne("hires")]
    if not everything["p_adjusted"].notna().any():
        sentence = "There are too few deals to tell which of the differences are more than chance."
    facts = replace(mixed_facts(report), played=f"{report.game.title}, card sets {names[0]} and {names[1]}.")
    rows = [
        [
            _name(row),
            cell(float(row.a)),
            cell(float(row.b)),
            comparison.signed(row.difference),
            f"{comparison.signed(row.difference_low)} to {comparison.signed(row.difference_high)}",
            f"{row.pairing_factor:.2f}" if np.isfinite(row.pairing_factor) else "-",
            _verdict(row, report.level),
        ]
        for row in rows_of(everything)
        if not np.isnan(row.difference)
    ]
    header = ["measure", names[0], names[1], "difference", "interval", "narrower by", "significant"]
    drawn = picture(
        lambda facts: figures.comparison(main, names, facts), facts, f"Differences of {names[1]} to {names[0]}"
    )
    summary = main[main["table"].eq("summary") & main["a"].ne(0) & main["difference_low"].notna()]
    rare = [heading(measure) for measure in summary.loc[figures.is_rare(summary), "measure"]]
    remarks = [f"Too rare for the figure: {', '.join(rare)}."] if rare else []
    remarks += [
        "Both card sets are played by the same strategies on the same deals, and compared deal by deal; narrower by: the factor "
        "by which that narrows the interval."
    ]
    return Section(sentence, [drawn], [Grid("Paired differences", header, rows)], remarks)


def _shown(report: Report, table: pd.DataFrame) -> pd.DataFrame:
    """The measures that the game's comparison shows, but for seats, which come by number of players."""
    shown = [
        table["table"].eq(name) & (table["measure"].eq(measure) if measure else True)
        for name, measure in report.game.compared
        if name != "seats"
    ]
    return table[np.logical_or.reduce(shown)]


def _same(report: Report) -> bool:
    """Whether everything that was counted is the same in both studies."""
    assert report.against is not None
    pairs = list(zip(report.study.mixed, report.against.mixed, strict=True))
    for players, results in report.study.selves.items():
        pairs += list(zip(results, report.against.selves.get(players, results), strict=True))
    return all((a.tally.sums == b.tally.sums).all() for a, b in pairs)


def _seats(table: pd.DataFrame, players: int) -> pd.DataFrame:
    rows = table[table["table"].eq("seats") & table["measure"].eq("share_of_wins")]
    return rows.assign(row=[f"{players} players, {row}" for row in rows["row"]])


def _verdict(row: Any, level: float) -> str:
    if row.identical:
        return "identical"
    return "untested" if np.isnan(row.p_adjusted) else "yes" if row.p_adjusted < 1 - level else "no"


def _name(row: Any) -> str:
    return f"{row.row}: {heading(row.measure)}" if row.row else heading(row.measure)
