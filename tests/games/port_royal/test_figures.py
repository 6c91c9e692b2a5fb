"""Figures that don't come from this project: exact probabilities, and what an independent program measured."""

import json
from pathlib import Path

import numpy as np
import pytest
import support
from position import with_rules

from analyzer.experiments.simulate import simulate
from analyzer.games.port_royal.worker import PortRoyalWorker

HERE = Path(__file__).parent
BASE = support.GAME.card_set("base")
NEVER = str(HERE / "never_stops.py")
N = 400_000


def busts_in_the_first_turn(spec, **rules):
    """Of N fresh piles, how many first turns of a strategy without swords were a bust, by colours before the draw."""
    entries = support.line_up([spec, NEVER])
    worker = PortRoyalWorker(with_rules(BASE, round_cap=1, **rules), entries, 31)
    seatings = np.broadcast_to(np.array([0, 1], np.int8), (N, 1, 2)).copy()  # the strategy is always the first to play
    counts = worker.play(0, seatings, np.zeros(N, np.int8), 1)
    return counts[0]["busts_by_colours"][0]


def agree(successes, n, exact):
    """Within four standard errors."""
    return abs(successes / n - exact) <= 4 * np.sqrt(exact * (1 - exact) / n) + 1e-12


NO_DUPLICATE = [1, 0.96795, 0.90824, 0.82740, 0.73297, 0.63238, 0.53217, 0.43741, 0.35160, 0.27672]
HARBOUR = {2: 0.96247, 3: 0.89297, 4: 0.80002, 5: 0.69338, 6: 0.58243, 7: 0.47500, 8: 0.37674}
COLOURS = {2: 40 / 49, 3: 0.51020, 4: 0.21711, 5: 0.04720}
REPELLABLE = {1: 15, 2: 24, 3: 30, 4: 36, 5: 42, 6: 44, 7: 46, 16: 46}


@pytest.mark.parametrize("cards", range(1, 11))
def test_no_duplicate_colour_after_n_cards(cards):
    busts = busts_in_the_first_turn(NEVER, draw_cap=cards).sum()
    assert agree(N - busts, N, NO_DUPLICATE[cards - 1])


@pytest.mark.parametrize("cards", HARBOUR)
def test_harbour_reaches_m_cards(cards):
    busts = busts_in_the_first_turn(f"cautious:haul={cards}").sum()
    assert agree(N - busts, N, HARBOUR[cards])


def test_k_colours_before_the_first_duplicate():
    busts = busts_in_the_first_turn(NEVER)
    assert busts.sum() == N
    for colours, exact in COLOURS.items():
        assert agree(N - busts[:colours].sum(), N, exact)


@pytest.mark.parametrize("swords", REPELLABLE)
def test_ships_that_can_be_repelled(swords):
    ships = [f for f in BASE.faces if f.kind == "ship"]
    assert sum(f.count for f in ships if not f.skull and f.swords <= swords) == REPELLABLE[swords]


def test_deck_sums():
    def total(field, kind, faces=BASE.faces):
        return sum(getattr(f, field) * f.count for f in faces if f.kind == kind)

    assert total("vp", "person") == 83 and total("cost", "person") == 314 and total("swords", "person") == 16
    assert total("coins", "ship") == 110
    for colour in BASE.colours:
        one = [f for f in BASE.faces if f.colour == colour]
        assert total("coins", "ship", one) == 22
        assert sorted(c for f in one for c in [f.coins] * f.count) == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4]
    assert total("vp", "expedition") == 29
    assert total("vp", "expedition", [f for f in BASE.faces if not f.five_player_only]) == 24


# What an independent C program of the same rules and strategy measured in 10 million games at each number of players.
FIGURES = json.loads((HERE / "figures.json").read_text())


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_yardstick_agrees_with_an_independent_program(players):
    result = simulate(["yardstick"], players=players, games=1_000_000, seed=101)
    figures = FIGURES[str(players)]
    # The C program scores a game that is stopped at the round cap as if it had ended.
    unfinished = result.run.unfinished_games / result.run.games
    own_error = np.sqrt(1 + 1 / 10)  # both are estimates: theirs of ten times as many games
    summary = result.tables["summary"].set_index("measure")
    checked = []

    def check(name, value, low, high, theirs, slack=0.0):
        error = (high - low) / 2 / 1.979 * own_error
        checked.append(name)
        assert abs(value - theirs) <= 4 * error + slack + 0.5 * 10 ** -len(str(theirs).partition(".")[2]), name

    for name, theirs in figures["summary"].items():
        row = summary.loc[name]
        check(name, row.value, row.low, row.high, theirs, slack=unfinished if "shared" in name else 0)
    for row in result.tables["seats"].itertuples():
        theirs = figures["win_rate"][row.seat]
        check("win_rate", row.win_rate, row.win_rate_low, row.win_rate_high, theirs, slack=unfinished)
    from analyzer.statistics import jackknife

    for name in ("vp", "coins"):
        games = result.tally["games"][:, None]
        estimate = jackknife(result.tally[f"seat_{name}"][:, :players], np.repeat(games, players, axis=1), 0.95)
        for seat in range(players):
            check(name, estimate.value[seat], estimate.low[seat], estimate.high[seat], figures[name][seat])
    for row in result.tables["bust_by_colours"].itertuples():
        if row.busts:
            check(
                "busts",
                row.bust_rate,
                row.bust_rate_low,
                row.bust_rate_high,
                figures["bust_rate_by_colours"][row.colours],
            )
    assert len(checked) >= 13 + 3 * players + 4
