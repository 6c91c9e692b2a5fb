"""The advisor's answer, as plain text and as figures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from reports.comparison import signed
from reports.terminal import columns, counted

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.experiments.port_royal.advise import Advice


def advice_text(advice: Advice) -> str:
    """What `advise` prints."""
    run, tables = advice.run, advice.tables
    level = f"{100 * run['level']:g} % interval"
    parts = [[f"Port Royal, {run['players']} players, card set {run['card_set']}"]]
    if run["bust_chance"] is not None:
        line = f"The next card is a bust with a chance of {run['bust_chance']:.10g}"
        table = tables["next_cards"]
        ahead = [f"{row.cards}: {row.no_bust_chance:.3f}" for row in table.iloc[1:6].itertuples()]
        parts.append([line + (f"; no bust within so many cards: {', '.join(ahead)}." if ahead else ".")])
        gain = tables["gain"].iloc[-1]
        parts.append(
            [
                f"In coins ({run['vp']:g} for a VP, {run['ability']:g} for an ability, {run['left']:g} less for each card left to "
                "the others):",
                f"stopping is worth {gain['stop_value']:.2f}, one more card {tables['gain'].iloc[0]['gain']:+.2f}, "
                f"drawing on up to {int(gain['horizon'])} cards {gain['gain']:+.2f}.",
            ]
        )
    rows = [["", "wins", level, f"more than {run['base_answer']}", level]]
    for place, row in enumerate(tables["answers"].to_dict("records")):
        cells = [row["answer"], f"{row['win_share']:.4f}", f"{row['win_share_low']:.4f} to {row['win_share_high']:.4f}"]
        span = f"{signed(row['difference_low'])} to {signed(row['difference_high'])}"
        rows.append([*cells, *((signed(row["difference"]), span) if place else ("", ""))])
    parts.append(
        [f"Played to the end in {counted(run['worlds'], 'world')}, {run['base']} on all seats:", *columns(rows)]
    )
    if "rules" in tables:
        rows = [["from here", "coins", level, "loses", level]]
        for place, row in enumerate(tables["rules"].to_dict("records")):
            cells = [row["rule"], f"{row['value']:.2f}", f"{row['value_low']:.2f} to {row['value_high']:.2f}"]
            loss = (f"{row['loss']:.2f}", f"{row['loss_low']:.2f} to {row['loss_high']:.2f}")
            rows.append([*cells, *(loss if place else ("", ""))])
        parts.append(columns(rows))
    parts.append([recommendation_text(advice)])
    if run["bust_chance"] is not None and not run["position"].get("harbour"):
        parts.append(
            ["Note: the first card of a turn is compulsory; one can stop with an empty harbour only after it."]
        )
    return "\n\n".join("\n".join(part) for part in parts)


def recommendation_text(advice: Advice) -> str:
    """The recommendation, and how sure it is."""
    run = advice.run
    if len(advice.tables["answers"]) == 1:
        return f"Recommended: {run['recommendation']}: there is no other answer."
    if run["clear"]:
        return f"Recommended: {run['recommendation']}."
    return (
        f"Recommended: {run['recommendation']}, but it is not clearly better than {', '.join(run['not_clearly_behind'])} "
        "(paired t tests, Holm). More --worlds may tell."
    )


def gain_figure(advice: Advice) -> Figure:
    """What drawing on is expected to gain, by how many cards it may go on."""
    from reports.figures import whole_numbers
    from reports.style import COLOURS, INK, captioned, new_figure

    run, table = advice.run, advice.tables["gain"]

    words = (
        f"Port Royal, {run['players']} players, card set {run['card_set']}. Exact, in coins: {run['vp']:g} for a VP, "
        f"{run['ability']:g} for an ability. Chance of a bust on the next card: {run['bust_chance']:.1%}."
    )
    figure, (axis,) = new_figure(2.0, "Expected gain of drawing on", captioned(words, run["level"]))
    axis.plot(table["horizon"], table["gain"], color=COLOURS[0], marker="o")
    axis.axhline(0, color=INK, linestyle="--", linewidth=0.7, zorder=0)
    whole_numbers(axis)
    axis.set_xlabel("cards that may still be drawn")
    axis.set_ylabel("coins more than stopping now")
    return figure


def answers_figure(advice: Advice) -> Figure:
    """What each answer wins."""
    from reports.figures import dots
    from reports.style import captioned, new_figure

    run, table = advice.run, advice.tables["answers"]

    words = (
        f"Port Royal, {run['players']} players, card set {run['card_set']}. Played to the end in "
        f"{counted(run['worlds'], 'world')}, {run['base']} on all seats; {100 * run['level']:g} % intervals."
    )
    figure, (axis,) = new_figure(0.9 + 0.18 * len(table), "What each answer wins", captioned(words, run["level"]))
    dots(axis, table, "win_share", list(table["answer"]))
    axis.set_xlabel("share of the win")
    return figure


def save_advice(advice: Advice, folder: Path) -> list[str]:
    """Write tables, provenance and figures. Returns the names of the figures' files.

    Raises
    ------
    OutputError
    """
    from reports.figures import save_figures
    from reports.style import styled

    advice.save(folder)
    with styled():
        figures = {"answers": answers_figure(advice)}
        if "gain" in advice.tables:
            figures["gain"] = gain_figure(advice)
        return save_figures(figures, folder)
