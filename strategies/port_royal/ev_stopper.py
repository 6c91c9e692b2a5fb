"""Stop when one more card is expected to lose: the exact expected value of the next card, over all that can come.

Everything else it does as `yardstick`: the worth of the harbour is that of the card that yardstick would take, a person for its VP
and a ship for its coins. The expectation runs over every face that can come next: a bust loses all, a better card gains.

Source: the textbook rule of optimal stopping one step ahead.
"""

from analyzer.games.port_royal.view import DRAW, MAX_COLOURS, PERSON, SHIP, STOP, hire_price, trade_income
from analyzer.strategy import Param, declare

declare(
    game="port_royal",
    default="yardstick",
    params=[
        Param("vp", 3.0, low=0.0, high=20.0, meaning="coins that a VP counts for"),
        Param("limit", 2.0, low=0.0, high=20.0, meaning="coins that one card more to take counts for"),
    ],
)


def worth(view, params, face):
    """What taking a card now is worth, in coins; 0 if it can't be paid."""
    if view.faces.kind[face] == PERSON:
        return params.vp * view.faces.vp[face] + 1.0 if hire_price(view, face) <= view.coins[view.me] else 0.0
    return max(1.0 * trade_income(view, face), 0.0)


def draw(view, params, own):
    """Draw while the expected worth after the next card is larger than the worth now."""
    if view.harbour_size == 0:
        return DRAW
    faces, me = view.faces, view.me
    best = 0.0
    for i in range(view.harbour_size):
        best = max(best, worth(view, params, view.harbour[i]))
    limits = view.rules.take_limits
    wider = params.limit * (limits[min(view.colours + 1, MAX_COLOURS)] - limits[view.colours])
    bust = 1.0 * view.jesters[me] * view.rules.jester_pay
    cards, after = 0, 0.0
    for face in range(view.faces_in_set):
        copies = view.can_come[face]
        if copies == 0:
            continue
        cards += copies
        if faces.kind[face] == SHIP:
            if view.harbour_colours[faces.colour[face]] == 0:
                after += copies * (max(best, worth(view, params, face)) + wider)
            elif faces.skull[face] == 0 and faces.swords[face] <= view.swords[me]:
                after += copies * best
            else:
                after += copies * bust
        elif faces.kind[face] == PERSON:
            after += copies * max(best, worth(view, params, face))
        else:
            after += copies * best
    return DRAW if cards > 0 and after > best * cards else STOP
