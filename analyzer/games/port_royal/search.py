"""Looking ahead: the rest of the game, played many times, from worlds that agree with what a player knows.

In each world (see worlds.py) every legal answer is tried, and the game goes on from there under the rules' own code with a *base
strategy* on all seats. All answers are tried in the same worlds.

Strategies call `look_ahead` and `ask`; Python code calls `try_answers`.
"""
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import overload

from analyzer.errors import StrategyError
from analyzer.first_class import addresses, copy_bytes, function_maker, record_maker
from analyzer.games.port_royal import kernel
from analyzer.games.port_royal import state as st
from analyzer.games.port_royal.counts import COUNTS, WIN_PARTS
from analyzer.games.port_royal.expeditions import (
    DECIDING_CLAIM,
    DECIDING_DRAW,
    DECIDING_REPEL,
    DECIDING_TAKE,
    FINE,
    decider,
)
from analyzer.games.port_royal.kernel import score_of
from analyzer.games.port_royal.state import (
    DECISIONS,
    MAX_FACES,
    MAX_PLAYERS,
    PARAMS,
    STATE,
)
from analyzer.games.port_royal.view import ARGUMENTS, DRAW, KEEP, NONE, REPEL, SIGNATURE, STOP, function_at
from analyzer.games.port_royal.worker import PLAIN
from analyzer.games.port_royal.worlds import (
    NO_SUCH_POSITION,
    deal_anew,
    look_at,
    new_streams,
    public_of,
)
from analyzer.jit import allocating, called, mark_compiled
from analyzer.strategy import Player
from analyzer.streams import absorb, absorb_plain
from analyzer.view import as_view

__all__ = [
    "DECIDING_CLAIM", "DECIDING_DRAW", "DECIDING_REPEL", "DECIDING_TAKE", "WIN_PARTS", "ask", "look_ahead", "try_answers",
]  # fmt: skip

#: A base strategy as compiled code finds it: by address. For each decision its function and parameters; then the rules and the
#: search, so that neither is compiled into a strategy.
PLAYER = np.dtype(
    [
        ("functions", "i8", (DECISIONS, 2)),
        ("params", PARAMS, (DECISIONS,)),
        ("given", "i8", (2,)),
        ("play", "i8", (2,)),
        ("search", "i8", (2,)),
    ],
    align=True,
)

_VIEW = ARGUMENTS[0]
_FIELDS: Any = STATE.fields
STATE_HEAD = _FIELDS["entry_of"][1]  # what changes during a game lies before
STATE_SIZE = STATE.itemsize
_PLAY = types.int64(
    types.Array(numba.from_dtype(STATE), 1, "C"),
    types.Array(numba.from_dtype(COUNTS), 1, "C"),
    types.none,
    types.int64,
    types.Array(types.int8, 3, "C"),
    types.Array(types.int8, 1, "C"),
    types.Array(types.int64, 3, "C"),
)
_SEARCH = types.int64(
    _VIEW,  # what the player knows
    types.uint64,  # random key
    types.int64,  # the decision
    types.int64,  # address of the base strategy
    types.int64,  # worlds
    types.int64,  # rounds to look ahead, 0 for all
    types.float64,  # standard errors by which an answer has to be on the way to lead the first one
    types.Array(types.int64, 1, "C"),  # the answers, to be filled
    types.Array(types.int64, 2, "C"),  # the share of the win by world and answer, in WIN_PARTS, to be filled
)
play_at = function_maker(_PLAY)
_search_at = function_maker(_SEARCH)
_player_at = record_maker(numba.from_dtype(PLAYER))

Array = np.ndarray[Any, Any]

# The purpose of a strategy's random numbers.
LOOKING_AHEAD = 1 << 40
# What went wrong.
IMPOSSIBLE = -1
# The share of an answer that was given up; this is looked at after so many worlds, and again after as many more.
GIVEN_UP = -1
_SOON = 25


# ---------------------------------------------------------------- the search


@called
def _is_legal(v, decision, answer):
    """Whether the base strategy's own answer is one that it may give."""
    if decision in (DECIDING_DRAW, DECIDING_REPEL):
        return answer in (0, 1)
    legal = answer == NONE
    for i in range(v.options_size):
        legal = legal or v.options[i] == answer
    return legal


@called
def _list_answers(v, decision, first, answers):
    """The answers worth trying, the base strategy's own first: of cards with the same face, one."""
    answers[0] = first
    count = 1
    if decision in (DECIDING_DRAW, DECIDING_REPEL):
        answers[1] = STOP + DRAW - first if decision == DECIDING_DRAW else KEEP + REPEL - first
        return 2
    for i in range(-1, v.options_size):
        answer = NONE if i < 0 else np.int64(v.options[i])
        known = False
        for k in range(count):
            if answers[k] == answer:
                known = True
            elif answer >= 0 and answers[k] >= 0:
                cards = v.harbour if decision == DECIDING_TAKE else v.centre
                known = known or cards[answers[k]] == cards[answer]
        if not known:
            answers[count] = answer
            count += 1
    return count


@called
def _share(s, seat, round_cap):
    """A player's share of the win, in WIN_PARTS; of a game that was not played to its end, who is ahead wins."""
    v = s.public
    if s.finished == 0 and v.round == round_cap:
        return 0
    best, winners, won = np.int64(-1), 0, False
    for p in range(v.players):
        score = score_of(v, p)
        if score > best:
            best, winners, won = score, 1, p == seat
        elif score == best:
            winners += 1
            won = won or p == seat
    return WIN_PARTS // winners if won else 0


@allocating(SIGNATURE)
def _given(view, raw, own):
    """A decider that answers once what it was given, and then as the base strategy."""
    if raw.given[0]:
        raw.given[0] = 0
        return raw.given[1]
    return function_at(raw.given[2], raw.given[3])(view, raw, own)


@called
def _seat_everybody(s, player):
    """The base strategy on all seats; who looks ahead is an entry of its own, whose next answer is given."""
    for p in range(MAX_PLAYERS):
        s.entry_of[p] = 0
    s.entry_of[s.public.me] = 1
    for e in range(2):
        for d in range(DECISIONS):
            for i in range(len(player.params[d].real)):
                s.params[e, d].real[i] = player.params[d].real[i]
                s.params[e, d].whole[i] = player.params[d].whole[i]
            s.params[e, d].given[2] = player.functions[d, 0]
            s.params[e, d].given[3] = player.functions[d, 1]


@called
def _lead(shares, worlds, k):
    """By how much an answer wins more than the first one, summed over worlds; and the standard error of this sum."""
    total, squares = np.int64(0), np.int64(0)
    for i in range(worlds):
        more = shares[i, k] - shares[i, 0]
        total += more
        squares += more * more
    return total, np.sqrt(max(squares - total * total / worlds, 0.0))


@called
def _give_up(shares, worlds, of, count, promise):
    """Give up the answers that are not on the way to win more than the first one. Returns how many are left."""
    left = 1
    for k in range(1, count):
        if shares[worlds - 1, k] < 0:
            continue
        total, error = _lead(shares, worlds, k)
        if total * np.sqrt(of / worlds) <= promise * error:
            shares[worlds - 1, k] = GIVEN_UP
        else:
            left += 1
    return left


@allocating(_SEARCH)
def _search(view, key, decision, address, worlds, rounds, promise, answers, shares):
    """Try the answers of a decision. Returns how many there are, or IMPOSSIBLE if the cards of the view don't add up."""
    player = _player_at(address)
    # One array for the template and the world: a record alone doesn't keep its memory, the slice that is used to the end does.
    states = np.zeros(2, STATE)
    world = states[1:]
    counts = np.zeros(1, COUNTS)
    no_seats, no_classes = np.zeros((0, 0, 0), np.int8), np.zeros(0, np.int8)
    come, older = np.zeros(st.ROOM, np.uint8), np.zeros(st.ROOM, np.uint8)
    next_card, beyond = np.zeros(MAX_FACES, np.int64), np.zeros(MAX_FACES, np.int64)
    s, w = states[0], world[0]
    coming, old, adds_up = look_at(s, view, next_card, beyond, come, older)
    if not adds_up:
        return IMPOSSIBLE
    new_streams(s, key)
    _seat_everybody(s, player)
    round_cap = s.public.rules.round_cap
    if rounds > 0:
        s.public.rules.round_cap = min(round_cap, s.public.round + rounds)
    copy_bytes(w, s, STATE_SIZE)
    deciders = np.zeros((DECISIONS, 2, 2), np.int64)
    for d in range(DECISIONS):
        for e in range(2):
            deciders[d, e, 0], deciders[d, e, 1] = player.functions[d, 0], player.functions[d, 1]
    base = decider(deciders, decision, 0)
    first = base(as_view(w.public), w.params[0, decision], w.own[w.public.me])
    if not _is_legal(s.public, decision, first):
        raise ValueError("the base strategy's answer is not legal")
    deciders[decision, 1, 0], deciders[decision, 1, 1] = player.given[0], player.given[1]
    count = _list_answers(s.public, decision, first, answers)
    play = play_at(player.play[0], player.play[1])
    for i in range(worlds):
        if i > 0 and i % _SOON == 0 and _give_up(shares, i, worlds, count, promise) < 2:
            shares[i:, :count] = GIVEN_UP  # nothing is left to choose
            break
        world_key = absorb(key, i)
        deal_anew(s, world_key, come, coming, older, old)
        new_streams(s, world_key)
        for k in range(count):
            if i > 0 and shares[i - 1, k] < 0:
                shares[i, k] = GIVEN_UP
                continue
            copy_bytes(w, s, STATE_HEAD)
            given = w.params[1, decision].given
            given[0], given[1] = 1, answers[k]
            if play(world, counts, None, 0, no_seats, no_classes, deciders) != FINE:
                raise ValueError("the base strategy's answer is not legal")
            shares[i, k] = _share(w, s.public.me, round_cap)
    return count


@called
def _best(shares, worlds, count, margin):
    """The place of the answer that wins most, if it leads the first one by so many standard errors; else the first."""
    best, most = 0, np.int64(0)
    for k in range(1, count):
        if shares[worlds - 1, k] < 0:
            continue
        total, error = _lead(shares, worlds, k)
        if total > most and total > margin * error:
            best, most = k, total
    return best


@allocating()
def _try(public, key, decision, address, worlds, rounds, promise, answers, shares):
    """`_search` for Python: the view is an ndarray (1,) of PUBLIC."""
    player = _player_at(address)
    search = _search_at(player.search[0], player.search[1])
    return search(as_view(public[0]), key, decision, address, worlds, rounds, promise, answers, shares)


# ---------------------------------------------------------------- for strategies


@cache
def play_address() -> Array:
    """Where the compiled rules lie (`kernel.play`), for `play_at`."""
    kernel.play.compile(_PLAY.args)
    mark_compiled(PLAIN)
    return addresses(kernel.play, _PLAY)


@cache
def player(decided: tuple[Any, ...]) -> Player:
    """A base strategy for `look_ahead`: what compiled code needs of it lies at an address, and is kept for good.

    Parameters
    ----------
    decided : tuple of (StrategyFile, str, tuple)
        For each decision: the strategy that answers, the decision's name, the parameter values.

    Raises
    ------
    StrategyError
        If it looks ahead itself.
    """
    for strategy, _, _ in decided:
        if strategy.looks_ahead:
            raise StrategyError(f"{strategy.name} looks ahead itself: choose a base strategy that doesn't")
    block = np.zeros(1, PLAYER)
    found = block[0]
    functions = [strategy.compiled(name) for strategy, name, _ in decided]
    for d, (strategy, _, values) in enumerate(decided):
        found["functions"][d] = addresses(functions[d], SIGNATURE)
        for i, (param, value) in enumerate(zip(strategy.params, values, strict=True)):
            found["params"][d]["whole" if param.whole else "real"][i] = value
    found["given"], found["search"] = addresses(_given, SIGNATURE), addresses(_search, _SEARCH)
    found["play"] = play_address()
    made = Player(int(block.ctypes.data))
    _kept[made] = block, functions, decided
    return made


_kept: dict[Player, tuple[Array, list[Any], tuple[Any, ...]]] = {}


def look_ahead(view, own, decision, base, worlds, rounds, margin, promise):
    """The answer that wins most over sampled worlds; the base strategy's own if no other one clearly wins more.

    Parameters
    ----------
    view, own
        As the strategy received them.
    decision : int
        `DECIDING_DRAW`, `DECIDING_REPEL`, `DECIDING_TAKE` or `DECIDING_CLAIM`.
    base : Player
        The strategy on all seats for the rest of the game: a strategy's parameter, declared as a StrategyParam.
    worlds : int
    rounds : int
        How many rounds to play on; then who is ahead counts as the winner. 0 for the whole game.
    margin : float
        By how many standard errors (of the difference, world by world) another answer has to win more than the base strategy's.
    promise : float
        An answer that, if it went on as it does, would not win more by so many standard errors after all worlds is not tried in
        further ones; looked at every 25 worlds. (Stochastic curtailment: Lan, Simon, Halperin, 1982.) Minus infinity: never.
    """
    own.count += 1
    key = absorb_plain(absorb_plain(own.key, own.count), LOOKING_AHEAD)
    answers, shares = try_answers(public_of(view), key, decision, base, worlds, rounds, promise)
    return answers[best_place(shares, margin)]


@overload(look_ahead)
def _look_ahead(view, own, decision, base, worlds, rounds, margin, promise):
    def searched(view, own, decision, base, worlds, rounds, margin, promise):
        own.count += 1
        key = absorb(absorb(own.key, own.count), LOOKING_AHEAD)
        player = _player_at(base.address)
        room = np.int64(view.options_size) + 2
        answers, shares = np.zeros(room, np.int64), np.zeros((worlds, room), np.int64)
        search = _search_at(player.search[0], player.search[1])
        count = search(view, key, decision, base.address, worlds, rounds, promise, answers, shares)
        if count == IMPOSSIBLE:
            raise ValueError("the cards of the view don't add up")
        return answers[_best(shares, worlds, count, margin)]

    return searched


def ask(view, own, decision, base):
    """What the base strategy would answer."""
    strategy, name, values = _kept[base][2][decision]
    return strategy.functions[name](view, strategy.param_type()(*values), own)


@overload(ask)
def _ask(view, own, decision, base):
    def asked(view, own, decision, base):
        player = _player_at(base.address)
        function = function_at(player.functions[decision, 0], player.functions[decision, 1])
        return function(view, player.params[decision], own)

    return asked


# ---------------------------------------------------------------- for Python


def try_answers(
    public: Array, key: int, decision: int, base: Player, worlds: int, rounds: int = 0, promise: float = -math.inf
) -> tuple[Sequence[int], Array]:
    """What each answer wins in the same worlds.

    Parameters
    ----------
    public : ndarray (1,) of PUBLIC
        What the player knows (`public_of`), with the legal answers as options.
    key : int
        Of the random numbers.
    decision, base, worlds, rounds, promise
        As in `look_ahead`.

    Returns
    -------
    answers : sequence of int
        Those worth trying, the base strategy's own first.
    shares : ndarray (worlds, answers) int64
        The player's share of the win, in parts of `WIN_PARTS`; negative from where an answer was given up.

    Raises
    ------
    ValueError
        If the cards don't add up: the view shows a position that can't be.
    """
    room = int(public[0]["options_size"]) + 2
    answers, shares = np.zeros(room, np.int64), np.zeros((worlds, room), np.int64)
    count = _try(public, np.uint64(key), decision, base.address, worlds, rounds, promise, answers, shares)
    if count == IMPOSSIBLE:
        raise ValueError(NO_SUCH_POSITION)
    return answers[:count].tolist(), np.ascontiguousarray(shares[:, :count])


@allocating()
def best_place(shares, margin):
    """The place of the answer that `look_ahead` would choose, of `try_answers`'s shares."""
    return _best(shares, shares.shape[0], shares.shape[1], margin)
