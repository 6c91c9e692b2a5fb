"""All numba policy: flags, and a cache that can't be stale.

numba keys its disk cache by the file of the outermost function only: editing a jitted function or a constant in *another*
file silently keeps the old machine code. So the cache lives in a folder named by a hash of every source of the simulators;
an edit anywhere leads to a new, empty folder. Import this module before anything is decorated.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import platform
import shutil
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite.binding
import numba
import numpy as np
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.extending import register_jitable

# Strategies are called as first-class functions, so that a new line-up compiles no kernel. numba calls them experimental.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

_FLAGS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
_CHECKED: dict[str, Any] = {
    "nogil": True,
    "error_model": "python",
    "boundscheck": True,
}  # as plain Python: faults are raised
_NO_ALLOCATION: dict[str, Any] = {**_FLAGS, "_nrt": False}


def sources() -> list[Path]:
    """All files whose text decides what the simulators compute: the package ``analyzer``."""
    return sorted(Path(__file__).parent.rglob("*.py"))


def digest(paths: Iterable[Path]) -> str:
    """SHA-256 over names and contents of files, as hex."""
    total = hashlib.sha256()
    for path in paths:
        total.update(path.name.encode())
        total.update(path.read_bytes())
    return total.hexdigest()


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _cache_home() -> Path:
    chosen = os.environ.get("HARBOURMASTER_CACHE_DIR")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(base) if base else Path.home() / ".cache") / "harbourmaster"
    except RuntimeError:  # no home folder at all
        return Path(tempfile.gettempdir()) / "harbourmaster"


def _cache_folder() -> tuple[Path, bool]:
    """The cache folder of exactly these sources, this numba, this Python and these debug flags.

    A folder that can't be written (a read-only install) is replaced by a temporary one, so that importing never fails. Returns
    the folder, and whether it is kept.
    """
    facts = f"{digest(sources())} {numba.__version__} {platform.machine()} {sys.version} {numba.config.BOUNDSCHECK}"
    name = hashlib.sha256(facts.encode()).hexdigest()[:24]
    folder = _cache_home() / name
    if _writable(folder):
        return folder, True
    folder = Path(tempfile.mkdtemp(prefix="harbourmaster-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder, False


CACHE_FOLDER, CACHE_IS_KEPT = _cache_folder()
numba.config.CACHE_DIR = str(CACHE_FOLDER)
# The kernels' loops run over a handful of cards: vector code for them is longer, slower to compile and slower to run.
numba.config.LOOP_VECTORIZE = 0
# For the same reason loops of unknown length are not unrolled.
llvmlite.binding.set_option("harbourmaster", "-unroll-runtime=false")


def inlined(function: Callable[..., Any]) -> Any:
    """Compile a small function into whoever calls it. It must not allocate."""
    return numba.njit(forceinline=True, **_NO_ALLOCATION)(function)


def called(function: Callable[..., Any]) -> Any:
    """Compile a rarely used function once, called by others. It must not allocate."""
    return numba.njit(**_NO_ALLOCATION)(function)


def entry(function: Callable[..., Any]) -> Any:
    """Compile a function that Python calls; its machine code is kept on disk."""
    return numba.njit(cache=True, **_NO_ALLOCATION)(function)


def allocating(signature: Any = None) -> Any:
    """Compile a function that may allocate arrays, and that Python or other compiled code calls; kept on disk."""
    return numba.njit(signature, cache=True, **_FLAGS)


def decision(signature: Any) -> Any:
    """Compile a strategy's decision with one explicit signature; its machine code is kept on disk.

    Indices are checked: a strategy that reads beyond an array would else see hidden cards, or write into another seat's memory.
    """
    return numba.njit(signature, cache=True, **_CHECKED)


def callable_from_decisions(function: Any) -> Any:
    """Let decisions call a plain function: compiled like them, with indices checked."""
    return register_jitable(**_CHECKED)(function)


@inlined
def at(index):  # type: ignore[no-untyped-def]
    """An index that is known not to be negative. (Compiled code would else check each for counting from the end.)"""
    return np.uint64(index)


def is_compiled(name: str) -> bool:
    """Whether something was marked as compiled (and so lies in the cache) by `mark_compiled`."""
    return (CACHE_FOLDER / f"{name}.compiled").exists()


@cache
def mark_compiled(name: str) -> None:
    """Remember that something has been compiled, so that the next process need not announce it."""
    (CACHE_FOLDER / f"{name}.compiled").touch()
