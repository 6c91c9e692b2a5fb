"""Setting up positions and playing one turn from them, in the reference and in the kernel alike.

Players are named from the active one clockwise: 0 is the active player. Every turn played here is compared event by event, and
zone by zone, between the two.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import support

from analyzer.games.port_royal import expand
from analyzer.games.port_royal import state as st
from analyzer.games.port_royal import tape as tp
from analyzer.games.port_royal.cards import CardSet
from analyzer.games.port_royal.counts import COUNTS
from analyzer.games.port_royal.events import read_tape
from analyzer.games.port_royal.reference import Game
from analyzer.games.port_royal.reference_view import ReferenceView
from analyzer.games.port_royal.worker import PortRoyalWorker
from analyzer.games.port_royal.worlds import add_abilities

SCRIPTED = Path(__file__).with_name("scripted.py")
ANSWERS = {"draw": 1, "stop": 0, "repel": 1, "keep": 0, "pass": -1, "decline": -1}


def with_rules(card_set, **rules):
    """A card set with other rule parameters."""
    changed = card_set.rules.model_copy(update=rules)
    return CardSet(card_set.name, card_set.title, card_set.source, card_set.colours, card_set.faces, changed)


def answer(word):
    """`draw`, `stop`, `repel`, `keep`, `pass`, `decline`, `take 2`, `claim 0` as a number."""
    return ANSWERS[word] if word in ANSWERS else int(word.split()[1])


@dataclass
class Outcome:
    """What came of a turn; players from the active one on, cards as face ids."""

    events: list
    coins: list
    persons: list
    expeditions: list
    vp: list
    harbour: list
    centre: list
    draw_pile: list
    discard_pile: list
    forced_stops: int
    coins_not_dealt: int

    def of(self, *names):
        """The events of these names."""
        return [event for event in self.events if event["event"] in names]

    def received(self, player, reason):
        """Coins that a player received for a reason, each time."""
        return [len(e["cards"]) for e in self.of("coins") if e["player"] == player and e["reason"] == reason]

    def takes(self, player):
        """How many cards a player took."""
        return sum(e["player"] == player for e in self.of("trade", "hire"))


class Position:
    """A position. All lists hold face ids; what is not named lies under the draw pile (`rest="pile"`) or is out of play."""

    def __init__(
        self, players=3, persons=None, coins=None, harbour=(), centre=(), draw=(), discard=(), expeditions=None,
        rest="pile", scripts=None, card_set=None, **rules,
    ):  # fmt: skip
        base = card_set or support.GAME.card_set("base")
        self.card_set = with_rules(base, round_cap=1, **rules)
        self.players = players
        self.scripts = scripts or {}
        self.deck = expand.deck(self.card_set)
        self.unused = list(range(self.card_set.cards_in_play(players)))
        self.persons = [self._cards((persons or {}).get(p, [])) for p in range(players)]
        self.expeditions = [self._cards((expeditions or {}).get(p, [])) for p in range(players)]
        self.harbour, self.centre = self._cards(harbour), self._cards(centre)
        self.draw, self.discard = self._cards(draw), self._cards(discard)
        self.coins = [self._some((coins or {}).get(p, 0)) for p in range(players)]
        if rest == "pile":
            self.draw += [card for card in self.unused if self._face(card).kind != "expedition"]

    def _face(self, card):
        return self.card_set.faces[self.deck[card]]

    def _cards(self, names):
        found = []
        for name in names:
            card = next((c for c in self.unused if self._face(c).id == name), None)
            assert card is not None, f"no {name} left"
            self.unused.remove(card)
            found.append(card)
        return found

    def _some(self, number):
        """Cards to serve as coins."""
        plain = [c for c in reversed(self.unused) if self._face(c).kind in ("ship", "person")][:number]
        assert len(plain) == number
        self.unused = [c for c in self.unused if c not in plain]
        return plain

    def _line_up(self):
        specs = []
        for seat in range(self.players):
            script = self.scripts.get(self._player(seat), [])
            values = ",".join(f"answer{i}={answer(word)}" for i, word in enumerate(script))
            specs.append(f"{SCRIPTED}:{values}" if values else str(SCRIPTED))
        return support.line_up(specs, seating="as-given")

    # The active player sits last, so that the game is over after its turn.
    def _seat(self, player):
        return (player + self.players - 1) % self.players

    def _player(self, seat):
        return (seat + 1) % self.players

    def _reference(self, entries):
        seats = support.reference_seats(entries)
        game = Game(self.card_set, self.players, 1, 0, [seats[e] for e in entries.places])
        for player in range(self.players):
            there = game.players[self._seat(player)]
            there.coins, there.persons = list(self.coins[player]), list(self.persons[player])
            there.expeditions = list(self.expeditions[player])
        game.harbour, game.centre = list(self.harbour), list(self.centre)
        game.draw_pile, game.discard_pile = list(self.draw), list(self.discard)
        game.older_coins, game.events, game.coins_not_dealt = set(), [], 0
        game.round, game.active = 1, game.players[-1]
        game.end_signalled = any(game.vp(p) >= game.rules.goal and game.can_win(p) for p in game.players)
        return game

    def _kernel(self, entries, game, step):
        """A worker whose state is the reference's position."""
        worker = PortRoyalWorker(self.card_set, entries, 1)
        worker.state[0]["entry_of"][: self.players] = entries.places
        fill_state(worker.state, game, step)
        return worker

    def play(self, part="turn"):
        """Play the active player's turn from the first draw on, or (`part="trade"`) its second part, from the stop on."""
        entries = self._line_up()
        game = self._reference(entries)
        worker = self._kernel(entries, game, st.DISCOVER_CLAIM if part == "turn" else st.BEGIN_OPPORTUNITY)
        if part == "turn":
            if game.discover():
                game.trade_and_hire()
        else:
            game.trade_and_hire()
        game.end()
        tape = tp.new_tape()
        counts = np.zeros(1, COUNTS)
        worker.run(counts, tape, 0, np.zeros((0, 1, self.players), np.int8), np.zeros(0, np.int8))
        kinds = [self._face(card).kind for card in range(len(self.deck))]
        assert support.first_difference(game.events, list(read_tape(tape, self.players, kinds))) is None
        assert zones_of_state(worker.state[0], self.players) == zones_of_game(game)
        assert counts[0]["forced_stops"] == game.forced_stops
        return self._outcome(game)

    def _outcome(self, game):
        def names(cards):
            return [self._face(card).id for card in cards]

        players = [game.players[self._seat(p)] for p in range(self.players)]
        events = []
        for event in game.events:
            renamed = dict(event)
            for key in ("player", "to"):
                if key in event:
                    renamed[key] = self._player(event[key])
            events.append(renamed)
        return Outcome(
            events,
            [len(p.coins) for p in players],
            [names(p.persons) for p in players],
            [names(p.expeditions) for p in players],
            [game.vp(p) for p in players],
            names(game.harbour),
            names(game.centre),
            names(game.draw_pile),
            names(game.discard_pile),
            game.forced_stops,
            game.coins_not_dealt,
        )


def fill_state(record, game, step):
    """Write a position of the reference into a state record: as if the active player's first draw, or its stop, came next."""
    state, public = record[0], record[0]["public"]
    count = len(game.players)
    public["round"], public["active"] = game.round, game.active.seat
    public["me"] = game.active.seat
    public["step"], state["opportunity"] = step, 0
    public["draws"], public["end_signalled"] = game.draws, game.end_signalled
    for name in ("harbour", "centre"):
        cards = getattr(game, name)
        public[f"{name}_size"] = len(cards)
        public[name][: len(cards)] = [game.deck[c] for c in cards]
        state[f"{name}_cards"][: len(cards)] = cards
    there = [game.card_set.colours.index(colour) for colour in game.colours()]
    public["harbour_colours"][:] = 0
    public["harbour_colours"][there] = 1
    public["colours"] = len(there)
    state["limit_at_stop"] = game.rules.take_limit(len(there))
    state["pile_top"] = 0
    state["pile"][: len(game.draw_pile)] = game.draw_pile
    public["draw_pile_size"] = len(game.draw_pile)
    state["discard_pile"][: len(game.discard_pile)] = game.discard_pile
    public["discard_pile_size"] = len(game.discard_pile)
    public["shuffles"] = game.shuffles
    state["dealt_before_shuffle"][:] = 0
    state["dealt_before_shuffle"][list(game.older_coins)] = 1
    known = ReferenceView(game, game.active, ())
    public["can_come"][:], public["older_coins"][:] = known.can_come, known.older_coins
    state["may_claim"][:] = 0
    for p, player in enumerate(game.players):
        public["coins"][p], public["vp"][p] = len(player.coins), game.vp(player)
        state["coin_cards"][p, : len(player.coins)] = player.coins
        public["persons_size"][p], public["expeditions_size"][p] = len(player.persons), len(player.expeditions)
        public["persons"][p, : len(player.persons)] = [game.deck[c] for c in player.persons]
        state["person_cards"][p, : len(player.persons)] = player.persons
        public["expeditions"][p, : len(player.expeditions)] = [game.deck[c] for c in player.expeditions]
        state["expedition_cards"][p, : len(player.expeditions)] = player.expeditions
        state["own"][p]["key"], state["own"][p]["count"] = player.own.key, player.own.count
        state["own"][p]["memory"][:] = player.own.memory
    add_abilities(record)
    assert count == public["players"]


def zones_of_game(game):
    """Where every card lies, in the reference."""
    return {
        "draw_pile": list(game.draw_pile),
        "discard_pile": list(game.discard_pile),
        "harbour": list(game.harbour),
        "centre": list(game.centre),
        "coins": [list(p.coins) for p in game.players],
        "persons": [list(p.persons) for p in game.players],
        "expeditions": [list(p.expeditions) for p in game.players],
    }


def zones_of_state(state, players):
    """Where every card lies, in the kernel."""
    public = state["public"]
    top = int(state["pile_top"])
    return {
        "draw_pile": state["pile"][top : top + public["draw_pile_size"]].tolist(),
        "discard_pile": state["discard_pile"][: public["discard_pile_size"]].tolist(),
        "harbour": state["harbour_cards"][: public["harbour_size"]].tolist(),
        "centre": state["centre_cards"][: public["centre_size"]].tolist(),
        "coins": [state["coin_cards"][p, : public["coins"][p]].tolist() for p in range(players)],
        "persons": [state["person_cards"][p, : public["persons_size"][p]].tolist() for p in range(players)],
        "expeditions": [state["expedition_cards"][p, : public["expeditions_size"][p]].tolist() for p in range(players)],
    }
