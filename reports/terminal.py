"""Plain text for the terminal: one screen that a player understands, the same whether it is piped or not."""

from __future__ import annotations

import json
import math
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.registry import find_game

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.experiments.compare import Comparison
    from analyzer.experiments.ladder import Ladder
    from analyzer.game import Game
    from analyzer.result import Result
    from analyzer.strategy_file import StrategyFile
    from reports.page import Section


def columns(rows: Sequence[Sequence[str]], left: int = 1) -> list[str]:
    """Lines of aligned columns; the first `left` columns are aligned to the left, the others to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if i < left else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return lines


def cell(value: Any) -> str:
    """A value for people: names as they are, counts with separators, measures to four digits, two when they are large."""
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.4f}" if abs(value) < 1 else f"{value:.2f}"


def heading(name: str) -> str:
    """A column's name for people."""
    return name.removesuffix("_mean").replace("_", " ")


def screen_rows(table: pd.DataFrame, shown: Sequence[str], level: float) -> list[list[str]]:
    """Some columns of a table as text; a column that has an interval is followed by it."""
    rows: list[list[str]] = [[]]
    for name in shown:
        rows[0] += [heading(name), f"{100 * level:g} % interval"] if f"{name}_low" in table else [heading(name)]
    for record in table.to_dict("records"):
        row = []
        for name in shown:
            row.append(cell(record[name]))
            if f"{name}_low" in table:
                low, high = record[f"{name}_low"], record[f"{name}_high"]
                row.append("-" if math.isnan(low) else f"{low:.4f} to {high:.4f}")
        rows.append(row)
    return rows


def counted(number: int, noun: str) -> str:
    """A number of things: ``1 game``, ``2,000 games``."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def title(result: Result) -> str:
    """What was played, in one line."""
    run, game = result.run, find_game(result.run.game)
    played = f"{counted(run.games, 'game')} in {counted(run.deals, 'deal')}, seed {run.seed}"
    return f"{game.title}, {run.players} players, card set {run.card_set}: {played}"


def result_text(result: Result | Comparison | Ladder) -> str:
    """What the command that made it prints."""
    from analyzer.experiments.ladder import Ladder
    from analyzer.result import Result
    from reports.comparison import comparison_text

    if isinstance(result, Ladder):
        from reports.ladder import ladder_text

        return ladder_text(result)
    return simulate_text(result) if isinstance(result, Result) else comparison_text(result)


def simulate_text(result: Result) -> str:
    """The plain output of `simulate`: title, the game's screen of tables, a few lines of facts, notes, how to see more."""
    run, tables = result.run, result.tables
    game = find_game(run.game)
    parts = [[title(result)]]
    for name, shown in game.screen:
        table = tables[name]
        if "win_rate" in shown and table.columns[0] == "strategy":
            table = table.sort_values("win_rate", ascending=False, kind="stable")
        parts.append(columns(screen_rows(table, shown, run.level)))
    parts += [game.facts(tables), [f"Note: {note}." for note in run.notes]]
    share = game.fair_share(run.players)
    fair = f"Fair share: {share:.4f}. " if share is not None else ""
    parts.append(
        [
            f"{fair}Intervals: {100 * run.level:g} %, by deals, not games.",
            "More: --out DIR writes all tables and figures; --format json or csv prints them.",
        ]
    )
    return "\n\n".join("\n".join(part) for part in parts if part)


def number(value: Any) -> Any:
    """A number for JSON: 10 significant digits, null for what is not a number."""
    if isinstance(value, float):
        return float(f"{value:.10g}") if math.isfinite(value) else None
    return value


def records(table: pd.DataFrame) -> list[dict[str, Any]]:
    """A table as a list of rows, for JSON."""
    return [{str(name): number(value) for name, value in row.items()} for row in table.to_dict("records")]


def result_json(result: Result | Comparison | Ladder) -> str:
    """One object: ``run`` and ``tables``."""
    facts = result.run if isinstance(result.run, dict) else asdict(result.run)
    run = {name: number(value) for name, value in facts.items()}
    return json.dumps(
        {"run": run, "tables": {n: records(t) for n, t in result.tables.items()}}, indent=1, ensure_ascii=False
    )


def result_csv(tables: Mapping[str, pd.DataFrame]) -> str:
    """All tables as CSV, each after a line with its name."""
    parts = [f"# {name}\n{table.to_csv(index=False, float_format='%.10g')}" for name, table in tables.items()]
    return "\n".join(parts).rstrip("\n")


def strategy_text(strategy: StrategyFile, game: Game, answered_by: Mapping[str, str]) -> str:
    """What a strategy does, its parameters, its decisions and who answers those that it leaves out."""
    parts = [f"{strategy.name}\n\n{strategy.description}"]
    if strategy.params:
        rows = [["parameter", "default", "range", "meaning"]]
        rows += [[p.name, f"{p.default}", p.valid, p.meaning] for p in strategy.params]
        parts.append("\n".join(columns(rows, left=4)))
    answers = []
    for decision in game.decisions:
        function = strategy.functions.get(decision.name)
        doc = (
            (function.__doc__ or decision.question).strip().partition("\n")[0]
            if function
            else f"as {answered_by[decision.name]} does"
        )
        answers.append([decision.name, doc])
    parts.append("\n".join(columns([["decision", "rule"], *answers], left=2)))
    parts.append(f"File: {strategy.path}")
    return "\n\n".join(parts)


_REPORT_DEFAULTS = {"card-set": None, "against": None, "game": "port-royal", "level": 0.95}


def report_command(options: Mapping[str, Any]) -> str:
    """The command that makes a report again, but for the folder; what is the default is left out."""
    typed = [(name, value) for name, value in options.items() if value != _REPORT_DEFAULTS.get(name, "")]
    words = [word for name, value in typed for word in (f"--{name}", str(value))]
    return f"harbourmaster report {shlex.join(words)} --out DIR"


def report_text(sections: Sequence[Section], path: Path) -> str:
    """Each section's sentence, and where the page is."""
    parts = [f"{section.title}. {section.sentence}" for section in sections]
    return "\n\n".join([*parts, f"Written: {path}"])
