"""With how many victory points are games won, and how close are they?"""

from __future__ import annotations

from analyzer.experiments.report import Report
from reports.page import Grid, Section, interval, mixed_facts, picture, rows_of, share, summary
from reports.port_royal import figures

ORDER, TITLE = 30, "Scores and margins"


def write(report: Report) -> Section | None:
    """The winner's VP and lead; None if no game was finished."""
    tables = report.study.tables
    if not len(tables["winning_vp"]):
        return None
    vp, margin, shared = (summary(tables, name) for name in ("vp_winner_mean", "vp_margin_mean", "shared_win_rate"))
    sentence = (
        f"The winner has {vp.value:.1f} VP on average and leads the next player by {margin.value:.2f} "
        f"({interval(margin.low, margin.high, 2)}). {shared.value:.1%} of all games are shared "
        f"({interval(100 * shared.low, 100 * shared.high, 1)} %)."
    )
    for level in rows_of(tables["margins"][tables["margins"]["margin"] == 0]):
        percent = interval(100 * level.share_low, 100 * level.share_high, 1)
        sentence += (
            f" In {level.share:.1%} ({percent} %) the two best have equal VP: coins decide, or the win is shared."
        )
    facts = mixed_facts(report)
    pictures = [
        picture(lambda facts: figures.winning_vp(tables, facts), facts, "Victory points of the winner"),
        picture(lambda facts: figures.margins(tables, facts), facts, "The winner's lead"),
        picture(lambda facts: figures.vp_distribution(tables, facts), facts, "Victory points at the end, by strategy"),
    ]
    rows = [
        [str(row.margin), f"{row.games:,}", share(row.share, 4), interval(row.share_low, row.share_high, 4)]
        for row in rows_of(tables["margins"])
    ]
    return Section(sentence, pictures, [Grid("The winner's lead in VP", ["lead", "games", "share", "interval"], rows)])
