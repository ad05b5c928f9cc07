"""Outcomes of operations: a race that was lost. Pure."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Conflict:
    """The operation changed nothing because another change came first; it can be tried again."""

    reason: str


BUSY = Conflict("somebody else changed this conversation at the same time; try again")
