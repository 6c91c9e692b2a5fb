"""Toss a coin.

Source: none; for tests.
"""

from analyzer.strategy import declare, random_below

declare(game="toy-game")


def call(view, params, own):
    """Call or keep quiet."""
    return random_below(own, 2)
