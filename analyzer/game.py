"""The contract between a game and everything else.

A game is a folder with an object ``GAME`` of a class that meets `Game`. The shared code knows seats, entries of a line-up,
deals and counts; it knows no deck, no coins, no single winner. Which decisions there are, what is counted and what is made of
the counts is the game's to say.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

if TYPE_CHECKING:
    from analyzer.line_up import LineUp
    from analyzer.strategy import Player
    from analyzer.strategy_file import StrategyFile

Array = np.ndarray[Any, Any]
Event = dict[str, Any]


@dataclass(frozen=True)
class Decision:
    """A decision that a strategy may define.

    Attributes
    ----------
    name : str
        The function's name in a strategy's file.
    question : str
        What is asked, with the answers.
    """

    name: str
    question: str


@dataclass(frozen=True)
class Column:
    """A column of a table: a ratio of two counts.

    Attributes
    ----------
    name : str
        The column's name.
    numerator, denominator : str
        Names of counts of the same shape, or a denominator of fewer dimensions, which is repeated. Without a denominator the
        column is the plain sum.
    scale : float
        The ratio is divided by this.
    rate : bool
        Whether it is a rate from 0 to 1.
    interval : bool
        Whether the table shows its interval.
    unit, meaning : str
        For people.
    """

    name: str
    numerator: str
    denominator: str
    unit: str
    meaning: str
    scale: float = 1.0
    rate: bool = False
    interval: bool = False


@dataclass(frozen=True)
class Table:
    """A table of measures.

    Attributes
    ----------
    name, title : str
        Name in files and JSON, and for people.
    keys : tuple of str
        The columns that identify a row: one for each dimension of the counts.
    size : tuple of str
        Where the number of rows of each dimension comes from: ``entries``, ``seats``, ``faces``, ``colours``, ... (the
        game's `labels` give the rows' names; a row named None is not shown).
    columns : tuple of Column
        The measures.
    count : tuple of str, optional
        A plain sum to show before the measures: (column name, count).
    where : str, optional
        Rows are shown only where this count is not 0.
    layout : str
        ``wide``: one row for each key; ``long``: one row for each measure (then `keys` is empty).
    """

    name: str
    title: str
    keys: tuple[str, ...]
    size: tuple[str, ...]
    columns: tuple[Column, ...]
    count: tuple[str, str] | None = None
    where: str | None = None
    layout: str = "wide"


class CardSet(Protocol):
    """The data a game is played with. Games without cards call it so all the same."""

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def spec(self) -> str:
        """What to type for it: a name or a path."""
        ...

    @property
    def sha256(self) -> str: ...


class Worker(Protocol):
    """Plays games in one thread, with a state of its own."""

    def play(self, first_deal: int, seatings: Array, weight_class: Array, classes: int) -> Array:
        """Play deals and count.

        Parameters
        ----------
        first_deal : int
        seatings : ndarray (deals, seatings, seats) int8
            The entry on each seat; -1 on seat 0 marks a seating that is not played.
        weight_class : ndarray (deals,) int8
        classes : int

        Returns
        -------
        ndarray (classes,) of the game's counts

        Raises
        ------
        StrategyFault
            If a strategy raises or answers illegally.
        """
        ...


class Game(Protocol):
    """What a game provides. See `analyzer.games.port_royal` for the first of them."""

    @property
    def name(self) -> str:
        """Name on the command line, ``port-royal``."""
        ...

    @property
    def title(self) -> str: ...

    @property
    def seats(self) -> range:
        """Possible numbers of players."""
        ...

    @property
    def usual_seats(self) -> int:
        """Number of players when the user doesn't say."""
        ...

    @property
    def decisions(self) -> tuple[Decision, ...]: ...

    @property
    def default_strategy(self) -> str:
        """Answers the decisions that a strategy leaves out and names no default for."""
        ...

    @property
    def default_card_set(self) -> str: ...

    @property
    def counts(self) -> np.dtype[Any]:
        """What is counted: a structured dtype of int64 fields. ``games`` and ``unfinished`` are among them."""
        ...

    @property
    def tables(self) -> tuple[Table, ...]: ...

    @property
    def arguments(self) -> tuple[Any, ...]:
        """The numba types of a decision's arguments: view, parameters, own."""
        ...

    def card_sets(self) -> list[str]:
        """Names of the card sets that ship."""
        ...

    def card_set(self, spec: str) -> Any:
        """Load a card set by name or path; raises CardSetError."""
        ...

    def card_set_text(self, card_set: Any) -> str:
        """The whole card set as the text of a file that `card_set` loads again, wherever it lies."""
        ...

    def card_list(self, card_set: Any) -> tuple[str, str | None]:
        """The card list as CSV, in the form that `card_set` reads, and a line that says what of the set it can't hold."""
        ...

    def rulings(self) -> list[str]:
        """What is done where the rulebook is silent, a line each."""
        ...

    def labels(self, size: str, card_set: Any) -> Sequence[Any]:
        """The names of a dimension's rows."""
        ...

    def worker(self, card_set: Any, line_up: LineUp, seed: int) -> Worker: ...

    def is_compiled(self, logging: bool = False) -> bool:
        """Whether playing (or tracing) can begin at once; else the user is told that it takes a while."""
        ...

    def trace(self, card_set: Any, line_up: LineUp, seed: int, deal: int, seating: int) -> list[Event]:
        """Play one game and tell everything that happened."""
        ...

    @property
    def screen(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """What the terminal shows of a run: tables, and which of their columns."""
        ...

    @property
    def standard_strategies(self) -> tuple[str, ...]:
        """Those that play in a report, and where nobody is named."""
        ...

    @property
    def compared(self) -> tuple[tuple[str, str | None], ...]:
        """What the terminal shows of a comparison: tables, and which of their measures (None: all)."""
        ...

    def conduct(self, counts: Sequence[Array]) -> str:
        """A remark on how a strategy behaved on all seats; raises StrategyFault for conduct that can't be meant.

        Parameters
        ----------
        counts : sequence of ndarray (classes,) of the game's counts
            One for each number of players.
        """
        ...

    def player(self, decided: Sequence[tuple[StrategyFile, str, tuple[Any, ...]]]) -> Player:
        """What a strategy that looks ahead holds of its base strategy (see `analyzer.strategy.StrategyParam`).

        Parameters
        ----------
        decided : sequence of (StrategyFile, str, tuple)
            For each decision: the strategy that answers, the decision's name, the parameter values.
        """
        ...

    def odd_card_sets(self) -> list[Any]:
        """Card sets that a strategy should play without a fault: all that ship, and some that nobody would print."""
        ...

    def decisions_in(self, card_set: Any, line_up: LineUp, seed: int, deal: int) -> int:
        """How many decisions are made in a game, by all seats together."""
        ...

    def plain_game(
        self, card_set: Any, line_up: LineUp, seed: int, deal: int, seating: int, bans: random.Random | None = None
    ) -> list[Event]:
        """Play one game in plain Python: the events of `trace` but the first.

        With `bans`, some of the legal answers are withheld at random, to see whether strategies keep to what they are offered.
        """
        ...

    def fair_share(self, players: int) -> float | None:
        """The win rate that everybody has if nobody plays better; None if the game has no such number."""
        ...

    def facts(self, tables: Mapping[str, Any]) -> list[str]:
        """A few lines for people about a run, made from its tables."""
        ...


def strategies_folder(game: Game, game_folder: Path) -> Path:
    """Where a game's strategies lie: beside the package for a game that ships, in the game's folder otherwise."""
    beside = Path(__file__).parent.parent / "strategies" / game_folder.name
    return beside if game_folder.parent == Path(__file__).parent / "games" else game_folder / "strategies"
