"""Leave nothing: take what the next player would want, and bust on purpose rather than hand over a rich harbour.

A card counts for what it is worth to itself, and a part of what it is worth to the player who comes next. When a duplicate could
be repelled but nothing in the harbour is of use to it, and much is to others, it keeps the ship and busts.

Source: players' advice to look at what the neighbour can pay.
"""

from analyzer.games.port_royal.view import KEEP, PASS, PERSON, REPEL, hire_price, trade_income
from analyzer.strategy import Param, declare

declare(
    game="port_royal",
    default="yardstick",
    params=[
        Param("deny", 40, low=0, high=100, meaning="percent of the next player's gain that counts as its own"),
        Param("rich", 4, low=0, high=99, meaning="VP in persons that others can pay, from which a bust on purpose is worth it"),
    ],
)  # fmt: skip


def next_can_pay(view, face):
    """Whether the player after this seat could hire a person in its opportunity."""
    seat = view.me + 1 if view.me + 1 < view.players else 0
    price = max(view.faces.cost[face] - view.discount[seat], 0)
    return view.coins[seat] >= price + (0 if seat == view.active else view.rules.fee)


def repel(view, params, own):
    """Repel a duplicate, unless the others would get much and it would get nothing."""
    faces, me = view.faces, view.me
    if not view.harbour_colours[faces.colour[view.card]]:
        return KEEP
    mine, others = 0, 0
    for i in range(view.harbour_size):
        face = view.harbour[i]
        if faces.kind[face] == PERSON:
            if hire_price(view, face) <= view.coins[me]:
                mine = max(mine, faces.vp[face])
            elif next_can_pay(view, face):
                others += faces.vp[face]
        else:
            mine = max(mine, 1)
    return KEEP if mine <= 1 and others >= params.rich else REPEL


def take(view, params, own):
    """The card with the largest sum of its own worth and what it denies the next player."""
    faces, me = view.faces, view.me
    seat = me + 1 if me + 1 < view.players else 0
    choice, best = PASS, 0
    for i in range(view.options_size):
        place = view.options[i]
        face = view.harbour[place]
        if faces.kind[face] == PERSON:
            rank = 100_000 + 10_000 * faces.vp[face] - 100 * faces.cost[face]
            if next_can_pay(view, face):
                rank += params.deny * 100 * faces.vp[face]
        else:
            rank = 1000 * trade_income(view, face)
            rank += 10 * params.deny * view.traders[faces.colour[face], seat]
        if rank > best:
            choice, best = place, rank
    return choice
