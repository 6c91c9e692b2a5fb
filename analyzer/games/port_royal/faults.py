"""What pydantic finds wrong, as lines for people."""

from __future__ import annotations

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from analyzer.errors import nearest

MOST_SHOWN = 60


def fault_lines(model: type[BaseModel], error: ValidationError) -> list[str]:
    """One line for each fault: field, value, what is valid, what the field means."""
    return [_line(model, detail) for detail in error.errors()]


def _line(model: type[BaseModel], detail: ErrorDetails) -> str:
    field = named(str(detail["loc"][0]))
    where = field + "".join(f"[{part}]" for part in detail["loc"][1:])
    if detail["type"] == "missing":
        return f"{where}: missing"
    if detail["type"] == "extra_forbidden":
        return f"{where}: unknown, {nearest(field, model.model_fields)}"
    shown = brief(detail["input"])
    message = detail["msg"][0].lower() + detail["msg"][1:]
    return f"{where}: {shown}: {message} ({model.model_fields[field].description})"


def named(text: str) -> str:
    """A name out of a file, in one line whatever it holds."""
    return text if text.isprintable() and len(text) <= MOST_SHOWN else brief(text)


def brief(value: object) -> str:
    """A value out of a file, as it would be written, cut if it is long."""
    text = repr(value)
    return text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 3] + "..."
