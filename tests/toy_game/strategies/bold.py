"""Call everything from a low card on.

Source: none; for tests.
"""

from analyzer.strategy import Param, declare

declare(game="toy-game", params=[Param("lowest", 5, low=1, high=9, meaning="lowest card to call")])


def call(view, params, own):
    """Call the card if it is high enough."""
    return 1 if view.card >= params.lowest else 0
