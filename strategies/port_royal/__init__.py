"""Strategies for Port Royal, one file each."""
