"""A plain, sound way to play: a fixed stop, the dearest person in reach, else the richest ship.

Stops at a number of colours that grows with the swords, or at a number of cards. Repels only to avoid a bust. Claims at once,
the most VP first.

Source: the strategy that Harbourmaster's speed and figures are measured with.
"""

from analyzer.games.port_royal.view import DRAW, KEEP, NONE, PASS, PERSON, REPEL, STOP
from analyzer.strategy import Param, declare

declare(
    game="port_royal",
    params=[
        Param("colours", 3, low=1, high=9, meaning="ship colours in the harbour that are enough, with few swords"),
        Param("cards", 6, low=1, high=99, meaning="cards in the harbour that are enough"),
        Param("some_swords", 2, low=0, high=99, meaning="swords from which one colour more is waited for"),
        Param("many_swords", 4, low=0, high=99, meaning="swords from which two colours more are waited for"),
    ],
)


PERSON_FIRST = 1_000_000


def draw(view, params, own):
    """Stop at enough colours or enough cards."""
    if view.harbour_size == 0:
        return DRAW
    swords = view.swords[view.me]
    enough = params.colours + (swords >= params.some_swords) + (swords >= params.many_swords)
    return STOP if view.colours >= enough or view.harbour_size >= params.cards else DRAW


def repel(view, params, own):
    """Repel exactly when the ship's colour is in the harbour already."""
    return REPEL if view.harbour_colours[view.faces.colour[view.card]] else KEEP


def take(view, params, own):
    """The person with the most VP, the cheaper if equal; else the ship with the largest net income, if it is at least 1."""
    faces = view.faces
    me = view.me
    fee = 0 if me == view.active else view.rules.fee
    choice, best = PASS, 0
    for i in range(view.options_size):
        place = view.options[i]
        face = view.harbour[place]
        # One number orders the cards: any person before any ship, then as described, then the first in the card list.
        person = PERSON_FIRST + faces.vp[face] * 100_000 - faces.cost[face] * 1000 - face
        income = faces.coins[face] + view.traders[faces.colour[face], me] - fee
        rank = person if faces.kind[face] == PERSON else income * 1000 - face
        if rank > best:
            choice, best = place, rank
    return choice


def claim(view, params, own):
    """The expedition with the most VP, then the first in the card list."""
    best = NONE
    for i in range(view.options_size):
        place = view.options[i]
        face = view.centre[place]
        if best == NONE:
            best = place
            continue
        vp, best_vp = view.faces.vp[face], view.faces.vp[view.centre[best]]
        if vp > best_vp or (vp == best_vp and face < view.centre[best]):
            best = place
    return best
