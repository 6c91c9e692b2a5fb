"""The ladder: duels on the same deals, both ways; and what is claimed of the library's strategies."""

import json

import numpy as np
import pandas as pd
import pytest
from commandline import run

from analyzer.errors import UsageError
from analyzer.experiments.ladder import ladder, plan_ladder
from analyzer.experiments.simulate import simulate
from reports.ladder import ladder_text, save_ladder


@pytest.fixture(scope="module")
def small():
    return ladder(["random", "balanced", "cautious"], games=2_000, seed=2)


def test_the_best_come_first_and_the_reference_has_its_place(small):
    table = small.tables["ladder"]
    assert list(table["strategy"]) == ["balanced", "yardstick", "cautious", "random"]
    assert list(table["beats"]) == ["yardstick", "cautious", "random", ""]
    assert table.loc[1, "win_rate"] == 0.25 and np.isnan(table.loc[1, "win_rate_low"])
    assert (table["win_rate"].diff().dropna() < 0).all()


def test_a_rung_is_one_among_copies_less_the_reverse(small):
    row = small.tables["ladder"].iloc[0]
    up = simulate(["balanced", "3xyardstick"], games=2_000, seed=2).tables["strategies"].iloc[0]
    down = simulate(["yardstick", "3xbalanced"], games=2_000, seed=2).tables["strategies"].iloc[0]
    assert row["win_rate"] == up["win_rate"] and row["win_rate_low"] == up["win_rate_low"]
    assert row["advantage"] == pytest.approx(up["win_rate"] - down["win_rate"])
    assert row["advantage_low"] < row["advantage"] < row["advantage_high"] and row["p_adjusted"] < 0.001


def test_it_is_printed_written_and_drawn(small, tmp_path, capsys):
    text = ladder_text(small)
    assert "balanced" in text.splitlines()[3] and "one among 3 yardstick" in text
    assert save_ladder(small, tmp_path) == ["ladder.png", "ladder.svg"]
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"ladder.png", "ladder.svg", "ladder.csv", "ladder.parquet", "run.json"}
    pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "ladder.parquet"), small.tables["ladder"])
    arguments = [
        "ladder",
        "balanced",
        "random",
        "cautious",
        "--games",
        2_000,
        "--seed",
        2,
        "--format",
        "json",
        "--threads",
        1,
    ]
    code, out, _ = run(capsys, *arguments)
    answer = json.loads(out)
    assert code == 0 and answer["run"]["command"] == "ladder"
    assert [row["strategy"] for row in answer["tables"]["ladder"]] == list(small.tables["ladder"]["strategy"])


def test_bad_input(capsys):
    with pytest.raises(UsageError, match="name at least one strategy beside the reference"):
        plan_ladder(["yardstick"], "yardstick", None)
    for arguments, message in (
        (["nobody"], "nobody"),
        (["3xrandom"], "3xrandom: a ladder takes strategies without copies: random"),
        (["random", "--players", 9], "9"),
    ):
        code, out, err = run(capsys, "ladder", *arguments)
        assert code == 2 and out == "" and message in err and err.count("\n") == 1


CLAIMS = [
    ("balanced", "yardstick"),
    ("yardstick", "cautious"),
    ("balanced", "weights"),
    ("ev-stopper", "yardstick:colours=2,cards=5"),
]  # fmt: skip  (of the fixed stops the best)


@pytest.mark.parametrize(("one", "other"), CLAIMS)
def test_one_beats_the_other(one, other):
    """One among three of the other, less the reverse, on the same deals: the 95 % interval is clear of 0."""
    table = ladder([one], reference=other, games=8_000).tables["ladder"]
    assert table.loc[0, "strategy"] == one and table.loc[0, "advantage_low"] > 0


def test_all_beat_random():
    table = ladder([], reference="random", games=400).tables["ladder"]
    assert table.iloc[-1]["strategy"] == "random" and (table["win_rate_low"].dropna() > 0.25).all()
    assert len(table) >= 18 and "rollout" not in set(table["strategy"])
