"""What a strategy sees when it plays in the reference: the same names as the compiled view, with Python numbers and tuples.

Everything is worked out anew from the table when it is asked for: slow, but obviously right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from analyzer.games.port_royal import expand
from analyzer.games.port_royal import state as st
from analyzer.games.port_royal.cards import CardSet
from analyzer.strategy import MEMORY_SIZE

if TYPE_CHECKING:
    from analyzer.games.port_royal.reference import Game, Player


class Own:
    """A seat's private random stream and memory."""

    def __init__(self, key: int) -> None:
        self.key = key
        self.count = 0
        self.memory = [0] * MEMORY_SIZE


def _padded(values: Sequence[int], size: int) -> tuple[int, ...]:
    return (*values, *[0] * (size - len(values)))


class _Frozen(SimpleNamespace):
    """Names that can be read and not set."""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{name} can't be set: a view is read-only")


def constant_tables(card_set: CardSet) -> tuple[SimpleNamespace, SimpleNamespace]:
    """``view.faces`` and ``view.rules``, made once for a game."""
    rows = [expand.face_numbers(card_set, face) for face in card_set.faces]
    columns = {name: _padded([row[name] for row in rows], st.MAX_FACES) for name in st.FACE_FIELDS}
    rules = expand.rule_numbers(card_set)
    rules |= {name: tuple(rules[name]) for name in st.RULE_TABLES}
    return _Frozen(**columns), _Frozen(**rules)


class ReferenceView:
    """The view of one seat at one decision. See view.py for the meaning of the names."""

    def __init__(self, game: Game, player: Player, options: Sequence[int], step: int = 0) -> None:
        self._game = game
        self.step = step
        self._options = tuple(options)
        self.me = player.seat
        self.faces, self.rules = game.tables

    def _by_seat(self, values: Sequence[int]) -> tuple[int, ...]:
        return _padded(values, st.MAX_PLAYERS)

    def _ability(self, column: str) -> tuple[int, ...]:
        return self._by_seat([self._game.total(player, column) for player in self._game.players])

    def _faces_of(self, cards: Sequence[int]) -> tuple[int, ...]:
        return _padded([self._game.deck[card] for card in cards], st.MAX_CARDS)

    def _by_face(self, cards: Sequence[int]) -> tuple[int, ...]:
        copies = Counter(self._game.deck[card] for card in cards)
        return tuple(copies[face] for face in range(st.MAX_FACES))

    players = property(lambda self: len(self._game.players))
    active = property(lambda self: self._game.active.seat)
    round = property(lambda self: self._game.round)
    draws = property(lambda self: self._game.draws)
    limit = property(lambda self: self._game.limit)
    taken = property(lambda self: self._game.taken)
    shuffles = property(lambda self: self._game.shuffles)
    end_signalled = property(lambda self: int(self._game.end_signalled))
    colours_in_set = property(lambda self: len(self._game.card_set.colours))
    faces_in_set = property(lambda self: len(self._game.card_set.faces))
    card = property(lambda self: self._game.deck[self._game.card])
    harbour_size = property(lambda self: len(self._game.harbour))
    centre_size = property(lambda self: len(self._game.centre))
    draw_pile_size = property(lambda self: len(self._game.draw_pile))
    discard_pile_size = property(lambda self: len(self._game.discard_pile))
    options_size = property(lambda self: len(self._options))
    colours = property(lambda self: len(self._game.colours()))
    swords = property(lambda self: self._ability("swords"))
    anchors = property(lambda self: self._ability("anchor"))
    crosses = property(lambda self: self._ability("cross"))
    houses = property(lambda self: self._ability("house"))
    jacks = property(lambda self: self._ability("wild"))
    discount = property(lambda self: self._ability("discount"))
    admirals = property(lambda self: self._ability("admiral"))
    governors = property(lambda self: self._ability("governor"))
    jesters = property(lambda self: self._ability("jester"))
    gunners = property(lambda self: self._ability("gunner"))
    vice_admirals = property(lambda self: self._ability("vice_admiral"))

    @property
    def options(self) -> tuple[int, ...]:
        """The legal answers."""
        return _padded(self._options, st.MAX_CARDS)

    @property
    def harbour(self) -> tuple[int, ...]:
        """Faces in the harbour."""
        return self._faces_of(self._game.harbour)

    @property
    def centre(self) -> tuple[int, ...]:
        """Open expeditions."""
        return self._faces_of(self._game.centre)

    @property
    def harbour_colours(self) -> tuple[int, ...]:
        """Ships of each colour in the harbour."""
        there = self._game.colours()
        return _padded([int(colour in there) for colour in self._game.card_set.colours], st.MAX_COLOURS)

    @property
    def coins(self) -> tuple[int, ...]:
        """Coins by seat."""
        return self._by_seat([len(player.coins) for player in self._game.players])

    @property
    def vp(self) -> tuple[int, ...]:
        """Victory points by seat."""
        return self._by_seat([self._game.vp(player) for player in self._game.players])

    @property
    def persons_size(self) -> tuple[int, ...]:
        """Number of persons by seat."""
        return self._by_seat([len(player.persons) for player in self._game.players])

    @property
    def expeditions_size(self) -> tuple[int, ...]:
        """Number of expeditions by seat."""
        return self._by_seat([len(player.expeditions) for player in self._game.players])

    @property
    def persons(self) -> _Table:
        """Faces of each seat's persons."""
        return _Table([self._faces_of(player.persons) for player in self._game.players], st.MAX_PLAYERS, st.MAX_CARDS)

    @property
    def expeditions(self) -> _Table:
        """Faces of each seat's expeditions."""
        return _Table(
            [self._faces_of(player.expeditions) for player in self._game.players], st.MAX_PLAYERS, st.MAX_CARDS
        )

    @property
    def traders(self) -> _Table:
        """Traders by colour and seat."""
        return self._by_colour("trader_colour")

    @property
    def clerks(self) -> _Table:
        """Clerks by colour and seat."""
        return self._by_colour("clerk_colour")

    def _by_colour(self, column: str) -> _Table:
        rows = []
        for colour in self._game.card_set.colours:
            persons = [[self._game.face(card) for card in player.persons] for player in self._game.players]
            rows.append(self._by_seat([sum(getattr(face, column) == colour for face in faces) for faces in persons]))
        return _Table(rows, st.MAX_COLOURS, st.MAX_PLAYERS)

    @cached_property
    def can_come(self) -> tuple[int, ...]:
        """Copies of each face among the cards that can come next."""
        coins = [card for player in self._game.players for card in player.coins]
        if self.rules.discard_pile == st.DISCARDS_HIDDEN:
            return self._by_face(self._game.draw_pile + self._game.discard_pile + coins)
        return self._by_face(self._game.draw_pile + [card for card in coins if card not in self._game.older_coins])

    @cached_property
    def older_coins(self) -> tuple[int, ...]:
        """Copies of each face among the coins that are older than the last shuffle."""
        known = self.rules.discard_pile == st.DISCARDS_OPEN
        return self._by_face(sorted(self._game.older_coins) if known else ())


class _Table:
    """A read-only table, ``table[row, column]`` or ``table[row][column]``, filled up with 0."""

    def __init__(self, rows: Sequence[tuple[int, ...]], height: int, width: int) -> None:
        self._rows = (*rows, *[(0,) * width] * (height - len(rows)))

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, place: int | tuple[int, int]) -> Any:
        if isinstance(place, tuple):
            row, column = place
            return self._rows[row][column]
        return self._rows[place]
