"""Fixtures and paths that all tests share."""

import sys
from pathlib import Path

for folder in (".", "games/port_royal", "reports"):
    sys.path.insert(0, str(Path(__file__).parent / folder))
