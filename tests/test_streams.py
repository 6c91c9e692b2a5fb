"""Random streams: jitted and plain twins agree, streams are independent, numbers are uniform."""

import numba
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as hs
from scipy import stats

from analyzer import streams

WORD = hs.integers(0, 2**63 - 1)


@numba.njit
def jitted(seed, deal, purpose, index, n):
    key = streams.stream_key(seed, deal, purpose, index)
    return key, streams.number_below(key, index, n), streams.shuffle_key(key, np.uint64(seed))


@settings(deadline=None)
@given(WORD, WORD, hs.integers(1, 9), hs.integers(0, 1000), hs.integers(1, 2**31))
def test_jitted_and_plain_twins_agree(seed, deal, purpose, index, n):
    key = streams.stream_key_plain(seed, deal, purpose, index)
    expected = key, streams.number_below_plain(key, index, n), streams.shuffle_key_plain(key, seed)
    assert jitted(seed, deal, purpose, index, n) == expected


def test_streams_of_different_places_differ():
    keys = {
        streams.stream_key_plain(s, d, p, i) for s in range(5) for d in range(20) for p in range(1, 5) for i in range(5)
    }
    assert len(keys) == 5 * 20 * 4 * 5


def test_numbers_are_uniform():
    draws = [
        streams.number_below_plain(streams.stream_key_plain(1, d, 2, 0), i, 7) for d in range(2_000) for i in range(7)
    ]
    assert stats.chisquare(np.bincount(draws, minlength=7)).pvalue > 1e-4


def test_a_card_keeps_its_key_whatever_else_is_in_the_set():
    assert streams.card_key("sailor-3-1", 0) != streams.card_key("sailor-3-1", 1)
    assert streams.card_key("sailor-3-1", 2) == streams.card_key("sailor-3-1", 2)


def test_two_card_sets_keep_the_order_of_the_cards_they_share():
    from analyzer.games.port_royal.cards import CardSet
    from analyzer.line_up import parse_line_up
    from analyzer.registry import find_game

    game = find_game("port-royal")
    base = game.card_set("base")
    fewer = tuple(f for f in base.faces if f.kind != "tax" and f.colour != "blue")
    changed = CardSet("fewer", "", "", base.colours, fewer, base.rules)
    entries = parse_line_up("port-royal", game, ["yardstick"], 2, "balanced")
    for deal in range(20):
        orders = []
        for card_set in (base, changed):
            start = game.trace(card_set, entries, 5, deal, 0)[0]
            shared = {f.id for f in fewer}
            orders.append([start["faces"][c] for c in start["draw_pile"] if start["faces"][c] in shared])
        assert orders[0] == orders[1]
