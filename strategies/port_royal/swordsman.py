"""Swords first, then long turns: once most ships can be repelled, draw until the harbour is full.

Hires sailors and pirates before anything else until it is well armed; repels what would be a bust, and draws on for as long
as few of the cards that can come next are a danger.

Source: the rulebook's remark that swords are not used up, and players' advice to arm early.
"""

from analyzer.games.port_royal.view import DRAW, PASS, PERSON, STOP, bust_chance, trade_income
from analyzer.strategy import Param, declare

declare(
    game="port_royal",
    default="yardstick",
    params=[
        Param("armed", 4, low=0, high=99, meaning="swords that are enough"),
        Param("risk", 0.14, low=0.0, high=1.0, meaning="chance of a bust on the next card at which to stop"),
        Param("cards", 7, low=1, high=99, meaning="cards in the harbour that are enough"),
    ],
)


def draw(view, params, own):
    """Draw while the risk is low and the harbour not yet full."""
    if view.harbour_size == 0:
        return DRAW
    return STOP if view.harbour_size >= params.cards or bust_chance(view) > params.risk else DRAW


def take(view, params, own):
    """Swords until armed; then the person with the most VP; else the richest ship."""
    faces, me = view.faces, view.me
    choice, best = PASS, 0
    for i in range(view.options_size):
        place = view.options[i]
        face = view.harbour[place]
        if faces.kind[face] == PERSON:
            rank = 1000 + 100 * faces.vp[face] - faces.cost[face]
            if view.swords[me] < params.armed:
                rank += 1000 * faces.swords[face]
        else:
            rank = 10 * trade_income(view, face)
        if rank > best:
            choice, best = place, rank
    return choice
