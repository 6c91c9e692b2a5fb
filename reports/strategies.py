"""The page that lists all strategies, made from their files."""

from __future__ import annotations

from analyzer.registry import find_game, find_strategy, strategy_names


def listing(game: str) -> str:
    """All strategies of a game as a Markdown page: what each does, its source, its parameters."""
    parts = [
        f"# Strategies for {find_game(game).title}\n",
        "This page is made from the strategies' files by `harbourmaster strategies list --format markdown`.\n",
    ]
    for name in strategy_names(game):
        strategy = find_strategy(game, name)
        parts.append(f"## {name}\n\n{strategy.description}\n")
        if strategy.default:
            parts.append(f"What it does not decide itself, it does as `{strategy.default}`.\n")
        if strategy.params:
            rows = ["| parameter | default | range | meaning |", "|---|---|---|---|"]
            rows += [f"| `{p.name}` | {p.default} | {p.valid} | {p.meaning} |" for p in strategy.params]
            parts.append("\n".join(rows) + "\n")
    return "\n".join(parts)
