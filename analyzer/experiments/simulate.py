"""Play a line-up many times and measure everything that the game declares."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from analyzer.errors import UsageError
from analyzer.line_up import AS_GIVEN, BALANCED, parse_line_up
from analyzer.registry import find_game
from analyzer.result import Result, Run
from analyzer.runner import Plan, Played, deals_for, play_together

MAX_GAMES = 10**12
MAX_SEED = 2**63 - 1


def package_version() -> str:
    """The installed version of Harbourmaster."""
    try:
        return version("harbourmaster")
    except PackageNotFoundError:
        return "unknown"


def make_plan(
    strategies: Sequence[str],
    *,
    game: str = "port-royal",
    card_set: str | None = None,
    players: int | None = None,
    games: int = 100_000,
    seed: int = 1,
    seating: str = BALANCED,
) -> Plan:
    """Check what was asked and make a plan of it.

    Parameters
    ----------
    strategies : sequence of str
        As typed on the command line: ``name``, ``name:param=value``, ``path/to/file.py``, ``3xname``.
    game, card_set : str
        Names or paths.
    players : int, optional
        Number of players.
    games : int
        Rounded up to whole deals.
    seed : int
        From 0 to 2**63 - 1.
    seating : str
        ``balanced`` or ``as-given``.

    Raises
    ------
    InputError
        One of its kinds, with one line for each fault.
    """
    if not 1 <= games <= MAX_GAMES:
        raise UsageError(f"--games {games}: choose a number from 1 to {MAX_GAMES}")
    if not 0 <= seed <= MAX_SEED:
        raise UsageError(f"--seed {seed}: choose a number from 0 to {MAX_SEED}")
    if seating not in (BALANCED, AS_GIVEN):
        raise UsageError(f"--seating {seating}: choose {BALANCED} or {AS_GIVEN}")
    found = find_game(game)
    line_up = parse_line_up(game, found, strategies, players, seating)
    cards = found.card_set(found.default_card_set if card_set is None else card_set)
    if hasattr(cards, "check_players"):
        cards.check_players(line_up.players)
    return Plan(found, cards, line_up, seed, deals_for(line_up, games))


def default_threads() -> int:
    """As many threads as this process may use processors."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def simulate(
    strategies: Sequence[str],
    *,
    threads: int | None = None,
    level: float = 0.95,
    progress: Callable[[int], None] = lambda _: None,
    **question: Any,
) -> Result:
    """Play a line-up and measure.

    Parameters
    ----------
    strategies : sequence of str
    threads : int, optional
        All processors by default. The result is the same for any number.
    level : float
        Confidence level of the intervals.
    progress : callable, optional
        Called with the number of games finished.
    **question
        As in `make_plan`.

    Returns
    -------
    Result
        ``result.tables["strategies"]`` and so on are tidy DataFrames.
    """
    check_run_options(threads, level)
    return run_plan(make_plan(strategies, **question), threads or default_threads(), level, progress)


def check_run_options(threads: int | None, level: float) -> None:
    """Refuse a number of threads or a level that makes no sense.

    Raises
    ------
    UsageError
    """
    if threads is not None and not 1 <= threads <= 1024:
        raise UsageError(f"--threads {threads}: choose a number from 1 to 1024")
    if not 0.5 <= level <= 0.9999:
        raise UsageError(f"--level {level}: choose a level from 0.5 to 0.9999, such as 0.95")


def run_plan(plan: Plan, threads: int, level: float, progress: Callable[[int], None] = lambda _: None) -> Result:
    """Play a checked plan. See `simulate`."""
    return run_plans([plan], threads, level, progress)[0]


def run_plans(
    plans: Sequence[Plan], threads: int, level: float, progress: Callable[[int], None] = lambda _: None
) -> list[Result]:
    """Play several checked plans by turns (see `play_together`): one result for each."""
    played = play_together(plans, threads, progress)
    return [_result(plan, part, level) for plan, part in zip(plans, played, strict=True)]


def _notes(plan: Plan, played: Played, unfinished: int) -> list[str]:
    notes = []
    if plan.line_up.is_lone and plan.game.fair_share(plan.line_up.players) is not None:
        of = "the fair share of the finished games" if unfinished else "the fair share"
        notes.append(f"one strategy on all seats: its win rate is {of} by construction")
    if unfinished:
        games = "1 unfinished game counts" if unfinished == 1 else f"{unfinished} unfinished games count"
        notes.append(f"{games} as won by nobody")
    if played.tally.groups < 2:
        notes.append("one seating cycle at most: too few deals for intervals")
    if played.interrupted:
        notes.append(f"interrupted: these are the first {played.deals} deals")
    return notes


def _result(plan: Plan, played: Played, level: float) -> Result:
    games = int(played.tally.total("games"))
    unfinished = int(played.tally.total("unfinished"))
    run = Run(
        command="simulate",
        game=plan.game.name,
        card_set=plan.card_set.name,
        card_set_spec=plan.card_set.spec,
        card_set_sha256=plan.card_set.sha256,
        players=plan.line_up.players,
        games=games,
        deals=played.deals,
        seed=plan.seed,
        seating=plan.line_up.seating,
        strategies=plan.line_up.labels,
        unfinished_games=unfinished,
        level=level,
        interrupted=played.interrupted,
        notes=_notes(plan, played, unfinished),
        version=package_version(),
        elapsed_seconds=played.seconds,
        games_per_second=games / played.seconds,
    )
    return Result(run, played.tally, plan.card_set)
