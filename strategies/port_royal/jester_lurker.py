"""Live on the busts of others: jesters first, short turns of its own, so that the others have to take the risks.

Every jester pays when anybody busts, and when nothing is left in the harbour of another player's turn. In its own turn it stops
early.

Source: the claim of players that jesters pay best at a table of gamblers.
"""

from analyzer.games.port_royal.view import DRAW, STOP
from analyzer.strategy import Param, declare

declare(
    game="port_royal",
    default="weights:jester=4,coin_late=0.2",
    params=[
        Param("haul", 3, low=1, high=20, meaning="cards in the harbour that are enough"),
        Param("colours", 2, low=1, high=9, meaning="ship colours in the harbour that are enough"),
    ],
)


def draw(view, params, own):
    """Stop early; with jesters a bust of its own costs less, and it waits for one card more."""
    if view.harbour_size == 0:
        return DRAW
    braver = 1 if view.jesters[view.me] > 1 else 0
    return STOP if view.harbour_size >= params.haul + braver or view.colours >= params.colours + braver else DRAW
