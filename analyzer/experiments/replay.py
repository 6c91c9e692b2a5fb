"""Play one game of a simulation again, card by card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analyzer.errors import UsageError
from analyzer.experiments.simulate import make_plan
from analyzer.line_up import AS_GIVEN, BALANCED

MAX_DEAL = 2**53


def replay(
    strategies: Sequence[str], *, deal: int = 0, seating: int = 0, as_given: bool = False, **question: Any
) -> list[dict[str, Any]]:
    """Play one game again.

    Parameters
    ----------
    strategies : sequence of str
        The line-up, in the order in which it was simulated.
    deal, seating : int
        Which of its games.
    as_given : bool
        Whether it was simulated with seating ``as-given``.
    **question
        ``game``, ``card_set``, ``players``, ``seed`` as in `analyzer.experiments.simulate.make_plan`.

    Returns
    -------
    list of dict
        The events, in order (README, The trace).

    Raises
    ------
    StrategyFault
        If a strategy breaks the rules; the error's ``events`` hold what happened until then.
    """
    plan = make_plan(strategies, games=1, seating=AS_GIVEN if as_given else BALANCED, **question)
    if not 0 <= deal <= MAX_DEAL:
        raise UsageError(f"--deal {deal}: choose a number from 0 on")
    if not 0 <= seating < plan.line_up.players:
        raise UsageError(f"--seating {seating}: choose a number from 0 to {plan.line_up.players - 1}")
    return plan.game.trace(plan.card_set, plan.line_up, plan.seed, deal, seating)
