"""Who sits where in which deal."""

from collections import Counter

import numpy as np
import pytest

from analyzer.errors import StrategyError, UsageError
from analyzer.line_up import parse_line_up
from analyzer.registry import find_game
from analyzer.runner import deals_for

GAME = find_game("port-royal")
FOUR = ["yardstick", "cautious", "greedy", "explorer"]


def line_up(specs, players=None, seating="balanced"):
    return parse_line_up("port-royal", GAME, specs, players, seating)


def test_one_name_fills_all_seats_and_its_copies_are_one_entry():
    lone = line_up(["yardstick"], 5)
    assert lone.places == (0,) * 5 and lone.labels == ["yardstick"] and lone.is_lone
    assert line_up(["yardstick"]).players == 4
    assert line_up(["3xyardstick:cards=5", "greedy"]).labels == ["yardstick:cards=5", "greedy"]
    assert line_up(["yardstick", "yardstick:cards=6"]).is_lone  # 6 is the default


@pytest.mark.parametrize(
    ("specs", "players", "message"),
    [
        (["yardstick"] * 3, 4, "3 strategies are named for --players 4"),
        (["3xyardstick"], 4, "3 strategies are named for --players 4"),
        (["yardstick"], 1, "is played by 2 to 5"),
        (["yardstick"], 6, "is played by 2 to 5"),
        (["6xyardstick"], None, "6 strategies are named"),
        (["0xyardstick"], None, "0 copies"),
        ([], None, "at least one"),
    ],
)
def test_names_and_players_that_do_not_fit(specs, players, message):
    with pytest.raises(UsageError, match=message):
        line_up(specs, players)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("yardstik", "did you mean yardstick"),
        ("yardstick:kards=5", "no parameter 'kards': did you mean cards"),
        ("yardstick:cards=many", "cards=many: not a whole number from 1 to 99"),
        ("yardstick:cards=0", "cards=0: out of range"),
        ("yardstick:cards=2.5", "not a whole number"),
        ("swordsman:risk=2", "out of range, choose a number from 0.0 to 1.0"),
        ("swordsman:risk=nan", "risk=nan"),
        ("yardstick:cards", "write parameters as name=value"),
    ],
)
def test_bad_specifications(spec, message):
    with pytest.raises(StrategyError, match=message):
        line_up([spec])


@pytest.mark.parametrize(
    "specs", [FOUR, FOUR[:3], FOUR[:2], [*FOUR, "swordsman"], ["2xyardstick", "2xgreedy"], ["3xyardstick", "greedy"]]
)
def test_everybody_is_everywhere_equally_often(specs):
    """Over a cycle, counted with multiplicities: every entry on every seat, and after every other, in due proportion."""
    entries = line_up(specs)
    seatings, classes = entries.seatings(1, 0, entries.cycle)
    at, after, games = Counter(), Counter(), 0
    for rows, weight_class in zip(seatings, classes, strict=True):
        for row in rows:
            if row[0] < 0:
                continue
            weight = entries.weights[weight_class]
            games += weight
            for seat, e in enumerate(row):
                at[e, seat] += weight
                after[e, row[seat - 1]] += weight
    copies = Counter(entries.places)
    assert games == entries.cycle * entries.games_per_deal
    for e, number in copies.items():
        for seat in range(entries.players):
            assert at[e, seat] * entries.players == games * number
        for f, other in copies.items():
            others = other - (e == f)
            assert after[e, f] * (entries.players - 1) == games * number * others


def test_a_lone_strategy_plays_one_game_a_deal():
    lone = line_up(["yardstick"])
    assert lone.games_per_deal == 1 and deals_for(lone, 1_000) == 1_000
    assert deals_for(line_up(FOUR), 1_001) == 251


def test_seating_as_given_keeps_the_cyclic_order():
    given = line_up(FOUR, seating="as-given")
    assert given.cycle == 1
    for deal in range(5):
        for rotation in range(4):
            row = given.seat(1, deal, rotation)
            start = row.index(0)
            assert row[start:] + row[:start] == (0, 1, 2, 3)


def test_the_table_and_the_single_game_agree():
    entries = line_up(FOUR)
    seatings, _ = entries.seatings(1, 10, 12)
    for d in range(12):
        for rotation in range(4):
            assert tuple(seatings[d, rotation]) == entries.seat(1, 10 + d, rotation)


def test_parameters_reach_the_entries():
    real, whole = line_up(["swordsman:risk=0.25,armed=5", "yardstick:cards=7"]).parameters()
    assert real[0, 0, 1] == 0.25 and whole[0, 0, 0] == 5
    assert whole[1, 0].tolist()[:4] == [3, 7, 2, 4]
    assert whole[0, 3].tolist()[:4] == [3, 6, 2, 4]  # claims are left to yardstick, with its defaults
    assert np.isfinite(real).all()


PRESET_FAULTS = [
    ("strategy = 'weights'\n[params]\ngold = 1\n", "weights has no parameter 'gold'"),
    ("strategy = 'weights'\n[params]\narmed = 'many'\n", "armed=many: not a whole number from 0 to 99"),
    ("strategy = 'weights'\n[params]\narmed = 1.5\n", "armed=1.5: not a whole number"),
    ("strategy = 'nobody'\n", "unknown strategy 'nobody'"),
    ("stratgy = 'weights'\n", "stratgy: unknown field, did you mean strategy?"),
    ("strategy = \n", "not a TOML file"),
]


@pytest.mark.parametrize(("text", "message"), PRESET_FAULTS, ids=[m for _, m in PRESET_FAULTS])
def test_faults_of_a_preset(tmp_path, text, message):
    (tmp_path / "mine.toml").write_text(text)
    with pytest.raises(StrategyError) as error:
        parse_line_up("port-royal", find_game("port-royal"), [str(tmp_path / "mine.toml")], 2, "balanced")
    assert message in str(error.value) and all("mine.toml" in line for line in str(error.value).splitlines())


def test_a_preset_may_be_changed_where_it_is_named(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("strategy = 'weights'\n[params]\narmed = 2\ncoin = 0.5\n")
    specs = [str(path), f"{path}:armed=7", "weights:armed=7,coin=0.5"]
    found = parse_line_up("port-royal", find_game("port-royal"), specs, 3, "balanced")
    assert found.labels == ["mine", "mine:armed=7"]  # the third is the second
    with pytest.raises(StrategyError, match="No such file"):
        parse_line_up("port-royal", find_game("port-royal"), ["nowhere.toml"], 2, "balanced")
