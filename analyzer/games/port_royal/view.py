"""What a strategy for Port Royal may know, and how it answers.

``view`` holds what everybody at the table sees. Arrays by seat have room for 5 seats and are 0 beyond ``view.players``;
faces are numbers, described by the columns of ``view.faces``.

=====================================  =====================================================================================
``me``, ``active``, ``players``        the seat that decides, the active player's seat, the number of players
``round``, ``draws``                   round from 1; cards drawn in this turn so far
``harbour[i]``, ``harbour_size``       faces in the harbour, in order; ships and persons
``harbour_colours[c]``, ``colours``    ships of colour c in the harbour (0 or 1); number of colours there
``centre[i]``, ``centre_size``         open expeditions
``card``                               face of the card just drawn (decision `repel`; it is not in the harbour yet)
``coins[p]``, ``vp[p]``                each seat's coins and victory points
``swords``, ``anchors``, ``crosses``,  each seat's abilities, indexed by seat
``houses``, ``jacks``, ``discount``,
``admirals``, ``governors``,
``jesters``, ``gunners``,
``vice_admirals``
``traders[c, p]``, ``clerks[c, p]``    traders and clerks of colour c that seat p has
``persons[p, i]``, ``persons_size``    faces of each seat's persons, in the order they were hired
``expeditions``, ``expeditions_size``  faces of each seat's expeditions
``limit``, ``taken``                   cards the seat may take in this opportunity, governors and clerks included, and has taken
``draw_pile_size``,                    sizes of the two piles, reshuffles so far
``discard_pile_size``, ``shuffles``
``can_come[f]``                        copies of face f among the cards that can come next: the draw pile together with the
                                       coins dealt since the last shuffle. Each of these cards is equally likely to be next.
                                       With the rule `discard_pile = hidden`: all cards out of sight, the discard pile included
``older_coins[f]``                     copies of face f among the coins that are older than the last shuffle (0 if hidden)
``step``                               what is being decided: `DISCOVER_DRAW`, `DISCOVER_REPEL`, `TAKE`, or a claim:
                                       `DISCOVER_CLAIM`, `BUST_CLAIM`, `TAKE_CLAIM`
``end_signalled``                      1 when this is the last round
``options[i]``, ``options_size``       the legal answers of `take` and `claim`: what the seat can pay for, fee, discount and all
                                       counted. (Both answers of `draw` and `repel` are legal.)
``faces_in_set``, ``colours_in_set``   how many faces and colours there are: faces are 0 to faces_in_set - 1
``faces.<column>[f]``                  `kind` (`SHIP`, `PERSON`, `EXPEDITION`, `TAX`), `colour` and `trader_colour` (-1 for
                                       none), `coins`, `cost`, `vp`, `swords`, `skull`, `anchor`, `cross`, `house`, `wild`,
                                       `discount`, `admiral`, `governor`, `jester`, `gunner`, `vice_admiral`, `clerk_colour`,
                                       `tax_bonus` (`MOST_SWORDS`, `FEWEST_VP`), `five_player_only`, `count` (copies in the
                                       deck)
``rules.<name>``                       `start_coins[seat]`, `goal`, `take_limits[colours]`, `others_take_limit`, `tax_threshold`,
                                       `fee`, `admiral_threshold`, `admiral_pay`, `jester_pay`, `gunner_pay`,
                                       `gunner_free_ships`, `vice_admiral_from`, `vice_admiral_to`, `vice_admiral_pay`,
                                       `draw_cap`, `round_cap`; and the switches, 0 as in the base game: `expedition_required`,
                                       `governors_count`, `claims`, `claims_after_bust`, `repel`, `reshuffle`, `discard_pile`
=====================================  =====================================================================================

Three helpers say what a card is worth in coins to the seat that decides: `hire_price(view, face)`, `trade_income(view, face)`,
`fee_now(view)`; `bust_chance(view)` is the exact chance that the next card is a bust for it.

Decisions and their answers:

=========  ==================================================================
`draw`     `DRAW` or `STOP`, after each card that is resolved
`repel`    `REPEL` or `KEEP` the ship ``view.card``
`take`     a place in the harbour (one of ``view.options``), or `PASS`
`claim`    a place in the centre (one of ``view.options``), or `NONE`
=========  ==================================================================
"""

from __future__ import annotations

import numba
from numba import types

from analyzer.first_class import function_maker
from analyzer.games.port_royal.state import (
    BUST_CLAIM,
    DISCOVER_CLAIM,
    DISCOVER_DRAW,
    DISCOVER_REPEL,
    EXPEDITION,
    FEWEST_VP,
    MAX_COLOURS,
    MAX_FACES,
    MAX_PLAYERS,
    MOST_SWORDS,
    OWN,
    PARAMS,
    PERSON,
    PUBLIC,
    SHIP,
    TAKE,
    TAKE_CLAIM,
    TAX,
)
from analyzer.jit import callable_from_decisions
from analyzer.view import View

__all__ = [
    "BUST_CLAIM", "DISCOVER_CLAIM", "DISCOVER_DRAW", "DISCOVER_REPEL", "DRAW", "EXPEDITION", "FEWEST_VP", "KEEP",
    "MAX_COLOURS", "MAX_FACES", "MAX_PLAYERS", "MOST_SWORDS", "NONE", "PASS", "PERSON", "REPEL", "SHIP", "STOP", "TAKE",
    "TAKE_CLAIM", "TAX", "bust_chance", "fee_now", "hire_price", "trade_income",
]  # fmt: skip


@callable_from_decisions
def fee_now(view):  # type: ignore[no-untyped-def]
    """What the seat pays the active player for a card it takes now."""
    return 0 if view.me == view.active else view.rules.fee


@callable_from_decisions
def hire_price(view, face):  # type: ignore[no-untyped-def]
    """What hiring a person costs the seat now: cost less discount, and the fee."""
    return max(view.faces.cost[face] - view.discount[view.me], 0) + fee_now(view)


@callable_from_decisions
def trade_income(view, face):  # type: ignore[no-untyped-def]
    """What trading a ship brings the seat now: income and traders, less the fee."""
    return view.faces.coins[face] + view.traders[view.faces.colour[face], view.me] - fee_now(view)


@callable_from_decisions
def bust_chance(view):  # type: ignore[no-untyped-def]
    """The chance that the next card is a ship of a colour in the harbour that the seat can't repel; 0 if no card can come."""
    faces, swords = view.faces, view.swords[view.me]
    dangerous, cards = 0, 0
    for face in range(view.faces_in_set):
        copies = view.can_come[face]
        cards += copies
        if faces.kind[face] == SHIP and view.harbour_colours[faces.colour[face]]:
            if faces.skull[face] or faces.swords[face] > swords:
                dangerous += copies
    return dangerous / cards if cards > 0 else 0.0


STOP, DRAW = 0, 1
KEEP, REPEL = 0, 1
PASS = -1
NONE = -1

#: The decisions by name, in the order of their numbers.
DECISIONS = ("draw", "repel", "take", "claim")

#: The arguments of a decision.
ARGUMENTS = (View(numba.from_dtype(PUBLIC)), numba.from_dtype(PARAMS), numba.from_dtype(OWN))
#: The one signature that all decisions share.
SIGNATURE = types.int64(*ARGUMENTS)
function_at = function_maker(SIGNATURE)
