"""A strategy for tests: gives the answers it was told, one after the other; then stops, keeps, passes and declines.

Source: none; for tests.
"""

from analyzer.games.port_royal.view import KEEP, NONE, PASS, STOP
from analyzer.strategy import Param, declare

UNTOLD = 99

declare(
    game="port_royal",
    params=[Param(f"answer{i}", UNTOLD, low=-9, high=UNTOLD, meaning=f"answer number {i}") for i in range(20)],
)


def told(params, own, otherwise):
    number = own.memory[0]
    own.memory[0] += 1
    if number >= 20 or params[number] == UNTOLD:
        return otherwise
    return params[number]


def draw(view, params, own):
    return told(params, own, STOP)


def repel(view, params, own):
    return told(params, own, KEEP)


def take(view, params, own):
    return told(params, own, PASS)


def claim(view, params, own):
    return told(params, own, NONE)
