"""In one line: what this player does.

More about it, if you like: what it hires, when it stops, why that should win.

Source: whose idea it is.
"""

# What `view` holds is listed in analyzer/games/port_royal/view.py. Four decisions can be defined here: draw, repel, take, claim.
# Those that are left out are answered by the strategy named as `default`. Write plain numbers, loops and conditions: the file is
# compiled when it is loaded. Check it with `harbourmaster strategies check FILE`, then play it:
# `harbourmaster simulate FILE 3xyardstick`.
from analyzer.games.port_royal.view import DRAW, PASS, PERSON, STOP, bust_chance, hire_price, trade_income
from analyzer.strategy import Param, declare

declare(
    game="port_royal",
    default="yardstick",
    params=[
        # A whole number as default makes a parameter whole; FILE:risk=0.1,vp=4 sets them on the command line.
        Param("risk", 0.15, low=0.0, high=1.0, meaning="chance of a bust on the next card at which to stop"),
        Param("vp", 3, low=0, high=20, meaning="coins that a victory point counts for"),
    ],
)


def draw(view, params, own):
    """Asked after each card that is resolved: draw another one, or stop?"""
    if view.harbour_size == 0:
        return DRAW  # nothing to lose yet
    return STOP if bust_chance(view) > params.risk else DRAW


def take(view, params, own):
    """Asked as long as a card may be taken: which one? The legal places in the harbour are view.options."""
    choice, best = PASS, 0
    for i in range(view.options_size):
        place = view.options[i]
        face = view.harbour[place]
        if view.faces.kind[face] == PERSON:
            worth = params.vp * view.faces.vp[face] - hire_price(view, face) + 10
        else:
            worth = trade_income(view, face)
        if worth > best:
            choice, best = place, worth
    return choice
