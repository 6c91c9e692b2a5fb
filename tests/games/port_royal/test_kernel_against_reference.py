"""The fast simulator against its slow twin: event by event, view by view, and after any cut."""

import itertools
import random
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import support
from position import zones_of_game, zones_of_state

from analyzer.games.port_royal import state as st
from analyzer.games.port_royal import tape as tp
from analyzer.games.port_royal.counts import COUNTS
from analyzer.games.port_royal.events import read_tape
from analyzer.games.port_royal.expeditions import CUT
from analyzer.games.port_royal.odd_sets import BASE, ODD_SETS
from analyzer.games.port_royal.reference import CutGameError
from analyzer.games.port_royal.worker import PortRoyalWorker

DEALS = 2000
CHUNKS = 8  # so that several processes share the work
LINE_UPS = {
    2: ["random", "swordsman"],
    3: ["random", "greedy", "explorer"],
    4: ["random", "swordsman", "cautious", "yardstick"],
    5: ["random", "explorer", "swordsman", "random", "greedy"],
}


@cache
def worker_of(name, entries, seed):
    card_set = next(s for s in [BASE, *ODD_SETS] if s.name == name)
    return PortRoyalWorker(card_set, entries, seed)


@cache
def entries_of(players):
    return support.line_up(LINE_UPS[players])


def kernel_events(card_set, entries, seed, deal, seating):
    return worker_of(card_set.name, entries, seed).trace(deal, seating)[1:]


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("players", LINE_UPS)
def test_equal_events_in_the_base_set(players, chunk):
    entries = entries_of(players)
    for deal in range(chunk, DEALS, CHUNKS):
        seating = deal % players
        expected = support.reference_game(BASE, entries, 11, deal, seating).play()
        found = kernel_events(BASE, entries, 11, deal, seating)
        assert support.first_difference(expected, found) is None, f"deal {deal}, seating {seating}"


@pytest.mark.rules
@pytest.mark.parametrize("players", LINE_UPS)
@pytest.mark.parametrize("card_set", ODD_SETS, ids=lambda s: s.name)
def test_equal_events_in_odd_card_sets(card_set, players):
    entries = entries_of(players)
    for deal in range(12):
        expected = support.reference_game(card_set, entries, 5, deal, deal % players).play()
        found = kernel_events(card_set, entries, 5, deal, deal % players)
        assert support.first_difference(expected, found) is None, f"deal {deal}"


def test_the_odd_sets_do_what_they_are_for():
    seen = {}
    for card_set in ODD_SETS:
        entries = entries_of(4)
        games = [kernel_events(card_set, entries, 5, deal, 0) for deal in range(12)]
        seen[card_set.name] = list(itertools.chain.from_iterable(games))
    names = {name: {e["event"] for e in events} for name, events in seen.items()}
    assert "bust" not in names["no-ships"] and "trade" not in names["no-ships"]
    assert any(e["event"] == "coins" and e["not_dealt"] for e in seen["tiny-deck"])
    assert any(e["event"] == "stop" and e["forced"] for e in seen["stalemate"])
    assert any(e["event"] == "end" and not e["finished"] for e in seen["stalemate"])
    assert "claim" in names["many-symbols"] and "repel" in names["eight-colours"]
    assert "repel" not in names["only-skulls"]


def views_differ(kernel_view, reference_view):
    """The fields of two views that differ; every place of every array is compared."""
    found = []
    for name in st.PUBLIC.names:
        if name.startswith("_") or name in ("rules", "faces"):
            continue
        a, b = kernel_view[name], getattr(reference_view, name)
        if a.ndim == 2:
            equal = all(a[r, c] == b[r, c] for r in range(a.shape[0]) for c in range(a.shape[1]))
        else:
            equal = a.tolist() == (list(b) if a.ndim else b)
        if not equal:
            found.append((name, a, b))
    return found


@pytest.mark.rules
@pytest.mark.parametrize("card_set", [BASE, *ODD_SETS], ids=lambda s: s.name)
def test_equal_views_at_decisions(card_set):
    chooser = random.Random(3)
    entries = entries_of(3)
    for deal in range(6):
        whole = support.reference_game(card_set, entries, 2, deal, deal % 3)
        whole.play()
        for cut in chooser.sample(range(whole.decisions), min(12, whole.decisions)):
            game = support.reference_game(card_set, entries, 2, deal, deal % 3, cut)
            with pytest.raises(CutGameError) as stopped:
                game.play()
            worker, _, status = cut_game(card_set, entries, 2, deal, deal % 3, cut)
            assert status == CUT
            public = worker.state[0]["public"]
            assert public["me"] == stopped.value.seat
            assert views_differ(public, stopped.value.view) == [], (deal, cut, stopped.value.decision)
            assert zones_of_state(worker.state[0], 3) == zones_of_game(game)


@pytest.mark.rules
def test_equal_views_at_claims_after_a_bust():
    """Few cuts at random fall on one: those of some games are sought out."""
    card_set = next(s for s in ODD_SETS if s.name == "claims-after-bust")
    entries, seen = support.line_up([str(Path(__file__).with_name("late_claimer.py"))], 3), 0
    for deal in range(20):
        after_busts = []

        class Watched(support.Game):
            def ask(self, decision, player, options, found=after_busts):
                turn = max(i for i, event in enumerate(self.events) if event["event"] == "turn")
                if decision == "claim" and any(event["event"] == "bust" for event in self.events[turn:]):
                    found.append(self.decisions)
                return super().ask(decision, player, options)

        seats = support.reference_seats(entries)
        Watched(card_set, 3, 2, deal, [seats[e] for e in entries.seat(2, deal, 0)]).play()
        for cut in after_busts:
            game = support.reference_game(card_set, entries, 2, deal, 0, cut)
            with pytest.raises(CutGameError) as stopped:
                game.play()
            worker, _, status = cut_game(card_set, entries, 2, deal, 0, cut)
            assert status == CUT and worker.state[0]["public"]["step"] == st.BUST_CLAIM
            assert views_differ(worker.state[0]["public"], stopped.value.view) == [], (deal, cut)
            seen += 1
    assert seen > 5


def cut_game(card_set, entries, seed, deal, seating, cut):
    """Play a game in the logging kernel up to a decision. Returns worker, tape, status."""
    worker = PortRoyalWorker(card_set, entries, seed)
    seatings = np.full((1, seating + 1, entries.players), -1, np.int8)
    seatings[0, seating] = entries.seat(seed, deal, seating)
    tape = tp.new_tape(1 << 20)
    tape[tp.DECISIONS_LEFT] = cut
    counts = np.zeros(1, COUNTS)
    status = worker.run(counts, tape, deal, seatings, np.zeros(1, np.int8))
    worker.counts_so_far = counts
    return worker, tape, status


def play_on(worker, counts, tape):
    players = worker.line_up.players
    return worker.run(counts, tape, 0, np.zeros((0, 1, players), np.int8), np.zeros(0, np.int8))


@pytest.mark.rules
def test_a_game_can_be_cut_at_any_decision_saved_and_played_on(tmp_path):
    """1,000 random cuts: cut, save, load into a new worker, play on in the plain kernel. The same end, the same counts."""
    chooser = random.Random(4)
    for number in range(1000):
        players = 2 + number % 4
        entries = entries_of(players)
        deal, seating = number, number % players
        whole = PortRoyalWorker(BASE, entries, 8)
        seatings = np.full((1, seating + 1, players), -1, np.int8)
        seatings[0, seating] = entries.seat(8, deal, seating)
        counts = np.zeros(1, COUNTS)
        whole.run(counts, None, deal, seatings, np.zeros(1, np.int8))
        cut = chooser.randrange(150)
        worker, _, status = cut_game(BASE, entries, 8, deal, seating, cut)
        if status == CUT and number % 100 == 0:
            (tmp_path / "state").write_bytes(worker.state.tobytes())
            saved = np.frombuffer((tmp_path / "state").read_bytes(), st.STATE)
        else:
            saved = worker.state.copy()
        fresh = PortRoyalWorker(BASE, entries, 8)
        fresh.state[:] = saved
        so_far = worker.counts_so_far
        play_on(fresh, so_far, None)
        assert so_far.tobytes() == counts.tobytes()
        assert zones_of_state(fresh.state[0], players) == zones_of_state(whole.state[0], players)


def test_logging_and_plain_kernel_agree_bit_by_bit():
    """100,000 games: the same counts and the same final states."""
    per_line_up = 25_000
    for players in LINE_UPS:
        entries = entries_of(players)
        plain, logging = PortRoyalWorker(BASE, entries, 21), PortRoyalWorker(BASE, entries, 21)
        deals = 25
        games = 0
        for first in itertools.count(0, deals):
            if games >= per_line_up:
                break
            seatings, weights = entries.seatings(21, first, deals)
            counts, logged = np.zeros((2, len(entries.weights)), COUNTS)
            plain.run(counts, None, first, seatings, weights)
            logging.run(logged, tp.new_tape(16), first, seatings, weights)
            assert counts.tobytes() == logged.tobytes()
            assert plain.state.tobytes() == logging.state.tobytes()
            games += int(counts["games"].sum())


def test_a_full_tape_says_how_much_room_it_needs():
    entries = support.line_up(["yardstick"], 2)
    worker = PortRoyalWorker(BASE, entries, 1)
    small, large = tp.new_tape(10), tp.new_tape()
    for tape in (small, large):
        worker.run(np.zeros(1, COUNTS), tape, 0, np.zeros((1, 1, 2), np.int8), np.zeros(1, np.int8))
    assert small[tp.USED] == large[tp.USED] > 10
    kinds = [BASE.faces[f].kind for f in range(len(BASE.faces))]
    assert kinds and list(read_tape(large, 2, ["ship"] * 120))[-1]["event"] == "end"
