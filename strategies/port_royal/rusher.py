"""The cheapest points, and the end as soon as possible: points per coin decide, abilities count for nothing.

Stops as soon as any person with a point can be paid. It gives engines no time to pay.

Source: the claim of players that the game is a race.
"""

from analyzer.games.port_royal.view import DRAW, PASS, PERSON, STOP, hire_price, trade_income
from analyzer.strategy import Param, declare

declare(
    game="port_royal",
    default="yardstick",
    params=[
        Param("price", 4, low=0, high=99, meaning="coins for a VP that are still a good price"),
        Param("colours", 3, low=1, high=9, meaning="ship colours in the harbour that are enough"),
        Param("ship", 3, low=0, high=99, meaning="income of a ship that is enough when nobody can be hired"),
    ],
)


def is_bargain(view, params, face):
    """Whether a person can be paid, and its points come at a good price."""
    vp = view.faces.vp[face]
    price = hire_price(view, face)
    return vp > 0 and price <= view.coins[view.me] and price <= params.price * vp


def draw(view, params, own):
    """Stop for a bargain, for a rich ship, or at some colours."""
    if view.harbour_size == 0:
        return DRAW
    for i in range(view.harbour_size):
        face = view.harbour[i]
        if view.faces.kind[face] == PERSON:
            if is_bargain(view, params, face):
                return STOP
        elif trade_income(view, face) >= params.ship:
            return STOP
    return STOP if view.colours >= params.colours else DRAW


def take(view, params, own):
    """The bargain with the most VP, the cheaper if equal; else the richest ship."""
    faces = view.faces
    choice, best = PASS, 0
    for i in range(view.options_size):
        place = view.options[i]
        face = view.harbour[place]
        if faces.kind[face] == PERSON:
            rank = 1000 * faces.vp[face] - 10 * hire_price(view, face) if is_bargain(view, params, face) else 0
        else:
            rank = trade_income(view, face)
        if rank > best:
            choice, best = place, rank
    return choice
