"""Everything that can go wrong, in one tree.

::

    HarbourmasterError              one clear line; only the command line catches it and exits
    ├── InputError                  the user's input is at fault (exit code 2)
    │   ├── UsageError              arguments that don't fit together
    │   ├── CardSetError            a card-set file
    │   ├── StrategyError           a strategy's name, parameters or file
    │   └── OutputError             a folder or file that can't be written
    └── StrategyFault               a strategy broke the rules while playing (exit code 1)
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any


class HarbourmasterError(Exception):
    """Base of all errors raised on purpose. ``str(error)`` is meant for the user."""

    exit_code = 1


class InputError(HarbourmasterError):
    """The input is at fault: nothing was played, nothing was written."""

    exit_code = 2


class UsageError(InputError):
    """Arguments that are unknown, out of range, or don't fit together."""


class CardSetError(InputError):
    """A card set is unknown, unreadable or not playable. Holds one line for each fault."""


class StrategyError(InputError):
    """A strategy is unknown, has no such parameter, or its file can't be used."""


class OutputError(InputError):
    """A folder or file can't be written."""


class StrategyFault(HarbourmasterError):
    """A strategy raised or answered illegally during a game.

    Attributes
    ----------
    events : list of dict
        What had happened in the game until then, if it was logged.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.events: list[dict[str, Any]] = []


MOST_CHOICES = 24


def nearest(name: str, known: Iterable[str]) -> str:
    """Say which of the known names the user may have meant.

    Returns
    -------
    str
        ``"did you mean a, b?"`` or, when nothing is near, ``"choose from a, b, c"`` (the first of them, if there are many).
    """
    names = sorted(known)
    close = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
    if close:
        return f"did you mean {', '.join(close)}?"
    if len(names) > MOST_CHOICES:
        return f"choose from {', '.join(names[:MOST_CHOICES])}, ... ({len(names)} in all)"
    return f"choose from {', '.join(names)}" if names else "there are none"
