"""How likely a bust is, as plain text and as figures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from reports.terminal import columns, counted

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from analyzer.experiments.port_royal.bust import Busts
    from reports.style import Facts

DISAGREE = 0.001  # of the corrected p-value: below, exact and simulated figures are said to differ


def _matrix(table: pd.DataFrame, rows: str, value: str, head: str) -> list[str]:
    """A table of percentages: one line for each row, one column for each number of swords."""
    wide = table.pivot(index=rows, columns="swords", values=value)
    lines = [[head, *(str(number) for number in wide.columns)]]
    lines += [
        [str(label), *(f"{100 * chance:.1f}" for chance in row)]
        for label, row in zip(wide.index, wide.to_numpy(), strict=True)
    ]
    return columns(lines)


def busts_text(found: Busts) -> str:
    """What `bust` prints: per cent, one column for each number of swords."""
    run, tables = found.run, found.tables
    pile = "the whole deck" if run["unseen"] is None else f"a pile of {counted(run['unseen'], 'card')}"
    parts = [[f"Port Royal, card set {run['card_set']}, {pile}; chances in per cent, by the player's swords"]]
    parts.append(
        ["The next card is a bust, by ship colours in the harbour (mean over the sets of so many colours):"]
        + _matrix(tables["next_card"], "colours", "bust_chance", "colours")
    )
    parts.append(["No bust within so many cards:", *_matrix(tables["turn"], "cards", "exact", "cards")])
    parts.append(
        ["The harbour ever has so many colours:", *_matrix(tables["reach_colours"], "colours", "exact", "colours")]
    )
    parts.append(["The harbour ever has so many cards:", *_matrix(tables["reach_cards"], "cards", "exact", "cards")])
    if "sweep" in tables:
        table = tables["sweep"]
        least = table["swords"].min()
        shown = table[table["swords"] == least]
        wide = shown.pivot(index="copies", columns="number", values="reach_colours")
        lines = [["copies", *(f"{k} colours" for k in wide.columns)]]
        lines += [
            [str(copies), *(f"{100 * chance:.2f}" for chance in row)]
            for copies, row in zip(wide.index, wide.to_numpy(), strict=True)
        ]
        parts.append(
            [
                f"The harbour ever has so many colours, by copies of {table['face'].iloc[0]}, {least} swords:",
                *columns(lines),
            ]
        )
    if "thresholds" in tables:
        lines = [["stop at", "win rate", f"{100 * run['level']:g} % interval"]]
        lines += [
            [f"{row.stop_at} {row.number}", f"{row.win_rate:.4f}", f"{row.win_rate_low:.4f} to {row.win_rate_high:.4f}"]
            for row in tables["thresholds"].itertuples()
        ]
        parts.append([f"One who stops at a threshold, among {run['players'] - 1} yardstick:", *columns(lines)])
    parts.append([agreement_text(run)])
    parts.append(
        [
            "Drawing on for ever, repelling every duplicate that can be repelled. The last chances are for a turn that begins "
            "with an empty harbour.",
            "More: --out DIR writes all tables and figures; --format json or csv prints them.",
        ]
    )
    return "\n\n".join("\n".join(part) for part in parts)


def agreement_text(run: dict[str, Any]) -> str:
    """Whether the simulator's turns agree with the exact chances."""
    if not run["comparisons"]:
        return "Exact; nothing was simulated."
    words = "do not agree" if run["p_value"] < DISAGREE else "agree"
    return (
        f"Exact, and {counted(run['turns'], 'simulated turn')} for each figure: they {words}. The largest of "
        f"{run['comparisons']} differences is {run['worst_standard_errors']:.1f} standard errors "
        f"(p = {run['p_value']:.2g}, Holm)."
    )


# ---------------------------------------------------------------- figures


def _caption(found: Busts, intervals: str) -> Facts:
    from reports.style import captioned

    run = found.run
    pile = "the whole deck" if run["unseen"] is None else f"a pile of {counted(run['unseen'], 'card')}"
    return captioned(f"Port Royal, card set {run['card_set']}, {pile}. {intervals}", run["level"])


def _simulated(found: Busts) -> str:
    run = found.run
    if not run["turns"]:
        return "Exact."
    return f"Lines: exact. Bars: {counted(run['turns'], 'simulated turn')} for each point, {100 * run['level']:g} % intervals."


def _shown_swords(found: Busts) -> list[int]:
    """At most six numbers of swords, so that lines can be told apart."""
    swords: list[int] = found.run["swords"]
    most = 6
    return swords if len(swords) <= most else [swords[round(i * (len(swords) - 1) / (most - 1))] for i in range(most)]


def _lines(found: Busts, name: str, over: str, title: str, label: str, height: float = 2.6) -> Figure:
    """One line for each number of swords, simulated intervals beside it."""
    from reports.figures import legend, share_axis, whole_numbers
    from reports.style import COLOURS, MARKERS, new_figure

    table = found.tables[name]
    figure, (axis,) = new_figure(height, title, _caption(found, _simulated(found)))
    for i, number in enumerate(_shown_swords(found)):
        rows = table[table["swords"] == number]
        axis.plot(
            rows[over], rows["exact"], color=COLOURS[i], marker=MARKERS[i], markersize=3, label=counted(number, "sword")
        )
        if "simulated" in rows:
            axis.vlines(
                rows[over], rows["simulated_low"], rows["simulated_high"], color=COLOURS[i], linewidth=2.2, alpha=0.5
            )
    whole_numbers(axis)
    axis.set_ylim(0, 1.02)
    axis.set_xlabel(label)
    share_axis(axis, "chance")
    legend(axis)
    return figure


def next_card_figure(found: Busts) -> Figure:
    """How likely the next card is a bust, by colours in the harbour, one line for each number of swords."""
    from reports.figures import legend, share_axis, whole_numbers
    from reports.style import COLOURS, MARKERS, new_figure

    table = found.tables["next_card"]
    facts = _caption(found, "Exact: the mean over the sets of so many colours; band: the least and the most.")
    figure, (axis,) = new_figure(2.6, "The next card is a bust", facts)
    for i, number in enumerate(_shown_swords(found)):
        rows = table[table["swords"] == number]
        axis.fill_between(rows["colours"], rows["least"], rows["most"], color=COLOURS[i], alpha=0.2, linewidth=0)
        axis.plot(
            rows["colours"], rows["bust_chance"], color=COLOURS[i], marker=MARKERS[i], label=counted(number, "sword")
        )
    whole_numbers(axis)
    axis.set_ylim(bottom=0)
    axis.set_xlabel("ship colours in the harbour")
    share_axis(axis, "bust probability")
    legend(axis)
    return figure


def turn_figure(found: Busts) -> Figure:
    """The survival curve of a turn."""
    return _lines(found, "turn", "cards", "A turn survives", "cards drawn")


def reach_cards_figure(found: Busts) -> Figure:
    """How likely the harbour ever has so many cards."""
    return _lines(
        found, "reach_cards", "cards", "So many cards in the harbour", "cards in the harbour (ships and persons)"
    )


def reach_colours_figure(found: Busts) -> Figure:
    """How likely the harbour ever has so many colours, as a heat map: the number in each field is the chance in per cent."""
    from reports.style import INK, PAPER, new_figure

    wide = found.tables["reach_colours"].pivot(index="colours", columns="swords", values="exact")
    facts = _caption(found, "Exact, in per cent, for who never stops.")
    figure, (axis,) = new_figure(0.9 + 0.28 * len(wide), "So many colours in the harbour", facts)
    axis.imshow(wide.to_numpy(), cmap="cividis", vmin=0, vmax=1, aspect="auto", origin="lower")
    for (row, column), chance in np.ndenumerate(wide.to_numpy()):
        axis.text(
            column, row, f"{100 * chance:.0f}" if chance >= 0.095 else f"{100 * chance:.1f}", ha="center", va="center",
            fontsize=6, color=INK if chance > 0.5 else PAPER,
        )  # fmt: skip
    axis.grid(visible=False)
    axis.set_xticks(range(len(wide.columns)), [str(number) for number in wide.columns])
    axis.set_yticks(range(len(wide.index)), [str(number) for number in wide.index])
    axis.set_xlabel("the player's swords")
    axis.set_ylabel("ship colours")
    return figure


def sweep_figure(found: Busts) -> Figure:
    """How the chance of so many colours moves with the copies of a face."""
    from reports.figures import legend, share_axis, whole_numbers
    from reports.style import COLOURS, MARKERS, new_figure

    table = found.tables["sweep"]
    least = table["swords"].min()
    facts = _caption(found, f"Exact, with {counted(int(least), 'sword')}, for who never stops.")
    figure, (axis,) = new_figure(2.6, "So many colours, by copies of a face", facts)
    shown = table[(table["swords"] == least) & (table["number"] > 1)]
    for i, (k, rows) in enumerate(shown.groupby("number")):
        place = i % len(COLOURS)
        axis.plot(
            rows["copies"], rows["reach_colours"], color=COLOURS[place], marker=MARKERS[place], label=f"{k} colours"
        )
    whole_numbers(axis)
    axis.set_ylim(bottom=0)
    axis.set_xlabel(f"copies of {table['face'].iloc[0]}")
    share_axis(axis, "chance")
    legend(axis)
    return figure


def thresholds_figure(found: Busts) -> Figure:
    """What a threshold of stopping wins."""
    from reports.figures import dots
    from reports.style import INK, new_figure

    table, run = found.tables["thresholds"], found.run
    facts = _caption(
        found,
        f"One who stops at a threshold, among {run['players'] - 1} yardstick. {counted(int(table['games'].iloc[0]), 'game')} for "
        f"each, {100 * run['level']:g} % intervals, by deals. Dashed: the fair share.",
    )
    figure, (axis,) = new_figure(0.9 + 0.15 * len(table), "Where to stop", facts)
    dots(axis, table, "win_rate", [f"{row.stop_at} {row.number}" for row in table.itertuples()])
    axis.axvline(1 / run["players"], color=INK, linestyle="--", linewidth=0.7, zorder=0)
    axis.set_xlabel("win rate")
    axis.set_ylabel("stop at")
    return figure


FIGURES: dict[str, Callable[[Busts], Figure]] = {
    "next_card": next_card_figure, "turn": turn_figure, "reach_colours": reach_colours_figure,
    "reach_cards": reach_cards_figure, "sweep": sweep_figure, "thresholds": thresholds_figure,
}  # fmt: skip


def draw_busts(found: Busts) -> dict[str, Figure]:
    """All figures that the tables allow, by name. Call it within `styled`."""
    return {name: draw(found) for name, draw in FIGURES.items() if name in found.tables}


def save_busts(found: Busts, folder: Path) -> list[str]:
    """Write tables, provenance and figures. Returns the names of the figures' files.

    Raises
    ------
    OutputError
    """
    from reports.figures import save_figures
    from reports.style import styled

    found.save(folder)
    with styled():
        return save_figures(draw_busts(found), folder)
