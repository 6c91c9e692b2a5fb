"""How likely is a bust? Exact tables, the simulator's own turns beside them, and what a stop is worth in whole games."""

from __future__ import annotations

import csv
import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.stats import binomtest

from analyzer import statistics
from analyzer.errors import UsageError, nearest
from analyzer.experiments.simulate import MAX_SEED, make_plan, package_version, run_plans
from analyzer.games.port_royal import busts, turns
from analyzer.games.port_royal.cards import CardSet
from analyzer.registry import find_game
from analyzer.result import save_tables
from analyzer.runner import Plan

if TYPE_CHECKING:
    import pandas as pd

GAME = "port-royal"
MOST_CARDS = 15  # of a turn's survival curve
MOST_HARBOUR = 10
ROUNDING = 1e-12
TURNS = 100_000
GAMES = 20_000
MAX_TURNS = 10**9
#: In the threshold sweep: stops at colours whatever the cards, and at cards whatever the colours; swords change nothing.
_STOPS = [
    *(("colours", k, f"yardstick:colours={k},cards=99,some_swords=99,many_swords=99") for k in range(1, 6)),
    *(("cards", m, f"yardstick:colours=9,cards={m},some_swords=99,many_swords=99") for m in range(1, 9)),
]
REFERENCE = "yardstick"


@dataclass(frozen=True)
class Busts:
    """What `bust` found.

    Attributes
    ----------
    tables : dict
        ``next_card``: the chance that the next card is a bust by ``swords`` and ``colours`` in the harbour, the mean over the
        sets of so many colours, with the least and the most. ``turn``, ``reach_colours``, ``reach_cards``: the exact chance of
        drawing so many cards, of ever having so many colours or cards in the harbour, the share of simulated turns with its
        interval, by how many standard errors they differ, and the p-value of the exact binomial test. ``sweep`` (with a
        sweep): chances by the copies of a face. ``thresholds`` (with games): the win rate of one who stops at a threshold,
        among copies of the reference.
    run : dict
        What was asked.
    """

    tables: dict[str, pd.DataFrame]
    run: dict[str, Any]

    def save(self, folder: Path) -> None:
        """Write the tables as CSV and Parquet, and ``run.json``.

        Raises
        ------
        OutputError
        """
        save_tables(folder, self.tables, self.run)


# ---------------------------------------------------------------- what was typed


def parse_range(option: str, text: str, low: int, high: int) -> list[int]:
    """A number or a range as it was typed: ``3`` or ``0..8``.

    Raises
    ------
    UsageError
    """
    found = re.fullmatch(r"(\d{1,6})(?:\.\.(\d{1,6}))?", text.strip())
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
    if not low <= first <= last <= high:
        raise UsageError(f"{option} {text}: write a number or a range from {low} to {high}, such as {low}..{high}")
    return list(range(first, last + 1))


def parse_sweep(text: str, card_set: CardSet) -> tuple[str, list[int]]:
    """A face and its numbers of copies: ``face=0..5``.

    Raises
    ------
    UsageError
    """
    face, equals, copies = text.partition("=")
    if not equals:
        raise UsageError(f"--sweep {text}: write FACE=LOW..HIGH, the copies of a face")
    ids = [known.id for known in card_set.faces]
    if face not in ids:
        raise UsageError(f"--sweep {text}: card set {card_set.name} has no face {face!r}: {nearest(face, ids)}")
    return face, parse_range(f"--sweep {face}", copies, 0, 99)


def read_unseen(path: Path, card_set: CardSet) -> dict[str, int]:
    """The cards that can come next, from a CSV file with the columns ``id`` and ``count``; faces left out can't come.

    Raises
    ------
    UsageError
        With one line for each fault.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path}: not a text file") from None
    try:
        rows = list(csv.DictReader(text.splitlines()))
    except csv.Error as error:
        raise UsageError(f"{path}: not a CSV file: {error}") from None
    if not rows or not {"id", "count"} <= set(rows[0]):
        raise UsageError(f"{path}: needs a first line with the columns id and count, and a line for each face")
    known = {face.id: face.count for face in card_set.faces}
    found: dict[str, int] = {}
    faults = []
    for line, row in enumerate(rows, 2):
        face, number = (row["id"] or "").strip(), (row["count"] or "").strip()
        if face not in known:
            faults.append(f"{path}: line {line}: id {face!r} is no face of {card_set.name}: {nearest(face, known)}")
        elif face in found:
            faults.append(f"{path}: line {line}: id {face} is there twice")
        elif not re.fullmatch(r"\d{1,6}", number) or int(number) > known[face]:
            faults.append(f"{path}: line {line}: count {number!r} of {face}: choose a number from 0 to {known[face]}")
        else:
            found[face] = int(number)
    if faults:
        raise UsageError("\n".join(faults))
    return found


# ---------------------------------------------------------------- the tables


def next_card(
    card_set: CardSet, swords: Sequence[int], colours: Sequence[int], unseen: Mapping[str, int] | None
) -> pd.DataFrame:
    """The exact chance that the next card is a bust. See `busts.next_card_table`."""
    import pandas as pd

    table = busts.next_card_table(card_set, swords, unseen)
    size = np.array([len(chosen) for chosen in busts.colour_sets(card_set)])
    rows = []
    for column, number in enumerate(swords):
        for k in colours:
            chances = table[size == k, column]
            rows.append((number, k, len(chances), chances.mean(), chances.min(), chances.max()))
    return pd.DataFrame(rows, columns=["swords", "colours", "colour_sets", "bust_chance", "least", "most"])


def _side_by_side(
    exact: Iterable[tuple[int, int, float]], reached: Mapping[tuple[int, int], int], turns_: int, of: str, level: float
) -> pd.DataFrame:
    """Exact chances, and shares of simulated turns with their intervals (Wilson's: every turn has a shuffle of its own)."""
    import pandas as pd

    table = pd.DataFrame(exact, columns=["swords", of, "exact"])
    if not turns_:
        return table
    successes = np.array([reached[key] for key in zip(table["swords"], table[of], strict=True)], float)
    found = statistics.wilson(successes, np.full(len(table), turns_), level)
    table["simulated"], table["simulated_low"], table["simulated_high"] = found.value, found.low, found.high
    chance = np.clip(table["exact"].to_numpy(), 0, 1)
    # What rounding leaves of a certainty is one.
    chance = np.where(chance < ROUNDING, 0.0, np.where(chance > 1 - ROUNDING, 1.0, chance))
    error = np.sqrt(chance * (1 - chance) / turns_)
    off = found.value - chance
    certain = error == 0
    table["standard_errors"] = np.where(certain & (off == 0), 0.0, off / np.where(certain, 1e-300, error))
    table["p_value"] = [binomtest(int(met), turns_, float(p)).pvalue for met, p in zip(successes, chance, strict=True)]
    return table


def turn_tables(
    card_set: CardSet, swords: Sequence[int], unseen: Mapping[str, int] | None, number: int, seed: int, level: float
) -> dict[str, pd.DataFrame]:
    """``turn``, ``reach_colours`` and ``reach_cards``: a turn that begins with an empty harbour."""
    exact: dict[str, list[tuple[int, int, float]]] = {"turn": [], "reach_colours": [], "reach_cards": []}
    met: dict[str, dict[tuple[int, int], int]] = {name: {} for name in exact}
    for s in swords:
        pile = busts.pile_of(card_set, s, unseen)
        most = min(MOST_CARDS, pile.cards)
        survival = busts.survival(pile)
        exact["turn"] += [(s, n, float(survival[n])) for n in range(1, most + 1)]
        colours = busts.reach_colours(pile)
        exact["reach_colours"] += [(s, k, float(colours[k])) for k in range(1, len(colours))]
        cards = busts.reach_cards(pile, MOST_HARBOUR)
        exact["reach_cards"] += [(s, m, float(cards[m])) for m in range(1, len(cards))]
        if not number:
            continue
        question: dict[str, Any] = {"swords": s, "unseen": unseen}
        ever = turns.play_turns(card_set, number, seed=seed * 1000 + s, **question)
        gone = np.cumsum(ever.bust_at)
        met["turn"] |= {(s, n): number - int(gone[n]) for n in range(1, most + 1)}
        for name, stop, last in (
            ("reach_colours", "stop_colours", len(colours)),
            ("reach_cards", "stop_cards", len(cards)),
        ):
            for k in range(1, last):
                question[stop] = k
                made = turns.play_turns(card_set, number, seed=seed * 1000 + 100 * k + s, **question)
                met[name][s, k] = int((made.stopped[k:] if stop == "stop_colours" else made.stopped[:, k:]).sum())
            del question[stop]
    labels = {"turn": "cards", "reach_colours": "colours", "reach_cards": "cards"}
    return {name: _side_by_side(exact[name], met[name], number, labels[name], level) for name in exact}


def sweep_table(card_set: CardSet, face: str, copies: Sequence[int], swords: Sequence[int]) -> pd.DataFrame:
    """Exact chances of a turn by the copies of one face in the deck."""
    import pandas as pd

    rows = []
    for number in copies:
        faces = [known.model_copy(update={"count": number}) if known.id == face else known for known in card_set.faces]
        changed = replace(card_set, faces=tuple(faces))
        for s in swords:
            pile = busts.pile_of(changed, s)
            reached = busts.reach_colours(pile)
            survival = busts.survival(pile)
            rows += [
                (face, number, s, k, reached[k], survival[min(k, pile.cards)], pile.cards)
                for k in range(1, len(reached))
            ]
    columns = ["face", "copies", "swords", "number", "reach_colours", "draw_cards", "pile"]
    return pd.DataFrame(rows, columns=columns)


def threshold_plans(card_set: str, players: int, games: int, seed: int) -> list[Plan]:
    """One who stops at a threshold, among copies of the reference: a plan for each threshold."""
    others = f"{players - 1}x{REFERENCE}"
    return [
        make_plan([spec, others], game=GAME, card_set=card_set, games=games, seed=seed, players=players)
        for _, _, spec in _STOPS
    ]


def thresholds_table(results: Sequence[Any], level: float) -> pd.DataFrame:
    """Win rates by threshold."""
    import pandas as pd

    rows = []
    for (what, number, _), result in zip(_STOPS, results, strict=True):
        row = result.tables["strategies"].iloc[0]
        bust = result.tables["bust_by_colours"]
        own = bust[bust["strategy"] == row["strategy"]]
        rows.append((what, number, row["games"], row["win_rate"], row["win_rate_low"], row["win_rate_high"],
                     own["busts"].sum() / max(own["draws"].sum(), 1)))  # fmt: skip
    columns = ["stop_at", "number", "games", "win_rate", "win_rate_low", "win_rate_high", "bust_rate_per_draw"]
    return pd.DataFrame(rows, columns=columns)


# ---------------------------------------------------------------- the experiment


def agreement(tables: Mapping[str, pd.DataFrame]) -> tuple[int, float, float]:
    """Do the exact and the simulated figures agree?

    Returns
    -------
    comparisons : int
    worst : float
        The largest difference in standard errors.
    p_value : float
        The smallest of the exact binomial tests, corrected for their number (Holm); NaN without any.
    """
    compared = [table for table in tables.values() if "p_value" in table]
    if not compared:
        return 0, float("nan"), float("nan")
    every = np.abs(np.concatenate([table["standard_errors"].to_numpy(float) for table in compared]))
    p_values = np.concatenate([table["p_value"].to_numpy(float) for table in compared])
    return len(every), float(every.max()), float(np.nanmin(statistics.holm(p_values)))


def bust(
    card_set: str | None = None,
    *,
    swords: str = "0..8",
    colours: str = "0..5",
    unseen: Path | None = None,
    sweep: str | None = None,
    turns: int = TURNS,
    games: int = 0,
    players: int = 4,
    seed: int = 1,
    threads: int = 1,
    level: float = 0.95,
    progress: Callable[[int], None] = lambda _: None,
    ready: Callable[[], None] = lambda: None,
) -> Busts:
    """Work out how likely busts are, and measure it.

    Parameters
    ----------
    card_set : str, optional
        Name or path.
    swords, colours : str
        A number or a range: of the player's swords, and of the ship colours in the harbour.
    unseen : Path, optional
        A CSV file of the cards that can come next.
    sweep : str, optional
        ``FACE=LOW..HIGH``: chances by the copies of a face.
    turns : int
        Simulated turns for each figure; 0 for none.
    games : int
        Games for each threshold of the sweep of stops; 0 for none.
    players, seed, threads, level
        As in `simulate`.
    progress : callable, optional
        Called with the number of games finished.
    ready : callable, optional
        Called when the input is checked, before anything is compiled or played.

    Raises
    ------
    InputError
    """
    begun = time.perf_counter()
    game = find_game(GAME)
    spec = card_set or game.default_card_set
    found = game.card_set(spec)
    by_swords = parse_range("--swords", swords, 0, 99)
    by_colours = parse_range("--colours", colours, 0, len(found.colours)) if colours != "0..5" else list(
        range(len(found.colours) + 1)
    )  # fmt: skip
    if not 0 <= turns <= MAX_TURNS:
        raise UsageError(f"--turns {turns}: choose a number from 0 to {MAX_TURNS}")
    if not 0 <= seed <= MAX_SEED:
        raise UsageError(f"--seed {seed}: choose a number from 0 to {MAX_SEED}")
    cards = read_unseen(unseen, found) if unseen else None
    swept = parse_sweep(sweep, found) if sweep else None
    if swept and cards is not None:
        raise UsageError("--sweep changes the deck, --unseen names the pile: use one of them")
    plans = threshold_plans(spec, players, games, seed) if games else []
    ready()
    tables = {"next_card": next_card(found, by_swords, by_colours, cards)}
    tables |= turn_tables(found, by_swords, cards, turns, seed, level)
    if swept:
        tables["sweep"] = sweep_table(found, *swept, by_swords)
    if plans:
        results = run_plans(plans, threads, level, progress)
        if any(result.run.interrupted for result in results):
            raise KeyboardInterrupt
        tables["thresholds"] = thresholds_table(results, level)
    comparisons, worst, p_value = agreement(tables)
    seconds = time.perf_counter() - begun
    run = {
        "command": "bust", "game": game.name, "card_set": found.name, "card_set_spec": spec, "card_set_sha256": found.sha256,
        "swords": by_swords, "colours": by_colours, "unseen": None if cards is None else sum(cards.values()),
        "sweep": sweep, "turns": turns, "games": sum(int(table["games"].sum()) for n, table in tables.items() if n == "thresholds"),
        "players": players, "seed": seed, "level": level, "comparisons": comparisons, "worst_standard_errors": worst,
        "p_value": p_value, "interrupted": False, "notes": [], "version": package_version(), "elapsed_seconds": seconds,
        "games_per_second": 0.0,
    }  # fmt: skip
    return Busts(tables, run)
