"""Play tabletop games by the million and measure what happens.

``analyzer.simulate(...)``, ``compare(...)``, ``ladder(...)``, ``replay(...)`` and ``load(...)`` are what the command line calls.
They return result objects whose ``tables`` are tidy DataFrames.
"""

from __future__ import annotations

import importlib
from typing import Any

_EXPERIMENTS = {
    "simulate": "analyzer.experiments.simulate",
    "compare": "analyzer.experiments.compare",
    "replay": "analyzer.experiments.replay",
    "ladder": "analyzer.experiments.ladder",
    "load": "analyzer.result",
}
__all__ = ["compare", "ladder", "load", "replay", "simulate"]


def __getattr__(name: str) -> Any:
    if name in _EXPERIMENTS:
        return getattr(importlib.import_module(_EXPERIMENTS[name]), name)
    raise AttributeError(f"module 'analyzer' has no attribute {name!r}")
