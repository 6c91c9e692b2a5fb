"""Push your luck, exactly: the chance of a bust, of more cards, of more colours, worked out and not simulated.

A player draws on from a pile of which only the cards are known, not their order. Whoever draws keeps the first ship of a
colour and repels a duplicate whenever it can (unless the rules force it to repel every ship that it can). Persons join the
harbour; expeditions and tax increases do not. Coins that are dealt meanwhile are cards that nobody sees: the cards still
unseen stay equally likely, so they change nothing as long as the pile lasts. A draw cap is not looked at.

The method: give every card a random time, uniform on 0 to 1, and draw in the order of the times. The order is a fair shuffle,
and at a given time the colours and the persons are independent of each other, so that the chance of a harbour at that time is a
product, and the chance of ever reaching one an integral over it. The integrand is a polynomial of lower degree than there are
cards: Gauss-Legendre quadrature with half as many nodes is exact but for rounding. What depends on the number of cards drawn
is counted by multiplying polynomials, one for each colour.

Source of the figures it is tested with: cases.md, "Exact numbers"; of the method: the product form is that of Poissonised
occupancy (Holst, "A unified approach to limit theorems for urn models", 1979).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from scipy.stats import binom

from analyzer.errors import UsageError
from analyzer.games.port_royal.cards import CardSet, Face

Array = np.ndarray[Any, Any]

NEVER = 10**6  # as a threshold: no stop


@dataclass(frozen=True)
class Pile:
    """The cards that can come next, as far as they matter to a player with some swords.

    Attributes
    ----------
    repellable, dangerous : tuple of int
        By colour: ships that the player can repel, and ships that it can't.
    persons, others : int
        Persons; expeditions and tax increases.
    repel_all : bool
        Whether the rules force the player to repel every ship that it can.
    """

    repellable: tuple[int, ...]
    dangerous: tuple[int, ...]
    persons: int
    others: int
    repel_all: bool = False

    @property
    def colours(self) -> int:
        """Number of ship colours."""
        return len(self.dangerous)

    @cached_property
    def cards(self) -> int:
        """Number of cards."""
        return sum(self.repellable) + sum(self.dangerous) + self.persons + self.others

    def bust_chance(self, harbour: Collection[int]) -> float:
        """The chance that the next card is a bust, with these colours in the harbour; 0 if no card is left."""
        return float(sum(self.dangerous[c] for c in set(harbour)) / self.cards) if self.cards else 0.0


def can_repel(face: Face, swords: int) -> bool:
    """Whether a player with so many swords can repel a ship."""
    return not face.skull and face.swords <= swords


def pile_of(card_set: CardSet, swords: int, unseen: Mapping[str, int] | None = None) -> Pile:
    """The pile of a card set.

    Parameters
    ----------
    card_set : CardSet
    swords : int
        Of the player who draws.
    unseen : mapping, optional
        Face id -> copies that can come next; the whole shuffled deck if it is left out.

    Raises
    ------
    UsageError
        For a face that the card set doesn't have, or more copies than it has.
    """
    if unseen is None:
        copies = {face.id: 0 if face.five_player_only else face.count for face in card_set.faces}
    else:
        copies = dict(unseen)
        known = {face.id: face.count for face in card_set.faces}
        for face_id, number in copies.items():
            if face_id not in known:
                raise UsageError(f"{face_id}: card set {card_set.name} has no such face")
            if not 0 <= number <= known[face_id]:
                raise UsageError(f"{face_id}: {number} copies, the card set has {known[face_id]}")
    repellable, dangerous = [0] * len(card_set.colours), [0] * len(card_set.colours)
    persons = others = 0
    for face in card_set.faces:
        number = copies.get(face.id, 0)
        if face.kind == "ship":
            side = repellable if can_repel(face, swords) else dangerous
            side[card_set.colours.index(face.colour)] += number
        elif face.kind == "person":
            persons += number
        else:
            others += number
    return Pile(tuple(repellable), tuple(dangerous), persons, others, card_set.rules.repel == "forced")


def next_card_table(card_set: CardSet, swords: Collection[int], unseen: Mapping[str, int] | None = None) -> Array:
    """The chance that the next card is a bust, for every set of colours in the harbour.

    Without `unseen`, nothing but the harbour's ships has been drawn from the whole deck: one of each of its colours, any of which
    is equally likely.

    Returns
    -------
    ndarray (2**colours, len(swords)) float64
        By the set of colours, as bits (colour c is bit c), and by swords.
    """
    sets = 1 << len(card_set.colours)
    member = (np.arange(sets)[:, None] >> np.arange(len(card_set.colours))) & 1
    table = np.zeros((sets, len(swords)))
    for column, number in enumerate(swords):
        pile = pile_of(card_set, number, unseen)
        dangerous = np.array(pile.dangerous, float)
        cards = np.full(sets, pile.cards)
        if unseen is None:
            if pile.repel_all:  # only ships that can't be repelled are in the harbour
                cards = cards - member @ (dangerous > 0)
                dangerous = np.maximum(dangerous - 1, 0)
            else:
                ships = dangerous + np.array(pile.repellable)
                dangerous = dangerous * (1 - 1 / np.maximum(ships, 1))
                cards = cards - member.sum(axis=1)
        table[:, column] = np.divide(member @ dangerous, cards, out=np.zeros(sets), where=cards > 0)
    return table


# ---------------------------------------------------------------- by the number of cards drawn


def _orders(repellable: int, dangerous: int, repel_all: bool) -> Array:
    """For a colour that is not in the harbour: ways to draw j of its ships in a random order without a bust.

    Returns
    -------
    ndarray (2, j) float64
        Row 0: none of them entered the harbour; row 1: one did. A way is counted as the share of its orders that are no bust.
    """
    most = repellable + 1
    ways = np.zeros((2, most + 1))
    for j in range(most + 1):
        with_danger = dangerous * comb(repellable, j - 1) if j else 0
        if repel_all:
            ways[0, j], ways[1, j] = comb(repellable, j), with_danger
        elif j == 0:
            ways[0, 0] = 1
        else:  # a dangerous one has to be the first of the j
            ways[1, j] = comb(repellable, j) + with_danger / j
    return ways


def after_cards(pile: Pile, harbour: Collection[int] = ()) -> Array:
    """What has come of drawing so many cards, whatever they are.

    Parameters
    ----------
    pile : Pile
    harbour : collection of int
        The colours in the harbour.

    Returns
    -------
    ndarray (cards + 1, colours + 1, persons + 1) float64
        [n, k, i]: the chance that n more cards were drawn without a bust, and brought k colours and i persons to the harbour.
    """
    ships = [np.ones(1)]  # for each number of new colours, the ways by number of ships
    for c in range(pile.colours):
        if c in harbour:
            once = np.array([comb(pile.repellable[c], j) for j in range(pile.repellable[c] + 1)], float)
            ships = [np.convolve(part, once) for part in ships]
            continue
        stays, enters = _orders(pile.repellable[c], pile.dangerous[c], pile.repel_all)
        more = [np.convolve(part, stays) for part in ships] + [np.zeros(len(ships[0]) + len(stays) - 1)]
        for k, part in enumerate(ships):
            more[k + 1] = more[k + 1] + np.convolve(part, enters)
        ships = more
    others = np.array([comb(pile.others, j) for j in range(pile.others + 1)], float)
    found = np.zeros((pile.cards + 1, pile.colours + 1, pile.persons + 1))
    total = np.array([comb(pile.cards, n) for n in range(pile.cards + 1)], float)
    for k, part in enumerate(ships):
        ways = np.convolve(part, others)[: pile.cards + 1]
        for i in range(pile.persons + 1):
            end = min(len(ways), pile.cards + 1 - i)
            found[i : i + end, k, i] = ways[:end] * comb(pile.persons, i) / total[i : i + end]
    return found


def survival(pile: Pile, harbour: Collection[int] = ()) -> Array:
    """The chance that n more cards bring no bust.

    Returns
    -------
    ndarray (cards + 1,) float64
        By n, from 0.
    """
    chances: Array = after_cards(pile, harbour).sum(axis=(1, 2))
    return chances


# ---------------------------------------------------------------- until a stop


@dataclass(frozen=True)
class Ending:
    """How a turn ends that is stopped at enough colours or enough cards.

    Attributes
    ----------
    stopped : ndarray (colours + 1, cards + 1) float64
        The chance of a stop with so many colours and so many cards in the harbour.
    bust, exhausted : float
        The chances of a bust, and that all cards are drawn before a stop.
    """

    stopped: Array
    bust: float
    exhausted: float

    @property
    def reached(self) -> float:
        """The chance of a stop."""
        return float(self.stopped.sum())


def ending(
    pile: Pile, harbour: Collection[int] = (), cards: int = 0, stop_colours: int = NEVER, stop_cards: int = NEVER
) -> Ending:
    """Draw on until the harbour has enough colours or enough cards.

    Parameters
    ----------
    pile : Pile
    harbour : collection of int
        The colours in the harbour.
    cards : int
        Cards in the harbour, ships and persons.
    stop_colours, stop_cards : int
        Stop as soon as the harbour has so many colours, or so many cards.
    """
    first = len(set(harbour))
    cards = max(cards, first)
    stopped = np.zeros((pile.colours + 1, cards + pile.persons + pile.colours - first + 1))
    if first >= stop_colours or cards >= stop_cards:
        stopped[first, cards] = 1.0
        return Ending(stopped, 0.0, 0.0)
    nodes, weights = np.polynomial.legendre.leggauss(pile.cards // 2 + 2)
    times, weights = (nodes + 1) / 2, weights / 2
    there, arriving = _colours_at(pile, harbour, times)
    last, _ = _colours_at(pile, harbour, np.ones(1))
    persons = np.asarray(binom.pmf(np.arange(pile.persons + 1)[:, None], pile.persons, times))
    # Of the persons but one, that is still to come.
    others = pile.persons * np.asarray(
        binom.pmf(np.arange(max(pile.persons, 1))[:, None], max(pile.persons - 1, 0), times)
    )
    exhausted = 0.0
    for k in range(pile.colours - first + 1):
        for i in range(pile.persons + 1):
            colours, size = first + k, cards + k + i
            if colours >= stop_colours or size >= stop_cards:
                continue
            if i < pile.persons and size + 1 >= stop_cards:
                stopped[colours, size + 1] += weights @ (others[i] * there[k])
            if k + 1 < len(there) and (size + 1 >= stop_cards or colours + 1 >= stop_colours):
                stopped[colours + 1, size + 1] += weights @ (persons[i] * arriving[k])
            if i == pile.persons:
                exhausted += float(last[k, 0])
    bust = max(0.0, 1.0 - float(stopped.sum()) - exhausted)
    return Ending(stopped, bust, exhausted)


def _colours_at(pile: Pile, harbour: Collection[int], times: Array) -> tuple[Array, Array]:
    """The ships at each time.

    Returns
    -------
    there : ndarray (colours + 1, times)
        The chance of no bust and k new colours.
    arriving : ndarray (colours + 1, times)
        The rate at which a new colour arrives at a harbour of k new ones.
    """
    left = 1 - times
    safe = np.ones(len(times))
    absent, present, rate = [], [], []
    for c in range(pile.colours):
        r, d = pile.repellable[c], pile.dangerous[c]
        if c in harbour:
            safe = safe * left**d
            continue
        one = d * left ** max(d - 1, 0)  # one dangerous ship and no other: (times the chance of its own moment)
        if pile.repel_all:
            absent.append(left**d)
            present.append(one * times)
            rate.append(one)
        else:
            absent.append(left ** (r + d))
            present.append(left**d * (1 - left**r) + one * (1 - left ** (r + 1)) / (r + 1))
            rate.append((r + d) * left ** max(r + d - 1, 0))
    count = len(absent)
    there = _product(absent, present, safe, count)
    arriving = np.zeros_like(there)
    for c in range(count):
        rest = _product(absent[:c] + absent[c + 1 :], present[:c] + present[c + 1 :], safe, count)
        arriving += rate[c] * rest
    return there, arriving


def _product(absent: list[Array], present: list[Array], start: Array, size: int) -> Array:
    """The chances of k present ones: the product of (absent + present z), by powers of z."""
    found = np.zeros((size + 1, len(start)))
    found[0] = start
    for no, yes in zip(absent, present, strict=True):
        found[1:] = found[1:] * no + found[:-1] * yes
        found[0] = found[0] * no
    return found


def reach_cards(pile: Pile, most: int, harbour: Collection[int] = (), cards: int = 0) -> Array:
    """The chance that the harbour ever has m cards (ships and persons), m from 0 to `most`, for who never stops."""
    return np.array([ending(pile, harbour, cards, stop_cards=m).reached for m in range(most + 1)])


def reach_colours(pile: Pile, harbour: Collection[int] = ()) -> Array:
    """The chance that the harbour ever has k colours, k from 0 to all, for who never stops."""
    return np.array([ending(pile, harbour, stop_colours=k).reached for k in range(pile.colours + 1)])


def colour_sets(card_set: CardSet) -> list[tuple[int, ...]]:
    """All sets of colours, in the order of the rows of `next_card_table`."""
    colours = range(len(card_set.colours))
    sets = [chosen for size in range(len(colours) + 1) for chosen in combinations(colours, size)]
    return sorted(sets, key=lambda chosen: sum(1 << c for c in chosen))
