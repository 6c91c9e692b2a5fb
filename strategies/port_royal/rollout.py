"""Look ahead: play the rest of the game many times, and do what wins most.

At each decision the hidden cards are dealt anew, in agreement with everything that is known; every legal answer is tried in each of
these worlds, the game is played to its end with the base strategy on all seats, and the answer with the largest share of the wins
is given. What is not searched is answered by the base strategy.

Source: the rollouts of backgammon (Tesauro, Galperin, "On-line policy improvement using Monte-Carlo search", 1996), over worlds
that agree with what is public (Ginsberg, "GIB: imperfect information in a computationally challenging game", 2001).
"""

from analyzer.games.port_royal.search import (
    DECIDING_CLAIM,
    DECIDING_DRAW,
    DECIDING_REPEL,
    DECIDING_TAKE,
    ask,
    look_ahead,
)
from analyzer.strategy import Param, StrategyParam, declare

declare(
    game="port_royal",
    params=[
        StrategyParam("base", "balanced", meaning="who plays on in the worlds, on all seats"),
        Param("worlds", 200, low=1, high=100_000, meaning="worlds that every answer is tried in"),
        Param("rounds", 0, low=0, high=255, meaning="rounds to play on, then who is ahead wins; 0: to the end"),
        Param(
            "margin", 2.0, low=0.0, high=10.0, meaning="standard errors by which an answer has to beat the base's own"
        ),
        Param(
            "promise",
            0.5,
            low=-100.0,
            high=10.0,
            meaning="standard errors by which an answer has to be on the way to win more; else it is given up",
        ),
        Param("draw", 1, low=0, high=1, meaning="1: the decision to draw or to stop is searched"),
        Param("repel", 1, low=0, high=1, meaning="1: the decision to repel a ship is searched"),
        Param("take", 1, low=0, high=1, meaning="1: the decision which card to take is searched"),
        Param("claim", 1, low=0, high=1, meaning="1: the decision which expedition to claim is searched"),
    ],
)


def decide(view, params, own, decision, searched):
    """Look ahead, or do as the base strategy does."""
    if searched:
        return look_ahead(view, own, decision, params.base, params.worlds, params.rounds, params.margin, params.promise)
    return ask(view, own, decision, params.base)


def draw(view, params, own):
    """Draw another card or stop."""
    return decide(view, params, own, DECIDING_DRAW, params.draw)


def repel(view, params, own):
    """Repel a ship or keep it."""
    return decide(view, params, own, DECIDING_REPEL, params.repel)


def take(view, params, own):
    """Which card to take, if any."""
    return decide(view, params, own, DECIDING_TAKE, params.take)


def claim(view, params, own):
    """Which expedition to claim, if any."""
    return decide(view, params, own, DECIDING_CLAIM, params.claim)
