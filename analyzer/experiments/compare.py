"""Play the same line-up on the same deals under two card sets, and say what changed, by how much, and how surely."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.errors import InputError
from analyzer.experiments.report import standard_line_up
from analyzer.experiments.simulate import check_run_options, default_threads, make_plan, run_plans
from analyzer.registry import find_game
from analyzer.result import Result, Run, load, read_run, save_tables
from analyzer.runner import Plan

if TYPE_CHECKING:
    import pandas as pd

ARMS = ("a", "b")


@dataclass(frozen=True)
class Comparison:
    """Two results of the same deals.

    Attributes
    ----------
    a, b : Result
        The arms. Their tables can be asked for as usual.
    """

    a: Result
    b: Result

    @property
    def identical(self) -> bool:
        """Whether both arms counted the same in every group of deals, and something at all."""
        return self.a.run.deals > 0 and bool((self.a.tally.sums == self.b.tally.sums).all())

    @cached_property
    def tables(self) -> dict[str, pd.DataFrame]:
        """``comparison``: every measure of `simulate` in both arms, and the paired difference (see `make_comparison`)."""
        from analyzer.tables import make_comparison

        return {"comparison": make_comparison(self.a, self.b)}

    @property
    def run(self) -> dict[str, Any]:
        """Plan and provenance: arm a's, and what is different in arm b. All but the last two are the same each time."""
        a, b = self.a.run, self.b.run
        other = {
            "card_set_b": b.card_set,
            "card_set_b_spec": b.card_set_spec,
            "card_set_b_sha256": b.card_set_sha256,
            "unfinished_games_b": b.unfinished_games,
            "notes_b": b.notes,
            "identical": self.identical,
        }
        seconds = a.elapsed_seconds + b.elapsed_seconds
        facts = asdict(a) | {"command": "compare", "interrupted": a.interrupted or b.interrupted}
        for timing in ("elapsed_seconds", "games_per_second"):
            del facts[timing]
        speed = (a.games + b.games) / seconds if seconds else 0.0
        return {**facts, **other, "elapsed_seconds": seconds, "games_per_second": speed}

    def save(self, folder: Path) -> None:
        """Write the comparison as CSV and Parquet, and each arm's result into a folder of its own, ``a`` and ``b``.

        Raises
        ------
        OutputError
            If the folder can't be written.
        """
        self.a.save(folder / "a")
        self.b.save(folder / "b")
        save_tables(folder, self.tables, self.run)


def plan_comparison(card_set_a: str, card_set_b: str, strategies: Sequence[str], **question: Any) -> tuple[Plan, Plan]:
    """Check what was asked and make the two plans. See `compare`."""
    if not strategies:
        game = find_game(question.get("game", "port-royal"))
        strategies = standard_line_up(game.standard_strategies, question.get("players") or game.usual_seats)
    plans = [make_plan(strategies, card_set=card_set, **question) for card_set in (card_set_a, card_set_b)]
    return plans[0], plans[1]


def run_comparison(
    plans: tuple[Plan, Plan], threads: int, level: float, progress: Callable[[int], None] = lambda _: None
) -> Comparison:
    """Play both plans, block by block; after Ctrl-C both arms end at the same deal."""
    a, b = run_plans(plans, threads, level, progress)
    return Comparison(a, b)


def compare(
    card_set_a: str,
    card_set_b: str,
    strategies: Sequence[str] = (),
    *,
    threads: int | None = None,
    level: float = 0.95,
    progress: Callable[[int], None] = lambda _: None,
    **question: Any,
) -> Comparison:
    """Play the same line-up on the same deals under two card sets.

    Parameters
    ----------
    card_set_a, card_set_b : str
        Names or files.
    strategies : sequence of str, optional
        The line-up; the game's standard one by default.
    threads, level, progress
        As in `simulate`.
    **question
        ``game``, ``players``, ``games`` (of each arm), ``seed``, ``seating``, as in `make_plan`.

    Returns
    -------
    Comparison
        ``comparison.tables["comparison"]`` has a row for each measure.
    """
    check_run_options(threads, level)
    plans = plan_comparison(card_set_a, card_set_b, strategies, **question)
    return run_comparison(plans, threads or default_threads(), level, progress)


def load_comparison(folder: Path) -> Comparison:
    """Load a saved comparison.

    Raises
    ------
    InputError
        If the folder holds none, or its arms didn't play the same deals.
    """
    a, b = (load(folder / arm) for arm in ARMS)
    if _question(a.run) != _question(b.run):
        raise InputError(f"{folder}: its arms a and b didn't play the same line-up on the same deals")
    return Comparison(a, b)


def _question(run: Run) -> tuple[Any, ...]:
    """What two arms must have in common."""
    return run.game, run.players, run.strategies, run.seating, run.seed, run.deals


def load_any(folder: Path) -> Result | Comparison:
    """Load whatever `--out` wrote.

    Raises
    ------
    InputError
        If the folder holds no saved result.
    """
    command = read_run(folder).get("command")
    if command == "ladder":
        raise InputError(f"{folder}: holds a ladder, which is not drawn again: its table is ladder.csv")
    return load_comparison(folder) if command == "compare" else load(folder)
