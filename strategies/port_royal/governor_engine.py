"""Governors first: they cost eight coins and no points, and then take two cards where others take one.

Saves for the first governor, then for a second; after that plays as `weights` does. It draws for large harbours, from which more
than one card can be taken.

Source: the claim of players that an early governor pays for itself.
"""

from analyzer.games.port_royal.view import DRAW, STOP, bust_chance
from analyzer.strategy import Param, declare

declare(
    game="port_royal",
    default="weights:governor=6,coin_late=0.2",
    params=[
        Param("risk", 0.13, low=0.0, high=1.0, meaning="chance of a bust on the next card at which to stop"),
        Param("spare", 1, low=0, high=9, meaning="cards in the harbour beyond what may be taken that are enough"),
    ],
)


def draw(view, params, own):
    """Draw for as many cards as may be taken and some more, while the risk is low."""
    if view.harbour_size == 0:
        return DRAW
    limit = view.rules.take_limits[view.colours] + view.governors[view.me]
    return STOP if view.harbour_size >= limit + params.spare + 1 or bust_chance(view) > params.risk else DRAW
