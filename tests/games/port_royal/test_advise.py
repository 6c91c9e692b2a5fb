"""The advisor: positions that can and can't be, exact chances to the digit, and the recommendation that `rollout` would follow."""

import json
import random

import pytest
import support
from commandline import run

from analyzer.errors import UsageError
from analyzer.experiments.port_royal.advise import MARGIN, advise, recommend
from analyzer.games.port_royal import search
from analyzer.games.port_royal.odd_sets import BASE
from analyzer.games.port_royal.position import position_of, public_of_position, read_position
from analyzer.games.port_royal.reference_view import Own

FULL = """
players = 3
seat = 1
round = 4
harbour = ["ship-red-3c-skull", "ship-black-1c-2s", "sailor-3-1"]
centre = ["exp-aa"]
discard = ["ship-red-1c-1s", "settler-4-1"]

[me]
coins = 5
persons = ["sailor-5-2", "captain-4-1"]

[[others]]
coins = 2
persons = ["priest-4-1"]
expeditions = ["exp-hh"]

[[others]]
coins = 11
swords = 4
vp = 6
"""


def test_a_position_is_what_the_player_sees(tmp_path):
    path = tmp_path / "position.toml"
    path.write_text(FULL)
    public = public_of_position(BASE, read_position(path))[0]
    faces = [face.id for face in BASE.faces]
    assert (public["players"], public["me"], public["active"], public["round"]) == (3, 1, 1, 4)
    assert public["coins"][:3].tolist() == [11, 5, 2] and public["swords"][:3].tolist() == [4, 1, 0]
    expedition = next(face.vp for face in BASE.faces if face.id == "exp-hh")
    own = sum(face.vp for face in BASE.faces if face.id in ("sailor-5-2", "captain-4-1"))
    assert public["vp"][:3].tolist() == [6, own, 1 + expedition]
    assert public["anchors"][1] == 1 and public["crosses"][2] == 1
    assert public["colours"] == 2 and public["harbour_size"] == 3 and public["discard_pile_size"] == 2
    come = {faces[i]: int(n) for i, n in enumerate(public["can_come"][: len(faces)]) if n}
    total = {face.id: face.count for face in BASE.faces if not face.five_player_only}
    assert sum(come.values()) == 119 - 10 == public["draw_pile_size"] + 18
    assert come.get("ship-red-3c-skull", 0) == total["ship-red-3c-skull"] - 1
    assert come.get("settler-4-1", 0) == total["settler-4-1"] - 1


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"harbour": ["nobody"]}, "harbour: card set base has no face 'nobody'"),
        ({"harbour": ["exp-aa"]}, "harbour: exp-aa is of the kind expedition, which can't lie there"),
        ({"harbour": ["ship-red-3c-skull"] * 2}, "ship-red-3c-skull: 2 copies lie on the table, card set base has 1 for 4 players"),
        ({"harbour": ["ship-red-3c-skull", "ship-red-1c-1s"]}, "harbour: 2 red ships lie there: the turn would be over, a bust"),
        ({"me": {"coins": 200}}, "coins: the players have 209, but only 119 cards are out of sight"),
        ({"me": {"coins": -1}}, "me.coins -1: input should be greater than or equal to 0"),
        ({"me": {"coin": 1}}, "me.coin: unknown field, did you mean coins"),
        ({"harbor": []}, "harbor: unknown field, did you mean harbour"),
        ({"players": 9}, "players 9: Port Royal is played by 2 to 5"),
        ({"players": 3, "others": [{}]}, "others: 1 are described; with 3 players there are 2"),
        ({"seat": 4}, "seat 4: with 4 players seats are 0 to 3"),
        ({"me": {"persons": ["pirate-5-1"], "swords": 1}}, "me.swords 1: the cards before it alone make 2"),
        ({"centre": ["exp-ach-5p"]}, "exp-ach-5p: 1 copies lie on the table, card set base has 0 for 4 players"),
        ({"round": 101}, "round 101: card set base ends a game after round 100"),
        ({"players": 0}, "players 0: Port Royal is played by 2 to 5"),
        ({"stopped": True}, "there is nothing to take"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(table, message):
    with pytest.raises(UsageError, match="(?s)" + message.replace("(", r"\(")):
        advise(position_of(table), worlds=30)


def test_the_bust_chance_is_that_of_the_view_to_the_last_digit():
    chooser = random.Random(2)
    ships = [face for face in BASE.faces if face.kind == "ship"]
    for _ in range(6):
        harbour = {face.colour: face.id for face in chooser.sample(ships, 5)}
        position = position_of({"harbour": list(harbour.values()), "me": {"swords": chooser.randrange(6)}})
        found = advise(position, worlds=30, turns=0).run["bust_chance"]
        public = public_of_position(BASE, position)
        dangerous = sum(
            int(public[0]["can_come"][place])
            for place, face in enumerate(BASE.faces)
            if face.kind == "ship" and face.colour in harbour and (face.skull or face.swords > position.me.swords)
        )
        assert found == dangerous / int(public[0]["can_come"].sum())


def test_it_recommends_what_the_strategy_would_do():
    """`rollout` asks the same function, with a key of its own: the recommendation, used as a strategy, is that player."""
    base = support.GAME.player(support.line_up(["yardstick"], 4).decisions()[0])
    for harbour in (["sailor-3-1"], ["ship-red-3c-skull", "ship-black-1c-2s", "ship-blue-4c-skull"]):
        known = [name for name in harbour if name in {face.id for face in BASE.faces}]
        public = public_of_position(BASE, position_of({"harbour": known, "me": {"coins": 4}}))
        view = view_of(public)
        own = Own(77)
        answer = search.look_ahead(view, own, search.DECIDING_DRAW, base, 80, 0, MARGIN, 1e9)
        key = search.absorb_plain(search.absorb_plain(77, 1), search.LOOKING_AHEAD)
        answers, _, best = recommend(public, key, search.DECIDING_DRAW, base, 80)
        assert answers[best] == answer


def view_of(public):
    """A record as a view: names instead of fields."""

    class View:
        def __getattr__(self, name):
            value = public[0][name]
            if name in ("faces", "rules"):
                return type("Part", (), {part: value[part] for part in value.dtype.names})
            return value

    return View()


def test_the_command(capsys, tmp_path):
    path = tmp_path / "position.toml"
    path.write_text(FULL)
    arguments = ["advise", path, "--worlds", 60, "--base", "yardstick", "--turns", 50]
    code, out, _ = run(capsys, *arguments, "--out", tmp_path / "advice")
    assert code == 0 and "The next card is a bust" in out and "Recommended: " in out and "stop at 4 cards" in out
    names = {file.name for file in (tmp_path / "advice").iterdir()}
    assert {"answers.csv", "answers.png", "gain.svg", "gain.parquet", "rules.csv", "run.json"} <= names
    first, second = (json.loads(run(capsys, *arguments, "--format", "json")[1]) for _ in range(2))
    for answer in (first, second):
        del answer["run"]["elapsed_seconds"]
    assert first == second and first["tables"]["answers"][0]["answer"] == first["run"]["base_answer"]
    code, out, err = run(capsys, "advise", path, "--coins", 3)
    assert code == 2 and out == "" and f"--coins: is a part of the position, which {path} describes" in err
    code, out, _ = run(
        capsys,
        "advise",
        "--harbour",
        "sailor-3-1,ship-red-3c-skull",
        "--stopped",
        "--worlds",
        40,
        "--base",
        "yardstick",
    )
    assert code == 0 and "sailor-3-1" in out and "pass" in out and "bust" not in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["missing.toml"], "missing.toml: No such file"),
        (["--worlds", 1], "--worlds 1: choose a number from 30"),
        (["--vp", "nan"], "--vp nan: choose a number from -1000 to 1000"),
        (["--turns", -1], "--turns -1: choose 0, or a number from 30"),
        (["--base", "nobody"], "unknown strategy 'nobody'"),
        (["--base", "rollout"], "rollout looks ahead itself"),
        (["--harbour", "nobody"], "no face 'nobody'"),
        (["--card-set", "nobody"], "unknown card set"),
    ],
)
def test_bad_input_is_one_line(capsys, arguments, message):
    code, out, err = run(capsys, "advise", *arguments)
    assert code == 2 and out == "" and message in err and err.count("\n") == 1


@pytest.mark.parametrize("text", ["", "harbour = 3", "players = ", "[me]\ncoins = 'x'"])
def test_a_faulty_file_is_refused_or_is_the_start(capsys, tmp_path, text):
    (tmp_path / "p.toml").write_text(text)
    code, out, err = run(capsys, "advise", tmp_path / "p.toml", "--worlds", 30, "--turns", 0, "--base", "yardstick")
    if text:
        assert code == 2 and out == "" and "p.toml: " in err and err.count("\n") == 1
    else:
        assert code == 0 and "chance of 0;" in out


def test_the_page_on_pushing_ones_luck_runs(capsys, tmp_path, monkeypatch):
    import re
    from importlib import resources

    page = (resources.files("analyzer.games.port_royal") / "PUSH_YOUR_LUCK.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "position.toml").write_text(re.search(r"```toml\n(.*?)```", page, re.DOTALL)[1])
    (tmp_path / "pile.csv").write_text("id,count\nship-red-1c-1s,1\nsailor-3-1,2\n")
    commands = re.findall(r"^harbourmaster (.*?)(?:\s+#.*)?$", page, re.MULTILINE)
    assert len(commands) == 7
    for command in commands:
        words = command.split()
        less = ["--base", "yardstick"] if words[0] == "advise" else [] if "--turns" in words else ["--turns", "200"]
        code, out, err = run(capsys, *words, *less)
        assert code == 0 and out and "Traceback" not in err, command


def test_five_players_have_their_expedition_in_the_centre():
    public = public_of_position(BASE, position_of({"players": 5, "harbour": ["sailor-3-1"]}))[0]
    assert public["centre_size"] == 1 and public["can_come"].sum() == 118


def test_the_end_is_signalled_as_the_rules_say():
    card_set = support.GAME.card_set("expedition-required")
    for expeditions, signalled in (([], 0), (["exp-aa"], 1)):
        table = {"harbour": ["sailor-3-1"], "me": {"vp": 20, "expeditions": expeditions}}
        assert public_of_position(card_set, position_of(table))[0]["end_signalled"] == signalled


@pytest.mark.parametrize(
    ("answer", "message"),
    [("10**12", "not legal"), ("57", "not legal"), ("1 // (view.me - view.me)", "ZeroDivisionError")],
)
def test_a_base_strategy_that_breaks_the_rules_is_named(capsys, tmp_path, answer, message):
    path = tmp_path / "bad.py"
    path.write_text(f"def take(view, params, own):\n    return {answer}\n")
    code, out, err = run(
        capsys, "advise", "--harbour", "sailor-3-1,ship-red-3c-skull", "--stopped", "--base", path, "--worlds", 30
    )
    assert code == 1 and out == "" and str(path) in err and message in err


def test_it_is_clear_only_if_every_other_answer_is_beaten():
    import numpy as np

    from analyzer.experiments.port_royal.advise import _not_clearly_behind

    chooser = np.random.default_rng(1)
    shares = np.repeat(chooser.integers(0, 2, 400)[:, None], 3, axis=1) * 2520
    shares[:, 1] = np.maximum(shares[:, 1], chooser.integers(0, 2, 400) * 2520)
    shares[:, 2] = np.where(np.arange(400) % 2, shares[:, 1], shares[:, 2])
    assert _not_clearly_behind(shares, 1, 0.95) == []
    shares[:, 2] = shares[:, 1]
    assert _not_clearly_behind(shares, 1, 0.95) == [2]
