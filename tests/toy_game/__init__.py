"""Lookout: a toy game that has what Port Royal has not: two teams, up to 7 seats, and a private card.

Every seat holds a card from 1 to 9 that only it can see. In seat order each calls it out or keeps quiet. A called card counts for
the seat's team (even seats against odd ones); a called card below 5 counts against it. The team with more points wins, all its
members together; a draw is won by nobody.
"""

import numba
import numpy as np

from analyzer.errors import StrategyFault
from analyzer.game import Column, Decision, Table
from analyzer.jit import inlined
from analyzer.streams import FIRST_PILE, STRATEGY, number_below, stream_key
from analyzer.view import View, as_view

SEATS = 7
QUIET, CALL = 0, 1

PUBLIC = np.dtype([("seats", "i8"), ("me", "i8"), ("card", "i8"), ("called", "i8", (SEATS,))], align=True)
PARAMS = np.dtype([("real", "f8", (24,)), ("whole", "i8", (24,))], align=True)
OWN = np.dtype([("key", "u8"), ("count", "u8"), ("memory", "i8", (8,))], align=True)
STATE = np.dtype(
    [
        ("public", PUBLIC),
        ("cards", "i8", (SEATS,)),
        ("own", OWN, (SEATS,)),
        ("params", PARAMS, (SEATS,)),
        ("seed", "i8"),
        ("deal", "i8"),
        ("seating", "i8"),
    ],
    align=True,
)
COUNTS = np.dtype(
    [
        ("games", "i8"),
        ("unfinished", "i8"),
        ("entry_games", "i8", (SEATS,)),
        ("entry_wins", "i8", (SEATS,)),
        ("calls", "i8", (SEATS,)),
    ]
)
ARGUMENTS = (View(numba.from_dtype(PUBLIC)), numba.from_dtype(PARAMS), numba.from_dtype(OWN))


@inlined
def game(s, t, seating, callers):
    v = s.public
    for p in range(v.seats):
        s.cards[p] = 1 + number_below(stream_key(s.seed, s.deal, FIRST_PILE, p), 0, 9)
        s.own[p].key = stream_key(s.seed, s.deal, STRATEGY, p)
        s.own[p].count = 0
        v.called[p] = 0
    points = 0
    for p in range(v.seats):
        v.me, v.card = p, s.cards[p]
        answer = callers[seating[p]](as_view(v), s.params[seating[p]], s.own[p])
        if answer != QUIET and answer != CALL:
            return 1
        v.called[p] = answer
        if answer == CALL:
            gain = s.cards[p] if s.cards[p] >= 5 else -5
            points += gain if p % 2 == 0 else -gain
            t.calls[seating[p]] += 1
    for p in range(v.seats):
        t.entry_games[seating[p]] += 1
        t.entry_wins[seating[p]] += points != 0 and (points > 0) == (p % 2 == 0)
    t.games += 1
    return 0


@numba.njit(nogil=True)
def play(state, counts, first_deal, seatings, weight_class, callers):
    s = state[0]
    for d in range(seatings.shape[0]):
        s.deal = first_deal + d
        for r in range(seatings.shape[1]):
            if seatings[d, r, 0] >= 0:
                s.seating = r
                if game(s, counts[weight_class[d]], seatings[d, r], callers):
                    return 1
    return 0


class LookoutWorker:
    def __init__(self, line_up, seed):
        self.line_up = line_up
        self.state = np.zeros(1, STATE)
        self.state[0]["seed"] = seed
        self.state[0]["public"]["seats"] = line_up.players
        real, whole = line_up.parameters()
        self.state[0]["params"]["real"][: len(real)] = real[:, 0]
        self.state[0]["params"]["whole"][: len(real)] = whole[:, 0]
        rows = line_up.decisions()
        self.callers = tuple(row[0][0].compiled("call") for row in rows + [rows[0]] * (SEATS - len(rows)))

    def play(self, first_deal, seatings, weight_class, classes):
        counts = np.zeros(classes, COUNTS)
        if play(self.state, counts, first_deal, seatings, weight_class, self.callers):
            raise StrategyFault(f"illegal call in deal {self.state[0]['deal']}, seating {self.state[0]['seating']}")
        return counts


class Sea:
    """The one card set."""

    name, title, spec, sha256 = "sea", "cards from 1 to 9", "sea", "0" * 64


class Lookout:
    name, title = "toy-game", "Lookout"
    seats, usual_seats = range(2, SEATS + 1), SEATS
    decisions = (Decision("call", "call the card out (1) or keep quiet (0)"),)
    default_strategy, default_card_set = "bold", "sea"
    counts = COUNTS
    tables = (
        Table(
            "strategies",
            "Strategies",
            keys=("strategy",),
            size=("entries",),
            count=("games", "entry_games"),
            columns=(
                Column(
                    "win_rate",
                    "entry_wins",
                    "entry_games",
                    "share of games",
                    "games won by the team",
                    rate=True,
                    interval=True,
                ),
                Column("call_rate", "calls", "entry_games", "share of games", "cards called", rate=True, interval=True),
            ),
        ),
    )
    screen = (("strategies", ("strategy", "games", "win_rate", "call_rate")),)
    standard_strategies = ("bold", "chance")
    compared = (("strategies", None),)
    arguments = ARGUMENTS

    def card_sets(self):
        return ["sea"]

    def card_set(self, spec):
        return Sea()

    def card_set_text(self, card_set):
        return "sea"

    def card_list(self, card_set):
        return "card\n", None

    def rulings(self):
        return []

    def labels(self, size, card_set):
        raise KeyError(size)

    def worker(self, card_set, line_up, seed):
        return LookoutWorker(line_up, seed)

    def is_compiled(self, logging=False):
        return True

    def trace(self, card_set, line_up, seed, deal, seating):
        worker = LookoutWorker(line_up, seed)
        seatings = np.array([[line_up.seat(seed, deal, seating)]], np.int8)
        worker.play(deal, seatings, np.zeros(1, np.int8), 1)
        return [{"event": "cards", "cards": worker.state[0]["cards"].tolist()}]

    def fair_share(self, players):
        return None

    def facts(self, tables):
        return [f"The best strategy calls {tables['strategies']['call_rate'].max():.2f} of its cards."]


GAME = Lookout()
