"""A stranger's strategy file: what works, what is refused when it is loaded, what happens when it breaks the rules in a game."""

import os
import shlex
import subprocess
import sys
from importlib import resources
from pathlib import Path

import pytest
from commandline import run

from analyzer.errors import StrategyError, StrategyFault
from analyzer.experiments.replay import replay
from analyzer.experiments.simulate import simulate
from analyzer.registry import answers, find_game, find_strategy, strategy_names
from analyzer.strategy import Param

HEAD = '''"""Test."""
from analyzer.games.port_royal.view import DRAW, STOP, PASS
from analyzer.strategy import Param, declare, random_below
'''


def write(folder, body, name="mine.py", head=HEAD):
    path = folder / name
    path.write_text(head + body)
    return str(path)


def load(path):
    strategy = find_strategy("port-royal", path)
    for name in strategy.functions:
        strategy.compiled(name)
    return strategy


def test_all_shipped_strategies_are_declared_well():
    for name in strategy_names("port-royal"):
        strategy = load(name)
        assert strategy.name == name and strategy.summary and strategy.source
        for decision in find_game("port-royal").decisions:
            values = tuple(param.default for param in strategy.params)
            assert decision.name in answers("port-royal", strategy, values, decision.name)[0].functions


def test_a_file_with_helpers_numpy_and_an_import_beside_it_works_from_anywhere(tmp_path):
    (tmp_path / "beside.py").write_text("ENOUGH = 4\n\ndef many(n):\n    return n >= ENOUGH\n")
    body = """import numpy as np
from beside import many
import beside
declare(game="port_royal", params=[Param("patience", 2, low=0, high=9, meaning="extra cards")])

def size(view):
    return np.int64(view.harbour_size)

def draw(view, params, own):
    own.memory[0] += 1
    return STOP if many(size(view)) or beside.many(own.memory[0] - params.patience) else DRAW

def take(view, params, own):
    return view.options[random_below(own, view.options_size)]
"""
    path = write(tmp_path, body)
    done = subprocess.run(
        [sys.executable, "-m", "cli", "simulate", path, "3xyardstick", "--games", "400"],
        cwd=Path(__file__).parent.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0 and "mine " in done.stdout, done.stderr


def test_the_smallest_strategy_needs_no_declaration(tmp_path):
    strategy = load(write(tmp_path, "def draw(view, params, own):\n    return STOP\n"))
    assert strategy.params == () and answers("port-royal", strategy, (), "take")[0].name == "yardstick"


def test_a_default_may_have_parameters_and_a_default_of_its_own(tmp_path):
    """weights leaves claims to yardstick; a file may be nothing but a default with parameters."""
    preset = find_strategy(
        "port-royal", write(tmp_path, "declare(game='port_royal', default='weights:coin=0.5,armed=2')\n")
    )
    strategy, values = answers("port-royal", preset, (), "take")
    named = dict(zip([param.name for param in strategy.params], values, strict=True))
    assert strategy.name == "weights" and (named["coin"], named["armed"], named["coin_late"] < 0.5) == (0.5, 2, True)
    assert answers("port-royal", preset, (), "claim")[0].name == "yardstick"
    assert simulate([preset.path.as_posix(), "weights"], games=40).run.strategies[0] == "mine"
    plain = simulate(["weights:coin=0.5,armed=2", "yardstick"], games=40, seed=4).tables["strategies"]
    same = simulate([preset.path.as_posix(), "yardstick"], games=40, seed=4).tables["strategies"]
    assert list(plain["vp_mean"]) == list(same["vp_mean"])


def test_defaults_that_lead_nowhere(tmp_path):
    circle = find_strategy(
        "port-royal", write(tmp_path, f"declare(game='port_royal', default={str(tmp_path / 'mine.py')!r})\n")
    )
    with pytest.raises(StrategyError, match="nobody answers draw: the defaults go in a circle, mine -> mine"):
        answers("port-royal", circle, (), "draw")
    wrong = find_strategy(
        "port-royal", write(tmp_path, "declare(game='port_royal', default='weights:gold=3')\n", "wrong.py")
    )
    with pytest.raises(StrategyError, match=r"wrong\.py: default weights has no parameter 'gold'"):
        answers("port-royal", wrong, (), "draw")


REFUSED = [
    ("", "the file is empty"),
    ("def draw(view, params, own)\n    return 1\n", "line 4: not valid Python"),
    ("1 / 0\n", "line 4: raised ZeroDivisionError"),
    ("import nosuchmodule\n", "raised ModuleNotFoundError"),
    ("x = 3\n", "defines no decision: define at least one of draw, repel, take, claim, or name a default"),
    ("def draw(view):\n    return 1\n", "draw must take three arguments"),
    ("declare(game='chess')\ndef draw(view, params, own):\n    return 1\n", "is a strategy for chess, not for port-royal"),
    ("declare(game='port_royal', params=[Param('x', 9, low=1, high=3, meaning='')])\ndef draw(view, params, own):\n    return 1\n", "default 9 is outside 1 to 3"),
    ("declare(game='port_royal', default='nobody')\ndef draw(view, params, own):\n    return 1\n", "unknown strategy 'nobody'"),
    ("def draw(view, params, own):\n    view.coins[0] = 9\n    return 1\n", "line 5: writes to the view"),
    ("def draw(view, params, own):\n    view.me = 2\n    return 1\n", "line 5: writes to the view"),
    ("def draw(view, params, own):\n    c = view.coins\n    c[0] = 9\n    return 1\n", "writes to the view"),
    ("def draw(view, params, own):\n    c = view.coins[1:]\n    c[0] = 9\n    return 1\n", "writes to the view"),
    ("def spoil(v):\n    v.coins[0] = 9\n\ndef draw(view, params, own):\n    spoil(view)\n    return 1\n", "writes to the view"),
    ("def draw(view, params, own):\n    view.faces.cost[3] = 0\n    return 1\n", "line 5: writes to the view"),
    ("def draw(view, params, own):\n    return 0.5\n", "answers with float64"),
    ("def draw(view, params, own):\n    return 'stop'\n", "answers with unicode_type"),
    ("def draw(view, params, own):\n    own.memory[0] = 1\n", "answers with none"),
    ("def draw(view, params, own):\n    return view.harbour_sise\n", "line 5: the view has no 'harbour_sise'"),
    ("def draw(view, params, own):\n    return view._unseen[0, 0]\n", "the view has no '_unseen'"),
    ("def draw(view, params, own):\n    return params.haul\n", "params has no 'haul'"),
    ("def draw(view, params, own):\n    return nothing\n", "name 'nothing' is not defined"),
    ("import random\ndef draw(view, params, own):\n    return random.randint(0, 1)\n", "random_below(own, n)"),
    ("import numpy as np\ndef draw(view, params, own):\n    return np.random.randint(2)\n", "random_below(own, n)"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "message"), REFUSED, ids=[m for _, m in REFUSED])
def test_refused_when_it_is_loaded(tmp_path, capsys, body, message):
    path = write(tmp_path, body, head=HEAD if body else "")
    code, out, err = run(capsys, "simulate", path, "3xyardstick", "--games", 10, "--quiet")
    assert code == 2 and out == ""
    assert message in err and err.count("\n") == 1, err
    assert "mine.py" in err or "nobody" in err


def test_a_folder_and_a_binary_file_are_refused(tmp_path):
    with pytest.raises(StrategyError, match="Is a directory"):
        find_strategy("port-royal", f"{tmp_path}/")
    (tmp_path / "binary.py").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(StrategyError, match="not a text file"):
        find_strategy("port-royal", str(tmp_path / "binary.py"))


FAULTS = [
    ("def draw(view, params, own):\n    return 7\n", "decision draw", "answered 7, which is not legal: 0 (stop) or 1 (draw)"),
    ("def take(view, params, own):\n    return 77\n", "decision take", "answered 77, which is not legal: -1 (pass) or a place in the harbour:"),
    ("def claim(view, params, own):\n    return 5\n", "decision claim", "answered 5, which is not legal"),
    ("def repel(view, params, own):\n    return -1\n", "decision repel", "answered -1"),
    ("def draw(view, params, own):\n    if view.round > 2:\n        raise ValueError('tired')\n    return STOP\n", "decision draw", "raised ValueError: tired"),
    ("def draw(view, params, own):\n    return own.memory[50]\n", "decision draw", "raised IndexError"),
    ("def draw(view, params, own):\n    own.memory[9] = 1\n    return 0\n", "decision draw", "raised IndexError"),
    ("def draw(view, params, own):\n    return view.faces.count[200]\n", "decision draw", "raised IndexError"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "decision", "message"), FAULTS, ids=[m for *_, m in FAULTS])
def test_a_fault_in_a_game_says_who_what_where_and_how_to_replay_it(tmp_path, capsys, body, decision, message):
    path = write(tmp_path, body)
    with pytest.raises(StrategyFault) as fault:
        simulate(["yardstick", path, "swordsman"], games=3_000, seed=5)
    text = str(fault.value)
    assert "strategy mine" in text and decision in text and message in text
    command = text.split("harbourmaster replay ")[1].split()
    code, out, err = run(capsys, "replay", *command)
    assert code == 1 and message in err  # the same game, up to the same fault
    assert "Round 1, turn of P0" in out
    deal, seating = (int(command[command.index(name) + 1]) for name in ("--deal", "--seating"))
    with pytest.raises(StrategyFault):
        replay(["yardstick", path, "swordsman"], seed=5, deal=deal, seating=seating)


def test_faults_are_the_same_for_any_number_of_threads(tmp_path):
    path = write(tmp_path, "def draw(view, params, own):\n    return 7 if view.round == 20 else STOP\n")
    messages = set()
    for threads in (1, 3):
        with pytest.raises(StrategyFault) as fault:
            simulate([path, "cautious"], games=60_000, threads=threads)
        messages.add(str(fault.value))
    assert len(messages) == 1


def test_never_to_stop_ends_at_the_draw_cap_and_is_counted(tmp_path):
    """With ships that anybody can repel, a strategy that repels all and never stops is never stopped by the cards."""
    body = "def draw(view, params, own):\n    return DRAW\n\ndef repel(view, params, own):\n    return 1\n"
    path = write(tmp_path, body)
    rows = [
        line.split(",")
        for line in (resources.files("analyzer.games.port_royal") / "card_sets/base.csv").read_text().splitlines()
    ]
    for row in rows[1:]:
        if row[1] == "ship":
            row[7] = row[8] = "0"  # swords, skull
    (tmp_path / "deck.csv").write_text("\n".join(",".join(row) for row in rows))
    rules = "[rules]\ndraw_cap = 30\nround_cap = 3\n"
    (tmp_path / "set.toml").write_text('extends = "base"\ncards = "deck.csv"\n' + rules)
    table = (
        simulate([path], players=2, games=200, card_set=str(tmp_path / "set.toml"))
        .tables["summary"]
        .set_index("measure")
    )
    assert table.loc["busts_per_game", "value"] == 0
    assert table.loc["forced_stops_per_game", "value"] == table.loc["turns_per_game", "value"]
    assert table.loc["cards_revealed_per_game", "value"] == 30 * table.loc["turns_per_game", "value"]


def test_an_edited_file_is_never_served_from_an_old_cache(tmp_path):
    helper = tmp_path / "thresholds.py"
    path = write(
        tmp_path,
        "import thresholds\nfrom thresholds import SIZE\ndef draw(view, params, own):\n    return STOP if view.harbour_size >= SIZE else DRAW\n",
    )
    script = f"from analyzer.experiments.simulate import simulate\nprint(simulate([{path!r}], players=2, games=300).tables['summary']['value'][7])"
    sizes = []
    for size in (1, 3):
        helper.write_text(f"SIZE = {size}\n")
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=Path(__file__).parent.parent
        )
        sizes.append(float(done.stdout))
    assert sizes[0] < 1.01 and sizes[1] > 2


def test_a_new_line_up_compiles_no_kernel():
    from analyzer.games.port_royal.kernel import play

    simulate(["yardstick"], games=10)
    known = len(play.overloads)
    simulate(["greedy", "explorer", "random"], games=30)
    assert len(play.overloads) == known


def test_parameters_say_what_is_wrong_with_them():
    assert Param("x", 2, 1, 3, "").fault() is None and Param("x", 2, 1, 3, "").whole
    assert "not lower_case" in Param("X", 2, 1, 3, "").fault()
    assert not Param("x", 2.0, 1, 3, "").whole
    assert find_game("port-royal").default_strategy == "yardstick"


def test_reading_beyond_the_end_of_a_list_sees_0_whatever_was_played_before(tmp_path):
    body = (
        "def draw(view, params, own):\n    beyond = view.harbour[view.harbour_size + 1] + view.options[0] + view.persons[view.me, 30]\n"
        "    return STOP if view.harbour_size >= 3 + beyond else DRAW\n"
    )
    path = write(tmp_path, body)
    sums = [simulate([path, "cautious"], games=30_000, threads=n).tally.sums for n in (1, 3)]
    assert (sums[0] == sums[1]).all()
    plain = write(
        tmp_path, "def draw(view, params, own):\n    return STOP if view.harbour_size >= 3 else DRAW\n", "plain.py"
    )
    assert (simulate([plain, "cautious"], games=30_000).tally.sums == sums[0]).all()


def test_the_replay_command_repeats_the_seating_and_the_card_set(tmp_path, capsys):
    path = write(tmp_path, "def draw(view, params, own):\n    return 7 if view.round == 4 else STOP\n", "with space.py")
    (tmp_path / "odd set.toml").write_text('extends = "base"\n[rules]\nstart_coins = 5\n')
    with pytest.raises(StrategyFault) as fault:
        simulate(
            ["yardstick", "greedy", path],
            games=500,
            seating="as-given",
            card_set=str(tmp_path / "odd set.toml"),
            seed=3,
        )
    words = shlex.split(str(fault.value).split("harbourmaster ")[1])
    assert "--as-given" in words and str(tmp_path / "odd set.toml") in words
    code, out, err = run(capsys, *words)
    assert code == 1 and "answered 7" in err and "P0: 5 coins" in out


def test_a_saved_run_of_a_card_set_file_is_found_again(tmp_path):
    from analyzer.result import load

    (tmp_path / "mine.toml").write_text('name = "mine"\nextends = "base"\n[rules]\ngoal = 9\n')
    result = simulate(["yardstick"], games=200, card_set=str(tmp_path / "mine.toml"))
    assert result.run.card_set == "mine"
    result.save(tmp_path / "out")
    assert (load(tmp_path / "out").tally.sums == result.tally.sums).all()


def test_helpers_of_the_same_name_in_two_folders_are_not_mixed_up(tmp_path):
    for folder, size in (("a", 1), ("b", 4)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "helper.py").write_text(f"def enough(n):\n    return n >= {size}\n")
        write(
            tmp_path / folder,
            "from helper import enough\ndef draw(view, params, own):\n    return STOP if enough(view.harbour_size) else DRAW\n",
            f"{folder}.py",
        )
    result = simulate([str(tmp_path / "a" / "a.py"), str(tmp_path / "b" / "b.py")], games=400)
    busts = result.tables["bust_by_colours"].groupby("strategy")["busts"].sum()
    assert busts["a"] == 0 < busts["b"]


def test_values_read_when_the_file_is_loaded_are_part_of_what_is_compiled(tmp_path):
    path = write(
        tmp_path,
        "import os\nSIZE = int(os.environ['HAUL'])\ndef draw(view, params, own):\n    return STOP if view.harbour_size >= SIZE else DRAW\n",
    )
    script = f"from analyzer.experiments.simulate import simulate\nprint(simulate([{path!r}], players=2, games=300).tables['summary']['value'][7])"
    sizes = []
    for haul in ("1", "3"):
        environment = {**os.environ, "HAUL": haul}
        done = subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            text=True,
            check=True,
            cwd=Path(__file__).parent.parent,
            env=environment,
        )
        sizes.append(float(done.stdout))
    assert sizes[0] < 1.01 and sizes[1] > 2


def test_two_files_of_one_name_are_told_apart(tmp_path):
    path = write(tmp_path, "def draw(view, params, own):\n    return STOP\n", "yardstick.py")
    assert simulate([path, "yardstick"], games=100).run.strategies == [path, "yardstick"]


MORE_REFUSED = [
    ("from numba import njit\n@njit\ndef draw(view, params, own):\n    return 1\n", "decorated for numba: leave it plain"),
    ("from numba import njit\n@njit\ndef f(a):\n    return a[50]\n\ndef draw(view, params, own):\n    return f(own.memory)\n", "f is decorated for numba"),
    ("import numpy as np\ndef draw(view, params, own):\n    f = view.vp.flat\n    f[0] = 9\n    return 1\n", "flat could write to the view"),
    ("import numpy as np\ndef draw(view, params, own):\n    a = np.ascontiguousarray(view.vp)\n    a[0] = 9\n    return 1\n", "ascontiguousarray could write"),
    ("def draw(view, params, own):\n    return sum(view.coins[p] for p in range(2)) > 3\n", "generators and lambdas can't be compiled: use a loop"),
    ("def draw(view, params, own):\n    print('x')\n    return 1\n", "a decision can't call print"),
    ("def draw(view, params, own):\n    import math\n    return 1\n", "import at the top"),
    ("def draw(view, params, own):\n    c = view.coins\n    c += 1\n    return 1\n", "decision draw"),
    ("def draw(view, params, own):\n    return own.foo\n", "decision draw"),
    ("import sys\nsys.exit(3)\n", "raised SystemExit"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "message"), MORE_REFUSED, ids=[m for _, m in MORE_REFUSED])
def test_what_could_escape_the_checks_is_refused_in_one_line(tmp_path, capsys, body, message):
    code, out, err = run(capsys, "simulate", write(tmp_path, body), "3xyardstick", "--games", 10, "--quiet")
    assert code == 2 and out == ""
    assert message in err and err.count("\n") == 1 and "readonly" not in err, err


@pytest.mark.parametrize("body", ["return 1 // (view.round - 1)", "return random_below(own, 0)"])
def test_arithmetic_faults_are_raised(tmp_path, body):
    with pytest.raises(StrategyFault, match=r"raised (ZeroDivisionError|ValueError)"):
        simulate([write(tmp_path, f"def draw(view, params, own):\n    {body}\n")], games=10)


def test_two_checkouts_share_a_cache(tmp_path):
    """Compiled code refers to the strategy's module by a name made from its path: the other file needs its own."""
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        path = write(tmp_path / folder, "def draw(view, params, own):\n    return STOP\n")
        script = f"import analyzer; print(analyzer.simulate([{str(path)!r}], players=2, games=10).run.games)"
        done = subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            text=True,
            check=False,
            cwd=Path(__file__).parent.parent,
        )
        assert done.stdout == "10\n", done.stderr


def test_a_strategy_of_an_installed_package_is_found_by_its_entry_point(tmp_path, monkeypatch, capsys):
    """What `pip install` leaves behind: a module, and a dist-info folder that names it."""
    package, facts = tmp_path / "patient_players", tmp_path / "patient_players-1.0.dist-info"
    package.mkdir()
    facts.mkdir()
    (package / "__init__.py").write_text("")
    (package / "patient.py").write_text(
        HEAD + "declare(game='port_royal')\ndef draw(view, params, own):\n    return STOP\n"
    )
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: patient-players\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text(
        "[harbourmaster.strategies]\nport-royal:patient = patient_players.patient\n"
        "port-royal:lost = patient_players.nowhere\nother-game:stranger = patient_players.patient\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert {"patient", "lost"} <= set(strategy_names("port-royal")) and "stranger" not in strategy_names("port-royal")
    result = simulate(["patient", "3xyardstick"], games=40)
    assert result.run.strategies == ["patient", "yardstick"]
    code, out, err = run(capsys, "simulate", "lost", "--games", 10)
    assert code == 2 and out == "" and "patient_players.nowhere can't be found" in err and err.count("\n") == 1
