"""Play tabletop games by the million and measure what happens.

``analyzer.simulate(...)``, ``analyzer.compare(...)``, ``analyzer.replay(...)`` and ``analyzer.load(...)`` are what the command
line calls; they return result objects whose ``tables`` are tidy DataFrames.
"""

from __future__ import annotations

import importlib
from typing import Any

_EXPERIMENTS = {
    "simulate": "analyzer.experiments.simulate",
    "compare": "analyzer.experiments.compare",
    "replay": "analyzer.experiments.replay",
    "load": "analyzer.result",
}
__all__ = ["compare", "load", "replay", "simulate"]


def __getattr__(name: str) -> Any:
    if name in _EXPERIMENTS:
        return getattr(importlib.import_module(_EXPERIMENTS[name]), name)
    raise AttributeError(f"module 'analyzer' has no attribute {name!r}")
