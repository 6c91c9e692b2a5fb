"""Figures of tables that every game has, and the saving of all figures of a result.

A figure is a function (tables, facts) -> Figure, listed under the name of the table that it draws. What only one game has is
listed in ``reports/<game>/figures.py``.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.ticker import MaxNLocator, PercentFormatter
from matplotlib.transforms import ScaledTranslation

from analyzer.registry import find_game
from analyzer.result import whole, writing
from reports.style import COLOURS, INK, Facts, name, new_figure, save, styled
from reports.terminal import counted, heading

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analyzer.experiments.compare import Comparison
    from analyzer.result import Result

Tables = Mapping[str, "pd.DataFrame"]
Draw = Callable[[Tables, Facts], "Figure"]
ENDINGS = ("png", "svg")
TAIL = 0.999  # a distribution is drawn up to here


def facts_of(result: Result) -> Facts:
    """What the captions of a result's figures say."""
    run, game = result.run, find_game(result.run.game)
    return Facts(
        played=f"{game.title}, {run.players} players, card set {run.card_set}.",
        size=f"{counted(run.games, 'game')} in {counted(run.deals, 'deal')}"
        + (" (interrupted)." if run.interrupted else "."),
        level=run.level,
        fair_share=game.fair_share(run.players),
        intervals=result.tally.groups >= 2,
    )


# ---------------------------------------------------------------- parts


def spans(table: pd.DataFrame, measure: str) -> np.ndarray[Any, Any]:
    """How far an interval reaches below and above each value, ndarray (2, rows); 0 where it is not known."""
    value, low, high = (table[column].to_numpy(float) for column in (measure, f"{measure}_low", f"{measure}_high"))
    return np.nan_to_num(np.maximum([value - low, high - value], 0))


def dots(
    axis: Axes, table: pd.DataFrame, measure: str, labels: Sequence[object], colour: str = COLOURS[0], width: int = 20
) -> None:
    """One row for each label, from the top: the value as a dot, its interval as a line."""
    places = np.arange(len(table))[::-1]
    axis.errorbar(table[measure], places, xerr=spans(table, measure), fmt="o", color=colour)
    axis.xaxis.set_major_locator(MaxNLocator(5))
    axis.set_yticks(places, [name(label, width) for label in labels])
    axis.set_ylim(-0.6, len(table) - 0.4)
    axis.grid(visible=False, axis="y")


def fair_line(axis: Axes, facts: Facts, vertical: bool = True) -> None:
    """The fair share as a dashed line."""
    if facts.fair_share is None:
        return
    (axis.axvline if vertical else axis.axhline)(facts.fair_share, color=INK, linestyle="--", linewidth=0.7, zorder=0)


def share_axis(axis: Axes, label: str) -> None:
    """A vertical axis of shares, from 0."""
    axis.set_ylabel(label)
    axis.set_ylim(bottom=0)


LEGEND_HALF = 24  # characters of a name for which there is room beside another one


def legend(axis: Axes) -> None:
    """The names of the lines, below the label of the horizontal axis."""
    figure = axis.get_figure(root=True)
    assert figure is not None
    lines = axis.get_xlabel().count("\n")
    below = axis.transAxes + ScaledTranslation(0, -0.3 - 0.11 * lines, figure.dpi_scale_trans)
    names = [text for text in axis.get_legend_handles_labels()[1] if text]
    ncols = 2 if max(map(len, names), default=0) <= LEGEND_HALF else 1
    axis.legend(loc="upper left", bbox_to_anchor=(0, 0), bbox_transform=below, ncols=ncols, columnspacing=1.2)


def up_to(table: pd.DataFrame, key: str, count: str, tail: float = TAIL) -> tuple[pd.DataFrame, str]:
    """A distribution without its thin ends, and a remark on what is left out."""
    share = table[count].cumsum() / table[count].sum()
    kept = table[(share > 1 - tail) & (share.shift(fill_value=0) < tail)]
    left = 1 - kept[count].sum() / table[count].sum()
    remark = f" ({left:.2%} of games lie beyond)" if left > 0 else ""
    return kept, remark


def whole_numbers(axis: Axes) -> None:
    """No ticks between whole numbers on the horizontal axis."""
    axis.xaxis.set_major_locator(MaxNLocator(integer=True))


def bars(axis: Axes, table: pd.DataFrame, key: str, measure: str, colour: str = COLOURS[0]) -> None:
    """A distribution as bars with intervals."""
    axis.bar(table[key], table[measure], width=0.8, color=colour)
    axis.errorbar(table[key], table[measure], yerr=spans(table, measure), fmt="none", ecolor=INK, elinewidth=0.7)
    axis.grid(visible=False, axis="x")
    whole_numbers(axis)


# ---------------------------------------------------------------- figures


def strategies(tables: Tables, facts: Facts) -> Figure:
    """Win rates with intervals, against the fair share."""
    table = tables["strategies"].sort_values("win_rate", ascending=False, kind="stable")
    figure, (axis,) = new_figure(0.75 + 0.24 * len(table), "Who wins", facts)
    dots(axis, table, "win_rate", list(table["strategy"]))
    fair_line(axis, facts)
    axis.set_xlabel("win rate (dashed: the fair share)")
    return figure


def seats(tables: Tables, facts: Facts) -> Figure:
    """Win rates by seat, against the fair share."""
    table = tables["seats"]
    figure, (axis,) = new_figure(1.9, "Seats", facts)
    axis.errorbar(table["seat"], table["win_rate"], yerr=spans(table, "win_rate"), fmt="o", color=COLOURS[0])
    fair_line(axis, facts, vertical=False)
    axis.set_xticks(table["seat"])
    axis.set_xlim(-0.5, len(table) - 0.5)
    axis.set_xlabel("seat (0 starts)")
    axis.set_ylabel("win rate (dashed: the fair share)")
    return figure


def neighbours(tables: Tables, facts: Facts) -> Figure:
    """Win rates of each strategy by the strategy of the player before it."""
    table = tables["neighbours"]
    centre = facts.fair_share if facts.fair_share is not None else float(table["win_rate"].mean())
    label = "win rate of this strategy"
    return heat_map(table, ("strategy", "after"), "win_rate", centre, ("Who follows whom", label), facts)


def heat_map(
    table: pd.DataFrame,
    keys: tuple[str, str],
    measure: str,
    centre: float,
    words: tuple[str, str],
    facts: Facts,
    sign: str = "",
) -> Figure:
    """A measure by the strategy and the one before it, as numbers with intervals on colours.

    Parameters
    ----------
    table : DataFrame
    keys : (rows, columns)
    measure : str
        With ``<measure>_low`` and ``<measure>_high``.
    centre : float
        The value that has no colour.
    words : (title, label of the rows)
    facts : Facts
    sign : str
        ``+`` for differences.
    """
    rows, columns = (list(dict.fromkeys(table[key])) for key in keys)
    columns = [row for row in rows if row in columns] + [column for column in columns if column not in rows]
    found = {(row[keys[0]], row[keys[1]]): row for row in table.to_dict("records")}
    values = np.array([[found[r, c][measure] if (r, c) in found else np.nan for c in columns] for r in rows], float)
    figure, (axis,) = new_figure(1.0 + 0.32 * len(rows), words[0], facts)
    reach = max(float(np.nanmax(np.abs(values - centre))), 1e-9)
    axis.imshow(values, cmap="PuOr_r", vmin=centre - 1.3 * reach, vmax=centre + 1.3 * reach, aspect="auto")
    for (y, x), value in np.ndenumerate(values):
        if not np.isnan(value):
            low, high = (found[rows[y], columns[x]][f"{measure}_{end}"] for end in ("low", "high"))
            text = f"{value:{sign}.3f}\n{_spread(value, low, high)}".strip()
            dark = abs(value - centre) > 0.9 * reach
            axis.text(x, y, text, ha="center", va="center", fontsize=5.5, color="#fefefe" if dark else "#010101")
    axis.set_xticks(range(len(columns)), [name(column, 14) for column in columns], rotation=30, ha="right")
    axis.set_yticks(range(len(rows)), [name(row, 16) for row in rows])
    axis.grid(visible=False)
    axis.spines[:].set_visible(False)
    axis.set_xlabel("the strategy of the player before it")
    axis.set_ylabel(words[1])
    return figure


def _spread(value: float, low: float, high: float) -> str:
    """Half of an interval's width; its far end where the value lies on the near one."""
    if np.isnan(low):
        return ""
    if value in (low, high):
        return f"to {high:.3f}" if low == value else f"from {low:.3f}"
    return f"±{(high - low) / 2:.3f}"


def game_length(tables: Tables, facts: Facts) -> Figure:
    """How many rounds games take."""
    return histogram(tables["game_length"], "rounds", ("Game length", "rounds", "share of games"), facts)


def histogram(table: pd.DataFrame, key: str, words: tuple[str, str, str], facts: Facts) -> Figure:
    """A distribution of games as bars with intervals.

    Parameters
    ----------
    table : DataFrame
        With `key`, ``games``, ``share`` and its interval.
    key : str
    words : (title, label of the horizontal axis, label of the vertical one)
    facts : Facts
    """
    kept, remark = up_to(table, key, "games")
    figure, (axis,) = new_figure(1.8, words[0], facts)
    bars(axis, kept, key, "share")
    axis.set_xlabel(words[1] + remark)
    share_axis(axis, words[2])
    return figure


#: Figures by the table they draw; those of strategies make no sense when there is only one.
FIGURES: dict[str, Draw] = {
    "strategies": strategies, "seats": seats, "neighbours": neighbours, "game_length": game_length,
}  # fmt: skip
OF_SEVERAL = ("strategies", "neighbours")


def figures_of(game: str) -> dict[str, Draw]:
    """All figures of a game by the name of their table, in the order of the game's tables."""
    module = f"reports.{find_game(game).name.replace('-', '_')}"
    own: dict[str, Draw] = {}
    if importlib.util.find_spec(module) is not None:
        own = importlib.import_module(f"{module}.figures").FIGURES
    known = {**FIGURES, **own}
    return {table.name: known[table.name] for table in find_game(game).tables if table.name in known}


def drawn(result: Result) -> dict[str, Figure]:
    """All figures of a result that have something to show. Call it within `styled`."""
    if result.run.deals == 0:  # interrupted before the first block
        return {}
    tables, facts = result.tables, facts_of(result)
    lone = len(result.run.strategies) == 1
    return {
        table: draw(tables, facts)
        for table, draw in figures_of(result.run.game).items()
        if len(tables[table]) and not (lone and table in OF_SEVERAL)
    }


# ---------------------------------------------------------------- comparisons


def comparison(table: pd.DataFrame, names: tuple[str, str], facts: Facts) -> Figure:
    """Paired differences: win rates by strategy and seat, and relative changes of the summary's measures."""
    shown = [("strategies", "win_rate"), ("seats", "share_of_wins")]
    rates = table[np.logical_or.reduce([table["table"].eq(t) & table["measure"].eq(m) for t, m in shown])]
    summary = table[table["table"].eq("summary") & table["a"].ne(0) & table["difference_low"].notna()]
    relative = summary.copy()
    for column in ("difference", "difference_low", "difference_high"):
        relative[column] /= summary["a"].abs()
    rare = is_rare(summary)
    if rare.any():
        left_out = ", ".join(heading(measure) for measure in relative.loc[rare, "measure"])
        facts = replace(facts, size=f"{facts.size} Too rare to be drawn: {left_out}.")
    figure, axes = new_figure(1.1 + 0.15 * (len(rates) + int((~rare).sum())), "", facts)
    axes[0].remove()
    title = f"{name(names[1], 30)} against {name(names[0], 30)}".replace("\n", " ")
    figure.suptitle(title, fontsize=8, fontweight="bold", x=0.01, ha="left")
    shape = {"height_ratios": [max(len(rates), 1), max(int((~rare).sum()), 1)]}
    upper, lower = figure.subplots(2, 1, gridspec_kw=shape)
    _differences(upper, rates, facts.level, "difference in win rate, share of wins")
    _differences(lower, relative[~rare], facts.level, "relative change (hollow: not significant)")
    lower.xaxis.set_major_locator(MaxNLocator(4))
    lower.xaxis.set_major_formatter(PercentFormatter(1.0))
    return figure


def is_rare(table: pd.DataFrame) -> pd.Series[bool]:
    """Which measures are so rare that their relative change can't be told well."""
    half = (table["difference_high"] - table["difference_low"]) / 2
    return half / table["a"].abs() > TOO_RARE


TOO_RARE = 0.2  # a relative change whose interval reaches farther than this would dwarf all others


def _differences(axis: Axes, table: pd.DataFrame, level: float, label: str) -> None:
    labels = [row or heading(measure) for row, measure in zip(table["row"], table["measure"], strict=True)]
    if len(table):
        dots(axis, table, "difference", [text.replace("_", " ") for text in labels], width=34)
        doubtful = ~(table["p_adjusted"] < 1 - level).to_numpy()
        places = np.arange(len(table))[::-1]
        axis.plot(
            table["difference"].to_numpy()[doubtful], places[doubtful], "o", color=COLOURS[0], markerfacecolor="#ffffff", zorder=3
        )  # fmt: skip
    axis.axvline(0, color=INK, linestyle="--", linewidth=0.7, zorder=0)
    axis.tick_params(axis="y", labelsize=6)
    axis.set_xlabel(label)


def drawn_comparison(found: Comparison) -> dict[str, Figure]:
    """The figure of a comparison. Call it within `styled`."""
    from reports.comparison import arm_names

    facts, names = facts_of(found.a), arm_names(found)
    game, run = find_game(found.a.run.game), found.a.run
    both = Facts(
        f"{game.title}, {run.players} players, card sets {names[0]} and {names[1]}.",
        f"{facts.size[:-1]} of each.",
        facts.level,
        facts.fair_share,
    )
    return {"comparison": comparison(found.tables["comparison"], names, both)}


# ---------------------------------------------------------------- saving


def save_figures(figures: Mapping[str, Figure], folder: Path, known: Iterable[str] = ()) -> list[str]:
    """Write figures as PNG and SVG, and remove those of `known` names that are not among them. Call it within `styled`.

    Returns
    -------
    list of str
        The names of the files.

    Raises
    ------
    OutputError
    """
    files = [f"{figure}.{ending}" for figure in figures for ending in ENDINGS]
    stale = [f"{figure}.{ending}" for figure in known for ending in ENDINGS]
    with writing(folder, files):
        for file in set(stale) - set(files):  # of another result that was in this folder
            (folder / file).unlink(missing_ok=True)
        for file in files:
            with whole(folder / file) as draft:
                save(figures[file.rpartition(".")[0]], draft, file.rpartition(".")[2])
    return files


def save_all(result: Result | Comparison, folder: Path) -> list[str]:
    """Draw whatever a result has to show and write it as PNG and SVG. Returns the names of the files.

    Raises
    ------
    OutputError
        If the folder can't be written.
    """
    from analyzer.result import Result

    with styled():
        if isinstance(result, Result):
            return save_figures(drawn(result), folder, figures_of(result.run.game))
        return save_figures(drawn_comparison(result), folder)
