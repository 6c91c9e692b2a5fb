"""How often do turns end in a bust, and when?"""

from __future__ import annotations

from typing import Any

from analyzer.experiments.report import Report
from reports.page import Grid, Section, interval, least, mixed_facts, most, picture, rows_of, share, summary
from reports.port_royal import figures

ORDER, TITLE = 50, "Busts"
USUAL_COLOURS = 2


def write(report: Report) -> Section:
    """Bust rates by turn, and bust probabilities by the colours that lie in the harbour."""
    tables = report.study.tables
    rate = summary(tables, "bust_rate")
    table = tables["bust_by_colours"]
    usual = table[table["colours"] == USUAL_COLOURS]
    sentence = f"{rate.value:.1%} of turns end in a bust ({interval(100 * rate.low, 100 * rate.high, 1)} %)."
    if len(usual):
        low, high = least(usual, "bust_rate"), most(usual, "bust_rate")
        sentence += (
            f" With {USUAL_COLOURS} colours in the harbour the next card is one for {_risk(low)} to {_risk(high)}."
        )
    drawn = picture(
        lambda facts: figures.bust_by_colours(tables, facts), mixed_facts(report), "Bust probability by colours"
    )
    rows = [
        [
            row.strategy,
            str(row.colours),
            f"{row.draws:,}",
            share(row.bust_rate, 4),
            interval(row.bust_rate_low, row.bust_rate_high, 4),
        ]
        for row in rows_of(table)
    ]
    header = ["strategy", "colours", "draws", "bust probability", "interval"]
    return Section(sentence, [drawn], [Grid("Busts by ship colours in the harbour", header, rows, names=2)])


def _risk(row: Any) -> str:
    percent = interval(100 * row.bust_rate_low, 100 * row.bust_rate_high, 1)
    return f"{row.bust_rate:.1%} of the draws of {row.strategy} ({percent} %)"
