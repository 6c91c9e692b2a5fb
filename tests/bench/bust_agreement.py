"""Exact chances of a bust against millions of simulated turns: fresh and depleted piles, 0 to 8 swords, four card sets.

Run it: python tests/bench/bust_agreement.py [turns]
"""

import random
import sys
from collections import Counter

import numpy as np

from analyzer.games.port_royal.busts import pile_of, survival
from analyzer.games.port_royal.turns import play_turns
from analyzer.registry import find_game

SETS = ["base", "one-more-contract-persons", "no-skulls", "no-tax"]
CARDS = 20


def main(turns):
    worst = []
    for name in SETS:
        card_set = find_game("port-royal").card_set(name)
        cards = [face.id for face in card_set.faces if not face.five_player_only for _ in range(face.count)]
        for unseen in (None, dict(Counter(random.Random(1).sample(cards, len(cards) // 3)))):
            for swords in range(9):
                chance = survival(pile_of(card_set, swords, unseen))[1 : CARDS + 1]
                found = play_turns(card_set, turns, swords=swords, unseen=unseen, seed=100 + swords)
                met = 1 - np.cumsum(found.bust_at)[1 : CARDS + 1] / turns
                error = np.sqrt(np.clip(chance * (1 - chance), 0, None) / turns)
                likely = error > 0
                worst.append(float(np.abs((met - chance)[likely] / error[likely]).max()))
            kind = "fresh" if unseen is None else "depleted"
            print(f"{name}, {kind}: largest difference {max(worst[-9:]):.2f} standard errors", flush=True)
    print(f"{len(worst)} curves of {CARDS} points, {turns:,} turns each: {max(worst):.2f} standard errors at most")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
