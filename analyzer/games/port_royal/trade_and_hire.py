"""A turn, part 2: trade and hire. Source: rules.md."""
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

import numpy as np

from analyzer.games.port_royal.expeditions import (
    CUT,
    DECIDING_CLAIM,
    DECIDING_TAKE,
    FINE,
    ILLEGAL,
    decider,
    forget_options,
    gain,
    limit_now,
    offer_claims,
    signal_end,
    symbols_changed,
)
from analyzer.games.port_royal.piles import discard, discard_harbour, lose_coins, pay_fee, receive_coins
from analyzer.games.port_royal.state import BEGIN_OPPORTUNITY, BEGIN_TURN, SHIP, TAKE, TAKE_CLAIM
from analyzer.games.port_royal.tape import (
    CLEAN_UP,
    FOR_ADMIRAL,
    FOR_GUNNER,
    FOR_JESTER,
    FOR_TRADE,
    FOR_VICE_ADMIRAL,
    HIRE,
    OPPORTUNITY,
    PASS_TAKING,
    TRADE,
    cut_here,
    note,
    note_card,
    put,
    put_cards,
    put_newest,
)
from analyzer.games.port_royal.view import PASS
from analyzer.jit import at, called, inlined
from analyzer.view import as_view


@inlined
def _income(v, seat, face):
    """What a traded ship owes: its coins, and 1 for each of the player's traders of its colour."""
    return np.int64(v.faces.coins[face]) + v.traders[at(v.faces.colour[face]), at(seat)]


@inlined
def _cost(v, seat, face):
    """What hiring costs: the printed cost less the discount, never below 0."""
    return max(np.int64(v.faces.cost[face]) - v.discount[at(seat)], 0)


@inlined
def _can_take(v, seat, face, fee):
    """Whether a player can pay: cost and fee, or the fee out of coins and what the trade will really pay."""
    if v.faces.kind[face] == SHIP:
        if v.coins[at(seat)] >= fee:
            return True
        cards = v.draw_pile_size + v.discard_pile_size + 1
        return v.coins[at(seat)] + min(_income(v, seat, face), cards) >= fee
    return _cost(v, seat, face) + fee <= v.coins[at(seat)]


@inlined
def _list_takes(s, t, seat, fee):
    """Write the legal answers into the view and count their faces as chances, each once. Returns how many answers there are."""
    v = s.public
    found = np.int64(0)
    s.listing += 1
    if v.coins[at(seat)] >= fee:
        # A ship costs 0. No branch on the kind of card, which the processor could only guess.
        left = v.coins[at(seat)] - fee
        discount = np.int64(v.discount[at(seat)])
        for place in range(v.harbour_size):
            face = at(v.harbour[place])
            legal = np.int64(max(v.faces.cost[face] - discount, 0) <= left)
            v.options[at(found)] = place * legal
            found += legal
            t.face_chances[face] += legal & np.int64(s.listed[face] != s.listing)
            s.listed[face] = s.listing
    else:
        for place in range(v.harbour_size):
            face = at(v.harbour[place])
            if _can_take(v, seat, face, fee):
                v.options[at(found)] = place
                found += 1
                t.face_chances[face] += s.listed[face] != s.listing
                s.listed[face] = s.listing
    v.options_size = found
    return found


@inlined
def _forget_chances(s, t):
    """A game that is cut lists the same answers again when it goes on."""
    v = s.public
    for i in range(v.options_size):
        face = v.harbour[v.options[i]]
        t.face_chances[face] -= s.listed[face] == s.listing
        s.listed[face] = s.listing - 1


@inlined
def _count_hire(s, t, seat, face):
    t.hires += 1
    t.face_hires[face] += 1
    if s.hired[at(seat), face] == 0:
        s.hired[at(seat), face] = 1
        s.hire_seat[s.hires] = seat
        s.hire_face[s.hires] = face
        s.hires += 1


@inlined
def _take(s, t, tape, seat, place, fee):
    """Trade a ship or hire a person, and pay for it."""
    v = s.public
    face, card = at(v.harbour[at(place)]), s.harbour_cards[at(place)]
    left = v.harbour_size - 1
    v.harbour_size = left
    for i in range(place, left):
        v.harbour[at(i)] = v.harbour[at(i + 1)]
        s.harbour_cards[at(i)] = s.harbour_cards[at(i + 1)]
    v.harbour[at(left)] = 0
    if v.faces.kind[face] == SHIP:
        colour = at(v.faces.colour[face])
        v.harbour_colours[colour] = 0
        v.colours -= 1
        s.clerk_takes += v.clerks[colour, at(seat)]
        note_card(tape, TRADE, seat, card)
        discard(s, card)
        t.trades += 1
        receive_coins(s, t, tape, seat, _income(v, seat, face), FOR_TRADE)
        if fee > 0:
            pay_fee(s, tape, seat)
        return
    cost = _cost(v, seat, face)
    if tape is not None:
        note_card(tape, HIRE, seat, card)
        put_newest(tape, s.coin_cards[seat], np.int64(v.coins[seat]), cost)
    lose_coins(s, seat, cost)
    if fee > 0:
        pay_fee(s, tape, seat)
    owned = v.persons_size[at(seat)]
    v.persons[at(seat), owned] = face
    s.person_cards[at(seat), owned] = card
    v.persons_size[at(seat)] = owned + 1
    gain(s, seat, face, 1)
    if s.symbols[face]:
        symbols_changed(s, seat)
    _count_hire(s, t, seat, face)
    signal_end(s, tape, seat)


@called
def _pay_as_it_begins(s, t, tape, seat):
    """Admirals, vice admirals, gunners, jesters pay as the opportunity begins."""
    v = s.public
    if v.admirals[at(seat)] and v.harbour_size >= v.rules.admiral_threshold:
        receive_coins(s, t, tape, seat, v.admirals[at(seat)] * v.rules.admiral_pay, FOR_ADMIRAL)
    if v.vice_admirals[at(seat)]:
        if v.rules.vice_admiral_from <= v.harbour_size and v.harbour_size <= v.rules.vice_admiral_to:
            receive_coins(s, t, tape, seat, v.vice_admirals[at(seat)] * v.rules.vice_admiral_pay, FOR_VICE_ADMIRAL)
    if v.gunners[at(seat)]:
        ships = max(v.colours - v.rules.gunner_free_ships, 0)  # in the harbour each colour lies once
        receive_coins(s, t, tape, seat, v.gunners[at(seat)] * ships * v.rules.gunner_pay, FOR_GUNNER)
    if v.jesters[at(seat)] and v.harbour_size == 0 and seat != v.active:
        receive_coins(s, t, tape, seat, v.jesters[at(seat)] * v.rules.jester_pay, FOR_JESTER)


@inlined
def _begin_opportunity(s, t, tape, seat):
    """The limit is counted, and whatever pays at this moment pays."""
    v = s.public
    v.me = seat
    v.taken = 0
    s.governors_at_begin, s.clerk_takes = v.governors[at(seat)], 0
    v.limit = limit_now(s, seat)
    if tape is not None:
        note_card(tape, OPPORTUNITY, seat, v.harbour_size)
    if v._paid[at(seat)]:
        _pay_as_it_begins(s, t, tape, seat)


@inlined
def _clean_up(s, tape):
    """What is left in the harbour is discarded; the turn is over."""
    v = s.public
    if tape is not None:
        if v.harbour_size > 0:
            put(tape, CLEAN_UP)
            put_cards(tape, s.harbour_cards, 0, v.harbour_size)
    discard_harbour(s)
    v.step = BEGIN_TURN


@called
def trade_and_hire(s, t, tape, deciders):
    """Give every player, from the active one clockwise, one opportunity; then clean up."""
    v = s.public
    players = v.players
    step = v.step
    while s.opportunity < players:
        seat = v.active + s.opportunity
        if seat >= players:
            seat -= players
        fee = v.rules.fee if s.opportunity else 0
        entry = s.entry_of[at(seat)]
        take, claim = decider(deciders, DECIDING_TAKE, entry), decider(deciders, DECIDING_CLAIM, entry)
        if step == BEGIN_OPPORTUNITY:
            _begin_opportunity(s, t, tape, seat)
            step = TAKE_CLAIM
        while True:
            if step == TAKE_CLAIM:
                status = offer_claims(s, t, tape, seat, TAKE_CLAIM, claim)
                if status != FINE:
                    return status
            if v.harbour_size == 0 or v.taken >= v.limit:
                break
            if _list_takes(s, t, seat, fee) == 0:
                break
            v.step = TAKE
            if cut_here(tape):
                _forget_chances(s, t)
                return CUT
            answer = take(as_view(v), s.params[at(entry), DECIDING_TAKE], s.own[at(seat)])
            if answer == PASS:
                forget_options(v)
                if tape is not None:
                    note(tape, PASS_TAKING, seat)
                break
            if answer < 0 or answer >= v.harbour_size or not _can_take(v, seat, at(v.harbour[at(answer)]), fee):
                s.answer = answer
                return ILLEGAL
            forget_options(v)
            _take(s, t, tape, seat, answer, fee)
            v.taken += 1
            v.limit = limit_now(s, seat)
            step = TAKE_CLAIM
        s.opportunity += 1
        step = BEGIN_OPPORTUNITY
    _clean_up(s, tape)
    return FINE
