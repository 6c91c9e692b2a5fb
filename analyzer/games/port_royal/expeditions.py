"""Claiming expeditions. Source: rules.md, Expeditions.

A person stands for one symbol. Which sets of persons can stand for (a part of) what an expedition demands? By Hall's marriage
theorem those in which, for every set of symbols, no more persons are confined to these symbols than the expedition
demands of them. Such sets form a matroid, so the rule "fewest jacks, then fewest VP, then hired first" is met by taking persons
greedily in this order, each if the set stays possible.
Source: Edmonds, Fulkerson, "Transversals and matroid partition", 1965.
"""
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

import numpy as np

from analyzer.games.port_royal.piles import discard, receive_coins
from analyzer.games.port_royal.state import (
    ANY_SYMBOL,
    CLAIMS_OWN_TURN,
    GOVERNORS_AT_ONCE,
    SYMBOL_SETS,
    TAKE_CLAIM,
)
from analyzer.games.port_royal.tape import CLAIM, END_SIGNALLED, FOR_CLAIM, cut_here, note_card, put_cards
from analyzer.games.port_royal.view import NONE, function_at
from analyzer.jit import at, called, inlined
from analyzer.view import as_view

UNKNOWN, NO, YES = 0, 1, 2

# How a step ended.
FINE, CUT, ILLEGAL = 0, 1, 2
DECIDING_DRAW, DECIDING_REPEL, DECIDING_TAKE, DECIDING_CLAIM = range(4)


@inlined
def decider(deciders, decision, entry):
    """The function that answers a decision for an entry of the line-up."""
    return function_at(deciders[decision, at(entry), 0], deciders[decision, at(entry), 1])


@inlined
def gain(s, seat, face, sign):
    """Add (sign 1) or remove (sign -1) a person's VP and abilities."""
    v = s.public
    v.vp[at(seat)] += sign * v.faces.vp[face]
    for i in range(s.effects[face]):
        v._ability[at(s.effect_row[face, i]), at(seat)] += sign * s.effect_amount[face, i]


@inlined
def limit_now(s, seat):
    """The cards that a player may take: governors, and clerks whose ships it traded, raise the limit.

    The active player's base is fixed at the stop.
    """
    v = s.public
    base = s.limit_at_stop if seat == v.active else v.rules.others_take_limit
    governors = np.int64(v.governors[at(seat)])
    if v.rules.governors_count != GOVERNORS_AT_ONCE:
        governors = s.governors_at_begin
    return base + governors + s.clerk_takes


@called
def signal_end(s, tape, seat):
    """The end is signalled as soon as someone has reached the goal, and stays signalled."""
    v = s.public
    if v.vp[at(seat)] >= v.rules.goal and not v.end_signalled:
        if v.rules.expedition_required and v.expeditions_size[at(seat)] == 0:
            return
        v.end_signalled = 1
        note_card(tape, END_SIGNALLED, seat, v.vp[seat])


@inlined
def symbols_changed(s, seat):
    """Forget whether a player can claim something."""
    s.may_claim[at(seat)] = UNKNOWN


@inlined
def centre_changed(s):
    """Forget for everybody whether something can be claimed."""
    for p in range(s.public.players):
        s.may_claim[p] = UNKNOWN


@inlined
def forget_options(v):
    """The legal answers are those of the decision at hand only."""
    for i in range(v.options_size):
        v.options[i] = 0
    v.options_size = 0


@inlined
def can_claim(s, seat, place):
    """Whether a player has the persons for an open expedition: enough for every set of its symbols."""
    v = s.public
    face = at(v.centre[place])
    for symbols in range(1, SYMBOL_SETS):
        if v._able[symbols, at(seat)] < s.demand[face, symbols]:
            return False
    return True


@called
def _list_claims(s, seat):
    """Write the legal claims into the view and remember whether there are any."""
    v = s.public
    found = 0
    for place in range(v.centre_size):
        if can_claim(s, seat, place):
            v.options[found] = place
            found += 1
    v.options_size = found
    s.may_claim[at(seat)] = YES if found else NO


@inlined
def _choose_persons(s, seat, face, chosen):
    """Mark (in `chosen`, by place) the persons that are spent on an expedition."""
    v = s.public
    count = np.int64(v.persons_size[at(seat)])
    for i in range(count):
        chosen[i] = 0
    confined = np.int64(0)  # persons chosen whose symbols lie within a set of symbols: 8 bits for each set
    left = np.int64(s.demand[face, ANY_SYMBOL])
    while left > 0:
        best, best_rank = -1, np.int64(0)
        for i in range(count):
            person = v.persons[at(seat), i]
            symbols = s.symbols[person]
            if symbols == 0 or chosen[i]:
                continue
            rank = np.int64(v.faces.wild[person]) * 1000 + v.faces.vp[person]
            if best >= 0 and rank >= best_rank:
                continue
            possible = True
            for within in range(1, SYMBOL_SETS):
                if symbols & ~within == 0 and ((confined >> (8 * within)) & 0xFF) >= s.demand[face, within]:
                    possible = False
            if possible:
                best, best_rank = i, rank
        chosen[best] = 1
        for within in range(1, SYMBOL_SETS):
            if s.symbols[v.persons[at(seat), best]] & ~within == 0:
                confined += np.int64(1) << (8 * within)
        left -= 1


@called
def _perform_claim(s, t, tape, seat, place):
    """Spend the persons, move the expedition, pay its reward."""
    v = s.public
    face, card = v.centre[place], s.centre_cards[place]
    _choose_persons(s, seat, face, s.spent)
    kept = 0
    spent = 0
    for i in range(np.int64(v.persons_size[at(seat)])):
        person, person_card = v.persons[at(seat), i], s.person_cards[at(seat), i]
        if s.spent[i]:
            gain(s, seat, person, -1)
            discard(s, person_card)
            spent += 1
        else:
            v.persons[at(seat), kept] = person
            s.person_cards[at(seat), kept] = person_card
            kept += 1
    for i in range(kept, np.int64(v.persons_size[at(seat)])):
        v.persons[at(seat), i] = 0
    v.persons_size[at(seat)] = kept
    v.centre_size -= 1
    for i in range(place, v.centre_size):
        v.centre[i] = v.centre[i + 1]
        s.centre_cards[i] = s.centre_cards[i + 1]
    v.centre[v.centre_size] = 0
    owned = v.expeditions_size[at(seat)]
    v.expeditions[at(seat), owned] = face
    s.expedition_cards[at(seat), owned] = card
    v.expeditions_size[at(seat)] = owned + 1
    v.vp[at(seat)] += v.faces.vp[face]
    centre_changed(s)
    t.claims += 1
    if tape is not None:
        note_card(tape, CLAIM, seat, card)
        put_cards(tape, s.discard_pile, v.discard_pile_size - spent, v.discard_pile_size)
    receive_coins(s, t, tape, seat, np.int64(v.faces.coins[face]), FOR_CLAIM)
    signal_end(s, tape, seat)


@called
def _offer(s, t, tape, seat, step, claim):
    """Offer claims until they are declined or nothing can be claimed."""
    v = s.public
    while True:
        if s.may_claim[at(seat)] == NO:
            return FINE
        _list_claims(s, seat)
        if v.options_size == 0:
            return FINE
        v.step = step
        if cut_here(tape):
            return CUT
        answer = claim(as_view(v), s.params[s.entry_of[at(seat)], DECIDING_CLAIM], s.own[at(seat)])
        if answer == NONE:
            forget_options(v)
            return FINE
        if answer < 0 or answer >= v.centre_size or not can_claim(s, seat, answer):
            s.answer = answer
            return ILLEGAL
        forget_options(v)
        _perform_claim(s, t, tape, seat, answer)
        if step == TAKE_CLAIM:
            v.limit = limit_now(s, seat)


@inlined
def offer_claims(s, t, tape, seat, step, claim):
    """A claim window; `step` is where play goes on if it is cut here. Source: rules.md, the ruling on claim windows."""
    v = s.public
    if v.centre_size == 0 or s.may_claim[at(seat)] == NO:
        return FINE
    if v.rules.claims == CLAIMS_OWN_TURN and seat != v.active:
        return FINE
    return _offer(s, t, tape, seat, step, claim)
