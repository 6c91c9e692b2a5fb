"""What a long run shows on stderr while it lasts."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analyzer.runner import Plan

PATIENCE = 2.0  # seconds before a bar is shown


@contextmanager
def progress(plans: Sequence[Plan], quiet: bool) -> Iterator[Callable[[int], None]]:
    """A progress bar for what takes longer than two seconds; one line before the rules are compiled.

    Yields
    ------
    callable
        To be called with the number of games that are finished.
    """
    if quiet:
        yield lambda games: _heed_interrupt()
        return
    announce_compiling(plans[0].game.is_compiled())
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} games"),
        BarColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    task = bar.add_task("", total=sum(plan.games_in(plan.blocks) for plan in plans))
    begun, shown = time.monotonic(), False

    def advance(games: int) -> None:
        nonlocal shown
        _heed_interrupt()
        if not shown and time.monotonic() - begun > PATIENCE:
            shown = True
            bar.start()
        bar.update(task, completed=games)

    try:
        yield advance
    finally:
        if shown:
            bar.stop()


def _heed_interrupt() -> None:
    """Raise a Ctrl-C again that was swallowed, as happens while compiled code is being loaded (see `cli._Interrupts`)."""
    if getattr(signal.getsignal(signal.SIGINT), "first", None) is not None:
        raise KeyboardInterrupt


def announce_compiling(is_compiled: bool) -> None:
    """Tell the user, in one line, that something will take a while."""
    from analyzer import jit

    if not jit.CACHE_IS_KEPT:
        print("the cache folder can't be written: compiling for this run alone ...", file=sys.stderr, flush=True)
    elif not is_compiled:
        print("compiling the simulator, once for this version: up to a minute ...", file=sys.stderr, flush=True)
