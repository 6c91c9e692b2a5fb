"""Playing Port Royal from Python: the kernel's arguments made from a line-up, and its failures explained."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer.errors import StrategyFault
from analyzer.first_class import addresses
from analyzer.game import Event
from analyzer.games.port_royal import expand, kernel
from analyzer.games.port_royal import state as st
from analyzer.games.port_royal import tape as tp
from analyzer.games.port_royal.cards import CardSet
from analyzer.games.port_royal.counts import COUNTS
from analyzer.games.port_royal.events import read_tape
from analyzer.games.port_royal.expeditions import ILLEGAL
from analyzer.games.port_royal.view import DECISIONS, SIGNATURE
from analyzer.jit import mark_compiled

if TYPE_CHECKING:
    from analyzer.line_up import LineUp

Array = np.ndarray[Any, Any]

TAPE_SIZE = 1 << 16
PLAIN, LOGGING = "port-royal", "port-royal-logging"  # what is compiled, by name


def deciders(line_up: LineUp) -> list[list[Any]]:
    """For each decision, the compiled function of each entry."""
    rows = line_up.decisions()
    return [[row[d][0].compiled(row[d][1]) for row in rows] for d in range(len(DECISIONS))]


def new_state(card_set: CardSet, line_up: LineUp, seed: int) -> Array:
    """A state record with the card set, the seed and the line-up's parameters."""
    state = expand.new_state(card_set, line_up.players)
    state[0]["seed"] = seed
    real, whole = line_up.parameters()
    state[0]["params"]["real"][: len(real)] = real
    state[0]["params"]["whole"][: len(whole)] = whole
    return state


_DECISION_OF_STEP = {
    st.DISCOVER_CLAIM: "claim",
    st.DISCOVER_DRAW: "draw",
    st.DISCOVER_REPEL: "repel",
    st.BUST_CLAIM: "claim",
    st.TAKE_CLAIM: "claim",
    st.TAKE: "take",
}


class PortRoyalWorker:
    """Plays games in one thread, with a state of its own."""

    def __init__(self, card_set: CardSet, line_up: LineUp, seed: int) -> None:
        self.card_set, self.line_up, self.seed = card_set, line_up, seed
        self.state = new_state(card_set, line_up, seed)
        self.deciders = deciders(line_up)  # kept alive: the kernel has only their addresses
        self.addresses = np.array([[addresses(f, SIGNATURE) for f in row] for row in self.deciders])

    def play(self, first_deal: int, seatings: Array, weight_class: Array, classes: int) -> Array:
        """Play deals and count. See `analyzer.game.Worker`."""
        counts = np.zeros(classes, COUNTS)
        self.run(counts, None, first_deal, seatings, weight_class)
        return counts

    def run(self, counts: Array, tape: Array | None, first_deal: int, seatings: Array, weight_class: Array) -> int:
        """Call the kernel (`kernel.play`). Returns its status, FINE or CUT.

        Raises
        ------
        StrategyFault
        """
        try:
            status = kernel.play(self.state, counts, tape, first_deal, seatings, weight_class, self.addresses)
        except Exception as error:  # whatever a strategy raises; the state says which
            raise self._fault(f"raised {type(error).__name__}: {error}") from None
        mark_compiled(LOGGING if tape is not None else PLAIN)
        if status == ILLEGAL:
            raise self._fault(f"answered {self.state[0]['answer']}, which is not legal: {self._legal()}")
        return int(status)

    def trace(self, deal: int, seating: int) -> list[Event]:
        """Play one game in the logging kernel and tell everything that happened (see TRACE.md).

        Raises
        ------
        StrategyFault
            If a strategy raises or answers illegally; the error's ``events`` hold what happened until then.
        """
        players = self.line_up.players
        seatings = np.full((1, seating + 1, players), -1, np.int8)
        seatings[0, seating] = self.line_up.seat(self.seed, deal, seating)
        tape, fault = self._taped(deal, seatings)
        deck = expand.deck(self.card_set)[: self.card_set.cards_in_play(players)]
        kinds: list[str] = [self.card_set.faces[face].kind for face in deck]
        events = [self._start(deck, deal, seating), *read_tape(tape, players, kinds)]
        if fault is not None:
            fault.events = events
            raise fault
        return events

    def decisions(self, deal: int) -> int:
        """How many decisions are made in a deal's first game."""
        tape, fault = self._taped(deal, np.array([[self.line_up.seat(self.seed, deal, 0)]], np.int8))
        if fault is not None:
            raise fault
        return -1 - int(tape[tp.DECISIONS_LEFT])

    def _taped(self, deal: int, seatings: Array) -> tuple[Array, StrategyFault | None]:
        """Play with a tape that is long enough."""
        size = TAPE_SIZE
        while True:
            tape, fault = tp.new_tape(size), None
            try:
                self.run(np.zeros(1, COUNTS), tape, deal, seatings, np.zeros(1, np.int8))
            except StrategyFault as error:
                fault = error
            if tape[tp.USED] <= size:
                return tape, fault
            size = int(tape[tp.USED])

    def _start(self, deck: list[int], deal: int, seating: int) -> Event:
        """The first line of a trace: everything that was settled before the game."""
        faces, rules = self.card_set.faces, self.card_set.rules
        shuffled = self.card_set.shuffled_cards()
        return {
            "event": "start",
            "game": "port-royal",
            "card_set": self.card_set.name,
            "rules": rules.model_dump(mode="json"),
            "players": self.line_up.players,
            "seed": self.seed,
            "deal": deal,
            "seating": seating,
            "strategies": [self.line_up.labels[e] for e in self.line_up.seat(self.seed, deal, seating)],
            "faces": [faces[face].id for face in deck],
            "face_data": {face.id: face.model_dump() for face in faces},
            "draw_pile": self.state[0]["first_pile"][:shuffled].tolist(),
            "centre": list(range(shuffled, len(deck))),
        }

    def _legal(self) -> str:
        view = self.state[0]["public"]
        options = ", ".join(str(option) for option in view["options"][: view["options_size"]])
        return {
            "draw": "0 (stop) or 1 (draw)",
            "repel": "0 (keep) or 1 (repel)",
            "take": f"-1 (pass) or a place in the harbour: {options}",
            "claim": f"-1 (none) or a place in the centre: {options}",
        }[self._decision()]

    def _decision(self) -> str:
        return _DECISION_OF_STEP[int(self.state[0]["public"]["step"])]

    def _fault(self, what: str) -> StrategyFault:
        """The error of a strategy, with the command that replays the game."""
        state = self.state[0]
        seat, deal, seating = int(state["public"]["me"]), int(state["deal"]), int(state["seating"])
        label = self.line_up.labels[int(state["entry_of"][seat])]
        return StrategyFault(
            f"strategy {label} (seat {seat}), decision {self._decision()}, in deal {deal}, seating {seating}: {what}\n"
            f"replay this game up to here: {replay_command(self.card_set, self.line_up, self.seed, deal, seating)}"
        )


def replay_command(card_set: CardSet, line_up: LineUp, seed: int, deal: int, seating: int) -> str:
    """The command that plays one game again."""
    shown = shlex.join(line_up.entries[e].spec for e in line_up.places)
    options = f"--seed {seed} --deal {deal} --seating {seating}"
    options += " --as-given" if line_up.seating == "as-given" else ""
    options += "" if card_set.spec == "base" else f" --card-set {shlex.quote(card_set.spec)}"
    return f"harbourmaster replay {shown} {options}"
