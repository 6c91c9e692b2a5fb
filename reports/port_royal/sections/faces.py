"""Which persons are hired, and do their owners win?"""

from __future__ import annotations

from analyzer.experiments.report import Report
from reports.page import Grid, Section, interval, least, mixed_facts, most, picture, rows_of, share
from reports.port_royal import figures

ORDER, TITLE = 60, "Use of each face"

CORRELATION = (
    "The win rate of owners is a correlation: who is ahead can afford dear persons, and who hires them need not win because of "
    "them."
)


def write(report: Report) -> Section | None:
    """Hires by face, and the win rates of those who hired it; None for a set without persons."""
    faces = {face.id: face for face in report.study.card_set.faces if face.count}
    table = report.study.tables["hires"]
    table = table[table["face"].isin(list(faces))].sort_values("hired_per_game", ascending=False, kind="stable")
    if not table["hired_per_game"].max() > 0:
        return None
    tables = {**report.study.tables, "hires": table}
    per_copy = table.assign(per_copy=[row.hired_per_game / max(1, faces[row.face].count) for row in rows_of(table)])
    used, idle = most(per_copy, "per_copy"), least(per_copy, "per_copy")
    owners = table.dropna(subset="win_rate_of_owner")
    sentence = (
        f"By copy, {used.face} is hired most often ({used.per_copy:.2f} times a game) and {idle.face} least "
        f"({idle.per_copy:.2f})."
    )
    if len(owners):
        best = most(owners, "win_rate_of_owner")
        spread = interval(best.win_rate_of_owner_low, best.win_rate_of_owner_high)
        sentence += f" Owners of {best.face} win most often ({best.win_rate_of_owner:.3f}, {spread}; a correlation, not a cause)."
    drawn = picture(lambda facts: figures.hires(tables, facts), mixed_facts(report), "Hires by face")
    rows = [
        [
            row.face,
            str(faces[row.face].count),
            str(faces[row.face].cost),
            str(faces[row.face].vp),
            f"{row.hired_per_game:.3f}",
            interval(row.hired_per_game_low, row.hired_per_game_high),
            share(row.share_of_chances_taken),
            share(row.win_rate_of_owner),
            interval(row.win_rate_of_owner_low, row.win_rate_of_owner_high),
        ]
        for row in rows_of(table)
    ]
    header = [
        "face", "copies", "cost", "VP", "hired per game", "interval", "share of chances taken", "win rate of owners",
        "interval",
    ]  # fmt: skip
    return Section(sentence, [drawn], [Grid("Hires by face", header, rows)], [CORRELATION])
