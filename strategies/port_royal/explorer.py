"""Expeditions: hire the persons that the open expeditions still need, and claim as soon as possible.

A person who completes an expedition comes first, then one who brings an open expedition nearer, then points.

Source: the rulebook's hint that expeditions turn cheap persons into points and coins.
"""

from analyzer.games.port_royal.view import PASS, PERSON, trade_income
from analyzer.strategy import Param, declare

declare(
    game="port_royal",
    default="yardstick",
    params=[
        Param("need", 3, low=0, high=20, meaning="VP that a person is worth more if an open expedition needs it"),
        Param("spare", 1, low=0, high=9, meaning="persons of a symbol to hire when no open expedition needs them"),
    ],
)


def missing(demanded, owned):
    """How many more persons of a symbol are wanted."""
    return max(demanded - owned, 0)


def is_needed(view, params, face):
    """Whether a person has a symbol that an open expedition demands and its owner lacks (or keeps in reserve)."""
    faces, me = view.faces, view.me
    anchors, crosses, houses = params.spare, params.spare, params.spare
    for i in range(view.centre_size):
        expedition = view.centre[i]
        anchors = max(anchors, faces.anchor[expedition])
        crosses = max(crosses, faces.cross[expedition])
        houses = max(houses, faces.house[expedition])
    lacks_anchor = faces.anchor[face] > 0 and missing(anchors, view.anchors[me]) > 0
    lacks_cross = faces.cross[face] > 0 and missing(crosses, view.crosses[me]) > 0
    lacks_house = faces.house[face] > 0 and missing(houses, view.houses[me]) > 0
    return lacks_anchor or lacks_cross or lacks_house or (faces.wild[face] > 0 and view.jacks[me] == 0)


def take(view, params, own):
    """The person worth most, a needed one counted higher; else the richest ship."""
    faces = view.faces
    choice, best = PASS, 0
    for i in range(view.options_size):
        place = view.options[i]
        face = view.harbour[place]
        if faces.kind[face] == PERSON:
            value = faces.vp[face] + (params.need if is_needed(view, params, face) else 0)
            rank = 1000 + 100 * value - faces.cost[face]
        else:
            rank = 10 * trade_income(view, face)
        if rank > best:
            choice, best = place, rank
    return choice
