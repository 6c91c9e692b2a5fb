"""From what the user typed to who sits where in which deal.

Who sits before whom matters as much as who plays well. So deal d is played in cyclic order number d mod (P-1)! of the line-up
(with more than 5 seats: in an order drawn from the deal's seating stream), once for every rotation over the seats. Rotations
that put the same entries on the same seats are one game, counted with its multiplicity.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.errors import StrategyError, UsageError
from analyzer.game import Game
from analyzer.preset import ENDING as PRESET
from analyzer.preset import read_preset
from analyzer.registry import answers, find_game, find_strategy
from analyzer.strategy import MAX_PARAMS, Param, Player, StrategyParam, Value
from analyzer.strategy_file import StrategyFile, parse_params
from analyzer.streams import SEATING, number_below_plain, stream_key_plain

Array = np.ndarray[Any, Any]

MAX_TABLED_SEATS = 5
BALANCED, AS_GIVEN = "balanced", "as-given"


@dataclass(frozen=True)
class Entry:
    """One specification of a line-up: a strategy and its parameters.

    Attributes
    ----------
    strategy : StrategyFile
    values : tuple
        The value of each parameter, in the order of their declaration.
    label : str
        ``name`` or ``name:param=value``, with the parameters that differ from their defaults.
    spec : str
        What to type for it: the label, with the path instead of the name for a file of the user's.
    """

    strategy: StrategyFile
    values: tuple[Value, ...]
    label: str
    spec: str


@dataclass(frozen=True)
class LineUp:
    """Entries, and the entry of each place in the typed order.

    Attributes
    ----------
    game_spec : str
        Name or folder of the game.
    entries : tuple of Entry
        The distinct specifications, in the order they were typed first.
    places : tuple of int
        The entry of each place.
    seating : str
        ``balanced`` or ``as-given`` (the typed cyclic order only; rotated all the same).
    """

    game_spec: str
    entries: tuple[Entry, ...]
    places: tuple[int, ...]
    seating: str = BALANCED

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self.places)

    @property
    def labels(self) -> list[str]:
        """The entries' labels."""
        return [entry.label for entry in self.entries]

    @property
    def is_lone(self) -> bool:
        """Whether all seats have the same entry: then its win rate is the fair share by construction."""
        return len(self.entries) == 1

    @cached_property
    def orders(self) -> list[tuple[int, ...]]:
        """The cyclic orders that deals go through: the entries from the first place on."""
        if self.is_lone or self.seating == AS_GIVEN or self.players > MAX_TABLED_SEATS:
            return [self.places]
        return [(self.places[0], *rest) for rest in permutations(self.places[1:])]

    @property
    def cycle(self) -> int:
        """Deals after which every order has been played equally often."""
        return len(self.orders)

    def rotations(self, order: Sequence[int]) -> list[tuple[int, ...]]:
        """The entry on each seat, for each rotation of an order: rotation r has the first place on seat r."""
        players = len(order)
        return [tuple(order[(seat - r) % players] for seat in range(players)) for r in range(players)]

    @cached_property
    def _common_weight(self) -> int:
        return math.gcd(*(self._multiplicity(order) for order in self.orders))

    def _multiplicity(self, order: Sequence[int]) -> int:
        rotations = self.rotations(order)
        return len(rotations) // len(set(rotations))

    @property
    def weights(self) -> list[int]:
        """How often a game of each weight class counts."""
        if self.players > MAX_TABLED_SEATS:
            return [1]
        return sorted({self._multiplicity(order) // self._common_weight for order in self.orders})

    @property
    def games_per_deal(self) -> int:
        """Games of a deal, counted with their multiplicity: 1 for a lone strategy, else one for each seat."""
        return self.players // self._common_weight if self.players <= MAX_TABLED_SEATS else self.players

    def order_of(self, seed: int, deal: int) -> tuple[int, ...]:
        """The cyclic order in which a deal is played."""
        if self.players <= MAX_TABLED_SEATS or self.is_lone or self.seating == AS_GIVEN:
            return self.orders[deal % self.cycle]
        key = stream_key_plain(seed, deal, SEATING, 0)
        order = list(self.places)
        for i in range(len(order) - 1, 1, -1):  # the first place stays: rotations take care of it
            j = 1 + number_below_plain(key, i, i)
            order[i], order[j] = order[j], order[i]
        return tuple(order)

    def seat(self, seed: int, deal: int, rotation: int) -> tuple[int, ...]:
        """The entry on each seat in one game."""
        return self.rotations(self.order_of(seed, deal))[rotation]

    @cached_property
    def _tabled(self) -> tuple[Array, Array]:
        rows = [self._seatings_of(order) for order in self.orders]
        return np.array([row for row, _ in rows], np.int8), np.array([weight for _, weight in rows], np.int8)

    def _seatings_of(self, order: Sequence[int]) -> tuple[Array, int]:
        """The rotations of an order, repeated ones marked by -1, and their weight class."""
        rotations = self.rotations(order)
        table = np.array(rotations, np.int8)
        for r, rotation in enumerate(rotations):
            if rotation in rotations[:r]:
                table[r] = -1
        if self.players > MAX_TABLED_SEATS:
            return np.array(rotations, np.int8), 0
        return table, self.weights.index(self._multiplicity(order) // self._common_weight)

    def seatings(self, seed: int, first_deal: int, deals: int) -> tuple[Array, Array]:
        """Who sits where in a run of deals.

        Returns
        -------
        seatings : ndarray (deals, rotations, seats) int8
            The entry on each seat; -1 for a rotation that repeats an earlier one.
        weight_class : ndarray (deals,) int8
            The place in `weights` of each deal's multiplicity.
        """
        if self.players <= MAX_TABLED_SEATS:
            orders = np.arange(first_deal, first_deal + deals) % self.cycle
            table, weights = self._tabled
            return table[orders], weights[orders]
        rows = [self._seatings_of(self.order_of(seed, first_deal + d)) for d in range(deals)]
        return np.array([row for row, _ in rows], np.int8), np.array([weight for _, weight in rows], np.int8)

    def parameters(self) -> tuple[Array, Array]:
        """The parameters of each entry and decision: real ones, and whole ones.

        A decision that an entry leaves out has the default strategy's default parameters.

        Returns
        -------
        real : ndarray (entries, decisions, MAX_PARAMS) float64
        whole : ndarray (entries, decisions, MAX_PARAMS) int64
        """
        decisions = self.decisions()
        real = np.zeros((len(self.entries), len(decisions[0]), MAX_PARAMS))
        whole = np.zeros(real.shape, np.int64)
        for e, row in enumerate(decisions):
            for d, (strategy, _, values) in enumerate(row):
                for i, (param, value) in enumerate(zip(strategy.params, values, strict=True)):
                    if isinstance(value, Player):
                        whole[e, d, i] = value.address
                    else:
                        real[e, d, i] = value
                        whole[e, d, i] = int(value) if isinstance(param, Param) and param.whole else 0
        return real, whole

    def decisions(self) -> list[list[Decided]]:
        """For each entry and decision of the game: the strategy that answers, the decision's name, the parameter values."""
        return [_decisions(self.game_spec, entry) for entry in self.entries]


Decided = tuple[StrategyFile, str, tuple[Any, ...]]


def _decisions(game_spec: str, entry: Entry) -> list[Decided]:
    """Who answers each decision of an entry. For a parameter that names a strategy, the value is a `Player`."""
    row: list[Decided] = []
    game = find_game(game_spec)
    for known in game.decisions:
        strategy, values = answers(game_spec, entry.strategy, entry.values, known.name)
        made = [
            game.player(_decisions(game_spec, _base(game_spec, strategy, param, str(value))))
            if isinstance(param, StrategyParam)
            else value
            for param, value in zip(strategy.params, values, strict=True)
        ]
        row.append((strategy, known.name, tuple(made)))
    return row


def _base(game_spec: str, strategy: StrategyFile, param: StrategyParam, spec: str) -> Entry:
    """The strategy that a parameter names.

    Raises
    ------
    StrategyError
        If there is none, or if it has such a parameter itself: a search in a search would never come to an end.
    """
    named = f"{strategy.name}:{param.name}={spec}"
    try:
        number, name, params = split_spec(spec)
        entry = _entry(game_spec, name, params)
    except (StrategyError, UsageError) as error:
        raise StrategyError(f"{named}: {error}") from None
    if number != 1:
        raise StrategyError(f"{named}: name one strategy")
    for decision in find_game(game_spec).decisions:
        found, _ = answers(game_spec, entry.strategy, entry.values, decision.name)
        if found.looks_ahead:
            raise StrategyError(f"{named}: {found.name} looks ahead itself: choose a strategy that doesn't")
    return entry


def split_spec(text: str) -> tuple[int, str, str]:
    """A specification as it was typed, in its parts: number of copies, name or path, parameters."""
    copies = re.match(r"(\d+)x(?=.)", text)
    number, rest = (int(copies[1]), text[copies.end() :]) if copies else (1, text)
    with_params = re.match(r"[\w-]+:\s*\w+\s*=", rest)  # a path among them belongs to a parameter
    with_file = None if with_params else re.match(r"(.*\.(?:py|toml))(?::(.*))?$", rest)
    name, params = (with_file[1], with_file[2] or "") if with_file else rest.partition(":")[::2]
    if number == 0:
        raise UsageError(f"{text}: 0 copies of a strategy make no player")
    return number, name, params


def _label(strategy: StrategyFile, name: str, values: dict[str, Value]) -> str:
    changed = [f"{p.name}={values[p.name]}" for p in strategy.params if values[p.name] != p.default]
    return name + (":" + ",".join(changed) if changed else "")


def _entry(game_spec: str, name: str, params: str) -> Entry:
    """An entry from what was typed: a strategy's name or file, or a file that gives parameters their values."""
    if not name.endswith(PRESET):
        strategy = find_strategy(game_spec, name)
        values = parse_params(strategy, params)
        for param in strategy.params:
            if isinstance(param, StrategyParam):
                _base(game_spec, strategy, param, str(values[param.name]))
        return Entry(
            strategy, tuple(values.values()), _label(strategy, strategy.name, values), _label(strategy, name, values)
        )
    preset = read_preset(Path(name))
    try:
        strategy = find_strategy(game_spec, preset.strategy)
        values = parse_params(strategy, preset.params) | _typed(strategy, params)
    except StrategyError as error:
        raise StrategyError("\n".join(f"{name}: {line}" for line in str(error).splitlines())) from None
    typed = f":{params}" if params else ""
    return Entry(strategy, tuple(values.values()), Path(name).stem + typed, name + typed)


def _typed(strategy: StrategyFile, params: str) -> dict[str, Value]:
    """The parameters that were typed after a file's name, and no others."""
    names = {part.partition("=")[0].strip() for part in params.split(",")} if params else set()
    return {name: value for name, value in parse_params(strategy, params).items() if name in names}


def _named(number: int) -> str:
    return "1 strategy is named" if number == 1 else f"{number} strategies are named"


def parse_line_up(game_spec: str, game: Game, specs: Sequence[str], players: int | None, seating: str) -> LineUp:
    """The line-up that a user typed.

    Parameters
    ----------
    specs : sequence of str
        ``name``, ``name:param=value,param=value``, ``path/to/file.py`` or ``path/to/preset.toml``, with ``3x`` before it for
        copies.
    players : int or None
        Number of players; one name without copies fills them all.

    Raises
    ------
    UsageError, StrategyError
    """
    if not specs:
        raise UsageError("name at least one strategy")
    low, high = game.seats.start, game.seats.stop - 1
    if players is not None and players not in game.seats:
        raise UsageError(f"--players {players}: {game.title} is played by {low} to {high}")
    parsed = [split_spec(spec) for spec in specs]
    if len(specs) == 1 and not re.match(r"\d+x", specs[0]):
        parsed = [(players or game.usual_seats, parsed[0][1], parsed[0][2])]
    total = sum(number for number, _, _ in parsed)
    if players is not None and total != players:
        raise UsageError(f"{_named(total)} for --players {players}: name {players}, or one alone for all seats")
    if total not in game.seats:
        raise UsageError(f"{_named(total)}: {game.title} is played by {low} to {high}")
    entries: list[Entry] = []
    places: list[int] = []
    for number, name, params in parsed:
        entry = _entry(game_spec, name, params)
        key = (entry.strategy, entry.values)
        known = [(entry.strategy, entry.values) for entry in entries]
        if key not in known:
            entries.append(entry)
            known.append(key)
        places += [known.index(key)] * number
    labels = [entry.label for entry in entries]
    told_apart = [replace(e, label=e.spec) if labels.count(e.label) > 1 else e for e in entries]
    return LineUp(game_spec, tuple(told_apart), tuple(places), seating)
