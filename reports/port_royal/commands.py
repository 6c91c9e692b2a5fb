"""Commands that only Port Royal has. Like cli.py: parse, one library call, print or write."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

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

if TYPE_CHECKING:
    from analyzer.games.port_royal.position import Position


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
      harbourmaster bust --swords 0..3 --sweep pirate-5-1=0..6 --out busts
      harbourmaster bust --unseen pile.csv --turns 0 --games 20000
    """
    from analyzer.experiments.port_royal.bust import bust as work_out
    from analyzer.experiments.simulate import check_run_options, default_threads
    from analyzer.registry import find_game
    from analyzer.result import check_folder
    from reports.port_royal.busts import busts_text, save_busts
    from reports.progress import announce_compiling

    check_run_options(threads, level)
    if out is not None:
        check_folder(out)
    found = work_out(
        card_set, swords=swords, colours=colours, unseen=unseen, sweep=sweep, turns=turns, games=games, players=players,
        seed=seed, threads=threads or default_threads(), level=level,
        ready=lambda: None if quiet or not (turns or games) else announce_compiling(find_game("port-royal").is_compiled()),
    )  # fmt: skip
    if out is not None:
        save_busts(found, out)
    print_result(found, format_, busts_text)


def advise(
    position: Annotated[
        Path | None,
        typer.Argument(help="TOML file of a position.  [default: what the options say]", show_default=False),
    ] = None,
    harbour: Annotated[str, typer.Option(help="Faces in the harbour, with commas between.")] = "",
    swords: Annotated[int | None, typer.Option(help="My swords.  [default: those of my persons]")] = None,
    coins: Annotated[int | None, typer.Option(help="My coins.  [default: the start coins]")] = None,
    persons: Annotated[str, typer.Option(help="My persons, with commas between.")] = "",
    discard: Annotated[str, typer.Option(help="Faces in the discard pile, with commas between.")] = "",
    players: Annotated[int | None, typer.Option(help="Number of players.  [default: 4]")] = None,
    stopped: Annotated[
        bool,
        typer.Option("--stopped", help="I have stopped, and have my admirals' coins: which card do I take?"),
    ] = False,
    card_set: CardSetOption = None,
    base: Annotated[str, typer.Option(help="The strategy that plays on, on all seats.")] = "balanced",
    worlds: Annotated[int, typer.Option(help="Worlds in which every answer is played to the end.")] = 1000,
    vp: Annotated[float, typer.Option(help="Coins that a VP counts for, in the values of a turn.")] = 3.0,
    ability: Annotated[float, typer.Option(help="Coins that an ability counts for.")] = 1.0,
    left: Annotated[float, typer.Option(help="Coins that each card left to the others costs.")] = 0.5,
    turns: Annotated[int, typer.Option(help="Simulated turns to compare simple rules; 0 for none.")] = 2000,
    seed: SeedOption = 1,
    format_: FormatOption = Format.table,
    out: Annotated[Path | None, typer.Option(help="Folder to write all tables and figures to.")] = None,
    level: LevelOption = 0.95,
    quiet: QuietOption = False,
) -> None:
    """Advise the player to move: draw or stop, or which card to take; how likely, how sure.

    \b
    Examples:
      harbourmaster advise --harbour ship-red-3c-skull,sailor-3-1 --swords 2 --coins 5
      harbourmaster advise position.toml --worlds 5000

    A file holds players, seat, round, harbour, centre, discard, stopped, and the tables [me] and [[others]] with coins, persons,
    expeditions, swords, vp; what is left out is as at the start.
    """
    from analyzer.experiments.port_royal.advise import advise as look
    from analyzer.experiments.simulate import check_run_options
    from analyzer.registry import find_game
    from analyzer.result import check_folder
    from reports.port_royal.advice import advice_text, save_advice
    from reports.progress import announce_compiling

    check_run_options(None, level)
    if out is not None:
        check_folder(out)
    described = _position(
        position,
        {"harbour": _listed(harbour), "discard": _listed(discard), "players": players, "stopped": stopped},
        {"swords": swords, "coins": coins, "persons": _listed(persons)},
    )
    found = look(
        described,
        card_set,
        base=base,
        worlds=worlds,
        vp=vp,
        ability=ability,
        left=left,
        turns=turns,
        seed=seed,
        level=level,
        ready=lambda: None if quiet else announce_compiling(find_game("port-royal").is_compiled()),
    )
    if out is not None:
        save_advice(found, out)
    print_result(found, format_, advice_text)


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _position(path: Path | None, table: dict[str, Any], me: dict[str, Any]) -> Position:
    """The position of a file, or of the options; options don't change a file's."""
    from analyzer.errors import UsageError
    from analyzer.games.port_royal.position import position_of, read_position

    table = {name: value for name, value in table.items() if value is not None and value is not False and value != []}
    me = {name: value for name, value in me.items() if value is not None and value != []}
    if path is None:
        return position_of({**table, "me": me})
    if table or me:
        raise UsageError(f"--{next(iter([*table, *me]))}: is a part of the position, which {path} describes")
    return read_position(path)


COMMANDS = [bust, advise]
