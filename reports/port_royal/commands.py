"""Commands that only Port Royal has. Like cli.py: parse, one library call, print or write."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from reports.options import (
    CardSetOption,
    Format,
    FormatOption,
    LevelOption,
    QuietOption,
    SeedOption,
    ThreadsOption,
    print_result,
)


def bust(
    card_set: CardSetOption = None,
    swords: Annotated[str, typer.Option(help="The player's swords: a number, or a range like 0..8.")] = "0..8",
    colours: Annotated[str, typer.Option(help="Ship colours in the harbour: a number, or a range.")] = "0..5",
    unseen: Annotated[
        Path | None,
        typer.Option(help="CSV file (id, count) of the cards that can come next.  [default: the whole deck]"),
    ] = None,
    sweep: Annotated[
        str | None, typer.Option(help="FACE=LOW..HIGH: how chances move with the copies of a face.")
    ] = None,
    turns: Annotated[int, typer.Option(help="Simulated turns for each figure; 0 for none.")] = 100_000,
    games: Annotated[int, typer.Option(help="Games for each threshold of stopping; 0 for none.")] = 0,
    players: Annotated[int, typer.Option(help="Number of players of these games.")] = 4,
    seed: SeedOption = 1,
    threads: ThreadsOption = None,
    format_: FormatOption = Format.table,
    out: Annotated[Path | None, typer.Option(help="Folder to write all tables and figures to.")] = None,
    level: LevelOption = 0.95,
    quiet: QuietOption = False,
) -> None:
    """Work out how likely a bust is, exactly, and beside it what the simulator's own turns come to.

    \b
    Examples:
      harbourmaster bust
      harbourmaster bust --swords 0..3 --sweep pirate-ship-5=0..6 --out busts
      harbourmaster bust --unseen pile.csv --turns 0 --games 20000
    """
    from analyzer.experiments.port_royal.bust import bust as work_out
    from analyzer.experiments.simulate import check_run_options, default_threads
    from analyzer.result import check_folder
    from reports.port_royal.busts import busts_text, save_busts
    from reports.progress import announce_compiling

    check_run_options(threads, level)
    if out is not None:
        check_folder(out)
    if turns and not quiet:
        from analyzer.registry import find_game

        announce_compiling(find_game("port-royal").is_compiled())
    found = work_out(
        card_set, swords=swords, colours=colours, unseen=unseen, sweep=sweep, turns=turns, games=games, players=players,
        seed=seed, threads=threads or default_threads(), level=level,
    )  # fmt: skip
    if out is not None:
        save_busts(found, out)
    print_result(found, format_, busts_text)


COMMANDS = [bust]
