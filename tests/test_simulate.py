"""Runs: the same for any number of threads, repeatable, interruptible, saved and loaded; figures that don't depend on typing order."""

import itertools
import json
import threading

import numpy as np
import pandas as pd
import pytest

from analyzer.errors import InputError, OutputError, UsageError
from analyzer.experiments.replay import replay
from analyzer.experiments.simulate import make_plan, run_plan, simulate
from analyzer.result import check_folder, load
from reports.terminal import result_json

FOUR = ["yardstick", "cautious", "greedy", "random"]
TIMING = ("elapsed_seconds", "games_per_second")


def as_json(**options):
    answer = json.loads(result_json(simulate(FOUR, games=20_000, **options)))
    for name in TIMING:
        del answer["run"][name]
    return json.dumps(answer)


def test_identical_for_any_number_of_threads_and_other_for_another_seed():
    one = as_json(seed=7, threads=1)
    assert one == as_json(seed=7, threads=2) == as_json(seed=7, threads=5)
    assert json.loads(one)["tables"] != json.loads(as_json(seed=8, threads=2))["tables"]


def test_the_typed_order_does_not_change_the_figures():
    results = []
    for order in itertools.permutations(FOUR[1:]):
        table = simulate([FOUR[0], *order], games=40_000, seed=3).tables["strategies"]
        results.append(table.set_index("strategy"))
    for name in FOUR:
        rows = [table.loc[name] for table in results]
        for a, b in itertools.combinations(rows, 2):
            errors = [(row.win_rate_high - row.win_rate_low) / 2 / 1.98 for row in (a, b)]
            assert abs(a.win_rate - b.win_rate) <= 4 * np.hypot(*errors)


def test_win_rates_add_up():
    result = simulate(FOUR, games=8_016, seed=2)  # whole cycles
    finished = 1 - result.run.unfinished_games / result.run.games
    assert np.isclose(result.tables["strategies"]["win_rate"].sum(), finished)
    assert np.isclose(result.tables["seats"]["win_rate"].sum(), finished)
    assert result.tables["game_length"]["games"].sum() == result.run.games
    assert (result.tables["neighbours"]["games"] == result.run.games // 3).all()


def test_copies_are_pooled_and_a_lone_strategy_is_marked():
    result = simulate(["yardstick", "3xcautious"], games=4_000)
    assert result.tables["strategies"]["games"].tolist() == [4_000, 12_000]
    lone = simulate(["yardstick"], games=1_000)
    assert any("by construction" in note for note in lone.run.notes)


def test_replay_plays_the_game_that_simulate_played():
    """The wins, rounds and VP of a small run, added up from replays of its games."""
    specs = ["yardstick", "greedy", "random"]
    result = simulate(specs, games=18, seed=4)
    vp, rounds = 0, 0
    for deal, seating in itertools.product(range(result.run.deals), range(3)):
        end = replay(specs, seed=4, deal=deal, seating=seating)[-1]
        vp += sum(end["vp"])
        rounds += end["round"]
    assert vp == result.tally.total("seat_vp").sum() and rounds == result.tally.total("rounds")


def test_an_interrupted_run_is_the_prefix_of_a_longer_one():
    plan = make_plan(FOUR, games=200_000, seed=6)
    seen = []

    def interrupt(games):
        seen.append(games)
        if len(seen) == 5:
            raise KeyboardInterrupt

    result = run_plan(plan, 2, 0.95, interrupt)
    assert result.run.interrupted and 0 < result.run.games == seen[-1] < 200_000
    assert any("interrupted" in note for note in result.run.notes)
    shorter = simulate(FOUR, games=result.run.games, seed=6)
    assert shorter.run.deals == result.run.deals
    assert (shorter.tally.sums.sum(axis=0) == result.tally.sums.sum(axis=0)).all()


def test_threads_are_gone_afterwards():
    before = threading.active_count()
    simulate(["yardstick"], games=100, threads=3)
    assert threading.active_count() == before


def test_a_saved_result_makes_the_same_tables_without_playing(tmp_path):
    result = simulate(FOUR, games=2_000, seed=9)
    result.save(tmp_path / "out")
    again = load(tmp_path / "out")
    for name, table in result.tables.items():
        pd.testing.assert_frame_equal(table, again.tables[name])
        pd.testing.assert_frame_equal(table, pd.read_parquet(tmp_path / "out" / f"{name}.parquet"), check_dtype=False)
        assert (tmp_path / "out" / f"{name}.csv").read_text().count("\n") == len(table) + 1
    assert not [p for p in (tmp_path / "out").iterdir() if p.name.startswith(".")]


def test_what_can_not_be_loaded_or_written(tmp_path):
    with pytest.raises(InputError, match="holds no saved result"):
        load(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="--out"):
        check_folder(tmp_path / "file" / "below")
    check_folder(tmp_path / "new" / "folder")
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"games": 0}, "--games 0"),
        ({"games": -5}, "--games -5"),
        ({"games": 10**13}, "choose a number from 1 to"),
        ({"seed": -1}, "--seed -1"),
        ({"seating": "round"}, "choose balanced or as-given"),
        ({"level": 2.0}, "--level 2.0"),
        ({"threads": 0}, "--threads 0"),
        ({"game": "port-roial"}, "did you mean port-royal"),
    ],
)
def test_numbers_that_make_no_sense(options, message):
    with pytest.raises(UsageError, match=message):
        simulate(["yardstick"], **options)
