"""A card set as text: the deck with counts and totals, and the rule parameters."""

from __future__ import annotations

import csv
import io
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


def diff_text(a: CardSet, b: CardSet) -> str:
    """What differs between two sets: rule parameters, colours, faces by id with the fields that changed, totals by kind."""
    rules = [
        [name, str(getattr(a.rules, name)), str(getattr(b.rules, name))]
        for name in Rules.model_fields
        if getattr(a.rules, name) != getattr(b.rules, name)
    ]
    if a.colours != b.colours:
        rules.append(["colours", " ".join(a.colours), " ".join(b.colours)])
    faces = _face_differences({face.id: face for face in a.faces}, {face.id: face for face in b.faces})
    if not rules and not faces:
        same = a.sha256 == b.sha256
        return f"{a.name} and {b.name} are the same" + ("" if same else " but for the order of their faces")
    parts = []
    if rules:
        parts.append(["Rule parameters", *columns([["rule", a.name, b.name], *rules], left=3)])
    if faces:
        totals = [
            [kind, *(str(sum(face.count for face in s.faces if face.kind == kind)) for s in (a, b))] for kind in _KINDS
        ]
        parts.append(["Faces", *columns([["face", "field", a.name, b.name], *faces], left=4)])
        parts.append(["Cards by kind", *columns([["kind", a.name, b.name], *totals])])
    return "\n\n".join("\n".join(part) for part in parts)


def _face_differences(a: dict[str, Face], b: dict[str, Face]) -> list[list[str]]:
    """Rows (face, field, value in a, value in b); a face that one set lacks is one row with its count."""
    rows = []
    for id_ in [*a, *(id_ for id_ in b if id_ not in a)]:
        if id_ not in a or id_ not in b:
            rows.append([id_, "count", *(str(s[id_].count) if id_ in s else "-" for s in (a, b))])
            continue
        for field in Face.model_fields:
            old, new = getattr(a[id_], field), getattr(b[id_], field)
            if old != new:
                rows.append([id_, field, str(old), str(new)])
    return rows


def csv_text(card_set: CardSet) -> str:
    """The card list as CSV, in the form that `--card-set` reads."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(Face.model_fields)
    for face in card_set.faces:
        row = face.model_dump()
        writer.writerow(row[field] for field in Face.model_fields)
    return text.getvalue()


def not_in_csv(card_set: CardSet, base: CardSet) -> str | None:
    """What a card list can't hold of a set, if anything: rules and colours that differ from those it is read with."""
    changed = [name for name in Rules.model_fields if getattr(card_set.rules, name) != getattr(base.rules, name)]
    changed += ["colours"] if card_set.colours != base.colours else []
    return f"not in the CSV file: {', '.join(changed)} (a TOML file holds them)" if changed else None
