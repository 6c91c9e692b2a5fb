"""What a card list adds up to: what a designer looks at before a game is played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from analyzer.games.port_royal.cards import CardSet, Face

Totals = Mapping[str, Mapping[str, float]]


def totals(card_set: CardSet) -> Totals:
    """Totals by group and name, copies counted; five-player cards included. NaN where there is nothing to divide by.

    Groups: ``cards by kind``, ``ships by colour``, ``ships that n swords repel`` (skulls never), ``coins and points``.
    """
    faces = card_set.faces
    ships = [face for face in faces if face.kind == "ship"]
    persons = [face for face in faces if face.kind == "person"]
    expeditions = [face for face in faces if face.kind == "expedition"]
    kinds = {
        kind: _cards(face for face in faces if face.kind == kind) for kind in ("ship", "person", "expedition", "tax")
    }
    strongest = max((face.swords for face in ships if not face.skull), default=0)
    repelled = {
        str(swords): _cards(face for face in ships if not face.skull and face.swords <= swords)
        for swords in range(strongest + 1)
    }
    income, cost, vp = _sum(ships, "coins"), _sum(persons, "cost"), _sum(persons, "vp")
    return {
        "cards by kind": {**kinds, "all": _cards(faces)},
        "ships by colour": {
            colour: _cards(face for face in ships if face.colour == colour) for colour in card_set.colours
        },
        "ships that n swords repel": repelled,
        "coins and points": {
            "income of all ships": income,
            "income per ship": _ratio(income, _cards(ships)),
            "hire cost of all persons": cost,
            "VP of all persons": vp,
            "VP per coin of hire cost": _ratio(vp, cost),
            "swords of all persons": _sum(persons, "swords"),
            "VP of all expeditions": _sum(expeditions, "vp"),
            "reward of all expeditions": _sum(expeditions, "coins"),
        },
    }


def _cards(faces: Iterable[Face]) -> int:
    return sum(face.count for face in faces)


def _sum(faces: Iterable[Face], field: str) -> int:
    return sum(getattr(face, field) * face.count for face in faces)


def _ratio(numerator: float, denominator: float) -> float:
    return numerator / denominator if denominator else float("nan")
