"""Looking ahead: worlds agree with what is known and with nothing else, and what they promise is what games bring."""

import random
from collections import Counter
from functools import cache

import numba
import numpy as np
import pytest
import support
from numba.core.runtime import _nrt_python
from numba.core.runtime.nrt import rtsys
from position import zones_of_state

from analyzer.errors import StrategyError
from analyzer.games.port_royal import search, worlds
from analyzer.games.port_royal import state as st
from analyzer.games.port_royal.odd_sets import BASE, ODD_SETS
from analyzer.games.port_royal.reference import CutGameError, Game
from analyzer.games.port_royal.view import DECISIONS, function_at
from analyzer.view import as_view

PLAYERS = {
    2: ["random", "swordsman"],
    3: ["random", "greedy", "explorer"],
    5: ["random", "explorer", "greedy"] + ["random"] * 2,
}


@cache
def base_strategy(spec="yardstick"):
    return support.GAME.player(support.line_up([spec], 4).decisions()[0])


def cut_games(card_set, players, deals, cuts):
    """Games of the reference, each stopped before some decision: (game, decision, view)."""
    chooser = random.Random(7)
    entries = support.line_up(PLAYERS[players])
    for deal in range(deals):
        whole = support.reference_game(card_set, entries, 2, deal, deal % players)
        whole.play()
        for cut in chooser.sample(range(whole.decisions), min(cuts, whole.decisions)):
            game = support.reference_game(card_set, entries, 2, deal, deal % players, cut)
            with pytest.raises(CutGameError) as stopped:
                game.play()
            yield game, stopped.value.decision, stopped.value.view


def faces_in(state, zone):
    return Counter(state["face_of"][np.array(zone, int)].tolist())


@pytest.mark.rules
@pytest.mark.parametrize("card_set", [BASE, *ODD_SETS], ids=lambda s: s.name)
def test_worlds_hold_every_card_once_and_show_what_was_known(card_set):
    for players in (3, 5):
        for game, _, view in cut_games(card_set, players, 3, 5):
            public = worlds.public_of(view)
            world = worlds.redeal(public, 5)[0]
            assert world["public"].tobytes() == public[0].tobytes()
            zones = zones_of_state(world, players)
            cards = [
                card
                for zone in zones.values()
                for part in zone
                for card in (part if isinstance(part, list) else [part])
            ]
            if view.step == st.DISCOVER_REPEL:
                cards.append(int(world["harbour_cards"][view.harbour_size]))
            assert sorted(cards) == list(range(game.card_set.cards_in_play(players)))
            for zone in ("harbour", "centre"):
                assert [game.deck[c] for c in zones[zone]] == [game.deck[c] for c in getattr(game, zone)]
            coins = [card for part in zones["coins"] for card in part]
            older = {card for card in coins if world["dealt_before_shuffle"][card]}
            hidden = zones["discard_pile"] if view.rules.discard_pile == st.DISCARDS_HIDDEN else []
            comes = faces_in(world, [*zones["draw_pile"], *hidden, *(set(coins) - older)])
            assert comes == +Counter(dict(enumerate(view.can_come)))
            assert faces_in(world, sorted(older)) == +Counter(dict(enumerate(view.older_coins)))
            for part in zones["coins"]:  # the older ones lie below
                flags = [card in older for card in part]
                assert flags == sorted(flags, reverse=True)
            assert len(zones["draw_pile"]) == view.draw_pile_size


@pytest.mark.rules
@pytest.mark.parametrize("card_set", ODD_SETS, ids=lambda s: s.name)
def test_odd_sets_are_played_to_their_end(card_set):
    """Whatever the rules: every legal answer is tried, and the game goes on under them."""
    for players in (2, 5):
        for _, decision, view in cut_games(card_set, players, 2, 2):
            public = worlds.public_of(view)
            answers, shares = search.try_answers(public, 1, DECISIONS.index(decision), base_strategy(), 3, 3)
            faces = view.harbour if decision == "take" else view.centre
            legal = {"draw": {0, 1}, "repel": {0, 1}}.get(decision, {-1, *view.options[: view.options_size]})
            assert set(answers) <= legal and len(set(answers)) == len(answers)
            if decision in ("take", "claim"):
                tried = {faces[answer] for answer in answers if answer >= 0}
                assert tried == {faces[place] for place in view.options[: view.options_size]} and -1 in answers
            assert ((shares >= 0) & (shares <= search.WIN_PARTS)).all()


def test_every_hidden_card_is_equally_likely_to_be_next():
    _, _, view = next(cut_games(BASE, 3, 1, 1))
    public = worlds.public_of(view)
    number = 20_000
    top, coin = Counter(), Counter()
    for key in range(number):
        world = worlds.redeal(public, key)[0]
        top[int(world["face_of"][world["pile"][0]])] += 1
        coin[int(world["face_of"][world["coin_cards"][0, 0]])] += 1
    cards = sum(view.can_come)
    for found in (top, coin):
        squares = [
            (found[face] - number * n / cards) ** 2 / (number * n / cards) for face, n in enumerate(view.can_come) if n
        ]
        # Chi-square with that many degrees of freedom: mean n, standard deviation sqrt(2 n).
        assert abs(sum(squares) - (len(squares) - 1)) < 4.5 * (2 * len(squares)) ** 0.5


def test_views_of_the_reference_and_of_the_simulator_are_the_same_to_a_search():
    from analyzer.games.port_royal import tape as tp
    from analyzer.games.port_royal.counts import COUNTS
    from analyzer.games.port_royal.worker import PortRoyalWorker

    entries = support.line_up(PLAYERS[3])
    worker = PortRoyalWorker(BASE, entries, 2)
    for cut in (3, 40, 77, 120):
        game = support.reference_game(BASE, entries, 2, 1, 0, cut)
        with pytest.raises(CutGameError) as stopped:
            game.play()
        tape = tp.new_tape()
        tape[tp.DECISIONS_LEFT] = cut
        seatings = np.array([[entries.seat(2, 1, 0)]], np.int8)
        worker.run(np.zeros(1, COUNTS), tape, 1, seatings, np.zeros(1, np.int8))
        assert worlds.public_of(stopped.value.view)[0].tobytes() == worker.state[0]["public"].tobytes()


@numba.njit
def ask_compiled(state, function, decision):
    s = state[0]
    me = s.public.me
    return function_at(function[0], function[1])(as_view(s.public), s.params[0, decision], s.own[me])


def test_two_deals_that_differ_only_in_hidden_cards_get_the_same_decisions():
    from analyzer.games.port_royal.worker import PortRoyalWorker

    worker = PortRoyalWorker(BASE, support.line_up(["rollout:worlds=40"], 3), 1)
    differ = 0
    for _, decision, view in cut_games(BASE, 3, 4, 6):
        number = DECISIONS.index(decision)
        public = worlds.public_of(view)
        answers = set()
        for key in (1, 2, 3):
            world = worlds.redeal(public, key)
            world["params"] = worker.state["params"]
            world["own"]["key"], world["own"]["count"] = 99, 0
            answers.add(ask_compiled(world, worker.addresses[number, 0], number))
            differ += int(world[0]["pile"][0])
        assert len(answers) == 1
    assert differ > 0


@pytest.mark.parametrize("spec", ["yardstick", "balanced"])
def test_what_is_promised_is_what_comes(spec):
    """The base strategy's share in the worlds is, on average, its share in the games that go on for real."""
    line_up = support.line_up([spec], 3)
    seat = support.reference_seats(line_up)[0]
    base, chooser = base_strategy(spec), random.Random(1)
    promised, came, groups = [], [], []

    def watched(name, function):
        def decide(view, own):
            answer = function(view, own)
            if chooser.random() < 0.04:
                answers, shares = search.try_answers(
                    worlds.public_of(view), chooser.getrandbits(60), DECISIONS.index(name), base, 60
                )
                assert answers[0] == answer
                promised.append(shares[:, 0].mean() / search.WIN_PARTS)
                groups.append((deal, view.me))
            return answer

        return decide

    seats = [{name: watched(name, function) for name, function in seat.items()}] * 3
    errors = []
    for deal in range(100):
        before = len(promised)
        end = Game(BASE, 3, 4, deal, seats).play()[-1]
        won = [(me in end["winners"]) / len(end["winners"]) for _, me in groups[before:]]
        came += won
        errors.append(sum(promised[before:]) - sum(won))
    error = np.array(errors)  # one for each deal: decisions of a deal are not independent
    assert abs(error.sum()) < 4 * error.std(ddof=1) * len(error) ** 0.5
    assert np.corrcoef(promised, came)[0, 1] > 0.4 and len(promised) > 200


def test_a_search_is_repeatable_allocates_nothing_for_good_and_prefers_the_base_answer():
    _, decision, view = next(cut_games(BASE, 3, 1, 1))
    public, number = worlds.public_of(view), DECISIONS.index(decision)
    first = search.try_answers(public, 3, number, base_strategy(), 30)
    _nrt_python.memsys_enable_stats()
    before = rtsys.get_allocation_stats()
    for _ in range(50):
        again = search.try_answers(public, 3, number, base_strategy(), 30)
        assert again[0] == first[0] and np.array_equal(again[1], first[1])
    del again
    after = rtsys.get_allocation_stats()
    assert after.alloc - before.alloc == after.free - before.free > 0
    same = np.full((40, 3), 5)
    assert search.best_place(same, 0.0) == 0
    better = same.copy()
    better[:, 2] += np.arange(40) % 2 * 3
    assert search.best_place(better, 2.0) == 2 and search.best_place(better, 10.0) == 0


def test_given_up_answers_are_never_chosen_and_all_worlds_are_common():
    for _, decision, view in cut_games(BASE, 3, 4, 8):
        public, number = worlds.public_of(view), DECISIONS.index(decision)
        answers, all_tried = search.try_answers(public, 8, number, base_strategy(), 100)
        same, given_up = search.try_answers(public, 8, number, base_strategy(), 100, promise=0.5)
        assert same == answers and (all_tried >= 0).all()
        for k in range(len(answers)):
            column = given_up[:, k]
            tried = column >= 0
            stop = len(column) if tried.all() else int(np.argmin(tried))
            assert np.array_equal(column[:stop], all_tried[:stop, k])
            if stop < len(column):
                assert search.best_place(given_up, 0.0) != k or (k == 0 and (given_up[-1] < 0).all())


def test_positions_that_cannot_be_are_refused():
    _, _, view = next(cut_games(BASE, 3, 1, 1))
    public = worlds.public_of(view)
    public[0]["can_come"][view.harbour[0] if view.harbour_size else 0] += 3
    with pytest.raises(ValueError, match="the cards don't add up"):
        worlds.redeal(public, 1)
    with pytest.raises(ValueError, match="the cards don't add up"):
        search.try_answers(public, 1, 0, base_strategy(), 5)


def test_a_limit_of_rounds_counts_who_is_ahead():
    _, decision, view = next(cut_games(BASE, 3, 1, 1))
    public, number = worlds.public_of(view), DECISIONS.index(decision)
    for rounds in (1, 2):
        _, shares = search.try_answers(public, 3, number, base_strategy(), 200, rounds)
        assert 0 < shares[:, 0].mean() < search.WIN_PARTS


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("rollout:base=nobody", "unknown strategy 'nobody'"),
        ("rollout:base=rollout", "rollout looks ahead itself"),
        ("rollout:base=2xyardstick", "name one strategy"),
        ("rollout:base=weights:coin=9", "out of range"),
        ("rollout:base=", "name a strategy"),
    ],
)
def test_a_base_strategy_that_is_none_is_refused(spec, message):
    with pytest.raises(StrategyError, match=message):
        support.line_up([spec], 3)


def test_a_base_strategy_may_have_parameters_or_be_a_file(tmp_path):
    preset = tmp_path / "mine.toml"
    preset.write_text("strategy = 'weights'\n[params]\ncoin = 0.4\ncard = 0.2\n")
    line_up = support.line_up(["rollout:worlds=3,base=weights:coin=0.4", f"rollout:base={preset},worlds=3"])
    assert line_up.labels == ["rollout:base=weights:coin=0.4,worlds=3", f"rollout:base={preset},worlds=3"]
    assert all(len(row) == 4 for row in line_up.decisions())


def test_looking_ahead_wins():
    """One among three of its base strategy: more than its fair share, even with few worlds."""
    from analyzer.experiments import simulate

    result = simulate.simulate(["rollout:worlds=50,base=yardstick", "3xyardstick"], games=400, seed=5)
    row = result.tables["strategies"].set_index("strategy").iloc[0]
    assert row["win_rate_low"] > 0.3
