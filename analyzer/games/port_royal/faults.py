"""What pydantic finds wrong, as lines for people."""

from __future__ import annotations

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from analyzer.errors import nearest


def fault_lines(model: type[BaseModel], error: ValidationError) -> list[str]:
    """One line for each fault: field, value, what is valid, what the field means."""
    return [_line(model, detail) for detail in error.errors()]


def _line(model: type[BaseModel], detail: ErrorDetails) -> str:
    field = str(detail["loc"][0])
    where = field + "".join(f"[{part}]" for part in detail["loc"][1:])
    if detail["type"] == "missing":
        return f"{where}: missing"
    if detail["type"] == "extra_forbidden":
        return f"{where}: unknown, {nearest(field, model.model_fields)}"
    value = repr(detail["input"])
    shown = value if len(value) <= 60 else value[:57] + "..."
    message = detail["msg"][0].lower() + detail["msg"][1:]
    return f"{where}: {shown}: {message} ({model.model_fields[field].description})"
