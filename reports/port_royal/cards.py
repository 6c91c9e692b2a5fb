"""A card set as text: the deck with counts and totals, and the rule parameters."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from analyzer.games.port_royal.cards import CardSet, Face, Rules
from reports.terminal import columns

_KINDS = {
    "ship": "Ships",
    "person": "Persons",
    "expedition": "Expeditions",
    "tax": "Tax increases",
}


def _abilities(face: Face) -> str:
    """A person's abilities in words."""
    words = [f"{face.swords} swords" if face.swords > 1 else "1 sword"] if face.swords else []
    words += [symbol for symbol in ("anchor", "cross", "house") if getattr(face, symbol)]
    words += ["any symbol"] if face.wild else []
    words += [f"{face.trader_colour} ships +1"] if face.trader_colour else []
    words += [f"hiring -{face.discount}"] if face.discount else []
    words += [
        name if times == 1 else f"{times}x {name}"
        for name in ("admiral", "governor", "jester")
        if (times := getattr(face, name))
    ]
    return ", ".join(words)


def _demand(face: Face) -> str:
    return ", ".join(f"{n} {symbol}" for symbol in ("anchor", "cross", "house") if (n := getattr(face, symbol)))


_COLUMNS: dict[str, list[tuple[str, Callable[[Face], str]]]] = {
    "ship": [
        ("colour", lambda f: f.colour),
        ("coins", lambda f: str(f.coins)),
        ("swords", lambda f: "skull" if f.skull else str(f.swords)),
    ],
    "person": [("cost", lambda f: str(f.cost)), ("VP", lambda f: str(f.vp)), ("abilities", _abilities)],
    "expedition": [
        ("demand", _demand),
        ("coins", lambda f: str(f.coins)),
        ("VP", lambda f: str(f.vp)),
        ("", lambda f: "5 players only" if f.five_player_only else ""),
    ],
    "tax": [
        ("pays", lambda f: {"max_swords": "most swords", "min_vp": "fewest VP"}[f.tax_bonus]),
        ("coins", lambda f: str(f.coins)),
    ],
}


def _totals(kind: str, faces: Sequence[Face]) -> str:
    def total(field: str) -> int:
        return sum(getattr(face, field) * face.count for face in faces)

    cards = sum(face.count for face in faces)
    facts = {
        "ship": f"{total('coins')} coins, {total('skull')} skulls",
        "person": f"cost {total('cost')}, {total('vp')} VP, {total('swords')} swords",
        "expedition": f"{total('vp')} VP, {total('coins')} coins",
        "tax": f"{total('coins')} coins",
    }
    return f"{_KINDS[kind]}: {cards} cards ({facts[kind]})"


def card_set_text(card_set: CardSet) -> str:
    """The deck by kind, each face with its count, totals, and the rule parameters with their meaning."""
    cards = sum(face.count for face in card_set.faces)
    head = [
        f"{card_set.name}: {card_set.title}",
        f"{cards} cards, {len(card_set.faces)} faces, colours {', '.join(card_set.colours)}",
    ]
    head += [f"Source: {card_set.source}"] if card_set.source else []
    head += [f"SHA-256 of faces, counts and rules: {card_set.sha256}"]
    parts = ["\n".join(head)]
    for kind in _KINDS:
        faces = [face for face in card_set.faces if face.kind == kind]
        if not faces:
            continue
        shown = _COLUMNS[kind]
        rows = [["face", "count", *[name for name, _ in shown]]]
        rows += [[face.id, str(face.count), *[text(face) for _, text in shown]] for face in faces]
        parts.append(_totals(kind, faces) + "\n" + "\n".join("  " + line for line in columns(rows, left=9)))
    rules = [["rule", "value", "meaning"]]
    for name, field in Rules.model_fields.items():
        value = getattr(card_set.rules, name)
        shown_value = " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
        rules.append([name, shown_value, field.description or ""])
    parts.append("Rule parameters\n" + "\n".join("  " + line for line in columns(rules, left=3)))
    return "\n\n".join(parts)
