"""Comparing pictures with those that were looked at and kept. To keep new ones: NEW_BASELINES=1 python -m pytest tests/reports"""

import os
from pathlib import Path

import numpy as np
from PIL import Image

BASELINE = Path(__file__).parent / "baseline"


def same(found, name, tolerance):
    """Compare a picture (a file) with the one that is kept under a name: root mean square of the grey differences, 0 to 255."""
    kept = BASELINE / name
    if os.environ.get("NEW_BASELINES"):
        kept.parent.mkdir(exist_ok=True)
        Image.open(found).convert("RGB").convert("P", palette=Image.Palette.ADAPTIVE, colors=256).save(
            kept, optimize=True
        )
        return
    assert kept.exists(), f"{name} is not kept: look at {found}, then run with NEW_BASELINES=1"
    a, b = (np.asarray(Image.open(path).convert("RGB"), float) for path in (found, kept))
    assert a.shape == b.shape, f"{name}: {a.shape[:2]} instead of {b.shape[:2]} ({found})"
    difference = float(np.sqrt(((a - b) ** 2).mean()))
    assert difference < tolerance, f"{name}: differs by {difference:.2f} ({found})"
