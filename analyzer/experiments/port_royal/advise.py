"""An advisor for a position: the exact chance of a bust, what one more card is worth, and what each answer wins in rollouts."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.stats import t as student

from analyzer import statistics
from analyzer.errors import StrategyFault, UsageError
from analyzer.experiments.simulate import MAX_SEED, package_version
from analyzer.games.port_royal import busts, search, stopping
from analyzer.games.port_royal import state as st
from analyzer.games.port_royal.cards import CardSet
from analyzer.games.port_royal.position import Position, public_of_position
from analyzer.line_up import parse_line_up
from analyzer.registry import find_game
from analyzer.result import save_tables
from analyzer.streams import absorb_plain

if TYPE_CHECKING:
    import pandas as pd

Array = np.ndarray[Any, Any]

GAME = "port-royal"
BASE = "balanced"
WORLDS = 1000
MARGIN = 2.0  # standard errors, as `rollout`'s
HORIZON = 3
MOST_COINS = 1000  # of a value
MAX_TURNS = 10**6
MAX_WORLDS = 10**6
LEAST = 30  # worlds or turns: fewer say nothing
RULES: dict[str, tuple[int, float]] = {
    "best within 2 cards": (stopping.BEST, 0),
    "stop at 4 cards": (stopping.AT_CARDS, 4),
    "stop at 3 colours": (stopping.AT_COLOURS, 3),
    "stop at risk above 20 %": (stopping.AT_RISK, 0.2),
}


@dataclass(frozen=True)
class Advice:
    """What `advise` found.

    Attributes
    ----------
    tables : dict
        ``answers``: each answer with the player's share of the win over the worlds and its interval, and its difference from the
        base strategy's answer, world by world, with its interval. ``next_cards`` (while drawing): the chance of no bust within
        so many more cards. ``gain``: the value of stopping and of drawing on, in coins, by the horizon of the best rule.
        ``rules``: what simple rules lose against the best one from here.
    run : dict
        What was asked, the exact ``bust_chance``, the ``recommendation``, and whether it is ``clear``: better than every other
        answer by a paired test, corrected by Holm (``not_clearly_behind`` names the others).
    """

    tables: dict[str, pd.DataFrame]
    run: dict[str, Any]

    def save(self, folder: Path) -> None:
        """Write the tables as CSV and Parquet, and ``run.json``.

        Raises
        ------
        OutputError
        """
        save_tables(folder, self.tables, self.run)


def recommend(public: Array, key: int, decision: int, base: Any, worlds: int) -> tuple[Sequence[int], Array, int]:
    """The answers, their shares by world, and the place of the recommended one: what `rollout` would do."""
    answers, shares = search.try_answers(public, key, decision, base, worlds)
    return answers, shares, search.best_place(shares, MARGIN)


def unseen_of(card_set: CardSet, public: Array) -> dict[str, int]:
    """The cards that can come next, by face."""
    return {face.id: int(public[0]["can_come"][place]) for place, face in enumerate(card_set.faces)}


def advise(
    position: Position,
    card_set: str | None = None,
    *,
    base: str = BASE,
    worlds: int = WORLDS,
    vp: float = 3.0,
    ability: float = 1.0,
    left: float = 0.5,
    turns: int = 2000,
    seed: int = 1,
    level: float = 0.95,
    ready: Callable[[], None] = lambda: None,
) -> Advice:
    """Advise the player to move.

    Parameters
    ----------
    position : Position
    card_set : str, optional
        Name or path.
    base : str
        The strategy that plays on in the worlds.
    worlds : int
    vp, ability, left : float
        Coins that a VP, an ability, and each card left to the others count for (in ``gain`` and ``rules`` only).
    turns : int
        Simulated turns for ``rules``.
    seed : int
    level : float
    ready : callable, optional
        Called when the input is checked, before anything is compiled or played.

    Raises
    ------
    InputError
        For a position that can't be, with one line for each fault.
    """
    import pandas as pd

    begun = time.perf_counter()
    if not LEAST <= worlds <= MAX_WORLDS:
        raise UsageError(f"--worlds {worlds}: choose a number from {LEAST} to {MAX_WORLDS}")
    if not 0 <= seed <= MAX_SEED:
        raise UsageError(f"--seed {seed}: choose a number from 0 to {MAX_SEED}")
    for name, value in (("vp", vp), ("ability", ability), ("left", left)):
        if not abs(value) <= MOST_COINS:
            raise UsageError(f"--{name} {value}: choose a number from -{MOST_COINS} to {MOST_COINS}")
    if turns != 0 and not LEAST <= turns <= MAX_TURNS:
        raise UsageError(f"--turns {turns}: choose 0, or a number from {LEAST} to {MAX_TURNS}")
    game = find_game(GAME)
    spec = card_set or game.default_card_set
    found = game.card_set(spec)
    public = public_of_position(found, position)
    players = int(public[0]["players"])
    line_up = parse_line_up(GAME, game, [base], players, "balanced")
    if line_up.entries[0].strategy.looks_ahead:
        raise UsageError(f"--base {base}: {base} looks ahead itself: choose a strategy that doesn't")
    taking = public[0]["step"] == st.TAKE
    if taking and (public[0]["options_size"] == 0 or public[0]["limit"] == 0):
        raise UsageError("there is nothing to take: the harbour is empty, or nothing in it can be paid for")
    ready()
    player = game.player(line_up.decisions()[0])
    decision = search.DECIDING_TAKE if taking else search.DECIDING_DRAW
    key = absorb_plain(seed, 0)
    try:
        answers, shares, best = recommend(public, key, decision, player, worlds)
    except Exception as error:  # whatever the base strategy raises; an answer that is not legal
        raise StrategyFault(f"strategy {base}: {type(error).__name__}: {error}") from None
    names = [_name(found, public, answer, taking) for answer in answers]
    table = _answers(names, shares / search.WIN_PARTS, level)
    tables: dict[str, pd.DataFrame] = {"answers": table}
    chance = None
    if not taking:
        pile = busts.pile_of(found, int(public[0]["swords"][position.seat]), unseen_of(found, public))
        colours = [c for c in range(len(found.colours)) if public[0]["harbour_colours"][c]]
        chance = pile.bust_chance(colours)
        survival = busts.survival(pile, colours)
        most = min(10, int(public[0]["draw_pile_size"]))
        tables["next_cards"] = pd.DataFrame({"cards": range(1, most + 1), "no_bust_chance": survival[1 : most + 1]})
        turn = stopping.turn_of(public, vp, ability, left)
        tables["gain"] = _gain(turn)
        if turns:
            tables["rules"] = _rules(turn, turns, seed, level)
    tied = [names[k] for k in _not_clearly_behind(shares, best, level)]
    run = {
        "command": "advise", "game": game.name, "card_set": found.name, "card_set_spec": spec, "card_set_sha256": found.sha256,
        "players": players, "position": position.model_dump(exclude_defaults=True), "base": base, "worlds": worlds,
        "seed": seed, "level": level, "vp": vp, "ability": ability, "left": left, "turns": turns, "bust_chance": chance,
        "recommendation": names[best], "base_answer": names[0],
        "clear": not tied, "not_clearly_behind": tied,
        "interrupted": False, "notes": [], "version": package_version(), "elapsed_seconds": time.perf_counter() - begun,
        "games_per_second": 0.0,
    }  # fmt: skip
    return Advice(tables, run)


def _name(card_set: CardSet, public: Array, answer: int, taking: bool) -> str:
    if not taking:
        return "draw" if answer == 1 else "stop"
    return "pass" if answer < 0 else card_set.faces[public[0]["harbour"][answer]].id


def _mean(values: Array, level: float) -> tuple[float, float, float]:
    """The mean over worlds with its interval by Student's t."""
    value = float(values.mean())
    half = float(student.ppf((1 + level) / 2, len(values) - 1) * values.std(ddof=1) / len(values) ** 0.5)
    return value, value - half, value + half


def _answers(names: Sequence[str], shares: Array, level: float) -> pd.DataFrame:
    import pandas as pd

    rows = []
    for k, name in enumerate(names):
        value, low, high = _mean(shares[:, k], level)
        rows.append((name, value, max(low, 0.0), min(high, 1.0), *_mean(shares[:, k] - shares[:, 0], level)))
    columns = [
        "answer",
        "win_share",
        "win_share_low",
        "win_share_high",
        "difference",
        "difference_low",
        "difference_high",
    ]
    return pd.DataFrame(rows, columns=columns)


def _not_clearly_behind(shares: Array, best: int, level: float) -> list[int]:
    """The answers that the recommended one doesn't clearly beat: paired t tests over the worlds, corrected by Holm."""
    others = [k for k in range(shares.shape[1]) if k != best]
    p_values = []
    for k in others:
        more = shares[:, best] - shares[:, k]
        error = more.std(ddof=1) / len(more) ** 0.5
        p_values.append(2 * student.sf(more.mean() / error, len(more) - 1) if error > 0 and more.mean() > 0 else 1.0)
    adjusted = statistics.holm(np.array(p_values, float))
    return [k for k, p_value in zip(others, adjusted, strict=True) if p_value >= 1 - level]


def _gain(turn: stopping.Turn) -> pd.DataFrame:
    import pandas as pd

    stop = turn.stop_value()
    draws = [turn.draw_value(horizon) for horizon in range(1, HORIZON + 1)]
    return pd.DataFrame(
        {"horizon": range(1, HORIZON + 1), "stop_value": stop, "draw_value": draws, "gain": np.array(draws) - stop}
    )


def _rules(turn: stopping.Turn, turns: int, seed: int, level: float) -> pd.DataFrame:
    import pandas as pd

    worth = stopping.follow_rules(turn, list(RULES.values()), turns, 2, seed)
    rows = []
    for k, name in enumerate(RULES):
        value, low, high = _mean(worth[:, k], level)
        rows.append((name, value, low, high, *_mean(worth[:, 0] - worth[:, k], level)))
    return pd.DataFrame(rows, columns=["rule", "value", "value_low", "value_high", "loss", "loss_low", "loss_high"])
