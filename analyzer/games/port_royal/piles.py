"""The two piles, and coins as cards. Source: rules.md, Cards and Set-up.

In all kernel functions: ``s`` is the state record, ``t`` the counts, ``tape`` the event log or None.
"""
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

import numpy as np

from analyzer.games.port_royal.state import BUCKETS, DISCARDS_OPEN, RESHUFFLE_WHEN_EMPTY
from analyzer.games.port_royal.tape import COINS, FEE, SHUFFLE, put, put_cards, put_newest
from analyzer.jit import at, called, inlined
from analyzer.streams import FIRST_PILE, RESHUFFLE, absorb, lower_below, shuffle_key, stream_key, upper_below

_LOW_BITS = np.uint64(0xFF)
_ONE = np.uint64(1)
_BUCKET_SHIFT = np.uint64(57)  # 128 buckets
BLOCK = 4


@called
def shuffle_first_pile(s):
    """Order the first pile of the deal by a random number of each card. It is made once and used in all seatings.

    A card's number depends on the deal and on the card alone, so that two card sets keep the relative order of the cards that
    they share. (A bucket sort: the numbers are uniform.)
    """
    key = stream_key(s.seed, s.deal, FIRST_PILE, 0)
    keys, room, buckets = s.sort_keys, s.sort_room, s.sort_buckets
    for b in range(BUCKETS + 1):
        buckets[b] = 0
    for card in range(s.cards_in_play):
        k = (shuffle_key(key, s.card_keys[card]) & ~_LOW_BITS) | at(card)
        keys[card] = k
        buckets[(k >> _BUCKET_SHIFT) + _ONE] += 1
    total = np.uint8(0)
    for b in range(1, BUCKETS + 1):
        total += buckets[b]
        buckets[b] = total
    for i in range(s.cards_in_play):
        k = keys[i]
        b = k >> _BUCKET_SHIFT
        place = buckets[b]
        room[at(place)] = k
        buckets[b] = place + 1
    for i in range(1, s.cards_in_play):
        k = room[i]
        j = at(i)
        while j > 0 and room[j - _ONE] > k:
            room[j] = room[j - _ONE]
            j -= _ONE
        room[j] = k
    for i in range(s.cards_in_play):
        s.first_pile[i] = room[i] & _LOW_BITS


@inlined
def _swap(cards, i, j):
    card = cards[i]
    cards[i] = cards[j]
    cards[j] = card


@inlined
def _note_shuffle(s, count):
    """What everybody knows after a shuffle: the cards of the new pile can come next, the coins are older."""
    v = s.public
    for p in range(v.players):
        for i in range(v.coins[p]):
            s.dealt_before_shuffle[s.coin_cards[p, i]] = 1
    for f in range(v.faces_in_set):
        v.older_coins[f] += v.can_come[f]
        v.can_come[f] = 0
    for i in range(count):
        v.can_come[s.face_of[s.pile[i]]] += 1


@called
def reshuffle(s, t, tape):
    """The discard pile is shuffled and becomes the draw pile; coins stay where they are and are older from now on."""
    v = s.public
    count = v.discard_pile_size
    for i in range(count):
        s.pile[i] = s.discard_pile[i]
    if v.rules.discard_pile == DISCARDS_OPEN:
        _note_shuffle(s, count)
    key = stream_key(s.seed, s.deal, RESHUFFLE, v.shuffles)
    for pair in range((count - 1) >> 1, -1, -1):  # Fisher and Yates, with two numbers out of each random word
        word = absorb(key, pair)
        upper, lower = 2 * pair + 1, 2 * pair
        if upper < count:
            _swap(s.pile, at(upper), upper_below(word, upper + 1))
        _swap(s.pile, at(lower), lower_below(word, lower + 1))
    s.pile_top = 0
    v.draw_pile_size = count
    v.discard_pile_size = 0
    v.shuffles += 1
    t.reshuffles += 1
    if tape is not None:
        put(tape, SHUFFLE)
        put_cards(tape, s.pile, 0, count)


@inlined
def discard(s, card):
    """Put a card face up on the discard pile."""
    v = s.public
    s.discard_pile[at(v.discard_pile_size)] = card
    v.discard_pile_size += 1
    if v.rules.discard_pile != DISCARDS_OPEN:
        v.can_come[s.face_of[card]] += 1  # it is out of sight again, as a card that may come


@inlined
def discard_harbour(s):
    """Put the cards of the harbour on the discard pile."""
    v = s.public
    count, discarded = v.harbour_size, v.discard_pile_size
    if v.rules.discard_pile != DISCARDS_OPEN:
        for i in range(count):
            v.can_come[v.harbour[i]] += 1
    for i in range(count):
        s.discard_pile[at(discarded + i)] = s.harbour_cards[i]
        v.harbour[i] = 0  # whoever reads beyond the end of a list always sees 0
    v.discard_pile_size = discarded + count
    v.harbour_size = 0


@inlined
def nothing_to_draw(s):
    """Whether both piles are empty."""
    return s.public.draw_pile_size + s.public.discard_pile_size == 0


@inlined
def reshuffle_if_empty(s, t, tape):
    """The switch `reshuffle = when_empty`: don't wait until a card is needed."""
    v = s.public
    if v.rules.reshuffle == RESHUFFLE_WHEN_EMPTY and v.draw_pile_size == 0 and v.discard_pile_size > 0:
        reshuffle(s, t, tape)


@inlined
def top_card(s, t, tape):
    """Take the top card of the draw pile. The caller has made sure that there is a card in one of the piles."""
    v = s.public
    if v.draw_pile_size == 0:
        reshuffle(s, t, tape)
    card = s.pile[at(s.pile_top)]
    s.pile_top += 1
    v.draw_pile_size -= 1
    return card


@called
def _receive_across_shuffle(s, t, tape, seat, owed):
    """Deal coins one at a time, reshuffling in between. Returns how many were dealt (both piles may run out)."""
    v = s.public
    for dealt in range(owed):
        if nothing_to_draw(s):
            return dealt
        s.coin_cards[at(seat), v.coins[at(seat)]] = top_card(s, t, tape)
        v.coins[at(seat)] += 1
        reshuffle_if_empty(s, t, tape)
    return owed


@called
def receive_coins(s, t, tape, seat, owed, reason):
    """A player takes coins: cards from the top of the draw pile, unseen. What can't be dealt is lost and counted."""
    if owed <= 0:
        return
    v = s.public
    had = np.int64(v.coins[at(seat)])
    if v.draw_pile_size > owed:
        top = s.pile_top
        # A whole block is copied, whatever is owed: what lies beyond the coins is never read, and the arrays have room.
        for i in range(BLOCK):
            s.coin_cards[at(seat), at(had + i)] = s.pile[at(top + i)]
        for i in range(BLOCK, owed):
            s.coin_cards[at(seat), at(had + i)] = s.pile[at(top + i)]
        s.pile_top = top + owed
        v.draw_pile_size -= owed
        v.coins[at(seat)] = had + owed
        dealt = owed
    else:
        dealt = _receive_across_shuffle(s, t, tape, seat, owed)
        t.coins_not_dealt += owed - dealt
    t.coins_dealt += dealt
    if tape is not None:
        put(tape, COINS)
        put(tape, seat)
        put(tape, reason)
        put_cards(tape, s.coin_cards[seat], had, had + dealt)
        put(tape, owed - dealt)


@inlined
def lose_coins(s, seat, count):
    """Coins go face up on the discard pile, the newest first."""
    v = s.public
    had = np.int64(v.coins[at(seat)])
    discarded = v.discard_pile_size
    v.discard_pile_size = discarded + count
    seen = np.int64(v.rules.discard_pile == DISCARDS_OPEN)
    for i in range(count):
        card = s.coin_cards[at(seat), at(had - 1 - i)]
        s.discard_pile[at(discarded + i)] = card
        v._unseen[s.dealt_before_shuffle[card], s.face_of[card]] -= seen
        s.dealt_before_shuffle[card] = 0
    v.coins[at(seat)] = had - count


@inlined
def pay_fee(s, tape, seat):
    """Hand the newest coins, unseen, to the active player. What may be taken is limited so that the fee can be paid."""
    v = s.public
    to = v.active
    had = np.int64(v.coins[at(seat)])
    theirs = np.int64(v.coins[at(to)])
    fee = v.rules.fee
    for i in range(fee):
        s.coin_cards[at(to), at(theirs + i)] = s.coin_cards[at(seat), at(had - 1 - i)]
    if tape is not None:
        if fee > 0:
            put(tape, FEE)
            put(tape, seat)
            put(tape, to)
            put_newest(tape, s.coin_cards[seat], had, fee)
    v.coins[at(seat)] = had - fee
    v.coins[at(to)] = theirs + fee
