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
from analyzer.game import Game
from analyzer.line_up import LineUp, parse_line_up, split_spec
from analyzer.registry import find_game, find_strategy
from analyzer.strategy_file import StrategyFile

TIME_LIMIT = 180.0
GAMES = 10_000
PLAIN_GAMES = 40
BANNED_GAMES = 40
PATIENCE = 30.0  # seconds for each of the two longest checks; a slow strategy plays as many games as there is time for


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
        A strategy as it is typed: a name or the path of a file, with parameters.
    games : int
        How many games it has to play legally; a slow one plays fewer, and the remark says so.
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
    pace = _Pace()

    def load() -> str:
        strategy = find_strategy(game, split_spec(spec)[1])
        for name in strategy.functions:
            strategy.compiled(name)
        found.append(strategy)
        return ", ".join(strategy.functions) or f"nothing of its own: as {strategy.default}"

    yield "is loaded and compiled", load
    yield "says what it does", lambda: _described(found[0])
    yield "uses all its parameters", lambda: _parameters(found[0])
    yield "plays legally", lambda: _plays(game, spec, games, pace)
    yield "plays odd card sets legally", lambda: _odd_sets(game, spec, pace)
    yield "answers the same again", lambda: _repeats(game, spec, pace)
    yield "answers the same in plain Python", lambda: _plain(game, spec, pace)
    yield "keeps to the answers it is offered", lambda: _banned(game, spec, pace)


class _Pace:
    """How much of a check a slow strategy can be asked for."""

    seconds_per_game = 0.0

    def games(self, wanted: int, seconds: float) -> int:
        """As many games as are wanted, or as can be played in so many seconds; at least one."""
        if self.seconds_per_game * wanted <= seconds:
            return wanted
        return max(1, int(seconds / self.seconds_per_game))


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


def _plays(game: str, spec: str, games: int, pace: _Pace) -> str:
    """Legal games at all numbers of players: against itself, and a few against the default strategy."""
    found = find_game(game)
    card_set = found.card_set(found.default_card_set)
    parts = []
    usual = parse_line_up(game, found, [spec], found.usual_seats, "balanced")
    pace.seconds_per_game = _seconds_per_game(found, card_set, usual)
    wanted = pace.games(games, PATIENCE)
    begun = time.perf_counter()
    for players in found.seats:
        line_up = parse_line_up(game, found, [spec], players, "balanced")
        deals = -(-wanted // len(found.seats))
        parts.append(_counts(game, card_set, line_up, 1, deals))
        _counts(game, card_set, _line_up(game, spec, players), 2, max(1, deals // players // 4))
    seconds = time.perf_counter() - begun
    played = sum(int(part["games"].sum()) for part in parts)
    remark = found.conduct(parts)
    fewer = f" (not {games:,}: it is slow)" if wanted < games else ""
    cost = pace.seconds_per_game / found.decisions_in(card_set, usual, 7, 0)
    scale, unit = (1e9, "nano") if cost < 1e-6 else (1e6, "micro") if cost < 1e-3 else (1e3, "milli")
    return f"{played:,} games{fewer}, {played / seconds:,.0f} a second; a decision takes {cost * scale:.3g} {unit}seconds{remark}"


def _seconds_per_game(found: Game, card_set: Any, line_up: LineUp) -> float:
    """Measured on as many games as take a while; the first one, which loads things, doesn't count."""
    worker = found.worker(card_set, line_up, 7)
    deals = 1
    while True:
        seatings, weight_class = line_up.seatings(7, 0, deals)
        begun = time.perf_counter()
        counts = worker.play(0, seatings, weight_class, len(line_up.weights))
        seconds = time.perf_counter() - begun
        if deals > 1 and (seconds > 0.3 or deals >= 4096):
            return seconds / int(counts["games"].sum())
        deals *= 2


def _odd_sets(game: str, spec: str, pace: _Pace) -> str:
    """All of them; a slow strategy plays only those that ship, for games with odd ones can be very long."""
    found = find_game(game)
    sets = found.odd_card_sets()
    numbers = (found.seats.start, found.seats.stop - 1)
    slow = pace.seconds_per_game * 12 * len(sets) * sum(numbers) > PATIENCE
    for card_set in [found.card_set(name) for name in found.card_sets()] if slow else sets:
        for players in numbers[-1:] if slow else numbers:
            try:
                _counts(game, card_set, _line_up(game, spec, players), 3, 1 if slow else 12)
            except HarbourmasterError as error:
                raise _Fault(f"card set {card_set.name}, {players} players: {error}") from None
    if slow:
        return f"{len(found.card_sets())} card sets that ship (not {len(sets) - len(found.card_sets())} odd ones: it is slow)"
    return f"{len(sets)} card sets"


def _repeats(game: str, spec: str, pace: _Pace) -> str:
    found = find_game(game)
    card_set = found.card_set(found.default_card_set)
    line_up = _line_up(game, spec, found.usual_seats)
    deals = pace.games(60, PATIENCE / 10)
    first, second = (_counts(game, card_set, line_up, 4, deals).tobytes() for _ in range(2))
    if first != second:
        raise _Fault(
            "the same deals gave other games: it depends on something that is neither the view nor its own memory"
        )
    return ""


def _plain(game: str, spec: str, pace: _Pace) -> str:
    """The same body runs compiled and as plain Python, and answers the same."""
    found = find_game(game)
    card_set = found.card_set(found.default_card_set)
    games = pace.games(PLAIN_GAMES, PATIENCE / 4)
    for deal in range(games):
        players = found.seats[deal % len(found.seats)]
        line_up = _line_up(game, spec, players)
        expected = found.plain_game(card_set, line_up, 5, deal, deal % players)
        if found.trace(card_set, line_up, 5, deal, deal % players)[1:] != expected:
            raise _Fault(f"compiled and plain Python play deal {deal} with {players} players differently")
    return f"{games} games"


def _banned(game: str, spec: str, pace: _Pace) -> str:
    """Some legal answers are withheld at random: a strategy that works out by itself what is legal would still give them."""
    found = find_game(game)
    card_set, bans = found.card_set(found.default_card_set), random.Random(6)
    games = pace.games(BANNED_GAMES, PATIENCE / 4)
    for deal in range(games):
        players = found.seats[deal % len(found.seats)]
        found.plain_game(card_set, _line_up(game, spec, players), 6, deal, deal % players, bans)
    return f"{games} games"


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
