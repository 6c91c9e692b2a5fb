"""The rule switches, each beside the base game's behaviour. Every turn is played in the reference and in the kernel."""

import pytest
import support
from position import Position

pytestmark = pytest.mark.rules

YELLOW, BLUE, GREEN, RED, BLACK = (
    "ship-yellow-2c-1s", "ship-blue-1c-1s", "ship-green-1c-1s", "ship-red-1c-1s", "ship-black-1c-2s",
)  # fmt: skip
SAILOR, GOVERNOR, CAPTAIN, PRIEST, JESTER = "sailor-3-1", "governor-8-0", "captain-4-1", "priest-4-1", "jester-7-2"
TWELVE = ["mademoiselle-9-3", "mademoiselle-9-3", "jester-9-3", "admiral-9-3"]


def test_expedition_required_to_signal_the_end():
    hire = {
        "harbour": [SAILOR],
        "coins": {0: 3},
        "persons": {0: TWELVE[1:] + ["jester-7-2"]},
        "scripts": {0: ["take 0"]},
    }
    assert Position(**hire).play("trade").of("end_signalled")
    assert not Position(**hire, expedition_required=True).play("trade").of("end_signalled")
    hire |= {"persons": {0: [*TWELVE[:2], SAILOR]}, "expeditions": {0: ["exp-hh"]}}  # 11 VP, 4 of them an expedition's
    with_one = Position(**hire, expedition_required=True).play("trade")
    assert [e["player"] for e in with_one.of("end_signalled")] == [0]


def test_expedition_required_the_claim_itself_may_signal_the_end():
    position = {"centre": ["exp-hh"], "persons": {0: [*TWELVE, "settler-4-1", "settler-4-1"]}, "harbour": [BLUE]}
    outcome = Position(**position, scripts={0: ["claim 0"]}, expedition_required=True).play("trade")
    assert [e["event"] for e in outcome.of("claim", "end_signalled")] == ["claim", "end_signalled"]
    assert outcome.of("end_signalled")[0]["vp"] == 16


def test_expedition_required_only_players_with_one_win():
    position = {"expeditions": {1: ["exp-hh"]}, "persons": {0: TWELVE, 1: ["admiral-9-3", "sailor-7-3", "pirate-9-3"]}}
    base = Position(**position).play("trade").of("end")[0]
    assert base["finished"] and base["winners"] == [0]  # seats: the active player sits on the last one
    # Player 1 has 13 VP and an expedition, player 0 has 12 and none; then player 0 has more and still can't win.
    position["persons"][0] = [*TWELVE, "jester-7-2"]
    for required, winner in ((False, 2), (True, 0)):
        end = Position(**position, expedition_required=required).play("trade").of("end")[0]
        assert end["finished"] and end["winners"] == [winner]


def test_expedition_required_without_any_the_round_cap_decides():
    end = Position(persons={0: TWELVE}, expedition_required=True).play("trade").of("end")[0]
    assert not end["finished"] and end["winners"] == []


def test_claims_after_an_own_bust():
    bust = {"draw": [BLUE], "harbour": [BLUE], "persons": {0: [PRIEST, PRIEST, JESTER], 1: ["captain-4-1"] * 2}}
    bust |= {"centre": ["exp-cc", "exp-aa"]}
    # The window before the draw is declined; the one after the bust is used.
    outcome = Position(**bust, scripts={0: ["decline", "claim 0"]}, claims_after_bust=True).play()
    assert [e["event"] for e in outcome.of("bust", "claim", "coins")] == ["bust", "coins", "claim", "coins"]
    assert outcome.expeditions[:2] == [["exp-cc"], []] and outcome.coins[0] == 3
    declined = Position(**bust, scripts={0: ["decline", "decline"]}, claims_after_bust=True).play()
    assert not declined.of("claim")
    assert not Position(**bust, scripts={0: ["decline", "claim 0"]}).play().of("claim")


def test_governors_that_count_from_the_next_opportunity():
    position = {"harbour": [BLUE, GREEN, GOVERNOR, SAILOR], "coins": {0: 11}, "scripts": {0: ["take 2", "take 2"]}}
    assert Position(**position).play("trade").takes(0) == 2
    assert Position(**position, governors_count="next_opportunity").play("trade").takes(0) == 1
    owner = {"harbour": [BLUE, GREEN, GOVERNOR], "persons": {0: [GOVERNOR]}, "scripts": {0: ["take 0"] * 3}}
    assert Position(**owner, governors_count="next_opportunity").play("trade").takes(0) == 2


@pytest.mark.parametrize(
    ("harbour", "script", "choice", "forced_duplicate", "forced"),
    [
        ([GREEN], ["keep", "stop"], 2, 2, 1),  # a colour that is not there: kept, kept, repelled
        ([BLUE], ["keep"], None, 1, 1),  # a duplicate: a bust, repelled, repelled
    ],
)
def test_forced_repel(harbour, script, choice, forced_duplicate, forced):
    for switch, size in (("choice", choice), ("forced_duplicate", forced_duplicate), ("forced", forced)):
        asked = script if size == 2 or size is None else ["stop"]
        position = Position(draw=[BLUE], harbour=harbour, persons={0: [SAILOR]}, scripts={0: asked}, repel=switch)
        outcome = position.play()
        if size is None:
            assert outcome.of("bust")
        else:
            assert len(outcome.of("stop")[0]["harbour"]) == size, switch
            assert len(outcome.of("repel")) == (size == 1)


def test_a_ship_that_is_too_strong_is_not_repelled_even_if_forced():
    outcome = Position(draw=[BLACK], persons={0: [SAILOR]}, scripts={0: ["stop"]}, repel="forced").play()
    assert outcome.of("keep") and not outcome.of("repel")


def test_start_coins_by_seat():
    card_set = support.GAME.card_set("base")
    rules = card_set.rules.model_validate({**card_set.rules.model_dump(), "start_coins": [1, 2, 4]})
    changed = type(card_set)("x", "", "", card_set.colours, card_set.faces, rules)
    entries = support.line_up(["yardstick"], 5)
    start = support.GAME.trace(changed, entries, 1, 0, 0)
    assert [len(e["cards"]) for e in start if e["event"] == "coins" and e["reason"] == "setup"] == [1, 2, 4, 4, 4]
    assert rules.model_validate({**rules.model_dump(), "start_coins": 3}).start_coins == (3,)
    assert rules.model_validate({**rules.model_dump(), "start_coins": [3, 3, 3]}).start_coins == (3,)


# ---------------------------------------------------------------- persons of the expansion of 2015

CONTRACT = support.GAME.card_set("one-more-contract-persons")
GUNNER, GUNNERS, VICE, CLERK = "gunner-4-1", ["gunner-6-2", "gunner-8-3"], "vice-admiral-5-1", "clerk-blue-6-2"


def contract(**position):
    return Position(card_set=CONTRACT, **position)


@pytest.mark.parametrize(("ships", "coins"), [(0, 0), (1, 0), (2, 1), (3, 2), (5, 4)])
def test_gunners_are_paid_for_the_ships_but_one(ships, coins):
    harbour = [BLUE, GREEN, RED, BLACK, YELLOW][:ships] + [SAILOR, SAILOR]
    outcome = contract(harbour=harbour, persons={0: [GUNNER], 1: GUNNERS}).play("trade")
    assert [sum(outcome.received(player, "gunner")) for player in (0, 1, 2)] == [coins, 2 * coins, 0]


def test_gunners_see_the_ships_that_are_left():
    outcome = contract(harbour=[BLUE, GREEN, RED], persons={1: [GUNNER]}, scripts={0: ["take 0"]}).play("trade")
    assert outcome.received(1, "gunner") == [1]


@pytest.mark.parametrize(("cards", "coins"), [(2, 0), (3, 1), (4, 1), (5, 0)])
def test_vice_admirals_are_paid_for_three_or_four_cards(cards, coins):
    harbour = [BLUE, GREEN, SAILOR, CAPTAIN, PRIEST][:cards]
    persons = {0: [VICE], 1: [VICE, "vice-admiral-7-2"]}
    outcome = contract(harbour=harbour, persons=persons).play("trade")
    assert [sum(outcome.received(player, "vice_admiral")) for player in (0, 1)] == [coins, 2 * coins]


def test_one_hired_in_an_opportunity_is_not_paid_in_it():
    outcome = contract(harbour=[BLUE, GREEN, VICE], coins={0: 5}, scripts={0: ["take 2"]}).play("trade")
    assert outcome.persons[0] == [VICE] and not outcome.received(0, "vice_admiral")


def test_the_order_of_what_pays_as_an_opportunity_begins():
    persons = {0: [GUNNER, VICE, "admiral-5-1"]}
    outcome = contract(harbour=[BLUE, GREEN, SAILOR], persons=persons, admiral_threshold=3).play("trade")
    assert [e["reason"] for e in outcome.of("coins")] == ["admiral", "vice_admiral", "gunner"]


def test_a_clerk_raises_the_limit_when_a_ship_of_its_colour_is_traded():
    harbour = [BLUE, GREEN, RED]
    with_clerk = contract(harbour=harbour, persons={0: [CLERK]}, scripts={0: ["take 0"] * 3}).play("trade")
    assert with_clerk.takes(0) == 2
    other_colour = contract(harbour=harbour, persons={0: [CLERK]}, scripts={0: ["take 1"] * 3}).play("trade")
    assert other_colour.takes(0) == 1
    assert contract(harbour=harbour, scripts={0: ["take 0"] * 3}).play("trade").takes(0) == 1


def test_others_pay_the_fee_for_the_clerks_ship_too():
    scripts = {0: ["pass"], 1: ["take 0", "take 0", "take 0"]}
    outcome = contract(harbour=[BLUE, GREEN, RED], persons={1: [CLERK]}, coins={1: 1}, scripts=scripts).play("trade")
    assert outcome.takes(1) == 2 and len(outcome.of("fee")) == 2 and outcome.coins[:2] == [2, 1]


def test_a_clerk_hired_now_counts_from_the_next_card_on():
    position = {"harbour": [CLERK, BLUE, SAILOR], "coins": {0: 9}, "persons": {0: [GOVERNOR]}}
    outcome = contract(**position, scripts={0: ["take 0", "take 0", "take 0"]}).play("trade")
    assert [e["event"] for e in outcome.of("hire", "trade")] == ["hire", "trade", "hire"]


def test_clerks_and_governors_that_count_later_go_together():
    position = {"harbour": [BLUE, GOVERNOR, SAILOR, GREEN], "coins": {0: 11}, "persons": {0: [CLERK]}}
    script = {0: ["take 0", "take 0", "take 0", "take 0"]}
    assert contract(**position, scripts=script).play("trade").takes(0) == 3
    assert contract(**position, scripts=script, governors_count="next_opportunity").play("trade").takes(0) == 2


def test_the_persons_are_those_of_the_expansion():
    found = {
        (f.name, f.cost, f.vp, f.clerk_colour): f.count
        for f in CONTRACT.faces
        if f.gunner or f.vice_admiral or f.clerk_colour
    }
    assert found == {
        ("Gunner", 4, 1, ""): 1, ("Gunner", 6, 2, ""): 2, ("Gunner", 8, 3, ""): 1,
        ("Vice Admiral", 5, 1, ""): 2, ("Vice Admiral", 7, 2, ""): 2, ("Vice Admiral", 9, 3, ""): 1,
        ("Clerk", 9, 3, "green"): 1, ("Clerk", 6, 2, "blue"): 1, ("Clerk", 6, 2, "red"): 1,
        ("Clerk", 4, 1, "black"): 1, ("Clerk", 4, 1, "yellow"): 1,
    }  # fmt: skip
    base = {f.id: f.count for f in support.GAME.card_set("base").faces}
    ships = {(f.colour, f.coins, f.swords): f.count - base.get(f.id, 0) for f in CONTRACT.faces if f.kind == "ship"}
    added = {key: count for key, count in ships.items() if count}
    assert added == {("green", 1, 1): 1, ("blue", 1, 1): 1, ("red", 1, 1): 1, ("black", 1, 2): 1, ("yellow", 1, 2): 1}
