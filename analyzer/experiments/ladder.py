"""How much skill pays: every strategy against copies of a reference, and each rung of the ladder against the one below."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer import statistics
from analyzer.errors import UsageError
from analyzer.experiments.simulate import check_run_options, default_threads, make_plan, run_plans
from analyzer.registry import find_game, find_strategy, strategy_names
from analyzer.result import Result, save_tables
from analyzer.runner import Plan
from analyzer.tables import sums_of

if TYPE_CHECKING:
    import pandas as pd

GAMES = 20_000
REFERENCE = "yardstick"


@dataclass(frozen=True)
class Ladder:
    """A ladder of strategies.

    Attributes
    ----------
    tables : dict
        ``ladder``: a row for each strategy, the best first: ``strategy``, ``win_rate`` of one among copies of the reference with
        its interval; ``beats`` (the strategy of the rung below), ``advantage`` over it with its interval, and ``p_adjusted``
        (Holm). An advantage is the win rate of one among copies of the other, less that of the other among copies of the one.
    run : dict
        Plan and provenance.
    results : list of Result
        All that was played.
    """

    tables: dict[str, pd.DataFrame]
    run: dict[str, Any]
    results: list[Result]

    def save(self, folder: Path) -> None:
        """Write the table as CSV and Parquet, and ``run.json``.

        Raises
        ------
        OutputError
        """
        save_tables(folder, self.tables, self.run)


@dataclass(frozen=True)
class _Duel:
    """One among copies of another, on the same deals as every other duel: the one's win shares and games by group."""

    result: Result

    @property
    def wins(self) -> tuple[Any, Any]:
        """Numerator and denominator of the first strategy's win rate, ndarray (groups,)."""
        numerator, denominator = sums_of([self.result], "strategies", "win_rate", (self.result.run.strategies[0],))
        return numerator, denominator

    @property
    def rate(self) -> statistics.Estimate:
        """The win rate of the one."""
        return statistics.rate(*self.wins, self.result.run.deals, self.result.run.level)


def ladder(
    strategies: Sequence[str] = (),
    *,
    reference: str = REFERENCE,
    players: int | None = None,
    games: int = GAMES,
    threads: int | None = None,
    level: float = 0.95,
    progress: Callable[[int], None] = lambda _: None,
    **question: Any,
) -> Ladder:
    """Play a ladder.

    Parameters
    ----------
    strategies : sequence of str, optional
        As in `simulate`, without copies; all of the game's that don't look ahead by default.
    reference : str
        Whom all are measured against.
    players : int, optional
        Number of players; the game's usual one by default.
    games : int
        Of each duel.
    threads, level
        As in `simulate`.
    progress : callable, optional
        Called with the number of games finished, of three times those of `plan_ladder`.
    **question
        ``game``, ``card_set``, ``seed``.

    Raises
    ------
    InputError
    KeyboardInterrupt
        After Ctrl-C: half a ladder has no order.
    """
    check_run_options(threads, level)
    first = plan_ladder(strategies, reference, players, games=games, **question)
    return climb(first, reference, threads or default_threads(), level, progress)


def plan_ladder(strategies: Sequence[str], reference: str, players: int | None, **question: Any) -> list[Plan]:
    """Check what was asked and plan the first stage: each strategy among copies of the reference.

    Raises
    ------
    InputError
    """
    game_spec = question.get("game", "port-royal")
    number = players or find_game(game_spec).usual_seats
    quick = [name for name in strategy_names(game_spec) if not find_strategy(game_spec, name).looks_ahead]
    names = list(dict.fromkeys(strategies)) or quick
    copies = [name for name in [*names, reference] if re.match(r"\d+x", name)]
    if copies:
        raise UsageError(f"{copies[0]}: a ladder takes strategies without copies: {copies[0].partition('x')[2]}")
    rivals = [name for name in names if name != reference]
    if not rivals:
        raise UsageError(f"name at least one strategy beside the reference, {reference}")
    return [_duel(name, reference, number, question) for name in rivals]


def _duel(one: str, other: str, players: int, question: dict[str, Any]) -> Plan:
    plan = make_plan([one, f"{players - 1}x{other}"], **question)
    if plan.line_up.is_lone:
        raise UsageError(f"{one} and {other} are the same strategy")
    return plan


def climb(
    first: Sequence[Plan],
    reference: str,
    threads: int,
    level: float,
    progress: Callable[[int], None] = lambda _: None,
) -> Ladder:
    """Play the first stage, order the strategies, and play each against the next one, both ways. See `ladder`."""
    import pandas as pd

    found = [_Duel(result) for result in _played(first, threads, level, progress)]
    so_far = sum(duel.result.run.games for duel in found)
    fair = find_game(first[0].line_up.game_spec).fair_share(first[0].line_up.players)
    rungs: list[tuple[str, float, float, float]] = []
    for plan, duel in zip(first, found, strict=True):
        rate = duel.rate
        rungs.append((plan.line_up.entries[0].spec, float(rate.value), float(rate.low), float(rate.high)))
    nan = float("nan")
    rungs.append((reference, nan if fair is None else fair, nan, nan))
    rungs.sort(key=lambda rung: -rung[1])
    question = {
        "game": first[0].line_up.game_spec, "card_set": first[0].card_set.spec, "seed": first[0].seed,
        "games": first[0].games_in(first[0].blocks),
    }  # fmt: skip
    players = first[0].line_up.players
    pairs = [(upper[0], lower[0]) for upper, lower in itertools.pairwise(rungs)]
    second = [_duel(a, b, players, question) for upper, lower in pairs for a, b in ((upper, lower), (lower, upper))]
    duels = [_Duel(result) for result in _played(second, threads, level, lambda games: progress(so_far + games))]
    steps = [
        statistics.paired_difference(down.wins, up.wins, level)
        for up, down in zip(duels[::2], duels[1::2], strict=True)
    ]
    rows = []
    for i, (name, value, low, high) in enumerate(rungs):
        step = steps[i] if i < len(steps) else None
        advantage = (float(step.value), float(step.low), float(step.high), float(step.p_value)) if step else (nan,) * 4
        rows.append((name, value, low, high, rungs[i + 1][0] if step else "", *advantage))
    columns = ["strategy", "win_rate", "win_rate_low", "win_rate_high", "beats", "advantage", "advantage_low"]
    table = pd.DataFrame(rows, columns=[*columns, "advantage_high", "p_value"])
    table["p_adjusted"] = statistics.holm(table.pop("p_value").to_numpy(float))
    results = [duel.result for duel in [*found, *duels]]
    return Ladder({"ladder": table}, _facts(results, reference, [rung[0] for rung in rungs]), results)


def _played(plans: Sequence[Plan], threads: int, level: float, progress: Callable[[int], None]) -> list[Result]:
    results = run_plans(plans, threads, level, progress)
    if any(result.run.interrupted for result in results):
        raise KeyboardInterrupt
    return results


def _facts(results: Sequence[Result], reference: str, order: list[str]) -> dict[str, Any]:
    """What was asked and what came of it; all but the last two are the same each time."""
    run = asdict(results[0].run)
    seconds = sum(result.run.elapsed_seconds for result in results)
    games = sum(result.run.games for result in results)
    unfinished = sum(result.run.unfinished_games for result in results)
    kept = (
        "game",
        "card_set",
        "card_set_spec",
        "card_set_sha256",
        "players",
        "deals",
        "seed",
        "seating",
        "level",
        "version",
    )
    return {
        "command": "ladder",
        **{name: run[name] for name in kept},
        "games": games,
        "games_of_each_duel": run["games"],
        "reference": reference,
        "strategies": order,
        "unfinished_games": unfinished,
        "interrupted": False,
        "notes": [],
        "elapsed_seconds": seconds,
        "games_per_second": games / seconds if seconds else 0.0,
    }
