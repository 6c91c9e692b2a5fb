"""From the tape of the logging kernel to events: one dict each, as `replay --format jsonl` prints them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from analyzer.games.port_royal import tape as tp

Event = dict[str, Any]


class _Reader:
    """Takes numbers off a tape."""

    def __init__(self, numbers: list[int], players: int, kinds: list[str]) -> None:
        self.numbers, self.players, self.kinds, self.place = numbers, players, kinds, 0

    def one(self) -> int:
        self.place += 1
        return self.numbers[self.place - 1]

    def several(self, count: int) -> list[int]:
        self.place += count
        return self.numbers[self.place - count : self.place]

    def cards(self) -> list[int]:
        return self.several(self.one())


def _coins(r: _Reader) -> Event:
    return {
        "event": "coins",
        "player": r.one(),
        "reason": tp.REASONS[r.one()],
        "cards": r.cards(),
        "not_dealt": r.one(),
    }


def _reveal(r: _Reader) -> Event:
    player, card = r.one(), r.one()
    return {"event": "reveal", "player": player, "card": card, "kind": r.kinds[card]}


def _tax(r: _Reader) -> Event:
    player, card = r.one(), r.one()
    discarded = [r.cards() for _ in range(r.one())]
    return {"event": "tax", "player": player, "card": card, "discarded": discarded, "paid": r.cards()}


def _stop(r: _Reader) -> Event:
    return {"event": "stop", "player": r.one(), "forced": bool(r.one()), "harbour": r.cards()}


def _end(r: _Reader) -> Event:
    facts = {"event": "end", "round": r.one(), "finished": bool(r.one())}
    facts |= {"vp": r.several(r.players), "coins": r.several(r.players)}
    winners = r.one()
    return {**facts, "winners": [seat for seat in range(r.players) if winners >> seat & 1]}


def _player_and(name: str, number: str) -> Callable[[_Reader], Event]:
    return lambda r: {"event": name, "player": r.one(), number: r.one()}


def _player_and_cards(name: str) -> Callable[[_Reader], Event]:
    return lambda r: {"event": name, "player": r.one(), "cards": r.cards()}


_READ: dict[int, Callable[[_Reader], Event]] = {
    tp.COINS: _coins,
    tp.TURN: lambda r: {"event": "turn", "round": r.one(), "player": r.one()},
    tp.DRAW_CARD: _player_and("draw", "card"),
    tp.KEEP_SHIP: _player_and("keep", "card"),
    tp.REPEL_SHIP: _player_and("repel", "card"),
    tp.REVEAL: _reveal,
    tp.TAX_INCREASE: _tax,
    tp.BUST: _player_and_cards("bust"),
    tp.STOP_DRAWING: _stop,
    tp.OPPORTUNITY: _player_and("opportunity", "harbour_size"),
    tp.TRADE: _player_and("trade", "card"),
    tp.HIRE: lambda r: {"event": "hire", "player": r.one(), "card": r.one(), "paid": r.cards()},
    tp.FEE: lambda r: {"event": "fee", "player": r.one(), "to": r.one(), "cards": r.cards()},
    tp.PASS_TAKING: lambda r: {"event": "pass", "player": r.one()},
    tp.CLAIM: lambda r: {"event": "claim", "player": r.one(), "card": r.one(), "spent": r.cards()},
    tp.CLEAN_UP: lambda r: {"event": "clean_up", "cards": r.cards()},
    tp.SHUFFLE: lambda r: {"event": "shuffle", "draw_pile": r.cards()},
    tp.END_SIGNALLED: _player_and("end_signalled", "vp"),
    tp.END: _end,
}


def read_tape(tape: np.ndarray[Any, Any], players: int, kinds: list[str]) -> Iterator[Event]:
    """The events on a tape.

    Parameters
    ----------
    tape : ndarray int32
        Filled by the kernel, not overfull.
    players : int
        Number of players.
    kinds : list of str
        The kind of each card.
    """
    reader = _Reader(tape[tp.HEADER : tape[tp.USED]].tolist(), players, kinds)
    while reader.place < len(reader.numbers):
        yield _READ[reader.one()](reader)
