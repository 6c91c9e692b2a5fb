"""What is wrong with a strategy's source, said in one line: before it is run, and when it can't be compiled."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from analyzer.errors import StrategyError

#: numpy's ways to write into an array that is read-only.
_WRITERS = {
    "flat",
    "nditer",
    "fill_diagonal",
    "ascontiguousarray",
    "asfortranarray",
    "put",
    "putmask",
    "copyto",
    "place",
}
_CHANCE = "chance must come from random_below(own, n), or a run can't be repeated"


def check_source(path: Path, text: str) -> None:
    """Refuse a file that is no Python, stores into the view, or draws random numbers of its own.

    Stores by a detour (an alias, a slice) are refused when the strategy is compiled: the view's type can't be written.

    Raises
    ------
    StrategyError
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = f"line {error.lineno}: " if isinstance(error, SyntaxError) and error.lineno else ""
        message = error.msg if isinstance(error, SyntaxError) else str(error)
        raise StrategyError(f"{path}: {line}not valid Python: {message}") from None
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.args.args:
            _check_stores(path, node, node.args.args[0].arg)
        if isinstance(node, ast.Import | ast.ImportFrom):
            modules = [a.name for a in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            if {module.split(".")[0] for module in modules} & {"random", "secrets"} or "numpy.random" in modules:
                raise StrategyError(f"{path}: line {node.lineno}: {_CHANCE}")
        if isinstance(node, ast.Attribute) and node.attr in _WRITERS:
            raise StrategyError(
                f"{path}: line {node.lineno}: {node.attr} could write to the view, which is read-only: use a loop"
            )
        if isinstance(node, ast.FunctionDef):
            _check_body(path, node)
        if isinstance(node, ast.Attribute) and node.attr == "random" and _root(node) in ("np", "numpy"):
            raise StrategyError(f"{path}: line {node.lineno}: {_CHANCE}")


def _check_body(path: Path, function: ast.FunctionDef) -> None:
    """Refuse what a compiled function can't do, or may not."""
    for node in ast.walk(function):
        if isinstance(node, ast.Import | ast.ImportFrom):
            raise StrategyError(f"{path}: line {node.lineno}: import at the top of the file, not in a function")
        if isinstance(node, ast.GeneratorExp | ast.Lambda):
            raise StrategyError(f"{path}: line {node.lineno}: generators and lambdas can't be compiled: use a loop")
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("print", "setattr", "open")
        ):
            raise StrategyError(f"{path}: line {node.lineno}: a decision can't call {node.func.id}")


def _root(node: ast.expr) -> str | None:
    """The name that an expression like ``view.coins[0]`` starts with."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def _check_stores(path: Path, function: ast.FunctionDef, view: str) -> None:
    if view != "view":
        return
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
            if _root(node) == view:
                raise StrategyError(f"{path}: line {node.lineno}: writes to the view, which is read-only")


def explain(path: Path, message: str) -> str:
    """One line out of numba's long message: the line of the file, and what is wrong there."""
    lines = re.findall(rf'File "[^"]*{re.escape(path.name)}", line (\d+)', message)
    where = f"line {lines[-1]}: " if lines else ""
    if "Cannot modify readonly array" in message or "No definition for lowering View" in message:
        return f"{where}writes to the view, which is read-only"
    unknown = re.search(r"Unknown attribute '(\w+)' of type (\w+)", message)
    if unknown:
        owner = {"View": "the view", "Params": "params"}.get(unknown[2], unknown[2])
        return f"{where}{owner} has no {unknown[1]!r}"
    for pattern in (
        r"a decision must answer with an int, this one answers with \w+",
        r"NameError: .*",
        r"NumbaTypeError: .*",
    ):
        found = re.search(pattern, message)
        if found:
            return where + found[0]
    reasons = [reason for reason in re.findall(r"Error: (.+)", message) if "raised from" not in reason]
    if reasons:
        return where + str(reasons[-1]).strip()
    informative = [
        line.strip()
        for line in message.splitlines()
        if line.strip()
        and not re.match(r"\s*(Failed in|File |During|- |There are|Overload|No implementation|>>>)", line)
    ]
    return where + (informative[0] if informative else "can't be compiled")
