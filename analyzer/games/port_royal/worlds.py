"""Worlds: whole states made from a view alone, each of them a game in which the player may be.

The cards that can come next are shuffled and dealt anew to the draw pile and to the coins, and so are the older coins. Nothing
else is hidden; what lies open is where the view shows it, and what then is nowhere lies in the discard pile.
"""
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from typing import Any

import numpy as np

from analyzer.first_class import copy_bytes
from analyzer.games.port_royal import constants
from analyzer.games.port_royal import state as st
from analyzer.games.port_royal.constants import derive
from analyzer.games.port_royal.expeditions import centre_changed
from analyzer.games.port_royal.state import (
    DISCARDS_OPEN,
    DISCOVER_REPEL,
    GOVERNORS_AT_ONCE,
    MAX_FACES,
    MAX_PLAYERS,
    PUBLIC,
    STATE,
)
from analyzer.jit import allocating, called, inlined
from analyzer.strategy import MEMORY_SIZE
from analyzer.streams import absorb, lower_below
from analyzer.view import as_view

Array = np.ndarray[Any, Any]

NO_SUCH_POSITION = "the cards don't add up: no position looks like this"
_PUBLIC_SIZE = PUBLIC.itemsize
# Purposes of a world's random numbers.
_COMING, _OLDER, _WHICH_COINS, _RESHUFFLES, _SEATS = range(5)


@called
def _number_cards(v, next_card, beyond):
    """For each face the first of its cards, and the number beyond its last one in play. (See `constants.derive`.)"""
    card = 0
    for last in range(2):
        for f in range(v.faces_in_set):
            if v.faces.five_player_only[f] == last:
                next_card[f] = card
                in_play = v.faces.count[f] if v.players == MAX_PLAYERS or last == 0 else 0
                beyond[f] = card + in_play
                card += v.faces.count[f]


@inlined
def _take_card(next_card, face):
    """A card of this face that lies nowhere yet."""
    card = next_card[face]
    next_card[face] = card + 1
    return card


@called
def _place_public_cards(s, next_card):
    """The cards that lie open: harbour, centre, persons, expeditions, the ship just drawn."""
    v = s.public
    for i in range(v.harbour_size):
        s.harbour_cards[i] = _take_card(next_card, v.harbour[i])
    if v.step == DISCOVER_REPEL:
        s.harbour_cards[v.harbour_size] = _take_card(next_card, v.card)
    for i in range(v.centre_size):
        s.centre_cards[i] = _take_card(next_card, v.centre[i])
    for p in range(v.players):
        for i in range(v.persons_size[p]):
            s.person_cards[p, i] = _take_card(next_card, v.persons[p, i])
        for i in range(v.expeditions_size[p]):
            s.expedition_cards[p, i] = _take_card(next_card, v.expeditions[p, i])


@called
def _list_hidden_cards(s, next_card, beyond, come, older):
    """List the cards that can come next and the older coins. What then is nowhere lies in the discard pile.

    Returns
    -------
    how many can come, how many are older, and whether the cards add up
    """
    v = s.public
    coming, old, discarded = 0, 0, 0
    for f in range(v.faces_in_set):
        for _ in range(v.can_come[f]):
            come[coming] = _take_card(next_card, f)
            coming += 1
        for _ in range(v.older_coins[f]):
            older[old] = _take_card(next_card, f)
            old += 1
        if next_card[f] > beyond[f]:
            return coming, old, False
        while next_card[f] < beyond[f]:
            s.discard_pile[discarded] = _take_card(next_card, f)
            discarded += 1
    coins = 0
    for p in range(v.players):
        coins += v.coins[p]
    if v.rules.discard_pile == DISCARDS_OPEN:
        return coming, old, discarded == v.discard_pile_size and coming + old == v.draw_pile_size + coins
    return coming, old, discarded == 0 and coming + old == v.draw_pile_size + v.discard_pile_size + coins


@called
def _restore_progress(s):
    """The bookkeeping that a view doesn't show: whose opportunity it is, and what the limit is made of."""
    v = s.public
    me = v.me
    s.opportunity = (me - v.active + v.players) % v.players
    s.limit_at_stop, s.governors_at_begin = 0, 0
    base = 0 if me == v.active else v.rules.others_take_limit
    governors = np.int64(v.governors[me]) if v.rules.governors_count == GOVERNORS_AT_ONCE else 0
    s.clerk_takes = v.limit - base - governors
    s.winners, s.finished, s.hires = 0, 0, 0
    centre_changed(s)


@called
def shuffle(cards, count, key):
    """Fisher and Yates."""
    for i in range(count - 1, 0, -1):
        j = np.int64(lower_below(absorb(key, i), i + 1))
        cards[i], cards[j] = cards[j], cards[i]


@called
def deal_anew(s, key, come, coming, older, old):
    """Deal the hidden cards anew: to the draw pile, to the discard pile if it is hidden, and to the coins.

    Which of the coins are the older ones is drawn at random; before each player the older ones lie below.
    """
    v = s.public
    shuffle(come, coming, absorb(key, _COMING))
    shuffle(older, old, absorb(key, _OLDER))
    taken = 0
    for i in range(v.draw_pile_size):
        s.pile[i] = come[taken]
        taken += 1
    s.pile_top = 0
    if v.rules.discard_pile != DISCARDS_OPEN:
        for i in range(v.discard_pile_size):
            s.discard_pile[i] = come[taken]
            taken += 1
    coins = 0
    for p in range(v.players):
        coins += v.coins[p]
    old_left, coins_left = old, coins
    chance = absorb(key, _WHICH_COINS)
    for p in range(v.players):
        place = 0
        for _ in range(v.coins[p]):
            if np.int64(lower_below(absorb(chance, coins_left), coins_left)) < old_left:
                old_left -= 1
                s.coin_cards[p, place] = older[old_left]
                s.dealt_before_shuffle[older[old_left]] = 1
                place += 1
            coins_left -= 1
        while place < v.coins[p]:
            s.coin_cards[p, place] = come[taken]
            s.dealt_before_shuffle[come[taken]] = 0
            taken += 1
            place += 1


@called
def new_streams(s, key):
    """Reshuffles and strategies get random numbers of this world; strategies remember nothing."""
    s.seed, s.deal = np.int64(absorb(key, _RESHUFFLES)), 0
    for p in range(s.public.players):
        s.own[p].key = absorb(absorb(key, _SEATS), p)
        s.own[p].count = 0
        for i in range(MEMORY_SIZE):
            s.own[p].memory[i] = 0


@called
def look_at(s, view, next_card, beyond, come, older):
    """Everything of a state that a view tells; what can come and the older coins are listed. Returns as `_list_hidden_cards`."""
    copy_bytes(s.public, view, _PUBLIC_SIZE)
    derive(s)
    _number_cards(s.public, next_card, beyond)
    _place_public_cards(s, next_card)
    _restore_progress(s)
    return _list_hidden_cards(s, next_card, beyond, come, older)


@allocating()
def _redealt(public, key, state):
    """`redeal`; returns whether the cards add up."""
    next_card, beyond = np.zeros(MAX_FACES, np.int64), np.zeros(MAX_FACES, np.int64)
    come, older = np.zeros(st.ROOM, np.uint8), np.zeros(st.ROOM, np.uint8)
    s = state[0]
    coming, old, adds_up = look_at(s, as_view(public[0]), next_card, beyond, come, older)
    if adds_up:
        deal_anew(s, key, come, coming, older, old)
        new_streams(s, key)
    return adds_up


# ---------------------------------------------------------------- for Python


def public_of(view: Any) -> Array:
    """A view (of the reference, or anything that has its names) as an ndarray (1,) of PUBLIC."""
    state = np.zeros(1, STATE)
    public = state[0]["public"]
    for name in PUBLIC.names or ():
        if name.startswith("_"):
            continue
        if name in ("faces", "rules"):
            for part in PUBLIC[name].names or ():
                public[name][part] = getattr(getattr(view, name), part)
        elif PUBLIC[name].ndim == 2:
            rows, columns = PUBLIC[name].shape
            value = getattr(view, name)
            for row in range(rows):
                public[name][row] = [value[row, column] for column in range(columns)]
        else:
            public[name] = getattr(view, name)
    constants.derive_in(state)
    add_abilities(state)
    return state["public"].copy()


def add_abilities(state: Array) -> None:
    """Work out every player's abilities from its persons."""
    s = state[0]
    public = s["public"]
    public["_ability"][:] = 0
    for p in range(public["players"]):
        for face in public["persons"][p, : public["persons_size"][p]]:
            for i in range(s["effects"][face]):
                public["_ability"][s["effect_row"][face, i], p] += s["effect_amount"][face, i]


def redeal(public: Array, key: int) -> Array:
    """A whole state made from a view alone: one of the worlds in which the game may be.

    Parameters
    ----------
    public : ndarray (1,) of PUBLIC
        What the player knows (`public_of`).
    key : int
        Of the random numbers.

    Returns
    -------
    ndarray (1,) of STATE
        To be played on from the decision at hand (`kernel.play` without deals), once strategies are seated.

    Raises
    ------
    ValueError
        If the cards don't add up.
    """
    state = np.zeros(1, STATE)
    if not _redealt(public, np.uint64(key), state):
        raise ValueError(NO_SUCH_POSITION)
    return state
