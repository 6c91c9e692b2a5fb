"""Loading a strategy's file, and compiling its decisions.

Each decision is compiled behind an adapter that gives the parameters their names. The adapter is written to the cache folder,
in a folder named by a hash of all sources that the strategy is made of, so that numba's disk cache finds it again and an
edited file is never served from an old one. Adding or changing a strategy compiles nothing but its own adapters.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import sys
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
from numba.core import types
from numba.core.dispatcher import Dispatcher
from numba.core.errors import TypingError
from numba.extending import overload

from analyzer.errors import StrategyError, nearest
from analyzer.game import Game
from analyzer.jit import CACHE_FOLDER, callable_from_decisions, decision
from analyzer.strategy import MAX_PARAMS, Declaration, Param, Player, StrategyParam, Value, take_declarations
from analyzer.strategy_check import check_source, explain

_ARGUMENTS = 3


def answer(value: Any) -> int:
    """A decision's answer, which has to be a whole number (in compiled code, checked when it is compiled)."""
    return int(value)


@overload(answer)
def _answer(value):  # type: ignore[no-untyped-def]
    if not isinstance(value, types.Integer | types.Boolean):
        raise TypingError(f"a decision must answer with an int, this one answers with {value}")

    def whole(value):  # type: ignore[no-untyped-def]
        return np.int64(value)

    return whole


@dataclass(frozen=True, eq=False)
class StrategyFile:
    """A strategy's file, loaded and checked.

    Attributes
    ----------
    name : str
        What it is called in results: its file's name, with hyphens if it ships with a game.
    path : Path
    functions : dict
        Decision name -> the plain Python function.
    params : tuple of Param or StrategyParam
    summary, source, description : str
        From the docstring: first line; what follows ``Source:``; all of it.
    default : str or None
        The strategy named for the decisions left out.
    digest : str
        Hash of all sources that the strategy is made of.
    """

    name: str
    path: Path
    functions: dict[str, Callable[..., int]]
    params: tuple[Param | StrategyParam, ...]
    summary: str
    source: str
    description: str
    default: str | None
    digest: str
    stamps: dict[Path, tuple[int, int]]
    arguments: tuple[Any, ...]

    def is_current(self) -> bool:
        """Whether the sources are still those that were loaded (by time and size)."""
        try:
            return all(_stamp(path) == stamp for path, stamp in self.stamps.items())
        except OSError:
            return False

    @property
    def looks_ahead(self) -> bool:
        """Whether it plays with another strategy in its head: such a game takes seconds, not microseconds."""
        return any(isinstance(param, StrategyParam) for param in self.params)

    def param_type(self) -> type:
        """The named tuple that decisions receive as ``params``."""
        return _param_type(tuple(param.name for param in self.params))

    def compiled(self, name: str) -> Any:
        """The machine code of a decision, as a function (view, raw parameters, own) -> int64.

        Raises
        ------
        StrategyError
            If it can't be compiled: with the line and the reason.
        """
        return _compile(self, name)


@cache
def _param_type(names: tuple[str, ...]) -> type:
    return namedtuple("Params", names)


def load_strategy_file(game: Game, path: Path, name: str) -> StrategyFile:
    """Load a strategy from its file.

    Parameters
    ----------
    game : Game
    path : Path
    name : str
        What it is called in results.

    Raises
    ------
    StrategyError
        If the file is missing, empty, broken, raises when imported, defines no decision, or is for another game.
    """
    text = _read(path)
    check_source(path, text)
    module, declarations, sources = _import(path)
    known = [d.name for d in game.decisions]
    for name_ in known:
        if isinstance(getattr(module, name_, None), Dispatcher):
            raise StrategyError(f"{path}: {name_} is decorated for numba: leave it plain, it is compiled for you")
    functions = {d: getattr(module, d) for d in known if isinstance(getattr(module, d, None), FunctionType)}
    declared = _declaration(path, declarations, game)
    if not functions and declared.default is None:
        raise StrategyError(
            f"{path}: defines no decision: define at least one of {', '.join(known)}, or name a default"
        )
    for name_, function in functions.items():
        if function.__code__.co_argcount != _ARGUMENTS:
            raise StrategyError(f"{path}: {name_} must take three arguments: (view, params, own)")
    description = (module.__doc__ or "").strip()
    for function in functions.values():
        _make_jitable(path, function, set())
    return StrategyFile(
        name=name,
        path=path,
        functions=functions,
        params=declared.params,
        summary=description.partition("\n")[0],
        source=_source_line(description),
        description=description,
        default=declared.default,
        digest=_digest(sources, functions.values()),
        stamps={source: _stamp(source) for source in sources},
        arguments=game.arguments,
    )


def _read(path: Path) -> str:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise StrategyError(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise StrategyError(f"{path}: not a text file") from None
    if not text.strip():
        raise StrategyError(f"{path}: the file is empty")
    return text


def _import(path: Path) -> tuple[ModuleType, list[Declaration], set[Path]]:
    """Run the file as a module of its own; its folder is searched for what it imports.

    What it imports of the user's own files gets names of its own, so that two folders may both hold a ``helpers.py``.
    Whatever it prints goes to stderr.

    Returns
    -------
    module, its declarations, and the files that it is made of
    """
    name = f"strategy_{path.stem}_{hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:12]}"
    spec = importlib.util.spec_from_file_location(name, path.resolve())
    if spec is None or spec.loader is None:
        raise StrategyError(f"{path}: not a Python file")
    module = importlib.util.module_from_spec(spec)
    before = set(sys.modules)
    sys.modules[name] = module
    sys.path.insert(0, str(path.resolve().parent))
    take_declarations()
    sources = {path.resolve()}
    try:
        with contextlib.redirect_stdout(sys.stderr):
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # the file is a stranger's: whatever it raises is reported in one line
        raise StrategyError(f"{path}: {_where(path, error)}raised {type(error).__name__}: {error}") from None
    finally:
        sys.path.pop(0)
        for new in sorted(set(sys.modules) - before - {name}):
            file = getattr(sys.modules[new], "__file__", None)
            if file and _is_users(Path(file).resolve()):
                sources.add(Path(file).resolve())
                _rename(new, f"{name}_{new.replace('.', '_')}")
    return module, take_declarations(), sources


def _rename(old: str, new: str) -> None:
    """Move an imported module to a name that only this strategy uses. (numba finds a function's module by its name.)"""
    module = sys.modules.pop(old)
    sys.modules[new] = module
    for value in vars(module).values():
        if isinstance(value, FunctionType) and value.__module__ == old:
            value.__module__ = new


def _where(path: Path, error: BaseException) -> str:
    """The line of the file at which an error was raised, if it was raised there."""
    line, trace = 0, error.__traceback__
    while trace is not None:
        if Path(trace.tb_frame.f_code.co_filename) == path.resolve():
            line = trace.tb_lineno
        trace = trace.tb_next
    return f"line {line}: " if line else ""


def _declaration(path: Path, declarations: list[Declaration], game: Game) -> Declaration:
    if not declarations:
        return Declaration(game.name, (), None)
    if len(declarations) > 1:
        raise StrategyError(f"{path}: calls declare more than once")
    declared = declarations[0]
    if str(declared.game).replace("_", "-") != game.name:
        raise StrategyError(f"{path}: is a strategy for {declared.game}, not for {game.name}")
    if len(declared.params) > MAX_PARAMS:
        raise StrategyError(f"{path}: {len(declared.params)} parameters are too many: at most {MAX_PARAMS}")
    names = [param.name for param in declared.params]
    faults = [fault for param in declared.params if (fault := param.fault())]
    faults += [f"parameter {name} is declared twice" for name in sorted({n for n in names if names.count(n) > 1})]
    if faults:
        raise StrategyError("\n".join(f"{path}: {fault}" for fault in faults))
    return declared


def _source_line(description: str) -> str:
    _, found, rest = description.partition("Source:")
    return " ".join(rest.partition("\n\n")[0].split()) if found else ""


# ---------------------------------------------------------------- the sources a strategy is made of


def _is_users(path: Path) -> bool:
    """Whether a module's file belongs to the strategy: neither installed nor a part of Harbourmaster itself."""
    own = Path(__file__).parent
    installed = [Path(sys.prefix), Path(sys.base_prefix)]
    return own not in path.parents and not any(folder in path.parents for folder in installed)


def _stamp(path: Path) -> tuple[int, int]:
    """When a file was changed, and its size."""
    facts = path.stat()
    return facts.st_mtime_ns, facts.st_size


def _digest(sources: set[Path], functions: Iterable[Any]) -> str:
    """A hash of the files that a strategy is made of, and of the values that its functions use."""
    total = hashlib.sha256()
    for source in sorted(sources):
        total.update(source.read_bytes())
    seen: set[Any] = set()
    for function in functions:
        for name, value in _values_used(function, seen):
            total.update(f"{name}={value!r}".encode())
    return total.hexdigest()


# ---------------------------------------------------------------- compiling


def _names_in(code: Any) -> set[str]:
    names = set(code.co_names)
    for constant in code.co_consts:
        if hasattr(constant, "co_names"):
            names |= _names_in(constant)
    return names


def _globals_used(function: Any) -> Iterator[tuple[str, Any]]:
    """The module-level values that a function may refer to, by its names; in modules of the user's, what is named there, too."""
    names = _names_in(function.__code__)
    for name in sorted(names):
        if name not in function.__globals__:
            continue
        value = function.__globals__[name]
        yield name, value
        if isinstance(value, ModuleType) and _is_users(Path(getattr(value, "__file__", None) or sys.prefix + "/x")):
            yield from ((other, getattr(value, other)) for other in sorted(names) if hasattr(value, other))


def _values_used(function: Any, seen: set[Any]) -> Iterator[tuple[str, Any]]:
    """The plain values (not functions, not modules) that a function and the user's functions that it calls refer to."""
    seen.add(function)
    for name, value in _globals_used(function):
        if isinstance(value, FunctionType):
            if value not in seen and _is_users(Path(value.__code__.co_filename)):
                yield from _values_used(value, seen)
        elif isinstance(value, np.ndarray):
            yield name, value.tolist()
        elif isinstance(value, bool | int | float | str | tuple):
            yield name, value


def _make_jitable(path: Path, function: Any, seen: set[Any]) -> None:
    """Let compiled code call a plain function, and the user's plain functions that it calls."""
    if function in seen:
        return
    seen.add(function)
    for name, value in _globals_used(function):
        if isinstance(value, Dispatcher) and _is_users(Path(value.py_func.__code__.co_filename)):
            raise StrategyError(
                f"{path}: {name} is decorated for numba: leave it plain, it is compiled (and checked) for you"
            )
        if isinstance(value, FunctionType) and _is_users(Path(value.__code__.co_filename)):
            _make_jitable(path, value, seen)
    if not hasattr(function, "_harbourmaster_jitable"):
        callable_from_decisions(function)
        function._harbourmaster_jitable = True


def _raw_value(place: int, param: Param | StrategyParam) -> str:
    """The expression that finds a parameter's value among the raw ones."""
    if isinstance(param, StrategyParam):
        return f"Player(raw.whole[{place}])"
    return f"raw.{'whole' if param.whole else 'real'}[{place}]"


def _adapter_source(strategy: StrategyFile) -> str:
    """The text of the adapters: one function for each decision."""
    values = ", ".join(_raw_value(i, param) for i, param in enumerate(strategy.params))
    parts = [f'"""Adapters of {strategy.path.name}, made by Harbourmaster."""\n']
    for name in sorted(strategy.functions):
        call = f"decision_{name}(view, Params({values}), own)"
        parts.append(f"\n\ndef {name}(view, raw, own):\n    return answer({call})\n")
    return "".join(parts)


@cache
def _adapters(strategy: StrategyFile) -> ModuleType:
    """The module of a strategy's adapters, in a folder of its own under the cache folder."""
    source = _adapter_source(strategy)
    # The path counts: compiled code refers to the strategy's module, whose name comes from it.
    key = hashlib.sha256(f"{strategy.path.resolve()}\n{strategy.digest}\n{source}".encode()).hexdigest()[:24]
    path = CACHE_FOLDER / "strategies" / key / f"{strategy.name}_adapter.py"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(f".{id(source)}.tmp")
        draft.write_text(source, encoding="utf-8")
        draft.replace(path)
    spec = importlib.util.spec_from_file_location(f"adapter_{strategy.name}_{key}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    for name, function in strategy.functions.items():
        setattr(module, f"decision_{name}", function)
    vars(module).update(Params=strategy.param_type(), Player=Player, answer=answer)
    spec.loader.exec_module(module)
    return module


@cache
def _compile(strategy: StrategyFile, name: str) -> Any:
    adapter = getattr(_adapters(strategy), name)
    signature = types.int64(*strategy.arguments)
    try:
        return decision(signature)(adapter)
    except Exception as error:  # numba raises many kinds for what it can't compile
        raise StrategyError(f"{strategy.path}: decision {name}: {explain(strategy.path, str(error))}") from None


def parse_params(strategy: StrategyFile, text: str) -> dict[str, Value]:
    """The parameters that a user typed as ``name=value,name=value``, over the defaults.

    Raises
    ------
    StrategyError
        If a name or value is not valid.
    """
    values: dict[str, Value] = {param.name: param.default for param in strategy.params}
    known = {param.name: param for param in strategy.params}
    typed: set[str] = set()
    for part in text.split(",") if text else []:
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals:
            raise StrategyError(f"{strategy.name}:{text}: write parameters as name=value,name=value")
        if name not in known:
            raise StrategyError(f"{strategy.name} has no parameter {name!r}: {nearest(name, known)}")
        if name in typed:
            raise StrategyError(f"{strategy.name}:{text}: {name} is given twice")
        typed.add(name)
        try:
            values[name] = known[name].parse(value)
        except StrategyError as error:
            raise StrategyError(f"{strategy.name}:{error}") from None
    return values
