"""Checking a stranger's strategy: what is sound passes, and every kind of fault is found and named."""

from pathlib import Path

import pytest
from commandline import run

from analyzer.conformance import check_strategy
from analyzer.registry import strategy_names

HEAD = '''"""For a test.

Source: none.
"""
import numpy as np
from numpy import random as chance
from analyzer.games.port_royal.view import DRAW, STOP, PASS
from analyzer.strategy import Param, declare, random_below

'''
STOPS = "def draw(view, params, own):\n    return STOP if view.harbour_size > 2 else DRAW\n"

FAULTS = {
    "an illegal answer": ("def take(view, params, own):\n    return 77\n", "plays legally", "answered 77, which is not legal"),
    "a write to the view": ("def draw(view, params, own):\n    view.coins[0] = 9\n    return STOP\n", "is loaded", "writes to the view"),
    "global state": ("def draw(view, params, own):\n    return STOP if chance.randint(0, 2) else DRAW\n", "", "can't be repeated|gave other games"),
    "one that raises": ("def draw(view, params, own):\n    return 1 // view.draws - view.harbour[200] // 0\n", "plays legally", "raised"),
    "one that never stops": ("def draw(view, params, own):\n    return DRAW\n", "plays legally", "never stops"),
    "one that does not return": (STOPS + "\ndef take(view, params, own):\n    i = 0\n    while view.me >= 0:\n        i += 1\n    return i\n", "plays legally", "did not come back within 12 seconds"),
    "an unused parameter": ("declare(game='port_royal', params=[Param('haul', 3, low=1, high=8, meaning='cards')])\n" + STOPS, "uses all its parameters", "declared and never used: haul"),
    "a default out of range": ("declare(game='port_royal', params=[Param('haul', 9, low=1, high=8, meaning='cards')])\n" + STOPS, "is loaded", "default 9 is outside 1 to 8"),
    "one that works out by itself what is legal": ("def take(view, params, own):\n    for i in range(view.harbour_size):\n        if view.faces.kind[view.harbour[i]] == 0 and (view.me == view.active or view.coins[view.me] >= view.rules.fee):\n            return i\n    return PASS\n", "keeps to the answers it is offered", "answered"),
}  # fmt: skip


@pytest.mark.parametrize("kind", FAULTS)
def test_a_faulty_strategy_fails_the_check_that_is_for_it(capsys, tmp_path, kind):
    body, check, reason = FAULTS[kind]
    path = tmp_path / "mine.py"
    path.write_text(HEAD + body)
    code, out, err = run(
        capsys, "strategies", "check", path, "--games", 400, "--time-limit", 12 if "return" in kind else 120
    )
    said = out + err
    assert code in (1, 2) and any(part in said for part in reason.split("|")), said
    if code == 1:
        failed = next(line for line in out.splitlines() if line.startswith("FAIL"))
        assert check in failed and out.count("FAIL") == 1
    else:
        assert err.count("\n") == 1 and out == ""


def test_what_is_not_described_is_not_sound(tmp_path):
    (tmp_path / "mine.py").write_text(HEAD.partition("\n\n")[2].partition('"""\n')[2] + STOPS)
    last = list(check_strategy("port-royal", str(tmp_path / "mine.py"), games=20))[-1]
    assert last.name == "says what it does" and "no docstring" in last.fault


#: What looks ahead is checked with few worlds, and not far.
QUICKER = {"rollout": "rollout:worlds=2,rounds=1"}


@pytest.mark.parametrize("name", strategy_names("port-royal"))
def test_all_that_ship_are_sound(name):
    found = list(check_strategy("port-royal", QUICKER.get(name, name), games=1_000))
    assert [check.fault for check in found] == [None] * 8, found[-1]


def test_a_new_strategy_is_sound_and_nothing_is_overwritten(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, _ = run(capsys, "strategies", "new", "my_own")
    assert code == 0 and Path("my_own.py").exists() and "strategies check my_own.py" in out
    assert [check.fault for check in check_strategy("port-royal", "my_own.py", games=200)] == [None] * 8
    Path("my_own.py").write_text("changed")
    for name, message in (
        ("my_own", "is there already"),
        ("My", "small letters"),
        ("ev_stopper", "comes with the game"),
    ):
        code, out, err = run(capsys, "strategies", "new", name)
        assert code == 2 and message in err and err.count("\n") == 1
    assert Path("my_own.py").read_text() == "changed" and len(list(tmp_path.iterdir())) == 1


def test_a_folder_with_files_named_like_modules_is_no_trap(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("random", "json", "analyzer"):
        Path(f"{name}.py").write_text(HEAD + STOPS)
    found = list(check_strategy("port-royal", "random.py", games=100))
    assert [check.fault for check in found] == [None] * 8, found[-1]


def test_a_file_that_hangs_when_it_is_imported_is_ended_too(capsys, tmp_path):
    (tmp_path / "mine.py").write_text(HEAD + STOPS + "\nwhile True:\n    pass\n")
    code, out, _ = run(capsys, "strategies", "check", tmp_path / "mine.py", "--time-limit", 3)
    assert code == 1 and "FAIL  is loaded and compiled" in out and "did not come back within 3 seconds" in out
