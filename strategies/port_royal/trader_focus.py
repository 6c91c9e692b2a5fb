"""One colour: hire traders, then trade the ships of their colours, above all others.

A trader of a colour of which it has one already counts more. With traders it draws on until one of their ships is there.

Source: the rulebook's remark that traders of one colour add up.
"""

from analyzer.games.port_royal.view import DRAW, PASS, PERSON, STOP, bust_chance, trade_income
from analyzer.strategy import Param, declare

declare(
    game="port_royal",
    default="yardstick",
    params=[
        Param("trader", 2, low=0, high=20, meaning="VP that a trader is worth beside its own"),
        Param("again", 2, low=0, high=20, meaning="VP that it is worth more when one of the colour is there"),
        Param("rich", 4, low=1, high=99, meaning="income of a ship that is worth stopping for"),
        Param("risk", 0.13, low=0.0, high=1.0, meaning="chance of a bust on the next card at which to stop"),
    ],
)


def draw(view, params, own):
    """Stop for a rich ship, or when the next card is too risky."""
    if view.harbour_size == 0:
        return DRAW
    for i in range(view.harbour_size):
        face = view.harbour[i]
        if view.faces.kind[face] != PERSON and trade_income(view, face) >= params.rich:
            return STOP
    return STOP if bust_chance(view) > params.risk else DRAW


def take(view, params, own):
    """The person with the most VP, traders counted higher, unless a ship pays a fortune."""
    faces, me = view.faces, view.me
    choice, best = PASS, 0
    for i in range(view.options_size):
        place = view.options[i]
        face = view.harbour[place]
        if faces.kind[face] == PERSON:
            worth = faces.vp[face]
            if faces.trader_colour[face] >= 0:
                worth += params.trader + params.again * view.traders[faces.trader_colour[face], me]
            rank = 1000 + 100 * worth - 10 * faces.cost[face]
        else:
            income = trade_income(view, face)
            rank = 100 * income if income < params.rich else 1000 + 60 * income
        if rank > best:
            choice, best = place, rank
    return choice
