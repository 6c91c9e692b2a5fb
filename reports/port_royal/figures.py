"""Figures that only Port Royal has."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reports.figures import Draw, Tables, dots, fair_line, histogram, legend, share_axis, spans, up_to, whole_numbers
from reports.style import COLOURS, MARKERS, Facts, name, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def bust_by_colours(tables: Tables, facts: Facts) -> Figure:
    """How likely the next card is a bust, by the ship colours that lie in the harbour; one line for each strategy."""
    table = tables["bust_by_colours"]
    who = list(dict.fromkeys(table["strategy"]))
    figure, (axis,) = new_figure(2.2 + 0.12 * ((len(who) + 1) // 2), "Busts by colours in the harbour", facts)
    for i, strategy in enumerate(who):
        rows = table[table["strategy"] == strategy]
        shift = 0.06 * (i - (len(who) - 1) / 2)  # so that intervals don't hide each other
        axis.errorbar(
            rows["colours"] + shift, rows["bust_rate"], yerr=spans(rows, "bust_rate"), color=COLOURS[i % len(COLOURS)],
            marker=MARKERS[i % len(MARKERS)], label=name(strategy, 30),
        )  # fmt: skip
    axis.set_xticks(sorted(set(table["colours"])))
    axis.set_xlabel("ship colours in the harbour before the draw")
    share_axis(axis, "bust probability (share of draws)")
    legend(axis)
    return figure


def _bust_by(name: str, key: str, title: str, label: str) -> Draw:
    def draw(tables: Tables, facts: Facts) -> Figure:
        """How likely the next card is a bust, all strategies together."""
        table = tables[name]
        figure, (axis,) = new_figure(2.1, title, facts)
        axis.errorbar(
            table[key], table["bust_rate"], yerr=spans(table, "bust_rate"), color=COLOURS[0], marker=MARKERS[0]
        )
        axis.set_ylim(bottom=0)
        whole_numbers(axis)
        axis.set_xlabel(label)
        share_axis(axis, "bust probability (share of draws)")
        return figure

    return draw


def vp_distribution(tables: Tables, facts: Facts) -> Figure:
    """With how many victory points games end, by strategy."""
    table, remark = up_to(tables["vp_distribution"].sort_values("vp", kind="stable"), "vp", "games")
    first, last = int(table["vp"].min()), int(table["vp"].max())
    who = list(dict.fromkeys(tables["vp_distribution"]["strategy"]))
    figure, (axis,) = new_figure(2.3 + 0.12 * ((len(who) + 1) // 2), "Victory points at the end", facts)
    for i, strategy in enumerate(who):
        rows = table[table["strategy"] == strategy].set_index("vp").reindex(range(first, last + 1))
        rows = rows.fillna({"share": 0, "share_low": 0, "share_high": 0})
        colour = COLOURS[i % len(COLOURS)]
        axis.plot(rows.index, rows["share"], marker=MARKERS[i % len(MARKERS)], color=colour, label=name(strategy, 30))
        axis.fill_between(rows.index, rows["share_low"], rows["share_high"], color=colour, alpha=0.25, linewidth=0)
    whole_numbers(axis)
    axis.set_xlabel(f"victory points{remark}")
    share_axis(axis, "share of the strategy's games")
    legend(axis)
    return figure


def winning_vp(tables: Tables, facts: Facts) -> Figure:
    """With how many victory points games are won."""
    words = ("The winner's victory points", "victory points of the winner", "share of finished games")
    return histogram(tables["winning_vp"], "vp", words, facts)


def margins(tables: Tables, facts: Facts) -> Figure:
    """By how many victory points games are won."""
    words = ("The winner's lead", "lead in VP; 0: by coins", "share of contested games")
    return histogram(tables["margins"], "margin", words, facts)


def hires(tables: Tables, facts: Facts) -> Figure:
    """How often each face is hired, and how often those win who hired it (a correlation)."""
    table = tables["hires"].sort_values("hired_per_game", ascending=False, kind="stable")
    height = 0.8 + 0.125 * len(table)
    figure, (left, right) = new_figure(height, "Hires by face", facts, panels=2, sharey=True)
    dots(left, table, "hired_per_game", list(table["face"]))
    left.set_xlim(left=0)
    left.set_xlabel("hired per game")
    dots(right, table, "win_rate_of_owner", list(table["face"]), colour=COLOURS[1])
    fair_line(right, facts)
    right.set_xlabel("win rate of owners\n(correlation, not cause)")
    left.tick_params(axis="y", labelsize=5.5, length=0)
    right.tick_params(axis="y", length=0)
    left.set_yticks(np.arange(len(table))[::-1], [str(face) for face in table["face"]])
    return figure


FIGURES: dict[str, Draw] = {
    "bust_by_colours": bust_by_colours, "vp_distribution": vp_distribution, "winning_vp": winning_vp, "margins": margins,
    "hires": hires,
    "bust_by_swords": _bust_by("bust_by_swords", "swords", "Busts by swords", "swords of who draws (8: 8 or more)"),
    "bust_by_size": _bust_by("bust_by_size", "cards", "Busts by cards in the harbour", "cards in the harbour (12: 12 or more)"),
    "bust_by_round": _bust_by("bust_by_round", "round", "Busts by round", "round"),
}  # fmt: skip
