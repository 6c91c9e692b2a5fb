"""The page on writing strategies runs, and the page that lists them all is the one made from their files."""

import re
from importlib import resources

import pytest
from commandline import run

from analyzer.experiments.simulate import simulate
from analyzer.registry import find_strategy, strategy_names
from reports.strategies import listing

FOLDER = resources.files("analyzer.games.port_royal")
WRITING = (FOLDER / "WRITING_STRATEGIES.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", WRITING, re.DOTALL)


@pytest.mark.parametrize("text", EXAMPLES, ids=[text.split("\n")[0][3:40] for text in EXAMPLES])
def test_every_example_plays(tmp_path, text):
    (tmp_path / "mine.py").write_text(text)
    games = 40 if "look_ahead" in text else 400
    result = simulate([str(tmp_path / "mine.py"), "3xyardstick"], games=games)
    assert result.run.strategies == ["mine", "yardstick"] and result.run.games == games
    assert find_strategy("port-royal", str(tmp_path / "mine.py")).source


def test_its_preset_plays(tmp_path):
    (tmp_path / "hoarder.toml").write_text(re.search(r"```toml\n(.*?)```", WRITING, re.DOTALL)[1])
    result = simulate([str(tmp_path / "hoarder.toml"), "3xyardstick"], games=400, seed=2)
    same = simulate(["weights:coin=0.5,sword=0.8,armed=5", "3xyardstick"], games=400, seed=2)
    assert result.run.strategies == ["hoarder", "yardstick"] and (result.tally.sums == same.tally.sums).all()


def test_its_commands_run(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    commands = re.findall(r"^harbourmaster (.*?)(?:\s+#.*)?$", WRITING, re.MULTILINE)
    assert len(commands) == 3
    for command in commands:
        words = command.split()
        extra = ["--games", "200"] if words[0] == "simulate" or words[1] == "check" else []
        code, out, _ = run(capsys, *words, *extra)
        assert code == 0 and out, command


def test_the_list_of_strategies_is_the_one_made_from_their_files():
    page = (FOLDER / "STRATEGIES.md").read_text(encoding="utf-8")
    assert page == listing("port-royal"), "make it anew: harbourmaster strategies list --format markdown"
    assert len(strategy_names("port-royal")) >= 18 and all(
        f"## {name}\n" in page for name in strategy_names("port-royal")
    )
