"""Named integer sums by group, merged by addition.

The groups are what intervals are made from: blocks of deals, block b in group b mod G. Since everything is a sum of whole
numbers, the order in which blocks are added can't matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


class Tally:
    """Sums by group.

    Parameters
    ----------
    counts : numpy.dtype
        A structured dtype of int64 fields.
    groups : int
        Number of groups.
    """

    def __init__(self, counts: np.dtype[Any], groups: int) -> None:
        self.counts = counts
        self.sums = np.zeros((groups, counts.itemsize // 8), np.int64)

    def copy(self) -> Tally:
        """The same sums, to be added to independently."""
        found = Tally(self.counts, self.groups)
        found.sums[:] = self.sums
        return found

    @property
    def groups(self) -> int:
        """Number of groups."""
        return len(self.sums)

    def add(self, group: int, records: Array, weights: Sequence[int]) -> None:
        """Add records of counts, ndarray (classes,), to a group, each as often as its weight says."""
        self.sums[group] += np.asarray(weights) @ records.view(np.int64).reshape(len(records), -1)

    def __getitem__(self, name: str) -> Array:
        """The sums of a count, ndarray (groups, ...) int64."""
        return self.sums.view(self.counts)[:, 0][name]

    def total(self, name: str) -> Array:
        """The sum of a count over all groups."""
        return np.asarray(self[name].sum(axis=0))

    def merged(self, other: Tally) -> Tally:
        """The sum of two tallies of the same counts and groups."""
        if other.counts != self.counts or other.groups != self.groups:
            raise ValueError("tallies of different counts or groups can't be merged")
        result = Tally(self.counts, self.groups)
        result.sums[:] = self.sums + other.sums
        return result
