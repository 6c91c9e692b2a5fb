"""A card set as text: the deck with counts and totals, and the rule parameters."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from analyzer.errors import CardSetError
from analyzer.games.port_royal.cards import MIN_PLAYERS, CardSet, Face, Rules
from analyzer.games.port_royal.totals import totals
from reports.terminal import columns

REPELLED = "ships that n swords repel"

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
    words += [f"{face.clerk_colour} ships +1 card"] if face.clerk_colour else []
    words += [f"hiring -{face.discount}"] if face.discount else []
    words += [
        name.replace("_", " ") if times == 1 else f"{times}x {name.replace('_', ' ')}"
        for name in ("admiral", "governor", "jester", "gunner", "vice_admiral")
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
        rules.append([name, _rule_value(getattr(card_set.rules, name)), field.description or ""])
    parts.append("Rule parameters\n" + "\n".join("  " + line for line in columns(rules, left=3)))
    return "\n\n".join(parts)


def _rule_value(value: object) -> str:
    """A rule parameter as it is written in a file, but for brackets and quotes."""
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def diff_text(a: CardSet, b: CardSet) -> str:
    """What differs between two sets: rule parameters, colours, faces by id with the fields that changed, and all totals."""
    names = [a.name, b.name] if a.name != b.name else [a.spec or a.name, b.spec or b.name]
    rules, faces = differences(a, b)
    if not rules and not faces:
        same = a.sha256 == b.sha256
        return f"{names[0]} and {names[1]} are the same" + ("" if same else " but for the order of their faces")
    parts = []
    if rules:
        parts.append(["Rule parameters", *columns([["rule", *names], *rules], left=3)])
    if faces:
        parts.append(["Faces", *columns([["face", "field", *names], *faces], left=4)])
        for group, rows in _both_totals(a, b).items():
            parts.append([group[0].upper() + group[1:], *columns([["", *names, "difference"], *rows])])
    return "\n\n".join("\n".join(part) for part in parts)


def differences(a: CardSet, b: CardSet) -> tuple[list[list[str]], list[list[str]]]:
    """What differs between two sets: rows (rule, value in a, value in b), and rows (face, field, value in a, value in b)."""
    rules = [
        [name, _rule_value(getattr(a.rules, name)), _rule_value(getattr(b.rules, name))]
        for name in Rules.model_fields
        if getattr(a.rules, name) != getattr(b.rules, name)
    ]
    if a.colours != b.colours:
        rules.append(["colours", " ".join(a.colours), " ".join(b.colours)])
    return rules, _face_differences({face.id: face for face in a.faces}, {face.id: face for face in b.faces})


def check_text(spec: str, card_set: CardSet, most: int) -> str:
    """That a set is sound, and what one might not expect of it.

    Parameters
    ----------
    spec : str
        What was typed.
    card_set : CardSet
    most : int
        The largest number of players.
    """
    lines = [f"{spec}: a sound card set: {card_set.name}, SHA-256 {card_set.sha256}"]
    sums = totals(card_set)
    kinds, coins = sums["cards by kind"], sums["coins and points"]
    points = coins["VP of all persons"] + coins["VP of all expeditions"]
    if points < card_set.rules.goal:
        lines.append(f"note: all cards together hold {points} VP: nobody can reach the goal, {card_set.rules.goal}")
    lines += [f"note: it has no {kind}s" for kind in ("ship", "person") if not kinds[kind]]
    for players in range(MIN_PLAYERS, most + 1):
        try:
            card_set.check_players(players)
        except CardSetError as error:
            lines.append(f"note: can't be dealt to {players} players: {error}")
    return "\n".join(lines)


def _both_totals(a: CardSet, b: CardSet) -> dict[str, list[list[str]]]:
    """By group of totals: rows (name, value in a, value in b, difference)."""
    found: dict[str, list[list[str]]] = {}
    sums_a, sums_b = totals(a), totals(b)
    for group in sums_a:
        for name in dict.fromkeys([*sums_a[group], *sums_b[group]]):
            # More swords than the strongest ship needs repel what it needs.
            last = [list(sums[group].values())[-1] if group == REPELLED else math.nan for sums in (sums_a, sums_b)]
            values = [sums[group].get(name, rest) for sums, rest in zip((sums_a, sums_b), last, strict=True)]
            cells = [*map(_total, values), _total(values[1] - values[0], sign="+")]
            found.setdefault(group, []).append([name, *cells])
    return found


def _total(value: float, sign: str = "") -> str:
    if math.isnan(value):
        return "-"
    return f"{value:{sign}d}" if isinstance(value, int) else f"{value:{sign}.3f}"


def _face_differences(a: dict[str, Face], b: dict[str, Face]) -> list[list[str]]:
    """Rows (face, field, value in a, value in b); of a face that one set lacks, all that is printed on it."""
    rows = []
    for id_ in [*a, *(id_ for id_ in b if id_ not in a)]:
        if id_ not in a or id_ not in b:
            there = (a.get(id_) or b[id_]).model_dump(exclude_defaults=True)
            shown = {"count": there.pop("count"), **{k: v for k, v in there.items() if k not in ("id", "name")}}
            rows += [[id_, field, *(str(value) if id_ in s else "-" for s in (a, b))] for field, value in shown.items()]
            continue
        for field in Face.model_fields:
            old, new = getattr(a[id_], field), getattr(b[id_], field)
            if old != new:
                rows.append([id_, field, str(old), str(new)])
    return rows
