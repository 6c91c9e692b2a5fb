"""Properties of every game: cards are conserved after each event, and nothing leaves its bounds. The measures count what happened."""

import itertools
from collections import Counter
from functools import cache

import numpy as np
import pytest
import support
from hypothesis import given, settings
from hypothesis import strategies as hs
from ledger import follow

from analyzer.games.port_royal.cards import CardSet
from analyzer.games.port_royal.counts import COUNTS, WIN_PARTS
from analyzer.games.port_royal.odd_sets import BASE, ODD_SETS
from analyzer.games.port_royal.reference import Game
from analyzer.games.port_royal.worker import PortRoyalWorker

NAMES = ["random", "yardstick", "cautious", "greedy", "swordsman", "explorer"]


@cache
def worker(specs, card_set_number):
    return PortRoyalWorker([BASE, *ODD_SETS][card_set_number], support.line_up(list(specs)), 77)


@pytest.mark.rules
@settings(max_examples=300, deadline=None)
@given(
    specs=hs.lists(hs.sampled_from(NAMES), min_size=2, max_size=5).map(tuple),
    card_set=hs.integers(0, len(ODD_SETS)),
    deal=hs.integers(0, 10**6),
)
def test_cards_are_conserved_and_payments_are_right(specs, card_set, deal):
    follow(worker(specs, card_set).trace(deal, deal % len(specs)))


@pytest.mark.rules
@pytest.mark.parametrize(
    "specs", [("random", "swordsman"), ("explorer", "greedy", "random"), ("yardstick", "random", "greedy", "swordsman")]
)
def test_the_counts_are_those_of_the_events(specs):
    """The kernel's counts against those that an independent bookkeeper makes of the traces."""
    entries = support.line_up(list(specs))
    players = worker(specs, 0)
    expected = Counter()
    wins, vp, coins, by_colours, owners = np.zeros((5, len(specs))), Counter(), Counter(), Counter(), Counter()
    seat_wins, after, places, by_vp = Counter(), Counter(), Counter(), Counter()
    seatings, weights = entries.seatings(77, 0, 12)
    for deal, seating in itertools.product(range(12), range(len(specs))):
        ledger = follow(players.trace(deal, seating))
        expected.update(ledger.counts)
        expected["games"] += 1
        who = entries.seat(77, deal, seating)
        scores = list(zip(ledger.ended["vp"], ledger.ended["coins"], strict=True))
        if ledger.ended["finished"]:
            first, second = sorted((vp for vp, _ in scores), reverse=True)[:2]
            expected.update({("winner", first): 1, ("margin", first - second): 1})
        for seat, e in enumerate(who):
            share = int(ledger.share[seat] * WIN_PARTS)
            wins[0, e] += share
            seat_wins[seat] += share
            after[e, who[seat - 1]] += share
            vp[e] += ledger.ended["vp"][seat]
            by_vp[e, ledger.ended["vp"][seat]] += 1
            coins[e] += ledger.ended["coins"][seat]
            places[e] += 2 * sum(s > scores[seat] for s in scores) + sum(s == scores[seat] for s in scores) + 1
            by_colours.update({(e, *key): n for key, n in ledger.by_colours[seat].items()})
            for face in ledger.hired_by[seat]:
                owners[face] += share
        expected.update({("hires", face): n for face, n in ledger.hires.items()})
    counts = players.play(0, seatings, weights, 1)[0]
    for name in ("turns", "revealed", "coins_dealt", "coins_not_dealt", "reshuffles", "busts", "stops", "forced_stops",
                 "harbour_at_stop", "repels", "trades", "hires", "claims", "taxes", "rounds", "games"):  # fmt: skip
        assert counts[name] == expected[name], name
    for e in range(len(specs)):
        assert counts["entry_wins"][e] == wins[0, e]
        assert counts["entry_vp"][e] == vp[e] and counts["entry_coins"][e] == coins[e]
        assert counts["entry_double_places"][e] == places[e]
        assert [counts["entry_games_by_vp"][e, points] for points in range(60)] == [by_vp[e, p] for p in range(60)]
        assert counts["seat_wins"][e] == seat_wins[e]
        for colours in range(6):
            assert counts["draws_by_colours"][e, colours] == by_colours[e, "draws", colours]
            assert counts["busts_by_colours"][e, colours] == by_colours[e, "busts", colours]
        for before in range(len(specs)):
            assert counts["after_wins"][e, before] == after[e, before]
    for points in range(60):
        assert counts["games_by_winner_vp"][points] == expected["winner", points]
        assert counts["games_by_margin"][points] == expected["margin", points]
    for f, face in enumerate(BASE.faces):
        assert counts["face_hires"][f] == expected["hires", face.id]
        assert counts["face_owner_wins"][f] == owners[face.id]
        assert counts["face_hires"][f] <= counts["face_chances"][f] or face.kind != "person"


FACES = [f for f in BASE.faces if f.kind == "person"]


@settings(max_examples=300, deadline=None)
@given(
    persons=hs.lists(
        hs.tuples(hs.integers(0, 1), hs.integers(0, 1), hs.integers(0, 1), hs.integers(0, 1), hs.integers(0, 3)),
        min_size=1,
        max_size=7,
    ),
    demand=hs.tuples(hs.integers(0, 2), hs.integers(0, 2), hs.integers(0, 2)).filter(any),
)
def test_the_persons_spent_are_the_cheapest_that_can_stand_for_the_symbols(persons, demand):
    """The rule of payment against brute force, in reference and kernel: fewest jacks, fewest VP, hired first."""
    faces = [
        FACES[0].model_copy(update={"id": f"p{i}", "anchor": a, "cross": c, "house": h, "wild": w, "vp": vp, "count": 1, "trader_colour": "", "cost": 0})
        for i, (a, c, h, w, vp) in enumerate(persons)
    ]  # fmt: skip
    expedition = next(f for f in BASE.faces if f.id == "exp-aa")
    expedition = expedition.model_copy(update=dict(zip(("anchor", "cross", "house"), demand, strict=True)))
    filler = BASE.faces[0].model_copy(update={"count": 20})
    card_set = CardSet(
        "p",
        "",
        "",
        BASE.colours,
        (*faces, expedition, filler),
        BASE.rules.model_copy(update={"goal": 200, "round_cap": 1}),
    )
    symbols = ["anchor"] * demand[0] + ["cross"] * demand[1] + ["house"] * demand[2]

    def possible(chosen):
        return any(
            all(faces[i].wild or getattr(faces[i], s) for i, s in zip(order, symbols, strict=True))
            for order in itertools.permutations(chosen)
        )

    choices = [c for c in itertools.combinations(range(len(faces)), len(symbols)) if possible(c)]
    best = min(choices, key=lambda c: (sum(faces[i].wild for i in c), sum(faces[i].vp for i in c), c), default=None)
    game = Game(card_set, 2, 1, 0, [{}, {}])
    owner = game.players[1]
    owner.persons = list(range(len(faces)))  # the cards are numbered in the order of the faces
    spent = game.persons_for(owner, len(faces))
    assert spent == (None if best is None else list(best))
    # The kernel: the owner claims whatever it can in its turn.
    from position import fill_state

    from analyzer.games.port_royal import state as st

    for player in game.players:
        player.coins = []
    game.centre, game.draw_pile, game.round, game.active = (
        [len(faces)],
        list(range(len(faces) + 1, len(faces) + 21)),
        1,
        owner,
    )
    entries = support.line_up(["yardstick"], 2)
    player = PortRoyalWorker(card_set, entries, 1)
    fill_state(player.state, game, st.BEGIN_OPPORTUNITY)
    player.run(np.zeros(1, COUNTS), None, 0, np.zeros((0, 1, 2), np.int8), np.zeros(0, np.int8))
    public, state = player.state[0]["public"], player.state[0]
    left = state["person_cards"][1, : public["persons_size"][1]].tolist()
    assert [i for i in range(len(faces)) if i not in left] == ([] if best is None else list(best))
