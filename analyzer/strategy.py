"""What a strategy's file says: its decisions, its parameters, its source.

A strategy is one Python file. A *decision* is a module-level function ``(view, params, own) -> int``, named after the decision
(a game lists its decisions). `declare` names the game and the parameters; the module's docstring is the summary and the source.

==========  ====================================================================================================
``view``    what the seat to move may know, and the legal answers. Read-only.
``params``  the strategy's parameters by name: ``params.haul``.
``own``     private to the seat: ``own.memory`` (8 integers, zero when a game starts) and the random stream that
            `random_below` draws from.
==========  ====================================================================================================

The same body runs compiled in the simulator and as plain Python in the reference, and must answer the same: use integers,
``+ - * /`` and comparisons, and loops for sums.
"""

from __future__ import annotations

import math
import re
from collections import namedtuple
from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.errors import StrategyError
from analyzer.streams import random_below

__all__ = ["Declaration", "Param", "Player", "StrategyParam", "declare", "random_below"]

MEMORY_SIZE = 8
MAX_PARAMS = 24


@dataclass(frozen=True)
class Param:
    """A parameter of a strategy.

    Parameters
    ----------
    name : str
        As in ``params.name`` and ``strategy:name=value``.
    default : int or float
        An int makes it a whole number: then ``params.name`` is an int everywhere.
    low, high : int or float
        The valid range, both ends included.
    meaning : str
        One line, with the unit.
    """

    name: str
    default: int | float
    low: int | float
    high: int | float
    meaning: str

    @property
    def whole(self) -> bool:
        """Whether only whole numbers are valid."""
        return isinstance(self.default, int)

    @property
    def valid(self) -> str:
        """The valid values, for people."""
        return f"{self.low} to {self.high}"

    def fault(self) -> str | None:
        """What is wrong with this declaration, if anything."""
        if not re.fullmatch(r"[a-z][a-z0-9_]*", self.name):
            return f"parameter name {self.name!r} is not lower_case"
        numbers = (self.default, self.low, self.high)
        if any(isinstance(n, bool) or not isinstance(n, int | float) or math.isnan(n) for n in numbers):
            return f"parameter {self.name}: default, low and high must be numbers"
        if not self.low <= self.default <= self.high:
            return f"parameter {self.name}: default {self.default} is outside {self.low} to {self.high}"
        return None

    def parse(self, text: str) -> int | float:
        """The value that a user typed.

        Raises
        ------
        StrategyError
            If it is no number, not whole where it must be, or out of range.
        """
        kind = "a whole number" if self.whole else "a number"
        valid = f"{kind} from {self.low} to {self.high}"
        try:
            value: int | float = int(text) if self.whole else float(text)
        except ValueError:
            raise StrategyError(f"{self.name}={text}: not {valid}") from None
        if not self.low <= value <= self.high:
            raise StrategyError(f"{self.name}={text}: out of range, choose {valid}")
        return value


@dataclass(frozen=True)
class StrategyParam:
    """A parameter that names another strategy, which this one plays with in its head.

    ``params.name`` is a `Player`, for the search functions of the game.

    Parameters
    ----------
    name : str
        As in ``params.name`` and ``strategy:name=value``.
    default : str
        A strategy as it is written on the command line. It must not have such a parameter itself.
    meaning : str
        One line.
    """

    name: str
    default: str
    meaning: str

    valid = "a strategy"

    def fault(self) -> str | None:
        """What is wrong with this declaration, if anything."""
        if not re.fullmatch(r"[a-z][a-z0-9_]*", self.name):
            return f"parameter name {self.name!r} is not lower_case"
        if not isinstance(self.default, str) or not self.default:
            return f"parameter {self.name}: default must name a strategy"
        return None

    def parse(self, text: str) -> str:
        """The strategy that a user typed; whether there is one is looked up with the line-up."""
        if not text:
            raise StrategyError(f"{self.name}=: name a strategy")
        return text


#: What a decision holds for a `StrategyParam`: the address at which compiled code finds that strategy.
Player = namedtuple("Player", ["address"])

Value = int | float | str  # of a parameter


@dataclass(frozen=True)
class Declaration:
    """What `declare` was told."""

    game: str
    params: tuple[Param | StrategyParam, ...]
    default: str | None


_declared: list[Declaration] = []


def declare(game: str, params: Sequence[Param | StrategyParam] = (), default: str | None = None) -> Declaration:
    """Declare a strategy. Call it once, at the top of the file.

    Parameters
    ----------
    game : str
        The game's name.
    params : sequence of Param or StrategyParam
        Parameters, at most 24.
    default : str, optional
        The strategy that answers the decisions this file leaves out, ``name`` or ``name:param=value,...``. The game names one
        if this is left out.
    """
    declaration = Declaration(game, tuple(params), default)
    _declared.append(declaration)
    return declaration


def take_declarations() -> list[Declaration]:
    """The declarations made since the last call; for the registry, which calls it around loading a file."""
    found = list(_declared)
    _declared.clear()
    return found
