"""What follows from the faces alone, and is worked out once: which card is which face, what a person adds, what is demanded."""
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from analyzer.games.port_royal.state import (
    ABILITIES,
    ABLE_ROW,
    ANCHOR,
    ANY_SYMBOL,
    CLERKS_ROW,
    CROSS,
    EXPEDITION,
    HOUSE,
    PAID_ROW,
    PERSON,
    SYMBOL_SETS,
    TRADERS_ROW,
)
from analyzer.jit import called, entry

_ABILITIES = len(ABILITIES)


@called
def symbols_of(faces, f):
    """The symbols that a person can stand for, as bits; all three for a jack of all trades."""
    if faces.wild[f]:
        return ANY_SYMBOL
    return ANCHOR * (faces.anchor[f] > 0) + CROSS * (faces.cross[f] > 0) + HOUSE * (faces.house[f] > 0)


@called
def _add(s, f, row, amount):
    """A person adds this to an ability's row."""
    if amount:
        i = s.effects[f]
        s.effect_row[f, i], s.effect_amount[f, i] = row, amount
        s.effects[f] = i + 1


@called
def _person(s, f):
    faces = s.public.faces
    abilities = (
        faces.swords[f], faces.anchor[f], faces.cross[f], faces.house[f], faces.wild[f], faces.discount[f],
        faces.admiral[f], faces.governor[f], faces.jester[f], faces.gunner[f], faces.vice_admiral[f],
    )  # fmt: skip
    s.effects[f] = 0
    for row in range(_ABILITIES):
        _add(s, f, row, abilities[row])
    if faces.trader_colour[f] >= 0:
        _add(s, f, TRADERS_ROW + faces.trader_colour[f], 1)
    if faces.clerk_colour[f] >= 0:
        _add(s, f, CLERKS_ROW + faces.clerk_colour[f], 1)
    symbols = symbols_of(faces, f)
    s.symbols[f] = symbols
    for within in range(SYMBOL_SETS):
        if symbols & within:
            _add(s, f, ABLE_ROW + within, 1)
    _add(s, f, PAID_ROW, faces.admiral[f] + faces.vice_admiral[f] + faces.gunner[f] + faces.jester[f])


@called
def derive(s):
    """Fill in what follows from the faces (``public.faces`` and ``public.faces_in_set`` are there).

    Cards are numbered face by face, those that five players have open from the start last.
    """
    faces = s.public.faces
    card = 0
    for last in range(2):
        for f in range(s.public.faces_in_set):
            if faces.five_player_only[f] == last:
                for _ in range(faces.count[f]):
                    s.face_of[card] = f
                    card += 1
    for f in range(s.public.faces_in_set):
        if faces.kind[f] == PERSON:
            _person(s, f)
        elif faces.kind[f] == EXPEDITION:
            for within in range(SYMBOL_SETS):
                anchors = faces.anchor[f] * ((within & ANCHOR) > 0)
                crosses = faces.cross[f] * ((within & CROSS) > 0)
                houses = faces.house[f] * ((within & HOUSE) > 0)
                s.demand[f, within] = anchors + crosses + houses


@entry
def derive_in(state):
    """`derive` for Python: the state is an ndarray (1,) of STATE."""
    derive(state[0])
