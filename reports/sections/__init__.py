"""Sections of a report that every game can have, one file each."""
