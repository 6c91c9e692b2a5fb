"""A strategy described without programming: a TOML file that names one with parameters, and gives them values."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from analyzer.errors import StrategyError, nearest

ENDING = ".toml"
_FIELDS = ("summary", "strategy", "params")


@dataclass(frozen=True)
class Preset:
    """What the file says.

    Attributes
    ----------
    strategy : str
        Name of the strategy, or the path of its file.
    params : str
        The values, ``name=value,...``.
    """

    strategy: str
    params: str


def read_preset(path: Path) -> Preset:
    """Read a preset.

    Raises
    ------
    StrategyError
        With one line for each fault.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise StrategyError(f"{path}: {error.strerror or error}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise StrategyError(f"{path}: not a TOML file: {error}") from None
    faults = [f"{key}: unknown field, {nearest(key, _FIELDS)}" for key in data if key not in _FIELDS]
    strategy, params = data.get("strategy"), data.get("params", {})
    if not isinstance(strategy, str) or not strategy:
        faults.append('strategy: missing; name the strategy whose parameters these are, such as "weights"')
    if not isinstance(params, dict):
        faults.append("params: is not a table of parameters with their values")
        params = {}
    plain = {
        name: value
        for name, value in params.items()
        if isinstance(value, int | float | str) and not isinstance(value, bool)
    }
    faults += [
        f"params.{name}: {value!r} is no parameter's value" for name, value in params.items() if name not in plain
    ]
    if faults:
        raise StrategyError("\n".join(f"{path}: {fault}" for fault in faults))
    return Preset(str(strategy), ",".join(f"{name}={value}" for name, value in plain.items()))
