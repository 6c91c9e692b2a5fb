"""A report as one HTML page that needs nothing else: figures, tables and sentences that are computed.

A section is a module in ``reports/sections/`` or ``reports/<game>/sections/`` with ``ORDER`` (a number), ``TITLE`` and
``write(report) -> Section``; a new file is a new section.
"""

from __future__ import annotations

import importlib
import importlib.util
import io
import math
import pkgutil
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from analyzer.experiments.report import Report
from analyzer.result import whole, writing
from reports.figures import facts_of
from reports.fonts import font_face
from reports.style import GRID, INK, PAPER, Facts, save, styled
from reports.terminal import counted

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

PAGE = "report.html"


@dataclass(frozen=True)
class Picture:
    """A figure on a page."""

    svg: Markup
    alt: str
    caption: str


@dataclass(frozen=True)
class Grid:
    """A table on a page: cells as text, columns of numbers aligned to the right.

    Attributes
    ----------
    title : str
    header : sequence of str
    rows : sequence of sequence of str
    names : int
        How many columns, from the left, are names.
    """

    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    names: int = 1

    @property
    def is_text(self) -> bool:
        """Whether there is nothing but names."""
        return self.names >= len(self.header)


@dataclass(frozen=True)
class Section:
    """A section: a sentence that sums it up, then pictures and tables, then remarks."""

    sentence: str
    pictures: Sequence[Picture] = ()
    grids: Sequence[Grid] = ()
    remarks: Sequence[str] = ()
    title: str = field(default="", kw_only=True)
    anchor: str = field(default="", kw_only=True)


# ---------------------------------------------------------------- what sections are made with


def picture(draw: Callable[[Facts], Figure], facts: Facts, alt: str) -> Picture:
    """Draw a figure for a page: without a frame, its inks the page's own, so that it reads on light and on dark."""
    with styled():
        figure = draw(replace(facts, drawn=False))
        figure.patch.set_alpha(0)
        text = io.StringIO()
        save(figure, text, "svg")
    return Picture(_inline(text.getvalue(), alt), alt, facts.caption)


def _inline(svg: str, alt: str) -> Markup:
    """An SVG file as an element of a page."""
    body = svg[svg.index("<svg") :]
    body = re.sub(r"<metadata>.*?</metadata>", "", body, flags=re.DOTALL)
    key = re.sub(r"\W+", "-", alt.lower())[:40]
    body = re.sub(r'\bid="([^"]+)"', rf'id="{key}-\1"', body)
    body = re.sub(r'(url\(#|href="#)', rf"\1{key}-", body)
    for colour, name in ((INK, "ink"), (GRID, "grid"), (PAPER, "paper")):
        body = body.replace(colour, f"var(--{name})")
    size = re.search(r'width="([\d.]+)pt" height="([\d.]+)pt"', body)
    body = re.sub(r' width="[\d.]+pt"| height="[\d.]+pt"', "", body, count=2)
    ratio = f' style="aspect-ratio: {size[1]} / {size[2]}"' if size else ""
    return Markup(body.replace("<svg", f'<svg role="img" aria-label="{Markup.escape(alt)}"{ratio}', 1))


def mixed_facts(report: Report) -> Facts:
    """The caption of figures about the games of different strategies."""
    first = report.study.mixed[0]
    facts, number = facts_of(first), len(report.study.mixed)
    games = sum(result.run.games for result in report.study.mixed)
    size = f"{counted(games, 'game')}: {counted(number, 'line-up')} on the same {counted(first.run.deals, 'deal')}."
    return replace(facts, size=size)


def self_facts(report: Report) -> Facts:
    """The caption of figures about strategies against themselves."""
    first = next(iter(report.study.selves.values()))
    games = counted(first[0].run.games, "game")
    facts = facts_of(first[0])
    played = f"{report.game.title}, card set {first[0].run.card_set}; each strategy against itself."
    return replace(facts, played=played, size=f"{games} of each strategy at each number of players.")


def rows_of(table: pd.DataFrame) -> list[Any]:
    """The rows of a table; each has the columns as attributes."""
    return list(table.itertuples())


def most(table: pd.DataFrame, measure: str) -> Any:
    """The row with the largest value, its columns as attributes."""
    return rows_of(table.loc[[table[measure].idxmax()]])[0]


def least(table: pd.DataFrame, measure: str) -> Any:
    """The row with the smallest value, its columns as attributes."""
    return rows_of(table.loc[[table[measure].idxmin()]])[0]


def summary(tables: Mapping[str, pd.DataFrame], measure: str) -> Any:
    """A measure of the summary: ``value``, ``low``, ``high``."""
    return most(tables["summary"][tables["summary"]["measure"] == measure], "value")


def share(value: float, digits: int = 3) -> str:
    """A share, or a dash."""
    return "-" if math.isnan(value) else f"{value:.{digits}f}"


def interval(low: float, high: float, digits: int = 3) -> str:
    """An interval, or a dash."""
    return "-" if math.isnan(low) or math.isnan(high) else f"{low:.{digits}f} to {high:.{digits}f}"


# ---------------------------------------------------------------- the page


def sections_of(game: str) -> list[ModuleType]:
    """The modules of a game's sections, in their order."""
    found = []
    for package in ("reports.sections", f"reports.{game.replace('-', '_')}.sections"):
        try:
            folder = importlib.import_module(package)
        except ModuleNotFoundError as missing:
            if missing.name is None or not package.startswith(missing.name):
                raise
            continue
        found += [importlib.import_module(f"{package}.{name}") for _, name, _ in pkgutil.iter_modules(folder.__path__)]
    return sorted(found, key=lambda module: module.ORDER)


def sections(report: Report) -> list[Section]:
    """All sections that have something to say of a report."""
    found = []
    for module in sections_of(report.game.name):
        section = module.write(report)
        if section is not None:
            found.append(replace(section, title=module.TITLE, anchor=module.__name__.rpartition(".")[2]))
    return found


def page(report: Report, written: Iterable[Section]) -> str:
    """The page as text."""
    environment = Environment(
        loader=PackageLoader("reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    run = report.study.mixed[0].run
    facts: dict[str, Any] = {
        "game": report.game.title,
        "card_set": report.study.card_set,
        "against": report.against.card_set if report.against else None,
        "players": report.players,
        "level": f"{100 * report.level:g}",
        "version": run.version,
        "sections": list(written),
        "seconds": f"{report.seconds:.1f}",
    }
    template = environment.get_template(PAGE)
    embedded = font_face(template.render({**facts, "embedded": ""}))
    return template.render({**facts, "embedded": Markup(embedded)})


def write(report: Report, folder: Path) -> tuple[Path, list[Section]]:
    """Write the page into a folder.

    Returns
    -------
    path, sections
        Where the page is, and what it says.

    Raises
    ------
    OutputError
        If the folder can't be written.
    """
    written = sections(report)
    text = page(report, written)
    with writing(folder, [PAGE]), whole(folder / PAGE) as draft:
        draft.write_text(text, encoding="utf-8")
    return folder / PAGE, written
