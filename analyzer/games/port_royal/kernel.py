"""The jitted simulator: one game is deal + `play_from`. Source: rules.md, Set-up and End.

Kernels return status codes and never raise; what went wrong lies in the state (`deciding`, `answer`).
"""
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

import numpy as np

from analyzer.games.port_royal.counts import MOST_VP, WIN_PARTS
from analyzer.games.port_royal.discover import discover
from analyzer.games.port_royal.expeditions import FINE, centre_changed, forget_options
from analyzer.games.port_royal.piles import receive_coins, shuffle_first_pile
from analyzer.games.port_royal.state import (
    ABILITY_ROWS,
    BEGIN_OPPORTUNITY,
    BEGIN_TURN,
    DISCOVER_CLAIM,
    MAX_COLOURS,
    MAX_FACES,
    MAX_PLAYERS,
    OVER,
    ROOM,
)
from analyzer.games.port_royal.tape import END, FOR_SETUP, TURN, put
from analyzer.games.port_royal.trade_and_hire import trade_and_hire
from analyzer.jit import at, called, entry, inlined
from analyzer.streams import STRATEGY, absorb


@called
def _set_up(s, t, tape):
    """Everything that changes is reset, the first pile is copied, start coins are dealt."""
    v = s.public
    v.round, v.active, v.me, v.draws = 0, v.players - 1, 0, 0
    v.colours, v.card = 0, 0
    for c in range(MAX_COLOURS):
        v.harbour_colours[c] = 0
    v.discard_pile_size, v.shuffles, v.end_signalled = 0, 0, 0
    v.limit, v.taken = 0, 0
    forget_options(v)
    for i in range(s.hires):
        s.hired[s.hire_seat[i], s.hire_face[i]] = 0
    s.opportunity, s.limit_at_stop, s.winners, s.finished, s.hires = 0, 0, 0, 0, 0
    s.governors_at_begin, s.clerk_takes = 0, 0
    # Whole arrays, whatever is used of them: loops of constant length become single copies of memory.
    for f in range(MAX_FACES):
        v.older_coins[f] = 0
    for f in range(MAX_FACES):
        v.can_come[f] = s.copies_in_pile[f]
    for i in range(ROOM):
        s.dealt_before_shuffle[i] = 0
    for i in range(ROOM):
        s.pile[i] = s.first_pile[i]
    for i in range(ABILITY_ROWS * MAX_PLAYERS):
        v._all_abilities[i] = 0
    s.pile_top = 0
    v.draw_pile_size = s.cards_in_play
    for i in range(v.centre_size):
        v.centre[i] = 0
    v.centre_size = s.centre_at_start
    for i in range(s.centre_at_start):
        s.centre_cards[i] = s.cards_in_play + i
        v.centre[i] = s.face_of[s.cards_in_play + i]
    centre_changed(s)
    strategies = absorb(absorb(absorb(np.uint64(0), s.seed), s.deal), STRATEGY)  # stream_key, but for the seat
    for i in range(v.harbour_size):
        v.harbour[i] = 0
    v.harbour_size = 0
    for p in range(v.players):
        for i in range(np.int64(v.persons_size[p])):
            v.persons[p, i] = 0
        for i in range(np.int64(v.expeditions_size[p])):
            v.expeditions[p, i] = 0
        v.coins[p], v.vp[p], v.persons_size[p], v.expeditions_size[p] = 0, 0, 0, 0
        own = s.own[p]
        own.key = absorb(strategies, p)
        own.count = 0
        for i in range(len(own.memory)):
            own.memory[i] = 0
    for p in range(v.players):
        receive_coins(s, t, tape, p, v.rules.start_coins[p], FOR_SETUP)
    s.public.step = BEGIN_TURN


@inlined
def _begin_turn(s, t, tape):
    """The next player clockwise is active, or the game is over. Returns whether it goes on."""
    v = s.public
    v.active += 1
    if v.active == v.players:
        v.active = 0
        if v.end_signalled or v.round == v.rules.round_cap:
            s.finished = v.end_signalled
            s.public.step = OVER
            return False
    if v.active == 0:
        v.round += 1
    v.draws, v.colours, v.limit, v.taken = 0, 0, 0, 0
    for c in range(MAX_COLOURS):
        v.harbour_colours[c] = 0
    t.turns += 1
    if tape is not None:
        put(tape, TURN)
        put(tape, v.round)
        put(tape, v.active)
    s.public.step = DISCOVER_CLAIM
    return True


@inlined
def _can_win(v, seat):
    """With the switch `expedition_required` only players who have one."""
    return v.rules.expedition_required == 0 or v.expeditions_size[at(seat)] > 0


@inlined
def score_of(v, seat):
    """A number that orders the players: whoever can win before whoever can't, then most VP, then most coins."""
    can_win = np.int64(_can_win(v, seat))
    return (can_win * 10_000 + v.vp[at(seat)]) * 1000 + v.coins[at(seat)]


@inlined
def _count_seat(s, t, seat, share):
    """Add one player's end of the game to the counts."""
    v = s.public
    vp, coins, score = np.int64(v.vp[at(seat)]), np.int64(v.coins[at(seat)]), score_of(v, seat)
    ahead, level = 0, 0
    for p in range(v.players):
        other = score_of(v, p)
        ahead += other > score
        level += other == score
    t.seat_wins[at(seat)] += share
    t.seat_vp[at(seat)] += vp
    t.seat_coins[at(seat)] += coins
    e = s.entry_of[at(seat)]
    t.entry_games[e] += 1
    t.entry_wins[e] += share
    t.entry_vp[e] += vp
    t.entry_games_by_vp[e, at(min(vp, MOST_VP))] += 1
    t.entry_coins[e] += coins
    t.entry_persons[e] += v.persons_size[at(seat)]
    t.entry_expeditions[e] += v.expeditions_size[at(seat)]
    t.entry_double_places[e] += 2 * ahead + level + 1  # those who tie share the mean of their places
    before = s.entry_of[seat - 1 if seat > 0 else v.players - 1]
    t.after_games[e, before] += 1
    t.after_wins[e, before] += share


@called
def _end(s, t, tape):
    """Find the winners and count the game. An unfinished game has no winner."""
    v = s.public
    best, winners, winner = np.int64(-1), 0, 0
    for p in range(v.players):
        score = score_of(v, p)
        if score > best:
            best, winners, winner = score, 1, p
        elif score == best:
            winners += 1
    share = WIN_PARTS // winners if s.finished else 0
    s.winners = 0
    second = np.int64(-1)  # the most VP of another player who could win
    for p in range(v.players):
        won = s.finished and score_of(v, p) == best
        s.winners |= won << p
        _count_seat(s, t, p, share if won else 0)
        if p != winner and _can_win(v, p):
            second = max(second, np.int64(v.vp[p]))
    for i in range(s.hires):
        seat, face = s.hire_seat[i], s.hire_face[i]
        s.hired[at(seat), face] = 0
        t.face_owners[face] += 1
        t.face_owner_wins[face] += share if (s.winners >> seat) & 1 else 0
    t.games += 1
    t.rounds += v.round
    t.games_by_rounds[v.round] += 1
    if s.finished:
        t.finished += 1
        t.shared_wins += winners > 1
        best_vp = np.int64(v.vp[winner])
        t.winner_vp += best_vp
        t.games_by_winner_vp[at(min(best_vp, MOST_VP))] += 1
        if second >= 0:
            t.contested += 1
            t.winner_margin += best_vp - second
            t.games_by_margin[at(min(best_vp - second, MOST_VP))] += 1
    else:
        t.unfinished += 1
    if tape is not None:
        put(tape, END)
        put(tape, v.round)
        put(tape, s.finished)
        for p in range(v.players):
            put(tape, v.vp[p])
        for p in range(v.players):
            put(tape, v.coins[p])
        put(tape, s.winners)


@inlined
def _play_on(s, t, tape, deciders):
    """Play to the end, or to the first decision that is cut or illegal."""
    while True:
        if s.public.step == BEGIN_TURN:
            if not _begin_turn(s, t, tape):
                _end(s, t, tape)
                return FINE
        if s.public.step < BEGIN_OPPORTUNITY:
            status = discover(s, t, tape, deciders)
            if status != FINE:
                return status
        if s.public.step >= BEGIN_OPPORTUNITY:
            status = trade_and_hire(s, t, tape, deciders)
            if status != FINE:
                return status


@entry
def play(state, counts, tape, first_deal, seatings, weight_class, deciders):
    """Play a run of consecutive deals, each in all its seatings; or, with no deals, play on from the state as it stands.

    (One function for both, so that the rules are compiled once.)

    Parameters
    ----------
    state : ndarray (1,) of STATE
        The worker's own state, from expand.py, with the seed and each entry's parameters. Changed in place.
    counts : ndarray (classes,) of COUNTS
        Added to, by the deal's weight class.
    tape : ndarray int32 or None
        The event log (see tape.py); all games one after the other.
    first_deal : int
        The number of the first deal.
    seatings : ndarray (deals, seatings, players) int8
        The entry on each seat; -1 on seat 0 marks a seating that is not played.
    weight_class : ndarray (deals,) int8
        Where each deal's games are counted.
    deciders : ndarray (4, entries, 2) int64
        For each decision and entry of the line-up the addresses of its function (see `analyzer.first_class`).

    Returns
    -------
    int
        FINE, or CUT or ILLEGAL: then the state holds the game, waiting for the decision (see expeditions.py).
    """
    s = state[0]
    deals = seatings.shape[0]
    for i in range(max(1, deals * seatings.shape[1])):
        t = counts[0]
        if deals > 0:
            d, r = i // seatings.shape[1], i % seatings.shape[1]
            if r == 0:
                s.deal = first_deal + d
                shuffle_first_pile(s)
            if seatings[d, r, 0] < 0:
                continue
            s.seating = r
            for p in range(s.public.players):
                s.entry_of[p] = seatings[d, r, p]
            t = counts[weight_class[d]]
            _set_up(s, t, tape)
        if s.public.step != OVER:
            status = _play_on(s, t, tape, deciders)
            if status != FINE:
                return status
    return FINE
