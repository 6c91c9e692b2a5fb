"""From a plan to a merged tally: blocks of deals, played by threads, added by number.

A plan cuts its deals into fixed blocks of whole seating cycles, independent of the number of threads. Block b belongs to group b
mod G. An interrupted run keeps the finished blocks up to the first gap: its sums are those of a shorter run of the same seed.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyzer.game import Game, Worker
from analyzer.line_up import LineUp
from analyzer.tally import Tally

MAX_GROUPS = 128
BLOCK_GAMES = 4096


@dataclass(frozen=True)
class Plan:
    """What is to be played.

    Attributes
    ----------
    game : Game
    card_set : object
    line_up : LineUp
    seed : int
    deals : int
        Number of deals, from deal 0 on.
    """

    game: Game
    card_set: Any
    line_up: LineUp
    seed: int
    deals: int

    @property
    def cycles(self) -> int:
        """Seating cycles that are begun."""
        return -(-self.deals // self.line_up.cycle)

    @property
    def groups(self) -> int:
        """Number of groups for intervals: 128, or a whole cycle each in a small run (a cut last cycle joins the first)."""
        return max(1, min(MAX_GROUPS, self.deals // self.line_up.cycle))

    @property
    def block_deals(self) -> int:
        """Deals in a block: whole cycles, at least 128 blocks if there are enough, and not too many games."""
        per_cycle = self.line_up.cycle * self.line_up.games_per_deal
        return self.line_up.cycle * max(1, min(BLOCK_GAMES // per_cycle, self.cycles // MAX_GROUPS))

    @property
    def blocks(self) -> int:
        """Number of blocks."""
        return -(-self.deals // self.block_deals)

    def deals_in(self, blocks: int) -> int:
        """Deals in the first blocks."""
        return min(self.deals, blocks * self.block_deals)


@dataclass(frozen=True)
class Played:
    """What a run came to: the tally of the first `deals` deals."""

    tally: Tally
    deals: int
    seconds: float
    interrupted: bool


def deals_for(line_up: LineUp, games: int) -> int:
    """The number of whole deals that holds at least this many games."""
    return -(-games // line_up.games_per_deal)


def play(plan: Plan, threads: int, progress: Callable[[int], None] = lambda _: None) -> Played:
    """Play a plan.

    Parameters
    ----------
    plan : Plan
    threads : int
        Number of threads; the result is the same for any number.
    progress : callable, optional
        Called with the number of deals whenever a block is finished.

    Returns
    -------
    Played
        After Ctrl-C, the finished prefix.

    Raises
    ------
    StrategyFault
        From the first block, by number, in which a strategy broke the rules.
    """
    first = plan.game.worker(plan.card_set, plan.line_up, plan.seed)
    nobody = np.full((1, 1, plan.line_up.players), -1, np.int8)
    first.play(0, nobody, np.zeros(1, np.int8), len(plan.line_up.weights))  # compiles, plays nothing
    spare, local = [first], threading.local()
    stop = threading.Event()

    def block(number: int) -> np.ndarray[Any, Any] | None:
        if stop.is_set():
            return None
        if not hasattr(local, "worker"):
            local.worker = spare.pop() if spare else plan.game.worker(plan.card_set, plan.line_up, plan.seed)
        return _play_block(plan, local.worker, number)

    tally = Tally(plan.game.counts, plan.groups)
    done, interrupted, started = 0, False, time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        blocks = _in_order(pool, block, plan.blocks, 4 * threads)
        try:
            for number, records in blocks:
                tally.add(number % plan.groups, records, plan.line_up.weights)
                done = number + 1
                progress(plan.deals_in(done))
        except KeyboardInterrupt:
            interrupted = done < plan.blocks
        finally:
            stop.set()
    return Played(tally, plan.deals_in(done), time.perf_counter() - started, interrupted)


def _play_block(plan: Plan, worker: Worker, number: int) -> np.ndarray[Any, Any]:
    first = number * plan.block_deals
    deals = plan.deals_in(number + 1) - first
    seatings, weight_class = plan.line_up.seatings(plan.seed, first, deals)
    return worker.play(first, seatings, weight_class, len(plan.line_up.weights))


def _in_order(
    pool: ThreadPoolExecutor, task: Callable[[int], Any], count: int, ahead: int
) -> Iterator[tuple[int, Any]]:
    """The results of task(0), task(1), ... in order, with a bounded number of them under way."""
    waiting: list[Future[Any]] = []
    for number in range(count):
        waiting.append(pool.submit(task, number))
        if len(waiting) == ahead:
            yield number - ahead + 1, waiting.pop(0).result()
    left = count - len(waiting)
    for place, future in enumerate(waiting):
        yield left + place, future.result()
