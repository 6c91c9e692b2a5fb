"""Mutated card-set files: each loads, or is refused in clear lines. A part of what loads is played to the end.

The full number is played with FUZZ=20000 python -m pytest tests/games/port_royal/test_fuzz_card_files.py; the tests take a part.
"""

import os
import random
import re
import time

import numpy as np
import pytest
import support

from analyzer.errors import CardSetError
from analyzer.games.port_royal import card_files
from analyzer.games.port_royal.card_export import csv_text, toml_text
from analyzer.games.port_royal.counts import COUNTS

FILES = int(os.environ.get("FUZZ", "1600"))
CHUNKS = 8
BASE = card_files.load("base")
VARIANT = b"""name = "variant"
extends = "base"
remove = ["tax-vp"]
[rules]
goal = 15
start_coins = [3, 4]
take_limits = [1, 2]
claims = "own_turn"
expedition_required = true
[counts]
governor-8-0 = 2
[faces.sailor-3-1]
cost = 2
gunner = 1
[[new]]
id = "corsair"
kind = "person"
cost = 6
swords = 2
trader_colour = "red"
count = 3
"""
SEEDS = {
    "base.csv": csv_text(BASE).encode(),
    "persons.csv": csv_text(card_files.load("one-more-contract-persons")).encode(),
    "base.toml": toml_text(BASE).encode(),
    "variant.toml": VARIANT,
}
WORDS = [
    b"0", b"-1", b"99", b"999999999999999999999", b"1.5", b"nan", b"inf", b"true", b"''", b'"', b"[", b"]", b"{}", b"=", b"\n", b",,",
    b"[[new]]", b"[rules]", b"count = 0", b"red", b"purple", b"\xff", b"\x00", "\u65e5\u672c".encode(), b"id", b"ship", b"person", b"extends",
    b"'a\x7fb'", b"1e5", b"2026-01-01", b"#", b"\\u0000", b"goal = 1", b"round_cap = 255", b"draw_cap = 100000", b"repel = 'forced'",
]  # fmt: skip


def mutated(chooser, text):
    """A file after some mutations: bytes changed, cut, doubled, moved; words and lines put in or exchanged."""
    data = bytearray(text)
    for _ in range(chooser.choice((1, 1, 1, 2, 3, 6))):
        place = chooser.randrange(len(data) + 1)
        kind = chooser.randrange(7)
        if kind == 0 and data:
            data[min(place, len(data) - 1)] = chooser.randrange(256)
        elif kind == 1:
            del data[place : place + chooser.randrange(1, 40)]
        elif kind == 2:
            data[place:place] = data[place : place + chooser.randrange(1, 80)]
        elif kind == 3:
            data[place:place] = chooser.choice(WORDS)
        elif kind == 4:
            numbers = list(re.finditer(rb"\d+", bytes(data)))
            if numbers:
                found = chooser.choice(numbers)
                data[found.start() : found.end()] = str(chooser.choice((0, 1, 2, 7, 50, 241, -3))).encode()
        elif kind == 5:
            lines = bytes(data).split(b"\n")
            a, b = chooser.randrange(len(lines)), chooser.randrange(len(lines))
            lines[a], lines[b] = lines[b], lines[a]
            data = bytearray(b"\n".join(lines))
        else:
            lines = bytes(data).split(b"\n")
            del lines[chooser.randrange(len(lines))]
            data = bytearray(b"\n".join(lines))
    return bytes(data)


def played(card_set):
    """Play a few games with a set, to the end; the cards are all there afterwards."""
    entries = support.line_up(["yardstick", "random"])
    worker = support.GAME.worker(card_set, entries, 1)
    seatings, weights = entries.seatings(1, 0, 2)
    counts = worker.play(0, seatings, weights, len(entries.weights))
    assert counts.dtype == COUNTS and int(np.asarray(entries.weights) @ counts["games"]) == 4


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_mutated_files_load_or_are_refused_in_clear_lines(tmp_path, chunk):
    played(BASE)  # compiled before anything is timed
    chooser = random.Random(chunk)
    loaded = refused = 0
    for number in range(FILES // CHUNKS):
        name = list(SEEDS)[number % len(SEEDS)]
        path = tmp_path / name
        path.write_bytes(mutated(chooser, SEEDS[name]))
        begun = time.monotonic()
        try:
            card_set = card_files.load(str(path))
        except CardSetError as error:
            refused += 1
            lines = str(error).splitlines()
            assert lines and all(str(path) in line or "too few to deal" in line for line in lines), path.read_bytes()
            assert all(len(line) < 1000 and line.isprintable() for line in lines), lines
        else:
            loaded += 1
            if loaded % 8 == 0:
                played(card_set)
        assert time.monotonic() - begun < 20, path.read_bytes()
    assert loaded > FILES // CHUNKS // 20 and refused > FILES // CHUNKS // 5
