"""The rules of Port Royal in plain Python, to be read beside the rulebook: the oracle that the fast simulator is compared with.

A game is a `Game`: the table, the players, and what happens, in the order in which it happens. Everything that happens is
written down as an event (a dict; TRACE.md names the format). A card is a number; what is printed on it is ``self.face(card)``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any

from analyzer.errors import StrategyFault
from analyzer.games.port_royal import expand
from analyzer.games.port_royal import state as st
from analyzer.games.port_royal.cards import CardSet, Face
from analyzer.games.port_royal.reference_view import Own, ReferenceView, constant_tables
from analyzer.games.port_royal.view import DRAW, KEEP, NONE, PASS, REPEL, STOP
from analyzer.streams import (
    FIRST_PILE,
    RESHUFFLE,
    STRATEGY,
    number_below_plain,
    shuffle_key_plain,
    stream_key_plain,
)

if TYPE_CHECKING:
    from analyzer.line_up import LineUp

Event = dict[str, Any]
#: A seat's strategy: for each decision a function (view, own) -> int, its parameters bound already.
Seat = dict[str, Callable[[Any, Any], int]]


class CutGameError(Exception):
    """The game was to stop before this decision; ``view`` is what the seat would have seen."""

    def __init__(self, decision: str, seat: int, view: ReferenceView) -> None:
        super().__init__(f"cut before {decision} of seat {seat}")
        self.decision, self.seat, self.view = decision, seat, view


@dataclass
class Player:
    """What lies before one player."""

    seat: int
    own: Own
    coins: list[int] = field(default_factory=list)  # cards, the newest last
    persons: list[int] = field(default_factory=list)  # cards, in the order they were hired
    expeditions: list[int] = field(default_factory=list)


@dataclass
class Game:
    """One game.

    Parameters
    ----------
    card_set : CardSet
    players : int
    seed, deal : int
        Which deal; all randomness follows from it.
    seats : sequence of Seat
        Who plays, by seat.
    cut : int, optional
        Stop before this decision of the game, counted from 0 (raises `CutGameError`).
    ban : callable, optional
        Takes the legal answers of a `take` or `claim` and returns those that are left: no rule of the game, but a way to see
        whether a strategy keeps to what it is offered.
    """

    card_set: CardSet
    number_of_players: int
    seed: int
    deal: int
    seats: Sequence[Seat]
    cut: int | None = None
    ban: Callable[[Sequence[int]], Sequence[int]] | None = None

    def __post_init__(self) -> None:
        self.rules = self.card_set.rules
        self.deck = expand.deck(self.card_set)
        self.tables = constant_tables(self.card_set)
        keys = [stream_key_plain(self.seed, self.deal, STRATEGY, seat) for seat in range(self.number_of_players)]
        self.players = [Player(seat, Own(key)) for seat, key in enumerate(keys)]
        self.discard_pile: list[int] = []
        self.harbour: list[int] = []
        self.older_coins: set[int] = set()  # cards that were coins at the last shuffle
        self.events: list[Event] = []
        self.shuffles = self.round = self.draws = self.decisions = 0
        self.active = self.players[0]
        self.end_signalled = False
        self.limit = self.taken = 0
        self.governors_at_begin = self.clerk_takes = 0
        self.card = 0
        self.discovering = self.busted = False
        self.forced_stops = self.coins_not_dealt = 0
        self.set_up()

    # ---------------------------------------------------------------- cards and players

    def face(self, card: int) -> Face:
        """What is printed on a card."""
        return self.card_set.faces[self.deck[card]]

    def total(self, player: Player, ability: str) -> int:
        """A player's total of an ability, over all its persons."""
        return sum(getattr(self.face(card), ability) for card in player.persons)

    def vp(self, player: Player) -> int:
        """A player's victory points: persons and expeditions."""
        return sum(self.face(card).vp for card in player.persons + player.expeditions)

    def clockwise_from(self, player: Player) -> list[Player]:
        """All players, this one first."""
        return self.players[player.seat :] + self.players[: player.seat]

    def colours(self) -> set[str]:
        """The ship colours in the harbour."""
        return {self.face(card).colour for card in self.harbour if self.face(card).kind == "ship"}

    def write(self, event: str, **facts: Any) -> None:
        """Write down what happened."""
        self.events.append({"event": event, **facts})

    # ---------------------------------------------------------------- set-up and piles

    def set_up(self) -> None:
        """Shuffle, put the five-player expedition in the centre or in the box, deal the start coins."""
        cards_in_play = self.card_set.shuffled_cards()
        key = stream_key_plain(self.seed, self.deal, FIRST_PILE, 0)
        card_keys = expand.card_keys(self.card_set)
        # The random number's last byte gives way to the card's number, so that no two are equal.
        order = {card: shuffle_key_plain(key, card_keys[card]) & ~0xFF | card for card in range(cards_in_play)}
        self.draw_pile = sorted(order, key=order.__getitem__)  # the top card first
        self.centre = list(range(cards_in_play, self.card_set.cards_in_play(self.number_of_players)))
        for player in self.players:
            self.receive_coins(player, self.rules.start_coins_of(player.seat), "setup")

    def reshuffle(self) -> None:
        """The discard pile is shuffled and becomes the draw pile."""
        self.older_coins = {card for player in self.players for card in player.coins}
        pile, self.discard_pile = self.discard_pile, []
        key = stream_key_plain(self.seed, self.deal, RESHUFFLE, self.shuffles)
        for i in range(len(pile) - 1, 0, -1):  # Fisher and Yates
            j = number_below_plain(key, i, i + 1)
            pile[i], pile[j] = pile[j], pile[i]
        self.draw_pile = pile
        self.shuffles += 1
        self.write("shuffle", draw_pile=list(pile))

    def nothing_to_draw(self) -> bool:
        """Whether both piles are empty."""
        return not self.draw_pile and not self.discard_pile

    def top_card(self) -> int:
        """Take the top card of the draw pile; if it is empty, the discard pile is shuffled first."""
        if not self.draw_pile:
            self.reshuffle()
        return self.draw_pile.pop(0)

    def reshuffle_if_empty(self) -> None:
        """With the switch `when_empty`, the discard pile is shuffled as soon as the draw pile is empty."""
        if self.rules.reshuffle == "when_empty" and not self.draw_pile and self.discard_pile:
            self.reshuffle()

    def receive_coins(self, player: Player, owed: int, reason: str) -> None:
        """Coins are cards from the top of the draw pile, unseen. Those that can't be dealt are lost, and counted."""
        if owed == 0:
            return
        cards: list[int] = []
        while len(cards) < owed and not self.nothing_to_draw():
            card = self.top_card()
            cards.append(card)
            player.coins.append(card)
            self.reshuffle_if_empty()
        self.coins_not_dealt += owed - len(cards)
        self.write("coins", player=player.seat, reason=reason, cards=cards, not_dealt=owed - len(cards))

    def take_newest(self, player: Player, number: int) -> list[int]:
        """Take coins away from a player, the newest first."""
        return [player.coins.pop() for _ in range(number)]

    def discard_coins(self, player: Player, number: int) -> list[int]:
        """A player discards coins: they go face up on the discard pile."""
        cards = self.take_newest(player, number)
        self.discard_pile += cards
        self.older_coins -= set(cards)
        return cards

    def pay_fee(self, player: Player) -> None:
        """A player who is not the active one pays it a fee for a card. The coins change hands unseen."""
        if player is self.active or self.rules.fee == 0:
            return
        cards = self.take_newest(player, self.rules.fee)
        self.active.coins += cards
        self.write("fee", player=player.seat, to=self.active.seat, cards=cards)

    # ---------------------------------------------------------------- asking the players

    def ask(self, decision: str, player: Player, options: Sequence[int]) -> int:
        """Ask a player's strategy for a decision.

        Raises
        ------
        StrategyFault
            If the answer is not legal.
        """
        if self.ban is not None and options:
            options = self.ban(options)
            if not options:
                return PASS
        view = ReferenceView(self, player, options, self.step_of(decision))
        if self.decisions == self.cut:
            raise CutGameError(decision, player.seat, view)
        self.decisions += 1
        answer = self.seats[player.seat][decision](view, player.own)
        legal = {"draw": [STOP, DRAW], "repel": [KEEP, REPEL], "take": [PASS, *options], "claim": [NONE, *options]}
        if type(answer) is not int and type(answer) is not bool:
            raise StrategyFault(f"{decision} of seat {player.seat} answered {answer!r}, which is not an int")
        if answer not in legal[decision]:
            raise StrategyFault(f"{decision} of seat {player.seat} answered {answer}, legal are {legal[decision]}")
        return answer

    def step_of(self, decision: str) -> int:
        """What a view says is being decided."""
        claim = st.BUST_CLAIM if self.busted else st.DISCOVER_CLAIM if self.discovering else st.TAKE_CLAIM
        return {"draw": st.DISCOVER_DRAW, "repel": st.DISCOVER_REPEL, "take": st.TAKE, "claim": claim}[decision]

    # ---------------------------------------------------------------- the game

    def play(self) -> list[Event]:
        """Play to the end. Returns all events."""
        for number in count(1):
            self.round = number
            for player in self.players:
                self.active = player
                self.turn()
            if self.end_signalled or self.round == self.rules.round_cap:
                self.end()
                return self.events
        raise AssertionError("unreachable: every game ends at the round cap")

    def turn(self) -> None:
        """Discover; then, unless it was a bust, trade and hire."""
        self.write("turn", round=self.round, player=self.active.seat)
        self.draws = self.limit = self.taken = 0
        if self.discover():
            self.trade_and_hire()

    def trade_and_hire(self) -> None:
        """Everybody has one opportunity, from the active player clockwise; then what is left is discarded."""
        self.discovering = False
        self.limit_at_stop = self.rules.take_limit(len(self.colours()))
        for player in self.clockwise_from(self.active):
            self.opportunity(player)
        if self.harbour:
            self.write("clean_up", cards=list(self.harbour))
        self.discard_pile += self.harbour
        self.harbour = []

    def end(self) -> None:
        """Most VP wins, then most coins; if still equal, the win is shared. An unfinished game has no winner."""
        scores = [(self.vp(player), len(player.coins)) for player in self.players]
        can_win = [score for player, score in zip(self.players, scores, strict=True) if self.can_win(player)]
        winners = []
        if self.end_signalled:
            winners = [p.seat for p in self.players if self.can_win(p) and scores[p.seat] == max(can_win)]
        self.write(
            "end",
            round=self.round,
            finished=self.end_signalled,
            vp=[vp for vp, _ in scores],
            coins=[coins for _, coins in scores],
            winners=winners,
        )

    def can_win(self, player: Player) -> bool:
        """With the switch `expedition_required` only players with an expedition can signal the end, and win."""
        return bool(player.expeditions) or not self.rules.expedition_required

    # ---------------------------------------------------------------- part 1: discover

    def discover(self) -> bool:
        """Draw cards until the player stops (True), or busts (False)."""
        player = self.active
        self.discovering, self.busted = True, False
        while True:
            self.offer_claims(player)
            if self.nothing_to_draw() or self.draws == self.rules.draw_cap:
                self.forced_stops += 1
                self.write("stop", player=player.seat, forced=True, harbour=list(self.harbour))
                return True
            if self.draws > 0 and self.ask("draw", player, ()) == STOP:
                self.write("stop", player=player.seat, forced=False, harbour=list(self.harbour))
                return True
            card = self.top_card()
            self.draws += 1
            self.card = card
            self.write("draw", player=player.seat, card=card)
            self.reshuffle_if_empty()
            kind = self.face(card).kind
            if kind == "ship":
                if not self.ship(player, card):
                    return False
            elif kind == "tax":
                self.tax_increase(card)
            else:
                self.write("reveal", player=player.seat, card=card, kind=kind)
                (self.harbour if kind == "person" else self.centre).append(card)

    def ship(self, player: Player, card: int) -> bool:
        """A ship is repelled or goes to the harbour. Returns False if the turn is a bust."""
        ship = self.face(card)
        can_repel = not ship.skull and ship.swords <= self.total(player, "swords")
        if can_repel and (self.must_repel(ship) or self.ask("repel", player, ()) == REPEL):
            self.write("repel", player=player.seat, card=card)
            self.discard_pile.append(card)
            return True
        self.write("keep", player=player.seat, card=card)
        bust = ship.colour in self.colours()
        self.harbour.append(card)
        if bust:
            self.bust()
        return not bust

    def must_repel(self, ship: Face) -> bool:
        """Whether a ship that can be repelled has to be."""
        return {"choice": False, "forced_duplicate": ship.colour in self.colours(), "forced": True}[self.rules.repel]

    def bust(self) -> None:
        """The harbour is discarded; then everybody gets coins for jesters, and the active player may claim, if it may."""
        self.write("bust", player=self.active.seat, cards=list(self.harbour))
        self.discard_pile += self.harbour
        self.harbour = []
        for player in self.clockwise_from(self.active):
            self.receive_coins(player, self.total(player, "jester") * self.rules.jester_pay, "bust")
        self.busted = True
        if self.rules.claims_after_bust:
            self.offer_claims(self.active)

    def tax_increase(self, card: int) -> None:
        """Who has too many coins discards half; then the card pays whoever it names; then it is discarded."""
        tax = self.face(card)
        wealth = [len(player.coins) for player in self.players]
        halves = [coins // 2 if coins >= self.rules.tax_threshold else 0 for coins in wealth]
        if tax.tax_bonus == "max_swords":
            swords = [self.total(player, "swords") for player in self.players]
            paid = [player for player in self.clockwise_from(self.active) if swords[player.seat] == max(swords)]
        else:
            points = [self.vp(player) for player in self.players]
            paid = [player for player in self.clockwise_from(self.active) if points[player.seat] == min(points)]
        discarded = [self.discard_coins(player, half) for player, half in zip(self.players, halves, strict=True)]
        self.write("tax", player=self.active.seat, card=card, discarded=discarded, paid=[p.seat for p in paid])
        for player in paid:
            self.receive_coins(player, tax.coins, "tax")
        self.discard_pile.append(card)

    # ---------------------------------------------------------------- part 2: trade and hire

    def opportunity(self, player: Player) -> None:
        """One player's opportunity: what pays as it begins, claims, and cards up to the limit."""
        self.write("opportunity", player=player.seat, harbour_size=len(self.harbour))
        self.governors_at_begin, self.clerk_takes = self.total(player, "governor"), 0
        self.taken, self.limit = 0, self.limit_of(player)
        if len(self.harbour) >= self.rules.admiral_threshold:
            self.receive_coins(player, self.total(player, "admiral") * self.rules.admiral_pay, "admiral")
        if self.rules.vice_admiral_from <= len(self.harbour) <= self.rules.vice_admiral_to:
            coins = self.total(player, "vice_admiral") * self.rules.vice_admiral_pay
            self.receive_coins(player, coins, "vice_admiral")
        ships = [card for card in self.harbour if self.face(card).kind == "ship"]
        paid_ships = max(0, len(ships) - self.rules.gunner_free_ships)
        self.receive_coins(player, self.total(player, "gunner") * paid_ships * self.rules.gunner_pay, "gunner")
        if player is not self.active and not self.harbour:
            self.receive_coins(player, self.total(player, "jester") * self.rules.jester_pay, "jester")
        self.offer_claims(player)
        while self.taken < self.limit:
            places = [place for place, card in enumerate(self.harbour) if self.can_take(player, card)]
            if not places:
                return
            place = self.ask("take", player, places)
            if place == PASS:
                self.write("pass", player=player.seat)
                return
            self.take(player, self.harbour.pop(place))
            self.taken += 1
            self.limit = self.limit_of(player)
            self.offer_claims(player)

    def limit_of(self, player: Player) -> int:
        """How many cards a player may take: more with governors, counted anew after every take and claim, and with clerks."""
        base = self.limit_at_stop if player is self.active else self.rules.others_take_limit
        governors = (
            self.total(player, "governor") if self.rules.governors_count == "at_once" else self.governors_at_begin
        )
        return base + governors + self.clerk_takes

    def fee_of(self, player: Player) -> int:
        """What a player pays the active one for each card."""
        return 0 if player is self.active else self.rules.fee

    def cost(self, player: Player, card: int) -> int:
        """What hiring a person costs: less with mademoiselles, never below 0."""
        return max(0, self.face(card).cost - self.total(player, "discount"))

    def income(self, player: Player, card: int) -> int:
        """What a traded ship owes: its coins, and 1 for each trader of its colour."""
        colour = self.face(card).colour
        traders = [person for person in player.persons if self.face(person).trader_colour == colour]
        return self.face(card).coins + len(traders)

    def can_take(self, player: Player, card: int) -> bool:
        """Whether a player can pay for a card, the fee included."""
        coins, fee = len(player.coins), self.fee_of(player)
        if self.face(card).kind == "ship":
            really_paid = min(self.income(player, card), len(self.draw_pile) + len(self.discard_pile) + 1)
            return coins + really_paid >= fee
        return coins >= self.cost(player, card) + fee

    def take(self, player: Player, card: int) -> None:
        """Trade a ship or hire a person."""
        if self.face(card).kind == "ship":
            self.write("trade", player=player.seat, card=card)
            self.clerk_takes += sum(self.face(p).clerk_colour == self.face(card).colour for p in player.persons)
            self.discard_pile.append(card)
            self.receive_coins(player, self.income(player, card), "trade")
            self.pay_fee(player)
        else:
            paid = self.discard_coins(player, self.cost(player, card))
            self.write("hire", player=player.seat, card=card, paid=paid)
            self.pay_fee(player)
            player.persons.append(card)
            self.signal_end(player)

    def signal_end(self, player: Player) -> None:
        """As soon as any player has reached the goal, the end is signalled, and stays so."""
        if not self.end_signalled and self.vp(player) >= self.rules.goal and self.can_win(player):
            self.end_signalled = True
            self.write("end_signalled", player=player.seat, vp=self.vp(player))

    # ---------------------------------------------------------------- expeditions

    def offer_claims(self, player: Player) -> None:
        """Offer the open expeditions until the player declines or can't claim any."""
        if self.rules.claims == "own_turn" and player is not self.active:
            return
        while True:
            places = [place for place, card in enumerate(self.centre) if self.persons_for(player, card) is not None]
            if not places:
                return
            place = self.ask("claim", player, places)
            if place == NONE:
                return
            self.claim(player, self.centre.pop(place))
            if not self.discovering:
                self.limit = self.limit_of(player)

    def claim(self, player: Player, card: int) -> None:
        """Discard the persons, take the expedition and its reward."""
        spent = self.persons_for(player, card) or []
        player.persons = [person for person in player.persons if person not in spent]
        self.discard_pile += spent
        player.expeditions.append(card)
        self.write("claim", player=player.seat, card=card, spent=spent)
        self.receive_coins(player, self.face(card).coins, "claim")
        self.signal_end(player)

    def persons_for(self, player: Player, expedition: int) -> list[int] | None:
        """The persons to spend on an expedition, in the order they were hired; None if it can't be claimed.

        Of all sets of persons that can stand for its symbols: fewest jacks, then fewest VP, then those hired first. Persons
        are tried in this order, and each is taken if all those taken can still stand for different symbols.
        """
        face = self.face(expedition)
        demanded = ["anchor"] * face.anchor + ["cross"] * face.cross + ["house"] * face.house
        chosen: list[int] = []
        for person in sorted(player.persons, key=lambda card: (self.face(card).wild, self.face(card).vp)):
            if self.can_stand_for([*chosen, person], demanded):
                chosen.append(person)
        return [person for person in player.persons if person in chosen] if len(chosen) == len(demanded) else None

    def can_stand_for(self, persons: list[int], demanded: list[str]) -> bool:
        """Whether each of these persons can stand for a demanded symbol of its own."""
        if not persons:
            return True
        first = self.face(persons[0])
        for symbol in set(demanded):
            if first.wild or getattr(first, symbol):
                left = list(demanded)
                left.remove(symbol)
                if self.can_stand_for(persons[1:], left):
                    return True
        return False


def seats_of(line_up: LineUp) -> list[Seat]:
    """For each entry of a line-up, its decisions as plain Python functions (view, own) -> int."""

    def bound(function: Callable[..., int], params: Any) -> Callable[[Any, Any], int]:
        return lambda view, own: function(view, params, own)

    return [
        {name: bound(strategy.functions[name], strategy.param_type()(*values)) for strategy, name, values in row}
        for row in line_up.decisions()
    ]
