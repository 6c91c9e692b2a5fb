"""Card sets as the text of files that `card_files` reads again."""

from __future__ import annotations

import csv
import io
from typing import Any

import tomli_w

from analyzer.games.port_royal.cards import OPTIONAL_COLUMNS, CardSet, Face, Rules


def toml_text(card_set: CardSet) -> str:
    """A whole set, rules and faces, as a TOML file that stands alone: it extends no other."""
    head: dict[str, Any] = {"name": card_set.name, "title": card_set.title, "source": card_set.source}
    rules = {
        name: list(value) if isinstance(value, tuple) else value for name, value in card_set.rules.model_dump().items()
    }
    faces = [face.model_dump(exclude_defaults=True) for face in card_set.faces]
    facts = {name: text for name, text in head.items() if text}
    return tomli_w.dumps({**facts, "colours": list(card_set.colours), "rules": rules, "new": faces})


def csv_text(card_set: CardSet) -> str:
    """The card list as CSV. Columns of abilities that the base game has not are left out if no face has them."""
    columns = [
        column
        for column in Face.model_fields
        if column not in OPTIONAL_COLUMNS or any(getattr(face, column) for face in card_set.faces)
    ]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([getattr(face, column) for column in columns] for face in card_set.faces)
    return text.getvalue()


def not_in_csv(card_set: CardSet, base: CardSet) -> str | None:
    """What a card list can't hold of a set, if anything: rules and colours that differ from those it is read with."""
    changed = [name for name in Rules.model_fields if getattr(card_set.rules, name) != getattr(base.rules, name)]
    changed += ["colours"] if card_set.colours != base.colours else []
    return f"not in the CSV file: {', '.join(changed)} (a TOML file holds them: --format toml)" if changed else None
