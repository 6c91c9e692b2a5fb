"""Tax increases. Source: rules.md, A turn, part 1."""
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

import numpy as np

from analyzer.games.port_royal.piles import discard, lose_coins, receive_coins
from analyzer.games.port_royal.state import MOST_SWORDS
from analyzer.games.port_royal.tape import FOR_TAX, TAX_INCREASE, put, put_newest
from analyzer.jit import called, inlined


@inlined
def _taxed(v, seat):
    """How many coins a tax increase takes from a player: half of the threshold or more, rounded down."""
    coins = np.int64(v.coins[seat])
    return coins // 2 if coins >= v.rules.tax_threshold else 0


@inlined
def _rank(v, which, seat):
    """What a tax increase compares: it pays whoever has the most of it."""
    return np.int64(v.swords[seat]) if which == MOST_SWORDS else -np.int64(v.vp[seat])


@called
def tax_increase(s, t, tape, card):
    """Everybody above the threshold loses half; then whoever the card names is paid; then the card is discarded."""
    v = s.public
    face = s.face_of[card]
    which = v.faces.tax_bonus[face]
    best = _rank(v, which, 0)
    for p in range(v.players):
        best = max(best, _rank(v, which, p))
    if tape is not None:
        put(tape, TAX_INCREASE)
        put(tape, v.active)
        put(tape, card)
        put(tape, v.players)
        for p in range(v.players):
            put_newest(tape, s.coin_cards[p], np.int64(v.coins[p]), _taxed(v, p))
        paid = 0
        for p in range(v.players):
            paid += _rank(v, which, p) == best
        put(tape, paid)
        for i in range(v.players):
            p = (v.active + i) % v.players
            if _rank(v, which, p) == best:
                put(tape, p)
    for p in range(v.players):
        lose_coins(s, p, _taxed(v, p))
    for i in range(v.players):
        p = (v.active + i) % v.players
        if _rank(v, which, p) == best:
            receive_coins(s, t, tape, p, np.int64(v.faces.coins[face]), FOR_TAX)
    discard(s, card)
    t.taxes += 1
