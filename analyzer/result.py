"""A run's plan, provenance and counts; saved, and loaded again without playing a game."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import numpy as np
from pydantic import TypeAdapter, ValidationError

from analyzer.errors import InputError, OutputError
from analyzer.registry import find_game
from analyzer.tally import Tally

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.game import Game

RUN_FILE, COUNTS_FILE, CARD_SET_FILE = "run.json", "counts.npz", "card-set.toml"


@dataclass(frozen=True)
class Run:
    """What was asked, and what came of it. All but the last two fields are the same for the same question."""

    command: str
    game: str
    card_set: str
    card_set_spec: str
    card_set_sha256: str
    players: int
    games: int
    deals: int
    seed: int
    seating: str
    strategies: list[str]
    unfinished_games: int
    level: float
    interrupted: bool
    notes: list[str]
    version: str
    elapsed_seconds: float = 0.0
    games_per_second: float = 0.0


@dataclass(frozen=True)
class Result:
    """The result of a run.

    Attributes
    ----------
    run : Run
        Plan and provenance.
    tally : Tally
        The counts by group.
    card_set : object
        The game's card set.
    """

    run: Run
    tally: Tally
    card_set: Any = field(repr=False)

    @property
    def game(self) -> Game:
        """The game that was played."""
        return find_game(self.run.game)

    @cached_property
    def tables(self) -> dict[str, pd.DataFrame]:
        """All tables of the game, by name."""
        from analyzer.tables import make_tables

        return make_tables(self)

    def save(self, folder: Path) -> None:
        """Write ``run.json``, the counts, the card set, and every table as CSV and Parquet. Each file is whole or not there.

        Raises
        ------
        OutputError
            If the folder can't be written.
        """
        with writing(folder, [COUNTS_FILE, CARD_SET_FILE]):
            with whole(folder / COUNTS_FILE) as draft, draft.open("wb") as file:
                np.savez_compressed(file, sums=self.tally.sums)
            with whole(folder / CARD_SET_FILE) as draft:
                draft.write_text(find_game(self.run.game).card_set_text(self.card_set), encoding="utf-8")
        save_tables(folder, self.tables, asdict(self.run))


def save_tables(folder: Path, tables: Mapping[str, pd.DataFrame], run: Mapping[str, Any]) -> None:
    """Write tables as CSV and Parquet, and last of all ``run.json``.

    Raises
    ------
    OutputError
        If the folder can't be written.
    """
    with writing(folder, [RUN_FILE, *(f"{name}.{end}" for name in tables for end in ("csv", "parquet"))]):
        for name, table in tables.items():
            with whole(folder / f"{name}.csv") as draft:
                table.to_csv(draft, index=False, float_format="%.10g", lineterminator="\n")
            with whole(folder / f"{name}.parquet") as draft:
                table.to_parquet(draft, index=False)
        with whole(folder / RUN_FILE) as draft:
            draft.write_text(json.dumps(run, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


@contextmanager
def writing(folder: Path, names: Sequence[str]) -> Iterator[None]:
    """Make a folder in which files of these names will be written; what goes wrong is told in one line.

    Raises
    ------
    OutputError
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in names:
            if (folder / name).is_dir():
                raise OutputError(f"--out {folder}: {name} is a folder there")
        yield
    except OSError as error:
        raise OutputError(f"--out {folder}: {error.strerror or error}") from None


class whole:  # noqa: N801 (reads as a statement)
    """A draft beside a file, put in its place when it is finished and removed when it is not."""

    def __init__(self, path: Path) -> None:
        self.path, self.draft = path, path.with_name(f".{path.name}.{os.getpid()}.tmp")

    def __enter__(self) -> Path:
        return self.draft

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None:
                self.draft.replace(self.path)
        finally:
            self.draft.unlink(missing_ok=True)


def check_folder(folder: Path) -> None:
    """Find out before a long run whether its result can be written. Nothing is left behind: the run may still fail.

    Raises
    ------
    OutputError
    """
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    try:
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as error:
        raise OutputError(f"--out {folder}: {error.strerror or error}") from None


def read_run(folder: Path) -> dict[str, Any]:
    """What ``run.json`` of a folder says.

    Raises
    ------
    InputError
        If the folder holds no saved result.
    """
    try:
        found = json.loads((folder / RUN_FILE).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(f"{folder}: holds no saved result (no {RUN_FILE} is there)") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{folder}: {RUN_FILE} can't be read: {error}") from None
    if not isinstance(found, dict):
        raise InputError(f"{folder}: {RUN_FILE} is not that of a saved result")
    return found


def load(folder: Path) -> Result:
    """Load a saved result.

    Parameters
    ----------
    folder : Path
        What `Result.save` wrote.

    Raises
    ------
    InputError
        If the folder holds no result, or the card set is not the one that was played.
    """
    folder = Path(folder)
    try:
        run = TypeAdapter(Run).validate_python(read_run(folder))
    except ValidationError as error:
        faults = ", ".join(".".join(map(str, fault["loc"])) for fault in error.errors())
        raise InputError(f"{folder}: {RUN_FILE} is not that of a saved result: {faults}") from None
    try:
        with np.load(folder / COUNTS_FILE, allow_pickle=False) as counts:
            sums = counts["sums"]
    except (OSError, ValueError, TypeError, KeyError, BadZipFile, EOFError, AttributeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "the file is damaged"
        raise InputError(f"{folder}: {COUNTS_FILE} can't be read: {reason}") from None
    game = find_game(run.game)
    played = game.card_set(str(folder / CARD_SET_FILE))
    if played.sha256 != run.card_set_sha256:
        raise InputError(f"{folder}: card set {run.card_set} is not the one that was played (its hash differs)")
    tally = Tally(game.counts, len(sums))
    if tally.sums.shape != sums.shape:
        raise InputError(f"{folder}: was made by version {run.version}, whose counts differ")
    tally.sums[:] = sums
    counted = (int(tally.total("games")), int(tally.total("unfinished")))
    if run.players not in game.seats or counted != (run.games, run.unfinished_games):
        raise InputError(f"{folder}: {COUNTS_FILE} and {RUN_FILE} don't belong together")
    return Result(run, tally, played)
