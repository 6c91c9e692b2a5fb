"""What the kernel counts: named integer sums over games. measures.py says what is made of them.

``entry`` is one specification of the line-up (strategy and parameters); copies of it are pooled. A win is worth 2520 parts,
so that a share of 1/2 to 1/10 is a whole number.
"""

from __future__ import annotations

import numpy as np

from analyzer.games.port_royal.state import MAX_COLOURS, MAX_FACES, MAX_PLAYERS, MAX_ROUND_CAP

WIN_PARTS = 2520
MOST_VP = 100  # whoever has more is counted here

_ENTRY = (MAX_PLAYERS,)
_FACE = (MAX_FACES,)
_ENTRY_COLOURS = (MAX_PLAYERS, MAX_COLOURS + 1)

MOST_SWORDS_COUNTED, MOST_SIZE_COUNTED = 8, 12

COUNTS = np.dtype(
    [
        # the games
        ("games", "i8"),
        ("finished", "i8"),
        ("unfinished", "i8"),
        ("rounds", "i8"),
        ("games_by_rounds", "i8", (MAX_ROUND_CAP + 1,)),
        ("shared_wins", "i8"),
        ("winner_vp", "i8"),
        ("contested", "i8"),
        ("winner_margin", "i8"),
        ("games_by_winner_vp", "i8", (MOST_VP + 1,)),
        ("games_by_margin", "i8", (MOST_VP + 1,)),
        # what happened in them
        ("turns", "i8"),
        ("revealed", "i8"),
        ("coins_dealt", "i8"),
        ("coins_not_dealt", "i8"),
        ("reshuffles", "i8"),
        ("busts", "i8"),
        ("stops", "i8"),
        ("forced_stops", "i8"),
        ("harbour_at_stop", "i8"),
        ("repels", "i8"),
        ("trades", "i8"),
        ("hires", "i8"),
        ("claims", "i8"),
        ("taxes", "i8"),
        # by seat
        ("seat_wins", "i8", (MAX_PLAYERS,)),
        ("seat_vp", "i8", (MAX_PLAYERS,)),
        ("seat_coins", "i8", (MAX_PLAYERS,)),
        # by entry of the line-up
        ("entry_games", "i8", _ENTRY),
        ("entry_wins", "i8", _ENTRY),
        ("entry_vp", "i8", _ENTRY),
        ("entry_games_by_vp", "i8", (MAX_PLAYERS, MOST_VP + 1)),
        ("entry_coins", "i8", _ENTRY),
        ("entry_persons", "i8", _ENTRY),
        ("entry_expeditions", "i8", _ENTRY),
        ("entry_double_places", "i8", _ENTRY),
        # by entry and the entry of the player before it
        ("after_games", "i8", (MAX_PLAYERS, MAX_PLAYERS)),
        ("after_wins", "i8", (MAX_PLAYERS, MAX_PLAYERS)),
        # by entry and ship colours in the harbour before the draw
        ("draws_by_colours", "i8", _ENTRY_COLOURS),
        ("busts_by_colours", "i8", _ENTRY_COLOURS),
        # by the swords of who draws, by cards in the harbour before the draw (the last ones: or more), by round
        ("draws_by_swords", "i8", (MOST_SWORDS_COUNTED + 1,)),
        ("busts_by_swords", "i8", (MOST_SWORDS_COUNTED + 1,)),
        ("draws_by_size", "i8", (MOST_SIZE_COUNTED + 1,)),
        ("busts_by_size", "i8", (MOST_SIZE_COUNTED + 1,)),
        ("draws_by_round", "i8", (MAX_ROUND_CAP + 1,)),
        ("busts_by_round", "i8", (MAX_ROUND_CAP + 1,)),
        # by face
        ("face_hires", "i8", _FACE),
        ("face_chances", "i8", _FACE),
        ("face_owners", "i8", _FACE),
        ("face_owner_wins", "i8", _FACE),
    ],
    align=True,
)
