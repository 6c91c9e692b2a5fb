"""The event log of the logging kernel: numbers on a tape.

A tape is an int32 array or None. With None every call below is pruned when the kernel is compiled, so that one source gives
the plain kernel and the logging one. The header holds the length in use, and how many decisions may be taken before the game
is cut (-1: all). An event is its code followed by its numbers; a list is preceded by its length. events.py reads it.
"""

from __future__ import annotations

import numpy as np

from analyzer.jit import inlined

USED, DECISIONS_LEFT, HEADER = 0, 1, 2

(
    COINS, TURN, DRAW_CARD, KEEP_SHIP, REPEL_SHIP, REVEAL, TAX_INCREASE, BUST, STOP_DRAWING, OPPORTUNITY, TRADE, HIRE,
    FEE, PASS_TAKING, CLAIM, CLEAN_UP, SHUFFLE, END_SIGNALLED, END,
) = range(19)  # fmt: skip

#: Why coins are received, in the order of their numbers.
REASONS = ("setup", "trade", "admiral", "vice_admiral", "gunner", "jester", "bust", "tax", "claim")
FOR_SETUP, FOR_TRADE, FOR_ADMIRAL, FOR_VICE_ADMIRAL, FOR_GUNNER, FOR_JESTER, FOR_BUST, FOR_TAX, FOR_CLAIM = range(9)


def new_tape(size: int = 1 << 16) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    """An empty tape with room for `size` numbers."""
    tape = np.zeros(size, np.int32)
    tape[USED] = HEADER
    tape[DECISIONS_LEFT] = -1
    return tape


@inlined
def put(tape, number):  # type: ignore[no-untyped-def]
    """Write a number. A full tape counts on, so that the caller sees how much room is needed."""
    if tape is not None:
        if tape[0] < len(tape):
            tape[tape[0]] = number
        tape[0] += 1


@inlined
def put_cards(tape, cards, start, end):  # type: ignore[no-untyped-def]
    """Write a list: the cards from `start` up to `end`."""
    if tape is not None:
        put(tape, end - start)
        for i in range(start, end):
            put(tape, cards[i])


@inlined
def put_newest(tape, cards, end, count):  # type: ignore[no-untyped-def]
    """Write a list: the last `count` cards below `end`, newest first."""
    if tape is not None:
        put(tape, count)
        for i in range(count):
            put(tape, cards[end - 1 - i])


@inlined
def note(tape, code, player):  # type: ignore[no-untyped-def]
    """Write an event with its player."""
    if tape is not None:
        put(tape, code)
        put(tape, player)


@inlined
def note_card(tape, code, player, card):  # type: ignore[no-untyped-def]
    """Write an event with its player and its card (or another number)."""
    if tape is not None:
        put(tape, code)
        put(tape, player)
        put(tape, card)


@inlined
def cut_here(tape):  # type: ignore[no-untyped-def]
    """Whether the game is to be cut before the decision at hand."""
    if tape is not None:
        if tape[1] == 0:
            return True
        tape[1] -= 1
    return False
