"""Ships until the purse is full, then points: first money, then the dearest persons that money can buy.

Below a number of coins it trades the richest ship; from there on it hires the person with the most points. As soon as somebody
nears the goal it hires whatever it can.

Source: the common plan of new players to save before they spend.
"""

from analyzer.games.port_royal.view import PASS, PERSON, trade_income
from analyzer.strategy import Param, declare

declare(
    game="port_royal",
    default="yardstick",
    params=[
        Param("purse", 8, low=0, high=99, meaning="coins from which persons come first"),
        Param("near", 4, low=0, high=99, meaning="VP of the leader below the goal from which persons come first, too"),
        Param("cheap", 4, low=0, high=99, meaning="hire cost of a person that is not worth waiting for"),
    ],
)


def take(view, params, own):
    """The richest ship while saving, else the person with the most VP; the other kind if there is none."""
    faces, me = view.faces, view.me
    leader = 0
    for seat in range(view.players):
        leader = max(leader, view.vp[seat])
    spending = view.coins[me] >= params.purse or leader >= view.rules.goal - params.near
    choice, best = PASS, 0
    for i in range(view.options_size):
        place = view.options[i]
        face = view.harbour[place]
        if faces.kind[face] == PERSON:
            if not spending and faces.cost[face] <= params.cheap:
                continue
            rank = 100 * faces.vp[face] - faces.cost[face] + (10_000 if spending else 1)
        else:
            rank = 100 * trade_income(view, face) + (1_000 if not spending else 0)
        if rank > best:
            choice, best = place, rank
    return choice
