"""Options that commands share, with one meaning everywhere, and how a result is printed."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Annotated, Any

import typer


class Format(str, Enum):
    """How results are printed."""

    table = "table"
    json = "json"
    csv = "csv"


Specs = Annotated[
    list[str], typer.Argument(help="name, name:param=value,..., path/to/file.py or .toml; 3x before it for copies")
]
GameOption = Annotated[str, typer.Option(help="Name of the game, or the folder of one.")]
CardSetOption = Annotated[
    str | None, typer.Option(help="Name of a card set, or a .toml or .csv file.  [default: base]")
]
PlayersOption = Annotated[int | None, typer.Option(help="Number of players.  [default: as many as are named, or 4]")]
SeedOption = Annotated[int, typer.Option(help="Another seed, other deals.")]
GamesOption = Annotated[int, typer.Option(help="Number of games, rounded up to whole deals.")]
ThreadsOption = Annotated[int | None, typer.Option(help="Number of threads.  [default: all processors]")]
LevelOption = Annotated[float, typer.Option(help="Confidence level of the intervals.")]
QuietOption = Annotated[bool, typer.Option("--quiet", help="No progress on stderr.")]
FormatOption = Annotated[Format, typer.Option("--format", help="How to print.")]


def print_result(result: Any, format_: Format, text: Callable[[Any], str] | None = None) -> None:
    """Print what a command found (it has ``tables`` and ``run``); `text` writes it for people."""
    from reports import terminal

    if format_ is Format.json:
        print(terminal.result_json(result))
    elif format_ is Format.csv:
        print(terminal.result_csv(result.tables))
    else:
        print((text or terminal.result_text)(result))
