"""A strategy for tests: pushes its luck, and claims expeditions only when the harbour is empty, as after a bust.

Source: none; for tests.
"""

from analyzer.games.port_royal.view import DRAW, KEEP, NONE, STOP


def draw(view, params, own):
    return DRAW if view.harbour_size < 5 else STOP


def repel(view, params, own):
    return KEEP


def claim(view, params, own):
    return view.options[0] if view.harbour_size == 0 and view.draws > 1 else NONE
