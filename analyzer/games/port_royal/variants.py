"""What a card-set file changes in the set that it extends: counts, fields of faces, removed faces, new faces."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from analyzer.errors import nearest
from analyzer.games.port_royal.cards import Face
from analyzer.games.port_royal.faults import brief, fault_lines, named

#: The fields of a card-set file that are read here.
CHANGES = ("counts", "faces", "remove", "new")


def changed_faces(
    faces: tuple[Face, ...], data: dict[str, Any], colours: tuple[str, ...]
) -> tuple[tuple[Face, ...], list[str]]:
    """Apply the changes of a card-set file to a card list.

    Parameters
    ----------
    faces : tuple of Face
        The card list of the set that is extended.
    data : dict
        The file: ``counts`` (id -> count), ``faces`` (id -> fields), ``remove`` (ids), ``new`` (faces).
    colours : tuple of str
        The ship colours of the new set.

    Returns
    -------
    faces, faults
        The changed card list, and one line for each fault.
    """
    faults = _misformed(data)
    if faults:
        return faces, faults
    known = {face.id: face for face in faces}
    for key in ("counts", "faces", "remove"):
        faults += [
            f"{key}: no face {brief(id_)}, {nearest(id_, known)}" for id_ in data.get(key, ()) if id_ not in known
        ]
    for id_ in data.get("remove", ()):
        faults += [
            f"remove: {brief(id_)} is changed under [{key}], too"
            for key in ("counts", "faces")
            if id_ in data.get(key, {})
        ]
    fields: dict[str, dict[str, Any]] = {id_: dict(changes) for id_, changes in data.get("faces", {}).items()}
    for id_, count in data.get("counts", {}).items():
        fields.setdefault(id_, {})["count"] = count
    removed = set(data.get("remove", ()))
    found = []
    for face in faces:
        if face.id not in removed:
            changed = data.get("faces", {}).get(face.id, {})
            if "id" in changed:
                faults.append(f"faces.{face.id}, id: can't be changed: remove the face and add a [[new]] one")
                continue
            if "count" in changed and face.id in data.get("counts", {}):
                faults.append(f"faces.{face.id}, count: stands under [counts], too")
            face_, more = _made({**face.model_dump(), **fields.get(face.id, {})}, f"faces.{face.id}", colours)
            if face.id in data.get("counts", {}):
                more = [line.replace(f"faces.{face.id}, count:", f"counts.{face.id}, count:", 1) for line in more]
            faults += more
            found += [face_] if face_ else []
    for number, new in enumerate(data.get("new", ()), start=1):
        where = f"new[{number}] ({named(str(new.get('id', 'no id')))})"
        if new.get("id") in known:
            faults.append(f"{where}, id: {brief(new['id'])} is in the extended set already: change it under [faces]")
            continue
        if any(face.id == new.get("id") for face in found):
            faults.append(f"{where}, id: {brief(new['id'])} is the id of another new face already")
            continue
        face_, more = _made({"name": str(new.get("id", "")), **new}, where, colours)
        faults += more
        found += [face_] if face_ else []
    if not faults and not found:
        faults.append("no card is left in the list")
    return tuple(found), faults


def _misformed(data: dict[str, Any]) -> list[str]:
    """What has not the form of a change at all."""
    faults = []
    for key in ("counts", "faces"):
        if not isinstance(data.get(key, {}), dict):
            faults.append(f"{key}: {brief(data[key])} is not a table by face id")
    if isinstance(data.get("faces"), dict):
        faults += [
            f"faces.{named(i)}: {brief(f)} is not a table of fields"
            for i, f in data["faces"].items()
            if not isinstance(f, dict)
        ]
    removed = data.get("remove", [])
    if not isinstance(removed, list) or not all(isinstance(id_, str) for id_ in removed):
        faults.append(f"remove: {brief(removed)} is not a list of face ids")
    new = data.get("new", [])
    if not isinstance(new, list) or not all(isinstance(face, dict) for face in new):
        faults.append(f"new: {brief(new)} is not a list of faces ([[new]])")
    return faults


def _made(fields: dict[str, Any], where: str, colours: tuple[str, ...]) -> tuple[Face | None, list[str]]:
    try:
        face = Face.model_validate(fields)
    except ValidationError as error:
        return None, [f"{where}, {line}" for line in fault_lines(Face, error)]
    return face, [f"{where}, {field}: {brief(value)}: {why}" for field, value, why in face.faults(colours)]
