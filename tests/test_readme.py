"""What the README says is true: its commands parse, its Python runs, its output is what the program prints."""

import re
import shlex
from pathlib import Path

import pytest
from commandline import run

from analyzer.registry import find_game, find_strategy

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def marked(marker):
    return README.split(f"<!-- {marker} -->")[1].split("```")[1].partition("\n")[2]


def test_the_two_commands_are_one_line_each():
    for marker, end in (("main command", "--games 1000000"), ("test command", "-m pytest -n auto")):
        command = marked(marker).strip()
        assert "\n" not in command and command.startswith("python3 -m venv .venv && ") and command.endswith(end)


@pytest.mark.parametrize(
    "line", [line for block in blocks("sh") for line in block.splitlines() if line.startswith("harbourmaster ")]
)
def test_its_examples_run(capsys, tmp_path, monkeypatch, line):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "path" / "to").mkdir(parents=True)
    (tmp_path / "path" / "to" / "mine.py").write_text(next(b for b in blocks("python") if "def draw" in b))
    words = shlex.split(line, comments=True)[1:]
    if words[0] == "show":
        run(capsys, "simulate", "yardstick", "--games", 200, "--out", "result")
    if words[:2] == ["strategies", "check"]:
        run(capsys, "strategies", "new", words[2].removesuffix(".py"))
        words += ["--games", "100"]
    if words[0] in ("simulate", "compare", "report", "ladder") and "--games" not in words:
        words += ["--games", "40"]
    code, out, _ = run(capsys, *words)
    assert code == 0 and out


def test_its_strategy_works(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(next(b for b in blocks("python") if "def draw" in b))
    strategy = find_strategy("port-royal", str(path))
    assert strategy.summary.startswith("Stop early") and strategy.compiled("draw")


def test_its_card_set_loads(tmp_path):
    (tmp_path / "long.toml").write_text(blocks("toml")[0])
    card_set = find_game("port-royal").card_set(str(tmp_path / "long.toml"))
    assert (card_set.name, card_set.rules.goal, card_set.rules.fee) == ("long", 15, 2)
    assert {face.id: face.count for face in card_set.faces}["jester-7-2"] == 5
    assert len(find_game("port-royal").card_sets()) == 9 and "Nine sets ship" in README


def test_its_python_runs(capsys):
    code = next(b for b in blocks("python") if "analyzer.simulate(" in b)
    exec(compile(code, "README.md", "exec"), {})
    assert "yardstick" in capsys.readouterr().out


def test_its_output_has_the_form_of_the_programs(capsys):
    shown = marked("output")
    _, out, _ = run(capsys, "simulate", "yardstick", "cautious", "greedy", "explorer", "--games", 2000)
    words = [
        re.sub(r"[\d.,%]+", "0", line).split()[:2]
        for text in (shown, out)
        for line in text.strip().splitlines()
        if line.strip()
    ]
    half = len(words) // 2
    assert {tuple(w) for w in words[:half]} - {("Note:", "0")} <= {tuple(w) for w in words[half:]} | {("Note:", "0")}
