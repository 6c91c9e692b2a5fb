"""Whole games kept as text: the best introduction to the rules, and a guard against any change of them."""

from pathlib import Path

import pytest
import support

from reports.port_royal.replay import tell

FOLDER = Path(__file__).parent / "playthroughs"
GAMES = {
    "two_players.txt": (["yardstick", "swordsman"], 1, 4, 0),
    "four_players.txt": (["yardstick", "cautious", "greedy", "explorer"], 1, 17, 0),
    "five_players.txt": (["explorer", "swordsman", "yardstick", "greedy", "random"], 2, 3, 1),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_told_as_it_was(name):
    specs, seed, deal, seating = GAMES[name]
    events = support.GAME.trace(support.GAME.card_set("base"), support.line_up(specs), seed, deal, seating)
    assert list(tell(events)) == (FOLDER / name).read_text(encoding="utf-8").splitlines()


def test_every_event_is_told():
    """No kind of event is without words, and the story's coins and points are those of the end."""
    for name in GAMES:
        lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
        assert lines[-1].strip().startswith("P")
    from analyzer.games.port_royal.odd_sets import ODD_SETS

    for card_set in ODD_SETS:
        entries = support.line_up(["random", "explorer", "swordsman"])
        for deal in range(3):
            events = support.GAME.trace(card_set, entries, 5, deal, 0)
            lines = list(tell(events))
            turns = [line for line in lines if line.startswith("Round ")]
            assert len(turns) == sum(e["event"] == "turn" for e in events)
            assert len(lines) > len(turns)
