"""Comparing two card sets on the same deals."""

import json

import numpy as np
import pandas as pd
import pytest
from commandline import run

from analyzer.errors import InputError
from analyzer.experiments.compare import compare, load_any, load_comparison, plan_comparison, run_comparison
from analyzer.tables import make_table
from reports.comparison import comparison_text

COLUMNS = [
    "table", "row", "measure", "a", "b", "difference", "difference_low", "difference_high", "p_value", "p_adjusted",
    "pairing_factor", "identical",
]  # fmt: skip
TWO = ["yardstick", "explorer"]


@pytest.fixture(scope="module")
def long_game():
    return compare("base", "long-game", TWO, games=4_000, seed=3)


def test_a_variant_that_changes_nothing_is_identical_in_all_deals(capsys, tmp_path):
    (tmp_path / "same.toml").write_text('name = "same"\nextends = "base"\n')
    code, out, _ = run(capsys, "compare", "base", tmp_path / "same.toml", "--games", 2_000, "--format", "json")
    answer = json.loads(out)
    assert code == 0 and answer["run"]["identical"] is True
    rows = answer["tables"]["comparison"]
    assert len(rows) > 100 and all(r["identical"] for r in rows if r["a"] is not None)
    assert {r["difference"] for r in rows if r["identical"]} == {0.0}
    out = run(capsys, "compare", "base", tmp_path / "same.toml", "--games", 2_000)[1]
    assert "base (a) against same (b)" in out and "Identical in all 500 deals" in out


def test_the_arms_are_what_simulate_finds_and_differences_are_theirs(long_game):
    from analyzer.experiments.simulate import simulate

    for arm, card_set in ((long_game.a, "base"), (long_game.b, "long-game")):
        alone = simulate(TWO, card_set=card_set, games=4_000, seed=3)
        assert (arm.tally.sums == alone.tally.sums).all()
    table = long_game.tables["comparison"]
    assert list(table.columns) == COLUMNS
    rounds = table[table["measure"] == "rounds_mean"].iloc[0]
    expected = [
        arm.tables["summary"].set_index("measure").loc["rounds_mean", "value"] for arm in (long_game.a, long_game.b)
    ]
    assert [rounds["a"], rounds["b"]] == pytest.approx(expected)
    assert rounds["difference"] == pytest.approx(expected[1] - expected[0]) and rounds["p_adjusted"] < 1e-6
    assert rounds["difference_low"] < rounds["difference"] < rounds["difference_high"]
    first = table[(table["table"] == "strategies") & (table["measure"] == "win_rate")]
    assert list(first["row"]) == ["strategy yardstick", "strategy explorer"]
    assert first["difference"].sum() == pytest.approx(
        0, abs=1e-3
    )  # one's gain is the other's loss, but for unfinished games


def test_what_one_set_has_not_is_no_number():
    table = compare("base", "one-more-contract-persons", TWO, games=2_000).tables["comparison"]
    rows = table[(table["measure"] == "hired_per_game")].set_index("row")
    gunner, sailor = rows.loc["face gunner-4-1"], rows.loc["face sailor-3-1"]
    assert np.isnan(gunner["a"]) and gunner["b"] > 0 and np.isnan(gunner["difference"]) and not gunner["identical"]
    assert sailor["a"] > 0 and sailor["b"] > 0 and sailor["difference_low"] < sailor["difference_high"]


def test_cards_that_are_never_seen_differ_in_little_and_pairing_narrows_that():
    """A rule that only a few deals feel: the arms share most games, so that the paired interval is much the narrower."""
    table = compare("base", "start-coins-by-seat", ["yardstick"], players=4, games=4_000, seed=2).tables["comparison"]
    seat = table[(table["table"] == "seats") & (table["measure"] == "win_rate")]
    assert (seat["pairing_factor"] > 0.8).all()
    three = compare("base", "start-coins-by-seat", ["yardstick"], players=3, games=3_000, seed=2)
    assert three.identical  # the fourth seat is the first to get more


def test_saved_and_loaded_again(long_game, tmp_path):
    long_game.save(tmp_path)
    again = load_comparison(tmp_path)
    pd.testing.assert_frame_equal(again.tables["comparison"], long_game.tables["comparison"])
    assert comparison_text(again) == comparison_text(long_game) and type(load_any(tmp_path)) is type(again)
    other = compare("base", "long-game", TWO, games=4_000, seed=4)
    other.b.save(tmp_path / "b")
    with pytest.raises(InputError, match="didn't play the same line-up on the same deals"):
        load_comparison(tmp_path)


def test_interrupted_arms_end_at_the_same_deal():
    plans = plan_comparison("base", "long-game", TWO, games=100_000)
    seen = []

    def interrupt(games):
        seen.append(games)
        if len(seen) == 4:
            raise KeyboardInterrupt

    found = run_comparison(plans, 2, 0.95, interrupt)
    assert found.run["interrupted"] and 0 < found.a.run.deals == found.b.run.deals < 50_000
    assert found.a.run.games + found.b.run.games == seen[-1]
    assert "interrupted" in comparison_text(found)


def test_pooled_results_are_the_sums_of_their_parts():
    from analyzer.experiments.simulate import simulate

    parts = [simulate(["yardstick", other], games=2_000, seed=5) for other in ("greedy", "explorer")]
    tables = {table.name: table for table in parts[0].game.tables}
    pooled = make_table(parts, tables["strategies"]).set_index("strategy")
    single = [part.tables["strategies"].set_index("strategy") for part in parts]
    assert list(pooled.index) == ["yardstick", "greedy", "explorer"] and pooled.loc["yardstick", "games"] == 4_000
    mean = (single[0].loc["yardstick", "win_rate"] + single[1].loc["yardstick", "win_rate"]) / 2
    assert pooled.loc["yardstick", "win_rate"] == pytest.approx(mean)
    assert pooled.loc["greedy", "win_rate"] == single[0].loc["greedy", "win_rate"]
    lengths = make_table(parts, tables["game_length"])
    assert list(lengths["rounds"]) == sorted(lengths["rounds"]) and lengths["games"].sum() == 4_000


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["base", "bse"], "unknown card set 'bse': did you mean base?"),
        (["base", "long-game", "yardstik"], "yardstik"),
        (["base", "long-game", "--players", "7"], "players"),
        (["base"], "b"),
        (["base", "long-game", "--level", "2"], "--level 2"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(capsys, arguments, message):
    code, out, err = run(capsys, "compare", *arguments)
    assert code == 2 and out == "" and err.count("\n") == 1 and message.lower() in err.lower()
