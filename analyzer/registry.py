"""Finding games and strategies: by folder, by file, by a package's entry point. Only what is asked for is imported."""

from __future__ import annotations

import importlib
import importlib.util
import re
import sys
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

import analyzer.games
from analyzer.errors import StrategyError, UsageError, nearest
from analyzer.game import Game, strategies_folder
from analyzer.strategy import Value
from analyzer.strategy_file import StrategyFile, load_strategy_file, parse_params

GAME_ENTRY_POINTS = "harbourmaster.games"
STRATEGY_ENTRY_POINTS = "harbourmaster.strategies"


def _games_folder() -> Path:
    return Path(analyzer.games.__path__[0])


def game_names() -> list[str]:
    """Names of all games that can be found."""
    shipped = [entry.name for entry in _games_folder().iterdir() if (entry / "__init__.py").exists()]
    plugged = [point.name for point in entry_points(group=GAME_ENTRY_POINTS)]
    return sorted({name.replace("_", "-") for name in shipped + plugged})


def _import_folder(folder: Path) -> ModuleType:
    """Import a game from a folder anywhere, as the package of its name."""
    if folder.name in sys.modules:
        return sys.modules[folder.name]
    spec = importlib.util.spec_from_file_location(
        folder.name, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    if spec is None or spec.loader is None:
        raise UsageError(f"{folder}: can't be imported")
    module = importlib.util.module_from_spec(spec)
    sys.modules[folder.name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[folder.name]
        raise UsageError(f"{folder}: can't be imported: {type(error).__name__}: {error}") from None
    if not hasattr(module, "GAME"):
        raise UsageError(f"{folder}: is no game: it defines no GAME")
    return module


_from_folders: dict[str, tuple[Game, Path]] = {}


@cache
def _find_game(spec: str) -> tuple[Game, Path]:
    if spec in _from_folders:
        return _from_folders[spec]
    name = spec.replace("-", "_")
    if name.isidentifier() and (_games_folder() / name / "__init__.py").exists():
        module = importlib.import_module(f"analyzer.games.{name}")
        return module.GAME, _games_folder() / name
    for point in entry_points(group=GAME_ENTRY_POINTS):
        if point.name.replace("-", "_") == name:
            game: Game = point.load()
            return game, Path(importlib.import_module(point.module).__path__[0])
    folder = Path(spec)
    if (folder / "__init__.py").exists():
        found = _import_folder(folder.resolve()).GAME, folder.resolve()
        _from_folders[found[0].name] = found  # its results name it by its name
        return found
    raise UsageError(f"unknown game {spec!r}: {nearest(spec, game_names())}")


def find_game(spec: str) -> Game:
    """A game by name, or by the path of its folder.

    Raises
    ------
    UsageError
        If there is none of this name.
    """
    return _find_game(spec)[0]


def _folder(game: Game, spec: str) -> Path:
    return strategies_folder(game, _find_game(spec)[1])


def strategy_paths(spec: str) -> dict[str, Path]:
    """The strategies that ship with a game: name -> file."""
    folder = _folder(find_game(spec), spec)
    files = [path for path in sorted(folder.glob("*.py")) if not path.stem.startswith("_")]
    return {path.stem.replace("_", "-"): path for path in files}


def _plugged(game: str) -> dict[str, str]:
    """Strategies of installed packages, by entry points named ``game:strategy`` that point to modules."""
    found = {}
    for point in entry_points(group=STRATEGY_ENTRY_POINTS):
        of_game, _, name = point.name.partition(":")
        if name and of_game.replace("_", "-") == game.replace("_", "-"):
            found[name] = point.value
    return found


def strategy_names(game: str) -> list[str]:
    """Names of all strategies that can be found for a game."""
    return sorted({*strategy_paths(game), *_plugged(game)})


def find_strategy(game: str, spec: str) -> StrategyFile:
    """A strategy by name, or by the path of its file.

    Parameters
    ----------
    game : str
        The game's name or folder.
    spec : str
        ``name`` or ``path/to/file.py``.

    Raises
    ------
    StrategyError
        If it can't be found or its file can't be used.
    """
    shipped = strategy_paths(game)
    if spec in shipped:
        return _load(game, shipped[spec], spec)
    plugged = _plugged(game)
    if spec in plugged:
        found = importlib.util.find_spec(plugged[spec])
        if found is None or found.origin is None:
            raise StrategyError(f"strategy {spec}: its package's module {plugged[spec]} can't be found")
        return _load(game, Path(found.origin), spec)
    if spec.endswith(".py") or "/" in spec:
        return _load(game, Path(spec), Path(spec).stem)
    if Path(f"{spec}.py").is_file():
        raise StrategyError(f"unknown strategy {spec!r}: to play the file, write {spec}.py")
    raise StrategyError(f"unknown strategy {spec!r}: {nearest(spec, strategy_names(game))}")


_loaded: dict[tuple[str, Path, str], StrategyFile] = {}


def _load(game: str, path: Path, name: str) -> StrategyFile:
    """Load a file once; and again when its text has changed."""
    key = (game, path.resolve(), name)
    known = _loaded.get(key)
    if known is None or not known.is_current():
        _loaded[key] = load_strategy_file(find_game(game), path, name)
    return _loaded[key]


Answers = tuple[StrategyFile, tuple[Value, ...]]  # a strategy with the values of its parameters


def answers(game: str, strategy: StrategyFile, values: tuple[Value, ...], decision: str) -> Answers:
    """Who answers a decision: the strategy itself, or the default that it names, or that one's default, and so on.

    Raises
    ------
    StrategyError
        If a default can't be found, has not the parameters it is given, or the defaults go round in a circle.
    """
    seen = [strategy]
    while decision not in strategy.functions:
        name, _, params = (strategy.default or find_game(game).default_strategy).partition(":")
        default = find_strategy(game, name)
        try:
            values = tuple(parse_params(default, params).values())
        except StrategyError as error:
            raise StrategyError(f"{strategy.path}: default {error}") from None
        if default in seen:
            circle = " -> ".join(known.name for known in [*seen, default])
            raise StrategyError(f"{seen[0].path}: nobody answers {decision}: the defaults go in a circle, {circle}")
        seen.append(default)
        strategy = default
    return strategy, values


def new_strategy_file(game: str, name: str) -> Path:
    """Write the game's template of a strategy into the working folder.

    Returns
    -------
    Path
        The new file.

    Raises
    ------
    StrategyError
        If the name is not one for a file, is taken, or the file can't be written.
    """
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise StrategyError(f"{name!r}: a strategy's name has small letters, digits and underscores, a letter first")
    if name.replace("_", "-") in strategy_names(game):
        raise StrategyError(f"{name}: a strategy of this name comes with the game: choose another one")
    template = _folder(find_game(game), game) / "_template.py"
    if not template.is_file():
        raise StrategyError(f"{find_game(game).title} has no template for strategies")
    path = Path(f"{name}.py")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(template.read_text(encoding="utf-8"))
    except FileExistsError:
        raise StrategyError(f"{path}: is there already, and is left as it is") from None
    except OSError as error:
        raise StrategyError(f"{path}: {error.strerror or error}") from None
    return path
