"""A turn, part 1: discover. Source: rules.md."""
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from analyzer.games.port_royal.counts import MOST_SIZE_COUNTED, MOST_SWORDS_COUNTED
from analyzer.games.port_royal.expeditions import (
    CUT,
    DECIDING_CLAIM,
    DECIDING_DRAW,
    DECIDING_REPEL,
    FINE,
    ILLEGAL,
    centre_changed,
    decider,
    offer_claims,
)
from analyzer.games.port_royal.piles import (
    discard,
    discard_harbour,
    nothing_to_draw,
    receive_coins,
    reshuffle_if_empty,
    top_card,
)
from analyzer.games.port_royal.state import (
    BEGIN_OPPORTUNITY,
    BEGIN_TURN,
    BUST_CLAIM,
    DISCOVER_CLAIM,
    DISCOVER_DRAW,
    DISCOVER_REPEL,
    EXPEDITION,
    MAX_COLOURS,
    PERSON,
    REPEL_CHOICE,
    REPEL_FORCED,
    SHIP,
)
from analyzer.games.port_royal.tape import (
    BUST,
    DRAW_CARD,
    FOR_BUST,
    KEEP_SHIP,
    REPEL_SHIP,
    REVEAL,
    STOP_DRAWING,
    cut_here,
    note_card,
    put,
    put_cards,
)
from analyzer.games.port_royal.tax import tax_increase
from analyzer.games.port_royal.view import DRAW, KEEP, REPEL, STOP
from analyzer.jit import at, called, inlined
from analyzer.view import as_view


@inlined
def _put_in_harbour(s, card, face):
    v = s.public
    size = v.harbour_size
    v.harbour[at(size)] = face
    s.harbour_cards[at(size)] = card
    v.harbour_size = size + 1


@inlined
def _stop(s, t, tape, forced):
    """The active player stops: trade and hire comes next."""
    v = s.public
    t.stops += 1
    t.revealed += v.draws
    t.forced_stops += forced
    t.harbour_at_stop += v.harbour_size
    if tape is not None:
        put(tape, STOP_DRAWING)
        put(tape, v.active)
        put(tape, forced)
        put_cards(tape, s.harbour_cards, 0, v.harbour_size)
    s.limit_at_stop = v.rules.take_limits[v.colours]
    s.opportunity = 0
    v.step = BEGIN_OPPORTUNITY


@called
def _bust(s, t, tape, colours):
    """Two ships of one colour: all is discarded, then jesters pay everybody."""
    v = s.public
    t.busts += 1
    t.revealed += v.draws
    t.busts_by_colours[s.entry_of[v.active], colours] += 1
    t.busts_by_swords[min(v.swords[v.active], MOST_SWORDS_COUNTED)] += 1
    t.busts_by_size[min(v.harbour_size - 1, MOST_SIZE_COUNTED)] += 1  # the ship that busts is in the harbour already
    t.busts_by_round[v.round] += 1
    if tape is not None:
        put(tape, BUST)
        put(tape, v.active)
        put_cards(tape, s.harbour_cards, 0, v.harbour_size)
    discard_harbour(s)
    v.colours = 0
    for c in range(MAX_COLOURS):
        v.harbour_colours[c] = 0
    for i in range(v.players):
        p = (v.active + i) % v.players
        receive_coins(s, t, tape, p, v.jesters[p] * v.rules.jester_pay, FOR_BUST)
    v.step = BEGIN_TURN


@inlined
def _ship(s, t, tape, face, card, repelled):
    """The ship just drawn is repelled, or enters the harbour. Returns whether the turn is a bust."""
    v = s.public
    if repelled:
        note_card(tape, REPEL_SHIP, v.active, card)
        discard(s, card)
        t.repels += 1
        return False
    note_card(tape, KEEP_SHIP, v.active, card)
    _put_in_harbour(s, card, face)
    colour = at(v.faces.colour[face])
    if v.harbour_colours[colour]:
        _bust(s, t, tape, v.colours)
        return True
    v.harbour_colours[colour] = 1
    v.colours += 1
    return False


@inlined
def _not_a_ship(s, t, tape, face, card):
    """Resolve a person, an expedition or a tax increase."""
    v = s.public
    kind = v.faces.kind[face]
    if kind == PERSON:
        note_card(tape, REVEAL, v.active, card)
        _put_in_harbour(s, card, face)
    elif kind == EXPEDITION:
        note_card(tape, REVEAL, v.active, card)
        v.centre[v.centre_size] = face
        s.centre_cards[v.centre_size] = card
        v.centre_size += 1
        centre_changed(s)
    else:
        tax_increase(s, t, tape, card)


@inlined
def _must_repel(v, face):
    """Whether a ship that can be repelled has to be, by the switch `repel`."""
    if v.rules.repel == REPEL_CHOICE:
        return False
    return v.rules.repel == REPEL_FORCED or v.harbour_colours[at(v.faces.colour[face])] > 0


@called
def _after_bust(s, t, tape, me, claim):
    """With the switch `claims_after_bust` the active player may claim once more; then the turn is over."""
    v = s.public
    if not v.rules.claims_after_bust:
        return FINE
    status = offer_claims(s, t, tape, me, BUST_CLAIM, claim)
    if status == FINE:
        v.step = BEGIN_TURN
    return status


@called
def discover(s, t, tape, deciders):
    """Draw cards until the active player stops, has to stop, or busts.

    The state says at every decision which step is next; between decisions the local `step` does.
    """
    v = s.public
    me = v.active
    v.me = me
    entry = s.entry_of[me]
    draw = decider(deciders, DECIDING_DRAW, entry)
    repel = decider(deciders, DECIDING_REPEL, entry)
    claim = decider(deciders, DECIDING_CLAIM, entry)
    step = v.step
    if step == BUST_CLAIM:
        return _after_bust(s, t, tape, me, claim)
    while True:
        if step == DISCOVER_CLAIM:
            status = offer_claims(s, t, tape, me, DISCOVER_CLAIM, claim)
            if status != FINE:
                return status
            if nothing_to_draw(s) or v.draws >= v.rules.draw_cap:
                _stop(s, t, tape, 1)
                return FINE
        if step <= DISCOVER_DRAW:
            if v.draws > 0:  # the first card is compulsory
                v.step = DISCOVER_DRAW
                if cut_here(tape):
                    return CUT
                answer = draw(as_view(v), s.params[at(entry), DECIDING_DRAW], s.own[at(me)])
                if answer == STOP:
                    _stop(s, t, tape, 0)
                    return FINE
                if answer != DRAW:
                    s.answer = answer
                    return ILLEGAL
            card = top_card(s, t, tape)
            face = s.face_of[card]
            v.card = face
            v.draws += 1
            v.can_come[face] -= 1
            t.draws_by_colours[at(entry), at(v.colours)] += 1
            t.draws_by_swords[at(min(v.swords[at(me)], MOST_SWORDS_COUNTED))] += 1
            t.draws_by_size[at(min(v.harbour_size, MOST_SIZE_COUNTED))] += 1
            t.draws_by_round[at(v.round)] += 1
            note_card(tape, DRAW_CARD, me, card)
            reshuffle_if_empty(s, t, tape)
            step = DISCOVER_CLAIM
            if v.faces.kind[face] != SHIP:
                _not_a_ship(s, t, tape, face, card)
                continue
            s.harbour_cards[at(v.harbour_size)] = card  # kept here while the player thinks
            if v.faces.swords[face] > v.swords[at(me)] or v.faces.skull[face]:
                if _ship(s, t, tape, face, card, False):
                    return _after_bust(s, t, tape, me, claim)
                continue
        answer = REPEL
        if not _must_repel(v, at(v.card)):
            v.step = DISCOVER_REPEL
            if cut_here(tape):
                return CUT
            answer = repel(as_view(v), s.params[at(entry), DECIDING_REPEL], s.own[at(me)])
            if answer != REPEL and answer != KEEP:
                s.answer = answer
                return ILLEGAL
        if _ship(s, t, tape, at(v.card), s.harbour_cards[at(v.harbour_size)], answer == REPEL):
            return _after_bust(s, t, tape, me, claim)
        step = DISCOVER_CLAIM
