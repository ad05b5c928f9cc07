"""Outcomes of operations: a race that was lost. Pure."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Conflict:
    """The operation changed nothing, since others changed the same first; it may be tried again."""

    reason: str


BUSY = Conflict("others changed this conversation meanwhile; try again")
