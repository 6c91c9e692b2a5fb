"""From a plan to a merged tally: blocks of deals, played by threads, added by number.

A plan cuts its deals into fixed blocks of whole seating cycles, independent of the number of threads. Block b belongs to group b
mod G. An interrupted run keeps the finished blocks up to the first gap: its sums are those of a shorter run of the same seed.
"""

from __future__ import annotations

import itertools
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyzer.game import Game, Worker
from analyzer.line_up import LineUp
from analyzer.tally import Tally

Array = np.ndarray[Any, Any]

MAX_GROUPS = 128
BLOCK_GAMES = 4096
MOST_RECENT = 256  # blocks whose counts are kept before they are added up


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

    def games_in(self, blocks: int) -> int:
        """Games in the first blocks."""
        return self.deals_in(blocks) * self.line_up.games_per_deal


@dataclass(frozen=True)
class Played:
    """What a run came to: the tally of the first `deals` deals. Of plans played together, each has its part of the time."""

    tally: Tally
    deals: int
    seconds: float
    interrupted: bool


def deals_for(line_up: LineUp, games: int) -> int:
    """The number of whole deals that holds at least this many games."""
    return -(-games // line_up.games_per_deal)


def play(plan: Plan, threads: int, progress: Callable[[int], None] = lambda _: None) -> Played:
    """Play a plan. See `play_together`, which plays several."""
    return play_together([plan], threads, progress)[0]


def play_together(
    plans: Sequence[Plan], threads: int, progress: Callable[[int], None] = lambda _: None
) -> list[Played]:
    """Play several plans by turns: block 0 of each, then block 1 of each, and so on.

    Parameters
    ----------
    plans : sequence of Plan
    threads : int
        Number of threads; the results are the same for any number.
    progress : callable, optional
        Called with the number of games of all plans that are finished.

    Returns
    -------
    list of Played
        One for each plan. After Ctrl-C, of each plan the finished prefix; plans with equal blocks are cut at the same deal, so
        that they can still be compared.

    Raises
    ------
    StrategyFault
        From the first block, by number, in which a strategy broke the rules.
    """
    spare = [[_ready(plan)] for plan in plans]  # a worker of each plan for the thread that asks first
    local = threading.local()
    stop = threading.Event()

    def play_block(number: int, i: int) -> Array | None:
        if stop.is_set():
            return None
        workers = vars(local).setdefault("workers", {})
        if i not in workers:
            workers[i] = spare[i].pop() if spare[i] else _worker(plans[i])
        return _play_block(plans[i], workers[i], number)

    counted = _Counted([Tally(plan.game.counts, plan.groups) for plan in plans], 0, [])
    interrupted, started = False, time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        try:
            for round_ in _rounds(_in_order(pool, play_block, _turns(plans), 4 * threads)):
                counted.recent.append(round_)
                if len(counted.recent) * len(plans) > MOST_RECENT:
                    counted = counted.settled(plans)
                progress(sum(plan.games_in(counted.blocks(plan)) for plan in plans))
        except KeyboardInterrupt:
            interrupted = True
        finally:
            stop.set()
    counted = counted.settled(plans)
    seconds = (time.perf_counter() - started) / len(plans)
    return [
        Played(tally, plan.deals_in(counted.blocks(plan)), seconds, interrupted and counted.blocks(plan) < plan.blocks)
        for plan, tally in zip(plans, counted.tallies, strict=True)
    ]


_Block = tuple[int, int, Array]  # number, plan, counts


@dataclass(frozen=True)
class _Counted:
    """Whole rounds of blocks. Those that came last are only kept, and added up later: Ctrl-C finds a round or does not."""

    tallies: list[Tally]
    settled_rounds: int
    recent: list[list[_Block]]

    def blocks(self, plan: Plan) -> int:
        """How many blocks of a plan are there."""
        return min(plan.blocks, self.settled_rounds + len(self.recent))

    def settled(self, plans: Sequence[Plan]) -> _Counted:
        """The same, everything added up, in tallies of its own."""
        tallies = [tally.copy() for tally in self.tallies]
        for number, i, counts in itertools.chain.from_iterable(self.recent):
            tallies[i].add(number % plans[i].groups, counts, plans[i].line_up.weights)
        return _Counted(tallies, self.settled_rounds + len(self.recent), [])


def _turns(plans: Sequence[Plan]) -> Iterator[tuple[int, int]]:
    """The blocks of all plans, (number, plan), in the order in which they are played."""
    for number in range(max(plan.blocks for plan in plans)):
        for i, plan in enumerate(plans):
            if number < plan.blocks:
                yield number, i


def _rounds(blocks: Iterator[tuple[tuple[int, int], Array]]) -> Iterator[list[_Block]]:
    """Blocks of the same number together."""
    for _, together in itertools.groupby(blocks, key=lambda block: block[0][0]):
        yield [(number, i, counts) for (number, i), counts in together]


def _worker(plan: Plan) -> Worker:
    return plan.game.worker(plan.card_set, plan.line_up, plan.seed)


def _ready(plan: Plan) -> Worker:
    """A worker whose rules and strategies are compiled: it has played nothing, once."""
    worker = _worker(plan)
    nobody = np.full((1, 1, plan.line_up.players), -1, np.int8)
    worker.play(0, nobody, np.zeros(1, np.int8), len(plan.line_up.weights))
    return worker


def _play_block(plan: Plan, worker: Worker, number: int) -> Array:
    first = number * plan.block_deals
    deals = plan.deals_in(number + 1) - first
    seatings, weight_class = plan.line_up.seatings(plan.seed, first, deals)
    return worker.play(first, seatings, weight_class, len(plan.line_up.weights))


def _in_order(
    pool: ThreadPoolExecutor, task: Callable[..., Any], turns: Iterator[tuple[int, int]], ahead: int
) -> Iterator[tuple[tuple[int, int], Any]]:
    """The results of task(*turn) for all turns, in order, with a bounded number of them under way."""
    waiting: deque[tuple[tuple[int, int], Future[Any]]] = deque()
    for turn in turns:
        waiting.append((turn, pool.submit(task, *turn)))
        if len(waiting) == ahead:
            done, future = waiting.popleft()
            yield done, future.result()
    for done, future in waiting:
        yield done, future.result()
