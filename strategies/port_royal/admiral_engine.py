"""Admirals first, then long harbours: with five cards in the harbour every admiral pays, in everybody's turn.

Hires admirals before anything else. Once it has some, it draws on until the harbour is long enough for them to pay, unless the
risk is too high. What else to take is weighed as `weights` does, with a high weight for admirals.

Source: the claim of players that two early admirals win the game.
"""

from analyzer.games.port_royal.view import DRAW, STOP, bust_chance
from analyzer.strategy import Param, declare

declare(
    game="port_royal",
    default="weights:admiral=4,coin_late=0.2",
    params=[
        Param("risk", 0.2, low=0.0, high=1.0, meaning="chance of a bust at which to stop, while the admirals are not yet paid"),
        Param("colours", 3, low=1, high=9, meaning="ship colours that are enough when they are paid, or there are none"),
    ],
)  # fmt: skip


def draw(view, params, own):
    """With admirals, draw until they pay or it is too risky; without, stop at some colours."""
    if view.harbour_size == 0:
        return DRAW
    if view.admirals[view.me] > 0 and view.harbour_size < view.rules.admiral_threshold:
        return STOP if bust_chance(view) > params.risk else DRAW
    return STOP if view.colours >= params.colours or view.harbour_size > view.rules.admiral_threshold else DRAW
