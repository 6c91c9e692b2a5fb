"""The whole state of one game of Port Royal, as one flat record.

Two parts: ``public`` is what everybody at the table sees (a strategy receives it as its read-only view, see view.py); the
rest is hidden: the order of the draw pile, the identity of coins, the random streams, and the bookkeeping of the simulator.
All progress lies here, nothing in local variables, so that a saved state can be played on from any decision.

Cards are numbers (uint8); ``face_of[card]`` is the card's face. Strategies see faces only: two cards of one face are alike.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from analyzer.strategy import MAX_PARAMS, MEMORY_SIZE

MAX_PLAYERS = 5
MAX_COLOURS = 8
MAX_CARDS = 240
ROOM = MAX_CARDS + 8  # piles of cards have room for a block beyond their last card
MAX_FACES = 128
BUCKETS = 128  # of the sort that orders the first pile
MAX_ROUND_CAP = 255
MAX_DRAW_CAP = 100_000

# Kinds of cards.
SHIP, PERSON, EXPEDITION, TAX = 0, 1, 2, 3
# Whom a tax increase pays.
MOST_SWORDS, FEWEST_VP = 1, 2
# Rule switches.
CLAIMS_ANY_OPPORTUNITY, CLAIMS_OWN_TURN = 0, 1
GOVERNORS_AT_ONCE, GOVERNORS_NEXT_OPPORTUNITY = 0, 1
REPEL_CHOICE, REPEL_FORCED_DUPLICATE, REPEL_FORCED = 0, 1, 2
DISCARDS_OPEN, DISCARDS_HIDDEN = 0, 1
RESHUFFLE_WHEN_NEEDED, RESHUFFLE_WHEN_EMPTY = 0, 1

# Where a game stands: the step that comes next.
(
    BEGIN_TURN, DISCOVER_CLAIM, DISCOVER_DRAW, DISCOVER_REPEL, BUST_CLAIM, BEGIN_OPPORTUNITY, TAKE_CLAIM, TAKE, OVER,
) = range(9)  # fmt: skip

# Symbols that an expedition demands, as bits. A jack of all trades stands for any of them.
ANCHOR, CROSS, HOUSE = 1, 2, 4
ANY_SYMBOL = ANCHOR | CROSS | HOUSE
SYMBOL_SETS = 8

#: Abilities that equal cards add up, each a row of ``public._ability`` (one column for each seat).
ABILITIES = (
    "swords", "anchors", "crosses", "houses", "jacks", "discount", "admirals", "governors", "jesters", "gunners",
    "vice_admirals",
)  # fmt: skip
#: Then ``traders`` and ``clerks``: one row for each colour. Then ``able``: for each set of symbols, the persons who have one
#: of them.
TRADERS_ROW = len(ABILITIES)
CLERKS_ROW = TRADERS_ROW + MAX_COLOURS
ABLE_ROW = CLERKS_ROW + MAX_COLOURS
#: Last, ``paid``: the abilities that pay as an opportunity begins; without any there is nothing to look at.
PAID_ROW = ABLE_ROW + SYMBOL_SETS
ABILITY_ROWS = PAID_ROW + 1

#: The columns of a face, all int16 and indexed by face (see cards.py for their meaning).
FACE_FIELDS = (
    "kind", "colour", "coins", "cost", "vp", "swords", "skull", "anchor", "cross", "house", "wild", "trader_colour",
    "discount", "admiral", "governor", "jester", "tax_bonus", "five_player_only", "count",
    "gunner", "vice_admiral", "clerk_colour",
)  # fmt: skip

#: The rule parameters that are single numbers (cards.py gives range and meaning).
RULE_FIELDS = (
    "goal", "expedition_required", "others_take_limit", "governors_count", "tax_threshold", "fee", "admiral_threshold",
    "admiral_pay", "jester_pay", "gunner_pay", "gunner_free_ships", "vice_admiral_from", "vice_admiral_to",
    "vice_admiral_pay", "draw_cap", "round_cap", "claims", "claims_after_bust", "repel", "reshuffle", "discard_pile",
)  # fmt: skip
#: Those that are tables: by seat, and by colours in the harbour.
RULE_TABLES = {"start_coins": MAX_PLAYERS, "take_limits": MAX_COLOURS + 1}

FACES = np.dtype([(name, "i2", (MAX_FACES,)) for name in FACE_FIELDS], align=True)
RULES = np.dtype(
    [*((name, "i8") for name in RULE_FIELDS), *((name, "i8", (size,)) for name, size in RULE_TABLES.items())],
    align=True,
)
OWN = np.dtype([("key", "u8"), ("count", "u8"), ("memory", "i8", (MEMORY_SIZE,))], align=True)
#: A strategy's parameters, and a place for the answer that search.py tries out.
PARAMS = np.dtype([("real", "f8", (MAX_PARAMS,)), ("whole", "i8", (MAX_PARAMS,)), ("given", "i8", (4,))], align=True)

_PUBLIC_SCALARS = (
    "players", "colours_in_set", "faces_in_set", "me", "active", "round", "draws", "harbour_size", "colours", "card",
    "centre_size", "draw_pile_size", "discard_pile_size", "shuffles", "limit", "taken", "options_size", "end_signalled",
    "step",
)  # fmt: skip
_BY_SEAT = ("i2", (MAX_PLAYERS,))


def _public() -> np.dtype[Any]:
    """All fields are signed: the difference of two unsigned numbers would be a huge one in compiled code. Names that begin with
    an underscore are the kernel's own: a view doesn't show them.

    The layout of the public part. Abilities overlap: ``swords`` is a row of ``_ability``, under its own name.
    """
    fields: list[tuple[str, Any]] = [(name, np.dtype("i8")) for name in _PUBLIC_SCALARS]
    fields += [
        ("harbour_colours", np.dtype(("i2", (MAX_COLOURS,)))),
        ("coins", np.dtype(_BY_SEAT)),
        ("vp", np.dtype(_BY_SEAT)),
        ("persons_size", np.dtype(_BY_SEAT)),
        ("expeditions_size", np.dtype(_BY_SEAT)),
        ("options", np.dtype(("i2", (MAX_CARDS,)))),
        ("_unseen", np.dtype(("i2", (2, MAX_FACES)))),
        ("_ability", np.dtype(("i2", (ABILITY_ROWS, MAX_PLAYERS)))),
        ("harbour", np.dtype(("i1", (MAX_CARDS,)))),
        ("centre", np.dtype(("i1", (MAX_CARDS,)))),
        ("persons", np.dtype(("i1", (MAX_PLAYERS, MAX_CARDS)))),
        ("expeditions", np.dtype(("i1", (MAX_PLAYERS, MAX_CARDS)))),
    ]
    names, formats, offsets, end = [], [], [], 0
    for name, format_ in fields:
        names.append(name)
        formats.append(format_)
        offsets.append(end)
        if name == "_unseen":
            for i, part in enumerate(("can_come", "older_coins")):
                names.append(part)
                formats.append(np.dtype(("i2", (MAX_FACES,))))
                offsets.append(end + i * 2 * MAX_FACES)
        if name == "_ability":
            row = MAX_PLAYERS * 2
            names.append("_all_abilities")
            formats.append(np.dtype(("i2", (ABILITY_ROWS * MAX_PLAYERS,))))
            offsets.append(end)
            for i, ability in enumerate(ABILITIES):
                names.append(ability)
                formats.append(np.dtype(_BY_SEAT))
                offsets.append(end + i * row)
            for by_colour, first_row in (("traders", TRADERS_ROW), ("clerks", CLERKS_ROW)):
                names.append(by_colour)
                formats.append(np.dtype(("i2", (MAX_COLOURS, MAX_PLAYERS))))
                offsets.append(end + first_row * row)
            names.append("_able")
            formats.append(np.dtype(("i2", (SYMBOL_SETS, MAX_PLAYERS))))
            offsets.append(end + ABLE_ROW * row)
            names.append("_paid")
            formats.append(np.dtype(_BY_SEAT))
            offsets.append(end + PAID_ROW * row)
        end += format_.itemsize
    end = -(-end // 8) * 8
    for name, format_ in (("rules", RULES), ("faces", FACES)):
        names.append(name)
        formats.append(format_)
        offsets.append(end)
        end += -(-format_.itemsize // 8) * 8
    layout: Any = {"names": names, "formats": formats, "offsets": offsets, "itemsize": end, "aligned": True}
    dtype: np.dtype[Any] = np.dtype(layout)
    return dtype


PUBLIC = _public()
_CARDS = ("u1", (ROOM,))
_CARDS_BY_SEAT = ("u1", (MAX_PLAYERS, ROOM))
MAX_EFFECTS = 24
DECISIONS = 4

STATE = np.dtype(
    [
        ("public", PUBLIC),
        # progress
        ("opportunity", "i8"),
        ("limit_at_stop", "i8"),
        ("governors_at_begin", "i8"),
        ("clerk_takes", "i8"),
        ("winners", "i8"),
        ("finished", "i8"),
        # the game's place in the plan, and what went wrong
        ("deal", "i8"),
        ("seating", "i8"),
        ("answer", "i8"),
        # hidden cards
        ("pile_top", "i8"),
        ("pile", *_CARDS),
        ("discard_pile", *_CARDS),
        ("harbour_cards", *_CARDS),
        ("centre_cards", *_CARDS),
        ("coin_cards", *_CARDS_BY_SEAT),
        ("person_cards", *_CARDS_BY_SEAT),
        ("expedition_cards", *_CARDS_BY_SEAT),
        ("dealt_before_shuffle", *_CARDS),
        ("may_claim", "i1", (MAX_PLAYERS,)),
        # random streams
        ("seed", "i8"),
        ("own", OWN, (MAX_PLAYERS,)),
        # this game's hires, for the measures
        ("hires", "i8"),
        ("hire_seat", "u1", (MAX_PLAYERS * MAX_FACES,)),
        ("hire_face", "u1", (MAX_PLAYERS * MAX_FACES,)),
        ("hired", "u1", (MAX_PLAYERS, MAX_FACES)),
        # which list of legal answers a face was counted in last
        ("listing", "i8"),
        ("listed", "i8", (MAX_FACES,)),
        # (A game that is begun changes nothing from here on: search.py copies what lies above.)
        # which entry of the line-up sits where; each entry's parameters, by decision
        ("entry_of", "i8", (MAX_PLAYERS,)),
        ("params", PARAMS, (MAX_PLAYERS, DECISIONS)),
        # the card set, prepared: constant during a run
        ("cards_in_play", "i8"),
        ("centre_at_start", "i8"),
        ("face_of", *_CARDS),
        ("copies_in_pile", "i2", (MAX_FACES,)),
        ("card_keys", "u8", (MAX_CARDS,)),
        ("effects", "i2", (MAX_FACES,)),
        ("effect_row", "i2", (MAX_FACES, MAX_EFFECTS)),
        ("effect_amount", "i2", (MAX_FACES, MAX_EFFECTS)),
        ("demand", "i2", (MAX_FACES, SYMBOL_SETS)),
        ("symbols", "i2", (MAX_FACES,)),
        # room for sorting
        ("first_pile", *_CARDS),
        ("sort_keys", "u8", (MAX_CARDS,)),
        ("sort_room", "u8", (MAX_CARDS,)),
        ("sort_buckets", "u1", (BUCKETS + 1,)),
        ("spent", "u1", (MAX_CARDS,)),
    ],
    align=True,
)
