"""Independent random streams from (seed, deal, purpose, index).

Every number is a hash of where it is used, never of what was drawn before: an extra draw in one stream can't shift another,
and a game can be replayed from its seed and deal alone. The hash is the finaliser of splitmix64.

Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014 (the constants of variant 13).

Each jitted function has a plain twin (``..._plain``) on Python integers; the tests compare them.
"""

from __future__ import annotations

import hashlib

import numpy as np
from numba.extending import overload

from analyzer.jit import inlined

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
_A = 0xBF58476D1CE4E5B9
_B = 0x94D049BB133111EB

# Purposes: what a stream is for. A new purpose gets a new number; numbers are never used again.
FIRST_PILE = 1
RESHUFFLE = 2
STRATEGY = 3
SEATING = 4

_GOLDEN64, _A64, _B64 = np.uint64(_GOLDEN), np.uint64(_A), np.uint64(_B)
_LOWER = np.uint64(0xFFFFFFFF)
_27, _30, _31, _32, _1 = (np.uint64(n) for n in (27, 30, 31, 32, 1))


@inlined
def mix(z):  # type: ignore[no-untyped-def]
    """Scramble 64 bits (uint64 -> uint64, one to one)."""
    z = (z ^ (z >> _30)) * _A64
    z = (z ^ (z >> _27)) * _B64
    return z ^ (z >> _31)


def mix_plain(z: int) -> int:
    """The twin of `mix`."""
    z = ((z ^ (z >> 30)) * _A) & _MASK
    z = ((z ^ (z >> 27)) * _B) & _MASK
    return z ^ (z >> 31)


@inlined
def absorb(key, number):  # type: ignore[no-untyped-def]
    """A new key from a key and a number; different numbers give different keys."""
    return mix(key + _GOLDEN64 * (np.uint64(number) + _1))


def absorb_plain(key: int, number: int) -> int:
    """The twin of `absorb`."""
    return mix_plain((key + _GOLDEN * ((number + 1) & _MASK)) & _MASK)


@inlined
def stream_key(seed, deal, purpose, index):  # type: ignore[no-untyped-def]
    """The key of one stream: of a shuffle (index: how many came before), of a strategy (index: its seat)."""
    return absorb(absorb(absorb(absorb(np.uint64(0), seed), deal), purpose), index)


def stream_key_plain(seed: int, deal: int, purpose: int, index: int) -> int:
    """The twin of `stream_key`."""
    key = 0
    for number in (seed, deal, purpose, index):
        key = absorb_plain(key, number)
    return key


def card_key(face_id: str, copy: int) -> int:
    """What a card brings into every shuffle: the same number in every card set that has this face and copy."""
    return int.from_bytes(hashlib.sha256(f"{face_id}\0{copy}".encode()).digest()[:8], "little")


@inlined
def shuffle_key(key, card):  # type: ignore[no-untyped-def]
    """The sort key of a card (its `card_key`) in the shuffle with stream key `key`."""
    return mix(key ^ card)


def shuffle_key_plain(key: int, card: int) -> int:
    """The twin of `shuffle_key`."""
    return mix_plain(key ^ card)


@inlined
def number_below(key, index, n):  # type: ignore[no-untyped-def]
    """The random number at place `index` of a stream, from 0 to n-1 (n below 2**32).

    A word of 64 random bits serves two places: the upper half the odd one, the lower half the even one.
    """
    index = np.int64(index)
    word = absorb(key, index >> 1)
    return np.int64(upper_below(word, n) if index & 1 else lower_below(word, n))


@inlined
def upper_below(word, n):  # type: ignore[no-untyped-def]
    """A number from 0 to n-1 out of the upper half of a random word."""
    return ((word >> _32) * np.uint64(n)) >> _32


@inlined
def lower_below(word, n):  # type: ignore[no-untyped-def]
    """A number from 0 to n-1 out of the lower half of a random word."""
    return ((word & _LOWER) * np.uint64(n)) >> _32


def number_below_plain(key: int, index: int, n: int) -> int:
    """The twin of `number_below`."""
    word = absorb_plain(key, index >> 1)
    half = word >> 32 if index & 1 else word & 0xFFFFFFFF
    return (half * n) >> 32


def random_below(own, n):  # type: ignore[no-untyped-def]
    """A uniform random integer from 0 to n-1, out of a seat's private stream.

    Parameters
    ----------
    own
        The seat's private record, as a decision receives it.
    n : int
        At least 1 and below 2**32. (The bias, n / 2**32, is below what any run could show.)
    """
    if n < 1:
        raise ValueError("random_below(own, n) needs an n of at least 1")
    own.count += 1
    return number_below_plain(own.key, own.count, n)


@overload(random_below)
def _random_below(own, n):  # type: ignore[no-untyped-def]
    def draw(own, n):  # type: ignore[no-untyped-def]
        if n < 1:
            raise ValueError("random_below(own, n) needs an n of at least 1")
        own.count += 1
        return number_below(own.key, own.count, n)

    return draw
