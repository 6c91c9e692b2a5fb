"""Is a strategy sound? What a stranger's file has to pass, checked in a process of its own with a time limit.

The parent (`check_strategy`) starts a child that runs the checks one after the other and prints a line of JSON for each. A child
that does not come back in time is ended, and the check that it was at has failed.
"""

from __future__ import annotations

import ast
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from analyzer.errors import HarbourmasterError
from analyzer.line_up import parse_line_up
from analyzer.registry import find_game, find_strategy
from analyzer.strategy_file import StrategyFile

TIME_LIMIT = 180.0
GAMES = 10_000
PLAIN_GAMES = 40
BANNED_GAMES = 40


@dataclass(frozen=True)
class Check:
    """The outcome of one check.

    Attributes
    ----------
    name : str
        What was checked.
    fault : str or None
        What is wrong, in one line or several; None if nothing is.
    remark : str
        A figure worth knowing.
    """

    name: str
    fault: str | None = None
    remark: str = ""


def check_strategy(game: str, spec: str, games: int = GAMES, time_limit: float = TIME_LIMIT) -> Iterator[Check]:
    """Check a strategy in a child process.

    Parameters
    ----------
    game : str
        Name or folder of the game.
    spec : str
        Name of a strategy, or the path of its file.
    games : int
        How many games it has to play legally.
    time_limit : float
        Seconds for all checks together.

    Yields
    ------
    Check
        As they are finished; nothing more after the first that fails, for the later ones would only repeat it.
    """
    command = [sys.executable, "-P", "-m", "analyzer.conformance", game, spec, str(games)]
    said = tempfile.TemporaryFile("w+")  # noqa: SIM115 (a pipe that nobody reads would fill up and stop the child)
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=said, text=True)
    begun, last = time.monotonic(), "is loaded and compiled"
    timer: _ending | None = None
    assert child.stdout is not None
    try:
        for line in child.stdout:
            facts = json.loads(line)
            if "ready" in facts:  # the simulator is compiled: the time runs from here
                begun, timer = time.monotonic(), _ending(child, time_limit)
                continue
            if "next" in facts:
                last = facts["next"]
                continue
            yield Check(**facts)
            if facts["fault"] is not None:
                return
        child.wait()
        if time.monotonic() - begun > time_limit:
            yield Check(last, f"did not come back within {time_limit:g} seconds: a decision that never returns?")
        elif child.returncode != 0:
            said.seek(0)
            last_line = (said.read().strip().splitlines() or [f"exit code {child.returncode}"])[-1]
            yield Check(last, f"the process ended: {last_line}")
    finally:
        if timer is not None:
            timer.cancel()
        child.kill()
        child.wait()
        child.stdout.close()
        said.close()


class _ending:  # noqa: N801 (reads as a statement)
    """Kills a process after a time."""

    def __init__(self, child: subprocess.Popen[str], seconds: float) -> None:
        import threading

        self.timer = threading.Timer(seconds, child.kill)
        self.timer.daemon = True
        self.timer.start()

    def cancel(self) -> None:
        """The process has ended by itself."""
        self.timer.cancel()


# ---------------------------------------------------------------- in the child


def run_checks(game: str, spec: str, games: int) -> Iterator[tuple[str, Callable[[], str]]]:
    """The checks in their order: a name, and a function that returns a remark or raises HarbourmasterError."""
    found: list[StrategyFile] = []

    def load() -> str:
        strategy = find_strategy(game, spec)
        for name in strategy.functions:
            strategy.compiled(name)
        found.append(strategy)
        return ", ".join(strategy.functions) or f"nothing of its own: as {strategy.default}"

    yield "is loaded and compiled", load
    yield "says what it does", lambda: _described(found[0])
    yield "uses all its parameters", lambda: _parameters(found[0])
    yield f"plays {games:,} games legally", lambda: _plays(game, spec, games)
    yield "plays odd card sets legally", lambda: _odd_sets(game, spec)
    yield "answers the same again", lambda: _repeats(game, spec)
    yield "answers the same in plain Python", lambda: _plain(game, spec)
    yield "keeps to the answers it is offered", lambda: _banned(game, spec)


class _Fault(HarbourmasterError):
    """A check that failed."""


def _described(strategy: StrategyFile) -> str:
    if not strategy.summary:
        raise _Fault("the file has no docstring: its first line is the summary")
    if not strategy.source:
        raise _Fault("the docstring names no source: add a line that begins with 'Source:'")
    unexplained = [param.name for param in strategy.params if not param.meaning.strip()]
    if unexplained:
        raise _Fault(f"parameters without a meaning: {', '.join(unexplained)}")
    return ""


def _parameters(strategy: StrategyFile) -> str:
    """Every declared parameter is read somewhere: ``params.name``, or the parameters are indexed."""
    tree = ast.parse(strategy.path.read_text(encoding="utf-8"))
    names = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    indexed = any(
        isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "params"
        for node in ast.walk(tree)
    )
    unused = [param.name for param in strategy.params if param.name not in names and not indexed]
    if unused:
        raise _Fault(f"declared and never used: {', '.join(unused)}")
    return f"{len(strategy.params)} parameters"


def _line_up(game: str, spec: str, players: int, rival: str | None = None) -> Any:
    found = find_game(game)
    others = rival or found.default_strategy
    specs = [spec, *[others] * (players - 1)] if others != spec else [spec]
    return parse_line_up(game, found, specs, players, "balanced")


def _counts(game: str, card_set: Any, line_up: Any, seed: int, deals: int) -> np.ndarray[Any, Any]:
    worker = find_game(game).worker(card_set, line_up, seed)
    seatings, weight_class = line_up.seatings(seed, 0, deals)
    return worker.play(0, seatings, weight_class, len(line_up.weights))


def _plays(game: str, spec: str, games: int) -> str:
    found = find_game(game)
    card_set = found.card_set(found.default_card_set)
    parts, seconds, begun = [], 0.0, time.perf_counter()
    for players in found.seats:
        line_up = parse_line_up(game, found, [spec], players, "balanced")
        deals = -(-games // len(found.seats))
        parts.append(_counts(game, card_set, line_up, 1, deals))
        _counts(game, card_set, _line_up(game, spec, players), 2, max(1, deals // players // 4))
    seconds = time.perf_counter() - begun
    remark = found.conduct(parts)
    played = sum(int(part["games"].sum()) for part in parts)
    return f"{played / seconds:,.0f} games a second{remark}"


def _odd_sets(game: str, spec: str) -> str:
    found = find_game(game)
    sets = found.odd_card_sets()
    for card_set in sets:
        for players in (found.seats.start, found.seats.stop - 1):
            try:
                _counts(game, card_set, _line_up(game, spec, players), 3, 12)
            except HarbourmasterError as error:
                raise _Fault(f"card set {card_set.name}, {players} players: {error}") from None
    return f"{len(sets)} card sets"


def _repeats(game: str, spec: str) -> str:
    found = find_game(game)
    card_set = found.card_set(found.default_card_set)
    line_up = _line_up(game, spec, found.usual_seats)
    first, second = (_counts(game, card_set, line_up, 4, 60).tobytes() for _ in range(2))
    if first != second:
        raise _Fault(
            "the same deals gave other games: it depends on something that is neither the view nor its own memory"
        )
    return ""


def _plain(game: str, spec: str) -> str:
    """The same body runs compiled and as plain Python, and answers the same."""
    found = find_game(game)
    card_set = found.card_set(found.default_card_set)
    for deal in range(PLAIN_GAMES):
        players = found.seats[deal % len(found.seats)]
        line_up = _line_up(game, spec, players)
        expected = found.plain_game(card_set, line_up, 5, deal, deal % players)
        if found.trace(card_set, line_up, 5, deal, deal % players)[1:] != expected:
            raise _Fault(f"compiled and plain Python play deal {deal} with {players} players differently")
    return f"{PLAIN_GAMES} games"


def _banned(game: str, spec: str) -> str:
    """Some legal answers are withheld at random: a strategy that works out by itself what is legal would still give them."""
    found = find_game(game)
    card_set, bans = found.card_set(found.default_card_set), random.Random(6)
    for deal in range(BANNED_GAMES):
        players = found.seats[deal % len(found.seats)]
        found.plain_game(card_set, _line_up(game, spec, players), 6, deal, deal % players, bans)
    return f"{BANNED_GAMES} games"


def _child(game: str, spec: str, games: int) -> None:
    """Compile the simulator, run the checks and print what comes of them; stop after the first that fails."""
    found = find_game(game)
    line_up = parse_line_up(game, found, [found.default_strategy], found.seats.start, "balanced")
    _counts(game, found.card_set(found.default_card_set), line_up, 0, 1)
    found.trace(found.card_set(found.default_card_set), line_up, 0, 0, 0)
    print(json.dumps({"ready": True}), flush=True)
    for name, check in run_checks(game, spec, games):
        print(json.dumps({"next": name}), flush=True)
        try:
            result = Check(name, None, check())
        except HarbourmasterError as error:
            result = Check(name, str(error))
        except Exception as error:  # whatever a stranger's strategy raises in plain Python
            result = Check(name, f"raised {type(error).__name__}: {error}")
        print(json.dumps(asdict(result)), flush=True)
        if result.fault is not None:
            return


if __name__ == "__main__":
    _child(sys.argv[1], sys.argv[2], int(sys.argv[3]))
