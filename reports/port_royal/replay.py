"""A game of Port Royal told in words, from its events: turn by turn, so that anybody who knows the rulebook can check it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

Event = dict[str, Any]

_REASONS = {
    "setup": "start coins",
    "trade": "for the ship",
    "admiral": "for admirals",
    "vice_admiral": "for vice admirals",
    "gunner": "for gunners",
    "jester": "for jesters, as the harbour is empty",
    "bust": "for jesters, after the bust",
    "tax": "from the tax increase",
    "claim": "for the expedition",
}


class _Story:
    """Follows the game's events and keeps what a reader wants to see at each turn: coins, points and swords."""

    def __init__(self, start: Event) -> None:
        self.start = start
        self.coins = [0] * start["players"]
        self.points = [0] * start["players"]
        self.swords = [0] * start["players"]

    def name(self, seat: int) -> str:
        return f"P{seat}"

    def face(self, card: int) -> dict[str, Any]:
        data: dict[str, Any] = self.start["face_data"][self.start["faces"][card]]
        return data

    def card(self, card: int) -> str:
        """A card in a few words: its id says kind, price, points, swords."""
        face = self.face(card)
        if face["kind"] == "ship":
            strength = "skull" if face["skull"] else _count(face["swords"], "sword")
            return f"{face['colour']} {face['name']} ({_count(face['coins'], 'coin')}, {strength})"
        if face["kind"] == "person":
            colour = f"{face['trader_colour']} " if face["trader_colour"] else ""
            swords = f", {_count(face['swords'], 'sword')}" if face["swords"] else ""
            return f"{colour}{face['name']} (cost {face['cost']}, {face['vp']} VP{swords})"
        if face["kind"] == "expedition":
            needs = [_count(face[s], s) for s in ("anchor", "cross", "house") if face[s]]
            return f"{face['name']} ({' and '.join(needs)}: {face['vp']} VP, {_count(face['coins'], 'coin')})"
        whom = "the most swords" if face["tax_bonus"] == "max_swords" else "the fewest VP"
        return f"{face['name']} ({_count(face['coins'], 'coin')} to {whom})"

    def cards(self, cards: Sequence[int]) -> str:
        return ", ".join(self.card(card) for card in cards) if cards else "nothing"

    def standing(self) -> str:
        seats = range(self.start["players"])
        return "  ".join(
            f"{self.name(s)}: {_count(self.coins[s], 'coin')} {self.points[s]} VP {self.swords[s]} sw" for s in seats
        )

    def tell(self, event: Event) -> Iterator[str]:
        """The lines of one event."""
        yield from getattr(self, f"_{event['event']}")(event)

    def _coins(self, e: Event) -> Iterator[str]:
        dealt, lost = len(e["cards"]), e["not_dealt"]
        self.coins[e["player"]] += dealt
        short = f" ({lost} could not be dealt)" if lost else ""
        if e["reason"] != "setup" or lost:
            yield f"    {self.name(e['player'])} gets {_count(dealt, 'coin')} {_REASONS[e['reason']]}{short}"

    def _turn(self, e: Event) -> Iterator[str]:
        yield ""
        yield f"Round {e['round']}, turn of {self.name(e['player'])}      [{self.standing()}]"

    def _draw(self, e: Event) -> Iterator[str]:
        yield f"  draws {self.card(e['card'])}"

    def _keep(self, _: Event) -> Iterator[str]:
        yield from ()

    def _repel(self, _: Event) -> Iterator[str]:
        yield "    and repels it"

    def _reveal(self, e: Event) -> Iterator[str]:
        if e["kind"] == "expedition":
            yield "    which stays in the centre"

    def _tax(self, e: Event) -> Iterator[str]:
        for seat, cards in enumerate(e["discarded"]):
            self.coins[seat] -= len(cards)
            if cards:
                yield f"    {self.name(seat)} discards half: {_count(len(cards), 'coin')}"

    def _bust(self, e: Event) -> Iterator[str]:
        colour = self.face(e["cards"][-1])["colour"]
        yield f"  BUST: a second {colour} ship; {_count(len(e['cards']), 'card')} of the harbour are discarded"

    def _stop(self, e: Event) -> Iterator[str]:
        why = "has to stop" if e["forced"] else "stops"
        yield f"  {why} with {_count(len(e['harbour']), 'card')} in the harbour: {self.cards(e['harbour'])}"

    def _opportunity(self, _: Event) -> Iterator[str]:
        yield from ()

    def _trade(self, e: Event) -> Iterator[str]:
        yield f"  {self.name(e['player'])} trades {self.card(e['card'])}"

    def _hire(self, e: Event) -> Iterator[str]:
        self.coins[e["player"]] -= len(e["paid"])
        self.points[e["player"]] += self.face(e["card"])["vp"]
        self.swords[e["player"]] += self.face(e["card"])["swords"]
        yield f"  {self.name(e['player'])} hires {self.card(e['card'])} for {_count(len(e['paid']), 'coin')}"

    def _fee(self, e: Event) -> Iterator[str]:
        self.coins[e["player"]] -= len(e["cards"])
        self.coins[e["to"]] += len(e["cards"])
        yield f"    {self.name(e['player'])} pays {self.name(e['to'])} a fee of {_count(len(e['cards']), 'coin')}"

    def _pass(self, e: Event) -> Iterator[str]:
        yield f"  {self.name(e['player'])} passes"

    def _claim(self, e: Event) -> Iterator[str]:
        lost = sum(self.face(card)["vp"] for card in e["spent"])
        self.swords[e["player"]] -= sum(self.face(card)["swords"] for card in e["spent"])
        self.points[e["player"]] += self.face(e["card"])["vp"] - lost
        yield f"  {self.name(e['player'])} claims {self.card(e['card'])}, spending {self.cards(e['spent'])}"

    def _clean_up(self, e: Event) -> Iterator[str]:
        yield f"  left over and discarded: {self.cards(e['cards'])}"

    def _shuffle(self, e: Event) -> Iterator[str]:
        yield f"    (the discard pile is shuffled: {_count(len(e['draw_pile']), 'card')})"

    def _end_signalled(self, e: Event) -> Iterator[str]:
        yield f"    {self.name(e['player'])} has {e['vp']} VP: this is the last round"

    def _end(self, e: Event) -> Iterator[str]:
        yield ""
        if not e["finished"]:
            yield f"Stopped as unfinished after round {e['round']}: nobody wins."
        elif len(e["winners"]) == 1:
            yield f"{self.name(e['winners'][0])} wins after {e['round']} rounds."
        else:
            names = " and ".join(self.name(seat) for seat in e["winners"])
            yield f"{names} share the win after {e['round']} rounds."
        for seat, (vp, coins) in enumerate(zip(e["vp"], e["coins"], strict=True)):
            yield f"  {self.name(seat)}  {self.start['strategies'][seat]}: {vp} VP, {_count(coins, 'coin')}"


def _count(number: int, noun: str) -> str:
    plural = {"cross": "crosses"}.get(noun, noun + "s")
    return f"{number} {noun if number == 1 else plural}"


def tell(events: Iterable[Event]) -> Iterator[str]:
    """A game as lines of text.

    Parameters
    ----------
    events : iterable of dict
        As `replay --format jsonl` prints them, the `start` event first.
    """
    rest = iter(events)
    start = next(rest)
    story = _Story(start)
    yield (
        f"Port Royal, {start['players']} players, card set {start['card_set']}, seed {start['seed']}, "
        f"deal {start['deal']}, seating {start['seating']}"
    )
    for seat, strategy in enumerate(start["strategies"]):
        yield f"  {story.name(seat)} plays {strategy}"
    if start["centre"]:
        yield f"  in the centre: {story.cards(start['centre'])}"
    for event in rest:
        yield from story.tell(event)
