"""Experiments that only Port Royal has."""
