"""An independent bookkeeper: follows a trace from its first line and checks every event against the rules of ownership.

It knows nothing of the simulator: only the trace and what is printed on the cards. It also counts what the tables count.
"""

from collections import Counter, defaultdict
from fractions import Fraction


class Ledger:
    def __init__(self, start):
        self.start = start
        self.rules = start["rules"]
        self.players = start["players"]
        self.draw_pile, self.centre = list(start["draw_pile"]), list(start["centre"])
        self.discard, self.harbour = [], []
        self.hand = []  # the card being resolved
        self.coins = [[] for _ in range(self.players)]
        self.persons = [[] for _ in range(self.players)]
        self.expeditions = [[] for _ in range(self.players)]
        self.total = len(start["faces"])
        self.active = self.turn_draws = 0
        self.counts = Counter()
        self.by_colours = defaultdict(Counter)
        self.hires = Counter()
        self.hired_by = [set() for _ in range(self.players)]
        self.limit = [0] * self.players
        self.taken = 0
        self.colours_at_stop = 0

    def face(self, card):
        return self.start["face_data"][self.start["faces"][card]]

    def ability(self, player, name):
        return sum(self.face(card)[name] for card in self.persons[player])

    def vp(self, player):
        return sum(self.face(card)["vp"] for card in self.persons[player] + self.expeditions[player])

    def colours(self):
        return {self.face(card)["colour"] for card in self.harbour if self.face(card)["kind"] == "ship"}

    def follow(self, event):
        {"pass": self.passes}.get(event["event"], getattr(self, event["event"], None))(event)
        self.conserve()

    def conserve(self):
        zones = [self.draw_pile, self.discard, self.harbour, self.hand, self.centre]
        zones += self.coins + self.persons + self.expeditions
        cards = [card for zone in zones for card in zone]
        assert sorted(cards) == list(range(self.total))
        for player in range(self.players):
            assert self.ability(player, "swords") >= 0 and self.vp(player) >= 0

    def take_from_pile(self, cards):
        """Cards leave the top of the pile; those before a shuffle in the middle of a payment were taken from the old one."""
        for card in cards:
            if card in self.pending:
                self.pending.remove(card)
                continue
            assert self.draw_pile.pop(0) == card
        assert not self.pending

    pending = ()

    def coins_event(self, e):
        self.take_from_pile(e["cards"])
        due = self.due(e["player"], e["reason"])
        assert due is None or due == len(e["cards"]) + e["not_dealt"]
        self.coins[e["player"]] += e["cards"]
        self.counts["coins_dealt"] += len(e["cards"])
        self.counts["coins_not_dealt"] += e["not_dealt"]
        if e["not_dealt"]:
            assert not self.draw_pile and not self.discard

    def due(self, player, reason):
        """What a player is owed as an opportunity begins, after a bust or at set-up; None for other reasons."""
        rules, size = self.rules, len(self.harbour)
        if reason == "setup":
            return rules["start_coins"][min(player, len(rules["start_coins"]) - 1)]
        if reason == "admiral":
            return self.ability(player, "admiral") * rules["admiral_pay"] * (size >= rules["admiral_threshold"])
        if reason == "vice_admiral":
            there = rules["vice_admiral_from"] <= size <= rules["vice_admiral_to"]
            return self.ability(player, "vice_admiral") * rules["vice_admiral_pay"] * there
        if reason == "gunner":
            ships = sum(self.face(card)["kind"] == "ship" for card in self.harbour)
            return self.ability(player, "gunner") * rules["gunner_pay"] * max(0, ships - rules["gunner_free_ships"])
        if reason in ("jester", "bust"):
            assert not self.harbour and (reason == "bust" or player != self.active)
            return self.ability(player, "jester") * rules["jester_pay"]
        return None

    def turn(self, e):
        assert not self.harbour and not self.hand
        self.active, self.turn_draws = e["player"], 0
        self.counts["turns"] += 1

    def draw(self, e):
        assert e["player"] == self.active and self.draw_pile.pop(0) == e["card"]
        self.hand.append(e["card"])
        self.turn_draws += 1
        assert self.turn_draws <= self.rules["draw_cap"]
        self.counts["revealed"] += 1
        self.by_colours[self.active]["draws", len(self.colours())] += 1
        self.before_draw = len(self.colours())

    def keep(self, e):
        self.hand.remove(e["card"])
        self.harbour.append(e["card"])

    def repel(self, e):
        ship = self.face(e["card"])
        assert not ship["skull"] and ship["swords"] <= self.ability(self.active, "swords")
        self.hand.remove(e["card"])
        self.discard.append(e["card"])
        self.counts["repels"] += 1

    def reveal(self, e):
        assert self.face(e["card"])["kind"] == e["kind"]
        self.hand.remove(e["card"])
        (self.harbour if e["kind"] == "person" else self.centre).append(e["card"])

    def tax(self, e):
        for player, cards in enumerate(e["discarded"]):
            had = len(self.coins[player])
            assert len(cards) == (had // 2 if had >= self.rules["tax_threshold"] else 0)
            for card in cards:
                assert self.coins[player].pop() == card
                self.discard.append(card)
        self.counts["taxes"] += 1
        self.tax_payments = len(e["paid"]) if self.face(e["card"])["coins"] else 0
        self.settle_tax()

    def settle_tax(self):
        """The tax card is discarded after its last payment."""
        if self.tax_payments == 0 and self.hand and self.face(self.hand[0])["kind"] == "tax":
            self.discard.append(self.hand.pop())

    def bust(self, e):
        kinds = [self.face(card)["colour"] for card in self.harbour if self.face(card)["kind"] == "ship"]
        assert len(kinds) == len(set(kinds)) + 1 and e["cards"] == self.harbour
        self.discard += self.harbour
        self.harbour = []
        self.counts["busts"] += 1
        self.by_colours[self.active]["busts", self.before_draw] += 1

    def stop(self, e):
        assert e["harbour"] == self.harbour
        self.colours_at_stop = len(self.colours())
        self.counts["stops"] += 1
        self.counts["forced_stops"] += e["forced"]
        self.counts["harbour_at_stop"] += len(self.harbour)

    def opportunity(self, e):
        assert e["harbour_size"] == len(self.harbour)
        self.taken = 0
        self.governors, self.clerk_takes = self.ability(e["player"], "governor"), 0

    def base_limit(self, player):
        if player != self.active:
            return self.rules["others_take_limit"]
        table = self.rules["take_limits"]
        beyond = max(0, self.colours_at_stop - len(table) + 1)
        return table[min(self.colours_at_stop, len(table) - 1)] + beyond

    def limit_now(self, player):
        at_once = self.rules["governors_count"] == "at_once"
        governors = self.ability(player, "governor") if at_once else self.governors
        return self.base_limit(player) + governors + self.clerk_takes

    def take(self, player, card):
        assert self.taken < self.limit_now(player)
        self.taken += 1
        self.harbour.remove(card)

    def trade(self, e):
        self.take(e["player"], e["card"])
        self.discard.append(e["card"])
        colour = self.face(e["card"])["colour"]
        self.clerk_takes += sum(self.face(card)["clerk_colour"] == colour for card in self.persons[e["player"]])
        self.counts["trades"] += 1

    def hire(self, e):
        player, face = e["player"], self.face(e["card"])
        self.take(player, e["card"])
        assert len(e["paid"]) == max(0, face["cost"] - self.ability(player, "discount"))
        for card in e["paid"]:
            assert self.coins[player].pop() == card
            self.discard.append(card)
        self.persons[player].append(e["card"])
        self.counts["hires"] += 1
        self.hires[face["id"]] += 1
        self.hired_by[player].add(face["id"])

    def fee(self, e):
        assert e["player"] != self.active == e["to"] and len(e["cards"]) == self.rules["fee"]
        for card in e["cards"]:
            assert self.coins[e["player"]].pop() == card
        self.coins[e["to"]] += e["cards"]

    def claim(self, e):
        player, face = e["player"], self.face(e["card"])
        assert len(e["spent"]) == face["anchor"] + face["cross"] + face["house"]
        for card in e["spent"]:
            self.persons[player].remove(card)
            self.discard.append(card)
        self.centre.remove(e["card"])
        self.expeditions[player].append(e["card"])
        self.counts["claims"] += 1

    def passes(self, e):
        assert self.harbour and self.taken < self.limit_now(e["player"])

    def clean_up(self, e):
        assert e["cards"] == self.harbour
        self.discard += self.harbour
        self.harbour = []

    def shuffle(self, e):
        assert sorted(e["draw_pile"]) == sorted(self.discard)
        self.pending = list(self.draw_pile)  # dealt before the shuffle, told after it
        self.draw_pile, self.discard = list(e["draw_pile"]), []
        self.counts["reshuffles"] += 1

    def end_signalled(self, e):
        assert e["vp"] == self.vp(e["player"]) >= self.rules["goal"] and self.can_win(e["player"])
        self.signalled = True

    signalled = False

    def can_win(self, player):
        return not self.rules["expedition_required"] or bool(self.expeditions[player])

    def end(self, e):
        assert e["finished"] is self.signalled
        assert e["vp"] == [self.vp(p) for p in range(self.players)]
        assert e["coins"] == [len(self.coins[p]) for p in range(self.players)]
        scores = [(self.can_win(p), e["vp"][p], e["coins"][p]) for p in range(self.players)]
        expected = [p for p in range(self.players) if scores[p] == max(scores)]
        assert e["winners"] == (expected if self.signalled else [])
        self.counts["rounds"] += e["round"]
        self.share = [Fraction(p in e["winners"], max(1, len(e["winners"]))) for p in range(self.players)]
        self.ended = e


def follow(events):
    """Check a whole trace. Returns the ledger after the end."""
    ledger = Ledger(events[0])
    for i, event in enumerate(events[1:], start=1):
        # Coins dealt before a shuffle are told after it: until then they are neither in the pile nor with their owner.
        if event["event"] == "coins":
            ledger.coins_event(event)
            ledger.pending = ()
            if event["reason"] == "tax":
                ledger.tax_payments -= 1
                ledger.settle_tax()
            ledger.conserve()
        elif event["event"] == "shuffle":
            ledger.shuffle(event)
            if not ledger.pending:
                ledger.conserve()
        else:
            assert not ledger.pending, (i, event)
            ledger.follow(event)
    return ledger
