"""The figures of `bust`, compared with pictures that were looked at."""

import pytest
from pictures import same

from analyzer.experiments.port_royal.bust import bust
from reports import style
from reports.port_royal.busts import FIGURES, busts_text, draw_busts, save_busts


@pytest.fixture(scope="module")
def found():
    return bust(swords="0..8", turns=3_000, sweep="ship-red-3c-skull=0..6", games=4_000)


@pytest.fixture(scope="module")
def drawn(found):
    with style.styled():
        yield draw_busts(found)


@pytest.mark.parametrize("name", FIGURES)
def test_the_picture_is_the_one_that_was_looked_at(drawn, name, tmp_path):
    drawn[name].savefig(tmp_path / f"{name}.png", dpi=120)
    same(tmp_path / f"{name}.png", f"bust_{name}.png", tolerance=6)
    assert drawn[name].get_figwidth() == style.WIDTH


def test_files_are_the_same_bytes_each_time(found, tmp_path):
    written = [save_busts(found, tmp_path / folder) for folder in ("one", "two")]
    assert written[0] == [f"{name}.{end}" for name in FIGURES for end in ("png", "svg")]
    for name in written[0]:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_a_disagreement_would_be_said(found):
    from dataclasses import replace

    assert "they agree" in busts_text(found)
    wrong = replace(found, run={**found.run, "p_value": 1e-6})
    assert "they do not agree" in busts_text(wrong)


def test_the_pictures_of_the_advisor(tmp_path):
    from analyzer.experiments.port_royal.advise import advise
    from analyzer.games.port_royal.position import position_of
    from reports.port_royal.advice import answers_figure, gain_figure

    position = position_of({"harbour": ["sailor-3-1", "ship-red-3c-skull"], "me": {"swords": 2, "coins": 5}})
    advice = advise(position, base="yardstick", worlds=300, turns=0)
    with style.styled():
        for name, draw in (("answers", answers_figure), ("gain", gain_figure)):
            draw(advice).savefig(tmp_path / f"{name}.png", dpi=120)
            same(tmp_path / f"{name}.png", f"advice_{name}.png", tolerance=6)
