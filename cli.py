"""The command line: parse, one library call, print or write. The only place that exits."""

from __future__ import annotations

import contextlib
import itertools
import os
import re
import signal
import sys
import time
from collections.abc import Mapping
from dataclasses import asdict
from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import typer

from reports.options import (
    CardSetOption,
    Format,
    FormatOption,
    GameOption,
    GamesOption,
    LevelOption,
    PlayersOption,
    QuietOption,
    SeedOption,
    Specs,
    ThreadsOption,
    print_result,
)

INTERRUPTED = 130

app = typer.Typer(
    name="harbourmaster",
    help="Play tabletop games by the million and measure which strategy wins, how often, and how surely.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
strategies_app = typer.Typer(help="List, show, check strategies, or begin a new one.", no_args_is_help=True)
cards_app = typer.Typer(help="List, show, check, compare and export card sets.", no_args_is_help=True)
app.add_typer(strategies_app, name="strategies")
app.add_typer(cards_app, name="cards")


class CardFormat(str, Enum):
    """How a card set is written."""

    csv = "csv"
    toml = "toml"


class ListFormat(str, Enum):
    """How strategies are listed."""

    table = "table"
    markdown = "markdown"


class TraceFormat(str, Enum):
    """How a game is told."""

    text = "text"
    jsonl = "jsonl"


class Seating(str, Enum):
    """How the line-up is seated."""

    balanced = "balanced"
    as_given = "as-given"


SeatingOption = Annotated[Seating, typer.Option(help="Play every cyclic order of the line-up, or the typed one only.")]


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"harbourmaster {version('harbourmaster')}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    """Play tabletop games by the million and measure which strategy wins, how often, and how surely."""


@app.command()
def simulate(
    strategies: Specs,
    game: GameOption = "port-royal",
    card_set: CardSetOption = None,
    players: PlayersOption = None,
    games: GamesOption = 100_000,
    seed: SeedOption = 1,
    seating: SeatingOption = Seating.balanced,
    threads: ThreadsOption = None,
    format_: FormatOption = Format.table,
    out: Annotated[Path | None, typer.Option(help="Folder to write all tables and figures to.")] = None,
    level: LevelOption = 0.95,
    quiet: QuietOption = False,
) -> None:
    """Play a line-up many times and measure who wins, and what happens.

    \b
    Examples:
      harbourmaster simulate yardstick cautious greedy explorer --games 1000000
      harbourmaster simulate path/to/mine.py 3xyardstick:cards=5 --out result
    """
    from analyzer.experiments.simulate import check_run_options, default_threads, make_plan, run_plan
    from analyzer.result import check_folder
    from reports.progress import progress

    question = {"game": game, "card_set": card_set, "players": players, "games": games, "seed": seed}
    check_run_options(threads, level)
    plan = make_plan(strategies, seating=seating.value, **question)  # type: ignore[arg-type]
    if out is not None:
        check_folder(out)
    with progress([plan], quiet) as advance:
        result = run_plan(plan, threads or default_threads(), level, advance)
    if out is not None:
        result.save(out)
    print_result(result, format_)
    _draw(result, out, quiet)
    _finish(asdict(result.run), quiet or format_ is not Format.table)


def _draw(result: Any, out: Path | None, quiet: bool) -> None:
    """Draw the figures, after everything else is safe, and say where it all is."""
    if out is None:
        return
    from reports.figures import save_all

    written = save_all(result, out)
    if not quiet:
        print(f"written: {out}: tables and {len(written)} files of figures", file=sys.stderr)


def _finish(run: Mapping[str, Any], quiet: bool) -> None:
    if not quiet:
        seconds, speed = run["elapsed_seconds"], run["games_per_second"]
        print(f"{seconds:.1f} s, {speed:,.0f} games a second", file=sys.stderr)
    if run["interrupted"]:
        raise typer.Exit(INTERRUPTED)


@app.command()
def compare(
    a: Annotated[str, typer.Argument(help="Name of a card set, or a .toml or .csv file.")],
    b: Annotated[str, typer.Argument(help="Name of another card set, or a file.")],
    strategies: Annotated[
        list[str] | None, typer.Argument(help="The line-up, as in simulate.  [default: the game's standard line-up]")
    ] = None,
    game: GameOption = "port-royal",
    players: PlayersOption = None,
    games: GamesOption = 100_000,
    seed: SeedOption = 1,
    seating: SeatingOption = Seating.balanced,
    threads: ThreadsOption = None,
    format_: FormatOption = Format.table,
    out: Annotated[Path | None, typer.Option(help="Folder to write all tables, figures and both results to.")] = None,
    level: LevelOption = 0.95,
    quiet: QuietOption = False,
) -> None:
    """Play the same line-up on the same deals with two card sets: what changes, by how much, how surely.

    \b
    Examples:
      harbourmaster compare base mine.toml
      harbourmaster compare base long-game yardstick explorer --players 2 --games 1000000
    """
    from analyzer.experiments.compare import plan_comparison, run_comparison
    from analyzer.experiments.simulate import check_run_options, default_threads
    from analyzer.result import check_folder
    from reports.progress import progress

    question = {"game": game, "players": players, "games": games, "seed": seed, "seating": seating.value}
    check_run_options(threads, level)
    plans = plan_comparison(a, b, strategies or [], **question)
    if out is not None:
        check_folder(out)
    with progress(plans, quiet) as advance:
        comparison = run_comparison(plans, threads or default_threads(), level, advance)
    if out is not None:
        comparison.save(out)
    print_result(comparison, format_)
    _draw(comparison, out, quiet)
    _finish(comparison.run, quiet or format_ is not Format.table)


@app.command()
def ladder(
    strategies: Annotated[
        list[str] | None,
        typer.Argument(help="Strategies, as in simulate, without copies.  [default: all that don't look ahead]"),
    ] = None,
    reference: Annotated[str, typer.Option(help="Whom all are measured against.")] = "yardstick",
    game: GameOption = "port-royal",
    card_set: CardSetOption = None,
    players: Annotated[int | None, typer.Option(help="Number of players.  [default: the usual one]")] = None,
    games: Annotated[int, typer.Option(help="Games of each duel, rounded up to whole deals.")] = 20_000,
    seed: SeedOption = 1,
    threads: ThreadsOption = None,
    format_: FormatOption = Format.table,
    out: Annotated[Path | None, typer.Option(help="Folder to write the table and its figure to.")] = None,
    level: LevelOption = 0.95,
    quiet: QuietOption = False,
) -> None:
    """Measure how much skill pays: each strategy against copies of a reference, and against the next rung of the ladder.

    \b
    Examples:
      harbourmaster ladder
      harbourmaster ladder balanced swordsman mine.py --players 3 --out rungs
      harbourmaster ladder rollout:worlds=50 balanced yardstick --games 400
    """
    from analyzer.experiments.ladder import climb, plan_ladder
    from analyzer.experiments.simulate import check_run_options, default_threads
    from analyzer.result import check_folder
    from reports.progress import progress

    check_run_options(threads, level)
    question = {"game": game, "card_set": card_set, "games": games, "seed": seed}
    first = plan_ladder(strategies or [], reference, players, **question)
    if out is not None:
        check_folder(out)
    with progress([*first] * 3, quiet) as advance:
        found = climb(first, reference, threads or default_threads(), level, advance)
    if out is not None:
        from reports.ladder import save_ladder

        save_ladder(found, out)
    print_result(found, format_)
    _finish(found.run, quiet or format_ is not Format.table)


@app.command()
def report(
    out: Annotated[Path, typer.Option(help="Folder to write the page to: report.html.")],
    card_set: CardSetOption = None,
    against: Annotated[str | None, typer.Option(help="A card set to compare with, on the same deals.")] = None,
    game: GameOption = "port-royal",
    players: Annotated[
        int | None, typer.Option(help="Number of players of the main games.  [default: the usual one]")
    ] = None,
    games: Annotated[int, typer.Option(help="Games of each line-up, rounded up to whole deals.")] = 20_000,
    seed: SeedOption = 1,
    threads: ThreadsOption = None,
    level: LevelOption = 0.95,
    quiet: QuietOption = False,
) -> None:
    """Play the standard strategies against each other and write a balance report: one page that works offline and in print.

    \b
    Examples:
      harbourmaster report --out report
      harbourmaster report --card-set mine.toml --against base --out report
    """
    from analyzer.experiments.report import plan_report, run_report
    from analyzer.experiments.simulate import check_run_options, default_threads
    from analyzer.result import check_folder
    from reports.page import write
    from reports.progress import progress
    from reports.terminal import report_command, report_text

    check_run_options(threads, level)
    studies, missing = plan_report(card_set, against, players, game=game, games=games, seed=seed)
    check_folder(out)
    options = {"card-set": card_set, "against": against, "game": game, "games": games, "seed": seed, "level": level}
    command = report_command({**options, "players": studies[0].mixed[0].line_up.players})
    with progress([plan for study in studies for plan in study.plans], quiet) as advance:
        found = run_report(studies, command, missing, threads or default_threads(), level, advance)
    path, sections = write(found, out)
    print(report_text(sections, path))
    if not quiet:
        print(f"{found.seconds:.1f} s to play", file=sys.stderr)


@app.command()
def show(
    folder: Annotated[Path, typer.Argument(help="What --out wrote.")],
    format_: FormatOption = Format.table,
    out: Annotated[Path | None, typer.Option(help="Folder to draw the figures to.  [default: the same one]")] = None,
) -> None:
    """Print a saved result again and draw its figures, without playing a game.

    \b
    Example:
      harbourmaster simulate yardstick greedy --out result && harbourmaster show result
    """
    from analyzer.experiments.compare import load_any
    from reports.figures import save_all

    found = load_any(folder)
    written = save_all(found, out or folder)
    print_result(found, format_)
    print(f"drawn: {', '.join(written)} in {out or folder}" if written else "nothing to draw", file=sys.stderr)


@app.command()
def replay(
    strategies: Specs,
    game: GameOption = "port-royal",
    card_set: CardSetOption = None,
    players: PlayersOption = None,
    seed: SeedOption = 1,
    deal: Annotated[int, typer.Option(help="Number of the deal, from 0.")] = 0,
    seating: Annotated[int, typer.Option(help="Number of the rotation over the seats, from 0.")] = 0,
    as_given: Annotated[bool, typer.Option("--as-given", help="The simulation had --seating as-given.")] = False,
    format_: Annotated[
        TraceFormat, typer.Option("--format", help="Text, or one JSON object a line.")
    ] = TraceFormat.text,
) -> None:
    """Play one game of a simulation again and tell it, card by card.

    \b
    Examples:
      harbourmaster replay yardstick cautious greedy explorer --deal 17 --seating 2
      harbourmaster replay yardstick --players 2 --format jsonl
    """
    from analyzer.errors import StrategyFault
    from analyzer.experiments.replay import plan_replay
    from reports.progress import announce_compiling

    question = {"game": game, "card_set": card_set, "players": players, "seed": seed}
    plan = plan_replay(strategies, deal, seating, as_given, **question)
    announce_compiling(plan.game.is_compiled(logging=True))
    try:
        events = plan.game.trace(plan.card_set, plan.line_up, plan.seed, deal, seating)
    except StrategyFault as fault:
        _print_events(game, fault.events, format_)
        raise
    _print_events(game, events, format_)


def _print_events(game: str, events: list[dict[str, Any]], format_: TraceFormat) -> None:
    import importlib
    import json

    from analyzer.registry import find_game

    if format_ is TraceFormat.jsonl:
        lines = (json.dumps(event, ensure_ascii=False) for event in events)
    else:
        told = importlib.import_module(f"reports.{find_game(game).name.replace('-', '_')}.replay")
        lines = told.tell(events)
    for line in lines:
        print(line)


@strategies_app.command("list")
def list_strategies(
    game: GameOption = "port-royal",
    format_: Annotated[
        ListFormat, typer.Option("--format", help="Lines, or a page with all parameters.")
    ] = ListFormat.table,
) -> None:
    """List the strategies of a game, one line each.

    \b
    Example:
      harbourmaster strategies list
    """
    from analyzer.registry import find_strategy, strategy_names
    from reports.strategies import listing
    from reports.terminal import columns

    if format_ is ListFormat.markdown:
        print(listing(game), end="")
        return
    found = [find_strategy(game, name) for name in strategy_names(game)]
    print("\n".join(columns([[strategy.name, strategy.summary] for strategy in found], left=2)))


@strategies_app.command("show")
def show_strategy(
    strategy: Annotated[str, typer.Argument(help="Name of a strategy, or its file.")], game: GameOption = "port-royal"
) -> None:
    """Show what a strategy does, its parameters and its source.

    \b
    Example:
      harbourmaster strategies show yardstick
    """
    from analyzer.registry import answers, find_game, find_strategy
    from reports.terminal import strategy_text

    found = find_strategy(game, strategy)
    values = tuple(param.default for param in found.params)
    others = {d.name: answers(game, found, values, d.name)[0].name for d in find_game(game).decisions}
    print(strategy_text(found, find_game(game), others))


@strategies_app.command("check")
def check_strategy_(
    strategy: Annotated[str, typer.Argument(help="A strategy's file, or its name; parameters as usual.")],
    game: GameOption = "port-royal",
    games: Annotated[int, typer.Option(help="Games that it has to play without a fault.")] = 10_000,
    time_limit: Annotated[float, typer.Option(help="Seconds for all checks together.")] = 180.0,
) -> None:
    """Check a strategy in a process of its own: does it load, play legally, answer the same each time, and come back?

    \b
    Example:
      harbourmaster strategies check mine.py
    """
    from analyzer.conformance import check_strategy
    from analyzer.line_up import parse_line_up, split_spec
    from analyzer.registry import find_game
    from reports.progress import announce_compiling

    if not Path(split_spec(strategy)[1]).is_file():
        # A wrong name is bad input; a stranger's file is run in the child only.
        parse_line_up(game, find_game(game), [strategy], None, "balanced")
    found = find_game(game)
    announce_compiling(found.is_compiled() and found.is_compiled(logging=True))
    sound = True
    for check in check_strategy(game, strategy, games, time_limit):
        sound = check.fault is None
        print(
            f"{'ok  ' if sound else 'FAIL'}  {check.name}" + (f": {check.remark}" if check.remark else ""), flush=True
        )
        for line in (check.fault or "").splitlines():
            print(f"      {line}")
    if not sound:
        raise typer.Exit(1)


@strategies_app.command("new")
def new_strategy(
    name: Annotated[str, typer.Argument(help="Its name: small letters, digits, underscores.")],
    game: GameOption = "port-royal",
) -> None:
    """Write a commented strategy that works, as NAME.py, to be changed.

    \b
    Example:
      harbourmaster strategies new mine
    """
    from analyzer.registry import new_strategy_file

    path = new_strategy_file(game, name)
    print(f"written: {path}; next: harbourmaster strategies check {path}")


@cards_app.command("list")
def list_cards(game: GameOption = "port-royal") -> None:
    """List the card sets that come with a game.

    \b
    Example:
      harbourmaster cards list
    """
    from analyzer.registry import find_game
    from reports.terminal import columns

    found = find_game(game)
    sets = [found.card_set(name) for name in found.card_sets()]
    print("\n".join(columns([[card_set.name, card_set.title] for card_set in sets], left=2)))


@cards_app.command("show")
def show_cards(
    card_set: Annotated[str, typer.Argument(help="Name of a card set, or a .toml or .csv file.")] = "base",
    game: GameOption = "port-royal",
) -> None:
    """Show a card set: the deck as a table with counts and totals, and the rule parameters.

    \b
    Example:
      harbourmaster cards show base
    """
    from analyzer.registry import find_game

    print(_card_reports(game).card_set_text(find_game(game).card_set(card_set)))


@cards_app.command("check")
def check_cards(
    card_set: Annotated[str, typer.Argument(help="A .toml or .csv file, or the name of a card set.")],
    game: GameOption = "port-royal",
) -> None:
    """Check a card-set file: all faults at once, or a line that it is sound.

    \b
    Example:
      harbourmaster cards check mine.toml
    """
    from analyzer.registry import find_game

    found = find_game(game)
    print(_card_reports(game).check_text(card_set, found.card_set(card_set), found.seats.stop - 1))


@cards_app.command("diff")
def diff_cards(
    a: Annotated[str, typer.Argument(help="Name of a card set, or a file.")],
    b: Annotated[str, typer.Argument(help="Name of another card set, or a file.")],
    game: GameOption = "port-royal",
) -> None:
    """Show what differs between two card sets: rules, faces, totals.

    \b
    Example:
      harbourmaster cards diff base mine.toml
    """
    from analyzer.registry import find_game

    found = find_game(game)
    print(_card_reports(game).diff_text(found.card_set(a), found.card_set(b)))


@cards_app.command("export")
def export_cards(
    card_set: Annotated[str, typer.Argument(help="Name of a card set, or a file.")],
    format_: Annotated[
        CardFormat, typer.Option("--format", help="The list of cards, or all of the set.")
    ] = CardFormat.csv,
    game: GameOption = "port-royal",
) -> None:
    """Print a set's card list as CSV, for a spreadsheet, or the whole set as TOML; both can be used as --card-set.

    \b
    Examples:
      harbourmaster cards export base > mine.csv
      harbourmaster cards export long-game --format toml > mine.toml
    """
    from analyzer.registry import find_game

    found = find_game(game)
    exported = found.card_set(card_set)
    if format_ is CardFormat.toml:
        print(found.card_set_text(exported), end="")
        return
    text, missing = found.card_list(exported)
    if missing:
        print(missing, file=sys.stderr)
    print(text, end="")


def _card_reports(game: str) -> Any:
    """The module that tells of a game's card sets."""
    import importlib

    from analyzer.registry import find_game

    return importlib.import_module(f"reports.{find_game(game).name.replace('-', '_')}.cards")


def _add_game_commands() -> None:
    """The commands that only one game has: ``reports/<game>/commands.py``."""
    import importlib

    import reports

    for path in sorted(Path(reports.__path__[0]).glob("*/commands.py")):
        for command in importlib.import_module(f"reports.{path.parent.name}.commands").COMMANDS:
            app.command()(command)


_add_game_commands()


def _complain(message: str) -> None:
    for line in message.splitlines():
        print(f"harbourmaster: {line}", file=sys.stderr)


def main() -> None:
    """Run the command line and exit: 0 done, 1 failed, 2 bad input or usage, 130 interrupted."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # whoever reads our output may have had enough: end quietly
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _Interrupts())
    try:
        code = app(prog_name="harbourmaster", standalone_mode=False)
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except Exception as error:
        code = _code_of(error)
    if code == INTERRUPTED:
        _complain("interrupted")
        os._exit(INTERRUPTED)  # threads that compile, or a strategy that doesn't return, would hold up an ordinary exit
    sys.exit(code if isinstance(code, int) else 0)


class _Interrupts:
    """The first Ctrl-C asks for a clean end; one that comes a second or more later ends at once.

    (Shells and `timeout` may send one keystroke twice, which must not count as impatience.)
    """

    def __init__(self) -> None:
        self.first: float | None = None

    def __call__(self, *_: object) -> None:
        now = time.monotonic()
        if self.first is None:
            self.first = now
            raise KeyboardInterrupt
        if now - self.first > 1:
            _complain("interrupted")
            os._exit(INTERRUPTED)


def _code_of(error: Exception) -> int:
    """Print an expected error in clear lines and return its exit code; raise an unexpected one again."""
    if type(error).__name__ == "NoArgsIsHelpError":
        print(str(error))
        return 0
    if isinstance(error, OSError):
        _complain(f"can't write the output: {error.strerror or error}")
        with contextlib.suppress(OSError):
            sys.stdout.close()
        return 1
    if hasattr(error, "format_message"):  # what typer raises for bad usage
        _complain(_with_value(error.format_message()) or "name a command; see harbourmaster --help")
        return 2
    from analyzer.errors import HarbourmasterError

    if isinstance(error, HarbourmasterError):
        _complain(str(error))
        return error.exit_code
    raise error


def _with_value(message: str) -> str:
    """Typer names the option whose value is not a number, but not the value: add it."""
    found = re.match(r"Invalid value for '(--[a-z-]+)': Input (.*?)(, unable.*)?$", message)
    if not found:
        return message
    words = [word for argument in sys.argv for word in argument.split("=", 1)]
    value = next((after for word, after in itertools.pairwise(words) if word == found[1]), "")
    return f"Invalid value for '{found[1]}': {value!r}: input {found[2]}"


if __name__ == "__main__":
    main()
