"""Play one game of a simulation again, card by card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analyzer.errors import UsageError
from analyzer.experiments.simulate import make_plan
from analyzer.line_up import AS_GIVEN, BALANCED
from analyzer.runner import Plan

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
        The events, in order; a game's TRACE.md lists them.

    Raises
    ------
    StrategyFault
        If a strategy breaks the rules; the error's ``events`` hold what happened until then.
    """
    plan = plan_replay(strategies, deal, seating, as_given, **question)
    return plan.game.trace(plan.card_set, plan.line_up, plan.seed, deal, seating)


def plan_replay(strategies: Sequence[str], deal: int, seating: int, as_given: bool, **question: Any) -> Plan:
    """Check what is to be played again. See `replay`."""
    plan = make_plan(strategies, games=1, seating=AS_GIVEN if as_given else BALANCED, **question)
    if not 0 <= deal <= MAX_DEAL:
        raise UsageError(f"--deal {deal}: choose a number from 0 to {MAX_DEAL}")
    if not 0 <= seating < plan.line_up.players:
        raise UsageError(f"--seating {seating}: choose a number from 0 to {plan.line_up.players - 1}")
    return plan
