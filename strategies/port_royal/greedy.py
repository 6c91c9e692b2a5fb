"""Points as fast as possible: the affordable person with the best points for its price; money only to get there.

Stops as soon as a person worth having lies in reach. Prefers points for coins over abilities, and ends the game quickly.

Source: the common advice to race for 12 points before anybody's engine pays.
"""

from analyzer.games.port_royal.view import DRAW, PASS, PERSON, STOP, hire_price, trade_income
from analyzer.strategy import Param, declare

declare(
    game="port_royal",
    default="yardstick",
    params=[
        Param("worth", 2, low=1, high=9, meaning="VP of a person in reach that is worth stopping for"),
        Param("colours", 3, low=1, high=9, meaning="ship colours in the harbour at which to stop"),
        Param("cards", 6, low=1, high=99, meaning="cards in the harbour at which to stop"),
    ],
)


def draw(view, params, own):
    """Stop for a good person that can be paid, or before the risk gets too high."""
    faces = view.faces
    for i in range(view.harbour_size):
        face = view.harbour[i]
        if faces.kind[face] == PERSON and faces.vp[face] >= params.worth:
            if hire_price(view, face) <= view.coins[view.me]:
                return STOP
    if view.harbour_size == 0:
        return DRAW
    return STOP if view.colours >= params.colours or view.harbour_size >= params.cards else DRAW


def take(view, params, own):
    """The person with the most VP for its price; the richest ship if no person is in reach."""
    faces = view.faces
    choice, best = PASS, 0
    for i in range(view.options_size):
        place = view.options[i]
        face = view.harbour[place]
        if faces.kind[face] == PERSON:
            # VP per coin in thousandths; more VP decide between equals.
            rank = 1000 + (1000 * faces.vp[face]) // (hire_price(view, face) + 1) + 10 * faces.vp[face]
        else:
            rank = 10 * trade_income(view, face)
        if rank > best:
            choice, best = place, rank
    return choice
