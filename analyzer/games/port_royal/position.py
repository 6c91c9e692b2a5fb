"""A position described by a person, made into what a player would see: for the advisor."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from analyzer.errors import UsageError, nearest
from analyzer.games.port_royal import expand
from analyzer.games.port_royal import state as st
from analyzer.games.port_royal.cards import MIN_PLAYERS, CardSet
from analyzer.games.port_royal.worlds import add_abilities

Array = np.ndarray[Any, Any]

USUAL_PLAYERS = 4
Count = Annotated[int, Field(ge=0, le=st.MAX_CARDS)]


class Person(BaseModel):
    """One player: its coins, and what lies before it."""

    model_config = ConfigDict(extra="forbid")

    coins: Count | None = None  # the start coins if it is left out
    persons: list[str] = []
    expeditions: list[str] = []
    swords: Count | None = None  # in all; those of the persons if it is left out
    vp: Count | None = None  # likewise


class Position(BaseModel):
    """A position in the turn of the one who asks (``me``); the others sit clockwise after it."""

    model_config = ConfigDict(extra="forbid")

    players: int | None = None
    seat: Count = 0
    round: Annotated[int, Field(ge=1, le=st.MAX_ROUND_CAP)] = 1
    harbour: list[str] = []
    centre: list[str] = []
    discard: list[str] = []
    stopped: bool = False
    me: Person = Person()
    others: list[Person] = []


def read_position(path: Path) -> Position:
    """A position from a TOML file.

    Raises
    ------
    UsageError
        With one line for each fault.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:  # not text, not TOML, or a number of thousands of digits
        raise UsageError(f"{path}: not a TOML file: {error}") from None
    return position_of(data, f"{path}: ")


def position_of(data: dict[str, Any], source: str = "") -> Position:
    """A position from a table of its fields.

    Raises
    ------
    UsageError
        With one line for each fault, each after `source`.
    """
    try:
        return Position.model_validate(data)
    except ValidationError as error:
        raise UsageError("\n".join(source + _fault(fault) for fault in error.errors())) from None


def _fault(fault: Any) -> str:
    where = ".".join(str(part) for part in fault["loc"])
    model = Person if fault["loc"][0] in ("me", "others") else Position
    if fault["type"] == "extra_forbidden":
        return f"{where}: unknown field, {nearest(str(fault['loc'][-1]), model.model_fields)}"
    value = "" if isinstance(fault["input"], dict | list) else f" {fault['input']!r}"
    return f"{where}{value}: {fault['msg'][0].lower()}{fault['msg'][1:]}"


def public_of_position(card_set: CardSet, position: Position) -> Array:
    """What the player to move sees, with the legal answers of its decision: to draw or to stop, or which card to take.

    Cards that are named nowhere can come next, or are coins; if the discard pile is not given, nothing has been discarded.

    Returns
    -------
    ndarray (1,) of PUBLIC

    Raises
    ------
    UsageError
        With one line for each fault, if there can be no such position.
    """
    players = position.players
    if players is None:
        players = len(position.others) + 1 if position.others else USUAL_PLAYERS
    if not MIN_PLAYERS <= players <= st.MAX_PLAYERS:
        raise UsageError(f"players {players}: Port Royal is played by {MIN_PLAYERS} to {st.MAX_PLAYERS}")
    if position.seat >= players:
        raise UsageError(f"seat {position.seat}: with {players} players seats are 0 to {players - 1}")
    if len(position.others) not in (0, players - 1):
        raise UsageError(
            f"others: {len(position.others)} are described; with {players} players there are {players - 1}"
        )
    if position.round > card_set.rules.round_cap:
        raise UsageError(
            f"round {position.round}: card set {card_set.name} ends a game after round {card_set.rules.round_cap}"
        )
    everybody = [position.me, *(position.others or [Person()] * (players - 1))]
    _check_faces(card_set, position, everybody, players)
    centre = [*position.centre, *_five_player_cards(card_set, position, everybody, players)]
    state = expand.new_state(card_set, players)
    public = state[0]["public"]
    number = {face.id: place for place, face in enumerate(card_set.faces)}
    seats = [(position.seat + i) % players for i in range(players)]
    for seat, person in zip(seats, everybody, strict=True):
        public["coins"][seat] = public["rules"]["start_coins"][seat] if person.coins is None else person.coins
        for zone in ("persons", "expeditions"):
            faces = [number[face] for face in getattr(person, zone)]
            public[f"{zone}_size"][seat] = len(faces)
            public[zone][seat, : len(faces)] = faces
            public["vp"][seat] += sum(card_set.faces[face].vp for face in faces)
    add_abilities(state)
    for i, (seat, person) in enumerate(zip(seats, everybody, strict=True)):
        for name in ("swords", "vp"):
            total = getattr(person, name)
            if total is not None:
                if total < public[name][seat]:
                    who = "me" if i == 0 else f"others.{i - 1}"
                    raise UsageError(f"{who}.{name} {total}: the cards before it alone make {public[name][seat]}")
                public[name][seat] = total
    harbour = [number[face] for face in position.harbour]
    public["active"] = public["me"] = position.seat
    public["round"] = position.round
    public["harbour_size"], public["harbour"][: len(harbour)] = len(harbour), harbour
    public["centre_size"] = len(centre)
    public["centre"][: len(centre)] = [number[face] for face in centre]
    for face in harbour:
        if card_set.faces[face].kind == "ship":
            public["harbour_colours"][public["faces"]["colour"][face]] = 1
    public["colours"] = public["harbour_colours"].sum()
    public["draws"] = max(1, len(harbour))
    public["discard_pile_size"] = len(position.discard)
    can_end = public["expeditions_size"] > 0 if public["rules"]["expedition_required"] else True
    public["end_signalled"] = bool(((public["vp"] >= public["rules"]["goal"]) & can_end).any())
    _hidden_cards(card_set, position, everybody, public)
    public["step"] = st.DISCOVER_DRAW
    if position.stopped:
        _list_takes(public)
    return np.asarray(state["public"].copy())


def _five_player_cards(card_set: CardSet, position: Position, everybody: Sequence[Person], players: int) -> list[str]:
    """With five players: what lies in the centre from the start, unless the position names it somewhere."""
    if players < st.MAX_PLAYERS:
        return []
    named = Counter(position.centre + [face for person in everybody for face in person.expeditions])
    return [
        face.id for face in card_set.faces if face.five_player_only for _ in range(max(face.count - named[face.id], 0))
    ]


def _check_faces(card_set: CardSet, position: Position, everybody: Sequence[Person], players: int) -> None:
    """Known ids, in zones where they can lie, no more copies than there are, no bust in the harbour."""
    by_id = {face.id: face for face in card_set.faces}
    zones = [
        ("harbour", position.harbour, ("ship", "person")),
        ("centre", position.centre, ("expedition",)),
        ("discard", position.discard, ("ship", "person", "expedition", "tax")),
    ]
    for i, person in enumerate(everybody):
        who = "me" if i == 0 else f"others.{i - 1}"
        zones += [
            (f"{who}.persons", person.persons, ("person",)),
            (f"{who}.expeditions", person.expeditions, ("expedition",)),
        ]
    faults = []
    for zone, faces, kinds in zones:
        for face in faces:
            if face not in by_id:
                fitting = [known.id for known in card_set.faces if known.kind in kinds]
                faults.append(f"{zone}: card set {card_set.name} has no face {face!r}: {nearest(face, fitting)}")
            elif by_id[face].kind not in kinds:
                faults.append(f"{zone}: {face} is of the kind {by_id[face].kind}, which can't lie there")
    if not faults:
        copies = Counter(face for _, faces, _ in zones for face in faces)
        for face, number in sorted(copies.items()):
            there = by_id[face].count if players == st.MAX_PLAYERS or not by_id[face].five_player_only else 0
            if number > there:
                faults.append(
                    f"{face}: {number} copies lie on the table, card set {card_set.name} has {there} for {players} players"
                )
        colours = Counter(by_id[face].colour for face in position.harbour if by_id[face].kind == "ship")
        faults += [
            f"harbour: {number} {colour} ships lie there: the turn would be over, a bust"
            for colour, number in colours.items()
            if number > 1
        ]
    if faults:
        raise UsageError("\n".join(faults))


def _hidden_cards(card_set: CardSet, position: Position, everybody: Sequence[Person], public: Any) -> None:
    """What is named nowhere can come next, or is a coin."""
    seen = Counter([*position.harbour, *position.centre])
    for person in everybody:
        seen.update(person.persons)
        seen.update(person.expeditions)
    if public["rules"]["discard_pile"] == st.DISCARDS_OPEN:
        seen.update(position.discard)
    for place, face in enumerate(card_set.faces):
        public["can_come"][place] = 0 if face.five_player_only else face.count - seen[face.id]
    hidden = int(public["can_come"].sum())
    coins = int(public["coins"].sum())
    discarded = 0 if public["rules"]["discard_pile"] == st.DISCARDS_OPEN else len(position.discard)
    if hidden - coins - discarded < 1:
        raise UsageError(
            f"coins: the players have {coins}, but only {hidden - discarded} cards are out of sight, and one at least has to be "
            "left to draw"
        )
    public["draw_pile_size"] = hidden - coins - discarded


def _list_takes(public: Any) -> None:
    """The active player stopped, and may take its first card: the limit, and what it can pay for."""
    me, faces = int(public["me"]), public["faces"]
    public["step"] = st.TAKE
    public["limit"] = public["rules"]["take_limits"][public["colours"]] + public["governors"][me]
    options = []
    for place in range(int(public["harbour_size"])):
        face = public["harbour"][place]
        price = max(int(faces["cost"][face]) - int(public["discount"][me]), 0)
        if faces["kind"][face] == st.SHIP or price <= public["coins"][me]:
            options.append(place)
    public["options_size"] = len(options)
    public["options"][: len(options)] = options
