"""Answer every question with a random legal answer, each as likely as any other.

The lowest rung of any comparison, and the best finder of rare positions in tests.

Source: none; a baseline.
"""

from analyzer.games.port_royal.view import NONE, PASS
from analyzer.strategy import declare, random_below

declare(game="port_royal")


def draw(view, params, own):
    """Draw on or stop, by the toss of a coin."""
    return random_below(own, 2)


def repel(view, params, own):
    """Repel or keep, by the toss of a coin."""
    return random_below(own, 2)


def take(view, params, own):
    """Any card that can be taken, or pass."""
    chosen = random_below(own, view.options_size + 1)
    return PASS if chosen == view.options_size else view.options[chosen]


def claim(view, params, own):
    """Any expedition that can be claimed, or none."""
    chosen = random_below(own, view.options_size + 1)
    return NONE if chosen == view.options_size else view.options[chosen]
