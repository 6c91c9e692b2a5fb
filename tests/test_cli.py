"""The command line as its users meet it: help, answers, bad input, pipes, Ctrl-C."""

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from commandline import run

from analyzer.registry import find_game

ROOT = Path(__file__).parent.parent
COMMANDS = [
    [],
    ["simulate"],
    ["replay"],
    ["strategies"],
    ["strategies", "list"],
    ["strategies", "show"],
    ["cards"],
    ["cards", "list"],
    ["cards", "show"],
    ["cards", "check"],
    ["cards", "diff"],
    ["cards", "export"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_has_help_with_an_example(capsys, command):
    code, out, err = run(capsys, *command, "--help")
    assert code == 0 and err == "" and "Usage: harbourmaster" in out
    if len(command) == 2 or command[:1] in (["simulate"], ["replay"]):
        assert f"harbourmaster {' '.join(command)}" in out.split("Example")[1]


def test_version(capsys):
    code, out, _ = run(capsys, "--version")
    assert code == 0 and re.fullmatch(r"harbourmaster \d+\.\d+\.\d+\n", out)


def test_help_imports_nothing_slow():
    code = "import sys; sys.argv=['harbourmaster','--help']; import cli\ntry: cli.main()\nexcept SystemExit: pass\nprint([m for m in ('numba','pandas','scipy','numpy') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_simulate_prints_one_screen(capsys):
    code, out, err = run(
        capsys, "simulate", "yardstick", "cautious", "greedy", "explorer", "--games", 2000, "--seed", 3
    )
    assert code == 0 and "games a second" in err
    lines = out.splitlines()
    assert lines[0] == "Port Royal, 4 players, card set base: 2,000 games in 500 deals, seed 3"
    assert len(lines) <= 24 and max(map(len, lines)) <= 100
    for name in ("yardstick", "cautious", "greedy", "explorer", "Fair share: 0.2500", "--out DIR"):
        assert name in out


def test_json_is_pure_and_complete(capsys):
    code, out, _ = run(capsys, "simulate", "yardstick", "3xgreedy", "--games", 2000, "--format", "json")
    answer = json.loads(out)
    assert code == 0 and set(answer) == {"run", "tables"}
    for field in (
        "command",
        "game",
        "card_set",
        "card_set_sha256",
        "players",
        "games",
        "deals",
        "seed",
        "strategies",
        "unfinished_games",
        "version",
        "elapsed_seconds",
        "games_per_second",
    ):
        assert field in answer["run"]
    columns = {name: list(rows[0]) for name, rows in answer["tables"].items()}
    assert columns == {
        "strategies": [
            "strategy",
            "games",
            "win_rate",
            "win_rate_low",
            "win_rate_high",
            "vp_mean",
            "coins_mean",
            "persons_mean",
            "expeditions_mean",
            "place_mean",
        ],
        "seats": [
            "seat",
            "games",
            "win_rate",
            "win_rate_low",
            "win_rate_high",
            "share_of_wins",
            "share_of_wins_low",
            "share_of_wins_high",
            "vp_mean",
            "coins_mean",
        ],
        "neighbours": ["strategy", "after", "games", "win_rate", "win_rate_low", "win_rate_high"],
        "game_length": ["rounds", "games", "share", "share_low", "share_high"],
        "vp_distribution": ["strategy", "vp", "games", "share", "share_low", "share_high"],
        "winning_vp": ["vp", "games", "share", "share_low", "share_high"],
        "margins": ["margin", "games", "share", "share_low", "share_high"],
        "summary": ["measure", "value", "low", "high"],
        "bust_by_colours": ["strategy", "colours", "draws", "busts", "bust_rate", "bust_rate_low", "bust_rate_high"],
        "bust_by_swords": ["swords", "draws", "busts", "bust_rate", "bust_rate_low", "bust_rate_high"],
        "bust_by_size": ["cards", "draws", "busts", "bust_rate", "bust_rate_low", "bust_rate_high"],
        "bust_by_round": ["round", "draws", "busts", "bust_rate", "bust_rate_low", "bust_rate_high"],
        "hires": [
            "face",
            "hired_per_game",
            "hired_per_game_low",
            "hired_per_game_high",
            "win_rate_of_owner",
            "win_rate_of_owner_low",
            "win_rate_of_owner_high",
            "share_of_chances_taken",
            "share_of_chances_taken_low",
            "share_of_chances_taken_high",
        ],
    }
    assert [row["measure"] for row in answer["tables"]["summary"]] == [
        "rounds_mean", "turns_per_game", "cards_revealed_per_game", "coins_dealt_per_game", "reshuffles_per_game", "busts_per_game",
        "bust_rate", "harbour_size_at_stop_mean", "repels_per_game", "ships_traded_per_game", "persons_hired_per_game",
        "expeditions_claimed_per_game", "taxes_per_game", "shared_win_rate", "vp_winner_mean", "vp_margin_mean",
        "forced_stops_per_game", "coins_not_dealt_per_game",
    ]  # fmt: skip
    digits = [n.replace(".", "").lstrip("0").partition("e")[0] for n in re.findall(r": (\d+\.\d+(?:e-?\d+)?)", out)]
    assert max(map(len, digits)) <= 10


def test_csv_has_a_block_for_each_table(capsys):
    _, out, _ = run(capsys, "simulate", "yardstick", "--games", 500, "--format", "csv")
    blocks = {
        block.split("\n")[0]: list(csv.DictReader(io.StringIO("\n".join(block.split("\n")[1:]))))
        for block in out.split("# ")[1:]
    }
    assert blocks["strategies"][0]["strategy"] == "yardstick" and len(blocks["seats"]) == 4


def test_out_writes_every_table_and_nothing_else(capsys, tmp_path):
    code, _, _ = run(capsys, "simulate", "yardstick", "--games", 500, "--out", tmp_path / "deep" / "folder", "--quiet")
    folder = tmp_path / "deep" / "folder"
    names = {path.name for path in folder.iterdir()}
    tables = {table.name for table in find_game("port-royal").tables}
    figures = tables - {"summary", "strategies", "neighbours"}  # with one strategy there is nothing to see in those
    assert code == 0
    files = {f"{t}.{end}" for t in tables for end in ("csv", "parquet")} | {"run.json", "counts.npz", "card-set.toml"}
    assert names == files | {f"{f}.{end}" for f in figures for end in ("png", "svg")}
    drawn = {name: (folder / name).read_bytes() for name in names if name.endswith(("png", "svg"))}
    code, out, err = run(capsys, "show", folder)
    assert code == 0 and "500 games in 500 deals" in out and "seats.svg" in err
    assert {name: (folder / name).read_bytes() for name in drawn} == drawn  # the same bytes again


def test_show_refuses_what_is_no_result(capsys, tmp_path):
    for folder, message in ((tmp_path / "nowhere", "holds no saved result"), (tmp_path, "no run.json is there")):
        code, out, err = run(capsys, "show", folder)
        assert code == 2 and out == "" and err.count("\n") == 1 and message in err
    (tmp_path / "run.json").write_text("[1, 2")
    code, out, err = run(capsys, "show", tmp_path)
    assert code == 2 and err.count("\n") == 1 and "run.json can't be read" in err


def test_a_result_of_a_card_set_file_is_shown_when_the_file_is_gone(capsys, tmp_path):
    (tmp_path / "mine.toml").write_text('name = "mine"\nextends = "base"\n[rules]\ngoal = 8\n')
    question = ["simulate", "yardstick", "greedy", "--games", 200, "--quiet", "--card-set", tmp_path / "mine.toml"]
    code, before, _ = run(capsys, *question, "--out", tmp_path / "out")
    (tmp_path / "mine.toml").unlink()
    code, after, _ = run(capsys, "show", tmp_path / "out")
    assert code == 0 and after == before and "card set mine" in after


def test_replay_as_text_and_as_json_lines(capsys):
    line_up = ["yardstick", "cautious", "greedy", "explorer", "--seed", 5, "--deal", 3, "--seating", 2]
    _, text, _ = run(capsys, "replay", *line_up)
    assert (
        text.splitlines()[0].endswith("seed 5, deal 3, seating 2")
        and "Round 1, turn of P0" in text
        and " wins after " in text
    )
    _, lines, _ = run(capsys, "replay", *line_up, "--format", "jsonl")
    events = [json.loads(line) for line in lines.splitlines()]
    assert events[0]["event"] == "start" and events[-1]["event"] == "end"
    assert events[0]["strategies"][2] == "yardstick"  # seating 2: the first of the typed order sits on seat 2
    for vp in events[-1]["vp"]:
        assert f"{vp} VP" in text


def test_lists_and_shows(capsys):
    assert "swordsman" in run(capsys, "strategies", "list")[1]
    shown = run(capsys, "strategies", "show", "cautious")[1]
    assert "haul" in shown and "1 to 20" in shown and "as yardstick does" in shown
    assert "base" in run(capsys, "cards", "list")[1]
    deck = run(capsys, "cards", "show", "base")[1]
    for fact in (
        "120 cards",
        "Ships: 50 cards (110 coins, 4 skulls)",
        "Persons: 60 cards (cost 314, 83 VP, 16 swords)",
        "take_limits",
        "sailor-3-1",
    ):
        assert fact in deck


BAD = [
    (["simulat"], "No such command 'simulat'"),
    (["simulate"], "Missing argument"),
    (["simulate", "yardstik"], "unknown strategy 'yardstik': did you mean yardstick?"),
    (["simulate", "yardstick:kards=3"], "no parameter 'kards'"),
    (["simulate", "yardstick:cards=x"], "not a whole number"),
    (["simulate", "yardstick", "--players", "1"], "is played by 2 to 5"),
    (["simulate", "yardstick", "--players", "6"], "is played by 2 to 5"),
    (["simulate", "yardstick", "greedy", "--players", "3"], "2 strategies are named for --players 3"),
    (["simulate", "yardstick", "--games", "0"], "--games 0"),
    (["simulate", "yardstick", "--games", "-3"], "--games -3"),
    (["simulate", "yardstick", "--games", "many"], "'--games': 'many': input should be a valid integer"),
    (["simulate", "yardstick", "--games", "99999999999999"], "choose a number from 1"),
    (["simulate", "yardstick", "--card-set", "bse"], "did you mean base"),
    (["simulate", "yardstick", "--card-set", "missing.toml"], "missing.toml: No such file"),
    (["simulate", "missing.py"], "missing.py: No such file"),
    (["simulate", "yardstick", "--out", "/dev/null/x"], "--out /dev/null/x"),
    (["simulate", "yardstick", "--game", "chess"], "unknown game 'chess'"),
    (["simulate", "yardstick", "--format", "xml"], "'xml' is not one of"),
    (["replay", "yardstick", "--seating", "4"], "--seating 4: choose a number from 0 to 3"),
    (["replay", "yardstick", "--deal", "-1"], "--deal -1"),
    (["strategies", "show", "nobody"], "unknown strategy 'nobody'"),
    (["cards", "show", "nothing"], "unknown card set 'nothing'"),
]


@pytest.mark.parametrize(("arguments", "message"), BAD, ids=lambda a: " ".join(a) if isinstance(a, list) else None)
def test_bad_input_is_one_clear_line_and_exit_code_2(capsys, arguments, message):
    code, out, err = run(capsys, *arguments)
    assert code == 2 and out == ""
    assert message in err and err.count("\n") == 1 and err.startswith("harbourmaster: ")


def start(*arguments, **options):
    return subprocess.Popen(
        [sys.executable, "-m", "cli", *arguments],
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **options,
    )


def test_a_closed_pipe_ends_quietly(capsys):
    run(capsys, "replay", "yardstick")  # compiled from here on: nothing is announced
    process = start("replay", "yardstick", "--format", "jsonl")
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == "" and process.wait(120) in (0, -signal.SIGPIPE)


def test_ctrl_c_prints_what_was_finished_and_exits_130():
    process = start(
        "simulate", "yardstick", "--games", "100000000", "--format", "json", env={**os.environ, "PYTHONUNBUFFERED": "1"}
    )
    time.sleep(12)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130 and "Traceback" not in err
    answer = json.loads(out)
    assert answer["run"]["interrupted"] is True and 0 < answer["run"]["games"] < 100_000_000


def test_a_swallowed_ctrl_c_is_raised_again_at_the_next_block(monkeypatch):
    """Numba's callbacks swallow an exception raised in them: the handler remembers that it was asked."""
    import cli
    from reports.progress import progress

    handler = cli._Interrupts()
    before = signal.signal(signal.SIGINT, handler)
    try:
        with progress([], quiet=True) as advance:
            advance(1)
            with pytest.raises(KeyboardInterrupt):
                handler()
            with pytest.raises(KeyboardInterrupt):
                advance(2)
    finally:
        signal.signal(signal.SIGINT, before)
