"""The exact chances: the figures of the case list, every order of small piles, the simulator's turns, and the command."""

import itertools
import json
import random
from collections import Counter
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from commandline import run

from analyzer.games.port_royal import busts, turns
from analyzer.games.port_royal.busts import Pile, ending, next_card_table, pile_of, reach_cards, reach_colours, survival
from analyzer.games.port_royal.odd_sets import BASE
from analyzer.registry import find_game

GAME = find_game("port-royal")
SETS = ["base", "one-more-contract-persons", "no-skulls", "no-tax"]


def test_the_figures_of_the_case_list():
    """Fresh pile of 119, no swords, never stopping."""
    pile = pile_of(BASE, 0)
    assert pile.cards == 119
    expected = [1, 0.96795, 0.90824, 0.82740, 0.73297, 0.63238, 0.53217, 0.43741, 0.35160, 0.27672]
    assert survival(pile)[1:11].round(5).tolist() == expected
    expected = [0.96247, 0.89297, 0.80002, 0.69338, 0.58243, 0.47500, 0.37674]
    assert reach_cards(pile, 8)[2:].round(5).tolist() == expected
    found = reach_colours(pile)
    assert found[2] == pytest.approx(40 / 49, abs=1e-13)
    assert found[2:].round(5).tolist() == [0.81633, 0.51020, 0.21711, 0.04720]
    repellable = [sum(pile_of(BASE, s).repellable) for s in range(1, 9)]
    assert repellable == [15, 24, 30, 36, 42, 44, 46, 46]


# ---------------------------------------------------------------- every order of a small pile


def outcomes(pile, harbour, cards, stop_colours, stop_cards):
    """Every order of the pile, played: (cards drawn before the bust or None, stop or None), with its share."""
    deck = [("ship", c, True) for c, n in enumerate(pile.repellable) for _ in range(n)]
    deck += [("ship", c, False) for c, n in enumerate(pile.dangerous) for _ in range(n)]
    deck += [("person",)] * pile.persons + [("other",)] * pile.others
    orders = Counter(itertools.permutations(deck))
    total = sum(orders.values())
    for order, ways in orders.items():
        colours, size, bust, stop = set(harbour), cards, None, None
        if len(colours) >= stop_colours or size >= stop_cards:
            stop = (len(colours), size)
        for n, card in enumerate(order):
            if stop:
                break
            if card[0] == "person":
                size += 1
            elif card[0] == "ship":
                _, colour, repellable = card
                if repellable and (colour in colours or pile.repel_all):
                    continue
                if colour in colours:
                    bust = n
                    break
                colours.add(colour)
                size += 1
            if len(colours) >= stop_colours or size >= stop_cards:
                stop = (len(colours), size)
        yield Fraction(ways, total), bust, stop


def small_piles():
    chooser = random.Random(4)
    for i in range(14):
        while True:
            pile = Pile(
                tuple(chooser.randrange(3) for _ in range(3)), tuple(chooser.randrange(3) for _ in range(3)),
                chooser.randrange(3), chooser.randrange(2), i % 4 == 3,
            )  # fmt: skip
            if 3 <= pile.cards <= 7:
                break
        harbour = chooser.sample(range(3), chooser.randrange(3))
        yield pile, harbour, len(harbour) + chooser.randrange(2)


@pytest.mark.parametrize(("pile", "harbour", "cards"), list(small_piles()))
def test_every_order_of_a_small_pile(pile, harbour, cards):
    every = list(outcomes(pile, harbour, cards, busts.NEVER, busts.NEVER))
    alive = [float(sum(p for p, bust, _ in every if bust is None or bust >= n)) for n in range(pile.cards + 1)]
    assert survival(pile, harbour) == pytest.approx(alive, abs=1e-12)
    for stop_colours, stop_cards in ((2, busts.NEVER), (3, 4), (busts.NEVER, 3), (busts.NEVER, 5), (1, 1)):
        found = ending(pile, harbour, cards, stop_colours, stop_cards)
        every = list(outcomes(pile, harbour, cards, stop_colours, stop_cards))
        assert found.bust == pytest.approx(float(sum(p for p, bust, _ in every if bust is not None)), abs=1e-12)
        stops = Counter()
        for p, _, stop in every:
            stops[stop] += p
        for (colours, size), chance in np.ndenumerate(found.stopped):
            assert chance == pytest.approx(float(stops[colours, size]), abs=1e-12)
        assert found.exhausted == pytest.approx(
            float(sum(p for p, bust, stop in every if bust is None and stop is None)), abs=1e-12
        )
    assert pile.bust_chance(harbour) == pytest.approx(1 - alive[1], abs=1e-12)


def test_what_a_number_of_draws_brings_adds_up():
    pile = pile_of(BASE, 2)
    found = busts.after_cards(pile, [0, 3])
    assert (found >= 0).all() and found[0, 0, 0] == 1
    assert found.sum(axis=(1, 2)) == pytest.approx(survival(pile, [0, 3]), abs=1e-13)
    mean_persons = (found.sum(axis=1) @ np.arange(found.shape[2]))[1]
    assert mean_persons == pytest.approx(60 / 119, abs=1e-13)


def test_the_next_card_for_all_sets_of_colours():
    table = next_card_table(BASE, range(9))
    sets = busts.colour_sets(BASE)
    assert table.shape == (32, 9) and len(sets) == 32 and (np.diff(table, axis=1) <= 0).all()
    # No swords: of k colours one of ten ships lies in the harbour, nine are left of the 119 - k cards.
    for row, chosen in enumerate(sets):
        assert table[row, 0] == pytest.approx(9 * len(chosen) / (119 - len(chosen)), abs=1e-15)
    unseen = {face.id: face.count for face in BASE.faces if face.kind == "person" or face.colour == "red"}
    assert next_card_table(BASE, [0], unseen)[1 << BASE.colours.index("red"), 0] == pytest.approx(10 / 70)


# ---------------------------------------------------------------- the simulator's turns


def depleted(card_set, seed):
    chooser = random.Random(seed)
    cards = [face.id for face in card_set.faces if not face.five_player_only for _ in range(face.count)]
    return dict(Counter(chooser.sample(cards, len(cards) // 3)))


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("fresh", [True, False], ids=["fresh", "depleted"])
def test_simulated_turns_agree(name, fresh):
    """Within 4.5 standard errors, for 0 to 8 swords: some 150 comparisons in each of eight runs."""
    card_set = GAME.card_set(name)
    unseen = None if fresh else depleted(card_set, 1)
    number = 60_000
    for swords in range(9):
        pile = pile_of(card_set, swords, unseen)
        found = turns.play_turns(card_set, number, swords=swords, unseen=unseen, seed=swords)
        met = 1 - np.cumsum(found.bust_at)[1:16] / number
        assert_close(met, survival(pile)[1:16], number)
        for question in ({"stop_colours": 3}, {"stop_cards": 5}, {"stop_colours": 4, "stop_cards": 6}):
            exact = ending(pile, **question)
            found = turns.play_turns(card_set, number, swords=swords, unseen=unseen, seed=swords + 50, **question)
            width = min(found.stopped.shape[1], exact.stopped.shape[1])
            assert_close(found.stopped[:, :width] / number, exact.stopped[:, :width], number)
            assert_close(found.bust_at.sum() / number, exact.bust, number)


def assert_close(found, chance, number):
    chance = np.clip(np.asarray(chance), 0, 1)
    error = np.sqrt(chance * (1 - chance) / number)
    # Where hardly a turn is expected, the normal distribution says nothing: allow a few turns more.
    assert (np.abs(found - chance) <= 4.5 * error + 6 / number).all(), (found, chance)


def test_a_turn_that_begins_with_ships_in_the_harbour():
    unseen = {face.id: face.count for face in BASE.faces if not face.five_player_only}
    for colour in (0, 1):
        ship = next(face.id for face in BASE.faces if face.kind == "ship" and face.colour == BASE.colours[colour])
        unseen[ship] -= 1
    found = turns.play_turns(BASE, 100_000, swords=2, harbour=[0, 1], unseen=unseen, stop_colours=4)
    exact = ending(pile_of(BASE, 2, unseen), [0, 1], 2, stop_colours=4)
    assert_close(found.bust_at.sum() / 100_000, exact.bust, 100_000)


def test_real_games_count_draws_the_same_in_every_table():
    from analyzer.experiments.simulate import simulate

    tables = simulate(["yardstick", "greedy"], players=2, games=2_000).tables
    totals = {
        (int(tables[name]["draws"].sum()), int(tables[name]["busts"].sum()))
        for name in ("bust_by_colours", "bust_by_swords", "bust_by_size", "bust_by_round")
    }
    assert len(totals) == 1
    by_swords = tables["bust_by_swords"].set_index("swords")["bust_rate"]
    assert by_swords[0] > by_swords[2] > by_swords[4]


# ---------------------------------------------------------------- the command


def test_the_command_prints_saves_and_draws(capsys, tmp_path):
    face = next(face.id for face in BASE.faces if face.kind == "ship" and face.skull)
    code, out, _ = run(
        capsys, "bust", "--swords", "0..2", "--turns", 2000, "--sweep", f"{face}=0..2", "--games", 400, "--out", tmp_path / "b",
        "--threads", 1,
    )  # fmt: skip
    assert code == 0 and "they agree" in out and "81.6" in out and "stop at" in out
    names = {path.name for path in (tmp_path / "b").iterdir()}
    for name in ("next_card", "turn", "reach_colours", "reach_cards", "sweep", "thresholds"):
        assert {f"{name}.{end}" for end in ("csv", "parquet", "png", "svg")} <= names
    table = pd.read_csv(tmp_path / "b" / "turn.csv")
    assert (table["simulated_low"] <= table["simulated"]).all() and set(table["swords"]) == {0, 1, 2}
    assert json.loads((tmp_path / "b" / "run.json").read_text())["comparisons"] == 3 * (15 + 5 + 10)


def test_the_command_is_repeatable_and_knows_a_pile(capsys, tmp_path):
    pile = tmp_path / "pile.csv"
    ships = [face for face in BASE.faces if face.kind == "ship"]
    pile.write_text("id,count\n" + "".join(f"{face.id},{face.count}\n" for face in ships))
    arguments = ["bust", "--swords", "1", "--colours", "2", "--unseen", pile, "--turns", 500, "--format", "json"]
    first, second = (json.loads(run(capsys, *arguments)[1]) for _ in range(2))
    for answer in (first, second):
        del answer["run"]["elapsed_seconds"]
    assert first == second and first["run"]["unseen"] == 50
    (row,) = first["tables"]["next_card"]
    assert row["bust_chance"] == pytest.approx(
        next_card_table(BASE, [1], {f.id: f.count for f in ships})[3].mean(), abs=0.05
    )
    exact = run(capsys, "bust", "--turns", 0, "--swords", "0")
    assert exact[0] == 0 and "nothing was simulated" in exact[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--swords", "x"], "--swords x: write a number or a range from 0 to 99"),
        (["--swords", "5..2"], "--swords 5..2"),
        (["--colours", "9"], "--colours 9: write a number or a range from 0 to 5"),
        (["--sweep", "nobody=1..2"], "no face 'nobody'"),
        (["--sweep", "nobody"], "write FACE=LOW..HIGH"),
        (["--turns", "-1"], "--turns -1"),
        (["--unseen", "missing.csv"], "missing.csv: No such file"),
        (["--players", "9", "--games", "10"], "9"),
    ],
)
def test_bad_input_is_one_line(capsys, arguments, message):
    code, out, err = run(capsys, "bust", *arguments)
    assert code == 2 and out == "" and message in err and err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "needs a first line with the columns id and count"),
        ("id,count\nnobody,1\n", "line 2: id 'nobody' is no face of base"),
        ("id,count\nexp-aa,99\n", "line 2: count '99' of exp-aa"),
        ("id,count\nexp-aa,1\nexp-aa,1\n", "line 3: id exp-aa is there twice"),
    ],
)
def test_a_faulty_pile_is_refused(capsys, tmp_path, text, message):
    (tmp_path / "pile.csv").write_text(text)
    code, out, err = run(capsys, "bust", "--unseen", tmp_path / "pile.csv")
    assert code == 2 and out == "" and message in err and err.count("\n") == 1


@pytest.mark.parametrize(
    "text", ["ship-red-3c-skull,1\n", "tax-swords,2\ntax-vp,2\nship-red-3c-skull,1\nship-red-1c-1s,1\nsailor-3-1,3\n"]
)
def test_exact_and_simulated_agree_on_the_smallest_piles(capsys, tmp_path, text):
    (tmp_path / "pile.csv").write_text("id,count\n" + text)
    code, out, _ = run(capsys, "bust", "--unseen", tmp_path / "pile.csv", "--swords", "0..1", "--turns", 2000)
    assert code == 0 and "they agree" in out


def test_few_turns_are_no_false_alarm(capsys):
    for seed in range(1, 13):
        code, out, _ = run(capsys, "bust", "--swords", "0..7", "--turns", 10, "--seed", seed)
        assert code == 0 and "they agree" in out
