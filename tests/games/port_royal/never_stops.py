"""A strategy for tests: draws until it busts or has to stop, and takes nothing.

Source: none; for tests.
"""

from analyzer.games.port_royal.view import DRAW, NONE, PASS
from analyzer.strategy import declare

declare(game="port_royal")


def draw(view, params, own):
    return DRAW


def take(view, params, own):
    return PASS


def claim(view, params, own):
    return NONE
