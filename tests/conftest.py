"""Fixtures and paths that all tests share."""

import sys
from pathlib import Path

for folder in (Path(__file__).parent, Path(__file__).parent / "games" / "port_royal"):
    sys.path.insert(0, str(folder))
