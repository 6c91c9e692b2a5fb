"""Play what a balance report is made from: a game's standard strategies against each other, and each against itself."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from analyzer.errors import CardSetError
from analyzer.experiments.simulate import check_run_options, default_threads, make_plan, run_plans
from analyzer.registry import find_game
from analyzer.result import Result
from analyzer.runner import Plan

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.game import Game

GAMES = 20_000


@dataclass(frozen=True)
class StudyPlan:
    """What is to be played of one card set, with the results' places."""

    mixed: tuple[Plan, ...]
    selves: dict[int, tuple[Plan, ...]]

    @property
    def plans(self) -> list[Plan]:
        """All of it in one row."""
        return [*self.mixed, *itertools.chain.from_iterable(self.selves.values())]


@dataclass(frozen=True)
class Study:
    """What was played of one card set.

    Attributes
    ----------
    mixed : tuple of Result
        Every choice of different standard strategies for the chosen number of players. All play the same deals.
    selves : dict of int to tuple of Result
        By number of players: each standard strategy on all seats. All of one number play the same deals.
    """

    mixed: tuple[Result, ...]
    selves: dict[int, tuple[Result, ...]]

    @cached_property
    def tables(self) -> dict[str, pd.DataFrame]:
        """All tables of the mixed games, pooled."""
        from analyzer.tables import make_tables

        return make_tables(self.mixed)

    @cached_property
    def self_tables(self) -> dict[int, dict[str, pd.DataFrame]]:
        """By number of players, all tables of the strategies against themselves, pooled."""
        from analyzer.tables import make_tables

        return {players: make_tables(results) for players, results in self.selves.items()}

    @property
    def card_set(self) -> Any:
        """The card set that was played."""
        return self.mixed[0].card_set


@dataclass(frozen=True)
class Report:
    """What a page is written from.

    Attributes
    ----------
    study : Study
        Of the card set that the report is about.
    against : Study or None
        Of the one that it is compared with, on the same deals.
    command : str
        What to type to get the same report again.
    missing : tuple of str
        Numbers of players that could not be played, with the reason.
    seconds : float
        How long the games took. Everything else is the same each time.
    """

    study: Study
    against: Study | None
    command: str
    missing: tuple[str, ...]
    seconds: float

    @property
    def game(self) -> Game:
        """The game that was played."""
        return self.study.mixed[0].game

    @property
    def players(self) -> int:
        """The chosen number of players."""
        return self.study.mixed[0].run.players

    @property
    def level(self) -> float:
        """Confidence level of the intervals."""
        return self.study.mixed[0].run.level


def line_ups(strategies: Sequence[str], players: int) -> list[list[str]]:
    """Every choice of different strategies; if there are too few for that, one line-up in which they take turns."""
    if players > len(strategies):
        return [standard_line_up(strategies, players)]
    return [list(chosen) for chosen in itertools.combinations(strategies, players)]


def standard_line_up(strategies: Sequence[str], players: int) -> list[str]:
    """Who plays when nobody is named: the standard strategies in their order."""
    return list(itertools.islice(itertools.cycle(strategies), players))


def plan_study(card_set: str | None, players: int, **question: Any) -> tuple[StudyPlan, tuple[str, ...]]:
    """Check what was asked and make the plans for one card set.

    Returns
    -------
    plan, missing
        What is to be played, and the numbers of players for which the set has too few cards, each with the reason.

    Raises
    ------
    InputError
    """
    game = find_game(question.get("game", "port-royal"))
    question = {**question, "card_set": card_set}
    names = game.standard_strategies
    mixed = tuple(make_plan(names, players=players, **question) for names in line_ups(names, players))
    selves, missing = {}, []
    for number in game.seats:
        try:
            selves[number] = tuple(make_plan([name], players=number, **question) for name in names)
        except CardSetError as error:
            missing.append(str(error))
    return StudyPlan(mixed, selves), tuple(missing)


def plan_report(
    card_set: str | None, against: str | None, players: int | None, **question: Any
) -> tuple[list[StudyPlan], tuple[str, ...]]:
    """Check what was asked and plan the studies of one card set, or of two. See `report` and `plan_study`."""
    number = players or find_game(question.get("game", "port-royal")).usual_seats
    arms = [card_set] if against is None else [card_set, against]
    planned = [plan_study(name, number, **question) for name in arms]
    return [plan for plan, _ in planned], tuple(line for _, lines in planned for line in lines)


def run_report(
    studies: Sequence[StudyPlan],
    command: str,
    missing: tuple[str, ...],
    threads: int,
    level: float,
    progress: Callable[[int], None] = lambda _: None,
) -> Report:
    """Play one study, or two that are compared.

    Raises
    ------
    KeyboardInterrupt
        After Ctrl-C: a report of a part would not be the one that was asked for.
    """
    plans = list(itertools.chain.from_iterable(study.plans for study in studies))
    results = run_plans(plans, threads, level, progress)
    if any(result.run.interrupted for result in results):
        raise KeyboardInterrupt
    rest = iter(results)
    found = [
        Study(
            tuple(itertools.islice(rest, len(study.mixed))),
            {players: tuple(itertools.islice(rest, len(plans))) for players, plans in study.selves.items()},
        )
        for study in studies
    ]
    seconds = sum(result.run.elapsed_seconds for result in results)
    return Report(found[0], found[1] if len(found) > 1 else None, command, missing, seconds)


def report(
    card_set: str | None = None,
    against: str | None = None,
    *,
    players: int | None = None,
    games: int = GAMES,
    threads: int | None = None,
    level: float = 0.95,
    progress: Callable[[int], None] = lambda _: None,
    **question: Any,
) -> Report:
    """Play what a balance report is made from.

    Parameters
    ----------
    card_set : str, optional
        The set that the report is about; the game's own by default.
    against : str, optional
        A set to compare it with, on the same deals.
    players : int, optional
        Number of players of the games of different strategies; the game's usual one by default.
    games : int
        Of each line-up.
    threads, level, progress
        As in `simulate`.
    **question
        ``game``, ``seed``, ``seating``, as in `make_plan`.

    Returns
    -------
    Report
        ``reports.page.write`` makes a page of it.
    """
    check_run_options(threads, level)
    studies, missing = plan_report(card_set, against, players, games=games, **question)
    return run_report(studies, "", missing, threads or default_threads(), level, progress)
