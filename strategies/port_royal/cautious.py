"""Bank a small haul: stop as soon as a few cards lie in the harbour.

Takes and claims as yardstick does, but stops early, so that it seldom busts and leaves little for the others.

Source: the common advice for beginners not to push their luck.
"""

from analyzer.games.port_royal.view import DRAW, STOP
from analyzer.strategy import Param, declare

declare(
    game="port_royal",
    default="yardstick",
    params=[Param("haul", 3, low=1, high=20, meaning="cards in the harbour that are enough")],
)


def draw(view, params, own):
    """Stop as soon as `haul` cards lie in the harbour."""
    return STOP if view.harbour_size >= params.haul else DRAW
