"""What the tests of Port Royal share: playing a line-up in the reference, and comparing it with the kernel."""

from functools import cache

from analyzer.games.port_royal.reference import Game, seats_of
from analyzer.line_up import parse_line_up
from analyzer.registry import find_game

GAME = find_game("port-royal")


def line_up(specs, players=None, seating="balanced"):
    return parse_line_up("port-royal", GAME, specs, players, seating)


@cache
def reference_seats(entries):
    """For each entry of a line-up, its decisions as plain Python functions."""
    return seats_of(entries)


def reference_game(card_set, entries, seed, deal, seating, cut=None):
    """A game of the reference, set up: call play()."""
    by_entry = reference_seats(entries)
    seats = [by_entry[e] for e in entries.seat(seed, deal, seating)]
    return Game(card_set, entries.players, seed, deal, seats, cut)


def first_difference(expected, found):
    """Where two lists of events part, for a readable failure; None if they are equal."""
    for i, (a, b) in enumerate(zip(expected, found, strict=False)):
        if a != b:
            return f"event {i}: reference {a}, kernel {b}, after {expected[max(0, i - 3) : i]}"
    if len(expected) != len(found):
        return f"{len(expected)} events in the reference, {len(found)} in the kernel"
    return None
