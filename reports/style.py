"""How figures look: one column wide, colour-blind-safe, with names drawn as plain text and a caption that says what was played."""

from __future__ import annotations

import io
import logging
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import matplotlib
from matplotlib.figure import Figure
from matplotlib.font_manager import fontManager
from matplotlib.layout_engine import ConstrainedLayoutEngine

from reports.fonts import FAMILY, font_file

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH = 3.4  # inches: one column of a printed page
INK, GRID, PAPER = "#1b1b1f", "#d3d3d8", "#ffffff"
#: Okabe and Ito's palette without black and yellow, to be seen on white and on black. Source: Okabe, Ito, "Color Universal
#: Design", 2008.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
MARKERS = ("o", "s", "^", "D", "v", "P")
_CAPTION_SIZE, _CAPTION_WIDTH = 5.5, 82

_RC: dict[str, Any] = {
    "font.family": ["DejaVu Sans", FAMILY],
    "font.size": 7,
    "axes.titlesize": 8,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.labelsize": 7,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.6,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": GRID,
    "grid.linewidth": 0.4,
    "text.color": INK,
    "text.parse_math": False,
    "text.usetex": False,
    "xtick.color": INK,
    "ytick.color": INK,
    "xtick.labelsize": 6.5,
    "ytick.labelsize": 6.5,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "legend.fontsize": 6.5,
    "legend.frameon": False,
    "lines.linewidth": 1.1,
    "lines.markersize": 3.5,
    "errorbar.capsize": 0,
    "figure.facecolor": PAPER,
    "axes.facecolor": "none",
    "savefig.dpi": 300,
    "svg.fonttype": "none",
    "svg.hashsalt": "harbourmaster",
}


@dataclass(frozen=True)
class Facts:
    """What a caption says of the games behind a figure.

    Attributes
    ----------
    played : str
        ``Port Royal, 4 players, card set base.``
    size : str
        ``1,000,000 games in 250,000 deals.``
    level : float
        Confidence level of the intervals.
    fair_share : float or None
        The win rate that everybody has if nobody plays better.
    drawn : bool
        Whether the caption is a part of the figure; on a page it stands below it.
    intervals : bool
        Whether there were enough deals for intervals.
    words : str or None
        The whole caption, for what is no table of games.
    """

    played: str
    size: str
    level: float
    fair_share: float | None
    drawn: bool = True
    intervals: bool = True
    words: str | None = None

    @property
    def caption(self) -> str:
        """One or two sentences for below a figure."""
        if self.words is not None:
            return self.words
        intervals = f"{100 * self.level:g} % intervals, by deals." if self.intervals else "Too few deals for intervals."
        return f"{self.played} {self.size} {intervals}"


def captioned(words: str, level: float) -> Facts:
    """Facts whose caption is this text."""
    return Facts("", "", level, None, words=words)


@cache
def _register_fonts() -> None:
    """The font of matplotlib has no Chinese, Japanese or Korean; see fonts.py."""
    path = font_file()
    if path is not None:
        fontManager.addfont(path)


@contextmanager
def styled() -> Iterator[None]:
    """Everything that is drawn or saved within has the project's style, whatever a user's matplotlibrc says."""
    _register_fonts()
    chatter = logging.getLogger(
        "matplotlib.font_manager"
    )  # the Japanese font has no bold face: that is no news to anybody
    before = chatter.level
    chatter.setLevel(logging.ERROR)
    try:
        with matplotlib.rc_context():
            matplotlib.rcdefaults()
            matplotlib.rcParams.update(_RC)  # type: ignore[arg-type]
            yield
    finally:
        chatter.setLevel(before)


def new_figure(
    height: float, title: str, facts: Facts, panels: int = 1, **options: Any
) -> tuple[Figure, Sequence[Axes]]:
    """An empty figure of one column's width with its caption. Call it within `styled`.

    Parameters
    ----------
    height : float
        Inches, without the caption.
    title : str
        What is shown.
    facts : Facts
    panels : int
        Number of axes side by side.
    **options
        For matplotlib's ``subplots``.
    """
    lines = wrapped(facts.caption, _CAPTION_WIDTH).split("\n") if facts.drawn else []
    below = 0.1 * len(lines) + 0.06 if lines else 0.0
    figure = Figure(figsize=(WIDTH, height + below), layout="constrained")
    share = below / (height + below)
    engine: Any = figure.get_layout_engine()
    engine.set(rect=(0.01, share, 0.98, 0.99 - share), w_pad=0.03, h_pad=0.03)
    axes = figure.subplots(1, panels, squeeze=False, **options)[0]
    axes[0].set_title(title)
    figure.text(0.01, 0.02, "\n".join(lines), fontsize=_CAPTION_SIZE, va="bottom", linespacing=1.25)
    return figure, list(axes)


def wrapped(text: str, width: int, lines: int = 9) -> str:
    """Text in lines of a width, cut after some lines."""
    return "\n".join(textwrap.wrap(text, width, max_lines=lines, placeholder=" ...", break_on_hyphens=False))


def name(text: object, width: int = 20, lines: int = 2) -> str:
    """A name that stands beside an axis, in a few lines; of a long one the middle is left out, for ends tell names apart."""
    words = str(text).replace(":", ": ").replace(",", ", ")
    room = width * lines - 4
    if len(words) > room:
        words = f"{words[: room // 3].rstrip()} ... {words[-(room - room // 3 - 5) :].lstrip()}"
    return wrapped(words, width)


def _settle(figure: Figure) -> None:
    """Lay a figure out and round where things came to lie: the layout's solver is exact only up to its last bits."""
    if isinstance(figure.get_layout_engine(), ConstrainedLayoutEngine):
        figure.draw_without_rendering()
        figure.set_layout_engine("none")
        for axis in figure.axes:
            x, y, width, height = (round(part, 5) for part in axis.get_position().bounds)
            axis.set_position((x, y, width, height))
        for text in figure.texts:
            x, y = text.get_position()
            text.set_position((round(x, 5), round(y, 5)))


def save(figure: Figure, path: Path | io.StringIO, kind: str) -> None:
    """Write a figure as ``png`` or ``svg``, the same bytes each time. Call it within `styled`."""
    _settle(figure)
    metadata: dict[str, Any] = {"Date": None} if kind == "svg" else {"Software": None}
    figure.savefig(path, format=kind, metadata=metadata)
