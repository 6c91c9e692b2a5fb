"""The figures, compared with pictures that were looked at: labels, units, intervals, names drawn as text."""

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest
from pictures import same

from analyzer.experiments.compare import compare
from analyzer.experiments.simulate import simulate
from reports import figures, style

ODD = '<b>日本 $x_1$ & "co"_{2}'  # what would be markup, mathematics, or boxes
FOUR = ["yardstick:cards=5,colours=4", "cautious", "greedy", "explorer"]


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    path = tmp_path_factory.mktemp("set") / "odd.toml"
    path.write_text(f"name = '''{ODD}'''\nextends = \"base\"\n")
    return simulate(FOUR, games=4_000, seed=1, card_set=str(path))


@pytest.fixture(scope="module")
def drawn(result):
    with style.styled():
        yield figures.drawn(result)


TABLES = [
    "strategies", "seats", "neighbours", "game_length", "vp_distribution", "winning_vp", "margins", "bust_by_colours",
    "bust_by_swords", "bust_by_size", "bust_by_round", "hires",
]  # fmt: skip


@pytest.mark.parametrize("table", TABLES)
def test_the_picture_is_the_one_that_was_looked_at(drawn, table, tmp_path):
    drawn[table].savefig(tmp_path / f"{table}.png", dpi=120)
    same(tmp_path / f"{table}.png", f"{table}.png", tolerance=6)


def test_every_figure_is_looked_at(drawn):
    assert list(drawn) == TABLES


def test_the_picture_of_a_comparison(tmp_path):
    found = compare("base", "one-more-contract-persons", ["yardstick", "explorer"], games=4_000)
    with style.styled():
        figures.drawn_comparison(found)["comparison"].savefig(tmp_path / "comparison.png", dpi=120)
    same(tmp_path / "comparison.png", "comparison.png", tolerance=6)


def test_a_changed_picture_is_noticed(drawn, tmp_path, monkeypatch):
    monkeypatch.delenv("NEW_BASELINES", raising=False)
    axis = drawn["seats"].axes[0]
    limits = axis.get_ylim()
    axis.set_ylim(0, 1)
    drawn["seats"].savefig(tmp_path / "changed.png", dpi=120)
    axis.set_ylim(*limits)
    with pytest.raises(AssertionError, match="differs by"):
        same(tmp_path / "changed.png", "seats.png", tolerance=6)


def test_files_are_the_same_bytes_each_time_and_names_are_text(result, tmp_path):
    written = [figures.save_all(result, tmp_path / folder) for folder in ("one", "two")]
    assert written[0] == [f"{table}.{end}" for table in TABLES for end in ("png", "svg")]
    for name in written[0]:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    for svg in (tmp_path / "one").glob("*.svg"):
        text = svg.read_text(encoding="utf-8")
        root = ElementTree.fromstring(text)  # well-formed
        words = " ".join("".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text"))
        assert "<b>日本 $x_1$ &" in words and "4,000 games" in words and "95 % intervals" in words, svg.name
        assert "<b>" not in text and not re.search(r"(?i)(href|src)=\"https?:", text)


def test_the_fonts_have_what_the_names_need(recwarn, result, tmp_path):
    figures.save_all(result, tmp_path)
    assert not [str(w.message) for w in recwarn if "Glyph" in str(w.message)]


def test_a_figure_is_one_column_wide(drawn):
    for figure in drawn.values():
        assert figure.get_figwidth() == style.WIDTH == 3.4
        sizes = [
            text.get_fontsize() for axis in figure.axes for text in [axis.xaxis.label, axis.yaxis.label, axis.title]
        ]
        assert min(sizes) >= 6.5


def test_a_users_own_settings_change_nothing(result, tmp_path):
    import matplotlib

    with matplotlib.rc_context({"font.size": 30, "text.usetex": True, "axes.facecolor": "red"}):
        figures.save_all(result, tmp_path / "odd")
    figures.save_all(result, tmp_path / "plain")
    assert (tmp_path / "odd" / "seats.png").read_bytes() == (tmp_path / "plain" / "seats.png").read_bytes()


def test_few_games_have_figures_without_intervals(tmp_path):
    lone = simulate(["yardstick"], games=4, players=3)
    assert not {"strategies.png", "neighbours.png"} & set(figures.save_all(lone, tmp_path / "lone"))
    tiny = simulate(["yardstick", "greedy"], games=2)
    assert "strategies.png" in figures.save_all(tiny, tmp_path / "tiny")
    assert np.isnan(tiny.tables["strategies"]["win_rate_low"]).all()


def test_nobody_finished(tmp_path):
    (tmp_path / "never.toml").write_text('extends = "base"\n[rules]\ngoal = 200\nround_cap = 3\n')
    never = simulate(["yardstick", "greedy"], games=40, card_set=str(tmp_path / "never.toml"))
    written = figures.save_all(never, tmp_path / "out")
    assert "game_length.png" in written and "winning_vp.png" not in written


def test_the_thin_ends_of_a_distribution_are_left_out_and_said_to_be():
    table = pd.DataFrame({"rounds": range(30), "games": [0] * 5 + [5_000] * 20 + [1] * 5})
    kept, remark = figures.up_to(table, "rounds", "games")
    assert list(kept["rounds"]) == list(range(5, 25)) and remark == " (0.00% of games lie beyond)"
    kept, remark = figures.up_to(table.iloc[5:25], "rounds", "games")
    assert len(kept) == 20 and remark == ""


def test_long_names_are_cut_and_palettes_are_distinct():
    assert style.name("yardstick:cards=5,colours=4,worth=3", 20).count("\n") == 1
    assert "..." in style.name("x" * 100, 20) and len(style.name("x" * 100, 20)) < 50
    ends = [style.name(f"yardstick:cards=5,colours=4,many_swords={n}", 20) for n in (5, 6)]
    assert ends[0] != ends[1]  # the middle is left out: names that differ at the end stay apart
    assert len(set(style.COLOURS)) == len(set(style.MARKERS)) == 6
    assert Path(style.font_file()).suffix == ".ttf"


def test_a_run_that_was_interrupted_before_its_first_block_has_no_figure(tmp_path):
    from analyzer.experiments.simulate import make_plan, run_plan
    from analyzer.tally import Tally

    whole = run_plan(make_plan(["yardstick", "greedy"], games=4), 1, 0.95)
    run = replace(whole.run, games=0, deals=0, interrupted=True)
    nothing = replace(whole, run=run, tally=Tally(whole.tally.counts, whole.tally.groups))
    assert figures.save_all(nothing, tmp_path) == []
