"""Speed, side by side in one run: ratios only, since machines are shared and noisy. Not a test.

    python tests/bench/speed.py --against path/to/program     # another simulator: PROGRAM PLAYERS GAMES SEED THREADS
    python tests/bench/speed.py --threads 2                   # two threads against one
    python tests/bench/speed.py --memory                      # 10 million games against 100,000

Runs are interleaved; the medians of 9 are compared. The strategy is `yardstick`, through the ordinary path, all tables counted.
"""

import os
import resource
import statistics
import subprocess
import sys
import time
from typing import Annotated

import typer

from analyzer.experiments.simulate import make_plan
from analyzer.runner import play

RUNS = 9


def seconds(players, games, threads, seed):
    """Time of one run of ours."""
    plan = make_plan(["yardstick"], players=players, games=games, seed=seed)
    return play(plan, threads).seconds


def other_seconds(program, players, games, seed):
    """Time of one run of the other program, its start included (milliseconds)."""
    begun = time.perf_counter()
    subprocess.run([program, str(players), str(games), str(seed), "1"], check=True, capture_output=True)
    return time.perf_counter() - begun


def compare(name, ours, theirs):
    """Print the ratio of two lists of times."""
    a, b = statistics.median(ours), statistics.median(theirs)
    print(
        f"{name}: {a:.3f} s against {b:.3f} s, ratio {b / a:.3f}, by pairs {statistics.median(y / x for x, y in zip(ours, theirs, strict=True)):.3f}"
    )


def peak_megabytes(games):
    """Peak memory of a process that plays this many games."""
    code = f"import sys; sys.argv=['harbourmaster','simulate','yardstick','--games','{games}','--quiet']; import cli; cli.main()"
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.DEVNULL)
    _, _, usage = os.wait4(child.pid, 0)
    return usage.ru_maxrss / 1024


def main(
    against: Annotated[str, typer.Option(help="A program to compare with.")] = "",
    threads: Annotated[int, typer.Option(help="Compare this number of threads with one.")] = 0,
    memory: Annotated[bool, typer.Option("--memory", help="Compare the memory of a long run and a short one.")] = False,
    games: Annotated[int, typer.Option(help="Games of each run.")] = 100_000,
) -> None:
    """Measure what is asked for."""
    for players in (2, 4):
        seconds(players, 1000, 1, 0)
        if against:
            pairs = [(seconds(players, games, 1, i), other_seconds(against, players, games, i)) for i in range(RUNS)]
            compare(f"{players} players, games a second against {against}", *zip(*pairs, strict=True))
        if threads:
            pairs = [(seconds(players, games, threads, i), seconds(players, games, 1, i)) for i in range(RUNS)]
            compare(f"{players} players, {threads} threads against one", *zip(*pairs, strict=True))
    if memory:
        short, long = peak_megabytes(100_000), peak_megabytes(10_000_000)
        print(f"peak memory: {long:.1f} MB for 10,000,000 games, {short:.1f} MB for 100,000: {long - short:+.1f} MB")
    print(f"this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    typer.run(main)
