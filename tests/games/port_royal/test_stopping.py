"""Optimal stopping in one turn: against plain recursion on small piles, and against itself played out."""

import random
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from analyzer.games.port_royal import stopping
from analyzer.games.port_royal.odd_sets import BASE
from analyzer.games.port_royal.position import position_of, public_of_position
from analyzer.games.port_royal.stopping import NEITHER, NO_SHIP, Turn


def small_turn(seed):
    chooser = random.Random(seed)
    classes = {}
    for _ in range(6):
        colour = chooser.choice([0, 0, 1, 1, 2, NO_SHIP, NEITHER])
        key = (
            colour,
            chooser.randrange(2) if colour >= 0 else 0,
            chooser.choice([0, 1, 2, 4, -1]) if colour != NEITHER else 0,
        )
        classes[key] = classes.get(key, 0) + 1
    keys = list(classes)
    return Turn(
        colour=np.array([k[0] for k in keys]), repellable=np.array([k[1] for k in keys]),
        copies=np.array([classes[k] for k in keys]), value=np.array([k[2] for k in keys], float),
        harbour=np.array([3.0, 1.0][: chooser.randrange(3)]), present=chooser.choice([0, 1, 4]),
        limits=np.array([1, 1, 1, 2]), left=chooser.choice([-0.5, 0.0, 0.5]), long_from=chooser.choice([3, 99]),
        long_pays=2.0, bust=chooser.choice([0.0, 1.0]),
    )  # fmt: skip


def obvious(turn, horizon):
    """(value of stopping, value of drawing) by plain recursion over single cards, in fractions."""
    deck = [
        (int(turn.colour[k]), bool(turn.repellable[k]), Fraction(turn.value[k]))
        for k in range(len(turn.copies))
        for _ in range(turn.copies[k])
    ]

    def stop(harbour, present):
        limit = int(turn.limits[bin(present).count("1")])
        left = Fraction(turn.left)
        taken = [value for value in sorted(harbour, reverse=True)[:limit] if value > left]
        worth = sum(taken, Fraction(0)) + left * (len(harbour) - len(taken))
        return worth + (Fraction(turn.long_pays) if len(harbour) >= turn.long_from else 0)

    @cache
    def draw(cards, harbour, present, horizon):
        if not cards:
            return stop(harbour, present)
        total = Fraction(0)
        for i in range(len(cards)):
            colour, repellable, value = deck[cards[i]]
            rest = cards[:i] + cards[i + 1 :]
            here, there = harbour, present
            if colour >= 0:
                if present >> colour & 1:
                    if not repellable:
                        total += Fraction(turn.bust)
                        continue
                else:
                    here, there = tuple(sorted((*harbour, value))), present | 1 << colour
            elif colour == NO_SHIP:
                here = tuple(sorted((*harbour, value)))
            after = stop(here, there)
            if horizon > 1:
                after = max(after, draw(rest, here, there, horizon - 1))
            total += after
        return total / len(cards)

    harbour = tuple(sorted(Fraction(value) for value in turn.harbour))
    return stop(harbour, turn.present), draw(tuple(range(len(deck))), harbour, turn.present, horizon)


@pytest.mark.parametrize("seed", range(12))
def test_it_is_what_plain_recursion_finds(seed):
    turn = small_turn(seed)
    for horizon in (1, 2, 3, 6):
        stop, draw = obvious(turn, horizon)
        assert turn.stop_value() == pytest.approx(float(stop), abs=1e-12)
        assert turn.draw_value(horizon) == pytest.approx(float(draw), abs=1e-12)


def test_the_best_rule_is_worth_what_it_promises_and_no_rule_is_worth_more():
    turn = small_turn(3)
    horizon = int(turn.copies.sum())
    promised = max(turn.stop_value(), turn.draw_value(horizon))
    rules = [(stopping.BEST, 0), (stopping.AT_CARDS, 2), (stopping.AT_COLOURS, 2), (stopping.AT_RISK, 0.2)]
    worth = stopping.follow_rules(turn, rules, 20_000, horizon, 1)
    error = worth.std(axis=0, ddof=1) / len(worth) ** 0.5
    assert abs(worth[:, 0].mean() - promised) < 4.5 * error[0] + 1e-9
    assert (worth.mean(axis=0) <= promised + 4.5 * error + 1e-9).all()
    again = stopping.follow_rules(turn, rules, 20_000, horizon, 1)
    assert np.array_equal(worth, again)


def test_a_turn_is_read_off_a_position():
    position = position_of(
        {
            "harbour": ["ship-red-3c-skull", "sailor-3-1", "pirate-9-3"],
            "me": {"coins": 4, "persons": ["admiral-5-1", "jester-5-1"]},
        }
    )
    turn = stopping.turn_of(public_of_position(BASE, position), vp=3.0, ability=1.0, left=0.5)
    # The ship's 3 coins; the sailor 1 VP, 1 sword, price 3; the pirate can't be paid.
    assert turn.harbour.tolist() == [3.0, 1.0, -np.inf]
    assert (turn.long_from, turn.long_pays, turn.bust, turn.left) == (5, 2.0, 1.0, 0.5)
    assert turn.copies.sum() == 119 - 5 and turn.present == 1 << BASE.colours.index("red")
    assert turn.stop_value() == 3.0 + 2 * 0.5
    gains = [turn.draw_value(horizon) for horizon in (1, 2, 3)]
    assert gains == sorted(gains)
