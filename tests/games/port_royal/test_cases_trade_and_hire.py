"""Rule cases C15 to C39 and C50 to C52: trade and hire, admirals and jesters, expeditions, the end."""

import pytest
import support
from position import Position, with_rules

pytestmark = pytest.mark.rules

YELLOW, BLUE, GREEN, RED, BLACK = (
    "ship-yellow-2c-1s", "ship-blue-1c-1s", "ship-green-1c-1s", "ship-red-1c-1s", "ship-black-1c-2s",
)  # fmt: skip
SHIPS = [YELLOW, BLUE, GREEN, RED, BLACK]
PERSONS = ["settler-4-1"] * 4 + ["captain-4-1"] * 3
SAILOR, GOVERNOR, CAPTAIN, PRIEST, SETTLER, JACK = (
    "sailor-3-1", "governor-8-0", "captain-4-1", "priest-4-1", "settler-4-1", "jack-6-1",
)  # fmt: skip
ADMIRALS = ["admiral-5-1", "admiral-7-2"]
GREEDY = ["take 0"] * 8


@pytest.mark.parametrize(
    ("ships", "persons", "limit"),
    [(0, 1, 1), (1, 1, 1), (2, 1, 1), (3, 1, 1), (4, 1, 2), (5, 1, 3), (3, 7, 1), (0, 6, 1)],
)
def test_c15_limits(ships, persons, limit):
    harbour = SHIPS[:ships] + PERSONS[:persons]
    outcome = Position(harbour=harbour, coins={0: 40}, scripts={0: GREEDY}).play("trade")
    assert outcome.takes(0) == limit


def test_c16_the_limit_is_fixed_at_the_start_and_ship_money_pays_for_the_hire():
    harbour = [YELLOW, BLUE, GREEN, RED, SAILOR]
    outcome = Position(harbour=harbour, coins={0: 2}, scripts={0: ["take 0", "take 3", "take 0"]}).play("trade")
    assert outcome.coins[0] == 1 and outcome.persons[0] == [SAILOR]
    assert outcome.takes(0) == 2


@pytest.mark.parametrize(("colours", "takes"), [(3, 3), (5, 5)])
def test_c17_governors_in_the_own_turn(colours, takes):
    harbour = SHIPS[:colours] + PERSONS[:4]
    outcome = Position(harbour=harbour, coins={0: 30}, persons={0: [GOVERNOR, GOVERNOR]}, scripts={0: GREEDY}).play(
        "trade"
    )
    assert outcome.takes(0) == takes and not outcome.of("fee")


def test_c18_a_governor_hired_now_counts_now():
    harbour = [BLUE, GREEN, GOVERNOR, SAILOR]
    outcome = Position(harbour=harbour, coins={0: 11}, scripts={0: ["take 2", "take 2", "take 0"]}).play("trade")
    assert outcome.persons[0] == [GOVERNOR, SAILOR] and outcome.coins[0] == 0 and outcome.takes(0) == 2
    outcome = Position(harbour=harbour, coins={1: 13}, scripts={1: ["take 2", "take 2", "take 0"]}).play("trade")
    assert outcome.persons[1] == [GOVERNOR, SAILOR]
    assert outcome.coins[:2] == [2, 0]


def test_c19_others_get_one_card_whatever_the_colours_and_governors_add_paid_cards():
    harbour = SHIPS + PERSONS[:2]
    outcome = Position(
        harbour=harbour, persons={2: [GOVERNOR, GOVERNOR]}, scripts={0: ["pass"], 1: GREEDY, 2: GREEDY}
    ).play("trade")
    assert [outcome.takes(p) for p in range(3)] == [0, 1, 3]
    assert [len(e["cards"]) for e in outcome.of("fee")] == [1, 1, 1, 1]
    assert outcome.coins[0] == 4


@pytest.mark.parametrize(("ship", "left"), [("ship-yellow-3c-2s", 2), (BLUE, 0)])
def test_c20_the_fee_may_come_out_of_the_ships_income(ship, left):
    outcome = Position(harbour=[ship], scripts={1: ["take 0"]}).play("trade")
    assert outcome.coins[:2] == [1, left]


def test_c21_a_person_on_anothers_turn_costs_the_fee_too():
    harbour = ["admiral-5-1"]
    outcome = Position(harbour=harbour, coins={1: 5}, scripts={1: ["take 0"]}).play("trade")
    assert outcome.takes(1) == 0 and not outcome.of("pass")  # not asked: it could only pass
    outcome = Position(harbour=harbour, coins={1: 6}, scripts={1: ["take 0"]}).play("trade")
    assert outcome.takes(1) == 1 and outcome.coins[:2] == [1, 0] and len(outcome.discard_pile) == 5
    outcome = Position(harbour=harbour, coins={0: 5}, scripts={0: ["take 0"]}).play("trade")
    assert outcome.takes(0) == 1


def test_c22_mademoiselle_discount_stops_at_zero_and_spares_no_fee():
    four = ["mademoiselle-7-2"] * 2 + ["mademoiselle-9-3"] * 2
    outcome = Position(harbour=[SAILOR], persons={0: four}, scripts={0: ["take 0"]}, goal=50).play("trade")
    assert outcome.takes(0) == 1 and outcome.coins[0] == 0
    outcome = Position(harbour=[SAILOR], persons={1: four}, coins={1: 1}, scripts={1: ["take 0"]}, goal=50).play(
        "trade"
    )
    assert outcome.takes(1) == 1 and outcome.coins[:2] == [1, 0]
    outcome = Position(harbour=[SAILOR], persons={1: four}, scripts={1: ["take 0"]}, goal=50).play("trade")
    assert outcome.takes(1) == 0
    outcome = Position(harbour=[GOVERNOR], persons={0: four[:2]}, coins={0: 6}, scripts={0: ["take 0"]}).play("trade")
    assert outcome.takes(0) == 1 and outcome.coins[0] == 0


def test_c23_new_abilities_work_at_once():
    ships = ["ship-blue-2c-1s", GREEN, RED, BLACK]
    outcome = Position(
        harbour=["mademoiselle-7-2", "trader-red-3-1", *ships], coins={0: 9}, scripts={0: ["take 0", "take 0"]}
    ).play("trade")
    assert outcome.persons[0] == ["mademoiselle-7-2", "trader-red-3-1"] and outcome.coins[0] == 0
    outcome = Position(harbour=["trader-blue-3-1", *ships], coins={0: 3}, scripts={0: ["take 0", "take 0"]}).play(
        "trade"
    )
    assert outcome.coins[0] == 3


def test_c24_traders_stack_for_their_colour():
    traders = ["trader-blue-3-1", "trader-blue-5-2"]
    outcome = Position(harbour=["ship-blue-3c-2s"], persons={0: traders}, scripts={0: ["take 0"]}).play("trade")
    assert outcome.coins[0] == 5
    outcome = Position(harbour=["ship-green-3c-3s"], persons={0: traders}, scripts={0: ["take 0"]}).play("trade")
    assert outcome.coins[0] == 3
    outcome = Position(harbour=[GREEN], persons={1: ["trader-green-3-1"]}, scripts={1: ["take 0"]}).play("trade")
    assert outcome.coins[:2] == [1, 1]


def test_c25_nothing_affordable_and_passing():
    outcome = Position(harbour=[GOVERNOR], coins={1: 8, 2: 9}, scripts={p: ["take 0"] for p in range(3)}).play("trade")
    assert [outcome.takes(p) for p in range(3)] == [0, 0, 1]
    assert len(outcome.of("opportunity")) == 3 and not outcome.of("pass")
    outcome = Position(harbour=SHIPS, scripts={0: ["take 0", "pass"]}).play("trade")
    assert outcome.takes(0) == 1 and [e["player"] for e in outcome.of("pass")] == [0, 1, 2]


def test_c26_clean_up_does_not_depend_on_unused_takes():
    outcome = Position(
        harbour=[BLUE, GREEN, RED, BLACK], centre=["exp-aa"], persons={2: [GOVERNOR]}, scripts={2: ["take 0", "pass"]}
    ).play("trade")
    assert len(outcome.of("clean_up")[0]["cards"]) == 3
    assert outcome.harbour == [] and outcome.centre == ["exp-aa"]


def test_c27_admirals_pay_the_active_player_at_once():
    harbour = [*SHIPS[:3], *PERSONS[:2]]
    outcome = Position(harbour=harbour, persons={0: ADMIRALS}).play("trade")
    assert outcome.received(0, "admiral") == [4] and outcome.takes(0) == 0
    assert [e["event"] for e in outcome.events][:2] == ["opportunity", "coins"]
    assert Position(harbour=harbour[:4], persons={0: ADMIRALS}).play("trade").received(0, "admiral") == []


def test_c28_admirals_count_at_each_ones_opportunity():
    one_each = {0: ["admiral-5-1"], 1: ["admiral-7-2"], 2: ["admiral-7-2"]}
    outcome = Position(
        harbour=[*SHIPS[:3], *PERSONS[:3]], persons=one_each, scripts={p: ["take 0"] for p in range(3)}
    ).play("trade")
    assert [outcome.received(p, "admiral") for p in range(3)] == [[2], [2], []]


def test_c29_admiral_money_counts_for_what_can_be_paid_now():
    harbour = ["admiral-5-1", *SHIPS[:4]]
    outcome = Position(
        harbour=harbour, persons={1: ["admiral-7-2"]}, coins={1: 4}, scripts={0: ["pass"], 1: ["take 0"]}
    ).play("trade")
    assert outcome.persons[1] == ["admiral-7-2", "admiral-5-1"] and outcome.coins[1] == 0


def test_c30_admirals_are_not_retroactive_and_only_the_harbour_counts():
    harbour = ["admiral-5-1", *SHIPS[:4], SETTLER]
    outcome = Position(harbour=harbour, coins={0: 5}, scripts={0: ["take 0", "pass"]}).play("trade")
    assert outcome.persons[0] == ["admiral-5-1"] and outcome.received(0, "admiral") == []
    outcome = Position(
        draw=["tax-vp"], harbour=[*SHIPS[:2], *PERSONS[:2]], centre=["exp-aa", "exp-cc", "exp-hh"],
        persons={0: ADMIRALS}, scripts={0: ["stop"]},
    ).play()  # fmt: skip
    assert outcome.received(0, "admiral") == []


@pytest.mark.parametrize("harbour", [[BLUE, SAILOR], []])
def test_c31_jesters_pay_when_the_harbour_is_empty(harbour):
    persons = {0: ["jester-9-3"], 1: ["jester-5-1"], 2: ["jester-7-2", "jester-7-2"], 3: ["jester-7-2"]}
    outcome = Position(
        players=4, harbour=harbour, persons=persons, coins={1: 4}, scripts={0: ["take 0"], 1: ["take 0"]}
    ).play("trade")
    received = [outcome.received(p, "jester") for p in range(4)]
    assert received == ([[], [], [2], [1]] if harbour else [[], [1], [2], [1]])


def test_c32_no_jester_for_the_own_last_take():
    outcome = Position(harbour=[BLUE], persons={1: ["jester-5-1", GOVERNOR]}, scripts={1: ["take 0"]}).play("trade")
    assert outcome.takes(1) == 1 and outcome.received(1, "jester") == []


def test_c33_priest_and_jack():
    outcome = Position(
        persons={0: [PRIEST, JACK]}, coins={0: 1}, centre=["exp-cc"], harbour=[BLUE], scripts={0: ["claim 0", "take 0"]}
    ).play("trade")
    assert outcome.discard_pile[:2] == [PRIEST, JACK]
    assert outcome.expeditions[0] == ["exp-cc"] and outcome.persons[0] == [] and outcome.vp[0] == 4
    assert outcome.received(0, "claim") == [2] and outcome.takes(0) == 1 and outcome.coins[0] == 4


@pytest.mark.parametrize(
    ("persons", "expedition", "possible"),
    [
        ([JACK, CAPTAIN], "exp-aa", True),
        ([JACK], "exp-aa", False),
        ([JACK, JACK], "exp-aa", True),
        ([JACK], "exp-ach-5p", False),
        ([JACK, CAPTAIN, PRIEST], "exp-ach-5p", True),
    ],
)
def test_c34_one_card_one_symbol(persons, expedition, possible):
    outcome = Position(players=5, persons={0: persons}, centre=[expedition], scripts={0: ["claim 0"]}).play("trade")
    assert (outcome.expeditions[0] == [expedition]) is possible


def test_c35_exactly_the_needed_cards_go_and_jacks_last():
    outcome = Position(persons={0: [CAPTAIN] * 3}, centre=["exp-aa"], scripts={0: ["claim 0"]}).play("trade")
    assert outcome.persons[0] == [CAPTAIN] and len(outcome.of("claim")[0]["spent"]) == 2
    outcome = Position(persons={0: [JACK, CAPTAIN, CAPTAIN]}, centre=["exp-aa"], scripts={0: ["claim 0"]}).play("trade")
    assert outcome.persons[0] == [JACK]


@pytest.mark.parametrize(
    ("claims", "left", "vp", "coins"),
    [
        (["claim 0", "claim 0"], [SETTLER], 9, 4),  # exp-aa, then exp-cc
        (["claim 2", "claim 1"], [], 10, 5),  # exp-aah, then exp-cc
    ],
)
def test_c36_several_at_once_without_double_use(claims, left, vp, coins):
    persons = {0: [CAPTAIN, CAPTAIN, PRIEST, PRIEST, SETTLER]}
    outcome = Position(persons=persons, centre=["exp-aa", "exp-cc", "exp-aah"], scripts={0: [*claims, "claim 0"]}).play(
        "trade"
    )
    assert len(outcome.expeditions[0]) == 2  # the third claim of the script is never asked for
    assert outcome.persons[0] == left and outcome.vp[0] == vp and outcome.coins[0] == coins


def test_c37_timing_inside_the_own_turn():
    outcome = Position(
        persons={0: [CAPTAIN]}, centre=["exp-aa"], harbour=[CAPTAIN], coins={0: 4}, scripts={0: ["take 0", "claim 0"]}
    ).play("trade")
    assert outcome.expeditions[0] == ["exp-aa"] and outcome.coins[0] == 2
    # Between draws, and the coins pay for a hire in the same turn.
    outcome = Position(
        persons={0: [PRIEST, PRIEST]}, draw=["exp-cc", BLUE, GREEN, SAILOR], coins={0: 1},
        scripts={0: ["claim 0", "draw", "stop", "take 0"]},
    ).play()  # fmt: skip
    assert outcome.persons[0] == [SAILOR] and outcome.coins[0] == 0


def test_c38_claiming_on_another_players_turn():
    persons = {1: [SETTLER, SETTLER], 2: [SETTLER, SETTLER]}
    outcome = Position(persons=persons, centre=["exp-hh"], scripts={1: ["claim 0"], 2: ["claim 0"]}).play("trade")
    assert outcome.expeditions == [[], ["exp-hh"], []]
    assert outcome.coins == [0, 2, 0] and not outcome.of("fee")
    outcome = Position(persons=persons, centre=["exp-hh"], scripts={1: ["claim 0"]}, claims="own_turn").play("trade")
    assert outcome.expeditions == [[], [], []]
    outcome = Position(persons={0: [SETTLER] * 2}, centre=["exp-hh"], scripts={0: ["claim 0"]}, claims="own_turn").play(
        "trade"
    )
    assert outcome.expeditions[0] == ["exp-hh"]


@pytest.mark.parametrize(
    ("expedition", "persons", "change"),
    [
        ("exp-aa", [CAPTAIN, CAPTAIN], 2), ("exp-cc", [PRIEST, JACK], 2), ("exp-hh", [JACK, JACK], 2),
        ("exp-aah", [CAPTAIN, CAPTAIN, SETTLER], 3), ("exp-cch", [PRIEST, JACK, SETTLER], 3),
        ("exp-ach-5p", [CAPTAIN, PRIEST, SETTLER], 2),
    ],
)  # fmt: skip
def test_c39_claims_never_lower_the_score(expedition, persons, change):
    outcome = Position(players=5, persons={0: persons}, centre=[expedition], scripts={0: ["claim 0"]}).play("trade")
    assert outcome.vp[0] == len(persons) + change


def test_c39_the_end_signal_stays_when_the_score_drops():
    # With a goal of 2 the captains signal the end; a custom expedition of 0 VP takes them below it.
    card_set = support.GAME.card_set("base")
    poor = [face.model_copy(update={"vp": 0}) if face.id == "exp-aa" else face for face in card_set.faces]
    changed = type(card_set)("poor", "", "", card_set.colours, tuple(poor), card_set.rules)
    outcome = Position(
        card_set=changed, goal=2, persons={0: [CAPTAIN]}, centre=["exp-aa"], harbour=[CAPTAIN], coins={0: 4},
        scripts={0: ["take 0", "claim 0"]},
    ).play("trade")  # fmt: skip
    assert outcome.of("end_signalled") and outcome.vp[0] == 0
    assert outcome.of("end")[0]["finished"] is True


# ---------------------------------------------------------------- the end


def full_game(players, script_seat, script, **rules):
    """The events of a game in which one seat follows a script and the others do nothing; compared with the kernel."""
    from position import SCRIPTED, answer

    values = ",".join(f"answer{i}={answer(word)}" for i, word in enumerate(script))
    specs = [f"{SCRIPTED}:{values}" if seat == script_seat else str(SCRIPTED) for seat in range(players)]
    card_set = with_rules(support.GAME.card_set("base"), **rules)
    entries = support.line_up(specs, seating="as-given")
    events = support.reference_game(card_set, entries, 1, 0, 0).play()
    assert support.first_difference(events, support.GAME.trace(card_set, entries, 1, 0, 0)[1:]) is None
    return events


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_c50_the_round_is_finished(seat):
    # The first hire of anybody reaches a goal of 1. Who it is does not matter: all have the same number of turns.
    specs = ["yardstick" if s == seat else "cautious:haul=1" for s in range(3)]
    card_set = with_rules(support.GAME.card_set("base"), goal=1)
    entries = support.line_up(specs, seating="as-given")
    for deal in range(20):
        game = support.reference_game(card_set, entries, 9, deal, 0)
        events = game.play()
        assert support.first_difference(events, support.GAME.trace(card_set, entries, 9, deal, 0)[1:]) is None
        turns = [e["player"] for e in events if e["event"] == "turn"]
        assert turns == [0, 1, 2] * (len(turns) // 3)
        signal = next(i for i, e in enumerate(events) if e["event"] == "end_signalled")
        rest = [e for e in events[signal:] if e["event"] == "turn"]
        begun = [e for e in events[:signal] if e["event"] == "turn"]
        assert len(rest) == 2 - begun[-1]["player"]  # to the seat at the right of the start player, no further


def test_c50_a_signal_in_the_last_seats_turn_ends_the_game_after_its_opportunities():
    outcome = Position(harbour=[SAILOR, BLUE], coins={0: 3}, scripts={0: ["take 0"], 2: ["take 0"]}, goal=1).play(
        "trade"
    )
    names = [e["event"] for e in outcome.events]
    assert names.index("end_signalled") < names.index("trade") and names[-1] == "end"


@pytest.mark.parametrize(
    ("standing", "winners"),
    [
        ([(12, 3), (14, 0), (13, 9)], [1]),
        ([(13, 5), (13, 3), (0, 9)], [0]),
        ([(13, 5), (13, 5), (12, 9)], [0, 1]),
    ],
)
def test_c51_who_wins(standing, winners):
    pool = {
        12: [["admiral-9-3", "admiral-9-3", "mademoiselle-9-3", "mademoiselle-9-3"]],
        13: [
            ["admiral-9-3", "admiral-9-3", "mademoiselle-9-3", "mademoiselle-9-3", CAPTAIN],
            ["jester-9-3", "pirate-9-3", "sailor-7-3", "admiral-7-2", "admiral-7-2"],
        ],
        14: [["jester-9-3", "pirate-9-3", "sailor-7-3", "admiral-7-2", "admiral-7-2", CAPTAIN]],
        0: [[]],
    }
    persons, taken = {}, {}
    for player, (vp, _) in enumerate(standing):
        if vp == 12 and any(v == 13 for v, _ in standing[:player]):
            persons[player] = ["jester-7-2"] * 3 + ["mademoiselle-7-2"] * 2 + ["trader-blue-5-2"]
            continue
        if vp == 13 and standing == [(12, 3), (14, 0), (13, 9)]:
            persons[player] = ["jester-7-2"] * 3 + ["mademoiselle-7-2"] * 2 + ["trader-blue-5-2", SAILOR]
            continue
        persons[player] = pool[vp][taken.get(vp, 0)]
        taken[vp] = taken.get(vp, 0) + 1
    outcome = Position(persons=persons, coins={p: c for p, (_, c) in enumerate(standing)}, harbour=[BLUE]).play("trade")
    assert list(zip(outcome.vp, outcome.coins, strict=True)) == standing
    last = outcome.events[-1]
    assert sorted((seat + 1) % 3 for seat in last["winners"]) == winners


def test_c52_a_bust_in_the_last_turn_still_pays():
    thirteen = [
        ["admiral-9-3", "admiral-9-3", "mademoiselle-9-3", "mademoiselle-9-3", "jester-5-1"],
        ["pirate-9-3", "sailor-7-3", "admiral-7-2", "admiral-7-2", "admiral-7-2", CAPTAIN],
    ]
    outcome = Position(
        players=2, draw=["ship-blue-2c-2s"], harbour=[BLUE], persons=dict(enumerate(thirteen)), coins={0: 4, 1: 4},
        scripts={0: ["keep"]},
    ).play()  # fmt: skip
    assert outcome.vp == [13, 13] and outcome.coins == [5, 4]
    assert [(seat + 1) % 2 for seat in outcome.events[-1]["winners"]] == [0]


def test_c54_round_cap():
    events = full_game(2, 0, [], round_cap=2)
    assert events[-1] == {**events[-1], "round": 2, "finished": False, "winners": []}
    assert [e["player"] for e in events if e["event"] == "turn"] == [0, 1, 0, 1]
    # Signalled in the last round: finished as usual.
    card_set = with_rules(support.GAME.card_set("base"), goal=1, round_cap=1)
    entries = support.line_up(["yardstick"], 2)
    ends = [support.GAME.trace(card_set, entries, 1, deal, 0)[-1] for deal in range(40)]
    assert {end["finished"] for end in ends} == {True, False}
    assert all(bool(end["winners"]) is end["finished"] for end in ends)
