"""The strategies that ship with Harbourmaster, one folder for each game."""
