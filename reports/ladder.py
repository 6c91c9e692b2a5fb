"""A ladder of strategies as plain text and as a figure."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer.registry import find_game
from reports.comparison import NOT_SIGNIFICANT, signed
from reports.terminal import columns, counted

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.experiments.ladder import Ladder


def ladder_text(ladder: Ladder) -> str:
    """The rungs from the top: each against the reference, and against the rung below."""
    run, game = ladder.run, find_game(ladder.run["game"])
    level = f"{100 * run['level']:g} % interval"
    rows = [["", "win rate", level, "advantage over", "", level, ""]]
    for record in ladder.tables["ladder"].to_dict("records"):
        row = [record["strategy"], "-" if math.isnan(record["win_rate"]) else f"{record['win_rate']:.4f}"]
        row.append(_span(record["win_rate_low"], record["win_rate_high"], "{:.4f}".format))
        if record["beats"]:
            doubtful = not record["p_adjusted"] < 1 - run["level"]
            row += [record["beats"], signed(record["advantage"])]
            row += [
                _span(record["advantage_low"], record["advantage_high"], signed),
                NOT_SIGNIFICANT if doubtful else "",
            ]
        else:
            row += ["", "", "", ""]
        rows.append(row)
    players = run["players"]
    fair = game.fair_share(players)
    parts = [
        [
            f"{game.title}, {players} players, card set {run['card_set']}: {counted(run['games'], 'game')}, "
            f"{run['games_of_each_duel']:,} in each duel, seed {run['seed']}"
        ],
        columns(rows),
        [
            f"Win rate: of one among {players - 1} {run['reference']}"
            + (f" (fair share {fair:.4f})." if fair else "."),
            f"Advantage: the win rate of one among {players - 1} of the other, less that of the other among {players - 1} of the "
            "one,",
            f"on the same deals. {NOT_SIGNIFICANT}: not significant (Holm).",
        ],
    ]
    return "\n\n".join("\n".join(part) for part in parts)


def _span(low: float, high: float, text: Any) -> str:
    return "-" if math.isnan(low) else f"{text(low)} to {text(high)}"


def draw_ladder(ladder: Ladder) -> Figure:
    """Win rates against the reference, and advantages over the rung below. Call it within `styled`."""
    from matplotlib.ticker import MaxNLocator

    from reports.figures import dots, fair_line
    from reports.style import COLOURS, INK, Facts, name, new_figure

    run, table = ladder.run, ladder.tables["ladder"]
    game = find_game(run["game"])
    facts = Facts(
        f"{game.title}, {run['players']} players, card set {run['card_set']}. One among copies of {run['reference']}; one among "
        "copies of the rung below, less the reverse (hollow: not significant). Dashed: no difference.",
        f"{run['games_of_each_duel']:,} games in each duel.",
        run["level"],
        game.fair_share(run["players"]),
    )
    figure, (left, right) = new_figure(0.9 + 0.15 * len(table), "Ladder", facts, panels=2, sharey=True)
    dots(left, table, "win_rate", list(table["strategy"]), width=30)
    fair_line(left, facts)
    left.set_xlabel(f"win rate among\n{name(run['reference'], 18)}")
    dots(right, table, "advantage", list(table["strategy"]), colour=COLOURS[1], width=30)
    doubtful = ~(table["p_adjusted"] < 1 - run["level"]).to_numpy()
    places = np.arange(len(table))[::-1]
    right.plot(
        table["advantage"].to_numpy()[doubtful],
        places[doubtful],
        "o",
        color=COLOURS[1],
        markerfacecolor="#ffffff",
        zorder=3,
    )
    right.axvline(0, color=INK, linestyle="--", linewidth=0.7, zorder=0)
    right.set_xlabel("advantage over\nthe rung below")
    for axis in (left, right):
        axis.xaxis.set_major_locator(MaxNLocator(3))
        axis.tick_params(axis="y", length=0)
    return figure


def save_ladder(ladder: Ladder, folder: Path) -> list[str]:
    """Write the table, the provenance and the figure. Returns the names of the figure's files.

    Raises
    ------
    OutputError
    """
    from reports.figures import save_figures
    from reports.style import styled

    ladder.save(folder)
    with styled():
        return save_figures({"ladder": draw_ladder(ladder)}, folder)
