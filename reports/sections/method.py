"""How the numbers were made: enough to get them again, and to doubt them."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.experiments.report import Report, Study
from analyzer.result import Result
from reports.page import Grid, Section
from reports.terminal import counted

ORDER, TITLE = 99, "Method"


def write(report: Report) -> Section:
    """Card sets with their hashes, line-ups, seeds, numbers, rulings, and the command."""
    first = report.study.mixed[0].run
    studies = [report.study, *([report.against] if report.against else [])]
    games = sum(result.run.games for study in studies for result in _results(study))
    sentence = f"{counted(games, 'game')} were played; the command below plays them again, to the last bit."
    groups = report.study.mixed[0].tally.groups
    facts = [
        ["command", report.command],
        ["seed", str(first.seed)],
        ["version", first.version],
        [f"games of {report.players} different strategies", _amount(report.study.mixed)],
        *[
            [f"games of one strategy against itself, {p} players", _amount(results)]
            for p, results in report.study.selves.items()
        ],
        ["strategies", ", ".join(report.game.standard_strategies)],
        [
            "seatings",
            "different strategies: every cyclic order by turns, each deal in every rotation; one strategy: a game a deal",
        ],
        ["intervals", f"{100 * report.level:g} %, delete-a-group jackknife over {groups} groups of deals"],
    ]
    for study in studies:
        card_set = study.card_set
        facts.append(
            [f"card set {card_set.name}", f"{card_set.title}. {getattr(card_set, 'source', '')}".strip(". ") + "."]
        )
        facts.append(["SHA-256 of its faces, counts and rules", card_set.sha256])
    grids = [Grid("What was played", ["", ""], facts, names=2)]
    rules = [[name, *values] for name, values in _rules(studies).items()]
    if rules:
        names = [study.card_set.name for study in studies]
        marked = [[*row, "" if len(set(row[1:])) == 1 else "differs"] for row in rules]
        grids.append(Grid("Rule parameters", ["rule", *names, ""], marked))
    return Section(sentence, (), grids, [*report.missing, *report.game.rulings()])


def _results(study: Study) -> list[Result]:
    return [*study.mixed, *(result for results in study.selves.values() for result in results)]


def _amount(results: Sequence[Result]) -> str:
    run = results[0].run
    return f"{counted(len(results), 'line-up')} of {counted(run.games, 'game')} each, on the same {counted(run.deals, 'deal')}"


def _rules(studies: list[Study]) -> dict[str, list[str]]:
    """The rule parameters of each card set, for games that have them."""
    found: dict[str, list[str]] = {}
    for study in studies:
        rules = getattr(study.card_set, "rules", None)
        for name in type(rules).model_fields if rules is not None else ():
            value = getattr(rules, name)
            text = " ".join(map(str, value)) if isinstance(value, tuple) else str(value).lower()
            found.setdefault(name, []).append(text)
    return found
