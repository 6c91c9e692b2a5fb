"""Card sets: what a set is, and what makes one valid.

A card set is data: faces with counts, and rule parameters. No number of the base game stands in the simulator.
Files are read in card_files.py; expand.py turns a set into arrays.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from analyzer.errors import CardSetError
from analyzer.games.port_royal.state import (
    MAX_CARDS,
    MAX_COLOURS,
    MAX_DRAW_CAP,
    MAX_FACES,
    MAX_PLAYERS,
    MAX_ROUND_CAP,
)

MIN_PLAYERS = 2

Amount = Annotated[int, Field(ge=0, le=99)]
Few = Annotated[int, Field(ge=0, le=9)]
Flag = Annotated[int, Field(ge=0, le=1)]

_ABILITY_COLUMNS = ("wild", "discount", "admiral", "governor", "jester", "gunner", "vice_admiral")
_SYMBOL_COLUMNS = ("anchor", "cross", "house")
#: Columns that a card list may leave out: abilities that the base game has not.
OPTIONAL_COLUMNS = ("gunner", "vice_admiral", "clerk_colour")


class Face(BaseModel):
    """One row of the card list: everything printed on a card, and how many copies there are."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    id: str = Field(min_length=1, max_length=60, description="unique name of the face")
    kind: Literal["ship", "person", "expedition", "tax"] = Field(description="kind of card")
    name: str = Field(max_length=60, description="name printed on the card")
    colour: str = Field("", description="a ship's colour")
    coins: Amount = Field(0, description="a ship's income, an expedition's reward, a tax increase's bonus")
    cost: Amount = Field(0, description="a person's hire cost in coins")
    vp: Few = Field(0, description="victory points")
    swords: Amount = Field(0, description="a ship's strength, or a person's swords")
    skull: Flag = Field(0, description="1: the ship can't be repelled")
    anchor: Few = Field(0, description="anchors that a person has or an expedition demands")
    cross: Few = Field(0, description="crosses that a person has or an expedition demands")
    house: Few = Field(0, description="houses that a person has or an expedition demands")
    wild: Flag = Field(0, description="1: the person stands for any one symbol")
    trader_colour: str = Field("", description="ships of this colour pay 1 coin more")
    discount: Few = Field(0, description="coins that hiring costs less")
    admiral: Few = Field(0, description="times the admiral's pay")
    governor: Few = Field(0, description="further cards that may be taken")
    jester: Few = Field(0, description="times the jester's pay")
    tax_bonus: Literal["", "max_swords", "min_vp"] = Field("", description="whom a tax increase pays")
    five_player_only: Flag = Field(0, description="1: open from the start with five players, else in the box")
    count: Annotated[int, Field(ge=0, le=MAX_CARDS)] = Field(description="number of copies")
    gunner: Few = Field(0, description="times the gunner's pay")
    vice_admiral: Few = Field(0, description="times the vice admiral's pay")
    clerk_colour: str = Field("", description="trading a ship of this colour raises the limit by one")

    def faults(self, colours: tuple[str, ...]) -> list[tuple[str, object, str]]:
        """What this row can't mean, as (field, value, reason)."""
        found: list[tuple[str, object, str]] = []
        for field in ("id", "name"):
            if not getattr(self, field).isprintable():
                found.append((field, getattr(self, field), "holds a character that can't be printed"))
        if self.id != self.id.strip():
            found.append(("id", self.id, "begins or ends with a space"))
        choices = ", ".join(colours) or "none"
        if self.kind == "ship" and self.colour not in colours:
            found.append(("colour", self.colour, f"a ship's colour is one of {choices}"))
        if self.kind != "ship":
            found += [(f, getattr(self, f), "only a ship has one") for f in ("colour", "skull") if getattr(self, f)]
        if self.kind == "person":
            for field in ("trader_colour", "clerk_colour"):
                colour = getattr(self, field)
                if colour and colour not in colours:
                    found.append((field, colour, f"choose from {choices}, or leave it empty"))
            if self.coins:
                found.append(("coins", self.coins, "a person has none"))
        else:
            only = ("cost", "trader_colour", "clerk_colour", *_ABILITY_COLUMNS)
            found += [(f, getattr(self, f), "only a person has one") for f in only if getattr(self, f)]
        if self.kind == "expedition":
            if not any(getattr(self, f) for f in _SYMBOL_COLUMNS):
                found.append(("anchor", 0, "an expedition demands at least one anchor, cross or house"))
        elif self.five_player_only:
            found.append(("five_player_only", 1, "only an expedition can be"))
        if self.kind in ("ship", "tax"):
            found += [(f, getattr(self, f), f"a {self.kind} has none") for f in _SYMBOL_COLUMNS if getattr(self, f)]
            if self.vp:
                found.append(("vp", self.vp, f"a {self.kind} has none"))
        if self.kind in ("expedition", "tax") and self.swords:
            found.append(("swords", self.swords, f"a {self.kind} has none"))
        if (self.kind == "tax") != bool(self.tax_bonus):
            reason = "a tax increase pays max_swords or min_vp" if self.kind == "tax" else "only a tax increase has one"
            found.append(("tax_bonus", self.tax_bonus, reason))
        return found


class Rules(BaseModel):
    """The rule parameters of a card set. Source: rules.md, the numbers in italics."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    start_coins: tuple[Annotated[int, Field(ge=0, le=40)], ...] = Field(
        min_length=1,
        max_length=MAX_PLAYERS,
        strict=False,
        description="coins that each player gets at set-up: one number, or by seat, the last one for all further seats",
    )
    goal: int = Field(ge=1, le=200, description="victory points that signal the end")
    expedition_required: bool = Field(description="whether only players with an expedition can signal the end, and win")
    take_limits: tuple[Annotated[int, Field(ge=0, le=20)], ...] = Field(
        min_length=1,
        max_length=MAX_COLOURS + 1,
        strict=False,
        description="cards the active player may take with 0, 1, 2, ... colours; one more for each colour beyond the table",
    )
    others_take_limit: int = Field(ge=0, le=20, description="cards any other player may take")
    governors_count: Literal["at_once", "next_opportunity"] = Field(description="from when on a new governor counts")
    tax_threshold: int = Field(ge=1, le=999, description="coins from which a tax increase takes half")
    fee: int = Field(ge=0, le=20, description="coins paid to the active player for each card taken on its turn")
    admiral_threshold: int = Field(ge=0, le=MAX_CARDS, description="cards in the harbour from which admirals pay")
    admiral_pay: int = Field(ge=0, le=20, description="coins for each admiral")
    jester_pay: int = Field(ge=0, le=20, description="coins for each jester")
    gunner_pay: int = Field(ge=0, le=20, description="coins for each gunner, by ships in the harbour")
    gunner_free_ships: int = Field(
        ge=0, le=MAX_COLOURS, description="ships in the harbour that gunners are not paid for"
    )
    vice_admiral_from: int = Field(ge=0, le=MAX_CARDS, description="cards in the harbour from which vice admirals pay")
    vice_admiral_to: int = Field(ge=0, le=MAX_CARDS, description="cards in the harbour up to which vice admirals pay")
    vice_admiral_pay: int = Field(ge=0, le=20, description="coins for each vice admiral")
    draw_cap: int = Field(ge=1, le=MAX_DRAW_CAP, description="draws in one turn after which the player has to stop")
    round_cap: int = Field(ge=1, le=MAX_ROUND_CAP, description="rounds after which a game is stopped as unfinished")
    claims: Literal["any_opportunity", "own_turn"] = Field(description="when expeditions may be claimed")
    claims_after_bust: bool = Field(description="whether the active player may claim expeditions after its own bust")
    repel: Literal["choice", "forced_duplicate", "forced"] = Field(
        description="whether a ship that can be repelled must be: never, if it would bust, always"
    )
    reshuffle: Literal["when_needed", "when_empty"] = Field(description="when the discard pile becomes the draw pile")
    discard_pile: Literal["open", "hidden"] = Field(description="whether players know what lies in the discard pile")

    @field_validator("start_coins", mode="before")
    @classmethod
    def _one_number(cls, value: object) -> object:
        """One number is a table of one; numbers at the end that say what the last one says already are left out."""
        if type(value) is int:
            return (value,)
        if isinstance(value, list | tuple):
            value = list(value)
            while len(value) > 1 and value[-1] == value[-2] and type(value[-1]) is type(value[-2]):
                value.pop()
        return value

    def start_coins_of(self, seat: int) -> int:
        """Coins that a seat gets at set-up."""
        return self.start_coins[min(seat, len(self.start_coins) - 1)]

    def take_limit(self, colours: int) -> int:
        """Cards the active player may take with this many colours in the harbour."""
        beyond = max(0, colours - (len(self.take_limits) - 1))
        return self.take_limits[min(colours, len(self.take_limits) - 1)] + beyond


@dataclass(frozen=True)
class CardSet:
    """A checked card set.

    Attributes
    ----------
    name, title, source : str
        Name to select it by, a line of description, and where it comes from.
    colours : tuple of str
        The ship colours, in the order of their numbers.
    faces : tuple of Face
        The card list; a face's number is its place here.
    rules : Rules
        The rule parameters.
    spec : str
        What to type for it: its name if it ships, else its file.
    """

    name: str
    title: str
    source: str
    colours: tuple[str, ...]
    faces: tuple[Face, ...]
    rules: Rules
    spec: str = ""

    @property
    def sha256(self) -> str:
        """Hash of faces, counts and rules; the name, title and source don't count."""
        facts = {
            "colours": self.colours,
            "faces": [face.model_dump(exclude_defaults=True) for face in self.faces],
            "rules": self.rules.model_dump(),
        }
        return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()

    def shuffled_cards(self) -> int:
        """How many cards are shuffled into the draw pile: all but those for five players only."""
        return sum(face.count for face in self.faces if not face.five_player_only)

    def cards_in_play(self, players: int) -> int:
        """How many cards a game with this many players has."""
        return sum(face.count for face in self.faces if players == MAX_PLAYERS or not face.five_player_only)

    def check_players(self, players: int) -> None:
        """Refuse a number of players for whom there are not enough cards.

        Raises
        ------
        CardSetError
            If the start coins and one card to draw don't come out of the deck.
        """
        coins = sum(self.rules.start_coins_of(seat) for seat in range(players))
        have = self.shuffled_cards()
        if have < coins + 1:
            raise CardSetError(
                f"card set {self.spec or self.name}: {have} cards are too few to deal: {players} players with "
                f"{coins} start coins in all need at least {coins + 1}"
            )


def set_faults(colours: tuple[str, ...], faces: tuple[Face, ...], rules: Rules) -> list[str]:
    """What is wrong with a set as a whole: too much of something, or rules that its cards can't meet."""
    found = []
    if rules.expedition_required and not any(face.kind == "expedition" and face.count for face in faces):
        found.append("rules.expedition_required: true: the set has no expedition, so nobody could ever win")
    if rules.vice_admiral_from > rules.vice_admiral_to:
        found.append(
            f"rules.vice_admiral_from: {rules.vice_admiral_from}: is more than vice_admiral_to, {rules.vice_admiral_to}"
        )
    if len(faces) > MAX_FACES:
        found.append(f"{len(faces)} faces are too many: at most {MAX_FACES}")
    cards = sum(face.count for face in faces)
    if cards > MAX_CARDS:
        found.append(f"{cards} cards are too many: at most {MAX_CARDS}")
    if len(colours) > MAX_COLOURS:
        found.append(f"colours: {len(colours)} are too many: at most {MAX_COLOURS}")
    if len(set(colours)) < len(colours):
        found.append("colours: one is named twice")
    return found
