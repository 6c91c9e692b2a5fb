"""Discover, played by the simulator: single turns from a given pile, many times. What busts.py works out, measured."""
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from analyzer.first_class import addresses, copy_bytes
from analyzer.games.port_royal import expand
from analyzer.games.port_royal import state as st
from analyzer.games.port_royal.busts import NEVER
from analyzer.games.port_royal.cards import CardSet
from analyzer.games.port_royal.counts import COUNTS
from analyzer.games.port_royal.expeditions import FINE, centre_changed
from analyzer.games.port_royal.search import STATE_HEAD, STATE_SIZE, play_address, play_at
from analyzer.games.port_royal.state import DISCOVER_CLAIM, STATE
from analyzer.games.port_royal.view import DRAW, KEEP, NONE, PASS, REPEL, SIGNATURE, STOP
from analyzer.games.port_royal.worlds import shuffle
from analyzer.jit import allocating
from analyzer.streams import absorb, absorb_plain

Array = np.ndarray[Any, Any]

MOST_CARDS = 30  # in the harbour, of the histograms; more are counted there
MOST_DRAWS = 60
AT_ONCE = 1_000_000


@allocating(SIGNATURE)
def _until_enough(view, raw, own):
    return STOP if view.colours >= raw.whole[0] or view.harbour_size >= raw.whole[1] else DRAW


@allocating(SIGNATURE)
def _duplicates(view, raw, own):
    return REPEL if view.harbour_colours[view.faces.colour[view.card]] else KEEP


@allocating(SIGNATURE)
def _nothing(view, raw, own):
    return PASS


@dataclass(frozen=True)
class Turns:
    """What came of many turns.

    Attributes
    ----------
    turns : int
    stopped : ndarray (colours + 1, MOST_CARDS + 1) int64
        Turns that ended with a stop, by colours and cards in the harbour.
    exhausted : int
        Those of them that could not draw on.
    bust_at : ndarray (MOST_DRAWS + 1,) int64
        Turns that were a bust, by the number of cards drawn, the last one included.
    draws, busts : ndarray (colours + 1,) int64
        Cards drawn and busts, by the colours in the harbour before.
    """

    turns: int
    stopped: Array
    exhausted: int
    bust_at: Array
    draws: Array
    busts: Array


@cache
def _deciders() -> tuple[Array, tuple[Any, ...]]:
    """One entry's functions: draw until enough, repel duplicates, take and claim nothing."""
    functions = (_until_enough, _duplicates, _nothing, _nothing)
    assert PASS == NONE
    return np.array([[addresses(function, SIGNATURE)] for function in functions]), functions


@allocating()
def _play_turns(template, pile, count, turns, key, deciders, address, stopped, bust_at, counts):
    """Play turns and count. Returns how many could not draw on, or -1 if the simulator refused."""
    world = np.zeros(1, STATE)
    s, w = template[0], world[0]
    copy_bytes(w, s, STATE_SIZE)
    no_seats, no_classes = np.zeros((0, 0, 0), np.int8), np.zeros(0, np.int8)
    play = play_at(address[0], address[1])
    t = counts[0]
    for i in range(turns):
        shuffle(pile, count, absorb(key, i))
        copy_bytes(w, s, STATE_HEAD)
        for k in range(count):
            w.pile[k] = pile[k]
        stops, harbour = t.stops, t.harbour_at_stop
        if play(world, counts, None, 0, no_seats, no_classes, deciders) != FINE:
            return -1
        if t.stops > stops:
            stopped[w.public.colours, min(t.harbour_at_stop - harbour, MOST_CARDS)] += 1
        else:
            bust_at[min(w.public.draws, MOST_DRAWS)] += 1
    return t.forced_stops


@allocating()
def _forget_claims(state):
    centre_changed(state[0])


def play_turns(
    card_set: CardSet,
    turns: int,
    *,
    swords: int = 0,
    harbour: Collection[int] = (),
    unseen: Mapping[str, int] | None = None,
    stop_colours: int = NEVER,
    stop_cards: int = NEVER,
    seed: int = 1,
) -> Turns:
    """Play single turns: shuffle the pile, draw until enough, repel duplicates.

    Parameters
    ----------
    card_set : CardSet
    turns : int
    swords : int
        Of the active player.
    harbour : collection of int
        Colours that lie in the harbour already.
    unseen : mapping, optional
        Face id -> copies in the pile; the whole shuffled deck if it is left out.
    stop_colours, stop_cards : int
        Stop as soon as the harbour has so many colours or cards. With an empty harbour the first card is compulsory.
    seed : int
    """
    state = expand.new_state(card_set, 2)
    s = state[0]
    public = s["public"]
    faces = {face.id: number for number, face in enumerate(card_set.faces)}
    copies = {f.id: 0 if f.five_player_only else f.count for f in card_set.faces} if unseen is None else unseen
    cards: list[int] = []
    for face_id, number in copies.items():
        cards += np.flatnonzero(s["face_of"][: len(expand.deck(card_set))] == faces[face_id])[:number].tolist()
    # The round cap ends the game after this turn, of the last seat.
    public["active"] = public["me"] = 1
    public["round"], public["step"] = public["rules"]["round_cap"], DISCOVER_CLAIM
    public["draw_pile_size"] = len(cards)
    public["swords"][1] = swords
    for place, colour in enumerate(sorted(set(harbour))):
        public["harbour"][place] = next(
            n for n, f in enumerate(card_set.faces) if f.kind == "ship" and f.colour == card_set.colours[colour]
        )
        public["harbour_colours"][colour] = 1
    public["harbour_size"] = public["colours"] = public["draws"] = len(set(harbour))
    # As in the exact chances, the pile is what is drawn from: no tax moves coins, nothing is shuffled in, no other cap holds.
    public["rules"]["tax_threshold"] = st.MAX_CARDS + 1
    public["faces"]["coins"][public["faces"]["kind"] == st.TAX] = 0
    public["rules"]["draw_cap"] = public["draws"] + len(cards)
    s["params"]["whole"][0, 0, :2] = stop_colours, stop_cards
    _forget_claims(state)
    pile = np.zeros(st.ROOM, np.uint8)
    pile[: len(cards)] = cards
    counts = np.zeros(1, COUNTS)
    colours = len(card_set.colours)
    stopped = np.zeros((colours + 1, MOST_CARDS + 1), np.int64)
    bust_at = np.zeros(MOST_DRAWS + 1, np.int64)
    deciders, _kept = _deciders()
    address, exhausted = play_address(), 0
    for part in range(0, turns, AT_ONCE):  # between parts a Ctrl-C is heeded
        key, number = np.uint64(absorb_plain(seed, part)), min(AT_ONCE, turns - part)
        exhausted = _play_turns(state, pile, len(cards), number, key, deciders, address, stopped, bust_at, counts)
        assert exhausted >= 0, "the simulator refused a turn"
    by_colours = (counts[0][name][0, : colours + 1].copy() for name in ("draws_by_colours", "busts_by_colours"))
    return Turns(turns, stopped, int(exhausted), bust_at, *by_colours)
