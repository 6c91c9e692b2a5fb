"""A new game is a new folder: it runs through the shared code and the command line without a shared line that knows it."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from analyzer.errors import UsageError
from analyzer.experiments.simulate import simulate
from analyzer.registry import find_game, strategy_names

FOLDER = str(Path(__file__).parent / "toy_game")


def test_it_is_found_by_its_folder():
    assert find_game(FOLDER).title == "Lookout"
    assert strategy_names(FOLDER) == ["bold", "chance"]


def test_seven_seats_in_teams_with_a_private_card():
    result = simulate(["bold", "3xchance", "3xbold:lowest=9"], game=FOLDER, games=7_000, seed=3)
    table = result.tables["strategies"].set_index("strategy")
    assert result.run.players == 7 and result.run.games == 7_000 and result.run.deals == 1_000
    assert table.loc["bold", "win_rate"] > table.loc["chance", "win_rate"]
    # The private card is a fair one: bold calls 5 to 9 of 1 to 9, and chance half of the time.
    assert table.loc["bold", "call_rate_low"] <= 5 / 9 <= table.loc["bold", "call_rate_high"]
    assert table.loc["chance", "call_rate_low"] <= 1 / 2 <= table.loc["chance", "call_rate_high"]


def test_everybody_sits_on_every_seat_and_orders_are_drawn():
    from analyzer.line_up import parse_line_up

    line_up = parse_line_up(
        FOLDER, find_game(FOLDER), ["bold", "chance", *[f"bold:lowest={n}" for n in (1, 2, 3, 4, 6)]], None, "balanced"
    )
    orders = {line_up.order_of(1, deal) for deal in range(200)}
    assert len(orders) > 150
    for deal in range(3):
        seated = np.array(line_up.rotations(line_up.order_of(1, deal)))
        assert all(sorted(column) == list(range(7)) for column in seated.T)


def test_results_do_not_depend_on_threads():
    runs = [simulate(["bold", "6xchance"], game=FOLDER, games=7_000, threads=n).tally.sums for n in (1, 3)]
    assert (runs[0] == runs[1]).all()


def test_eight_players_are_too_many():
    with pytest.raises(UsageError, match="played by 2 to 7"):
        simulate(["bold"], game=FOLDER, players=8)


def test_it_runs_from_the_command_line():
    command = [
        sys.executable,
        "-m",
        "cli",
        "simulate",
        "bold",
        "--game",
        FOLDER,
        "--games",
        "700",
        "--format",
        "json",
        "--quiet",
    ]
    done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parent.parent, check=True)
    answer = json.loads(done.stdout)
    assert answer["run"]["game"] == "toy-game" and answer["tables"]["strategies"][0]["games"] == 4_900
