"""Card-set files: what loads, and what is refused with one clear line for each fault."""

import csv
import io
from collections import Counter
from importlib import resources

import pytest
import support
import tomli_w
from commandline import run

from analyzer.errors import CardSetError
from analyzer.games.port_royal import card_files
from analyzer.games.port_royal.cards import CardSet, Face

BASE = support.GAME.card_set("base")
CSV = (resources.files("analyzer.games.port_royal") / "card_sets" / "base.csv").read_text()
RULES = tomli_w.dumps(BASE.rules.model_dump())


def edited(change):
    """The base card list after a change of its rows (a list of lists, the header first)."""
    rows = list(csv.reader(io.StringIO(CSV)))
    change(rows)
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def setting(row, column, value):
    def change(rows):
        rows[row - 1][rows[0].index(column)] = value

    return change


def refused(tmp_path, name, text):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(CardSetError) as error:
        card_files.load(str(path))
    return str(error.value)


def test_the_base_set_is_complete():
    assert (len(BASE.faces), BASE.cards_in_play(4), BASE.cards_in_play(5)) == (62, 119, 120)
    kinds = {
        kind: sum(f.count for f in BASE.faces if f.kind == kind) for kind in ("ship", "person", "expedition", "tax")
    }
    assert kinds == {"ship": 50, "person": 60, "expedition": 6, "tax": 4}
    assert [BASE.rules.take_limit(n) for n in range(8)] == [1, 1, 1, 1, 2, 3, 4, 5]


def test_a_card_list_is_a_set_under_the_base_rules_with_the_same_hash(tmp_path):
    (tmp_path / "same.csv").write_text(CSV)
    same = card_files.load(str(tmp_path / "same.csv"))
    assert same.sha256 == BASE.sha256 and same.name == "same"


def test_a_file_states_its_difference_from_a_set_that_ships(tmp_path):
    (tmp_path / "long.toml").write_text('name = "long"\nextends = "base"\n[rules]\ngoal = 15\n')
    long = card_files.load(str(tmp_path / "long.toml"))
    assert long.rules.goal == 15 and long.rules.fee == 1 and long.faces == BASE.faces
    assert long.sha256 != BASE.sha256


def test_the_hash_covers_faces_counts_and_rules_but_no_name():
    def changed(**facts):
        return CardSet(**{**vars(BASE), **facts}).sha256

    assert changed(name="x", title="y", source="z") == BASE.sha256
    assert changed(rules=BASE.rules.model_copy(update={"fee": 2})) != BASE.sha256
    assert changed(faces=(BASE.faces[0].model_copy(update={"count": 2}), *BASE.faces[1:])) != BASE.sha256


LIST_FAULTS = [
    (lambda rows: [row.pop(4) for row in rows], "row 1: column coins is missing"),
    (lambda rows: [row.append("gold") for row in rows], "row 1: unknown column 'gold'"),
    (setting(5, "count", "-3"), "row 5 (ship-yellow-3c-2s), column count: -3: input should be greater than or equal to 0"),
    (setting(5, "count", "many"), "row 5 (ship-yellow-3c-2s), column count: 'many': input should be a valid integer"),
    (setting(5, "count", "99999999999"), "row 5 (ship-yellow-3c-2s), column count"),
    (setting(5, "colour", "purple"), "column colour: 'purple': a ship's colour is one of yellow, blue, green, red, black"),
    (setting(5, "kind", "boat"), "column kind: 'boat': input should be 'ship', 'person', 'expedition' or 'tax'"),
    (setting(3, "id", "ship-yellow-1c-1s"), "row 3 (ship-yellow-1c-1s), column id: 'ship-yellow-1c-1s' stands in row 2 already"),
    (setting(30, "trader_colour", "pink"), "row 30 (trader-yellow-3-1), column trader_colour: 'pink': choose from"),
    (setting(5, "discount", "1"), "row 5 (ship-yellow-3c-2s), column discount: 1: only a person has one"),
    (setting(62, "tax_bonus", ""), "column tax_bonus: '': a tax increase pays max_swords or min_vp"),
    (setting(56, "house", "0"), "an expedition demands at least one anchor, cross or house"),
    (lambda rows: rows[7].pop(), "row 8: 20 cells instead of 21"),
    (lambda rows: rows.__delitem__(slice(1, None)), "no card in the list"),
    (lambda rows: rows.__delitem__(slice(2, None)), "3 cards are too few to deal: 2 players with 6 start coins in all need at least 7"),
    (setting(5, "count", "200"), "cards are too many: at most 240"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "message"), LIST_FAULTS, ids=[m for _, m in LIST_FAULTS])
def test_faults_of_a_card_list(tmp_path, change, message):
    text = refused(tmp_path, "mine.csv", edited(change))
    assert message in text and text.count("\n") == 0


def test_three_faults_are_reported_at_once(tmp_path):
    def change(rows):
        for fault in (setting(5, "count", "-1"), setting(9, "colour", "pink"), setting(40, "vp", "x")):
            fault(rows)

    lines = refused(tmp_path, "mine.csv", edited(change)).splitlines()
    assert [line.split("row ")[1].split(" ")[0] for line in lines] == ["5", "9", "40"]


TOML_FAULTS = [
    (b"", "the file is empty"),
    (b"\x00\x01\xff", "is not UTF-8 text"),
    ("goal: 12\n", "not a TOML file"),
    ('extends = "bse"\n', "extends: unknown card set 'bse', did you mean base?"),
    ('extends = "base"\nruls = 3\n', "ruls: unknown field, did you mean rules?"),
    ('extends = "base"\n[rules]\ngaol = 3\n', "rules.gaol: unknown, did you mean goal?"),
    ('extends = "base"\n[rules]\ngoal = 0\n', "rules.goal: 0: input should be greater than or equal to 1 (victory points"),
    ('extends = "base"\n[rules]\ngoal = "12"\n', "rules.goal: '12': input should be a valid integer"),
    ('extends = "base"\n[rules]\nclaims = "never"\n', "rules.claims: 'never': input should be 'any_opportunity' or 'own_turn'"),
    ('extends = "base"\n[rules]\ntake_limits = [1, -1]\n', "rules.take_limits[1]: -1"),
    ('extends = "base"\n[rules]\nstart_coins = 40\nround_cap = 1000\n', "rules.round_cap: 1000"),
    ('extends = "base"\nrules = 3\n', "rules: 3 is not a table"),
    ('extends = "base"\ncolours = "red"\n', "colours: 'red' is not a list of names"),
    ('extends = "base"\ncolours = ["yellow", "blue", "green", "red"]\n', "faces.ship-black-1c-2s, colour: 'black': a ship's colour is one of yellow, blue, green, red"),
    (f"[rules]\n{RULES}\n", "cards: missing"),
    (f'cards = "nowhere.csv"\ncolours = ["red"]\n[rules]\n{RULES}\n', "nowhere.csv: No such file"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), TOML_FAULTS, ids=[m for _, m in TOML_FAULTS])
def test_faults_of_a_set_file(tmp_path, text, message):
    assert message in refused(tmp_path, "mine.toml", text)


def test_all_faults_are_reported_at_once_whatever_their_kind(tmp_path):
    text = 'name = 5\nextends = "base"\ncolour = 3\n[rules]\ngoal = 0\n[counts]\nnobody = 3\n'
    lines = refused(tmp_path, "mine.toml", text).splitlines()
    assert [
        any(word in line for line in lines) for word in ("name: 5", "colour: unknown", "rules.goal: 0", "'nobody'")
    ] == [True] * 4


def test_what_spreadsheets_do_to_a_list(tmp_path):
    rows = [[*row, "", ""] for row in csv.reader(io.StringIO(CSV))]
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    (tmp_path / "wide.csv").write_text(text.getvalue())
    assert card_files.load(str(tmp_path / "wide.csv")).sha256 == BASE.sha256
    assert "separated by tabs" in refused(tmp_path, "tabs.csv", CSV.replace(",", "\t"))
    assert "separated by semicolons" in refused(tmp_path, "semi.csv", '"' + CSV.replace(",", '";"'))
    headless = refused(tmp_path, "headless.csv", CSV.partition("\n")[2])
    assert "row 1 is no header" in headless and headless.count("\n") == 0
    assert "column count: '1_0'" in refused(tmp_path, "count.csv", edited(setting(5, "count", "1_0")))
    with pytest.raises(CardSetError, match="is a folder"):
        card_files.load(str(tmp_path))


def test_check_notes_what_one_might_not_expect(capsys, tmp_path):
    (tmp_path / "odd.toml").write_text('extends = "base"\n[rules]\ngoal = 190\nstart_coins = 30\n')
    code, out, err = run(capsys, "cards", "check", tmp_path / "odd.toml")
    assert code == 0 and err == "" and "all cards together hold 112 VP: nobody can reach the goal, 190" in out
    assert [f"can't be dealt to {players} players" in out for players in (2, 3, 4, 5)] == [False, False, True, True]


def test_too_few_cards_for_five_players(capsys, tmp_path):
    (tmp_path / "small.csv").write_text("\n".join(CSV.splitlines()[:7]))
    code, out, err = run(capsys, "simulate", "yardstick", "--players", 5, "--card-set", tmp_path / "small.csv")
    assert (
        code == 2
        and out == ""
        and "10 cards are too few to deal: 5 players with 15 start coins in all need at least 16" in err
    )


def test_faults_reach_the_command_line_as_lines_with_exit_code_2(capsys, tmp_path):
    (tmp_path / "bad.csv").write_text(edited(setting(5, "count", "-1")))
    code, out, err = run(capsys, "simulate", "yardstick", "--card-set", tmp_path / "bad.csv")
    assert code == 2 and out == "" and err.count("\n") == 1 and "bad.csv: row 5" in err


def test_a_variant_that_changes_nothing_plays_the_same_games(tmp_path):
    from analyzer.experiments.simulate import simulate

    (tmp_path / "same.toml").write_text('extends = "base"\n')
    runs = [
        simulate(["yardstick"], games=3_000, card_set=spec).tally.sums for spec in ("base", str(tmp_path / "same.toml"))
    ]
    assert (runs[0] == runs[1]).all()


def test_a_persons_abilities_combine_freely():
    hero = Face(id="h", kind="person", name="Hero", swords=2, trader_colour="red", discount=1, jester=3, count=1)
    assert hero.faults(("red",)) == []


def test_an_exported_card_list_is_the_same_set_again(capsys, tmp_path):
    code, out, err = run(capsys, "cards", "export", "base")
    (tmp_path / "again.csv").write_text(out)
    assert code == 0 and err == "" and card_files.load(str(tmp_path / "again.csv")).sha256 == BASE.sha256
    (tmp_path / "long.toml").write_text('extends = "base"\n[rules]\ngoal = 15\n')
    code, out, err = run(capsys, "cards", "export", tmp_path / "long.toml")
    assert code == 0 and "not in the CSV file: goal" in err and out.count("\n") == 63


@pytest.mark.parametrize("name", card_files.shipped())
def test_a_set_exported_as_toml_is_the_same_set_again(capsys, tmp_path, name):
    code, out, err = run(capsys, "cards", "export", name, "--format", "toml")
    (tmp_path / "again.toml").write_text(out)
    again, card_set = card_files.load(str(tmp_path / "again.toml")), card_files.load(name)
    assert code == 0 and err == "" and again.sha256 == card_set.sha256
    assert (again.name, again.title, again.source) == (card_set.name, card_set.title, card_set.source)


def test_a_card_list_has_the_columns_of_other_abilities_where_they_are_used(capsys, tmp_path):
    _, out, err = run(capsys, "cards", "export", "one-more-contract-persons")
    assert out.splitlines()[0].endswith(",count,gunner,vice_admiral,clerk_colour") and err == ""
    (tmp_path / "again.csv").write_text(out)
    assert card_files.load(str(tmp_path / "again.csv")).sha256 == card_files.load("one-more-contract-persons").sha256
    assert run(capsys, "cards", "export", "base")[1] == CSV


def test_a_set_of_its_own_lists_all_its_faces(tmp_path):
    ship = '[[new]]\nid = "s"\nkind = "ship"\ncolour = "red"\ncoins = 2\ncount = 20\n'
    text = f'colours = ["red"]\n[rules]\n{RULES}\n{ship}'
    (tmp_path / "own.toml").write_text(text)
    own = card_files.load(str(tmp_path / "own.toml"))
    assert [face.id for face in own.faces] == ["s"] and own.rules == BASE.rules
    assert "new[2] (s), id: 's' is the id of another new face already" in refused(tmp_path, "own.toml", text + ship)
    assert "remove: changes the card list of a set that is extended" in refused(
        tmp_path, "own.toml", "remove = ['s']\n" + text
    )


def test_the_totals_of_a_set():
    from analyzer.games.port_royal.totals import totals

    found = totals(BASE)
    assert found["cards by kind"] == {"ship": 50, "person": 60, "expedition": 6, "tax": 4, "all": 120}
    assert set(found["ships by colour"].values()) == {10}
    # Counted in the list; four skulls are never repelled.
    assert found["ships that n swords repel"] == {"0": 0, "1": 15, "2": 24, "3": 30, "4": 36, "5": 42, "6": 44, "7": 46}
    coins = found["coins and points"]
    assert (coins["income of all ships"], coins["income per ship"]) == (110, 2.2)
    assert coins["VP per coin of hire cost"] == 83 / 314


def test_the_difference_of_two_sets(capsys, tmp_path):
    (tmp_path / "mine.csv").write_text(edited(setting(63, "count", "5")))
    (tmp_path / "mine.toml").write_text('name = "mine"\nextends = "base"\ncards = "mine.csv"\n[rules]\nfee = 2\n')
    code, out, _ = run(capsys, "cards", "diff", "base", tmp_path / "mine.toml")
    rows = [line.split() for line in out.splitlines()]
    assert (
        code == 0
        and ["fee", "1", "2"] in rows
        and ["tax-vp", "count", "2", "5"] in rows
        and ["tax", "4", "7", "+3"] in rows
    )
    assert run(capsys, "cards", "diff", "base", "base")[1] == "base and base are the same\n"


def test_check_says_that_a_file_is_sound_or_what_is_not(capsys, tmp_path):
    (tmp_path / "mine.toml").write_text('extends = "base"\n')
    assert "a sound card set: mine, SHA-256" in run(capsys, "cards", "check", tmp_path / "mine.toml")[1]
    (tmp_path / "mine.csv").write_text(edited(setting(5, "count", "")))
    code, out, err = run(capsys, "cards", "check", tmp_path / "mine.csv")
    assert code == 2 and out == "" and "row 5 (ship-yellow-3c-2s), column count: ''" in err


VARIANT = """
name = "variant"
extends = "base"
remove = ["tax-vp"]

[counts]
governor-8-0 = 2

[faces.sailor-3-1]
cost = 2

[[new]]
id = "corsair"
kind = "person"
cost = 6
vp = 1
swords = 2
trader_colour = "red"
discount = 1
count = 3
"""


def test_a_variant_changes_counts_fields_and_faces(tmp_path):
    (tmp_path / "variant.toml").write_text(VARIANT)
    faces = {face.id: face for face in card_files.load(str(tmp_path / "variant.toml")).faces}
    assert faces["governor-8-0"].count == 2 and faces["sailor-3-1"].cost == 2 and "tax-vp" not in faces
    assert faces["corsair"].swords == 2 and len(faces) == 62


VARIANT_FAULTS = [
    ("[counts]\nsailr = 3\n", "counts: no face 'sailr', did you mean"),
    ("[counts]\nsailor-3-1 = -1\n", "counts.sailor-3-1, count: -1: input should be greater than or equal to 0"),
    ("[faces.sailor-3-1]\nprice = 3\n", "faces.sailor-3-1, price: unknown"),
    ("[faces.sailor-3-1]\ncolour = 'red'\n", "faces.sailor-3-1, colour: 'red': only a ship has one"),
    ("remove = ['nobody']\n", "remove: no face 'nobody'"),
    ("counts = 3\n", "counts: 3 is not a table"),
    ("[[new]]\nid = 'x'\nkind = 'person'\n", "new[1] (x), count: missing"),
    (f"remove = {[face.id for face in BASE.faces]}\n", "no card is left in the list"),
    (
        "[rules]\nexpedition_required = true\n[counts]\n"
        + "".join(f"{face.id} = 0\n" for face in BASE.faces if face.kind == "expedition"),
        "rules.expedition_required: true: the set has no expedition",
    ),
    ("[rules]\nvice_admiral_from = 5\n", "rules.vice_admiral_from: 5: is more than vice_admiral_to, 4"),
    ("[rules]\nexpedition_required = 1\n", "rules.expedition_required: 1: input should be a valid boolean"),
    ("[rules]\nstart_coins = [3, -1]\n", "rules.start_coins[1]: -1"),
    ("[rules]\nrepel = 'never'\n", "rules.repel: 'never': input should be 'choice', 'forced_duplicate' or 'forced'"),
    ("remove = ['tax-vp']\n[counts]\ntax-vp = 3\n", "remove: 'tax-vp' is changed under [counts], too"),
    (
        "[faces.jester-7-2]\nid = 'jester-9-3'\n",
        "faces.jester-7-2, id: can't be changed: remove the face and add a [[new]] one",
    ),
    (
        "[counts]\njester-7-2 = 1\n[faces.jester-7-2]\ncount = 2\n",
        "faces.jester-7-2, count: stands under [counts], too",
    ),
    ("[counts]\njester-7-2 = 1\n[faces.jester-7-2]\nprice = 2\n", "faces.jester-7-2, price: unknown"),
    ("[[new]]\nid = ' x'\nkind = 'person'\ncount = 1\n", "id: ' x': begins or ends with a space"),
    ("[[new]]\nid = 'jack-6-1'\nkind = 'person'\ncount = 1\n", "is in the extended set already"),
]


@pytest.mark.parametrize(("text", "message"), VARIANT_FAULTS, ids=[m for _, m in VARIANT_FAULTS])
def test_faults_of_a_variant(tmp_path, text, message):
    fault = refused(tmp_path, "mine.toml", 'extends = "base"\n' + text)
    assert message in fault and fault.count("\n") == 0


def piles(name, players=2, deals=5):
    """The first piles of some deals, by face."""
    worker = support.GAME.worker(card_files.load(name), support.line_up(["yardstick"], players), 3)
    starts = [worker.trace(deal, 0)[0] for deal in range(deals)]
    return [[start["faces"][card] for card in start["draw_pile"]] for start in starts]


def test_a_variant_that_adds_or_removes_cards_keeps_the_order_of_those_that_both_sets_share():
    base = piles("base")
    for name in ("no-tax", "fourth-jack", "one-more-contract-persons"):
        for with_all, other in zip(base, piles(name), strict=True):
            a, b = Counter(with_all), Counter(other)
            shared = {face for face in a if a[face] == b[face]}
            assert len(shared) > 50 and [f for f in with_all if f in shared] == [f for f in other if f in shared]
            assert with_all != other


def test_a_variant_that_changes_a_face_has_the_same_first_pile_card_for_card(tmp_path):
    (tmp_path / "dear.toml").write_text('extends = "base"\n[faces.governor-8-0]\ncost = 6\n')
    for name in (str(tmp_path / "dear.toml"), "no-skulls", "long-game"):
        assert piles(name) == piles("base")
