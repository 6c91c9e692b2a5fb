"""Card sets that nobody would print, to find what the base set never shows: for tests, and for checking strategies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from analyzer.games.port_royal import card_files
from analyzer.games.port_royal.cards import CardSet, Face

BASE = card_files.load(card_files.BASE)

Kind = Literal["ship", "person", "expedition", "tax"]


def made(name: str, faces: Iterable[Face], colours: tuple[str, ...] = BASE.colours, **rules: Any) -> CardSet:
    """The base set with other faces, colours, and rules."""
    return CardSet(name, name, "", colours, tuple(faces), BASE.rules.model_copy(update=rules))


def face(id_: str, kind: Kind, count: int, **fields: Any) -> Face:
    """A face that is named by its id."""
    return Face(id=id_, kind=kind, name=id_, count=count, **fields)


def of_kinds(*kinds: str) -> list[Face]:
    """The base set's faces of some kinds."""
    return [f for f in BASE.faces if f.kind in kinds]


EVERYTHING: dict[str, Any] = {
    "anchor": 1, "cross": 1, "house": 1, "swords": 2, "discount": 1, "admiral": 1, "governor": 1, "jester": 1, "trader_colour": "red",
}  # fmt: skip

ODD_SETS = [
    made("no-ships", of_kinds("person", "expedition", "tax")),
    made("two-colours", [f for f in BASE.faces if f.colour in ("", "red", "black") and f.trader_colour in ("", "red", "black")], ("red", "black")),
    made("taxes-and-persons", [*of_kinds("person"), face("tax-a", "tax", 20, coins=2, tax_bonus="max_swords"), face("tax-b", "tax", 20, coins=1, tax_bonus="min_vp")], tax_threshold=4),
    made("every-ability", [*of_kinds("ship", "expedition", "tax"), face("hero", "person", 30, cost=5, vp=1, **EVERYTHING)]),
    made("twelve-governors", [*of_kinds("ship", "expedition", "tax"), *[f for f in of_kinds("person") if f.governor == 0], face("governor", "person", 12, cost=3, governor=1)]),
    made("income-0", [*of_kinds("person", "tax"), *[f.model_copy(update={"coins": 0, "swords": 0}) for f in of_kinds("ship")]]),
    made("tiny-deck", [face("ship-a", "ship", 4, colour="red", coins=3), face("ship-b", "ship", 4, colour="blue", coins=2, swords=1), face("man", "person", 8, cost=1, vp=1, swords=1, jester=1), face("exp", "expedition", 1, coins=2, vp=2, anchor=1), face("tax", "tax", 2, coins=1, tax_bonus="max_swords")], goal=6, round_cap=12),
    made("fee-3", BASE.faces, fee=3, others_take_limit=2, jester_pay=2, admiral_pay=1, admiral_threshold=3),
    made("free", BASE.faces, fee=0, take_limits=(2, 0, 1), start_coins=(0,), claims="own_turn"),
    made("when-empty", BASE.faces, reshuffle="when_empty", draw_cap=7, round_cap=6),
    made("many-symbols", [*of_kinds("ship"), face("exp-big", "expedition", 6, coins=5, vp=7, anchor=2, cross=2, house=1), face("exp-one", "expedition", 4, coins=1, vp=1, house=1), face("a", "person", 10, cost=2, vp=0, anchor=1, cross=1), face("b", "person", 10, cost=1, vp=1, cross=1, house=1), face("j", "person", 6, cost=2, vp=2, wild=1), face("c", "person", 8, cost=1, vp=2, anchor=1)], goal=15),
    made("eight-colours", [face(f"s{c}{n}", "ship", 6, colour=c, coins=n, swords=n) for c in "abcdefgh" for n in (1, 3)] + [face("sailor", "person", 20, cost=2, vp=1, swords=2), face("gov", "person", 5, cost=2, vp=0, governor=2)], tuple("abcdefgh")),
    made("only-skulls", [f.model_copy(update={"skull": 1}) if f.kind == "ship" else f for f in BASE.faces], goal=8),
    made("stalemate", [face("s", "ship", 6, colour="red", coins=5), face("p", "person", 30, cost=0, vp=0)], ("red",), round_cap=8, goal=3),
    made("expedition-required", BASE.faces, expedition_required=True, start_coins=(1, 5, 3), claims_after_bust=True, goal=9),
    made("governors-later", [*of_kinds("ship", "expedition", "tax"), *[f for f in of_kinds("person") if f.governor == 0], face("governor", "person", 12, cost=3, governor=1)], governors_count="next_opportunity", discard_pile="hidden"),
    made("forced-duplicate", [*of_kinds("ship", "expedition", "tax"), *of_kinds("person"), face("hero", "person", 12, cost=2, vp=1, **EVERYTHING)], repel="forced_duplicate", claims_after_bust=True, claims="own_turn"),
    made("forced", [*of_kinds("ship", "expedition", "tax"), *of_kinds("person"), face("hero", "person", 12, cost=2, vp=1, **EVERYTHING)], repel="forced", discard_pile="hidden", reshuffle="when_empty"),
    made("contracts", [*of_kinds("ship", "expedition", "tax"), *of_kinds("person"), *[face(f"clerk-{c}", "person", 3, cost=2, vp=1, clerk_colour=c) for c in BASE.colours], face("gunner", "person", 8, cost=2, vp=1, gunner=1), face("vice", "person", 8, cost=2, vp=1, vice_admiral=2), face("all", "person", 4, cost=3, vp=2, gunner=2, vice_admiral=1, clerk_colour="red", trader_colour="blue", swords=1)], governors_count="next_opportunity", vice_admiral_from=2, vice_admiral_to=5, gunner_free_ships=2, gunner_pay=2),
    made("claims-after-bust", [*of_kinds("ship"), face("exp-big", "expedition", 6, coins=5, vp=7, anchor=2, cross=2, house=1), face("exp-one", "expedition", 4, coins=1, vp=1, house=1), face("a", "person", 10, cost=2, vp=0, anchor=1, cross=1), face("b", "person", 10, cost=1, vp=1, cross=1, house=1), face("j", "person", 6, cost=2, vp=2, wild=1), face("c", "person", 8, cost=1, vp=2, anchor=1)], goal=30, claims_after_bust=True, round_cap=30),
]  # fmt: skip
