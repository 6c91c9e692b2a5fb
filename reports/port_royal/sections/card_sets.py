"""What differs between the two card sets, before a game is played."""

from __future__ import annotations

from analyzer.experiments.report import Report
from reports.comparison import names_of
from reports.page import Grid, Section
from reports.port_royal.cards import differences

ORDER, TITLE = 5, "What is compared"


def write(report: Report) -> Section | None:
    """Rules and faces that differ; None if there is no other card set."""
    if report.against is None:
        return None
    names = names_of(report.against.mixed[0].run, report.study.mixed[0].run)
    rules, faces = differences(report.against.card_set, report.study.card_set)
    changed = len({row[0] for row in faces})
    sentence = f"{names[1]} differs from {names[0]} in {len(rules)} rule parameters and {changed} faces."
    grids = [Grid("Rule parameters", ["rule", *names], rules)] if rules else []
    grids += [Grid("Faces", ["face", "field", *names], faces, names=2)] if faces else []
    return Section(sentence, (), grids)
