"""From a card set to arrays: a state record in which everything constant is filled in."""

from __future__ import annotations

from typing import Any

import numpy as np

from analyzer.games.port_royal import constants
from analyzer.games.port_royal import state as st
from analyzer.games.port_royal.cards import CardSet, Face
from analyzer.streams import card_key

_KINDS = {"ship": st.SHIP, "person": st.PERSON, "expedition": st.EXPEDITION, "tax": st.TAX}
_BONUSES = {"": 0, "max_swords": st.MOST_SWORDS, "min_vp": st.FEWEST_VP}
_SWITCHES: dict[str, dict[Any, int]] = {
    "claims": {"any_opportunity": st.CLAIMS_ANY_OPPORTUNITY, "own_turn": st.CLAIMS_OWN_TURN},
    "claims_after_bust": {False: 0, True: 1},
    "expedition_required": {False: 0, True: 1},
    "governors_count": {"at_once": st.GOVERNORS_AT_ONCE, "next_opportunity": st.GOVERNORS_NEXT_OPPORTUNITY},
    "repel": {"choice": st.REPEL_CHOICE, "forced_duplicate": st.REPEL_FORCED_DUPLICATE, "forced": st.REPEL_FORCED},
    "discard_pile": {"open": st.DISCARDS_OPEN, "hidden": st.DISCARDS_HIDDEN},
    "reshuffle": {"when_needed": st.RESHUFFLE_WHEN_NEEDED, "when_empty": st.RESHUFFLE_WHEN_EMPTY},
}


def deck(card_set: CardSet) -> list[int]:
    """The face of each card. Cards that five players have open from the start come last."""
    faces = enumerate(card_set.faces)
    ordered = sorted(faces, key=lambda pair: pair[1].five_player_only)
    return [number for number, face in ordered for _ in range(face.count)]


def card_keys(card_set: CardSet) -> list[int]:
    """What each card brings into every shuffle (see `analyzer.streams.card_key`)."""
    copies: dict[int, int] = {}
    keys = []
    for face in deck(card_set):
        copies[face] = copies.get(face, -1) + 1
        keys.append(card_key(card_set.faces[face].id, copies[face]))
    return keys


def face_numbers(card_set: CardSet, face: Face) -> dict[str, int]:
    """A face's columns as numbers: kinds, colours and bonuses by their codes, no colour as -1."""
    colour = {name: number for number, name in enumerate(card_set.colours)}
    numbers = {field: getattr(face, field) for field in st.FACE_FIELDS}
    numbers["kind"] = _KINDS[face.kind]
    numbers["colour"] = colour.get(face.colour, -1)
    numbers["trader_colour"] = colour.get(face.trader_colour, -1)
    numbers["clerk_colour"] = colour.get(face.clerk_colour, -1)
    numbers["tax_bonus"] = _BONUSES[face.tax_bonus]
    return numbers


def rule_numbers(card_set: CardSet) -> dict[str, Any]:
    """The rule parameters as numbers; the tables for every seat and every number of colours."""
    rules = card_set.rules.model_dump()
    for name, codes in _SWITCHES.items():
        rules[name] = codes[rules[name]]
    rules["start_coins"] = [card_set.rules.start_coins_of(seat) for seat in range(st.MAX_PLAYERS)]
    rules["take_limits"] = [card_set.rules.take_limit(colours) for colours in range(st.MAX_COLOURS + 1)]
    return rules


def new_state(card_set: CardSet, players: int) -> np.ndarray[Any, Any]:
    """A state record (an array of one) with the card set and the number of players filled in, ready for a deal."""
    record = np.zeros(1, st.STATE)
    state, public = record[0], record[0]["public"]
    public["players"] = players
    public["colours_in_set"] = len(card_set.colours)
    public["faces_in_set"] = len(card_set.faces)
    for name, value in rule_numbers(card_set).items():
        if name in st.RULE_TABLES:
            public["rules"][name][:] = value
        else:
            public["rules"][name] = value
    for f, face in enumerate(card_set.faces):
        for name, number in face_numbers(card_set, face).items():
            public["faces"][name][f] = number
        state["copies_in_pile"][f] = 0 if face.five_player_only else face.count
    constants.derive_in(record)
    keys = card_keys(card_set)
    state["card_keys"][: len(keys)] = keys
    state["cards_in_play"] = card_set.shuffled_cards()
    state["centre_at_start"] = card_set.cards_in_play(players) - card_set.shuffled_cards()
    return record
