"""Rule cases C01 to C14, C40 to C49, C53 to C55: set-up, discover, taxes, piles. Each runs in the reference and in the kernel."""

import pytest
import support
from position import Position, zones_of_game, zones_of_state

from analyzer.games.port_royal.reference import Game

pytestmark = pytest.mark.rules

BLUE1, BLUE2, BLUE5 = "ship-blue-1c-1s", "ship-blue-2c-2s", "ship-blue-3c-5s"
GREEN1, GREEN3 = "ship-green-1c-1s", "ship-green-2c-3s"
YELLOW1, YELLOW4 = "ship-yellow-1c-1s", "ship-yellow-3c-4s"
RED1, RED3, SKULL = "ship-red-1c-1s", "ship-red-2c-3s", "ship-red-3c-skull"
BLACK2 = "ship-black-1c-2s"
SAILOR, PIRATE, JESTER, ADMIRAL = "sailor-3-1", "pirate-5-1", "jester-7-2", "admiral-7-2"
JESTERS = ["jester-7-2", "jester-7-2"]
ALL_SWORDS = ["sailor-3-1"] * 7 + ["sailor-5-2"] * 2 + ["sailor-7-3", "pirate-5-1", "pirate-7-2", "pirate-9-3"]


def set_up(players):
    """The zones after set-up, in reference and kernel."""
    entries = support.line_up(["yardstick"], players)
    card_set = support.GAME.card_set("base")
    game = support.reference_game(card_set, entries, 1, 0, 0)
    events = support.GAME.trace(card_set, entries, 1, 0, 0)
    return game, events


@pytest.mark.parametrize(("players", "pile"), [(2, 113), (3, 110), (4, 107)])
def test_c01_two_to_four_players_shuffle_119_cards_and_deal_3_coins_each(players, pile):
    game, events = set_up(players)
    assert len(game.draw_pile) == pile
    assert [len(p.coins) for p in game.players] == [3] * players
    assert not game.centre and not game.discard_pile
    assert len(events[0]["draw_pile"]) == 119
    assert "exp-ach-5p" not in events[0]["faces"]
    assert events[1 : players + 1] == game.events
    assert [e["cards"] for e in game.events] == [events[0]["draw_pile"][3 * p : 3 * p + 3] for p in range(players)]


def test_c02_five_players_have_the_special_expedition_open_and_never_as_a_coin():
    game, events = set_up(5)
    assert len(game.draw_pile) == 104
    assert [game.face(card).id for card in game.centre] == ["exp-ach-5p"]
    assert [events[0]["faces"][card] for card in events[0]["centre"]] == ["exp-ach-5p"]
    special = game.centre[0]
    game.seats = support.reference_game(game.card_set, support.line_up(["random"], 5), 1, 0, 0).seats
    for event in game.play():
        dealt = event.get("cards", []) if event["event"] in ("coins", "fee") else event.get("draw_pile", [])
        assert special not in dealt


def test_c03_seat_0_starts():
    _, events = set_up(3)
    assert next(e for e in events if e["event"] == "turn") == {"event": "turn", "round": 1, "player": 0}


def test_c04_the_first_card_is_compulsory_then_the_choice_is_free():
    # The player would stop at once, but is asked only after a card: one of each kind that does not bust.
    for first in (BLUE1, SAILOR, "exp-aa", "tax-swords"):
        outcome = Position(draw=[first], scripts={0: ["stop"]}).play()
        assert [e["event"] for e in outcome.of("draw", "stop")] == ["draw", "stop"]
        outcome = Position(draw=[first, SAILOR], scripts={0: ["draw", "stop"]}).play()
        assert [e["event"] for e in outcome.of("draw", "stop")] == ["draw", "draw", "stop"]
    outcome = Position(
        draw=[BLUE1, GREEN1], persons={0: [SAILOR]}, scripts={0: ["repel", "draw", "keep", "stop"]}
    ).play()
    assert [e["event"] for e in outcome.of("repel", "draw", "stop")] == ["draw", "repel", "draw", "stop"]
    assert outcome.of("stop")[0]["forced"] is False


def test_c05_repelling_is_optional():
    swords = {0: [SAILOR, SAILOR]}
    kept = Position(draw=[BLUE2], persons=swords, scripts={0: ["keep", "stop"]}).play()
    assert len(kept.of("stop")[0]["harbour"]) == 1 and not kept.of("repel")
    repelled = Position(draw=[BLUE2], persons=swords, scripts={0: ["repel", "stop"]}).play()
    assert repelled.of("stop")[0]["harbour"] == [] and len(repelled.of("repel")) == 1
    assert repelled.discard_pile == [BLUE2]


def test_c06_a_ship_is_repelled_by_at_least_its_swords():
    three = {0: [SAILOR, PIRATE]}
    assert Position(draw=[GREEN3], persons=three, scripts={0: ["repel", "stop"]}).play().of("repel")
    # With 3 swords a ship of 4 can't be repelled: the script's first answer goes to the decision to stop.
    assert not Position(draw=[YELLOW4], persons=three, scripts={0: ["stop"]}).play().of("repel")
    one = {0: [SAILOR]}
    assert Position(draw=[BLUE2], harbour=[BLUE1], persons=one).play().of("bust")
    kept = Position(draw=[YELLOW1], harbour=[BLUE1], persons=one, scripts={0: ["keep", "stop"]}).play()
    assert len(kept.of("stop")[0]["harbour"]) == 2
    gone = Position(draw=[YELLOW1], harbour=[BLUE1], persons=one, scripts={0: ["repel", "stop"]}).play()
    assert len(gone.of("stop")[0]["harbour"]) == 1


def test_c07_swords_are_not_spent_and_duplicates_may_be_repelled():
    persons = {0: ["pirate-5-1", "pirate-7-2", SAILOR]}
    script = ["repel", "draw", "repel", "draw", "repel", "stop"]
    outcome = Position(
        draw=[BLUE5, GREEN3, BLUE1], harbour=[BLUE1, GREEN1], persons=persons, scripts={0: script}
    ).play()
    assert len(outcome.of("repel")) == 3
    assert outcome.discard_pile[:3] == [BLUE5, GREEN3, BLUE1]
    assert len(outcome.of("stop")[0]["harbour"]) == 2


def test_c08_a_skull_is_never_repelled():
    outcome = Position(draw=[SKULL], harbour=[RED1], persons={0: ALL_SWORDS}).play()
    assert outcome.of("bust") and not outcome.of("repel")
    outcome = Position(draw=[SKULL], persons={0: ALL_SWORDS}, scripts={0: ["stop"]}).play()
    assert outcome.of("keep") and not outcome.of("bust", "repel")


@pytest.mark.parametrize("later", ["exp-hh", "tax-vp", SAILOR])
def test_c09_only_the_ship_just_drawn_can_be_repelled(later):
    persons = {0: [SAILOR, PIRATE]}
    outcome = Position(draw=[BLUE2, later], persons=persons, scripts={0: ["keep", "draw", "stop"]}).play()
    assert not outcome.of("repel")
    script = ["keep", "draw", "repel", "stop"]
    outcome = Position(draw=[BLUE2, GREEN1], persons=persons, scripts={0: script}).play()
    assert len(outcome.of("repel")) == 1 and len(outcome.of("stop")[0]["harbour"]) == 1


def test_c10_declining_to_repel_a_duplicate_is_a_bust():
    persons = {0: [SAILOR, PIRATE, *JESTERS], 1: ["jester-5-1"]}
    outcome = Position(draw=[BLUE1], harbour=[BLUE1], persons=persons, scripts={0: ["keep"]}).play()
    assert outcome.discard_pile == [BLUE1, BLUE1]
    assert outcome.coins == [2, 1, 0]


def test_c11_repelled_colours_leave_no_trace():
    four = [BLUE1, GREEN1, YELLOW1, BLACK2]
    persons = {0: [SAILOR, PIRATE]}
    outcome = Position(
        draw=[RED3, RED1], harbour=four, persons=persons, scripts={0: ["repel", "draw", "keep", "stop", "take 0", "take 0", "take 0", "take 0"]}
    ).play()  # fmt: skip
    assert not outcome.of("bust") and outcome.takes(0) == 3
    outcome = Position(
        draw=[RED3], harbour=four, persons=persons, scripts={0: ["repel", "stop", "take 0", "take 0", "take 0"]}
    ).play()
    assert outcome.takes(0) == 2


def test_c12_stopping_with_an_empty_harbour():
    persons = {0: [SAILOR, JESTER], 1: [JESTER], 2: [JESTER, "jester-9-3"]}
    script = ["draw", "repel", "stop"]
    outcome = Position(draw=["exp-aa", BLUE1], persons=persons, scripts={0: script}).play()
    assert outcome.of("stop")[0]["harbour"] == []
    assert outcome.coins == [0, 1, 2]
    assert not outcome.of("fee", "trade", "hire")


def test_c13_bust_in_full():
    persons = {0: ["jester-5-1"], 1: JESTERS, 2: ["admiral-5-1", "admiral-7-2", "admiral-7-2", "admiral-9-3"]}
    outcome = Position(
        players=3, draw=[BLUE2], harbour=[BLUE1, "settler-4-1", "priest-4-1"], centre=["exp-cc"], persons=persons,
        coins={0: 1, 1: 1, 2: 1},
    ).play()  # fmt: skip
    names = [e["event"] for e in outcome.events]
    assert names == ["draw", "keep", "bust", "coins", "coins", "end"]
    assert outcome.discard_pile == [BLUE1, "settler-4-1", "priest-4-1", BLUE2]
    assert outcome.centre == ["exp-cc"]
    assert outcome.coins == [2, 3, 1]
    assert outcome.persons[0] == ["jester-5-1"]


def test_c14_after_a_bust_the_turn_is_over():
    persons = {0: ["priest-4-1", "priest-4-1"]}
    outcome = Position(
        draw=[BLUE2], harbour=[BLUE1], centre=["exp-cc"], persons=persons, scripts={0: ["decline"] * 5}
    ).play()
    assert outcome.of("bust") and not outcome.of("claim")
    draw = [SAILOR, SAILOR, BLUE2]  # the reward is two coins from the top
    outcome = Position(draw=draw, harbour=[BLUE1], centre=["exp-cc"], persons=persons, scripts={0: ["claim 0"]}).play()
    assert [e["event"] for e in outcome.of("claim", "bust")] == ["claim", "bust"]


@pytest.mark.parametrize(("before", "after"), [(11, 11), (12, 6), (13, 7), (14, 7), (15, 8), (24, 12)])
def test_c40_halving(before, after):
    for rich in (0, 1):
        outcome = Position(
            draw=["tax-swords"], coins={rich: before}, persons={2: [SAILOR]}, scripts={0: ["stop"]}, fee=0
        ).play()
        assert outcome.coins[rich] == after
        assert len(outcome.of("tax")[0]["discarded"][(rich + 2) % 3]) == before - after


def test_c41_first_all_taxes_then_the_bonus():
    outcome = Position(draw=["tax-swords"], coins={0: 11, 1: 12}, persons={0: [SAILOR]}).play()
    assert outcome.coins[:2] == [12, 6]
    outcome = Position(draw=["tax-swords"], coins={1: 12}, persons={0: [SAILOR], 1: [SAILOR]}).play()
    assert outcome.coins[:2] == [1, 7]


@pytest.mark.parametrize(
    ("swords", "paid"),
    [
        ({}, [0, 1, 2]),
        ({0: [SAILOR, PIRATE], 1: [SAILOR, SAILOR, SAILOR], 2: [SAILOR]}, [0, 1]),
        ({0: [PIRATE]}, [0]),
    ],
)
def test_c42_max_swords(swords, paid):
    outcome = Position(draw=["tax-swords"], persons=swords).play()
    assert [p for p in range(3) if outcome.coins[p]] == paid


@pytest.mark.parametrize(
    ("persons", "paid"),
    [
        ({2: ["admiral-9-3", "admiral-7-2"]}, [0, 1]),
        ({p: ["mademoiselle-7-2" if p < 2 else "jester-7-2", "admiral-7-2"] for p in range(3)}, [0, 1, 2]),
        ({1: ["admiral-9-3"], 2: ["admiral-9-3"]}, [0]),
    ],
)
def test_c43_min_vp(persons, paid):
    outcome = Position(draw=["tax-vp"], persons=persons).play()
    assert [p for p in range(3) if outcome.received(p, "tax")] == paid


def test_c44_the_tax_card_is_discarded_after_its_payments():
    # Nothing lies behind the tax: the bonus comes out of the shuffled discard pile, and the tax itself can't be among it.
    outcome = Position(
        draw=["tax-swords"], discard=[BLUE1, GREEN1, RED1, YELLOW1], rest="box", scripts={0: ["stop"]}
    ).play()
    assert [e["event"] for e in outcome.events][:5] == ["draw", "tax", "shuffle", "coins", "coins"]
    assert outcome.discard_pile == ["tax-swords"]
    assert outcome.coins == [1, 1, 1]
    assert [e["player"] for e in outcome.of("coins")] == [0, 1, 2]
    assert outcome.of("stop")[0]["forced"] is False and outcome.of("stop")[0]["harbour"] == []


def test_c45_the_draw_pile_ends_in_the_middle_of_a_payment():
    discard = [BLUE1, GREEN1, RED1, BLACK2]
    outcome = Position(
        draw=[YELLOW1], discard=discard, harbour=["ship-yellow-3c-2s"], rest="box", scripts={0: ["take 0"]}
    ).play("trade")
    assert [e["event"] for e in outcome.events][:4] == ["opportunity", "trade", "shuffle", "coins"]
    assert outcome.coins[0] == 3
    assert len(outcome.draw_pile) == 3 and outcome.discard_pile == []
    first = outcome.of("coins")[0]["cards"]
    assert outcome.of("shuffle")[0]["draw_pile"][:2] == first[1:]


def test_c46_discard_first_then_draw():
    outcome = Position(harbour=[BLUE1], rest="box", scripts={0: ["take 0"]}).play("trade")
    assert outcome.coins == [1, 0, 0]
    assert outcome.draw_pile == [] and outcome.discard_pile == []
    assert [e["event"] for e in outcome.events][:4] == ["opportunity", "trade", "shuffle", "coins"]
    # Expeditions: the persons first.
    outcome = Position(
        persons={0: ["priest-4-1", "priest-4-1"]}, centre=["exp-cc"], rest="box", scripts={0: ["claim 0"]}
    ).play("trade")
    assert outcome.coins[0] == 2 and outcome.discard_pile == []
    # Bust: the harbour first.
    outcome = Position(draw=[BLUE1], harbour=[BLUE1], persons={0: JESTERS}, rest="box").play()
    assert outcome.coins[0] == 2


def test_c47_both_piles_empty():
    outcome = Position(harbour=["ship-yellow-3c-2s"], rest="box", scripts={0: ["take 0"]}).play("trade")
    assert outcome.coins[0] == 1 and outcome.coins_not_dealt == 2
    assert outcome.of("coins")[0]["not_dealt"] == 2
    outcome = Position(rest="box").play()
    assert outcome.of("stop") == [{"event": "stop", "player": 0, "forced": True, "harbour": []}]
    assert outcome.forced_stops == 1 and len(outcome.of("opportunity")) == 3
    outcome = Position(harbour=["ship-yellow-3c-2s"], rest="box", scripts={1: ["take 0"]}).play("trade")
    assert outcome.coins == [1, 0, 0] and outcome.coins_not_dealt == 2


def test_c47_a_ship_that_will_not_pay_the_fee_can_not_be_taken():
    # Fee 2, but only the ship itself can become a coin.
    outcome = Position(harbour=["ship-yellow-3c-2s"], rest="box", scripts={1: ["take 0"]}, fee=2).play("trade")
    assert outcome.takes(1) == 0 and [e["player"] for e in outcome.of("pass")] == [0]


def test_c48_spent_coins_are_public_and_fees_pass_unseen_newest_first():
    position = Position(coins={1: 5}, harbour=["settler-4-1"], scripts={1: ["take 0"]})
    newest_first = list(reversed(position.coins[1]))
    outcome = position.play("trade")
    assert outcome.of("hire")[0]["paid"] == newest_first[:4]
    assert outcome.of("fee")[0]["cards"] == newest_first[4:]
    assert len(outcome.discard_pile) == 4


def test_c49_cards_are_conserved_after_every_turn():
    for players, total in ((2, 119), (3, 119), (4, 119), (5, 120)):
        entries = support.line_up(["random"], players)
        game = support.reference_game(support.GAME.card_set("base"), entries, 5, 3, 0)
        game.play()
        zones = zones_of_game(game)
        cards = [zones[name] for name in ("draw_pile", "discard_pile", "harbour", "centre")]
        cards += zones["coins"] + zones["persons"] + zones["expeditions"]
        assert sorted(card for zone in cards for card in zone) == list(range(total))


def test_c53_draw_cap():
    persons = {0: ["pirate-5-1", "pirate-7-2"]}
    script = ["repel", "draw", "repel", "draw", "repel", "draw"]
    outcome = Position(draw=[BLUE1, BLUE1, BLUE1], persons=persons, scripts={0: script}, draw_cap=3).play()
    assert outcome.of("stop")[0]["forced"] is True and outcome.forced_stops == 1
    assert len(outcome.of("opportunity")) == 3
    outcome = Position(draw=[BLUE1, GREEN1, BLUE5], scripts={0: ["draw", "draw"]}, draw_cap=3).play()
    assert outcome.of("bust") and outcome.forced_stops == 0


def test_c55_first_move():
    outcome = Position(coins={0: 3}, draw=[SAILOR], scripts={0: ["stop", "take 0"]}).play()
    assert outcome.coins == [0, 0, 0]
    assert outcome.persons[0] == [SAILOR] and outcome.vp[0] == 1
    assert not outcome.of("fee", "clean_up", "pass")
    assert len(outcome.of("opportunity")) == 3


def test_switch_reshuffle_when_empty():
    outcome = Position(
        draw=[SAILOR], discard=[BLUE1, GREEN1], rest="box", scripts={0: ["stop"]}, reshuffle="when_empty"
    ).play()
    assert [e["event"] for e in outcome.events][:2] == ["draw", "shuffle"]


def test_the_harness_compares_zones():
    # The comparison behind every case must be able to fail.
    game = Game(support.GAME.card_set("base"), 2, 1, 0, [{}, {}])
    worker = support.GAME.worker(support.GAME.card_set("base"), support.line_up(["yardstick"], 2), 1)
    assert zones_of_state(worker.state[0], 2) != zones_of_game(game)
