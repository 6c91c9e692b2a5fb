"""Sections of a report that only Port Royal has, one file each."""
