"""When to stop in one turn: the exact value of stopping and of drawing on, for given values of what can be taken.

A stop is worth the best cards that may be taken (as many as the colours in the harbour allow), what the others pay or gain by each
card that is left, and whatever pays for a long harbour. The best rule is found by looking at every card that can come, and every
card after that, up to a horizon: exact for all rules that draw at most so many cards more. With the horizon at the last card of
the pile it is the optimum.

Source: backward induction for optimal stopping (Chow, Robbins, Siegmund, "Great Expectations", 1971).
"""
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from analyzer.games.port_royal import state as st
from analyzer.jit import allocating
from analyzer.streams import absorb, lower_below

Array = np.ndarray[Any, Any]

#: What a class of cards is, in the columns of `Turn.classes`: a ship's colour (-1: a person, -2: neither), and whether the player
#: can repel it.
NO_SHIP, NEITHER = -1, -2
#: Rules that people follow, beside the best one.
BEST, AT_CARDS, AT_COLOURS, AT_RISK = range(4)


@dataclass(frozen=True)
class Turn:
    """A turn at some moment, as far as it matters for stopping.

    Attributes
    ----------
    colour, repellable, copies : ndarray (classes,) int64
        Classes of cards that can come next: colour of the ship (or NO_SHIP, NEITHER), whether it can be repelled, how many.
    value : ndarray (classes,) float64
        What taking such a card is worth; minus infinity if it can't be taken.
    harbour : ndarray (cards,) float64
        The values of the cards in the harbour.
    present : int
        The colours there, as bits.
    limits : ndarray (colours + 1,) int64
        Cards that may be taken, by colours in the harbour.
    left : float
        What each card is worth that is left in the harbour (fees, less what it is worth to the others).
    long_from : int
        Cards in the harbour from which `long_pays` is paid.
    long_pays, bust : float
        What a harbour that long pays; what a bust is worth.
    """

    colour: Array
    repellable: Array
    copies: Array
    value: Array
    harbour: Array
    present: int
    limits: Array
    left: float = 0.0
    long_from: int = 10**6
    long_pays: float = 0.0
    bust: float = 0.0

    def _arguments(self) -> tuple[Any, ...]:
        room = np.full(len(self.harbour) + int(self.copies.sum()) + 1, -np.inf)
        room[: len(self.harbour)] = self.harbour
        terms = np.array([self.left, self.long_from, self.long_pays, self.bust], float)
        return (
            self.colour.astype(np.int64), self.repellable.astype(np.int64), self.value.astype(float),
            self.limits.astype(np.int64), terms, self.copies.astype(np.int64), room,
        )  # fmt: skip

    def stop_value(self) -> float:
        """The value of stopping now."""
        _, _, _, limits, terms, _, room = self._arguments()
        return float(_stop_value(limits, terms, room, len(self.harbour), self.present))

    def draw_value(self, horizon: int) -> float:
        """The value of drawing one card and then following the best rule that draws at most `horizon` cards in all."""
        return float(_draw_value(*self._arguments(), len(self.harbour), self.present, horizon))


def turn_of(public: Array, vp: float, ability: float, left: float = 0.0) -> Turn:
    """The turn of the player who sees this, with plain values in coins.

    A ship is worth what trading it brings; a person whom the player can pay is worth its VP and abilities less its price.

    Parameters
    ----------
    public : ndarray (1,) of PUBLIC
        What the active player sees while it draws.
    vp, ability, left : float
        Coins that a VP, an ability, and each card left to the others count for.
    """
    v = public[0]
    me, faces, rules = int(v["me"]), v["faces"], v["rules"]
    count = int(v["faces_in_set"])
    values = np.zeros(count)
    for face in range(count):
        if faces["kind"][face] == st.SHIP:
            values[face] = faces["coins"][face] + v["traders"][faces["colour"][face], me]
        elif faces["kind"][face] == st.PERSON:
            price = max(int(faces["cost"][face]) - int(v["discount"][me]), 0)
            values[face] = -np.inf
            if price <= v["coins"][me]:
                columns = ("swords", "anchor", "cross", "house", "wild", "discount", "admiral", "governor", "jester", "gunner",
                           "vice_admiral")  # fmt: skip
                able = sum(int(faces[name][face]) for name in columns)
                able += (faces["trader_colour"][face] >= 0) + (faces["clerk_colour"][face] >= 0)
                values[face] = vp * faces["vp"][face] + ability * able - price
    classes: dict[tuple[int, int, float], int] = {}
    for face in range(count):
        kind = faces["kind"][face]
        colour = int(faces["colour"][face]) if kind == st.SHIP else NO_SHIP if kind == st.PERSON else NEITHER
        can = int(kind == st.SHIP and not faces["skull"][face] and faces["swords"][face] <= v["swords"][me])
        key = (colour, can, float(values[face]))
        if can and rules["repel"] == st.REPEL_FORCED:
            key = (NEITHER, 0, 0.0)  # it never enters the harbour
        classes[key] = classes.get(key, 0) + int(v["can_come"][face])
    kept = [(key, copies) for key, copies in classes.items() if copies]
    harbour = values[v["harbour"][: v["harbour_size"]]]
    present = sum(1 << c for c in range(int(v["colours_in_set"])) if v["harbour_colours"][c])
    colours = int(v["colours_in_set"])
    return Turn(
        colour=np.array([key[0] for key, _ in kept]),
        repellable=np.array([key[1] for key, _ in kept]),
        value=np.array([key[2] for key, _ in kept]),
        copies=np.array([copies for _, copies in kept]),
        harbour=harbour,
        present=present,
        limits=np.asarray(rules["take_limits"][: colours + 1]) + int(v["governors"][me]),
        left=int(rules["fee"]) - left,
        long_from=int(rules["admiral_threshold"]),
        long_pays=float(v["admirals"][me] * rules["admiral_pay"]),
        bust=float(v["jesters"][me] * rules["jester_pay"]),
    )


@allocating()
def _stop_value(limits, terms, room, size, present):
    """The best cards, as many as may be taken, one after the other; the rest is left."""
    colours, bits = 0, present
    while bits:
        colours += bits & 1
        bits >>= 1
    limit = limits[min(colours, len(limits) - 1)]
    worth, taken, below, place_below = 0.0, 0, np.inf, -1
    while taken < limit:
        best, place = 0.0, -1
        for i in range(size):
            # In the order of value, then of place: each card once.
            later = room[i] < below or (room[i] == below and i > place_below)
            if later and (place < 0 or room[i] > best):
                best, place = room[i], i
        if place < 0 or best <= terms[0]:
            break  # better left
        worth += best
        taken += 1
        below, place_below = best, place
    worth += terms[0] * (size - taken)
    if size >= terms[1]:
        worth += terms[2]
    return worth


@allocating()
def _draw_value(colour, repellable, value, limits, terms, copies, room, size, present, horizon):
    """Backward induction over every card that can come; the arrays are changed on the way and left as they were."""
    cards = copies.sum()
    if cards == 0:
        return _stop_value(limits, terms, room, size, present)
    total = 0.0
    for k in range(len(copies)):
        if copies[k] == 0:
            continue
        weight = copies[k]
        new_size, new_present = size, present
        if colour[k] >= 0:
            bit = 1 << colour[k]
            if present & bit:
                if not repellable[k]:
                    total += weight * terms[3]
                    continue
            else:
                new_size, new_present = size + 1, present | bit
        elif colour[k] == NO_SHIP:
            new_size = size + 1
        if new_size > size:
            room[size] = value[k]
        after = _stop_value(limits, terms, room, new_size, new_present)
        if horizon > 1:
            copies[k] -= 1
            after = max(
                after,
                _draw_value(colour, repellable, value, limits, terms, copies, room, new_size, new_present, horizon - 1),
            )
            copies[k] += 1
        if new_size > size:
            room[size] = -np.inf
        total += weight * after
    return total / cards


@allocating()
def _follow(
    colour, repellable, value, limits, terms, copies, room, size, present, rules, numbers, horizon, turns, key, worth
):
    """Play the turn on, again and again, by each rule on the same order of cards; `worth` is filled by turn and rule."""
    order = np.zeros(copies.sum(), np.int64)
    for t in range(turns):
        place = 0
        for k in range(len(copies)):
            for _ in range(copies[k]):
                order[place] = k
                place += 1
        shuffle_key = absorb(key, t)
        for i in range(len(order) - 1, 0, -1):
            j = np.int64(lower_below(absorb(shuffle_key, i), i + 1))
            order[i], order[j] = order[j], order[i]
        for r in range(len(rules)):
            left, here = copies.copy(), room.copy()
            now, there, bust = size, present, False
            for n in range(len(order)):
                if _stops(
                    rules[r], numbers[r], horizon, colour, repellable, value, limits, terms, left, here, now, there
                ):
                    break
                k = order[n]
                left[k] -= 1
                if colour[k] >= 0:
                    bit = 1 << colour[k]
                    if there & bit:
                        bust = not repellable[k]
                        if bust:
                            break
                        continue
                    there |= bit
                elif colour[k] == NEITHER:
                    continue
                here[now] = value[k]
                now += 1
            worth[t, r] = terms[3] if bust else _stop_value(limits, terms, here, now, there)


@allocating()
def _stops(rule, number, horizon, colour, repellable, value, limits, terms, copies, room, size, present):
    """Whether a rule stops here."""
    if rule == AT_CARDS:
        return size >= number
    if rule == AT_COLOURS:
        colours = 0
        while present:
            colours += present & 1
            present >>= 1
        return colours >= number
    if rule == AT_RISK:
        dangerous, cards = 0, 0
        for k in range(len(copies)):
            cards += copies[k]
            if colour[k] >= 0 and present & (1 << colour[k]) and not repellable[k]:
                dangerous += copies[k]
        return dangerous > number * cards
    stop = _stop_value(limits, terms, room, size, present)
    for h in range(1, horizon + 1):
        if _draw_value(colour, repellable, value, limits, terms, copies, room, size, present, h) > stop:
            return False
    return True


def follow_rules(turn: Turn, rules: list[tuple[int, float]], turns: int, horizon: int, seed: int) -> Array:
    """What rules are worth from here, each followed on the same orders of the pile.

    Parameters
    ----------
    turn : Turn
    rules : list of (int, float)
        BEST (the best rule within the horizon at each card), AT_CARDS, AT_COLOURS or AT_RISK, with its number.
    turns, horizon, seed : int

    Returns
    -------
    ndarray (turns, len(rules)) float64
    """
    kinds, numbers = np.array([kind for kind, _ in rules]), np.array([number for _, number in rules], float)
    worth = np.zeros((turns, len(rules)))
    _follow(*turn._arguments(), len(turn.harbour), turn.present, kinds, numbers, horizon, turns, np.uint64(seed), worth)
    return worth
