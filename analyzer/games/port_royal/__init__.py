"""Port Royal by Alexander Pfister: the base game of 120 cards, for 2 to 5 players.

The rules as implemented are in RULES.md. The kernel is imported only when a game is played.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer.errors import StrategyFault
from analyzer.game import Decision, Event, Table
from analyzer.games.port_royal import card_files
from analyzer.games.port_royal.cards import MIN_PLAYERS, CardSet
from analyzer.games.port_royal.counts import COUNTS, MOST_SIZE_COUNTED, MOST_SWORDS_COUNTED, MOST_VP
from analyzer.games.port_royal.measures import TABLES
from analyzer.games.port_royal.state import MAX_COLOURS, MAX_PLAYERS, MAX_ROUND_CAP
from analyzer.strategy import Player

if TYPE_CHECKING:
    from analyzer.games.port_royal.worker import PortRoyalWorker
    from analyzer.line_up import LineUp


class PortRoyal:
    """The contract's side of Port Royal; see `analyzer.game.Game`."""

    name = "port-royal"
    title = "Port Royal"
    seats = range(MIN_PLAYERS, MAX_PLAYERS + 1)
    usual_seats = 4
    default_card_set = card_files.BASE
    default_strategy = "yardstick"
    decisions = (
        Decision("draw", "draw another card (1) or stop (0), after each card that is resolved"),
        Decision("repel", "repel the ship just drawn (1) or keep it (0)"),
        Decision("take", "which card of the harbour to trade or hire, or pass (-1)"),
        Decision("claim", "which expedition of the centre to claim, or none (-1)"),
    )
    counts: np.dtype[Any] = COUNTS
    tables: tuple[Table, ...] = TABLES
    screen = (
        ("strategies", ("strategy", "games", "win_rate", "vp_mean", "coins_mean", "place_mean")),
        ("seats", ("seat", "win_rate", "vp_mean", "coins_mean")),
    )

    standard_strategies = ("yardstick", "cautious", "greedy", "explorer", "swordsman", "random")
    compared = (("strategies", "win_rate"), ("seats", "share_of_wins"), ("summary", None))

    @property
    def arguments(self) -> tuple[Any, ...]:
        """The numba types of a decision's arguments."""
        from analyzer.games.port_royal.view import ARGUMENTS

        return ARGUMENTS

    def card_sets(self) -> list[str]:
        """Names of the card sets that ship."""
        return card_files.shipped()

    def card_set(self, spec: str) -> CardSet:
        """Load a card set by name or path."""
        return card_files.load(spec)

    def card_set_text(self, card_set: CardSet) -> str:
        """The whole card set as a TOML file that stands alone."""
        from analyzer.games.port_royal.card_export import toml_text

        return toml_text(card_set)

    def card_list(self, card_set: CardSet) -> tuple[str, str | None]:
        """The card list as CSV, and a line that says what of the set it can't hold."""
        from analyzer.games.port_royal.card_export import csv_text, not_in_csv

        return csv_text(card_set), not_in_csv(card_set, self.card_set(self.default_card_set))

    def rulings(self) -> list[str]:
        """The rules of RULES.md, by number, that hold a ruling: what is done where the rulebook is silent."""
        text = (resources.files(__package__) / "RULES.md").read_text(encoding="utf-8")
        found, chapter, number = [], "", ""
        for line in re.split(r"\n(?=## |\d+\. )", text):
            if line.startswith("## "):
                chapter = line[3:].split(maxsplit=1)[0]
                continue
            number, _, body = line.partition(". ")
            if "*ruling:*" in body.lower():
                found.append(f"Rule {chapter}.{number}: {' '.join(body.split()).replace('`', '').replace('*', '')}")
        return found

    def labels(self, size: str, card_set: CardSet) -> Sequence[Any]:
        """The names of a dimension's rows: only faces of persons can be hired."""
        if size == "faces":
            return [face.id if face.kind == "person" else None for face in card_set.faces]
        ranges = {"colours": MAX_COLOURS, "rounds": MAX_ROUND_CAP, "points": MOST_VP}
        ranges |= {"swords": MOST_SWORDS_COUNTED, "cards": MOST_SIZE_COUNTED}
        return range(ranges[size] + 1)

    def worker(self, card_set: CardSet, line_up: LineUp, seed: int) -> PortRoyalWorker:
        """A worker; compiles the rules if they aren't in the cache."""
        from analyzer.games.port_royal.worker import PortRoyalWorker

        return PortRoyalWorker(card_set, line_up, seed)

    def is_compiled(self, logging: bool = False) -> bool:
        """Whether the rules, plain or logging, lie compiled in the cache."""
        from analyzer.games.port_royal.worker import LOGGING, PLAIN
        from analyzer.jit import is_compiled

        return is_compiled(LOGGING if logging else PLAIN)

    def trace(self, card_set: CardSet, line_up: LineUp, seed: int, deal: int, seating: int) -> list[Event]:
        """Play one game and tell everything that happened."""
        return self.worker(card_set, line_up, seed).trace(deal, seating)

    def conduct(self, counts: Sequence[np.ndarray[Any, Any]]) -> str:
        """How often it stopped by itself: a strategy that never does has misunderstood something."""
        turns, chosen = (sum(int(part[name].sum()) for part in counts) for name in ("turns", "stops"))
        chosen -= sum(int(part["forced_stops"].sum()) for part in counts)
        if turns > 1000 and chosen == 0:
            raise StrategyFault(
                f"it never stops: of {turns:,} turns all ended in a bust, or when no card could be drawn"
            )
        return f", {chosen / turns:.0%} of turns end with a stop of its own"

    def player(self, decided: Sequence[Any]) -> Player:
        """A base strategy for `look_ahead`."""
        from analyzer.games.port_royal.search import player

        return player(tuple(decided))

    def odd_card_sets(self) -> list[CardSet]:
        """Card sets that nobody would print, and all that ship: a strategy should play them without a fault."""
        from analyzer.games.port_royal.odd_sets import ODD_SETS

        return [*(self.card_set(name) for name in self.card_sets()), *ODD_SETS]

    def decisions_in(self, card_set: CardSet, line_up: LineUp, seed: int, deal: int) -> int:
        """How many decisions are made in a game, by all seats together."""
        return self.worker(card_set, line_up, seed).decisions(deal)

    def plain_game(
        self, card_set: CardSet, line_up: LineUp, seed: int, deal: int, seating: int, bans: random.Random | None = None
    ) -> list[Event]:
        """Play one game in the reference: the same events as `trace`, without its first; with `bans` on legal answers."""
        from analyzer.games.port_royal.reference import Game, seats_of

        def some(options: Sequence[int]) -> Sequence[int]:
            assert bans is not None
            return [option for option in options if bans.random() < 0.6]

        by_entry = seats_of(line_up)
        seats = [by_entry[entry] for entry in line_up.seat(seed, deal, seating)]
        return Game(card_set, line_up.players, seed, deal, seats, ban=some if bans else None).play()

    def fair_share(self, players: int) -> float:
        """One winner's worth, shared by all."""
        return 1 / players

    def facts(self, tables: Mapping[str, Any]) -> list[str]:
        """Three lines about a run."""
        value = dict(zip(tables["summary"]["measure"], tables["summary"]["value"], strict=True))
        if math.isnan(value["vp_winner_mean"]):
            return [f"No game was finished: all were stopped after {value['rounds_mean']:.0f} rounds."]
        return [
            f"A game takes {value['rounds_mean']:.1f} rounds; the winner has {value['vp_winner_mean']:.1f} VP, "
            f"{value['vp_margin_mean']:.1f} more than the next player.",
            f"{value['bust_rate']:.1%} of turns are a bust; who stops has {value['harbour_size_at_stop_mean']:.1f} cards "
            "in the harbour.",
            f"Per game: {value['ships_traded_per_game']:.1f} ships traded, {value['persons_hired_per_game']:.1f} persons "
            f"hired, {value['expeditions_claimed_per_game']:.1f} expeditions claimed, "
            f"{value['repels_per_game']:.1f} ships repelled.",
        ]


GAME = PortRoyal()
