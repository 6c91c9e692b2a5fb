"""Count the cards: knows exactly what can come next, and stops where the chance of a bust is too high for what is at stake.

The more the harbour is worth to it, the smaller the risk that it takes. What to take is weighed as `weights` does.

Source: players who remember the discard pile; what can come next is public knowledge.
"""

from analyzer.games.port_royal.view import DRAW, PERSON, STOP, bust_chance, hire_price, trade_income
from analyzer.strategy import Param, declare

declare(
    game="port_royal",
    default="weights:coin_late=0.2",
    params=[
        Param("risk", 0.3, low=0.0, high=1.0, meaning="chance of a bust that is accepted for a harbour worth nothing"),
        Param("stake", 0.05, low=0.0, high=1.0, meaning="how much less is accepted for each coin that the best card is worth"),
        Param("vp", 3, low=0, high=20, meaning="coins that a VP counts for"),
    ],
)  # fmt: skip


def draw(view, params, own):
    """Draw while the chance of a bust is below what the best card in reach allows."""
    if view.harbour_size == 0:
        return DRAW
    faces = view.faces
    best = 0
    for i in range(view.harbour_size):
        face = view.harbour[i]
        if faces.kind[face] != PERSON:
            best = max(best, trade_income(view, face))
        elif hire_price(view, face) <= view.coins[view.me]:
            best = max(best, params.vp * faces.vp[face])
    return DRAW if bust_chance(view) < params.risk - params.stake * best else STOP
