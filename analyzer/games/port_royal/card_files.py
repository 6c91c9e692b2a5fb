"""Reading card sets from files: TOML for a set with its rules, CSV for a card list under the base rules.

All faults of a file are collected and reported together, each with file, row or field, value and what is valid.
"""

from __future__ import annotations

import csv
import io
import re
import tomllib
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from analyzer.errors import CardSetError, nearest
from analyzer.games.port_royal.cards import MIN_PLAYERS, OPTIONAL_COLUMNS, CardSet, Face, Rules, set_faults
from analyzer.games.port_royal.faults import brief, fault_lines, named
from analyzer.games.port_royal.variants import CHANGES, changed_faces

BASE = "base"
_TEXT_COLUMNS = ("id", "kind", "name", "colour", "trader_colour", "clerk_colour", "tax_bonus")
_TOP_KEYS = ("name", "title", "source", "extends", "colours", "cards", "rules", *CHANGES)


def shipped() -> list[str]:
    """Names of the card sets that come with the package, `base` first."""
    folder = resources.files(__package__) / "card_sets"
    names = sorted(entry.name[:-5] for entry in folder.iterdir() if entry.name.endswith(".toml"))
    return sorted(names, key=lambda name: name != BASE)


def load(spec: str) -> CardSet:
    """Load a card set.

    Parameters
    ----------
    spec : str
        The name of a set that ships with the package, or the path of a ``.toml`` or ``.csv`` file.

    Raises
    ------
    CardSetError
        With one line for each fault.
    """
    if spec in shipped():
        with resources.as_file(resources.files(__package__) / "card_sets" / f"{spec}.toml") as path:
            return replace(_load_toml(path), spec=spec)
    path = Path(spec)
    if path.is_dir():
        raise CardSetError(f"{spec}: is a folder, not a .toml or .csv file")
    if path.suffix not in (".toml", ".csv"):
        raise CardSetError(f"unknown card set {spec!r}: {nearest(spec, shipped())} (or give a .toml or .csv file)")
    if path.suffix == ".csv":
        base = load(BASE)
        text = _read(path)
        faces = _read_faces(path, text, base.colours)
        return _checked(path, CardSet(path.stem, path.name, "", base.colours, faces, base.rules, spec))
    return replace(_load_toml(path), spec=spec)


def _read(path: Path) -> str:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CardSetError(f"{path}: {error.strerror or error}") from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CardSetError(f"{path}: byte {error.start} is not UTF-8 text") from None
    if not text.strip():
        raise CardSetError(f"{path}: the file is empty")
    if "\0" in text:
        raise CardSetError(f"{path}: not a text file (it holds a NUL character)")
    return text


def _checked(path: Path, card_set: CardSet) -> CardSet:
    faults = set_faults(card_set.colours, card_set.faces, card_set.rules)
    if faults:
        raise CardSetError("\n".join(f"{path}: {fault}" for fault in faults))
    card_set.check_players(MIN_PLAYERS)
    return card_set


def _load_toml(path: Path) -> CardSet:
    try:
        data = tomllib.loads(_read(path))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise CardSetError(f"{path}: not a TOML file: {str(error) or 'nested too deeply'}") from None
    faults = [f"{named(key)}: unknown field, {nearest(key, _TOP_KEYS)}" for key in data if key not in _TOP_KEYS]
    for key in ("name", "title", "source", "extends", "cards"):
        if key in data and not isinstance(data[key], str):
            faults.append(f"{key}: {brief(data[key])} is not text")
        elif key in data and (not data[key].strip() or not data[key].isprintable()):
            faults.append(f"{key}: {brief(data[key])} is not one line of text")
    rules = data.get("rules", {})
    if not isinstance(rules, dict):
        faults.append(f"rules: {brief(rules)} is not a table of rule parameters")
    colours = data.get("colours")
    if colours is not None and not (
        isinstance(colours, list)
        and colours
        and all(isinstance(c, str) and c.strip() == c != "" and c.isprintable() for c in colours)
    ):
        faults.append(f"colours: {brief(colours)} is not a list of names")
        colours = None
    faults = [f"{path}: {fault}" for fault in faults]
    if any(key in data and not isinstance(data[key], str) for key in ("extends", "cards")) or not isinstance(
        rules, dict
    ):
        raise CardSetError("\n".join(faults))  # what would follow from these is no fault of the file's
    try:
        extended = _extended(path, data)
    except CardSetError as error:
        raise CardSetError("\n".join([*faults, str(error)])) from None
    colours = tuple(colours) if colours is not None else extended.colours if extended else ()
    inherited = extended.rules.model_dump() if extended else {}
    read_rules: Rules | None = None
    try:
        read_rules = Rules.model_validate({**inherited, **rules})
    except ValidationError as error:
        faults += [f"{path}: rules.{line}" for line in fault_lines(Rules, error)]
    faces: tuple[Face, ...] = extended.faces if extended else ()
    changes = [key for key in CHANGES if key in data]
    if "cards" in data and changes:
        faults.append(f"{path}: {changes[0]}: can't change the card list that `cards` names: change that file")
    elif not extended and changes not in ([], ["new"]):
        faults.append(f"{path}: {changes[0]}: changes the card list of a set that is extended, and there is none")
    if "cards" in data:
        cards = path.parent / data["cards"]
        try:
            faces = _read_faces(cards, _read(cards), colours)
        except CardSetError as error:
            faults += [f"{path}: cards: {line}" for line in str(error).splitlines()]
    elif extended or "new" in data:
        faces, more = changed_faces(faces, data, colours)
        faults += [f"{path}: {line}" for line in more]
    else:
        faults.append(
            f"{path}: cards: missing; name a CSV file with the card list, list the faces as [[new]], or say which set this one "
            "extends"
        )
    if faults or read_rules is None:
        raise CardSetError("\n".join(faults))
    name = data.get("name", path.stem)
    found = CardSet(name, data.get("title", name), data.get("source", ""), colours, faces, read_rules, str(path))
    return _checked(path, found)


def _extended(path: Path, data: dict[str, Any]) -> CardSet | None:
    """The set that a file extends: always one that ships, so that no circle can arise."""
    name = data.get("extends")
    if name is None:
        return None
    if name not in shipped() or (path.stem == name and path.parent.name == "card_sets"):
        raise CardSetError(f"{path}: extends: unknown card set {brief(name)}, {nearest(name, shipped())}")
    return load(name)


def _read_faces(path: Path, text: str, colours: tuple[str, ...]) -> tuple[Face, ...]:
    """The rows of a card list; all faults of all rows at once."""
    try:
        first = text.partition("\n")[0]
        for separator, name in ((";", "semicolons"), ("\t", "tabs")):
            if separator in first and "," not in first:
                raise CardSetError(f"{path}: row 1: the cells are separated by {name}: use commas")
        rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    except csv.Error as error:
        raise CardSetError(f"{path}: not a CSV file: {error}") from None
    header, body = [cell.strip() for cell in rows[0]], rows[1:]
    while (
        header and not header[-1] and not any(len(row) >= len(header) and row[len(header) - 1].strip() for row in body)
    ):
        header = header[:-1]  # a spreadsheet's empty columns
        body = [row[: len(header)] for row in body]
    columns = list(Face.model_fields)
    if not set(header) & set(columns):
        raise CardSetError(f"{path}: row 1 is no header: the first row names the columns, {', '.join(columns)}")
    faults = [f"row 1: column {c} is missing" for c in columns if c not in header and c not in OPTIONAL_COLUMNS]
    faults += [f"row 1: unknown column {brief(c)}, {nearest(c, columns)}" for c in header if c not in columns]
    faults += [f"row 1: column {c} stands there twice" for c in columns if header.count(c) > 1]
    if faults:
        raise CardSetError("\n".join(f"{path}: {fault}" for fault in faults))
    faces: list[Face] = []
    first_row: dict[str, int] = {}
    for number, row in enumerate(body, start=2):
        if not any(cell.strip() for cell in row):
            continue
        if len(row) != len(header):
            faults.append(f"row {number}: {len(row)} cells instead of {len(header)}")
            continue
        cells = {column: cell.strip() for column, cell in zip(header, row, strict=True)}
        card = named(cells["id"]) or "no id"
        where = f"row {number} ({card}), column "
        if cells["id"] in first_row:
            faults.append(f"{where}id: {brief(cells['id'])} stands in row {first_row[cells['id']]} already")
        first_row.setdefault(cells["id"], number)
        try:
            face = Face.model_validate({c: _cell(c, value) for c, value in cells.items()})
        except ValidationError as error:
            faults += [f"{where}{line}" for line in fault_lines(Face, error)]
            continue
        faults += [f"{where}{field}: {brief(value)}: {reason}" for field, value, reason in face.faults(colours)]
        faces.append(face)
    if faults:
        raise CardSetError("\n".join(f"{path}: {fault}" for fault in faults))
    if not faces:
        raise CardSetError(f"{path}: no card in the list")
    return tuple(faces)


def _cell(column: str, text: str) -> str | int:
    """A cell as its column wants it; what is no number is left as text, for the check to refuse."""
    if column in _TEXT_COLUMNS:
        return text
    if text == "" and column != "count":
        return 0
    return int(text) if re.fullmatch(r"[+-]?[0-9]{1,9}", text) else text
