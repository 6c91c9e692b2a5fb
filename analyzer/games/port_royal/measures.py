"""What is measured in Port Royal: each measure declared once, as a ratio of counts. Tables and intervals are made from this."""

from __future__ import annotations

from analyzer.game import Column, Table
from analyzer.games.port_royal.counts import WIN_PARTS


def _win_rate(wins: str, games: str, name: str = "win_rate", of: str = "games won") -> Column:
    meaning = f"{of}; a shared win counts as the winner's part of it"
    return Column(name, wins, games, "share of games", meaning, scale=WIN_PARTS, rate=True, interval=True)


def _mean(name: str, sums: str, games: str, unit: str, meaning: str, scale: float = 1.0) -> Column:
    return Column(name, sums, games, unit, meaning, scale=scale)


def _per_game(name: str, sums: str, meaning: str, unit: str = "per game") -> Column:
    return Column(name, sums, "games", unit, meaning, interval=True)


def _share(games: str, of: str, meaning: str) -> Column:
    return Column("share", games, of, "share of games", meaning, rate=True, interval=True)


STRATEGIES = Table(
    "strategies",
    "Strategies",
    keys=("strategy",),
    size=("entries",),
    count=("games", "entry_games"),
    columns=(
        _win_rate("entry_wins", "entry_games"),
        _mean("vp_mean", "entry_vp", "entry_games", "VP", "victory points at the end"),
        _mean("coins_mean", "entry_coins", "entry_games", "coins", "coins at the end"),
        _mean("persons_mean", "entry_persons", "entry_games", "persons", "persons owned at the end"),
        _mean("expeditions_mean", "entry_expeditions", "entry_games", "expeditions", "expeditions claimed"),
        _mean("place_mean", "entry_double_places", "entry_games", "place", "place, ties share the mean", scale=2),
    ),
)

SEATS = Table(
    "seats",
    "Seats",
    keys=("seat",),
    size=("seats",),
    count=("games", "games"),
    columns=(
        _win_rate("seat_wins", "games"),
        _win_rate("seat_wins", "finished", "share_of_wins", "finished games won"),
        _mean("vp_mean", "seat_vp", "games", "VP", "victory points at the end"),
        _mean("coins_mean", "seat_coins", "games", "coins", "coins at the end"),
    ),
)

NEIGHBOURS = Table(
    "neighbours",
    "Who follows whom",
    keys=("strategy", "after"),
    size=("entries", "entries"),
    count=("games", "after_games"),
    where="after_games",
    columns=(_win_rate("after_wins", "after_games"),),
)

GAME_LENGTH = Table(
    "game_length",
    "Game length",
    keys=("rounds",),
    size=("rounds",),
    count=("games", "games_by_rounds"),
    where="games_by_rounds",
    columns=(_share("games_by_rounds", "games", "games of this length"),),
)

VP_DISTRIBUTION = Table(
    "vp_distribution",
    "Victory points at the end",
    keys=("strategy", "vp"),
    size=("entries", "points"),
    count=("games", "entry_games_by_vp"),
    where="entry_games_by_vp",
    columns=(_share("entry_games_by_vp", "entry_games", "of its games, those that end with this many VP"),),
)

WINNING_VP = Table(
    "winning_vp",
    "The winner's victory points",
    keys=("vp",),
    size=("points",),
    count=("games", "games_by_winner_vp"),
    where="games_by_winner_vp",
    columns=(_share("games_by_winner_vp", "finished", "finished games won with this many VP"),),
)

MARGINS = Table(
    "margins",
    "The winner's lead in victory points",
    keys=("margin",),
    size=("points",),
    count=("games", "games_by_margin"),
    where="games_by_margin",
    columns=(_share("games_by_margin", "contested", "contested games won by this lead (0: coins decide, or it is shared)"),),
)  # fmt: skip

SUMMARY = Table(
    "summary",
    "Summary",
    keys=(),
    size=(),
    layout="long",
    columns=(
        _per_game("rounds_mean", "rounds", "rounds", "rounds"),
        _per_game("turns_per_game", "turns", "turns"),
        _per_game("cards_revealed_per_game", "revealed", "cards drawn face up"),
        _per_game("coins_dealt_per_game", "coins_dealt", "cards dealt as coins"),
        _per_game("reshuffles_per_game", "reshuffles", "times the discard pile became the draw pile"),
        _per_game("busts_per_game", "busts", "busts"),
        Column("bust_rate", "busts", "turns", "share of turns", "turns that were a bust", rate=True, interval=True),
        Column(
            "harbour_size_at_stop_mean", "harbour_at_stop", "stops", "cards", "cards in the harbour at a stop", interval=True
        ),
        _per_game("repels_per_game", "repels", "ships repelled"),
        _per_game("ships_traded_per_game", "trades", "ships traded"),
        _per_game("persons_hired_per_game", "hires", "persons hired"),
        _per_game("expeditions_claimed_per_game", "claims", "expeditions claimed"),
        _per_game("taxes_per_game", "taxes", "tax increases drawn"),
        Column("shared_win_rate", "shared_wins", "games", "share of games", "games with several winners", rate=True, interval=True),
        Column("vp_winner_mean", "winner_vp", "finished", "VP", "the winner's VP, in finished games", interval=True),
        Column("vp_margin_mean", "winner_margin", "contested", "VP", "its lead over the next who could win", interval=True),
        _per_game("forced_stops_per_game", "forced_stops", "stops with nothing to draw or at the draw cap"),
        _per_game("coins_not_dealt_per_game", "coins_not_dealt", "coins owed that both piles could not deal"),
    ),
)  # fmt: skip

BUST_BY_COLOURS = Table(
    "bust_by_colours",
    "Busts by colours in the harbour",
    keys=("strategy", "colours"),
    size=("entries", "colours"),
    count=("draws", "draws_by_colours"),
    where="draws_by_colours",
    columns=(
        Column("busts", "busts_by_colours", "", "draws", "draws that were a bust"),
        Column(
            "bust_rate", "busts_by_colours", "draws_by_colours", "share of draws", "draws that were a bust",
            rate=True, interval=True,
        ),
    ),
)  # fmt: skip


def _bust_by(what: str, title: str, key: str) -> Table:
    draws, busts = f"draws_by_{what}", f"busts_by_{what}"
    return Table(
        f"bust_by_{what}",
        title,
        keys=(key,),
        size=(key if key != "round" else "rounds",),
        count=("draws", draws),
        where=draws,
        columns=(
            Column("busts", busts, "", "draws", "draws that were a bust"),
            Column("bust_rate", busts, draws, "share of draws", "draws that were a bust", rate=True, interval=True),
        ),
    )


BUST_BY_SWORDS = _bust_by("swords", "Busts by swords of who draws (8: 8 or more)", "swords")
BUST_BY_SIZE = _bust_by("size", "Busts by cards in the harbour (12: 12 or more)", "cards")
BUST_BY_ROUND = _bust_by("round", "Busts by round", "round")

_CHANCES = "hires, of the times that a player who chose what to take could have hired it"

HIRES = Table(
    "hires",
    "Hires by face",
    keys=("face",),
    size=("faces",),
    columns=(
        _per_game("hired_per_game", "face_hires", "times this face was hired"),
        _win_rate("face_owner_wins", "face_owners", "win_rate_of_owner", "games won by those who hired it (a correlation)"),
        Column("share_of_chances_taken", "face_hires", "face_chances", "share of chances", _CHANCES, rate=True, interval=True),
    ),
)  # fmt: skip

TABLES = (
    STRATEGIES, SEATS, NEIGHBOURS, GAME_LENGTH, VP_DISTRIBUTION, WINNING_VP, MARGINS, SUMMARY, BUST_BY_COLOURS,
    BUST_BY_SWORDS, BUST_BY_SIZE, BUST_BY_ROUND, HIRES,
)  # fmt: skip
