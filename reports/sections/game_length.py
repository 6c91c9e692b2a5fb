"""How long does a game take?"""

from __future__ import annotations

import numpy as np

from analyzer.experiments.report import Report
from reports import figures
from reports.page import Grid, Section, interval, mixed_facts, picture, summary

ORDER, TITLE = 20, "Game length"


def write(report: Report) -> Section | None:
    """Rounds at every number of players; None for a game without rounds."""
    if "game_length" not in report.study.tables or "summary" not in report.study.tables:
        return None
    rows = [_row(f"{p}, each strategy against itself", report, p) for p in report.study.selves]
    rows.append(_row(f"{report.players}, different strategies", report, None))
    rounds = summary(report.study.tables, "rounds_mean")
    lengths = report.study.tables["game_length"]
    below = (lengths["games"].cumsum() / lengths["games"].sum()).to_numpy()
    low, high = (int(lengths["rounds"].to_numpy()[np.argmax(below >= q)]) for q in (0.025, 0.975))
    unfinished = sum(result.run.unfinished_games for result in report.study.mixed)
    games = sum(result.run.games for result in report.study.mixed)
    sentence = (
        f"A game of {report.players} different strategies takes {rounds.value:.2f} rounds on average "
        f"({interval(rounds.low, rounds.high, 2)}); at least 95 % of the games take {low} to {high}."
    )
    drawn = picture(
        lambda facts: figures.game_length(report.study.tables, facts), mixed_facts(report), "Game length in rounds"
    )
    remark = f"Of these {games:,} games {unfinished:,} were stopped unfinished: they count, and nobody wins them."
    header = ["players", "rounds", "interval", "unfinished", "of games"]
    return Section(sentence, [drawn], [Grid("Rounds by number of players", header, rows)], [remark])


def _row(name: str, report: Report, players: int | None) -> list[str]:
    study = report.study
    tables = study.tables if players is None else study.self_tables[players]
    results = study.mixed if players is None else study.selves[players]
    rounds = summary(tables, "rounds_mean")
    return [
        name,
        f"{rounds.value:.2f}",
        interval(rounds.low, rounds.high, 2),
        f"{sum(result.run.unfinished_games for result in results):,}",
        f"{sum(result.run.games for result in results):,}",
    ]
