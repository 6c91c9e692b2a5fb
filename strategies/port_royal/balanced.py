"""A bit of everything, well weighed: the weights of `weights`, tuned by playing against themselves.

Hires what is worth its price at this time of the game, keeps less money and chases expeditions less than the plain guesses do, and
draws on exactly as long as the next card is expected to gain.

Source: weights found by a search that kept what won more games, with 4 players and the base set.
"""

from analyzer.strategy import declare

declare(game="port_royal", default="weights:coin_late=0.15,needed=0.5")
