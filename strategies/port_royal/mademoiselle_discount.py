"""Mademoiselles first: each makes every later person one coin cheaper, and is worth two or three points herself.

Takes them whenever it can, then hires as much as possible at the lower prices. Draws and weighs as `weights` does.

Source: the claim of players that discounts are the best engine, since they come with points.
"""

from analyzer.games.port_royal.view import PASS, PERSON, hire_price
from analyzer.strategy import Param, declare

declare(
    game="port_royal",
    default="weights:mademoiselle=4,coin_late=0.2",
    params=[
        Param("enough", 3, low=0, high=9, meaning="coins of discount that are enough"),
        Param("discount", 4, low=0, high=20, meaning="VP that a coin of discount is worth until then"),
    ],
)


def take(view, params, own):
    """The person with the most points for its price, discounts counted until there are enough; else the richest ship."""
    faces, me = view.faces, view.me
    choice, best = PASS, 0
    for i in range(view.options_size):
        place = view.options[i]
        face = view.harbour[place]
        if faces.kind[face] == PERSON:
            worth = faces.vp[face]
            if view.discount[me] < params.enough:
                worth += params.discount * faces.discount[face]
            rank = 1000 + 100 * worth - 10 * hire_price(view, face)
        else:
            rank = faces.coins[face] + view.traders[faces.colour[face], me]
        if rank > best:
            choice, best = place, rank
    return choice
